"""Names from the seats: what a table says of its pairs, and what the desk sees of it."""

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import key_of, new_key
from clubscore.club.form_values import Given, text_of, whole_number
from clubscore.club.refused import Refused
from clubscore.events.entries.pasted import SHOWN, PastedName, people_here, who_it_is
from clubscore.events.entries.seat_names import Where, ask_later, name_seats, settle
from clubscore.events.entries.seat_reading import (
    SeatTyped,
    asked_again,
    problems_of_seats,
    read_seats,
    said_of,
)
from clubscore.events.models import Entry, Event, Section
from clubscore.events.play.table_names import (
    NamesAsked,
    SeatsWanted,
    names_asked,
    seats_wanted,
)
from clubscore.events.selectors import directed_by
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.plan import Place
from clubscore.events.state.seat_claims import SeatHere, seats_at
from clubscore.events.views.playing import At
from clubscore.laws.words import SEATS
from clubscore.tableside.problems import Problem


class NamesPage(TypedDict):
    """The seats of a table with what is known and typed of each."""

    event: Event
    room: Room
    spot: str
    table: str
    round: int
    typed: list[SeatTyped]
    problems: list[Problem]
    key: str


@open_to(Level.TABLE)
@require_http_methods(["GET", "HEAD", "POST"])
def names_at(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Ask who sits at a table; a POST says it, or that it will be said later."""
    at = At(request, event, spot)
    at.must_speak()
    given = request.POST if request.method == "POST" else request.GET
    place = _place(at, given)
    if request.method != "POST":
        return _page(at, place, _begun(at.room, at.section, place))
    where, key = Where(at.section, at.table, place.round), key_of(given)
    if "later" in given:
        ask_later(where=where, key=key, actor=request.actor)
        return redirect("event-at", event=event, spot=spot)
    typed = read_seats(at.room, at.section.pk, place, given)
    problems = problems_of_seats(typed)
    if not problems and not any(each.name for each in typed):
        first = next((each.seat.seat for each in typed if each.seat.person is None), "")
        problems = [Problem(first, _("Enter a name, or choose Later."))]
    if problems:
        return _page(at, place, typed, problems)
    said = said_of(at.event, typed, given, request.actor)
    name_seats(where=where, said=said, key=key, actor=request.actor)
    return redirect("event-at", event=event, spot=spot)


def _place(at: At, given: Given) -> Place:
    """The place of the round that is asked about, else of the one played now."""
    asked = whole_number(text_of(given, "round"))
    place = at.room.plan(at.section).places.get((asked or 0, at.table)) or at.place()
    if place is None or not seats_at(at.room, at.section.pk, place):
        raise Refused(_("No one is named from the seats here. The director can change names."))
    return place


def _begun(room: Room, section: Section, place: Place) -> list[SeatTyped]:
    """The seats with the names that they have, and what tables typed of the others."""
    blank = read_seats(room, section.pk, place, {})
    given = {each.seat.seat: each.seat.person.name for each in blank if each.seat.person}
    given |= asked_again(room, blank)
    return read_seats(room, section.pk, place, given)


def _page(
    at: At, place: Place, typed: list[SeatTyped], problems: list[Problem] | None = None
) -> HttpResponse:
    context: NamesPage = {
        "event": at.event,
        "room": at.room,
        "spot": at.name,
        "table": at.room.table_name(at.section, at.table),
        "round": place.round,
        "typed": typed,
        "problems": problems or [],
        "key": new_key(),
    }
    status = 422 if problems else 200
    return render(at.request, "events/names.html", context, status=status)


@open_to(Level.TABLE)
@require_safe
def find(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Show whom the text of a seat's field may mean, as keys."""
    at = At(request, event, spot)
    at.must_speak()
    seat = next((each for each in SEATS if each in request.GET), "")
    text = " ".join(request.GET.get(seat, "").split())[:80]
    name: PastedName | None = None
    if seat and text:
        name = who_it_is(text, people_here(at.event), field=f"who-{seat}")
    return render(request, "events/parts/who.html", {"name": name, "most": SHOWN})


class TableOfNames(TypedDict):
    """A table of the round played now, with its seats."""

    name: str
    spot: str
    seats: list[SeatHere]


class UnnamedPage(TypedDict):
    """What the desk sees of names: what differs, and every seat."""

    event: Event
    room: Room
    asked: list[NamesAsked]
    wanted: SeatsWanted
    tables: list[TableOfNames]
    resting: list[Entry]
    key: str


@open_to(Level.SCORER)
@require_safe
def unnamed(request: ClubRequest, event: int) -> HttpResponse:
    """Show which seats have no names, and where tables named different people."""
    found = directed_by(request.actor, event)
    room = room_of(found)
    tables, seated = [], set()
    for section in room.sections:
        plan = room.plans.get(section.pk)
        for place in plan.of_round(max(1, found.round)) if plan else ():
            seats = seats_at(room, section.pk, place)
            seated |= {each.entry.pk for each in seats}
            if seats:
                name = room.table_name(section, place.table)
                tables.append(TableOfNames(name=name, spot=f"{section.letter}{place.table}",
                                           seats=seats))  # fmt: skip
    context: UnnamedPage = {
        "event": found,
        "room": room,
        "asked": names_asked(room),
        "wanted": seats_wanted(room),
        "tables": tables,
        "resting": [
            entry for entry in room.entries
            if entry.by_seats and entry.number and entry.pk not in seated
        ],
        "key": new_key(),
    }  # fmt: skip
    return render(request, "events/unnamed.html", context)


@open_to(Level.TABLE)
@require_POST
def settle_names(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Settle which of two names counts, at the table or at the desk."""
    at, given = At(request, event, spot), request.POST
    at.must_speak()
    settle(
        where=Where(at.section, at.table, max(1, at.full.now(at.section.pk))),
        doubt=whole_number(given.get("doubt")) or 0,
        counts=given.get("counts") == "yes",
        key=key_of(given),
        actor=request.actor,
    )
    if "desk" in given and request.actor.is_scorer:
        return redirect("event-names", event=event)
    return redirect("event-at", event=event, spot=spot)
