"""A phone comes in by a table's code: as the table's, or as somebody's own."""

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubscore.club.access import Actor, ClubRequest, Level, device_of, open_to
from clubscore.club.authorship import new_key
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.events.contest_tables.four_phones import another_players, bring_phone
from clubscore.events.models import Entry, Event
from clubscore.events.names_taken import take_name
from clubscore.events.phones import let_in, link_by_token
from clubscore.events.state.event_now import Room, room_of
from clubscore.tableside.page_form import PhoneForm
from clubscore.tableside.secret_addresses import EVENT_PHONE


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
        if event.contest_set_id is not None:
            _must_stay_whose_it_is(request, room, person)
        was = (request.session.get(EVENT_PHONE) or {}).get("person")
        let_in(request, link, None if person is None else person.pk)
        if person is None:
            return redirect("event-at", event=event.pk, spot=f"{link.section.letter}{link.table}")
        actor = Actor(Level.TABLE, event.club, person=person, link=link, device=device_of(request))
        if event.contest_set_id is not None:
            bring_phone(section=link.section, table=link.table, key=new_key(), actor=actor)
        else:
            take_name(
                section=link.section, table=link.table, person=person, was=was, is_far=None,
                key=new_key(), actor=actor,
            )  # fmt: skip
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


def _must_stay_whose_it_is(request: ClubRequest, room: Room, person: Person | None) -> None:
    """Refuse a phone that has shown one player's cards and would now show another's."""
    phone = request.session.get(EVENT_PHONE) or {}
    if another_players(room, phone.get("person"), person):
        raise Refused(_("This phone is another player's. Each player needs a phone of their own."))
