"""One comparison: the results that are scored against each other, and what each of them gets.

Points are whole numbers over one denominator, so that nothing is rounded and adding is cheap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple, cast

from clubscore.ranking.result import Adjusted, Award, Result, Side, Weighted


class Credit(NamedTuple):
    """What a side gets of a comparison as a whole, where that is not line by line."""

    points: Fraction
    top: int
    boards: int


class Artificial(NamedTuple):
    """Awards of one side on one board; their mean is what it gets of ``top``."""

    side: Side
    awards: tuple[Award, ...]
    top: int


class Unit(NamedTuple):
    """A scored comparison.

    ``ns`` and ``ew`` are by line, over ``denominator``; None where nothing was played or an
    ``artificial`` score stands. ``tops`` are by line where they differ, else every line has
    ``top``. ``credits`` stand where points are not given line by line.
    """

    results: Sequence[Result]
    denominator: int
    ns: Sequence[int | None]
    ew: Sequence[int | None]
    top: int = 0
    tops: Sequence[int] | None = None
    artificial: tuple[Artificial, ...] = ()
    credits: Mapping[Side, Credit] | None = None

    def top_of(self, line: int) -> int:
        """The top of one line."""
        return self.top if self.tops is None else self.tops[line]


class Plain(NamedTuple):
    """A board on which every result has a score, and all played the same cards.

    ``scores`` are the different ones, the lowest first, each made so many ``times``.
    """

    board: int
    scores: Sequence[int]
    times: Sequence[int]


class Worth(NamedTuple):
    """What each score of a plain board brings N-S and E-W, over ``denominator``, out of ``top``.

    ``usual_top`` is that of other boards, where this one has another.
    """

    denominator: int
    ns: Sequence[int]
    ew: Sequence[int]
    top: int = 0
    usual_top: int | None = None

    @property
    def board_top(self) -> int:
        """The top that a penalty in percent is a part of."""
        return self.top if self.usual_top is None else self.usual_top


class Method(NamedTuple):
    """A way of scoring.

    ``key`` says which results are compared with each other; ``score`` scores them, given how many
    a board should have; ``award`` turns percent of a top into points. Points and tops are printed
    ``factor`` times what they are here. ``in_percent`` says whether a total has a percentage,
    ``fewest`` whether fewer are better, ``by_match`` whether a total is made up by matches instead
    of by boards. ``ties_by`` is the column that parts equals, the higher first; empty for none.
    Where results are compared by boards ``plain`` may give the same as ``score``, much faster, on
    boards where points follow from the scores alone.
    """

    key: Callable[[Result], Hashable]
    score: Callable[[Sequence[Result], int], Unit]
    award: Callable[[Fraction, int], Fraction]
    factor: Fraction = Fraction(1)
    in_percent: bool = False
    fewest: bool = False
    by_match: bool = False
    ties_by: str = ""
    plain: Callable[[Plain, int], Worth] | None = None

    def unit(self, results: Sequence[Result], expected: int) -> Unit:
        """Score one comparison, line by line."""
        scores = all_real(results)
        if self.plain is None or scores is None:
            return self.score(results, expected)
        counts = Counter(scores)
        different = sorted(counts)
        times = [counts[score] for score in different]
        worth = self.plain(Plain(results[0].board, different, times), expected)
        ns = dict(zip(different, worth.ns, strict=True))
        ew = dict(zip(different, worth.ew, strict=True))
        return Unit(
            results,
            worth.denominator,
            [ns[score] for score in scores],
            [ew[score] for score in scores],
            worth.board_top,
            None if worth.board_top == worth.top else [worth.top] * len(results),
        )


class Group(NamedTuple):
    """The lines of a board that are compared: where they stand, and each side's scores."""

    lines: list[int]
    ns: list[Weighted]
    ew: list[Weighted]


def all_real(results: Sequence[Result]) -> list[int] | None:
    """The scores, where each result has one and the deal was not fouled; else None."""
    scores = [result.score for result in results]
    if None in scores or any(result.fouled_group for result in results):
        return None
    return cast("list[int]", scores)


def groups_of(results: Sequence[Result]) -> list[Group]:
    """The results that can be compared; a deal fouled on the way makes more than one group."""
    groups: dict[str, Group] = {}
    for line, result in enumerate(results):
        ns, ew = result.ns_scores, result.ew_scores
        if ns is not None and ew is not None:
            group = groups.setdefault(result.fouled_group, Group([], [], []))
            group.lines.append(line)
            group.ns.append(ns)
            group.ew.append(ew)
    return list(groups.values())


def counted(field: Sequence[Weighted]) -> dict[int, Fraction]:
    """How often each score was made, weights being parts of one."""
    counts: dict[int, Fraction] = {}
    for line in field:
        for score, weight in line:
            counts[score] = counts.get(score, Fraction(0)) + weight
    return counts


def mean_of(line: Weighted, worth: Callable[[int], Fraction | int]) -> Fraction:
    """What a line is worth: the weighted mean of what each of its scores is worth."""
    return sum((weight * worth(score) for score, weight in line), Fraction(0))


def artificial_scores(results: Sequence[Result], top: int) -> tuple[Artificial, ...]:
    """The awards on a board, each side's own."""
    return tuple(
        Artificial(side, (award,), top)
        for result in results
        if isinstance(result.ruling, Adjusted)
        for side, award in ((result.ns, result.ruling.ns), (result.ew, result.ruling.ew))
    )


def ruled_unit(
    results: Sequence[Result],
    points: Mapping[int, tuple[Fraction, Fraction]],
    top: int = 0,
    tops: Mapping[int, int] | None = None,
) -> Unit:
    """A unit from each compared line's points of N-S and of E-W."""
    denominator = lcm(*(each.denominator for pair in points.values() for each in pair))
    ns: list[int | None] = [None] * len(results)
    ew: list[int | None] = [None] * len(results)
    for line, (for_ns, for_ew) in points.items():
        ns[line] = int(for_ns * denominator)
        ew[line] = int(for_ew * denominator)
    by_line = None if tops is None else [tops.get(line, top) for line in range(len(results))]
    return Unit(results, denominator, ns, ew, top, by_line, artificial_scores(results, top))
