"""Sums by side, as they were before columns: every line of every comparison by itself."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from math import lcm

from clubscore.ranking.result import Side
from clubscore.ranking.unit import Unit


class Tally:
    """Sums by side. Points are whole numbers over ``denominator``, which grows where it must."""

    def __init__(self) -> None:
        self.denominator = 1
        self.points: dict[Side, int] = defaultdict(int)
        self.tops: dict[int, Counter[Side]] = {}
        self.absent: dict[Side, int] = defaultdict(int)
        # How many comparisons brought a side points as a whole: at victory points its matches.
        self.matches: dict[Side, int] = defaultdict(int)

    @classmethod
    def of(cls, units: Iterable[Unit]) -> Tally:
        """The sums of these comparisons."""
        tally = cls()
        counted = list(units)
        tally.denominator = lcm(*{unit.denominator for unit in counted})
        for unit in counted:
            tally.count(unit)
        return tally

    def count(self, unit: Unit) -> None:
        """Count a comparison in."""
        if unit.credits is not None:
            self._count_credits(unit)
        else:
            self._count_some(unit)

    def _factor(self, denominator: int) -> int:
        """What brings points over this denominator to the tally's."""
        if self.denominator % denominator:
            common = lcm(self.denominator, denominator)
            for side in self.points:
                self.points[side] *= common // self.denominator
            self.denominator = common
        return self.denominator // denominator

    def _count_some(self, unit: Unit) -> None:
        factor = self._factor(unit.denominator)
        for line, result in enumerate(unit.results):
            for side, won in ((result.ns, unit.ns[line]), (result.ew, unit.ew[line])):
                if won is not None:
                    self.points[side] += factor * won
                    self._tops(unit.top_of(line))[side] += 1
                elif not result.played:
                    self.absent[side] += 1

    def _count_credits(self, unit: Unit) -> None:
        assert unit.credits is not None
        for side, credit in unit.credits.items():
            factor = self._factor(credit.points.denominator)
            self.points[side] += factor * credit.points.numerator
            self._tops(credit.top)[side] += credit.boards
            self.matches[side] += 1
        if not unit.credits and not unit.artificial:
            for side in {side for result in unit.results for side in (result.ns, result.ew)}:
                self.absent[side] += 1

    def _tops(self, top: int) -> Counter[Side]:
        """How many boards of this top each side has."""
        counts = self.tops.get(top)
        if counts is None:
            counts = self.tops[top] = Counter()
        return counts
