"""The cut for partners, deal and seats: one card after the other, then all that follows from it."""

from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Person
from clubscore.laws.errors import RuleError
from clubscore.laws.games import Game, find_game
from clubscore.rubbers.line_up.table_state import TableState, draws_of, state_of
from clubscore.rubbers.line_up.who_plays import belonging
from clubscore.rubbers.locks import key_of, new_key
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.selectors import part_of, sitting_for
from clubscore.rubbers.sitting.changing import needs_choice
from clubscore.rubbers.sitting.draw_for_us import draw_for_seats
from clubscore.rubbers.sitting.seating import agreement_of, cut_of, record_draw, those_next
from clubscore.rubbers.views.cutting import Asking, Drawn, ask_cards, cards_tapped
from clubscore.rubbers.views.moved_on import has_moved_on, step_of
from clubscore.rubbers.views.seats import SeatTaken, pack_of, proposed_order, seats_taken
from clubscore.tableside.problems import Problem, problem_of


class CutPage(TypedDict):
    """Who must cut (again), or what follows from the cut: partners, dealer, seats and pack."""

    sitting: Sitting
    game: Game
    asking: Asking
    sides: list[list[Drawn]]
    decided: bool
    suits_decide: bool
    has_equals: bool
    law: str
    dealer: Person | None
    seats: list[SeatTaken]
    pack: str
    waiting: list[str]
    problems: list[Problem]
    key: str
    state: TableState
    is_first: bool


@open_to(Level.TABLE)
@require_safe
def cut(request: ClubRequest, pk: int) -> HttpResponse:
    """Ask those who must cut for their cards one by one, or show what follows from them."""
    sitting = sitting_for(request.actor, pk, enter=True)
    elsewhere = has_moved_on(request, sitting)
    if elsewhere is not None:
        return elsewhere
    if needs_choice(sitting):
        return redirect("who-plays", pk=pk)
    return _page(request, sitting, request.GET, [])


def _asking(sitting: Sitting, game: Game, people: list[Person], given: QueryDict) -> Asking:
    so_far = cut_of(sitting, game)
    again = so_far.again if so_far else [person.pk for person in people]
    suits = so_far.suits if so_far else {}
    return ask_cards(people, again, draws_of(sitting), suits, given, law=game.dealing.cutting)


def _page(
    request: ClubRequest,
    sitting: Sitting,
    given: QueryDict,
    problems: list[Problem],
    status: int = 200,
) -> HttpResponse:
    game = find_game(agreement_of(sitting).game)
    people = those_next(sitting, game)
    so_far = cut_of(sitting, game)
    decided = so_far is not None and not so_far.again
    order = proposed_order(sitting, game, people)
    asking = _asking(sitting, game, people, given)
    playing = {person.pk for person in people}
    context: CutPage = {
        "sitting": sitting,
        "game": game,
        "asking": asking,
        "sides": _sides(game, order, asking) if decided else [],
        "decided": decided,
        "suits_decide": bool(game.dealing.cutting.suits),
        "has_equals": so_far is not None and not decided,
        "law": game.dealing.cutting.law,
        "dealer": order[game.seats[0]] if decided else None,
        "seats": seats_taken(game, order),
        "pack": pack_of(sitting),
        "waiting": [
            each.person.short_name for each in belonging(sitting) if each.person_id not in playing
        ],
        "problems": problems,
        "key": new_key(),
        "state": state_of(sitting),
        "is_first": part_of(sitting) is None,
    }
    return render(request, "rubbers/sit_down/cut.html", context, status=status)


def _sides(game: Game, order: dict[str, Person], asking: Asking) -> list[list[Drawn]]:
    """Return who drew what, partners beside each other; the side of the dealer first."""
    drawn = {one.person: one for one in asking.drawn}
    if not game.has_partners:
        return [[drawn[person]] for person in order.values()]
    return [[drawn[order[seat]] for seat in column.seats] for column in game.columns]


@open_to(Level.TABLE)
@require_POST
def draw(request: ClubRequest, pk: int) -> HttpResponse:
    """Take the next card from a real pack, or draw until cards decide.

    The last card of a round records it; until then the page carries those before.
    """
    actor, given = request.actor, request.POST
    sitting = sitting_for(actor, pk, enter=True)
    step, key = step_of(given), key_of(given)
    if "by_hand" not in given:
        draw_for_seats(sitting=sitting, afresh="afresh" in given, step=step, key=key, actor=actor)
        return redirect("cut", pk=pk)
    game = find_game(agreement_of(sitting).game)
    asking = _asking(sitting, game, those_next(sitting, game), given)
    if asking.asked is not None or not asking.tapped:
        return redirect(f"{reverse('cut', args=[pk])}?{asking.carried}")
    so_far = cut_of(sitting, game)
    cards = cards_tapped(asking, so_far.suits if so_far else {})
    try:
        record_draw(
            sitting=sitting,
            cards=cards,
            by_hand=True,
            afresh="afresh" in given,
            step=step,
            key=key,
            actor=actor,
        )
    except RuleError as error:
        return _page(request, sitting, QueryDict(), [problem_of(error)], status=422)
    return redirect("cut", pk=pk)
