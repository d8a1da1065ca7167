"""Cross-IMPs: each result against every other of its board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import IMPS, INDIVIDUALS, PAIRS, POINTS
from clubscore.ranking.options import MISSED_BOARDS, Option
from clubscore.ranking.result import Result
from clubscore.ranking.scoring_in_files import InPbn, InUsebio
from clubscore.ranking.scorings.imp_scale import award_imps, imps
from clubscore.ranking.unit import (
    Method,
    Unit,
    all_real,
    counted,
    groups_of,
    mean_of,
    ruled_unit,
)
from clubscore.ranking.way_of_scoring import Played, Scoring, comparison_key

MEAN = "mean"
MANNER = Option(
    "cross_imps",
    gettext_noop("Cross-IMPs on a board are"),
    ((MEAN, gettext_noop("averaged over the comparisons")), ("sum", gettext_noop("added up"))),
    place=70,
)


def score_cross_imps(manner: str) -> Callable[[Sequence[Result], int], Unit]:
    """Each result against every other of its board; ``mean`` divides by the comparisons."""
    mean = manner == MEAN

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


def _method(event: Played) -> Method:
    return Method(comparison_key(event), score_cross_imps(event.options.of(MANNER)), award_imps)


CROSS_IMPS = Scoring(
    key="cross-imps",
    name=gettext_noop("Cross-IMPs"),
    about=gettext_noop("IMPs against every other table"),
    method=_method,
    units=(IMPS, POINTS),
    options=(MANNER,),
    beside=(PAIRS, INDIVIDUALS),
    tried=((MISSED_BOARDS, ("scheduled", "all", "none")), (MANNER, (MEAN, "sum"))),
    usebio=InUsebio("CROSS_IMP", "CROSS_IMPS", "CROSS_IMP_POINTS", kinds_too=("CROSS_IMPS",)),
    pbn=InPbn("IMP;Cross", "IMP", begins=("imp",), columns=("IMP_NS",)),
)
