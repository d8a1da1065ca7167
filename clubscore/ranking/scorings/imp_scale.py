"""International Match Points: the scale of law 78B."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

# Laws of Duplicate Bridge 2017, law 78B: the lowest difference for 1 to 24 IMPs.
LOWEST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip


def imps(difference: int) -> int:
    """The IMPs of a difference in points, with its sign."""
    won = bisect_right(LOWEST, abs(difference))
    return won if difference > 0 else -won


def award_imps(percent: Fraction, _top: int) -> Fraction:
    """An artificial score in IMPs of a board: 60 percent are 2 IMPs."""
    return (percent - 50) / 5
