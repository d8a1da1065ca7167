"""Who goes out, who comes in, who plays first: by the laws, by the cards or by hand."""

from dataclasses import dataclass
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Person
from clubscore.laws.errors import RuleError
from clubscore.rubbers.line_up.table_state import TableState, state_of
from clubscore.rubbers.line_up.who_plays import AtTable, Verdict, agreed_line_up, verdict_of
from clubscore.rubbers.line_up.why_plays import law_of, reasons_of
from clubscore.rubbers.locks import key_of, new_key
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.selectors import part_of, sitting_for
from clubscore.rubbers.sitting.changing import (
    agree_line_up,
    cut_for_places,
    offer,
    table_of,
)
from clubscore.rubbers.sitting.draw_for_us import draw_for_places
from clubscore.rubbers.sitting.forms import WhoPlaysForm
from clubscore.rubbers.views.cutting import Asking, ask_cards, cards_tapped
from clubscore.rubbers.views.moved_on import has_moved_on, step_of
from clubscore.tableside.problems import Problem, problem_of


@dataclass(frozen=True)
class FateRow:
    """Somebody whose place is in question: cards as rank and suit, and what becomes of them."""

    person: Person
    cards: list[tuple[str, str]]
    fate: str
    is_out: bool
    offered: bool


class WhoPlaysPage(TypedDict):
    """Who goes out and who comes in, why, and who must cut for it."""

    sitting: Sitting
    part: Part | None
    table: AtTable
    verdict: Verdict
    agreed: list[Person]
    agreed_names: list[str]
    reasons: list[str]
    law: str
    rows: list[FateRow]
    asking: Asking | None
    everybody: list[tuple[Person, bool]]
    first: list[Person]
    late: list[Person]
    problems: list[Problem]
    key: str
    state: TableState


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
    context: WhoPlaysPage = {
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


def _again(verdict: Verdict) -> tuple[int, ...]:
    return () if verdict.missing else verdict.cut.again


def _asking(verdict: Verdict, given: QueryDict) -> Asking:
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


def _rows(verdict: Verdict) -> list[FateRow]:
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


def _fate(verdict: Verdict, person: Person, chosen: bool) -> str:
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
