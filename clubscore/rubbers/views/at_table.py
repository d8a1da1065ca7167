"""The people of a table: who plays and who waits, who comes, who leaves, who takes a seat over."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Person
from clubscore.club.people.guests import add_guest
from clubscore.laws.errors import RuleError
from clubscore.rubbers.line_up.who_plays import AtTable, Waits, prior_rights
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.selectors import may_enter, part_of, sits_at, sitting_for, tonight
from clubscore.rubbers.seven.log import crossing_at
from clubscore.rubbers.sitting.changing import join, leave, table_of
from clubscore.rubbers.sitting.coming import free_to_go, is_under_way
from clubscore.rubbers.sitting.forms import NamesForm, SubstituteForm
from clubscore.rubbers.sitting.substitutes import relieve
from clubscore.rubbers.state.part_state import standing_of
from clubscore.tableside.entry_keys import Key, key
from clubscore.tableside.people import people_to_seat
from clubscore.tableside.problems import Problem

SHOWN = 12


@dataclass(frozen=True)
class WaitingRow:
    """Somebody who waits, for how many rubbers and minutes already."""

    person: Person
    rubbers: int
    minutes: int


@dataclass(frozen=True)
class PlayingRow:
    """Somebody who plays: rubbers in a row, and the seat."""

    person: Person
    run: int
    seat: str | None


def waiting_rows(waiting: Iterable[Waits]) -> list[WaitingRow]:
    """Return who waits, and for how many rubbers and minutes."""
    now = clock.now()
    return [
        WaitingRow(one.person, one.rubbers, max(0, int((now - one.since).total_seconds() // 60)))
        for one in waiting
    ]


class AtTablePage(TypedDict):
    """Who plays and who waits."""

    sitting: Sitting
    part: Part | None
    table: AtTable
    playing: list[PlayingRow]
    waiting: list[WaitingRow]
    under_way: bool
    may_enter: bool
    key: str


@open_to(Level.TABLE)
@require_safe
def at_table(request: ClubRequest, pk: int) -> HttpResponse:
    """Show who plays and who waits, with what can become of each."""
    sitting = sitting_for(request.actor, pk)
    if crossing_at(sitting) is not None:
        return redirect("seven", pk=pk)
    table = table_of(sitting)
    part = part_of(sitting)
    seats: dict[int, str] = {}
    if part is not None:
        seats = {person.pk: seat for seat, person in standing_of(part).people.items()}
    context: AtTablePage = {
        "sitting": sitting,
        "part": part,
        "table": table,
        "playing": [
            PlayingRow(person, table.runs[person.pk], seats.get(person.pk))
            for person in table.playing
        ],
        "waiting": waiting_rows(table.waiting),
        "under_way": is_under_way(part),
        "may_enter": sitting.is_open and may_enter(request.actor, sitting),
        "key": new_key(),
    }
    return render(request, "rubbers/at_table.html", context)


@open_to(Level.TABLE)
@require_POST
def leave_table(request: ClubRequest, pk: int) -> HttpResponse:
    """Let somebody go who belongs to this table."""
    actor = request.actor
    sitting = sitting_for(actor, pk, enter=True)
    form = NamesForm(request.POST, club=sitting.club)
    if form.people:
        leave(sitting=sitting, person=form.people[0], key=form.key, actor=actor)
    return redirect("at-table", pk=pk)


@open_to(Level.PLAYER)
def join_table(request: ClubRequest, pk: int) -> HttpResponse:
    """Let somebody come to a table: found by part of a name, or a guest in one tap."""
    actor, club = request.actor, request.actor.home
    sitting = sitting_for(actor, pk)
    if request.method != "POST":
        return _join_page(request, sitting, NamesForm(request.GET, club=club))
    form = NamesForm(request.POST, club=club)
    people = form.people[:1]
    if form.new_guest:
        people = [add_guest(club=club, name=form.new_guest, actor=actor)]
    if not people:
        return _join_page(request, sitting, form)
    try:
        join(sitting=sitting, person=people[0], key=form.key, actor=actor)
    except RuleError as error:
        form.refuse(error)
        return _join_page(request, sitting, form)
    return redirect("at-table", pk=pk) if may_enter(actor, sitting) else redirect("home")


class JoinPage(TypedDict):
    """Who could come: where they sit now, and their right of entry."""

    sitting: Sitting
    q: str
    free: set[int]
    found: list[tuple[Person, str, bool | None]]
    room: int
    form: NamesForm
    problems: list[Problem]
    key: str


def _join_page(request: ClubRequest, sitting: Sitting, form: NamesForm) -> HttpResponse:
    club, text = request.actor.home, form.typed("q").strip()
    seated, rights = sits_at(club), prior_rights(club, tonight(club))
    here = {candidate.person_id for candidate in sitting.candidates.filter(left_at=None)}
    found = people_to_seat(club, text).exclude(pk__in=here)[:SHOWN]
    context: JoinPage = {
        "sitting": sitting,
        "q": text,
        "free": free_to_go(club, seated),
        "found": [(p, seated.get(p.pk, ""), rights.get(p.pk)) for p in found],
        "room": table_of(sitting).room,
        "form": form,
        "problems": form.problems,
        "key": new_key(),
    }
    status = 422 if form.problems else 200
    return render(request, "rubbers/join.html", context, status=status)


@open_to(Level.TABLE)
def substitute(request: ClubRequest, pk: int) -> HttpResponse:
    """Ask who takes a seat over until the rubber ends, and whose money it is."""
    sitting = sitting_for(request.actor, pk, enter=True)
    part = part_of(sitting)
    if part is None:
        return redirect("seats", pk=pk)
    others = _others(request, sitting, part)
    if request.method != "POST":
        return _substitute_page(request, sitting, part, SubstituteForm(request.GET, people=others))
    form = SubstituteForm(request.POST, people=others)
    if not form.is_valid():
        return _substitute_page(request, sitting, part, form, status=422)
    try:
        relieve(
            sitting=sitting,
            part=part.number,
            seat=form.words_of("seat"),
            person=form.cleaned_data["who"],
            own_account=form.words_of("money") == "own",
            leaves=form.words_of("then") == "leaves",
            key=form.key,
            actor=request.actor,
        )
    except RuleError as error:
        form.refuse(error)
        return _substitute_page(request, sitting, part, form, status=422)
    return redirect("table", pk=pk)


def _others(request: ClubRequest, sitting: Sitting, part: Part) -> list[Person]:
    """Return who can take a seat over: those who wait, and for members whoever sits nowhere."""
    waiting = [one.person for one in table_of(sitting).waiting]
    if request.actor.level < Level.PLAYER:
        return waiting
    seated = sits_at(sitting.club)
    return [*waiting, *people_to_seat(sitting.club).exclude(pk__in=seated)[:SHOWN]]


class SubstitutePage(TypedDict):
    """Who could take a seat over, and what was chosen so far."""

    sitting: Sitting
    part: Part
    under_way: bool
    seats: list[Key]
    others: list[Person]
    who: str
    money: str
    then: str
    problems: list[Problem]
    key: str


def _substitute_page(
    request: ClubRequest, sitting: Sitting, part: Part, form: SubstituteForm, status: int = 200
) -> HttpResponse:
    standing, chosen = standing_of(part), form.typed("seat")
    context: SubstitutePage = {
        "sitting": sitting,
        "part": part,
        "under_way": is_under_way(part) and part.closed_at is None,
        "seats": [key(seat, person.short_name, chosen) for seat, person in standing.people.items()],
        "others": form.people,
        "who": form.typed("who"),
        "money": form.typed("money", "absent"),
        "then": form.typed("then", "waits"),
        "problems": form.problems if status != 200 else [],
        "key": form.key,
    }
    return render(request, "rubbers/substitute.html", context, status=status)
