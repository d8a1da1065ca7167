"""Hands that the sources print whole: a file for what belongs together, and what is proved of it.

``proofs.json`` is made by ``manage.py prove_hands``; nothing in it is written by hand.
"""

from __future__ import annotations

from clubscore.deals.source_hands import equality
from clubscore.deals.source_hands.foster_nullo import FOSTER_NULLO
from clubscore.deals.source_hands.hand_parts import SourceHand

SOURCE_HANDS: tuple[SourceHand, ...] = (equality.ONE, equality.TWO, equality.THREE, FOSTER_NULLO)


def source_hand(key: str) -> SourceHand | None:
    """The hand of this key, None where there is none."""
    return next((hand for hand in SOURCE_HANDS if hand.key == key), None)


def hands_of_game(game: str) -> list[SourceHand]:
    """The hands that belong to a game."""
    return [hand for hand in SOURCE_HANDS if game in hand.games]
