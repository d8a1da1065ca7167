"""Addresses of what comes in and goes out as a file."""

from django.urls import path

from clubscore.files import person_file, readable
from clubscore.files.pages import events, pads, past, sittings

urlpatterns = [
    path("players/in/", sittings.people_in_file, name="people-in"),
    path("players/in/bring/", sittings.people_bring, name="people-bring"),
    path("players/out/<slug:kind>/", sittings.people_out, name="people-out"),
    path("table/in/", sittings.sitting_in, name="sitting-in"),
    path("table/in/bring/", sittings.sitting_bring, name="sitting-bring"),
    path("table/<int:pk>/file/", sittings.sitting_file_out, name="sitting-file-out"),
    path("event/in/", events.event_in, name="event-in"),
    path("event/in/bring/", events.event_bring, name="event-bring"),
    path("event/past/", past.past_in, name="past-in"),
    path("event/past/<int:past>/", past.past_import, name="past-import"),
    path("event/past/<int:past>/progress/", past.past_progress, name="past-progress"),
    path("event/past/<int:past>/bring/", past.past_bring, name="past-bring"),
    path("event/past/<int:past>/job/", past.past_job, name="past-job"),
    path("event/set-up/", pads.event_set_up, name="event-set-up"),
    path("event/set-up/open/", pads.event_set_up_open, name="event-set-up-open"),
    path("event/<int:event>/ranking.csv", events.ranking_csv, name="event-ranking-csv"),
    path("event/<int:event>/files/", events.event_files, name="event-files"),
    path("event/<int:event>/files/<slug:kind>/", events.event_file_out, name="event-file-out"),
    path("event/<int:event>/bridgemate/", pads.bridgemate, name="event-bridgemate"),
    path(
        "event/<int:event>/bridgemate/bring/",
        pads.bridgemate_bring,
        name="event-bridgemate-bring",
    ),
    path("players/<int:person>/data/", person_file.person_data, name="person-data"),
    path("book/<int:person>/account.csv", person_file.account_csv, name="account-csv"),
    path("club/readable/", readable.readable, name="club-readable"),
    path("book/book.csv", person_file.book_csv, name="book-csv"),
]
