"""Contracts of the sources' hands that can be made against any defence, and no trick more.

Each is a problem to be set. What is said of them here is checked against the solvers by tests.
"""

from __future__ import annotations

from typing import NamedTuple

from clubscore.deals.source_hands import equality
from clubscore.deals.source_hands.foster_nullo import FOSTER_NULLO
from clubscore.deals.source_hands.hand_parts import SourceHand


class SetProblem(NamedTuple):
    """A hand, the contract to be made ("4S"), and who declares."""

    hand: SourceHand
    contract: str
    declarer: str


SET_PROBLEMS = (
    SetProblem(equality.ONE, "3D", "S"),
    SetProblem(equality.ONE, "3S", "E"),
    SetProblem(equality.TWO, "4C", "W"),
    SetProblem(FOSTER_NULLO, "4NU", "E"),
    SetProblem(FOSTER_NULLO, "5S", "S"),
    SetProblem(FOSTER_NULLO, "3H", "N"),
)
