"""The sorted pack of equality bridge: Auction Bridge Variations 1923, p. 74.

All cards of one rank lie together, the suits among them in any order; cut and dealt one by one,
such a pack gives every player one card of each rank.
"""

import random
from collections.abc import Sequence

from clubscore.laws.errors import RuleError
from clubscore.laws.seating.cut_laws import RANKS, SUITS
from clubscore.laws.words import gettext_noop

HANDS = 4


def sorted_pack(chance: random.Random) -> tuple[str, ...]:
    """A pack from the ace down, the four cards of each rank in an order left to chance."""
    return tuple(
        rank + suit for rank in ("A", *reversed(RANKS[1:])) for suit in chance.sample(SUITS, HANDS)
    )


def cut_pack(pack: Sequence[str], at: int) -> tuple[str, ...]:
    """The pack after so many cards were lifted off and put below; it stays sorted in a ring.

    Raises RuleError at ``at`` where one part would have fewer than four cards (Laws of Bridge
    1899, law 35).
    """
    if not HANDS <= at <= len(pack) - HANDS:
        phrase = gettext_noop("At least four cards must be left on either side of the cut.")
        raise RuleError("cut", phrase, "at")
    return (*pack[at:], *pack[:at])


def deal_out(pack: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Four hands, a card at a time, the first hand being the one to the dealer's left."""
    return tuple(tuple(pack[hand::HANDS]) for hand in range(HANDS))
