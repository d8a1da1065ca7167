"""Addresses of the duplicate room."""

from django.urls import path

from clubscore.duplicate.views import (
    correcting,
    directing,
    entries,
    playing,
    reading,
    terms,
    typing,
)

urlpatterns = [
    path("event/new/", entries.new_event, name="event-new"),
    path("event/<int:event>/", directing.event_page, name="event"),
    path("event/<int:event>/entries/", entries.entries, name="event-entries"),
    path("event/<int:event>/door/", entries.door, name="event-door"),
    path("event/<int:event>/movement/", entries.movement, name="event-movement"),
    path("event/<int:event>/terms/", terms.pair_terms, name="event-terms"),
    path("event/<int:event>/penalties/", terms.penalties, name="event-penalties"),
    path("event/<int:event>/round/", directing.next_round, name="event-round"),
    path("event/<int:event>/clock/", directing.clock_key, name="event-clock"),
    path("event/<int:event>/answer/", directing.answer, name="event-answer"),
    path("event/<int:event>/later/", directing.later, name="event-later"),
    path("event/<int:event>/curtain/", directing.curtain, name="event-curtain"),
    path("event/<int:event>/end/", directing.end, name="event-end"),
    path("event/<int:event>/phones/", directing.phones, name="event-phones"),
    path("event/<int:event>/typing/", typing.typing, name="event-typing"),
    path("event/<int:event>/table/<str:spot>/", correcting.table, name="event-table"),
    path("event/<int:event>/table/<str:spot>/right/", correcting.put_right, name="event-right"),
    path("event/<int:event>/live/", playing.live, name="event-live"),
    path("event/<int:event>/mine/", playing.mine, name="event-mine"),
    path("event/<int:event>/at/<str:spot>/", playing.at_table, name="event-at"),
    path("event/<int:event>/at/<str:spot>/tell/", playing.tell_result, name="event-tell"),
    path("event/<int:event>/at/<str:spot>/agree/", playing.agree_result, name="event-agree"),
    path("event/<int:event>/at/<str:spot>/here/", playing.all_here, name="event-here"),
    path("event/<int:event>/at/<str:spot>/call/", playing.call, name="event-call"),
    path("event/<int:event>/at/<str:spot>/sentence/", playing.sentence, name="event-sentence"),
    path("event/<int:event>/ranking/", reading.ranking, name="event-ranking"),
    path("event/<int:event>/pair/<slug:pair>/", reading.pair, name="event-pair"),
    path("event/<int:event>/board/<int:board>/", reading.board, name="event-board"),
    path("event/<int:event>/wall/", reading.wall, name="event-wall"),
    path("e/<str:token>/", playing.enter, name="event-enter"),
    path("shared/<str:token>/", reading.shared, name="event-shared"),
]
