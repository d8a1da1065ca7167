"""The pages for a room that starts without names: count its tables, number and name its pairs."""

import secrets
from typing import Any, NamedTuple, TypedDict

from django.db import transaction
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import (
    ChangedMeanwhile,
    Given,
    Refused,
    key_of,
    new_key,
    text_of,
    whole_number,
)
from clubscore.club.wording import listed
from clubscore.events.directing import (
    BY_LOT,
    SEEDED,
    WAYS,
    choose_movement,
    movements_chosen,
    numbered_entries,
    numbering_in_words,
    order_count,
    order_now,
    set_order,
    start_round,
    swap_places,
)
from clubscore.events.entries import SHOWN, PastedName, people_here, who_it_is
from clubscore.events.formats import INDIVIDUALS, TEAMS, how_many
from clubscore.events.locks import is_noted
from clubscore.events.models import Entry, Event, Section
from clubscore.events.movement import (
    HALF,
    CountedOffer,
    CountedTables,
    OfferedMovement,
    movement_of_form,
    offers_for,
    read_room,
)
from clubscore.events.names_from_seats import (
    SeatPlace,
    SeatTyped,
    ask_later,
    earlier_names,
    enter_counted,
    name_seats,
    names_asked,
    problems_of_seats,
    read_seats,
    said_of,
    seats_wanted,
    settle,
)
from clubscore.events.opening import CountForm, PairNumbersForm
from clubscore.events.pages.table import TableRequest as At
from clubscore.events.phones import let_phones_in
from clubscore.events.plan import PlannedMeeting
from clubscore.events.seats import SeatHere, seats_at, voice_at
from clubscore.events.selectors import directed_by, section_and_table
from clubscore.events.state import EventState, entries_of, room_of
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS
from clubscore.web.forms import Problem


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
    where, key = SeatPlace(at.section, at.table, place.round), key_of(given)
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


def _place(at: At, given: Given) -> PlannedMeeting:
    """The place of the round that is asked about, else of the one played now."""
    asked = whole_number(text_of(given, "round"))
    place = at.room.plan(at.section).places.get((asked or 0, at.table)) or at.place()
    if place is None or not seats_at(at.room, at.section.pk, place):
        raise Refused(_("No one is named from the seats here. The director can change names."))
    return place


def _begun(room: EventState, section: Section, place: PlannedMeeting) -> list[SeatTyped]:
    """The seats with the names that they have, and what tables typed of the others."""
    blank = read_seats(room, section.pk, place, {})
    given = {each.seat.seat: each.seat.person.name for each in blank if each.seat.person}
    given |= earlier_names(room, blank)
    return read_seats(room, section.pk, place, given)


def _page(
    at: At, place: PlannedMeeting, typed: list[SeatTyped], problems: list[Problem] | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
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
    context: dict[str, Any] = {
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
        where=SeatPlace(at.section, at.table, max(1, at.full.now(at.section.pk))),
        doubt=whole_number(given.get("doubt")) or 0,
        counts=given.get("counts") == "yes",
        key=key_of(given),
        actor=request.actor,
    )
    if "desk" in given and request.actor.is_scorer:
        return redirect("event-names", event=event)
    return redirect("event-at", event=event, spot=spot)


# ---- Counting the tables.


@open_to(Level.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def count(request: ClubRequest, event: int) -> HttpResponse:
    """Ask how many tables there are and show what they can play; a POST starts it."""
    found = directed_by(request.actor, event)
    form = CountForm(request.POST if request.method == "POST" else request.GET)
    if found.contestants_are == TEAMS:
        return redirect("event-entries", event=event)
    if is_noted(found, f"{form.key}:round"):
        return redirect("event-phones", event=event)
    if found.round:
        return redirect("event", event=event)
    if request.method != "POST":
        return _page_of_counting(request, found, form)
    try:
        return _counted(request, found, form)
    except Refused as refusal:
        form.refuse(refusal, refusal.field or "")
    except RuleError as error:
        form.refuse(error, "movement")
    except ChangedMeanwhile:
        text = _("Changed by someone else; the current choice is shown. Choose again, or cancel.")
        form.refuse(Refused(text), "movement")
    return _page_of_counting(request, found, form)


def _counted(request: ClubRequest, event: Event, form: CountForm) -> HttpResponse:
    """Enter everyone who was counted, without names; with a movement start its first round."""
    room = read_room(form.number_of("tables"), form.words_of("half"), event.contestants_are)
    many, key, actor = room.count(event.contestants_are), form.key, request.actor
    if form.sends("other"):
        enter_counted(event=event, count=many, key=key, actor=actor)
        return redirect("event-movement", event=event.pk)
    chosen = _chosen(event, room, form.words_of("movement"))
    section = event.sections.get()
    with transaction.atomic():
        enter_counted(event=event, count=many, key=key, actor=actor)
        choose_movement(
            section=section,
            movement=movement_of_form(chosen.value, many, event.contestants_are),
            minutes=chosen.minutes_a_round,
            key=f"{key}:movement",
            actor=actor,
            seen=form.number_of("seen"),
        )
        section.refresh_from_db()
        let_phones_in(section=section, key=f"{key}:phones", actor=actor)
        start_round(event=event, key=f"{key}:round", actor=actor, seen=0)
    return redirect("event-phones", event=event.pk)


def _chosen(event: Event, room: CountedTables, value: str) -> OfferedMovement:
    """Return the movement that was tapped. Refused where it is none of those offered."""
    for each in offers_for(event, room):
        if each.proposal.value == value:
            return each.proposal
    raise Refused(_("Choose one of the movements offered."), "movement")


def _page_of_counting(request: ClubRequest, event: Event, form: CountForm) -> HttpResponse:
    are, half = event.contestants_are, form.words_of("half")
    offered: list[CountedOffer] = []
    many = ""
    if form.sends("tables"):
        try:
            room = read_room(form.number_of("tables"), half, are)
            offered, many = offers_for(event, room), how_many(are, room.count(are))
        except Refused as refusal:
            if not form.problems:
                form.refuse(refusal, refusal.field)
    values = [each.proposal.value for each in offered]
    asked = form.words_of("movement")
    here = sum(entry.plays for entry in entries_of(event))
    context: dict[str, Any] = {
        "event": event,
        "tables": form.typed("tables"),
        "half": half,
        "halves": [] if are == INDIVIDUALS else _halves(half),
        "offered": offered,
        "chosen": asked if asked in values else next(iter(values), ""),
        "many": many,
        "entered": how_many(are, here) if here else "",
        "seen": movements_chosen(event),
        "problems": form.problems,
        "key": new_key(),
    }
    status = 422 if form.problems and request.method == "POST" else 200
    return render(request, "events/count.html", context, status=status)


def _halves(half: str) -> list[tuple[str, str, bool]]:
    """What may be said of a half table: value, words, whether it is chosen."""
    words = {
        "": _("no half table"),
        "ns": _("a pair sits North–South alone"),
        "ew": _("a pair sits East–West alone"),
    }
    half = half if half in HALF else ""
    return [(value, text, value == half) for value, text in words.items()]


# ---- Which number each pair plays by.


class Numbered(NamedTuple):
    """An entry with its place in the order, and what was typed of it."""

    place: int
    entry: Entry
    seed: str


@open_to(Level.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def numbers(request: ClubRequest, event: int) -> HttpResponse:
    """Show the order of numbers; a POST sets it, or swaps two."""
    found = directed_by(request.actor, event)
    form = PairNumbersForm(request.POST, entries=entries_of(found))
    if request.method != "POST":
        return _page_of_numbers(request, found, form)
    try:
        _set(request, found, form)
    except Refused as refusal:
        form.refuse(refusal, "one" if form.sends("swap") else "")
    except ChangedMeanwhile:
        text = _("Changed by someone else; the current choice is shown. Choose again, or cancel.")
        form.refuse(Refused(text), "")
    if form.problems:
        return _page_of_numbers(request, found, form)
    return redirect("event-numbers", event=event)


def _set(request: ClubRequest, event: Event, form: PairNumbersForm) -> None:
    key, actor, way = form.key, request.actor, form.words_of("way")
    if form.sends("swap"):
        one, other = form.number_of("one") or 0, form.number_of("other") or 0
        swap_places(event=event, one=one, other=other, key=key, actor=actor)
        return
    if way not in WAYS:
        raise Refused(_("Choose numbers as entered, by lot or as seeded."))
    if way == SEEDED and not form.seeds:
        raise Refused(_("Give at least one pair its place, for example 1 for the strongest."))
    set_order(
        event=event,
        way=way,
        seeds=form.seeds,
        lot=secrets.token_hex(4) if way == BY_LOT else "",
        key=key,
        actor=actor,
        seen=form.number_of("seen"),
    )


def _page_of_numbers(request: ClubRequest, event: Event, form: PairNumbersForm) -> HttpResponse:
    order = order_now(event)
    playing = [one for one in entries_of(event) if one.plays]
    refused = bool(form.problems) and request.method == "POST"
    context: dict[str, Any] = {
        "event": event,
        "rows": [
            Numbered(place, one, form.typed(f"seed-{one.pk}") if refused else "")
            for place, one in enumerate(numbered_entries(playing), start=1)
        ],
        "words": numbering_in_words(order) if order else _("numbers as entered"),
        "one": form.typed("one") if refused else "",
        "other": form.typed("other") if refused else "",
        "seen": order_count(event),
        "problems": form.problems if refused else [],
        "key": new_key(),
    }
    return render(request, "events/numbers.html", context, status=422 if refused else 200)


# ---- Names that waited on a phone.

# What an entry that waits says it is, beside results.
SEATS_OF_LATE_NAMES = "seats"


class LateNames(NamedTuple):
    """Where names were typed, and what of each seat; nothing where only "later" was said."""

    where: SeatPlace
    typed: list[SeatTyped]

    @property
    def words(self) -> str:
        """The same as a person reads it."""
        said = [f"{each.seat.name} {each.text}" for each in self.typed if each.text]
        values = {"table": self.where.table, "round": self.where.round, "names": listed(said)}
        return _("table %(table)s, round %(round)s: %(names)s") % values


def are_names(given: QueryDict) -> bool:
    """Whether an entry that waited says who sits where, not how a board was played."""
    return given.get("what") == SEATS_OF_LATE_NAMES


def read_names(room: EventState, actor: Actor, given: QueryDict) -> LateNames:
    """Read names that waited. Refused says what would be right."""
    try:
        section, table = section_and_table(room, given.get("table", ""))
    except Http404:
        raise Refused(_("There is no such table. Choose another.")) from None
    place = room.plan(section).places.get((whole_number(given.get("round")) or 0, table))
    if place is None:
        raise Refused(_("No one plays at this table in this round."))
    if not voice_at(actor, room, section, place).speaks:
        raise Refused(_("This phone is not for that side. Ask the players at the table."))
    typed = read_seats(room, section.pk, place, given)
    return LateNames(SeatPlace(section, table, place.round), typed)


def take_names(room: EventState, actor: Actor, given: QueryDict) -> None:
    """Record names that waited; what names nobody for certain is asked at the table."""
    late, key = read_names(room, actor, given), key_of(given)
    if "later" in given:
        ask_later(where=late.where, key=key, actor=actor)
        return
    said = said_of(room.event, late.typed, given, actor, late=True)
    name_seats(where=late.where, said=said, key=key, actor=actor)
