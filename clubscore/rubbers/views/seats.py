"""Taking seats by hand, and agreeing on another game for the same people."""

from dataclasses import dataclass
from functools import partial
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.laws.errors import RuleError
from clubscore.laws.games import Game, find_game, is_game
from clubscore.laws.settlement import read_stakes
from clubscore.laws.words import SEATS
from clubscore.rubbers.games.variations import Variation, variations_of
from clubscore.rubbers.line_up.table_state import TableState, state_of
from clubscore.rubbers.line_up.who_plays import belonging
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.selectors import part_of, sitting_for
from clubscore.rubbers.sitting.changing import needs_choice
from clubscore.rubbers.sitting.forms import AgreementForm, SeatsForm
from clubscore.rubbers.sitting.proposal import Proposal
from clubscore.rubbers.sitting.seating import (
    agreement_of,
    change_agreement,
    cut_of,
    games_for,
    take_seats,
    those_next,
)
from clubscore.rubbers.state.headings import stake_alone
from clubscore.rubbers.views.moved_on import has_moved_on, step_of
from clubscore.tableside.entry_keys import Key, key
from clubscore.tableside.problems import Problem


@dataclass(frozen=True)
class SeatAsked:
    """A seat, and who could take it."""

    legend: str
    name: str
    options: list[Key]


@dataclass(frozen=True)
class SeatTaken:
    """A seat as the cards give it, and who sits there."""

    name: str
    seat: str
    person: Person


@dataclass(frozen=True)
class PackKey:
    """A pack by its colour."""

    value: str
    checked: bool


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
    variations: list[Variation]
    proposal: Proposal
    problems: list[Problem]
    key: str


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


def pack_of(sitting: Sitting) -> str:
    """Return the colour of a table's own pack."""
    return sitting.table.pack or "red"


def _packs(sitting: Sitting, chosen: str) -> list[PackKey]:
    """Return the two packs of a table; the dealer chooses one."""
    own = pack_of(sitting)
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


def seats_taken(game: Game, order: dict[str, Person]) -> list[SeatTaken]:
    """Return the seats of a game with who sits there, partners beside each other."""
    sides = [seat for column in game.columns for seat in column.seats if seat in order]
    seats = dict.fromkeys([*sides, *order]) if game.has_partners else order
    return [SeatTaken(f"seat-{seat}", seat_legend(game, seat), order[seat]) for seat in seats]


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


def _asked_for(key: str | None, games: list[Game]) -> Game | None:
    """Return the game of this key if it is one of these, or one of them with a layer over it.

    A game for another number is none of those asked for.
    """
    found = find_game(key) if is_game(key) else None
    keys = {one.key for one in games}
    return found if found and (found.beneath or found.key) in keys else None


def _with_game(pk: int, key: str) -> str:
    return f"{reverse('another-game', args=[pk])}?game={key}"


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
    chosen = _asked_for(given.get("game"), games) or find_game(before.game)
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
        "variations": variations_of(chosen, partial(_with_game, pk)),
        "proposal": Proposal.of(form),
        "problems": form.problems,
        "key": new_key(),
    }
    status = 422 if form.problems else 200
    return render(request, "rubbers/sit_down/another_game.html", context, status=status)
