"""The sets that a club can play, and a table that sits down to one."""

import datetime as dt
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import key_of, new_key
from clubscore.club.models import Club
from clubscore.club.wording import said
from clubscore.deals.file_text import LARGEST_FILE
from clubscore.events.models import ContestSet, Event
from clubscore.events.pages.table import TableRequest as At
from clubscore.events.pars import SetFileForm
from clubscore.events.set_table import (
    SHIPPED,
    bring_phone,
    bring_sealed_set,
    bring_shipped_set,
    open_table,
    say_stop,
    set_in_file,
    shipped_set,
)
from clubscore.events.state import EventState, rooms_of
from clubscore.events.terms import games
from clubscore.events.visibility import closed_here, event_of, hours_of, look_at
from clubscore.laws.errors import RuleError
from clubscore.ranking import EventFile as RankedEvent
from clubscore.ranking.event import fingerprint
from clubscore.ranking.par import right_contracts
from clubscore.web.forms import Problem, why_no_file
from clubscore.web.hooks import part

MOST_TABLES = 12


class SetRow(NamedTuple):
    """A set to choose: its name, game, how many boards, fingerprint; until when it is sealed.

    `directed` is how many of its boards have a directed contract.
    """

    name: str
    game: str
    boards: int
    fingerprint: str
    directed: int
    until: dt.datetime | None = None


class TableRow(NamedTuple):
    """A table that plays a set or played one: who sat there, how many boards it has closed."""

    event: Event
    names: list[str]
    closed: int
    boards: int


@open_to(Level.PLAYER)
def contests(request: ClubRequest) -> HttpResponse:
    """Show the sets; a POST opens a table that plays one, or brings in a set from a file."""
    if request.method != "POST":
        return _page(request)
    given, key, club = request.POST, key_of(request.POST), request.actor.home
    try:
        if "bring" in given:
            return _brought(request, key)
        kept = _chosen(club, given.get("set", ""), key, request)
    except RuleError as error:
        return _page(request, [Problem(error.where or "set", said(error))])
    event = open_table(kept=kept, key=key, actor=request.actor)
    return redirect("event-seats", event=event.pk, spot="A1")


def _brought(request: ClubRequest, key: str) -> HttpResponse:
    """Keep the set of a file. RuleError at ``file`` where it has none that can be played."""
    if not request.actor.is_scorer:
        raise PermissionDenied
    file = SetFileForm(request.POST, request.FILES).file_of("file")
    if file is None:
        return _page(request, [Problem("file", why_no_file(request, LARGEST_FILE))])
    try:
        event = set_in_file(file.read(LARGEST_FILE + 1))
        kept = bring_sealed_set(club=request.actor.home, event=event, key=key, actor=request.actor)
    except RuleError as error:
        raise error.standing("file") from None
    return _page(request, chosen=kept.fingerprint)


def _chosen(club: Club, value: str, key: str, request: ClubRequest) -> ContestSet:
    """The set that was tapped: one that the club keeps, or one of the program, kept from now on."""
    kept = ContestSet.objects.filter(club=club, fingerprint=value).first()
    if kept is not None:
        return kept
    by_name = {fingerprint(shipped_set(name)): name for name in SHIPPED}
    name = by_name.get(value, "")
    return bring_shipped_set(club=club, name=name, key=f"{key}:set", actor=request.actor)


def _page(
    request: ClubRequest, problems: list[Problem] | None = None, chosen: str = ""
) -> HttpResponse:
    club = request.actor.home
    rows, hours, now = {}, hours_of(club.pk), clock.now()
    for kept in ContestSet.objects.filter(club=club):
        row, until = _row(kept.fingerprint, kept.name, event_of(kept)), hours.get(kept.pk)
        rows[kept.fingerprint] = row._replace(until=until) if until and now < until else row
    for name in SHIPPED:
        there = shipped_set(name)
        mark = fingerprint(there)
        rows.setdefault(mark, _row(mark, there.about.get("name", name), there))
    context: dict[str, Any] = {
        "sets": sorted(rows.values(), key=lambda row: row.name),
        "tables": _tables(club),
        "chosen": chosen,
        "problems": problems or [],
        "key": new_key(),
    }
    return render(request, "events/contests.html", context, status=422 if problems else 200)


def _tables(club: Club) -> list[TableRow]:
    """The newest tables, in four queries."""
    events = Event.objects.filter(club=club, called_off_at=None).exclude(contest_set=None)
    return [_table(room) for room in rooms_of(list(events.order_by("-pk")[:MOST_TABLES]))]


def _table(room: EventState) -> TableRow:
    names = [person.name for entry in room.entries for person in entry.people]
    return TableRow(room.event, names, len(closed_here(room)), len(room.made))


def _row(mark: str, name: str, event: RankedEvent) -> SetRow:
    game = dict(games()).get(event.valuation.key, event.valuation.key)
    directed = sum(bool(right_contracts(board)) for board in event.boards.values())
    return SetRow(name, game, len(event.boards), mark, directed)


@open_to(Level.TABLE)
@require_POST
def own_phone(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Say that this phone is its player's: with all four in, it shows their cards."""
    at = At(request, event, spot)
    at.must_speak()
    key = key_of(request.POST)
    bring_phone(section=at.section, table=at.table, key=key, actor=request.actor)
    return redirect("event-at", event=event, spot=spot)


@open_to(Level.TABLE)
@require_POST
def stop(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Say that the reader's side wants to stop here, or to play on after all."""
    at = At(request, event, spot)
    at.must_speak()
    say_stop(
        section=at.section,
        table=at.table,
        sides=at.voice.side,
        stops="on" not in request.POST,
        key=key_of(request.POST),
        actor=request.actor,
    )
    return redirect("event-at", event=event, spot=spot)


@open_to(Level.DIRECTOR)
@require_POST
def set_look(request: ClubRequest, kept: int) -> HttpResponse:
    """Note that a director will not play the set, and may see all of it."""
    found = ContestSet.objects.filter(club=request.actor.home, pk=kept).first()
    if found is None:
        raise Http404
    look_at(kept=found, key=key_of(request.POST), actor=request.actor)
    page = part("page of a set")
    return redirect(page, kept=kept) if page else redirect("contests")
