"""International Match Points: the scale of law 78B, cross-IMPs and Butler."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.numbers import rounded
from clubscore.ranking.result import Result, Weighted
from clubscore.ranking.unit import Unit, all_real, counted, groups_of, mean_of, ruled_unit

# Laws of Duplicate Bridge 2017, law 78B: the lowest difference for 1 to 24 IMPs.
LOWEST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
DATUM_STEP = 10
TRIM_FROM = 4
# So many ways a board's weighted scores may fall together; nobody rules that much.
MOST_WAYS = 4096


def imps(difference: int) -> int:
    """The IMPs of a difference in points, with its sign."""
    won = bisect_right(LOWEST, abs(difference))
    return won if difference > 0 else -won


def award_imps(percent: Fraction, _top: int) -> Fraction:
    """An artificial score in cross-IMPs and Butler: 60 percent are 2 IMPs."""
    return (percent - 50) / 5


def score_cross_imps(manner: str) -> Callable[[Sequence[Result], int], Unit]:
    """Each result against every other of its board; ``mean`` divides by the comparisons."""
    mean = manner == "mean"

    def score(results: Sequence[Result], _expected: int) -> Unit:
        scores = all_real(results)
        if scores is None:
            return _cross_with_rulings(results, mean)
        counts = Counter(scores)
        table = {
            score: sum(times * imps(score - other) for other, times in counts.items())
            for score in counts
        }
        ns = [table[score] for score in scores]
        over = max(1, len(scores) - 1) if mean else 1
        return Unit(results, over, ns, [-points for points in ns])

    return score


def _cross_with_rulings(results: Sequence[Result], mean: bool) -> Unit:
    points: dict[int, tuple[Fraction, Fraction]] = {}
    for group in groups_of(results):
        over = max(1, len(group.lines) - 1) if mean else 1
        for_ns, for_ew = _against(counted(group.ns)), _against(counted(group.ew))
        for line, ns, ew in zip(group.lines, group.ns, group.ew, strict=True):
            points[line] = (
                mean_of(ns, for_ns.__getitem__) / over,
                -mean_of(ew, for_ew.__getitem__) / over,
            )
    return ruled_unit(results, points)


def _against(counts: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """By score, the IMPs against everything that was made; a line against itself is nothing."""
    return {
        score: sum((weight * imps(score - other) for other, weight in counts.items()), Fraction(0))
        for score in counts
    }


def datum(scores: Sequence[int], manner: str) -> int:
    """The mean of a board's scores without the outermost, to the nearest ten points.

    ``trim-1`` leaves out the best and the worst where there are four results or more, ``trim-2``
    the two best and worst, but never all; halves are rounded away from zero.
    """
    trimmed = sorted(scores)
    if manner != "mean" and len(scores) >= TRIM_FROM:
        off = min(int(manner[-1]), (len(scores) - 1) // 2)
        trimmed = trimmed[off : len(scores) - off]
    return int(rounded(Fraction(sum(trimmed), len(trimmed) * DATUM_STEP), 0)) * DATUM_STEP


def score_butler(manner: str) -> Callable[[Sequence[Result], int], Unit]:
    """Each result against the datum of its board."""

    def score(results: Sequence[Result], _expected: int) -> Unit:
        scores = all_real(results)
        if scores is None:
            return _butler_with_rulings(results, manner)
        middle = datum(scores, manner)
        table = {score: imps(score - middle) for score in set(scores)}
        ns = [table[score] for score in scores]
        return Unit(results, 1, ns, [-points for points in ns])

    return score


def _butler_with_rulings(results: Sequence[Result], manner: str) -> Unit:
    points: dict[int, tuple[Fraction, Fraction]] = {}
    for group in groups_of(results):
        ns, ew = (_against_datum(field, manner) for field in (group.ns, group.ew))
        for line, for_ns, for_ew in zip(group.lines, ns, ew, strict=True):
            points[line] = (for_ns, -for_ew)
    return ruled_unit(results, points)


def _against_datum(field: Sequence[Weighted], manner: str) -> list[Fraction]:
    """Each line's IMPs, the weighted mean over every way the board's scores can fall together."""
    ways = prod(len(line) for line in field)
    if ways > MOST_WAYS:
        raise RuleError(
            "weights",
            gettext_noop(
                "The weighted scores of one board fall together in %(ways)s ways; a datum is"
                " reckoned for up to %(most)s."
            ),
            "results",
            ways=ways,
            most=MOST_WAYS,
        )
    total = [Fraction(0)] * len(field)
    for way in product(*field):
        weight = prod((part for _, part in way), start=Fraction(1))
        scores = [score for score, _ in way]
        middle = datum(scores, manner)
        for line, score in enumerate(scores):
            total[line] += weight * imps(score - middle)
    return total
