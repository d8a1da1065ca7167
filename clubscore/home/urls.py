"""Addresses of the whole club: tonight, results, games, people, accounts, who am I."""

from django.urls import path, re_path

from clubscore.club.access import Level, open_to
from clubscore.home import accounts, games, jobs, logins, people, search, season
from clubscore.home import codes as by_hand
from clubscore.home import frame as more
from clubscore.home import games as house_rules
from clubscore.home import games as procedures
from clubscore.home import help as helped
from clubscore.home import irregularities as asked_at_event
from clubscore.home import irregularities as asked_at_table
from clubscore.home import irregularities as asked_of_game
from clubscore.home import law_book as law_pages
from clubscore.home import logins as machine
from clubscore.home import money as receipts
from clubscore.home import money as terms
from clubscore.home import people as door
from clubscore.home import settings_pages as club_settings
from clubscore.home import settings_pages as set_up
from clubscore.home import tonight as home
from clubscore.home import tonight as results
from clubscore.server import health
from clubscore.web import caching as service_worker

visitor = open_to(Level.VISITOR)

urlpatterns = [
    path("health", health.alive, name="health"),
    path("worker.js", service_worker.worker, name="worker"),
    path("healthz/", health.alive, name="alive"),
    path("readyz/", health.ready, name="ready"),
    # With a slash too, as people type them.
    re_path(r"^login/?$", visitor(logins.LogIn.as_view()), name="login"),
    re_path(r"^logout/?$", visitor(logins.LogOut.as_view()), name="logout"),
    path("more/", more.more, name="more"),
    path("look/", more.look, name="look"),
    path("help/", helped.all_topics, name="help"),
    path("help/<slug:key>/", helped.topic, name="help-topic"),
    path("search/", search.search, name="search"),
    path("password/", logins.own_password, name="own-password"),
    path("switch/", logins.switch, name="switch"),
    path("players/", people.players, name="players"),
    path("players/add/", people.add, name="person-add"),
    path("players/<int:person>/", people.person, name="person"),
    path("players/<int:person>/change/", people.change, name="person-change"),
    path("players/<int:person>/numbers/", people.change_numbers, name="person-numbers"),
    path("players/<int:person>/member/", people.make_member, name="person-member"),
    path("players/<int:person>/same/", people.merge, name="person-merge"),
    path("players/<int:person>/nameless/", people.nameless, name="person-nameless"),
    path("book/", accounts.book, name="book"),
    path("book/paid/", accounts.paid, name="book-paid"),
    path("book/part-paid/", accounts.part_paid, name="book-part"),
    path("book/not-paid/", accounts.not_paid, name="book-not-paid"),
    path("book/terms/", terms.terms, name="book-terms"),
    path("book/terms/over/", terms.over, name="book-over"),
    path("book/receipts/", receipts.receipts, name="receipts"),
    path("book/club/", accounts.club_account, name="club-account"),
    path("book/<int:person>/", accounts.account, name="account"),
    path("club/", club_settings.club, name="club"),
    path("club/change/", club_settings.change, name="club-change"),
    path("club/features/", club_settings.features, name="club-features"),
    path("club/new/", set_up.new_club, name="club-new"),
    path("club/set-up/", set_up.set_up, name="club-set-up"),
    path("club/backup/", club_settings.backup, name="club-backup"),
    path("club/jobs/", jobs.jobs, name="jobs"),
    path("club/logins/add/", club_settings.add_login, name="login-add"),
    path("club/logins/<int:membership>/", club_settings.change_login, name="login-change"),
    path(
        "club/logins/<int:membership>/password/",
        club_settings.renew_password,
        name="login-password",
    ),
    path("club/logins/<int:membership>/end/", club_settings.end_login, name="login-end"),
    path("machine/", machine.clubs, name="machine"),
    path("machine/<slug:club>/close/", machine.close, name="machine-close"),
    path("", home.home, name="home"),
    path("news-read/", home.news_read, name="news-read"),
    path("wall/", home.wall, name="wall"),
    path("door/<str:door>/", door.room_door, name="room-door"),
    path("season/", season.season, name="season"),
    path("results/", results.results, name="results"),
    path("games/", games.games, name="games"),
    path("club/house/<slug:key>/", house_rules.house, name="club-house"),
    path("games/compare/", games.compare, name="games-compare"),
    path("games/laws/", law_pages.laws, name="laws"),
    path("games/laws/<slug:book>/", law_pages.law_book, name="law-book"),
    path("games/laws/<slug:book>/<slug:part>/", law_pages.law_part, name="law-part"),
    path("games/laws/<slug:book>/<slug:part>/<slug:passage>/", law_pages.law, name="law"),
    path("games/<slug:key>/how/<slug:procedure>/", procedures.procedure, name="procedure"),
    path("games/<slug:key>/bids/", games.bids, name="bids"),
    path("games/<slug:key>/what-happened/", asked_of_game.happened_at_game, name="happened"),
    path("games/<slug:key>/", games.game, name="game"),
    path("table/<int:pk>/what-happened/", asked_at_table.happened_at_table, name="what-happened"),
    path(
        "table/<int:pk>/what-happened/choose/", asked_at_table.choose_by_law, name="choose-by-law"
    ),
    path(
        "event/<int:event>/at/<str:spot>/what-happened/",
        asked_at_event.happened_at_event,
        name="event-happened",
    ),
    path(
        "event/<int:event>/table/<str:spot>/ruling/guide/",
        asked_at_event.ruling_guide,
        name="event-ruling-guide",
    ),
    path("code/", by_hand.by_hand, name="by-hand"),
    path("code/<slug:club>/", by_hand.by_hand, name="by-hand-club"),
]
