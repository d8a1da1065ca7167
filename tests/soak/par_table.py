"""What a table of a par contest bids and plays: its auction, then the contract that is directed."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.soak.board_states import Spot
from tests.soak.par_set import BY_NUMBER, is_right, right_contracts
from tests.soak.results import BOOK, TRICKS, Result, a_result

PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}
MISSED = ("2S", "3C", "passed", "5HX", "7NT", "1D", "4H", "2NTXX")


def auction_at(turn: int, spot: Spot) -> str:
    """Return what the auction of a table reached in its group's event of this turn.

    It is always the same; nothing where no one asks.
    """
    right = right_contracts(spot.board)
    if not right:
        return ""
    chance = random.Random(f"{turn} {spot}")  # noqa: S311 - not a secret
    if chance.random() < 0.5:
        return chance.choice([each for each in MISSED if not is_right(spot.board, each)])
    return chance.choice(right) + chance.choice(("", "X"))


def a_result_at_par(
    chance: random.Random, board: int, reached: str, other_than: Result | None = None
) -> Result:
    """Return any result of the contract that is to be played, with its lead; not this one.

    That is what the auction reached if it is right, else the directed one by its declarer. Two
    results that differ by their leads alone are the same.
    """
    facts = BY_NUMBER[board]
    par, declarer = facts["par"]["contract"], facts["par"]["declarer"]
    leads = ["S4", *(card for task in facts["tasks"] for card in task.get("leads", ()))]
    while True:
        found = a_result(chance)
        if reached and is_right(board, reached):
            found = _of(reached, chance.choice((declarer, PARTNER[declarer])), chance)
        elif reached:
            found = _of(par, declarer, chance)
        if other_than is None or found != replace(other_than, lead=""):
            return replace(found, lead=chance.choice(leads)) if found.level else found


def _of(contract: str, declarer: str, chance: random.Random) -> Result:
    """Return a result of this contract: made, down, or with tricks over."""
    bare = contract.rstrip("X")
    level = int(bare[0])
    over = min(chance.choice((0, 0, 1, -1, -2, 2)), TRICKS - BOOK - level)
    return Result(level, bare[1:], declarer, len(contract) - len(bare), over)
