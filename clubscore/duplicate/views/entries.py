"""Open an event; who plays; the door; the movement."""

import re
from fractions import Fraction
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import formats
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.evening import evening_of
from clubscore.club.guests import add_guest
from clubscore.club.keys import key_of, new_key
from clubscore.club.models import Person
from clubscore.club.reading import whole_number
from clubscore.club.templatetags.clubscore import said
from clubscore.duplicate.event_words import how_many
from clubscore.duplicate.forms import FORMS, INDIVIDUALS, PAIRS
from clubscore.duplicate.models import Event
from clubscore.duplicate.opening import (
    Terms,
    at_the_door,
    enter_pair,
    enter_players,
    join_halves,
    name_pair,
    open_event,
)
from clubscore.duplicate.plan import plan_of
from clubscore.duplicate.proposals import Proposal, movement_asked, nothing_to_offer, proposals
from clubscore.duplicate.room import Room, room_of
from clubscore.duplicate.running import choose_movement, exchange_numbers
from clubscore.duplicate.selectors import directed_by, event_for
from clubscore.laws.errors import RuleError
from clubscore.laws.money import find_currency, read_amount, round_coins, speak_amount
from clubscore.rubber.entry_form import Problem
from clubscore.rubber.selectors import people_at, people_to_seat

SHOWN = 12


def usual_name(request: ClubRequest) -> str:
    """Return what an event is called where nobody says otherwise: Tuesday pairs."""
    day = formats.date_format(evening_of(request.actor.home, clock.now()), "l")
    return _("%(day)s pairs") % {"day": day}


@open_to(Level.SCORER)
def new_event(request: ClubRequest) -> HttpResponse:
    """Ask what is played tonight, and open the event."""
    given = request.POST if request.method == "POST" else request.GET
    if request.method != "POST":
        return _new_page(request, given, [])
    problems, terms = _read_terms(request, given)
    if problems:
        return _new_page(request, given, problems)
    club = request.actor.home
    event = open_event(
        club=club,
        evening=evening_of(club, clock.now()),
        terms=terms,
        key=key_of(given),
        actor=request.actor,
    )
    return redirect("event-entries", event=event.pk)


def _read_terms(request: ClubRequest, given: QueryDict) -> tuple[list[Problem], Terms]:
    problems = []
    name = " ".join(given.get("name", "").split())[:80]
    if not name:
        problems.append(Problem("name", _("Give the event a name, such as Tuesday pairs.")))
    form = given.get("form", PAIRS)
    if form not in FORMS:
        problems.append(Problem("form", _("Choose one of the ways to play.")))
    fee, said_fee = 0, given.get("fee", "").strip()
    if said_fee:
        try:
            currency = find_currency(request.actor.home.currency)
            fee = round_coins(Fraction(read_amount(said_fee, currency)))
        except RuleError as error:
            problems.append(Problem("fee", said(error)))
    return problems, Terms(name, fee, form)


def _new_page(request: ClubRequest, given: QueryDict, problems: list[Problem]) -> HttpResponse:
    context = {
        "problems": problems,
        "name": given.get("name", usual_name(request)),
        "fee": given.get("fee", ""),
        "forms": [(key, _(each.name), _(each.about)) for key, each in FORMS.items()],
        "form": given.get("form", PAIRS),
        "key": key_of(given),
    }
    return render(request, "duplicate/new.html", context, status=422 if problems else 200)


@open_to(Level.PLAYER)
def entries(request: ClubRequest, event: int) -> HttpResponse:
    """Show who plays, with the door for whoever runs the room; a POST enters a pair."""
    found = event_for(request.actor, event)
    if request.method != "POST":
        return _entries_page(request, found, request.GET)
    given = request.POST.copy()
    club, guest = request.actor.home, given.get("guest", "").strip()
    if "add_guest" in given and guest:
        added = add_guest(club=club, name=guest, actor=request.actor)
        given.appendlist("who", str(added.pk))
        return _entries_page(request, found, given)
    if "find" in given:
        return _entries_page(request, found, given)
    people = people_at(club, given.getlist("who"))
    pair = whole_number(given.get("pair"))
    key = key_of(given)
    if pair:
        found = directed_by(request.actor, event)
        name_pair(event=found, entry=pair, people=people, key=key, actor=request.actor)
    elif found.contestants_are == INDIVIDUALS and people:
        enter_players(event=found, people=people, key=key, actor=request.actor)
    else:
        expected = given.get("expected", "")
        enter_pair(event=found, people=people, expected=expected, key=key, actor=request.actor)
    return redirect("event-entries", event=event)


def _entries_page(request: ClubRequest, event: Event, given: QueryDict) -> HttpResponse:
    club, room = request.actor.home, room_of(event)
    text = given.get("q", "").strip()
    chosen = people_at(club, given.getlist("who"))
    here = [entry for entry in room.entries if entry.withdrawn_at is None]
    seated = {person.pk for entry in here for person in entry.people}
    found: list[Person] = list(
        people_to_seat(club, text).exclude(pk__in=[*seated, *(p.pk for p in chosen)])[:SHOWN]
    )
    pair = whole_number(given.get("pair"))
    context: dict[str, Any] = {
        "event": event,
        "room": room,
        "entries": [entry for entry in here if not entry.seeks_partner],
        "halves": [entry for entry in here if entry.seeks_partner],
        "pairs": sum(entry.plays for entry in here),
        "many": how_many(event.contestants_are, sum(entry.plays for entry in here)),
        "unpaid": [entry for entry in here if entry.paid_at is None] if event.fee else [],
        "fee": speak_amount(event.fee, find_currency(club.currency)) if event.fee else "",
        "pair": next((entry for entry in here if entry.pk == pair), None),
        "chosen": chosen,
        "found": found,
        "q": text,
        "runs": request.actor.is_scorer,
        "key": new_key(),
    }
    return render(request, "duplicate/entries.html", context)


@open_to(Level.SCORER)
@require_POST
def door(request: ClubRequest, event: int) -> HttpResponse:
    """Tick off who arrived, paid or withdrew; join two halves."""
    found, given = directed_by(request.actor, event), request.POST
    entry, key = whole_number(given.get("entry")) or 0, key_of(given)
    if "other" in given:
        other = whole_number(given.get("other")) or 0
        join_halves(event=found, one=entry, other=other, key=key, actor=request.actor)
    else:
        what = given.get("what", "")
        at_the_door(event=found, entry=entry, what=what, key=key, actor=request.actor)
    return redirect("event-entries", event=event)


@open_to(Level.SCORER)
def movement(request: ClubRequest, event: int) -> HttpResponse:
    """Show two or three proposals in plain words; a POST chooses one, or changes two numbers."""
    found = directed_by(request.actor, event)
    room = room_of(found)
    if request.method != "POST":
        return _movement_page(request, room, [])
    given, section = request.POST, room.sections[0]
    key = key_of(given)
    if "one" in given:
        one, other = (whole_number(re.sub(r"\D", "", given.get(n, ""))) for n in ("one", "other"))
        exchange_numbers(
            section=section, one=one or 0, other=other or 0, key=key, actor=request.actor
        )
        return redirect("event-movement", event=event)
    try:
        asked = movement_asked(given.get("movement", ""), _pairs(room), found.contestants_are)
    except RuleError as error:
        return _movement_page(request, room, [Problem("", said(error))])
    choose_movement(
        section=section,
        movement=asked,
        minutes=whole_number(given.get("minutes")) or 0,
        key=key,
        actor=request.actor,
    )
    return redirect("event", event=event)


def _pairs(room: Room) -> int:
    return sum(entry.plays for entry in room.entries)


def _movement_page(request: ClubRequest, room: Room, problems: list[Problem]) -> HttpResponse:
    event, pairs = room.event, _pairs(room)
    are = event.contestants_are
    offered: list[Proposal] = [] if event.round else proposals(pairs, are)
    if not offered and not problems and not event.round:
        problems = [Problem("", nothing_to_offer(pairs, are))]
    plan = plan_of(room.sections[0].plan)
    context = {
        "event": event,
        "room": room,
        "pairs": pairs,
        "many": how_many(are, pairs),
        "offered": offered,
        "plan": plan,
        "numbers": sorted(room.by_number.items()),
        "problems": problems,
        "key": new_key(),
    }
    return render(request, "duplicate/movement.html", context, status=422 if request.POST else 200)
