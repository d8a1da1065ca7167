"""The pages of a table's people: who plays and who waits, comes or leaves, by law or by hand."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Person
from clubscore.club.people import add_guest
from clubscore.laws.errors import RuleError
from clubscore.rubbers.forms import SitDownForm, SubstituteForm, WhoPlaysForm
from clubscore.rubbers.line_up import (
    SeatingVerdict,
    Waits,
    agreed_line_up,
    law_of,
    prior_rights,
    reasons_of,
    verdict_of,
)
from clubscore.rubbers.line_up_changes import (
    agree_line_up,
    cut_for_places,
    draw_for_places,
    join,
    leave,
    offer,
    relieve,
    table_of,
)
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.pages.cut import CutRound, ask_cards, cards_tapped
from clubscore.rubbers.pages.way_on import has_moved_on, step_of
from clubscore.rubbers.score import standing_of
from clubscore.rubbers.seating import free_to_go, is_under_way
from clubscore.rubbers.selectors import (
    key_of,
    may_enter,
    new_key,
    part_of,
    sits_at,
    sitting_for,
    tonight,
)
from clubscore.rubbers.seven import crossing_at
from clubscore.rubbers.table_state import state_of
from clubscore.web.entry_keys import key
from clubscore.web.forms import Problem, people_to_seat, problem_of

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
    context: dict[str, Any] = {
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
    form = SitDownForm(request.POST, club=sitting.club)
    if form.people:
        leave(sitting=sitting, person=form.people[0], key=form.key, actor=actor)
    return redirect("at-table", pk=pk)


@open_to(Level.PLAYER)
def join_table(request: ClubRequest, pk: int) -> HttpResponse:
    """Let somebody come to a table: found by part of a name, or a guest in one tap."""
    actor, club = request.actor, request.actor.home
    sitting = sitting_for(actor, pk)
    if request.method != "POST":
        return _join_page(request, sitting, SitDownForm(request.GET, club=club))
    form = SitDownForm(request.POST, club=club)
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


def _join_page(request: ClubRequest, sitting: Sitting, form: SitDownForm) -> HttpResponse:
    club, text = request.actor.home, form.typed("q").strip()
    seated, rights = sits_at(club), prior_rights(club, tonight(club))
    here = {candidate.person_id for candidate in sitting.candidates.filter(left_at=None)}
    found = people_to_seat(club, text).exclude(pk__in=here)[:SHOWN]
    context: dict[str, Any] = {
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


def _substitute_page(
    request: ClubRequest, sitting: Sitting, part: Part, form: SubstituteForm, status: int = 200
) -> HttpResponse:
    standing, chosen = standing_of(part), form.typed("seat")
    context: dict[str, Any] = {
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


# ---- Who goes out, comes in, plays first.


@dataclass(frozen=True)
class FateRow:
    """Somebody whose place is in question: cards as rank and suit, and what becomes of them."""

    person: Person
    cards: list[tuple[str, str]]
    fate: str
    is_out: bool
    offered: bool


@open_to(Level.TABLE)
@require_safe
def who_plays(request: ClubRequest, pk: int) -> HttpResponse:
    """Say who goes out and who comes in, and why; ask for cards where they decide."""
    sitting = sitting_for(request.actor, pk, enter=True)
    elsewhere = has_moved_on(request, sitting)
    if elsewhere is not None:
        return elsewhere
    return _page(request, sitting, request.GET, [])


def _page(
    request: ClubRequest,
    sitting: Sitting,
    given: QueryDict,
    problems: list[Problem],
    status: int = 200,
) -> HttpResponse:
    table = table_of(sitting)
    verdict = verdict_of(table)
    everybody = [*table.playing, *(one.person for one in table.waiting)]
    agreed = agreed_line_up(sitting)
    next_up = {person.pk for person in agreed or verdict.players}
    context: dict[str, Any] = {
        "sitting": sitting,
        "part": part_of(sitting),
        "table": table,
        "verdict": verdict,
        "agreed": agreed,
        "agreed_names": [person.short_name for person in agreed],
        "reasons": reasons_of(verdict),
        "law": law_of(verdict),
        "rows": _rows(verdict),
        "asking": _asking(verdict, given) if _again(verdict) and not agreed else None,
        "everybody": [(person, person.pk in next_up) for person in everybody],
        "first": everybody[: table.game.players],
        "late": [one.person for one in table.waiting if one.late],
        "problems": problems,
        "key": new_key(),
        "state": state_of(sitting),
    }
    return render(request, "rubbers/who_plays.html", context, status=status)


def _again(verdict: SeatingVerdict) -> tuple[int, ...]:
    return () if verdict.missing else verdict.cut.again


def _asking(verdict: SeatingVerdict, given: QueryDict) -> CutRound:
    """Return whose card is asked for next of those who cut for a place."""
    people = (*verdict.table.playing, *verdict.claimants)
    cutting = [person for person in people if person.pk in verdict.choice.cutting]
    return ask_cards(
        cutting,
        _again(verdict),
        verdict.rounds,
        verdict.cut.suits,
        given,
        law=verdict.table.game.dealing.cutting,
    )


def _rows(verdict: SeatingVerdict) -> list[FateRow]:
    """Return everyone whose place is in question with the card drawn and what becomes of them."""
    people = verdict.table.playing if verdict.goes_out else verdict.claimants
    suits = verdict.table.game.dealing.cutting.suits
    rows = []
    for person in people:
        cards = [drawn[person.pk] for drawn in verdict.rounds if person.pk in drawn]
        chosen = person.pk in verdict.chosen
        rows.append(
            FateRow(
                person=person,
                cards=[
                    ("10" if c[0] == "T" else c[0], c[1:].lower() if suits else "") for c in cards
                ],
                fate=_fate(verdict, person, chosen),
                is_out=chosen == verdict.goes_out and person.pk not in _again(verdict),
                offered=person in verdict.offered,
            )
        )
    return rows


def _fate(verdict: SeatingVerdict, person: Person, chosen: bool) -> str:
    if person.pk in _again(verdict):
        again = pgettext("this player", "cuts again")
        return again if verdict.rounds else pgettext("this player", "cuts")
    if verdict.goes_out:
        return pgettext("this player", "out") if chosen else pgettext("this player", "stays")
    return pgettext("this player", "plays") if chosen else pgettext("this player", "waits")


@open_to(Level.TABLE)
@require_POST
def cut_out(request: ClubRequest, pk: int) -> HttpResponse:
    """Take the next card for who plays from a real pack, or draw until cards decide.

    The last card of a round records it. At a new table the program's draw goes on to the seats.
    """
    actor, given = request.actor, request.POST
    sitting = sitting_for(actor, pk, enter=True)
    step, key, afresh = step_of(given), key_of(given), "afresh" in given
    if "by_hand" not in given:
        draw_for_places(sitting=sitting, afresh=afresh, step=step, key=key, actor=actor)
        return redirect("cut" if agreed_line_up(sitting) else "who-plays", pk=pk)
    verdict = verdict_of(table_of(sitting))
    asking = _asking(verdict, given)
    if asking.asked is not None or not asking.tapped:
        return redirect(f"{reverse('who-plays', args=[pk])}?{asking.carried}")
    try:
        cut_for_places(
            sitting=sitting,
            cards=cards_tapped(asking, verdict.cut.suits),
            by_hand=True,
            afresh=afresh,
            step=step,
            key=key,
            actor=actor,
        )
    except RuleError as error:
        return _page(request, sitting, QueryDict(), [problem_of(error)], status=422)
    return redirect("who-plays", pk=pk)


@open_to(Level.TABLE)
@require_POST
def offer_out(request: ClubRequest, pk: int) -> HttpResponse:
    """Record who offers to go out."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = _form(sitting, request.POST)
    offer(
        sitting=sitting,
        people=form.people,
        step=form.number_of("step"),
        key=form.key,
        actor=request.actor,
    )
    return redirect("who-plays", pk=pk)


@open_to(Level.TABLE)
@require_POST
def line_up(request: ClubRequest, pk: int) -> HttpResponse:
    """Agree on who plays: as the laws have it, or as hands chose; then they cut for partners."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = _form(sitting, request.POST)
    by_hand = form.people if form.words_of("how") in ("hand", "room") else None
    try:
        agree_line_up(
            sitting=sitting,
            by_hand=by_hand,
            how=form.typed("how", "hand"),
            step=form.number_of("step"),
            key=form.key,
            actor=request.actor,
        )
    except RuleError as error:
        form.refuse(error)
        return _page(request, sitting, request.POST, form.problems, status=422)
    return redirect("cut", pk=pk)


def _form(sitting: Sitting, given: QueryDict) -> WhoPlaysForm:
    table = table_of(sitting)
    people = [*table.playing, *(one.person for one in table.waiting)]
    return WhoPlaysForm(given, people=people)
