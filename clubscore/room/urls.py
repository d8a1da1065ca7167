"""Addresses of the whole club: tonight, results, games, people, accounts, who am I."""

from django.urls import path, re_path

from clubscore.club.access import Level, open_to
from clubscore.club.safe import health
from clubscore.room.views import (
    accounts,
    by_hand,
    club_settings,
    door,
    games,
    home,
    house_rules,
    jobs,
    logins,
    people,
    procedures,
    results,
    season,
    second_place,
    terms,
    trust,
)
from clubscore.tableside import service_worker

visitor = open_to(Level.VISITOR)

urlpatterns = [
    path("health", health.alive, name="health"),
    path("worker.js", service_worker.worker, name="worker"),
    path("trust/", trust.trust, name="trust"),
    path("trust/clubscore.crt", trust.authority, name="trust-authority"),
    path("healthz/", health.alive, name="alive"),
    path("readyz/", health.ready, name="ready"),
    # With a slash too, as people type them.
    re_path(r"^login/?$", visitor(logins.LogIn.as_view()), name="login"),
    re_path(r"^logout/?$", visitor(logins.LogOut.as_view()), name="logout"),
    path("password/", logins.own_password, name="own-password"),
    path("switch/", logins.switch, name="switch"),
    path("players/", people.players, name="players"),
    path("players/add/", people.add, name="person-add"),
    path("players/<int:person>/", people.person, name="person"),
    path("players/<int:person>/change/", people.change, name="person-change"),
    path("players/<int:person>/member/", people.make_member, name="person-member"),
    path("players/<int:person>/same/", people.merge, name="person-merge"),
    path("players/<int:person>/nameless/", people.nameless, name="person-nameless"),
    path("book/", accounts.book, name="book"),
    path("book/paid/", accounts.paid, name="book-paid"),
    path("book/part-paid/", accounts.part_paid, name="book-part"),
    path("book/not-paid/", accounts.not_paid, name="book-not-paid"),
    path("book/terms/", terms.terms, name="book-terms"),
    path("book/terms/over/", terms.over, name="book-over"),
    path("book/club/", accounts.club_account, name="club-account"),
    path("book/<int:person>/", accounts.account, name="account"),
    path("club/", club_settings.club, name="club"),
    path("club/change/", club_settings.change, name="club-change"),
    path("club/new/", club_settings.new_club, name="club-new"),
    path("club/backup/", club_settings.backup, name="club-backup"),
    path("club/second-place/", second_place.page, name="club-second-place"),
    path("club/jobs/", jobs.jobs, name="jobs"),
    path("club/logins/add/", club_settings.add_login, name="login-add"),
    path("club/logins/<int:membership>/", club_settings.change_login, name="login-change"),
    path(
        "club/logins/<int:membership>/password/",
        club_settings.renew_password,
        name="login-password",
    ),
    path("club/logins/<int:membership>/end/", club_settings.end_login, name="login-end"),
    path("", home.home, name="home"),
    path("news-read/", home.news_read, name="news-read"),
    path("wall/", home.wall, name="wall"),
    path("door/<str:door>/", door.room_door, name="room-door"),
    path("season/", season.season, name="season"),
    path("results/", results.results, name="results"),
    path("games/", games.games, name="games"),
    path("club/house/<slug:key>/", house_rules.house, name="club-house"),
    path("games/compare/", games.compare, name="games-compare"),
    path("games/<slug:key>/how/<slug:procedure>/", procedures.procedure, name="procedure"),
    path("games/<slug:key>/bids/", games.bids, name="bids"),
    path("games/<slug:key>/", games.game, name="game"),
    path("code/", by_hand.by_hand, name="by-hand"),
    path("code/<slug:club>/", by_hand.by_hand, name="by-hand-club"),
]
