"""A phone comes in by a table's code: as the table's, or as somebody's own."""

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.events.models import Entry, Event
from clubscore.events.phones import let_in, link_by_token
from clubscore.events.state.event_now import room_of
from clubscore.tableside.page_form import PhoneForm


class EnterPage(TypedDict):
    """Who may have this phone: those who sit near the table, and the others."""

    event: Event
    table: int
    token: str
    here: list[Entry]
    others: list[Entry]


@open_to(Level.VISITOR)
def enter(request: ClubRequest, token: str) -> HttpResponse:
    """Set what this phone is at a table: the table's, or a player's own."""
    link = link_by_token(token)
    if link is None:
        return render(request, "rubbers/code_ran_out.html", status=404)
    event = link.section.event
    room = room_of(event)
    if request.method == "POST":
        people = [person for entry in room.entries if entry.number for person in entry.people]
        person = PhoneForm(request.POST, people=people).person
        let_in(request, link, None if person is None else person.pk)
        if person is None:
            return redirect("event-at", event=event.pk, spot=f"{link.section.letter}{link.table}")
        return redirect("event-mine", event=event.pk)
    section = room.section(link.section.letter) or link.section
    place = room.plan(section).places.get((max(1, room.now(section.pk)), link.table))
    near = place.numbers if place else ()
    pairs = [entry for entry in room.entries if entry.number and entry.people]
    context: EnterPage = {
        "event": event,
        "table": link.table,
        "token": token,
        "here": [entry for entry in pairs if entry.number in near],
        "others": [entry for entry in pairs if entry.number not in near],
    }
    return render(request, "events/enter.html", context)
