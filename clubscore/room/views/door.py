"""The room's door: who am I, where do I sit?"""

import datetime as dt
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level, device_of, open_to
from clubscore.club.models import Club, Person
from clubscore.club.refused import Refused
from clubscore.events.entries.event_door import EventDoor
from clubscore.laws.cutting import complete
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS
from clubscore.room.door_looks import COOKIE, may_look
from clubscore.room.forms import DoorForm
from clubscore.room.views.by_hand import LONGEST, client_of
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import RoomLink, Sitting
from clubscore.rubbers.selectors import open_sittings, tonight
from clubscore.rubbers.seven.in_words import people_now_at
from clubscore.rubbers.seven.log import crossing_at
from clubscore.rubbers.sitting.room_door import come_in, door_by_token
from clubscore.rubbers.state.part_state import standing_at
from clubscore.rubbers.views.phones import let_in
from clubscore.tableside.people import people_to_seat
from clubscore.tableside.problems import Problem

SHOWN = 12
LEAST = 3  # letters of a part of a name; a shorter one must be a whole word of it
AN_EVENING = dt.timedelta(hours=12)


@dataclass(frozen=True)
class Seated:
    """Somebody at a table, and the seat that is theirs, "" for none."""

    person: Person
    seat: str


@dataclass(frozen=True)
class TablePeople:
    """A table of tonight with its people."""

    sitting: Sitting
    people: list[Seated]


class DoorPage(TypedDict):
    """What the door shows: who sits where, and who of the others bears the name."""

    room: Club
    address: str
    q: str
    tables: list[TablePeople]
    events: Sequence[object]
    found: Iterable[Person]
    has_looked: bool
    who: Person | None
    with_room: list[Sitting]
    problems: list[Problem]
    key: str


@open_to(Level.VISITOR)
def room_door(request: ClubRequest, door: str) -> HttpResponse:
    """Show tonight's tables with their people; whoever taps their name is let in at their table."""
    link = door_by_token(door)
    if link is None:
        return render(request, "rubbers/code_ran_out.html", {"room": True}, status=404)
    club = link.club
    if request.method != "POST":
        return _found_page(request, door, DoorForm(request.GET, club=club), link)
    form = DoorForm(request.POST, club=club)
    if not form.people:
        return _page(request, door, form)
    who = form.people[0]
    try:
        address = _address_for(request, club, who, form)
    except (RuleError, Refused) as error:
        form.refuse(error)
        return _page(request, door, form, who if form.sends("table") else None)
    return _page(request, door, form, who) if address is None else redirect(address)


def _found_page(request: ClubRequest, door: str, form: DoorForm, link: RoomLink) -> HttpResponse:
    """Show the door with those whose name is looked for, as often as a phone may look."""
    if not form.typed("q").strip():
        return _page(request, door, form)
    own = request.COOKIES.get(COOKIE, "")[:LONGEST] or secrets.token_urlsafe(16)
    if may_look(link.token_hash, client_of(request, own)):
        answer = _page(request, door, form, looks=True)
    else:
        told = _("This phone has looked for many names tonight. Ask tonight's director.")
        form.refuse(Refused(told), "q")
        answer = _page(request, door, form)
        answer.status_code = 429
    answer.set_cookie(
        COOKIE, own, max_age=AN_EVENING, secure=settings.SESSION_COOKIE_SECURE, httponly=True,
        samesite="Lax",
    )  # fmt: skip
    return answer


def _called(club: Club, text: str) -> list[Person]:
    """Return those whose name or number has each word of a text: one that is short as a whole."""
    short = {word.casefold() for word in text.split() if len(word) < LEAST}
    return [
        person
        for person in people_to_seat(club, text)
        if short <= set(f"{person.name} {person.short_name} {person.number}".casefold().split())
    ]


def _address_for(request: ClubRequest, club: Club, who: Person, form: DoorForm) -> str | None:
    """Let somebody in at their event or table, or the one they chose; None where they have none.

    Raises RuleError and Refused where they cannot come in there.
    """
    table = form.words_of("table")
    address: str | None = None if table else EventDoor().come_in(request, club, who)
    if address is not None:
        return address
    sitting = _table_of(club, who, table)
    if sitting is None:
        return None
    let = come_in(sitting=sitting, person=who, key=form.key, device=device_of(request))
    let_in(request, let, who.pk)
    return reverse("at-table" if table else "table", args=[sitting.pk])


def _tonight(club: Club) -> list[Sitting]:
    return [sitting for sitting in open_sittings(club) if sitting.evening == tonight(club)]


def _table_of(club: Club, person: Person, chosen: str) -> Sitting | None:
    """Return the table where somebody belongs tonight, else the one they chose."""
    for sitting in _tonight(club):
        if any(row.person.pk == person.pk for row in _people(sitting)):
            return sitting
    return next((sitting for sitting in _tonight(club) if str(sitting.pk) == chosen), None)


def _page(
    request: ClubRequest,
    door: str,
    form: DoorForm,
    who: Person | None = None,
    *,
    looks: bool = False,
) -> HttpResponse:
    """Show the door; with `who` somebody who sits nowhere yet is shown where there is room.

    Where a phone `looks`, those who sit nowhere and have the name that was typed are shown.
    """
    club = form.club
    sittings = _tonight(club)
    text = form.typed("q").strip()
    events = EventDoor().tonight(club)
    seated = {row.person.pk for sitting in sittings for row in _people(sitting)}
    seated |= {row.person.pk for event in events for row in event.people}
    others = _called(club, text) if looks else []
    context: DoorPage = {
        "room": club,
        "address": reverse("room-door", args=[door]),
        "q": text,
        "tables": [TablePeople(sitting, _people(sitting)) for sitting in sittings],
        "events": events,
        "found": [person for person in others if person.pk not in seated][:SHOWN],
        "has_looked": looks,
        "who": who,
        "with_room": [sitting for sitting in sittings if _has_room(sitting)],
        "problems": form.problems,
        "key": new_key(),
    }
    return render(request, "room/room_door.html", context, status=422 if form.problems else 200)


def _people(sitting: Sitting) -> list[Seated]:
    """Return everybody at a table, with their seat if they have one."""
    seven = crossing_at(sitting)
    if seven is not None:
        return [Seated(who, seat) for who, seat in people_now_at(seven, sitting)]
    parts = list(sitting.parts.all())
    seats = {}
    if parts:
        held = standing_at(parts[-1], sitting.revision).people
        seats = {person.pk: _(SEATS.get(seat, seat)) for seat, person in held.items()}
    here = [each.person for each in sitting.candidates.all() if each.left_at is None]
    waits = _("waits") if parts else ""
    return [Seated(person, seats.get(person.pk, waits)) for person in here]


def _has_room(sitting: Sitting) -> bool:
    """Whether one more may come to a table (law 18)."""
    parts = list(sitting.parts.all())
    here = [each for each in sitting.candidates.all() if each.left_at is None]
    if not parts:
        return False
    return len(here) < complete(standing_at(parts[-1], sitting.revision).game.players)
