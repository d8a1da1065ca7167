"""Matchpoints: two for each result beaten, one for each equal.

Boards with fewer results than others are brought to the same top (J. Neuberg's formula and its
rivals; Laws of Duplicate Bridge 2017, laws 78A, 86B and 87 for fouled boards).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import accumulate
from operator import add
from typing import NamedTuple

from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import INDIVIDUALS, PAIRS, PERCENT_OF_TOP, POINTS
from clubscore.ranking.options import MISSED_BOARDS, PERCENT_FROM, WIN_TIE, Option
from clubscore.ranking.regulations import (
    AVERAGE_AT_MATCHPOINTS,
    SMALL_GROUPS,
    Regulation,
    regulation,
    small_group_percentages,
)
from clubscore.ranking.result import Adjusted, Result
from clubscore.ranking.scoring import (
    InPbn,
    InUsebio,
    Scoring,
    ScoringFacts,
    award_of_top,
    comparison_key,
    in_shares,
)
from clubscore.ranking.unit import (
    ComparisonGroup,
    Method,
    PlainBoard,
    ScoreWorth,
    Unit,
    counted,
    groups_of,
    mean_of,
    ruled_unit,
)

WIN = 2
NONE = "none"
UNEVEN_BOARDS = Option(
    "uneven_boards",
    gettext_noop("Boards with fewer results than others"),
    (
        ("neuberg", gettext_noop("adjusted by Neuberg's formula")),
        ("factor", gettext_noop("scaled up")),
        ("ascherman", gettext_noop("by Ascherman's formula")),
        (NONE, gettext_noop("left as they are, with a lower top")),
    ),
    place=20,
)


class StretchedScale(NamedTuple):
    """From matchpoints M among the results there are: ``(M * times + plus) / over`` of ``top``."""

    times: int
    plus: int
    over: int
    top: int


@lru_cache(maxsize=256)
def stretch(uneven: str, actual: int, expected: int) -> StretchedScale:
    """How ``actual`` results are brought to a board that should have ``expected``."""
    top = WIN * (expected - 1)
    if uneven == "ascherman":
        return StretchedScale(expected - 1, expected - 1, actual, top)
    if uneven == NONE:
        return StretchedScale(1, 0, 1, WIN * max(0, actual - 1))
    if actual == expected:
        return StretchedScale(1, 0, 1, top)
    if uneven == "factor":
        if actual == 1:
            return StretchedScale(0, expected - 1, 1, top)
        return StretchedScale(expected - 1, 0, actual - 1, top)
    return StretchedScale(expected, expected - actual, actual, top)


def beaten(times: Sequence[int]) -> list[int]:
    """N-S's matchpoints by score, the lowest first: two for each lower, one for each equal.

    That is one for each lower and one for each that is not higher, but itself.
    """
    return list(map(add, accumulate(times, initial=-1), accumulate(times)))


def matchpoints(scores: Sequence[int]) -> list[int]:
    """N-S's matchpoints, line by line; E-W have the rest of ``2 * (len(scores) - 1)``."""
    counts = Counter(scores)
    different = sorted(counts)
    table = dict(zip(different, beaten([counts[score] for score in different]), strict=True))
    return [table[score] for score in scores]


def plain_matchpoints(uneven: str, board: PlainBoard, expected: int) -> ScoreWorth:
    """A plain board in whole numbers."""
    actual = sum(board.times)
    times, plus, over, top = stretch(uneven, actual, expected)
    both = WIN * (actual - 1) * times + 2 * plus
    ns = beaten(board.times)
    if (times, plus) != (1, 0):
        ns = [points * times + plus for points in ns]
    return ScoreWorth(over, ns, [both - points for points in ns], top)


def score_matchpoints(uneven: str, results: Sequence[Result], expected: int) -> Unit:
    """A board with rulings, boards not played or a fouled deal, in fractions."""
    groups = groups_of(results)
    fouled = len(groups) > 1
    points: dict[int, tuple[Fraction, Fraction]] = {}
    tops: dict[int, int] = {}
    for group in groups:
        law = stretch(uneven, len(group.lines), expected)
        small = small_group_percentages(len(group.lines), expected) if fouled else None
        for line, ns, ew in _compared(group):
            tops[line] = law.top
            points[line] = (
                _stretched(ns, law, len(group.lines), small),
                _stretched(ew, law, len(group.lines), small),
            )
    top = max(tops.values(), default=WIN * (expected - 1) if uneven != NONE else 0)
    uniform = all(each == top for each in tops.values())
    return ruled_unit(results, points, top, None if uniform else tops)


def _stretched(
    points: Fraction, law: StretchedScale, actual: int, small: tuple[int, int] | None
) -> Fraction:
    if small is not None:
        best, worst = small
        percent = worst + (best - worst) * points / max(1, WIN * (actual - 1))
        return percent * law.top / 100
    return (points * law.times + law.plus) / law.over


def _compared(group: ComparisonGroup) -> list[tuple[int, Fraction, Fraction]]:
    """Each line's matchpoints among its group, every weighted score compared with every other.

    A line is not compared with itself; all its own scores with each other make just one point.
    """
    for_ns, for_ew = _expected(counted(group.ns)), _expected(counted(group.ew))
    both = WIN * len(group.lines)
    return [
        (line, mean_of(ns, for_ns.__getitem__) - 1, both - mean_of(ew, for_ew.__getitem__) - 1)
        for line, ns, ew in zip(group.lines, group.ns, group.ew, strict=True)
    ]


def _expected(counts: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Two for what lies below each score, one for what equals it."""
    table: dict[int, Fraction] = {}
    below = Fraction(0)
    for score in sorted(counts):
        table[score] = WIN * below + counts[score]
        below += counts[score]
    return table


def _regulations(event: ScoringFacts) -> tuple[Regulation, ...]:
    found = []
    rulings = [each.ruling for each in event.results if isinstance(each.ruling, Adjusted)]
    if any(award.own for ruling in rulings for award in (ruling.ns, ruling.ew)):
        found.append(regulation(AVERAGE_AT_MATCHPOINTS))
    if any(each.fouled_group for each in event.results):
        found.append(regulation(SMALL_GROUPS))
    return tuple(found)


def _method(event: ScoringFacts) -> Method:
    uneven = event.options.of(UNEVEN_BOARDS)
    return Method(
        comparison_key(event),
        partial(score_matchpoints, uneven),
        award_of_top,
        Fraction(event.options.win, WIN),
        in_percent=True,
        plain=partial(plain_matchpoints, uneven),
    )


MATCHPOINTS = Scoring(
    key="matchpoints",
    name=gettext_noop("Matchpoints"),
    about=gettext_noop("the number of pairs you beat"),
    method=_method,
    units=(PERCENT_OF_TOP, POINTS),
    board_unit=in_shares,
    options=(UNEVEN_BOARDS,),
    regulations=_regulations,
    beside=(PAIRS, INDIVIDUALS),
    tried=(
        (MISSED_BOARDS, ("scheduled", "all", "none")),
        (UNEVEN_BOARDS, ("neuberg", NONE, "factor", "ascherman")),
        (PERCENT_FROM, ("exact", "rounded")),
        (WIN_TIE, ("2", "1")),
    ),
    usebio=InUsebio("MP_PAIRS", "MATCH_POINTS", "MATCH_POINTS", methods_too=("MATCHPOINTS",)),
    pbn=InPbn("MP", "MP", begins=("mp", "matchpoint"), columns=("MP_NS", "Percentage_NS")),
)
