"""``python manage.py par``: double-dummy tables and par of every board with a deal; no database."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NotRequired, TypedDict

from clubscore.deals.double_dummy import Tricks, facts_of, solve, with_nullos
from clubscore.deals.hands import Hands, read_deal
from clubscore.deals.nullos import PARTNERS, nullo_solver
from clubscore.deals.par import BestPlay
from clubscore.files.commands.score import Command
from clubscore.files.commands.score import main as answer_files
from clubscore.laws.cards import COMPASS
from clubscore.places import typed
from clubscore.ranking import EventFile, Valuation, find_valuation, read_event
from clubscore.ranking.board import Board
from clubscore.ranking.par import check_has_par, has_nullos, look_over, par_of_deal

WHAT = (
    "The double-dummy table and the par of every board that has a deal, one JSON answer a line:"
    " for the event's own game, rules and options, or with --game for another game. With --set the"
    " boards are looked over as the set of a par contest besides. With --nullos each board says how"
    " many tricks each declarer's side must take at nullos, for every pairing of partners."
)


class ParOfBoard(TypedDict):
    """The points of North-South at par, and the contracts that bring it."""

    score: int
    contracts: list[str]


class BoardAnswer(TypedDict):
    """A board: the tricks of each seat in each denomination, and its par."""

    board: int
    tricks: dict[str, dict[str, int]]
    par: ParOfBoard
    # By who is North's partner; None where the deal is too hard.
    nullos: NotRequired[dict[str, dict[str, int] | None]]


class SetAnswer(TypedDict):
    """What is odd about a par set, and its sums."""

    findings: list[str]
    declarers: Mapping[str, int]
    pars: Mapping[str, int]
    sum_of_pars: int
    tasks: Mapping[str, int]


class ParAnswer(TypedDict):
    """What the command answers for one event."""

    boards: list[BoardAnswer]
    set: NotRequired[SetAnswer]


class _ParOptions(argparse.Namespace):
    game: str | None
    whole: bool
    nullos: bool


def main(argv: Sequence[str]) -> int:
    """Answer every event of the files named; exit codes as those of ``score``."""
    parser = argparse.ArgumentParser(prog=typed("par"), add_help=False)
    parser.add_argument("--game", metavar="ID")
    parser.add_argument("--set", action="store_true", dest="whole")
    parser.add_argument("--nullos", action="store_true")
    options, rest = parser.parse_known_args(argv, _ParOptions())
    answer = partial(answer_par, game=options.game, whole=options.whole, nullos=options.nullos)
    return answer_files(rest, Command("par", WHAT, answer, thing="event"))


def answer_par(
    raw: object, game: str | None = None, whole: bool = False, nullos: bool = False
) -> ParAnswer:
    """What ``par`` answers for one event, with the ``whole`` set looked over where that is asked.

    With ``nullos`` each board has those of every pairing of partners.

    RuleError names the field, or the board's deal.
    """
    event = read_event(raw)
    valuation = _valuation(event, game)
    boards, deals = _with_deals(event)
    if boards:
        check_has_par(valuation)
    found: list[BoardAnswer] = []
    bests = {}
    for board, deal, tricks in zip(boards, deals, _tables(valuation, deals), strict=True):
        best = par_of_deal(valuation, event.options, board, deal, tricks)
        bests[board.number] = best
        contracts = [each.text() for each in best.contracts]
        par: ParOfBoard = {"score": best.score, "contracts": contracts}
        found.append({"board": board.number, "tricks": facts_of(tricks), "par": par})
    if nullos:
        for told, pairings in zip(found, _by_partners(deals), strict=True):
            told["nullos"] = pairings
    if not whole:
        return {"boards": found}
    return {"boards": found, "set": _looked_over(event, bests)}


def _tables(valuation: Valuation, deals: Sequence[Hands]) -> Iterator[Tricks]:
    """The tables of the deals, with nullos where the game has them."""
    tables = solve(deals)
    if not has_nullos(valuation) or not deals:
        yield from tables
        return
    with nullo_solver() as asked:
        for deal, tricks in zip(deals, tables, strict=True):
            yield with_nullos(tricks, asked.ducked(deal))


def _by_partners(deals: Sequence[Hands]) -> Iterator[dict[str, dict[str, int] | None]]:
    """Nullos of each deal by North's partner: "NE", "NS", "NW"."""
    with nullo_solver() as asked:
        for deal in deals:
            found: dict[str, dict[str, int] | None] = {}
            for partner in PARTNERS:
                ducked = asked.ducked(deal, partner)
                found[COMPASS[0] + COMPASS[partner]] = None if ducked is None else dict(ducked)
            yield found


def _looked_over(event: EventFile, bests: Mapping[int, BestPlay]) -> SetAnswer:
    found = look_over(event.boards.values(), bests)
    return {
        "findings": [str(each) for each in found.findings],
        "declarers": found.declarers,
        "pars": found.pars,
        "sum_of_pars": found.sum_of_pars,
        "tasks": found.tasks,
    }


def _valuation(event: EventFile, game: str | None) -> Valuation:
    """The event's own game; another one is asked for with its usual rules."""
    if game is None or game == event.valuation.key:
        return event.valuation
    return find_valuation(game)


def _with_deals(event: EventFile) -> tuple[list[Board], list[Hands]]:
    found = [(board, read_deal(board.deal)) for board in event.boards.values() if board.deal]
    return [board for board, _ in found], [deal for _, deal in found]
