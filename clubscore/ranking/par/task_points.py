"""Who won the points of a par contest's tasks: each result by itself, each side out of its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from clubscore.laws.cards import PARTNERSHIPS
from clubscore.ranking.board import Board
from clubscore.ranking.result import EW, NS, Adjusted, Result, Side
from clubscore.ranking.tasks import BIDDING, LEAD, Task
from clubscore.ranking.unit import Artificial, Credit, Unit

SIDE_OF = {seat: column.key for column in PARTNERSHIPS for seat in column.seats}
PASSED = "passed"


def right_contracts(board: Board) -> frozenset[str]:
    """What the side of the par contract is to reach in the auction; nothing where no task says so.

    Where there is any the auction is told first, and the par contract is played if it missed them.
    """
    par = board.par
    if par is None or not par.contract or not par.declarer:
        return frozenset()
    return frozenset(
        contract.rstrip("X")
        for task in board.tasks
        if task.kind == BIDDING and task.side == SIDE_OF[par.declarer]
        for contract in task.contracts
    )


def asks_lead(board: Board) -> bool:
    """Whether a task of a board is judged by the card led."""
    return any(task.kind == LEAD and task.leads for task in board.tasks)


def line_key(result: Result) -> Hashable:
    """Every result stands alone."""
    return result.board, result.section, result.round, result.table, result.ns, result.ew


def score_tasks(boards: Mapping[int, Board]) -> Callable[[Sequence[Result], int], Unit]:
    """Points of the tasks done, out of those that the side could win on the board."""

    def score(results: Sequence[Result], _expected: int) -> Unit:
        nothing: list[int | None] = [None] * len(results)
        credits: dict[Side, Credit] = {}
        awards: list[Artificial] = []
        for result in results:
            tasks = boards[result.board].tasks
            for key, side in ((NS, result.ns), (EW, result.ew)):
                possible = sum(task.points for task in tasks if task.side == key)
                if isinstance(result.ruling, Adjusted):
                    award = result.ruling.ns if key == NS else result.ruling.ew
                    awards.append(Artificial(side, (award,), possible))
                elif result.played:
                    won = sum(
                        task.points
                        for number, task in enumerate(tasks, 1)
                        if task.side == key and is_done(task, number, result)
                    )
                    credits[side] = Credit(Fraction(won), possible, 1)
        return Unit(results, 1, nothing, nothing, 0, None, tuple(awards), credits)

    return score


class Won(NamedTuple):
    """Points for tasks: those that a side won, and those that it could."""

    points: int = 0
    possible: int = 0


def won_without_director(board: Board, result: Result, side: str) -> Won:
    """What a side, "NS" or "EW", won of a board's tasks at a table without a director.

    Tasks that a director judges are left out there.
    """
    own = [
        (is_done(task, number, result), task.points)
        for number, task in enumerate(board.tasks, 1)
        if task.side == side and not task.is_ticked
    ]
    return Won(sum(points for done, points in own if done), sum(points for _done, points in own))


def is_done(task: Task, number: int, result: Result) -> bool:
    """Whether a side has won a task of the board, its ``number`` counted from 1.

    Where the auction did not reach the par contract the directed one is played: then the bidding
    is judged by what was reached, lead and play by what was played.
    """
    if task.is_ticked:
        return number in result.ticked
    deal = result.deal
    if deal is None:
        return False
    if task.contracts:
        played = PASSED if deal.bid is None else deal.bid.text
        bid = (result.reached or played) if task.kind == BIDDING else played
        return bid.rstrip("X") in {each.rstrip("X") for each in task.contracts}
    if task.leads:
        return result.lead in task.leads
    return deal.declarer is not None and _has_tricks(task, deal.declarer, deal.tricks)


def _has_tricks(task: Task, declarer: str, tricks: int) -> bool:
    """Whether the side won enough as declarer, or let declarer win few enough."""
    declares = SIDE_OF[declarer] == task.side
    if task.least_tricks is not None:
        return declares and tricks >= task.least_tricks
    return not declares and tricks <= (task.most_tricks or 0)
