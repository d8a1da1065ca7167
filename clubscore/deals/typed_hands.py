"""A deal as it is typed, hand by hand: what is there so far, and what is wrong with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from clubscore.deals.hands import (
    CARDS_IN_HAND,
    PACK,
    SUITS,
    Deal,
    Hand,
    cards_of,
    named,
    read_hand,
    whole_deal,
)
from clubscore.laws.cards import COMPASS, Denomination
from clubscore.laws.errors import RuleError

# Blanks, slashes or commas may be typed between the suits; a dot then stands for none.
JOINTS = re.compile(r"[\s,/;]+")


class TypedHand(NamedTuple):
    """What was typed for a seat: the hand where it can be read, else what is wrong with it."""

    seat: str
    text: str
    hand: Hand | None = None
    problem: RuleError | None = None
    # Whether it was left open and holds what the others have not.
    is_filled: bool = False

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(map(len, self.hand or ()))

    @property
    def is_whole(self) -> bool:
        """Whether it has its thirteen."""
        return self.size == CARDS_IN_HAND

    @property
    def dots(self) -> str:
        """The hand as it is written again."""
        return self.text if self.hand is None else ".".join(self.hand)


class TypedDeal(NamedTuple):
    """Four hands, the deal where they make one, else what keeps them from it."""

    hands: tuple[TypedHand, ...]
    deal: Deal | None
    problem: RuleError | None

    @property
    def held(self) -> dict[str, Hand]:
        """The hands that can be read."""
        return {each.seat: each.hand for each in self.hands if each.hand is not None}

    @property
    def left(self) -> list[tuple[Denomination, str]]:
        """The cards that no one holds yet, by suit."""
        held = set(cards_of(self.held))
        found = []
        for at, suit in enumerate(SUITS):
            ranks = [card[1] for card in PACK[13 * at : 13 * at + 13] if card not in held]
            found.append((suit, "".join(ranks)))
        return [(suit, ranks) for suit, ranks in found if ranks]

    @property
    def twice(self) -> str:
        """The cards that stand in two places, for people."""
        counted = Counter(cards_of(self.held))
        return named(card for card in PACK if counted[card] > 1)


def read_typed(texts: Mapping[str, str]) -> TypedDeal:
    """Read four hands by seat: ``AK42.QJ9.T87.654``, blanks for dots; one may be left empty.

    Raises nothing: what is wrong stands at its hand, or at the deal.
    """
    hands = [_read(seat, texts.get(seat, "")) for seat in COMPASS]
    found = {each.seat: each.hand for each in hands if each.hand is not None}
    problem = next((each.problem for each in hands if each.problem), None)
    if problem is not None:
        return TypedDeal(tuple(hands), None, problem)
    try:
        deal = whole_deal(found)
    except RuleError as error:
        return TypedDeal(tuple(hands), None, error)
    return TypedDeal(
        tuple(
            each if each.hand else each._replace(hand=deal.hand(each.seat), is_filled=True)
            for each in hands
        ),
        deal,
        None,
    )


def _read(seat: str, text: str) -> TypedHand:
    text = text.strip()[:100]
    if not text:
        return TypedHand(seat, "")
    written = text if "." in text else JOINTS.sub(".", text)
    try:
        return TypedHand(seat, text, read_hand(JOINTS.sub("", written), seat))
    except RuleError as error:
        return TypedHand(seat, text, problem=error)
