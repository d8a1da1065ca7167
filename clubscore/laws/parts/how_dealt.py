"""How a game is dealt: who deals, with which pack, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from clubscore.laws.facts import OwnFacts
from clubscore.laws.record import Record
from clubscore.laws.seating.cut_laws import HIGHEST, LOWEST, SUITS, CutLaw

if TYPE_CHECKING:
    import random


class Dealing(Record):
    """The deal: a game that deals its own way overrides what differs.

    ``steps`` say how it is done where it is not done as usual. ``cutting`` is how the pack is cut
    for seats, ``procedures`` what of its law a page can help with, ``between_rubbers`` what its
    source advises before the next one.
    """

    steps: tuple[str, ...] = ()
    cutting: ClassVar[CutLaw] = LOWEST
    procedures: ClassVar[tuple[str, ...]] = ()
    between_rubbers: ClassVar[str] = ""

    def order(self, seats: tuple[str, ...], hands: tuple[str, ...]) -> tuple[str, ...]:
        """The hands that deal, in turn to the left: each player."""
        return seats

    def deals_again(self, in_a_row: int, passed: bool) -> bool:
        """Whether the last dealer deals once more, after so many and where all passed it."""
        return False

    def usual_facts(self, played: int, dealer: str) -> OwnFacts:
        """The facts that follow from who deals after so many of the rubber, unless told."""
        return {}

    def pack(self, chance: random.Random) -> Sequence[str]:
        """A pack as it is dealt, card by card, for example "AS": shuffled."""
        cards = [rank + suit for suit in SUITS for rank in HIGHEST.ranks]
        chance.shuffle(cards)
        return cards


AS_USUAL = Dealing()
