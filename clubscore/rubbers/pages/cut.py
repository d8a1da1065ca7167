"""The pages on which a pack is cut, one person after the other, for seats, deal and order.

Cards that were tapped are carried by the page until everyone has one. Each key sends 'card', for
example `rank-12:K`; 'uncard' takes a card back that was tapped.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Given, text_of
from clubscore.club.models import Person
from clubscore.laws.cards import LOWEST, RANKS, CutLaw
from clubscore.laws.cards import SUITS_OF_CUTTING as SUITS
from clubscore.laws.errors import RuleError
from clubscore.laws.games import Game, find_game
from clubscore.rubbers.line_up import belonging
from clubscore.rubbers.line_up_changes import draw_for_seats, needs_choice
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.pages.sit_down import pack_of, proposed_order, seats_taken
from clubscore.rubbers.pages.way_on import has_moved_on, step_of
from clubscore.rubbers.seating import agreement_of, cut_of, record_draw, those_next
from clubscore.rubbers.selectors import key_of, new_key, part_of, sitting_for
from clubscore.rubbers.table_state import draws_of, state_of
from clubscore.web.forms import Problem, problem_of

IN_WORDS = {
    "A": gettext_lazy("ace"),
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
}


@dataclass(frozen=True)
class CardKey:
    """A rank to tap as it is printed, with its word for ears; or a suit by its sign."""

    value: str
    label: str = ""
    word: str = ""
    suit: str = ""


@dataclass(frozen=True)
class CardAsked:
    """Whose card is asked for: its rank, or only its suit where ranks are equal and suits count."""

    person: Person
    name: str
    keys: list[CardKey]

    @property
    def is_suit(self) -> bool:
        """Whether only the suit is asked for."""
        return bool(self.keys[0].suit)


@dataclass(frozen=True)
class Drawn:
    """Somebody who cuts: the cards so far, and the field of the one that was just tapped."""

    person: Person
    cards: list[str] = field(default_factory=list)
    tapped: str = ""
    is_asked: bool = False


@dataclass(frozen=True)
class CutRound:
    """Where a round of cutting stands: whose card is asked for next, none once all have one."""

    asked: CardAsked | None
    drawn: list[Drawn]
    tapped: dict[str, str]

    @property
    def carried(self) -> str:
        """What was tapped in this round, as an address says it."""
        return urlencode(self.tapped)


def ask_cards(
    people: Sequence[Person],
    again: Sequence[int],
    rounds: Sequence[Mapping[int, str]],
    suits: Mapping[int, str],
    given: Given,
    *,
    law: CutLaw = LOWEST,
) -> CutRound:
    """Return whose card is asked for next of those who cut (again), by what a page carries.

    `suits` are the ranks of those who only give the suit of the card they drew. A suit is shown
    only where the law of the cut asks for it.
    """
    names = {who: f"{'suit' if who in suits else 'rank'}-{who}" for who in again}
    tapped = {
        name: card
        for who, name in names.items()
        if (card := _tapped(given, name)) in tuple(SUITS if who in suits else RANKS)
    }
    by_key = {person.pk: person for person in people}
    left = [who for who in again if who in by_key and names[who] not in tapped]
    asked = CardAsked(by_key[left[0]], names[left[0]], _keys(left[0] in suits)) if left else None
    drawn = []
    for person in people:
        name = names.get(person.pk, "")
        cards = [_shown(cards[person.pk], law) for cards in rounds if person.pk in cards]
        if name in tapped:
            cards.append(tapped[name])
        elif person.pk in again:
            cards.append("")
        is_asked = asked is not None and person == asked.person
        drawn.append(Drawn(person, cards, name if name in tapped else "", is_asked))
    return CutRound(asked, drawn, tapped)


def _shown(card: str, law: CutLaw) -> str:
    return card if law.suits else card[:1]


def _tapped(given: Given, name: str) -> str:
    """Return the card in a field, or the one that was tapped for it just now; none taken back."""
    if text_of(given, "uncard") == name:
        return ""
    field_name, _colon, card = text_of(given, "card").partition(":")
    return card if field_name == name else text_of(given, name)


def _keys(is_suit: bool) -> list[CardKey]:
    if is_suit:
        return [CardKey(each, suit=each.lower()) for each in reversed(SUITS)]
    return [
        CardKey(rank, "10" if rank == "T" else rank, str(IN_WORDS.get(rank, ""))) for rank in RANKS
    ]


def cards_tapped(asking: CutRound, suits: Mapping[int, str]) -> dict[int, str]:
    """Return the cards of a round of which everyone has one: {person: card}."""
    cards = {}
    for name, card in asking.tapped.items():
        who = int(name.rpartition("-")[2])
        cards[who] = suits[who] + card if who in suits else card
    return cards


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


def _asking(sitting: Sitting, game: Game, people: list[Person], given: QueryDict) -> CutRound:
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
    context: dict[str, Any] = {
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


def _sides(game: Game, order: dict[str, Person], asking: CutRound) -> list[list[Drawn]]:
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
