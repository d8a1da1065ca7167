"""Addresses of what comes in and goes out as a file."""

from django.urls import path

from clubscore.exchange import (
    book_file,
    bridgemate,
    event_views,
    person_file,
    readable,
    sitting_views,
    views,
)

urlpatterns: list = [
    path("players/in/", views.people_in_file, name="people-in"),
    path("players/in/bring/", views.people_bring, name="people-bring"),
    path("players/out/<slug:kind>/", views.people_out, name="people-out"),
    path("table/in/", sitting_views.sitting_in, name="sitting-in"),
    path("table/in/bring/", sitting_views.sitting_bring, name="sitting-bring"),
    path("table/<int:pk>/file/", sitting_views.sitting_file_out, name="sitting-file-out"),
    path("event/in/", event_views.event_in, name="event-in"),
    path("event/in/bring/", event_views.event_bring, name="event-bring"),
    path("event/<int:event>/files/", event_views.event_files, name="event-files"),
    path("event/<int:event>/files/<slug:kind>/", event_views.event_file_out, name="event-file-out"),
    path("event/<int:event>/bridgemate/", bridgemate.bridgemate, name="event-bridgemate"),
    path(
        "event/<int:event>/bridgemate/bring/",
        bridgemate.bridgemate_bring,
        name="event-bridgemate-bring",
    ),
    path("players/<int:person>/data/", person_file.person_data, name="person-data"),
    path("book/<int:person>/account.csv", book_file.account_csv, name="account-csv"),
    path("club/readable/", readable.readable, name="club-readable"),
    path("book/book.csv", book_file.book_csv, name="book-csv"),
]
