"""A set's ranking against the world: every table against par, and against all other tables.

A table's two sides are ranked apart. Against par a side loses a board on which it scored below the
par, as in 1917; against the field its boards are compared with those of all packages of the set.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from clubscore.contests.package import Package
from clubscore.ranking.board import Board
from clubscore.ranking.event import Event
from clubscore.ranking.scorings.imp_scale import imps

NS, EW = "NS", "EW"
SIGN = {NS: 1, EW: -1}


class Standing(NamedTuple):
    """How one side of a package stands.

    ``losses`` are boards below par, ``net`` the points over par, ``percent`` the matchpoints it won
    of those it could (None where no other table played its boards), ``imps`` those a board against
    the others, ``percentile`` how many of a hundred sides it is better than, or equal to by half.
    """

    package: Package
    side: str
    boards: int
    losses: int
    net: int
    percent: Fraction | None
    imps: Fraction | None
    percentile: Fraction | None = None


class BoardField:
    """All results of a board: how a score of North-South compares with each other one."""

    def __init__(self, scores: Sequence[int]) -> None:
        self.scores = sorted(scores)
        self.counted = Counter(self.scores)
        self._known: dict[int, tuple[Fraction, Fraction]] = {}

    def against(self, score: int) -> tuple[Fraction, Fraction]:
        """Part of the top, and IMPs, of North-South's score; one of these results is its own."""
        if score not in self._known:
            others = len(self.scores) - 1
            below = bisect_left(self.scores, score)
            equal = bisect_right(self.scores, score) - below - 1
            won = sum(imps(score - each) * count for each, count in self.counted.items())
            self._known[score] = (Fraction(2 * below + equal, 2 * others), Fraction(won, others))
        return self._known[score]

    @property
    def is_compared(self) -> bool:
        """Whether more than one table played it."""
        return len(self.scores) > 1


def fields_of(packages: Sequence[Package]) -> dict[int, BoardField]:
    """All results by board."""
    scores: dict[int, list[int]] = {}
    for package in packages:
        for result in package.results:
            assert result.score is not None  # noqa: S101 - a package has only such
            scores.setdefault(result.board, []).append(result.score)
    return {number: BoardField(each) for number, each in scores.items()}


def standings(played_set: Event, packages: Sequence[Package]) -> list[Standing]:
    """Both sides of every package, those with fewest losses first, then by net points over par.

    A package that was brought twice counts once.
    """
    once = list({package.digest: package for package in packages}.values())
    fields = fields_of(once)
    found = [
        _standing(package, side, played_set.boards, fields) for package in once for side in SIGN
    ]
    return sorted(_with_percentiles(found), key=lambda one: (one.losses, -one.net))


def _standing(
    package: Package,
    side: str,
    boards: Mapping[int, Board],
    fields: Mapping[int, BoardField],
) -> Standing:
    losses = net = compared = 0
    points, won = Fraction(0), Fraction(0)
    for result in package.results:
        par, score = boards[result.board].par, result.score
        assert par is not None and score is not None  # noqa: S101 - sets have pars, packages scores
        over = SIGN[side] * (score - par.score)
        losses, net = losses + (over < 0), net + over
        field = fields[result.board]
        if field.is_compared:
            part, each = field.against(score)
            compared += 1
            points += part if side == NS else 1 - part
            won += SIGN[side] * each
    return Standing(
        package,
        side,
        len(package.results),
        losses,
        net,
        100 * points / compared if compared else None,
        won / compared if compared else None,
    )


def _with_percentiles(found: Sequence[Standing]) -> list[Standing]:
    """Each with how many of a hundred other sides it is better than, by matchpoints."""
    percents = sorted(one.percent for one in found if one.percent is not None)
    told = []
    for one in found:
        if one.percent is None or len(percents) < 2:
            told.append(one)
            continue
        below = bisect_left(percents, one.percent)
        equal = bisect_right(percents, one.percent) - below - 1
        percentile = Fraction(100 * (2 * below + equal), 2 * (len(percents) - 1))
        told.append(one._replace(percentile=percentile))
    return told
