"""Cutting a pack, taking seats, and agreeing on another game for the same people."""

from dataclasses import dataclass, field
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.laws.errors import RuleError
from clubscore.laws.games import Game, find_game
from clubscore.laws.seating.cutting import RANKS, SUITS, Cut
from clubscore.laws.seating.cutting_in import CutFor
from clubscore.laws.sheet.stakes import read_stakes
from clubscore.laws.words import SEATS
from clubscore.rubbers.line_up.table_state import TableState, draws_of, state_of
from clubscore.rubbers.line_up.who_plays import belonging
from clubscore.rubbers.locks import key_of, new_key
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.selectors import part_of, sitting_for
from clubscore.rubbers.sitting.changing import needs_choice
from clubscore.rubbers.sitting.forms import AgreementForm, SeatsForm
from clubscore.rubbers.sitting.proposal import Proposal
from clubscore.rubbers.sitting.seating import (
    agreement_of,
    change_agreement,
    cut_of,
    draw_for,
    games_for,
    record_draw,
    take_seats,
    those_next,
)
from clubscore.rubbers.state.headings import stake_alone
from clubscore.rubbers.views.moved_on import has_moved_on, step_of
from clubscore.tableside.entry_keys import Key, key
from clubscore.tableside.problems import Problem, problem_of


@dataclass(frozen=True)
class DrawnCard:
    """A card that somebody drew."""

    person: Person
    card: str


@dataclass(frozen=True)
class SuitKey:
    """A suit to tap, and its sign."""

    value: str
    suit: str
    checked: bool


@dataclass(frozen=True)
class Cutter:
    """Somebody who must cut, and the keys for the card: its rank, or its suit."""

    person: Person
    ranks: list[Key] = field(default_factory=list)
    suits: list[SuitKey] = field(default_factory=list)


@dataclass(frozen=True)
class SeatAsked:
    """A seat, and who could take it."""

    legend: str
    name: str
    options: list[Key]


@dataclass(frozen=True)
class PackKey:
    """A pack by its colour."""

    value: str
    checked: bool


class CutPage(TypedDict):
    """What was drawn, and who must cut (again)."""

    sitting: Sitting
    game: Game
    rounds: list[list[DrawnCard]]
    cutters: list[Cutter]
    suits_decide: bool
    law: str
    decided: Cut[int] | None
    order: list[Person]
    problems: list[Problem]
    key: str
    state: TableState
    is_first: bool


class SeatsPage(TypedDict):
    """Who could sit where, and who deals."""

    sitting: Sitting
    game: Game
    bars: list[SeatAsked]
    dealers: list[Key]
    problems: list[Problem]
    key: str
    is_first: bool
    state: TableState
    packs: list[PackKey]


class AnotherGamePage(TypedDict):
    """A game, laws and a stake for the next rubber."""

    sitting: Sitting
    games: list[Game]
    game: Game
    proposal: Proposal
    problems: list[Problem]
    key: str


@open_to(Level.TABLE)
@require_safe
def cut(request: ClubRequest, pk: int) -> HttpResponse:
    """Show what was drawn, and ask those who must cut (again) for their cards."""
    sitting = sitting_for(request.actor, pk, enter=True)
    elsewhere = has_moved_on(request, sitting)
    if elsewhere is not None:
        return elsewhere
    if needs_choice(sitting):
        return redirect("who-plays", pk=pk)
    return _cut_page(request, sitting, QueryDict(), [])


def _cut_page(
    request: ClubRequest,
    sitting: Sitting,
    given: QueryDict,
    problems: list[Problem],
    status: int = 200,
) -> HttpResponse:
    game = find_game(agreement_of(sitting).game)
    people = {person.pk: person for person in those_next(sitting, game)}
    decided = cut_of(sitting, game)
    again = decided.again if decided else tuple(people)
    context: CutPage = {
        "sitting": sitting,
        "game": game,
        "rounds": [
            [DrawnCard(people[who], card) for who, card in cards.items()]
            for cards in draws_of(sitting)
        ],
        "cutters": [cutter(people[who], given, decided) for who in again],
        "suits_decide": bool(game.dealing.cutting.suits),
        "law": game.dealing.cutting.law,
        "decided": decided if decided and not again else None,
        "order": [people[who] for who in decided.order] if decided and not again else [],
        "problems": problems,
        "key": new_key(),
        "state": state_of(sitting),
        "is_first": part_of(sitting) is None,
    }
    return render(request, "rubbers/sit_down/cut.html", context, status=status)


def cutter(person: Person, given: QueryDict, cut: Cut[int] | CutFor[int] | None = None) -> Cutter:
    """Return the keys for a card: its rank, or its suit where ranks are equal and suits decide."""
    name = "suit" if cut is not None and person.pk in cut.suits else "rank"
    said = given.get(f"{name}-{person.pk}", "")
    if name == "suit":
        return Cutter(person, suits=[SuitKey(each, each.lower(), each == said) for each in SUITS])
    return Cutter(person, [key(rank, "10" if rank == "T" else rank, said) for rank in RANKS])


def card_tapped(given: QueryDict, who: int, cut: Cut[int] | CutFor[int] | None) -> str:
    """Return the card that was tapped for somebody, as far as it was asked for."""
    if cut is not None and who in cut.suits:
        return cut.suits[who] + given.get(f"suit-{who}", "")
    return given.get(f"rank-{who}", "")


@open_to(Level.TABLE)
@require_POST
def draw(request: ClubRequest, pk: int) -> HttpResponse:
    """Record one round of cutting: tapped in from a real pack, or drawn by the program."""
    actor = request.actor
    sitting = sitting_for(actor, pk, enter=True)
    given = request.POST
    game = find_game(agreement_of(sitting).game)
    afresh = "afresh" in given
    by_hand = "by_hand" in given
    if by_hand:
        cards = _cards_tapped(sitting, game, given)
    else:
        cards = {} if afresh else draw_for(sitting, game)
    try:
        record_draw(
            sitting=sitting,
            cards=cards or draw_for(sitting, game),
            by_hand=by_hand,
            afresh=afresh,
            step=step_of(given),
            key=key_of(given),
            actor=actor,
        )
    except RuleError as error:
        return _cut_page(request, sitting, given, [problem_of(error)], status=422)
    return redirect("cut", pk=pk)


def _cards_tapped(sitting: Sitting, game: Game, given: QueryDict) -> dict[int, str]:
    decided = cut_of(sitting, game)
    who = decided.again if decided else [person.pk for person in those_next(sitting, game)]
    return {person: card_tapped(given, person, decided) for person in who}


@open_to(Level.TABLE)
def seats(request: ClubRequest, pk: int) -> HttpResponse:
    """Ask who sits where and who deals; a POST begins the part."""
    actor = request.actor
    sitting = sitting_for(actor, pk, enter=True)
    if request.method != "POST":
        elsewhere = has_moved_on(request, sitting)
        if elsewhere is not None:
            return elsewhere
        if needs_choice(sitting):
            return redirect("who-plays", pk=pk)
        return _seats_page(request, sitting, _seats_form(sitting, request.GET))
    agreement = agreement_of(sitting)
    form = _seats_form(sitting, request.POST)
    try:
        take_seats(
            sitting=sitting,
            line_up=form.line_up,
            agreement=agreement,
            step=step_of(request.POST),
            key=form.key,
            actor=actor,
        )
    except RuleError as error:
        form.refuse(error)
        return _seats_page(request, sitting, form)
    return redirect("table", pk=pk)


def _seats_form(sitting: Sitting, given: QueryDict) -> SeatsForm:
    game = find_game(agreement_of(sitting).game)
    return SeatsForm(given, game=game, people=those_next(sitting, game))


def _seats_page(request: ClubRequest, sitting: Sitting, form: SeatsForm) -> HttpResponse:
    game, people = form.game, form.people
    order = proposed_order(sitting, game, people)
    dealer = form.typed("dealer") or str(order[game.seats[0]].pk)
    bars = [
        SeatAsked(
            legend=seat_legend(game, seat),
            name=f"seat-{seat}",
            options=[
                key(each.pk, each.short_name, form.typed(f"seat-{seat}") or order[seat].pk)
                for each in people
            ],
        )
        for seat in game.seats
    ]
    context: SeatsPage = {
        "sitting": sitting,
        "game": game,
        "bars": bars,
        "dealers": [key(each.pk, each.short_name, dealer) for each in people],
        "problems": form.problems,
        "key": new_key(),
        "is_first": part_of(sitting) is None,
        "state": state_of(sitting),
        "packs": _packs(sitting, form.typed("pack")),
    }
    status = 422 if form.problems else 200
    return render(request, "rubbers/sit_down/seats.html", context, status=status)


def _packs(sitting: Sitting, chosen: str) -> list[PackKey]:
    """Return the two packs of a table; the dealer chooses one."""
    own = sitting.table.pack or "red"
    other = "blue" if own != "blue" else "red"
    chosen = chosen if chosen in (own, other) else own
    return [PackKey(pack, pack == chosen) for pack in (own, other)]


def proposed_order(sitting: Sitting, game: Game, people: list[Person]) -> dict[str, Person]:
    """Return seats by the cut, else as they last sat, else as they came.

    The lowest card deals and sits first, with its partner opposite.
    """
    decided = cut_of(sitting, game)
    by_key = {person.pk: person for person in people}
    if decided and not decided.again:
        order = [by_key[who] for who in decided.order]
        if game.has_partners:
            order = [order[0], order[2], order[1], order[3]]
    else:
        order = _as_they_sat(sitting, game, people)
    return dict(zip(game.seats, order, strict=True))


def _as_they_sat(sitting: Sitting, game: Game, people: list[Person]) -> list[Person]:
    """Return who plays in the order of seats: who stays keeps theirs, others take what is free."""
    part = part_of(sitting)
    if part is None or len(part.seats.all()) != len(game.seats):
        return people
    sat = sorted(part.seats.all(), key=lambda seat: _clockwise(seat.seat))
    stay = [seat.person if seat.person in people else None for seat in sat]
    new = iter([person for person in people if person not in stay])
    return [person or next(new) for person in stay]


def seat_legend(game: Game, seat: str) -> str:
    """Return what a seat is called: by the compass, or by who plays the dummy at three."""
    if len(game.columns) == len(game.seats) and game.players < 4:
        return _("Seat %(seat)s") % {"seat": seat}
    if game.players < 4:
        return (
            _("Plays the dummy") if seat == game.seats[0] else _("Seat %(seat)s") % {"seat": seat}
        )
    return _(SEATS[seat])


def _clockwise(seat: str) -> int:
    return "NESWABC".index(seat[0])


@open_to(Level.TABLE)
def another_game(request: ClubRequest, pk: int) -> HttpResponse:
    """Change the game, the laws or the stake for the next rubber of the same people."""
    actor = request.actor
    sitting = sitting_for(actor, pk, enter=True)
    given = (request.POST if request.method == "POST" else request.GET).copy()
    before = agreement_of(sitting)
    if "stake" not in given:
        # The table keeps its stake until someone changes it.
        given["stake"] = stake_alone(read_stakes(before.stakes))
    games = games_for(len(belonging(sitting)), find_game(before.game).players)
    # A game for another number is none of those asked for.
    chosen = next((one for one in games if one.key == given.get("game")), find_game(before.game))
    form = AgreementForm(given, club=actor.home, game=chosen)
    if request.method == "POST" and form.sends("agree"):
        try:
            change_agreement(sitting=sitting, agreement=form.agreement, key=form.key, actor=actor)
            return redirect("seats", pk=pk)
        except (RuleError, Refused) as error:
            form.refuse(error)
    context: AnotherGamePage = {
        "sitting": sitting,
        "games": games,
        "game": chosen,
        "proposal": Proposal.of(form),
        "problems": form.problems,
        "key": new_key(),
    }
    status = 422 if form.problems else 200
    return render(request, "rubbers/sit_down/another_game.html", context, status=status)
