"""What each side has: points over one denominator, boards by their top, boards not played."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import lcm
from typing import cast

from clubscore.ranking.result import Side
from clubscore.ranking.unit import Unit


class Tally:
    """Sums by side. Points are whole numbers over ``denominator``, which grows where it must."""

    __slots__ = ("absent", "denominator", "matches", "points", "tops")

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
            tally.count(unit, 1)
        return tally

    def copy(self) -> Tally:
        """A tally of its own with the same sums."""
        other = Tally()
        other.denominator = self.denominator
        other.points = self.points.copy()
        other.tops = {key: counts.copy() for key, counts in self.tops.items()}
        other.absent = self.absent.copy()
        other.matches = self.matches.copy()
        return other

    def count(self, unit: Unit, times: int) -> None:
        """Count a comparison in (1) or out again (-1)."""
        if unit.credits is not None:
            self._count_credits(unit, times)
        elif unit.tops is None and None not in unit.ns:
            self._count_lines(unit, times)
        else:
            self._count_some(unit, times)

    def _factor(self, denominator: int) -> int:
        """What brings points over this denominator to the tally's."""
        if self.denominator % denominator:
            common = lcm(self.denominator, denominator)
            for side in self.points:
                self.points[side] *= common // self.denominator
            self.denominator = common
        return self.denominator // denominator

    def _count_lines(self, unit: Unit, times: int) -> None:
        """Every line has points out of the same top: most boards, and the quickest way."""
        factor = times * self._factor(unit.denominator)
        points, tops = self.points, self._tops(unit.top)
        change = tops.update if times > 0 else tops.subtract
        both = (
            (unit.ns, [result.ns for result in unit.results]),
            (unit.ew, [result.ew for result in unit.results]),
        )
        for column, sides in both:
            change(sides)
            won = _times(cast("Sequence[int]", column), factor)
            for side, of in zip(sides, won, strict=True):
                points[side] += of

    def _count_some(self, unit: Unit, times: int) -> None:
        factor = times * self._factor(unit.denominator)
        for line, result in enumerate(unit.results):
            for side, won in ((result.ns, unit.ns[line]), (result.ew, unit.ew[line])):
                if won is not None:
                    self.points[side] += factor * won
                    self._tops(unit.top_of(line))[side] += times
                elif not result.played:
                    self.absent[side] += times

    def _count_credits(self, unit: Unit, times: int) -> None:
        assert unit.credits is not None  # noqa: S101 - asked only of such a comparison
        for side, credit in unit.credits.items():
            factor = times * self._factor(credit.points.denominator)
            self.points[side] += factor * credit.points.numerator
            self._tops(credit.top)[side] += times * credit.boards
            self.matches[side] += times
        if not unit.credits and not unit.artificial:
            for side in {side for result in unit.results for side in (result.ns, result.ew)}:
                self.absent[side] += times

    def _tops(self, top: int) -> Counter[Side]:
        """How many boards of this top each side has."""
        counts = self.tops.get(top)
        if counts is None:
            counts = self.tops[top] = Counter()
        return counts


def _times(points: Sequence[int], factor: int) -> Sequence[int]:
    """Each of these so many times; there are far fewer different ones than lines."""
    if factor == 1:
        return points
    table = {each: each * factor for each in set(points)}
    return [table[each] for each in points]
