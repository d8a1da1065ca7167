"""Total points and par: scores that are added up, with no comparison between tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from clubscore.ranking.board import Board
from clubscore.ranking.result import Result
from clubscore.ranking.scorings.imps import imps
from clubscore.ranking.unit import Unit, all_real, mean_of, ruled_unit

LOSSES, PARS, NET, PAR_IMPS = PAR_RANKINGS = ("losses", "pars", "net", "imps")
# Points for what was done, where the boards of a par contest have tasks.
TASKS = "tasks"
# Pars made: two where the other side stayed below its par, one for par.
TOP_PARS = 2


def score_total(results: Sequence[Result], _expected: int) -> Unit:
    """N-S's points to N-S, the same with the other sign to E-W."""
    return _each(results, lambda result: lambda score: score, lambda result: lambda score: -score)


def score_par(kind: str, boards: Mapping[int, Board]) -> Callable[[Sequence[Result], int], Unit]:
    """Losses, pars made, net points or IMPs against the par of the board."""
    worth = _PAR[kind]
    top = TOP_PARS if kind == PARS else 0

    def score(results: Sequence[Result], _expected: int) -> Unit:
        def against(sign: int) -> Callable[[Result], Callable[[int], int]]:
            return lambda result: lambda score: worth(sign * (score - par_of(boards, result)))

        return _each(results, against(1), against(-1), top)

    return score


def par_of(boards: Mapping[int, Board], result: Result) -> int:
    """The par of the board that this result is of, in points of N-S."""
    par = boards[result.board].par
    assert par is not None  # noqa: S101 - verified: at a par contest every board played has one
    return par.score


def par_status(boards: Mapping[int, Board], result: Result) -> str | None:
    """``par``, ``ns-below`` or ``ew-below``; None where no score stands."""
    scores = result.ns_scores
    if scores is None:
        return None
    net = mean_of(scores, lambda score: score - par_of(boards, result))
    return "par" if net == 0 else ("ns-below" if net < 0 else "ew-below")


def award_par(kind: str) -> Callable[[Fraction, int], Fraction]:
    """An artificial score at par: nobody loses, nothing is netted; pars and IMPs by percent."""

    def award(percent: Fraction, top: int) -> Fraction:
        if kind == PAR_IMPS:
            return (percent - 50) / 5
        return percent * top / 100

    return award


def award_nothing(_percent: Fraction, _top: int) -> Fraction:
    """An artificial score in total points."""
    return Fraction(0)


def _each(
    results: Sequence[Result],
    for_ns: Callable[[Result], Callable[[int], int]],
    for_ew: Callable[[Result], Callable[[int], int]],
    top: int = 0,
) -> Unit:
    """Each line by itself."""
    scores = all_real(results)
    if scores is not None:
        pairs = list(zip(results, scores, strict=True))
        ns_points = [for_ns(result)(score) for result, score in pairs]
        return Unit(results, 1, ns_points, [for_ew(result)(score) for result, score in pairs], top)
    points = {
        line: (mean_of(ns, for_ns(result)), mean_of(ew, for_ew(result)))
        for line, result in enumerate(results)
        if (ns := result.ns_scores) is not None and (ew := result.ew_scores) is not None
    }
    return ruled_unit(results, points, top)


_PAR: Mapping[str, Callable[[int], int]] = {
    LOSSES: lambda net: int(net < 0),
    PARS: lambda net: 1 if net == 0 else (TOP_PARS if net > 0 else 0),
    NET: lambda net: net,
    PAR_IMPS: imps,
}
