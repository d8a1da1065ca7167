"""What each contestant has: points over one denominator, tops, boards, boards not played."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from math import lcm
from typing import NamedTuple

from clubscore.ranking.columns import Columns
from clubscore.ranking.result import Side, members
from clubscore.ranking.unit import Unit, Worth


class Standing(NamedTuple):
    """A contestant's sum of points, before what is made up, added or taken off.

    It is ``points / denominator`` of ``top``, over so many ``boards`` of those ``scheduled``; at
    victory points from so many ``matches``.
    """

    points: int
    denominator: int
    top: int
    boards: int
    scheduled: int
    matches: int = 0


class Tally:
    """Sums by contestant, in the order of the event.

    Points are whole numbers over ``denominator``, which grows where it must.
    """

    def __init__(self, contestants: Collection[str]) -> None:
        self._contestants = contestants
        self.denominator = 1
        self.points = [0] * len(contestants)
        self.tops = self.points.copy()
        self.boards = self.points.copy()
        self.absent = self.points.copy()
        # How many comparisons brought points as a whole: at victory points the matches.
        self.matches = self.points.copy()

    @classmethod
    def of(
        cls,
        contestants: Collection[str],
        units: Iterable[Unit],
        columns: Columns | None = None,
        worths: Iterable[Worth] = (),
    ) -> Tally:
        """The sums of these comparisons, and of what the plain boards of columns are worth."""
        tally, by_line, by_score = cls(contestants), list(units), list(worths)
        denominators = {each.denominator for each in by_line} | {
            each.denominator for each in by_score
        }
        tally.denominator = lcm(*denominators)
        if columns is not None:
            tally._add_columns(columns, by_score)
        for unit in by_line:
            tally.count(unit, 1)
        return tally

    def _add_columns(self, columns: Columns, worths: list[Worth]) -> None:
        """The first to be counted: sums of nothing else."""
        ns: list[int] = []
        ew: list[int] = []
        for each in worths:
            factor = self.denominator // each.denominator
            if factor == 1:
                ns += each.ns
                ew += each.ew
                continue
            ns += [factor * points for points in each.ns]
            ew += [factor * points for points in each.ew]
        self.points = columns.sums(ns, ew)
        self.boards = columns.seats.copy()
        tops = {each.top for each in worths}
        if len(tops) > 1:
            by_score = [each.top for each in worths for _score in each.ns]
            self.tops = columns.sums(by_score, by_score)
        elif tops:
            (only,) = tops
            self.tops = [only * boards for boards in self.boards]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {number: at for at, number in enumerate(self._contestants)}

    def copy(self) -> Tally:
        """A tally of its own with the same sums."""
        other = Tally(self._contestants)
        other.denominator = self.denominator
        for key in ("points", "tops", "boards", "absent", "matches"):
            setattr(other, key, getattr(self, key).copy())
        return other

    def standing(self, number: str) -> Standing:
        """The sums of one contestant."""
        at = self._places[number]
        return Standing(
            self.points[at],
            self.denominator,
            self.tops[at],
            self.boards[at],
            self.boards[at] + self.absent[at],
            self.matches[at],
        )

    def count(self, unit: Unit, times: int) -> None:
        """Count a comparison in (1) or out again (-1)."""
        if unit.credits is not None:
            self._count_credits(unit, times)
            return
        factor = times * self._factor(unit.denominator)
        for line, result in enumerate(unit.results):
            for side, won in ((result.ns, unit.ns[line]), (result.ew, unit.ew[line])):
                for at in self._at(side):
                    if won is not None:
                        self.points[at] += factor * won
                        self.tops[at] += times * unit.top_of(line)
                        self.boards[at] += times
                    elif not result.played:
                        self.absent[at] += times

    def _factor(self, denominator: int) -> int:
        """What brings points over this denominator to the tally's."""
        if self.denominator % denominator:
            common = lcm(self.denominator, denominator)
            self.points = [each * (common // self.denominator) for each in self.points]
            self.denominator = common
        return self.denominator // denominator

    def _at(self, side: Side) -> list[int]:
        """Where the contestants of a side stand."""
        return [self._places[each] for each in members(side) if each in self._places]

    def _count_credits(self, unit: Unit, times: int) -> None:
        credits = unit.credits or {}
        for side, credit in credits.items():
            factor = times * self._factor(credit.points.denominator)
            for at in self._at(side):
                self.points[at] += factor * credit.points.numerator
                self.tops[at] += times * credit.top * credit.boards
                self.boards[at] += times * credit.boards
                self.matches[at] += times
        if not credits and not unit.artificial:
            for side in {side for result in unit.results for side in (result.ns, result.ew)}:
                for at in self._at(side):
                    self.absent[at] += times
