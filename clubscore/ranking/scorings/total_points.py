"""Total points: scores that are added up, with no comparison between tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import INDIVIDUALS, PAIRS, POINTS, TEAMS
from clubscore.ranking.options import MISSED_BOARDS
from clubscore.ranking.result import Result
from clubscore.ranking.scoring import (
    InPbn,
    InUsebio,
    Scoring,
    ScoringFacts,
    award_nothing,
    comparison_key,
)
from clubscore.ranking.unit import Method, PlainBoard, ScoreWorth, Unit, mean_of, ruled_unit


def plain_total(board: PlainBoard, _expected: int) -> ScoreWorth:
    """The points of N-S to N-S, the same with the other sign to E-W."""
    return ScoreWorth(1, board.scores, [-score for score in board.scores])


def score_total(results: Sequence[Result], _expected: int) -> Unit:
    """The same with rulings, boards not played or a fouled deal."""
    return each_alone(
        results, lambda result: lambda score: score, lambda result: lambda score: -score
    )


def each_alone(
    results: Sequence[Result],
    for_ns: Callable[[Result], Callable[[int], int]],
    for_ew: Callable[[Result], Callable[[int], int]],
    top: int = 0,
) -> Unit:
    """Each line by itself."""
    points = {
        line: (mean_of(ns, for_ns(result)), mean_of(ew, for_ew(result)))
        for line, result in enumerate(results)
        if (ns := result.ns_scores) is not None and (ew := result.ew_scores) is not None
    }
    return ruled_unit(results, points, top)


def _method(event: ScoringFacts) -> Method:
    return Method(comparison_key(event), score_total, award_nothing, plain=plain_total)


TOTAL_POINTS = Scoring(
    key="total-points",
    name=gettext_noop("Total points"),
    about=gettext_noop("the scores themselves"),
    method=_method,
    units=(POINTS,),
    offered_to=(PAIRS, INDIVIDUALS, TEAMS),
    beside=(PAIRS, INDIVIDUALS, TEAMS),
    tried=((MISSED_BOARDS, ("scheduled", "all", "none")),),
    usebio=InUsebio("PAIRS", "AGGREGATE"),
    pbn=InPbn("TotalPoints", begins=("totalpoint", "cumulative")),
)
