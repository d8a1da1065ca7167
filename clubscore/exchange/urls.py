"""Addresses of what comes in and goes out as a file."""

from django.urls import path

from clubscore.exchange import book_file, readable, views

urlpatterns: list = [
    path("players/in/", views.people_in_file, name="people-in"),
    path("players/in/bring/", views.people_bring, name="people-bring"),
    path("players/out/<slug:kind>/", views.people_out, name="people-out"),
    path("book/<int:person>/account.csv", book_file.account_csv, name="account-csv"),
    path("club/readable/", readable.readable, name="club-readable"),
    path("book/book.csv", book_file.book_csv, name="book-csv"),
]
