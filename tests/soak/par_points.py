"""A par contest reckoned once more: each result against the par of its board, and points for tasks.

An independent model of losses, pars made, net points, IMPs of these, and what was won of the points
that are set: for the auction, the lead, the play, the defence. It imports nothing of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from tests.soak import imps
from tests.soak.par_set import BY_NUMBER, SIDE_OF, Facts
from tests.soak.ranks import (
    SIDES,
    Line,
    Result,
    Row,
    Way,
    is_real,
    of_top,
    placed,
    ranking_of,
    score_of,
)

PARS = 2  # where the other side stayed below par, one for par


def _net(result: Result) -> int:
    par: int = BY_NUMBER[result["board"]]["par"]["score"]
    return score_of(result) - par


def _against_par(worth: Callable[[int], int], top: int, results: Sequence[Result]) -> list[Line]:
    tops = dict.fromkeys(SIDES, top)
    return [
        Line({"ns": Fraction(worth(_net(each))), "ew": Fraction(worth(-_net(each)))}, tops)
        if is_real(each)
        else Line(None, tops)
        for each in results
    ]


def _loss(net: int) -> int:
    return int(net < 0)


def _pars(net: int) -> int:
    return PARS if net > 0 else int(net == 0)


def _plain(net: int) -> int:
    return net


def is_done(task: Facts, result: Result) -> bool:
    """Whether a side has won a task: by what its auction reached, the rest by what was played."""
    if "contract" not in result:
        return False
    if task["kind"] == "bidding":
        reached = result.get("reached", result["contract"]).rstrip("X")
        return reached in task["contracts"]
    if task["kind"] == "lead":
        return result.get("lead") in task["leads"]
    declares = SIDE_OF[result["declarer"]] == task["side"]
    if task["kind"] == "play":
        return declares and result["tricks"] >= task["least_tricks"]
    return not declares and result["tricks"] <= task["most_tricks"]


def _tasks(results: Sequence[Result]) -> list[Line]:
    lines = []
    for result in results:
        tasks = BY_NUMBER[result["board"]]["tasks"]
        by_side = {side: [t for t in tasks if t["side"] == side.upper()] for side in SIDES}
        tops = {side: sum(t["points"] for t in own) for side, own in by_side.items()}
        won = {
            side: Fraction(sum(t["points"] for t in own if is_done(t, result)))
            for side, own in by_side.items()
        }
        lines.append(Line(won if is_real(result) else None, tops))
    return lines


LOSSES = Way(partial(_against_par, _loss, 0), of_top, in_percent=False)
NET = Way(partial(_against_par, _plain, 0), of_top, in_percent=False)
TASKS = Way(_tasks, of_top, in_percent=True)
COLUMNS = {
    "losses": LOSSES,
    "pars": Way(partial(_against_par, _pars, PARS), of_top, in_percent=True),
    "net": NET,
    "imps": Way(partial(_against_par, imps.imps, 0), imps.award, in_percent=False),
    "tasks": TASKS,
}


def ranking_at_par(results: Sequence[Result], numbers: Iterable[str], ranked_by: str) -> list[Row]:
    """Return the list by points for tasks, or by losses and then net points."""
    numbers = [*numbers]
    beside: dict[str, dict[str, Fraction]] = {
        name: {row.pair: row.score for row in ranking_of(results, numbers, way)}
        for name, way in COLUMNS.items()
    }
    rows = [
        row._replace(more={name: scores[row.pair] for name, scores in beside.items()})
        for row in ranking_of(results, numbers, COLUMNS[ranked_by])
    ]
    if ranked_by == "tasks":
        return placed(rows, lambda row: row.percent)
    return placed(rows, _fewest_losses)


def _fewest_losses(row: Row) -> Any:
    return -row.score, row.more["net"]
