"""Addresses of the club: who am I, its people, its rooms."""

from django.urls import path, re_path

from clubscore.club import health, worker
from clubscore.club.access import Level, open_to
from clubscore.club.views import book, doors, people, rooms

visitor = open_to(Level.VISITOR)

urlpatterns = [
    path("health", health.alive, name="health"),
    path("worker.js", worker.worker, name="worker"),
    path("healthz/", health.alive, name="alive"),
    path("readyz/", health.ready, name="ready"),
    # With a slash too, as people type them.
    re_path(r"^login/?$", visitor(doors.LogIn.as_view()), name="login"),
    re_path(r"^logout/?$", visitor(doors.LogOut.as_view()), name="logout"),
    path("password/", doors.own_password, name="own-password"),
    path("switch/", doors.switch, name="switch"),
    path("players/", people.players, name="players"),
    path("players/add/", people.add, name="person-add"),
    path("players/<int:person>/", people.person, name="person"),
    path("players/<int:person>/change/", people.change, name="person-change"),
    path("players/<int:person>/member/", people.make_member, name="person-member"),
    path("players/<int:person>/same/", people.merge, name="person-merge"),
    path("players/<int:person>/nameless/", people.nameless, name="person-nameless"),
    path("book/", book.book, name="book"),
    path("book/paid/", book.paid, name="book-paid"),
    path("book/part-paid/", book.part_paid, name="book-part"),
    path("book/not-paid/", book.not_paid, name="book-not-paid"),
    path("book/terms/", book.terms, name="book-terms"),
    path("book/terms/over/", book.over, name="book-over"),
    path("book/club/", book.club_account, name="club-account"),
    path("book/<int:person>/", book.account, name="account"),
    path("club/", rooms.club, name="club"),
    path("club/change/", rooms.change, name="club-change"),
    path("club/new/", rooms.new_club, name="club-new"),
    path("club/backup/", rooms.backup, name="club-backup"),
    path("club/logins/add/", rooms.add_login, name="login-add"),
    path("club/logins/<int:membership>/", rooms.change_login, name="login-change"),
    path("club/logins/<int:membership>/password/", rooms.renew_password, name="login-password"),
    path("club/logins/<int:membership>/end/", rooms.end_login, name="login-end"),
]
