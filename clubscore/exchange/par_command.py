"""``python manage.py par``: double-dummy tables and par of every board with a deal; no database."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

from clubscore.deals.deal import Deal, read_deal
from clubscore.deals.double_dummy import facts_of, solve
from clubscore.exchange.score_command import Command
from clubscore.exchange.score_command import main as answer_files
from clubscore.ranking import Event, Valuation, find_valuation, read_event
from clubscore.ranking.board import Board
from clubscore.ranking.deal_par import check_has_par, par_of_deal

WHAT = (
    "The double-dummy table and the par of every board that has a deal, one JSON answer a line:"
    " for the event's own game, rules and options, or with --game for another game."
)


def main(argv: Sequence[str]) -> int:
    """Answer every event of the files named; exit codes as those of ``score``."""
    parser = argparse.ArgumentParser(prog="manage.py par", add_help=False)
    parser.add_argument("--game", metavar="ID")
    options, rest = parser.parse_known_args(argv)
    answer = partial(answer_par, game=options.game)
    return answer_files(rest, Command("par", WHAT, answer, thing="event"))


def answer_par(raw: Any, game: str | None = None) -> dict[str, Any]:
    """What ``par`` answers for one event. RuleError names the field, or the board's deal."""
    event = read_event(raw)
    valuation = _valuation(event, game)
    boards, deals = _with_deals(event)
    if boards:
        check_has_par(valuation)
    found = []
    for board, deal, tricks in zip(boards, deals, solve(deals), strict=True):
        best = par_of_deal(valuation, event.options, board, deal, tricks)
        contracts = [each.text() for each in best.contracts]
        par = {"score": best.score, "contracts": contracts}
        found.append({"board": board.number, "tricks": facts_of(tricks), "par": par})
    return {"boards": found}


def _valuation(event: Event, game: str | None) -> Valuation:
    """The event's own game; another one is asked for with its usual rules."""
    if game is None or game == event.valuation.key:
        return event.valuation
    return find_valuation(game)


def _with_deals(event: Event) -> tuple[list[Board], list[Deal]]:
    """The boards that have a deal, with it."""
    found = [(board, read_deal(board.deal)) for board in event.boards.values() if board.deal]
    return [board for board, _ in found], [deal for _, deal in found]
