"""Deals at which a side may do best by losing tricks, found without solving them.

A side must win where its cards cannot stay below the other side's. How often it cannot is seen at
once; the exact search, which takes thousands of times as long, is kept for the deals that look
best. What is seen decides only which deals are solved, never what a board comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from clubscore.deals.hands import RANKS, SUIT_KEYS, Deal
from clubscore.deals.par import HANDS, other

# Of so many deals the ones that look best are solved.
LOOKED_AT, SOLVED = 800, 8
# Where a hand has more cards of a suit, a side will rather win tricks in that.
LONGEST = 5
HIGH = {"A": 4, "K": 3, "Q": 2, "J": 1}


def promising(deals: Iterator[Deal]) -> Iterator[Deal]:
    """Of each :data:`LOOKED_AT` even deals the :data:`SOLVED` that look best, without end."""
    even = filter(is_even, deals)
    while True:
        seen = list(islice(even, LOOKED_AT))
        yield from sorted(seen, key=doubt)[:SOLVED]


def is_even(deal: Deal) -> bool:
    """Whether no hand has a suit longer than :data:`LONGEST`."""
    return all(len(suit) <= LONGEST for hand in deal.hands for suit in hand)


def doubt(deal: Deal) -> int:
    """How little a deal looks like one whose par is to lose tricks, in no unit; less is better.

    A side should be able to stay below, and yet have high cards, and neither side a long suit
    between its hands: else somebody has better to do than to lose.
    """
    stuck = min(3 * too_high_of(deal, side) - _high(deal, side) for side in HANDS)
    return stuck + 6 * sum(_fit(deal, side) for side in HANDS)


def _high(deal: Deal, side: str) -> int:
    """High cards of a side, ace four to jack one."""
    held = (rank for hand in HANDS[side] for suit in deal.hand(hand) for rank in suit)
    return sum(HIGH.get(rank, 0) for rank in held)


def _fit(deal: Deal, side: str) -> int:
    """The cards of a side's longest suit between its hands."""
    hands = [deal.hand(hand) for hand in HANDS[side]]
    return max(sum(len(hand[suit]) for hand in hands) for suit in range(len(SUIT_KEYS)))


def too_high_of(deal: Deal, side: str) -> int:
    """How many cards of this side's hands cannot stay below the other side's.

    In each suit the lowest card of a hand is held against the lowest of the other side, the next
    against its next, as far as both have cards.
    """
    found = 0
    for suit in range(len(SUIT_KEYS)):
        theirs = _low_first(*(deal.hand(hand)[suit] for hand in HANDS[other(side)]))
        for hand in HANDS[side]:
            mine = _low_first(deal.hand(hand)[suit])
            found += sum(one > their for one, their in zip(mine, theirs, strict=False))
    return found


def _low_first(*holdings: str) -> list[int]:
    return sorted(-RANKS.index(rank) for holding in holdings for rank in holding)
