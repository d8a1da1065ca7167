"""Cross-IMPs: each result against every other of its board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import IMPS, INDIVIDUALS, PAIRS, POINTS
from clubscore.ranking.options import MISSED_BOARDS, Option, Options
from clubscore.ranking.regulations import ADDED_UP, Regulation, regulation
from clubscore.ranking.result import Result
from clubscore.ranking.scoring import (
    IMPS_A_BOARD,
    InPbn,
    InUsebio,
    Scoring,
    ScoringFacts,
    comparison_key,
)
from clubscore.ranking.unit import (
    Method,
    PlainBoard,
    ScoreWorth,
    Unit,
    artificial_scores,
    counted,
    groups_of,
    mean_of,
    ruled_unit,
)
from clubscore.ranking.valuation import (
    AVERAGES,
    TRIED_AVERAGES,
    average_regulations,
    award_imps,
    imps,
    in_imps_of_averages,
)

MEAN = "mean"
MANNER = Option(
    "cross_imps",
    gettext_noop("Cross-IMPs on a board are"),
    ((MEAN, gettext_noop("averaged over the comparisons")), ("sum", gettext_noop("added up"))),
    place=70,
)


def plain_cross_imps(manner: str, board: PlainBoard, expected: int) -> ScoreWorth:
    """Each score against every other of its board; ``mean`` divides by the comparisons.

    A sum is brought to as many comparisons as other boards have.
    """
    made = list(zip(board.scores, board.times, strict=True))
    times_all, over = _weight(manner, sum(board.times), expected)
    ns = [
        times_all * sum(times * imps(score - other) for other, times in made)
        for score in board.scores
    ]
    return ScoreWorth(over, ns, [-points for points in ns])


def score_cross_imps(manner: str, results: Sequence[Result], expected: int) -> Unit:
    """The same with rulings, boards not played or a fouled deal."""
    points: dict[int, tuple[Fraction, Fraction]] = {}
    for group in groups_of(results):
        weight = Fraction(*_weight(manner, len(group.lines), expected))
        for_ns, for_ew = _against(counted(group.ns)), _against(counted(group.ew))
        for line, ns, ew in zip(group.lines, group.ns, group.ew, strict=True):
            points[line] = (
                mean_of(ns, for_ns.__getitem__) * weight,
                -mean_of(ew, for_ew.__getitem__) * weight,
            )
    unit = ruled_unit(results, points)
    comparisons = 1 if manner == MEAN else expected - 1
    return unit._replace(artificial=artificial_scores(results, comparisons))


def _award(average: str, percent: Fraction, comparisons: int) -> Fraction:
    """An artificial score, which counts as often as a result is compared."""
    return award_imps(average, percent) * comparisons


def _weight(manner: str, results: int, expected: int) -> tuple[int, int]:
    """What each comparison counts, as a fraction: all of a board's together one, or as usual."""
    comparisons = max(1, results - 1)
    if manner == MEAN:
        return 1, comparisons
    return (1, 1) if results == expected else (expected - 1, comparisons)


def _against(counts: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """By score, the IMPs against everything that was made; a line against itself is nothing."""
    return {
        score: sum((weight * imps(score - other) for other, weight in counts.items()), Fraction(0))
        for score in counts
    }


def _method(event: ScoringFacts) -> Method:
    manner = event.options.of(MANNER)
    return Method(
        comparison_key(event),
        partial(score_cross_imps, manner),
        partial(_award, event.options.of(AVERAGES)),
        plain=partial(plain_cross_imps, manner),
    )


def _board_unit(options: Options) -> str:
    """IMPs where they are averaged; a sum of comparisons grows with the number of tables."""
    return IMPS_A_BOARD if options.of(MANNER) == MEAN else ""


def _regulations(event: ScoringFacts) -> tuple[Regulation, ...]:
    sizes = set(Counter(map(comparison_key(event), event.results)).values())
    real = Counter(comparison_key(event)(each) for each in event.results if each.ns_scores)
    added_up = event.options.of(MANNER) != MEAN and len({*sizes, *real.values()}) > 1
    averages = average_regulations(event)
    return (*averages, regulation(ADDED_UP)) if added_up else averages


CROSS_IMPS = Scoring(
    key="cross-imps",
    name=gettext_noop("Cross-IMPs"),
    about=gettext_noop("IMPs against every other table"),
    method=_method,
    units=(IMPS, POINTS),
    board_unit=_board_unit,
    options=(MANNER, AVERAGES),
    regulations=_regulations,
    average=in_imps_of_averages,
    beside=(PAIRS, INDIVIDUALS),
    tried=((MISSED_BOARDS, ("scheduled", "all", "none")), (MANNER, (MEAN, "sum")), TRIED_AVERAGES),
    usebio=InUsebio("CROSS_IMP", "CROSS_IMPS", "CROSS_IMP_POINTS", kinds_too=("CROSS_IMPS",)),
    pbn=InPbn("IMP;Cross", "IMP", begins=("imp",), columns=("IMP_NS",)),
    bridgewebs="Crossimp",
    pads=30,
)
