"""Addresses of what comes in and goes out as a file."""

from django.urls import path

from clubscore.files import person_file, readable
from clubscore.files import person_file as accounts_file
from clubscore.files.pages import events as event_files
from clubscore.files.pages import pads as bridgemate
from clubscore.files.pages import pads as opened_from_pads
from clubscore.files.pages import past as past_imports
from clubscore.files.pages import sittings as people_lists
from clubscore.files.pages import sittings as sitting_files

urlpatterns = [
    path("players/in/", people_lists.people_in_file, name="people-in"),
    path("players/in/bring/", people_lists.people_bring, name="people-bring"),
    path("players/out/<slug:kind>/", people_lists.people_out, name="people-out"),
    path("table/in/", sitting_files.sitting_in, name="sitting-in"),
    path("table/in/bring/", sitting_files.sitting_bring, name="sitting-bring"),
    path("table/<int:pk>/file/", sitting_files.sitting_file_out, name="sitting-file-out"),
    path("event/in/", event_files.event_in, name="event-in"),
    path("event/in/bring/", event_files.event_bring, name="event-bring"),
    path("event/past/", past_imports.past_in, name="past-in"),
    path("event/past/<int:past>/", past_imports.past_import, name="past-import"),
    path("event/past/<int:past>/progress/", past_imports.past_progress, name="past-progress"),
    path("event/past/<int:past>/bring/", past_imports.past_bring, name="past-bring"),
    path("event/past/<int:past>/job/", past_imports.past_job, name="past-job"),
    path("event/set-up/", opened_from_pads.event_set_up, name="event-set-up"),
    path("event/set-up/open/", opened_from_pads.event_set_up_open, name="event-set-up-open"),
    path("event/<int:event>/files/", event_files.event_files, name="event-files"),
    path("event/<int:event>/files/<slug:kind>/", event_files.event_file_out, name="event-file-out"),
    path("event/<int:event>/bridgemate/", bridgemate.bridgemate, name="event-bridgemate"),
    path(
        "event/<int:event>/bridgemate/bring/",
        bridgemate.bridgemate_bring,
        name="event-bridgemate-bring",
    ),
    path("players/<int:person>/data/", person_file.person_data, name="person-data"),
    path("book/<int:person>/account.csv", accounts_file.account_csv, name="account-csv"),
    path("club/readable/", readable.readable, name="club-readable"),
    path("book/book.csv", accounts_file.book_csv, name="book-csv"),
]
