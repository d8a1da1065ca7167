"""Averages over boards, and how far chance alone would lead them away.

Everything is exact; the one root, of the chance, is taken to a millionth.

Had chance alone decided at which table somebody sits, a board would bring them any of the results
that were compared on it, each with the same probability. So what they win on it has as its mean m
and its variance v those of the field, whatever the scores are, and boards are independent: the
average of n boards has the mean sum(m) / n and the variance sum(v) / n². By the central limit
theorem it lies within 1.96 roots of that variance in 95 of 100 such averages.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from clubscore.events.models.over_years import Ratio
from clubscore.events.over_years.played_board import PlayedBoard

OF_95_IN_100 = Fraction(196, 100)
FINE = 10**6


class Band(NamedTuple):
    """Between what and what an average would lie in 95 of 100 cases by chance alone."""

    low: Fraction
    high: Fraction


def root_of(value: Fraction) -> Fraction:
    """Return the root of a number that is not below nought, rounded down to a millionth."""
    return Fraction(isqrt(value.numerator * FINE**2 // value.denominator), FINE)


class Sum:
    """A sum of fractions, added up by their denominators: most have one of a few."""

    def __init__(self) -> None:
        self._parts: dict[int, int] = defaultdict(int)

    def add(self, ratio: Ratio) -> None:
        """Add a fraction."""
        self._parts[ratio[1]] += ratio[0]

    @property
    def value(self) -> Fraction:
        """What it comes to."""
        return sum((Fraction(up, down) for down, up in self._parts.items()), Fraction(0))


@dataclass
class Average:
    """What some boards of one unit won on average; `boards` are those that were compared."""

    boards: int = 0
    _won: Sum = field(default_factory=Sum)
    _mean: Sum = field(default_factory=Sum)
    _spread: Sum = field(default_factory=Sum)

    def add(self, board: PlayedBoard) -> None:
        """Add a board; one that was not compared changes nothing."""
        if board.won is not None and board.mean is not None and board.spread is not None:
            self.boards += 1
            self._won.add(board.won)
            self._mean.add(board.mean)
            self._spread.add(board.spread)

    @property
    def value(self) -> Fraction | None:
        """The average; None of no board."""
        return self._won.value / self.boards if self.boards else None

    @property
    def band(self) -> Band:
        """Where it would lie by chance alone; of no board at nought."""
        boards = self.boards or 1
        middle = self._mean.value / boards
        wide = OF_95_IN_100 * root_of(self._spread.value) / boards
        return Band(middle - wide, middle + wide)
