"""Cutting a pack for partners, deal and seats: Laws of Bridge 1899, laws 14 to 20, and today's.

By the laws of 1899 the ace is the lowest card and the lowest deals; where equal cards leave a place
open, those who cut them cut again, and only they. Today the highest deals, and suits decide.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

from clubscore.laws.errors import RuleError
from clubscore.laws.seating.cut_laws import LOWEST, PACK, RANKS, SUITS, CutLaw
from clubscore.laws.words import gettext_noop

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Cut(Generic[Key]):
    """What the cards drawn so far decide.

    order: everyone, the best card first; settled only as far as `again` is empty.
    again: those who must cut again, empty when all is decided; `suits` has the rank of those of
    them who only tell their suit.
    """

    order: tuple[Key, ...]
    again: tuple[Key, ...]
    suits: Mapping[Key, str]

    @property
    def dealer(self) -> Key:
        """The player who drew the best card: they deal and choose seats and pack."""
        return self.order[0]

    @property
    def partners(self) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
        """The two best and the other two."""
        return self.order[:2], self.order[2:]


Heights = Mapping[Key, list[int]]


def resolve_cut(
    draws: Sequence[Mapping[Key, str]], *, partners: bool, law: CutLaw = LOWEST
) -> Cut[Key]:
    """Return what some rounds of cutting decide.

    The first round holds everyone's card ("AC" is the ace of clubs, "TD" the ten of diamonds, "A"
    an ace whose suit is not given), every further round the cards of those who had to cut
    again. With `partners` four people fall into two pairs; without, each card has its seat. Raises
    RuleError where a card stands twice in one round, is none of the pack, or the wrong people cut.
    """
    everybody = tuple(draws[0]) if draws else ()
    is_open = _partners_open if partners else _places_open
    heights, again, suits = run_cut(draws, everybody, law, is_open)
    return Cut(tuple(sorted(everybody, key=lambda who: heights[who])), again, suits)


def run_cut(
    draws: Sequence[Mapping[Key, str]],
    cutters: Sequence[Key],
    law: CutLaw,
    is_open: Callable[[Heights[Key]], Sequence[Key]],
) -> tuple[Heights[Key], tuple[Key, ...], Mapping[Key, str]]:
    """Return how everyone's cards rank, who must cut again, and the ranks of those who give a suit.

    `is_open` says of heights who is still to be told apart. RuleError as resolve_cut has it.
    """
    heights: dict[Key, list[int]] = {who: [] for who in cutters}
    suits: dict[Key, str] = {}
    again: tuple[Key, ...] = tuple(cutters)
    for number, drawn in enumerate(draws):
        where = f"draws[{number}]"
        check_round(drawn, again, where)
        for who, card in drawn.items():
            if who in suits:
                _check_suit(card, suits[who], where)
            else:
                heights[who].append(law.ranks.index(card[0]))
            if law.suits and len(card) > 1:
                heights[who].append(law.suits.index(card[1]))
        again = tuple(is_open(heights))
        suits = {who: drawn[who][0] for who in again} if law.suits else {}
    return heights, again, suits


def _check_suit(card: str, rank: str, where: str) -> None:
    if len(card) < 2 or card[0] != rank:
        phrase = gettext_noop("Players with equal cards must give the suit of the card they drew.")
        raise RuleError("suit", phrase, where)


def _partners_open(heights: Heights[Key]) -> Sequence[Key]:
    order = sorted(heights.values())
    if order[1] == order[2]:
        return _equal(heights, order[1])  # laws 19 and 20: two in the middle, three or all four
    # Law 19: the two lowest, to decide which of them deals.
    return _equal(heights, order[0]) if order[0] == order[1] else ()


def _places_open(heights: Heights[Key]) -> Sequence[Key]:
    """Each card has its seat: the first who are equal cut again.

    Auction Bridge Variations 1923, p. 142, law 2: the lowest deals, the next sits on the left.
    """
    order = sorted(heights.values())
    equal = next((one for one, other in pairwise(order) if one == other), None)
    return () if equal is None else _equal(heights, equal)


def _equal(heights: Heights[Key], height: list[int]) -> Sequence[Key]:
    return [who for who, each in heights.items() if each == height]


def check_round(drawn: Mapping[Key, str], expected: Sequence[Key], where: str) -> None:
    """Raise RuleError where a round of cutting cannot be: no card, one card twice, wrong people."""
    cards = list(drawn.values())
    for card in cards:
        if card not in PACK and card not in tuple(RANKS):
            phrase = gettext_noop(
                "%(card)s is not a card: give a rank (A, 2 to 9, T, J, Q, K) and a suit."
            )
            raise RuleError("no-card", phrase, where, card=card)
        if cards.count(card) > (1 if len(card) > 1 else len(SUITS)):
            phrase = gettext_noop("All cut from one pack, so no card can come twice in a round.")
            raise RuleError("card-twice", phrase, where)
    if set(drawn) != set(expected):
        phrase = gettext_noop("Only those who must cut draw a card, and each draws one.")
        raise RuleError("wrong-people", phrase, where)
