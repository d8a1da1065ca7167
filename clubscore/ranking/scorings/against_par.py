"""Par contests: each result against the par of its board, or points for tasks that are set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.board import Board
from clubscore.ranking.contestant import IMPS, PAIRS, POINTS
from clubscore.ranking.options import Option, Options
from clubscore.ranking.par import line_key, score_tasks
from clubscore.ranking.result import Result
from clubscore.ranking.scoring import (
    InPbn,
    InUsebio,
    OtherScore,
    Scoring,
    ScoringFacts,
    award_of_top,
    comparison_key,
)
from clubscore.ranking.scorings.total_points import each_alone
from clubscore.ranking.unit import Method, PlainBoard, ScoreWorth, Unit, mean_of
from clubscore.ranking.valuation import AVERAGES, award_imps, imps, in_imps_of_averages

LOSSES, PARS, NET, PAR_IMPS = "losses", "pars", "net", "imps"
# Points for what was done, where the boards of a par contest have tasks.
TASKS = "tasks"
# Pars made: two where the other side stayed below its par, one for par.
TOP_PARS = 2
RANKED_BY = Option(
    "par_ranking",
    gettext_noop("Ranking of a par contest"),
    (
        (LOSSES, gettext_noop("fewest losses")),
        (PARS, gettext_noop("pars made")),
        (NET, gettext_noop("net points")),
        (PAR_IMPS, gettext_noop("IMPs of the net points")),
        (TASKS, gettext_noop("points for tasks")),
    ),
    place=90,
)


def plain_par(
    kind: str, boards: Mapping[int, Board], board: PlainBoard, _expected: int
) -> ScoreWorth:
    """Losses, pars made, net points or IMPs of each score against the par of its board."""
    worth, par = _PAR[kind], _par_score(boards[board.board])
    ns = [worth(score - par) for score in board.scores]
    ew = [worth(par - score) for score in board.scores]
    return ScoreWorth(1, ns, ew, TOP_PARS if kind == PARS else 0)


def score_par(kind: str, boards: Mapping[int, Board]) -> Callable[[Sequence[Result], int], Unit]:
    """The same line by line, with rulings, boards not played or a fouled deal."""
    worth = _PAR[kind]
    top = TOP_PARS if kind == PARS else 0

    def score(results: Sequence[Result], _expected: int) -> Unit:
        def against(sign: int) -> Callable[[Result], Callable[[int], int]]:
            return lambda result: lambda score: worth(sign * (score - par_of(boards, result)))

        return each_alone(results, against(1), against(-1), top)

    return score


def par_of(boards: Mapping[int, Board], result: Result) -> int:
    """The par of the board that this result is of, in points of N-S."""
    return _par_score(boards[result.board])


def _par_score(board: Board) -> int:
    par = board.par
    assert par is not None  # noqa: S101 - verified: at a par contest every board played has one
    return par.score


def par_status(boards: Mapping[int, Board], result: Result) -> str | None:
    """``par``, ``ns-below`` or ``ew-below``; None where no score stands."""
    scores = result.ns_scores
    if scores is None:
        return None
    net = mean_of(scores, lambda score: score - par_of(boards, result))
    return "par" if net == 0 else ("ns-below" if net < 0 else "ew-below")


def award_par(kind: str, average: str) -> Callable[[Fraction, int], Fraction]:
    """An artificial score at par: no one loses, nothing is netted; pars and IMPs by percent."""

    def award(percent: Fraction, top: int) -> Fraction:
        if kind == PAR_IMPS:
            return award_imps(average, percent)
        return percent * top / 100

    return award


_PAR: Mapping[str, Callable[[int], int]] = {
    LOSSES: lambda net: int(net < 0),
    PARS: lambda net: 1 if net == 0 else (TOP_PARS if net > 0 else 0),
    NET: lambda net: net,
    PAR_IMPS: imps,
}


def _by(kind: str, event: ScoringFacts) -> Method:
    """One of the ways in which a par contest may be ranked."""
    if kind == TASKS:
        return Method(line_key, score_tasks(event.boards), award_of_top, in_percent=True)
    return Method(
        comparison_key(event),
        score_par(kind, event.boards),
        award_par(kind, event.options.of(AVERAGES)),
        in_percent=kind == PARS,
        fewest=kind == LOSSES,
        # Of equals, who has the better net against par.
        ties_by=NET if kind == LOSSES else "",
        plain=partial(plain_par, kind, event.boards),
    )


def _method(event: ScoringFacts) -> Method:
    return _by(event.options.of(RANKED_BY), event)


def _ranked_by(options: Options) -> str:
    return options.of(RANKED_BY)


def _average(options: Options) -> str:
    return in_imps_of_averages(options) if _ranked_by(options) == PAR_IMPS else ""


COLUMNS = (
    OtherScore(LOSSES, gettext_noop("Losses"), gettext_noop("losses %(n)s"), partial(_by, LOSSES)),
    OtherScore(PARS, gettext_noop("Pars made"), gettext_noop("pars %(n)s"), partial(_by, PARS)),
    OtherScore(NET, gettext_noop("Net points"), gettext_noop("net %(n)s"), partial(_by, NET)),
    OtherScore(PAR_IMPS, gettext_noop("IMPs"), gettext_noop("IMPs %(n)s"), partial(_by, PAR_IMPS)),
)
OF_TASKS = OtherScore(
    TASKS, gettext_noop("Points"), gettext_noop("tasks %(n)s"), partial(_by, TASKS)
)


def _columns(event: ScoringFacts) -> tuple[OtherScore, ...]:
    """All ways beside each other; points for tasks where any are set."""
    has_tasks = _ranked_by(event.options) == TASKS or any(
        board.tasks for board in event.boards.values()
    )
    return (*COLUMNS, OF_TASKS) if has_tasks else COLUMNS


def _check(event: ScoringFacts) -> None:
    """Every board that has a result has a par. RuleError at ``boards[n].par``."""
    played = {result.board for result in event.results if result.played}
    for at, board in enumerate(event.boards.values()):
        if board.par is None and board.number in played:
            raise RuleError(
                "par",
                gettext_noop(
                    "Board %(number)s has results, so it needs a par for the par contest."
                ),
                f"boards[{at}].par",
                number=board.number,
            )


PAR = Scoring(
    key="par",
    name=gettext_noop("Par"),
    about=gettext_noop("against the par of prepared boards"),
    method=_method,
    units=(POINTS, IMPS),
    options=(RANKED_BY, AVERAGES),
    average=_average,
    beside=(PAIRS,),
    check=_check,
    needs_par=True,
    columns=_columns,
    ranked_by=_ranked_by,
    lines_show=NET,
    status=par_status,
    status_words={
        "par": gettext_noop("par"),
        "ns-below": gettext_noop("NS below par"),
        "ew-below": gettext_noop("EW below par"),
    },
    # Neither format knows a par contest; the words are ours.
    usebio=InUsebio("PAIRS", "PAR"),
    pbn=InPbn("Par"),
)
