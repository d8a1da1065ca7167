"""The prepared boards of the soak's par contest: what is par on each, and what brings points.

Plain facts, as a set's file has them: the program is given them, and the model counts by them.
"""

from __future__ import annotations

from typing import Any

from tests.soak.ranks import score_of

Facts = dict[str, Any]


def _task(side: str, kind: str, points: int, **what: object) -> Facts:
    return {"side": side, "kind": kind, "points": points, **what}


def _board(number: int, contract: str, declarer: str, tricks: int, *tasks: Facts) -> Facts:
    """A board whose par is so many tricks in a contract."""
    played = {"board": number, "contract": contract, "declarer": declarer, "tricks": tricks}
    par = {"score": score_of(played), "contract": contract, "declarer": declarer}
    return {"number": number, "par": par, "tasks": [*tasks]}


# On five of nine the auction is asked for, since the right contract brings its side points.
BOARDS = (
    _board(1, "4S", "N", 10, _task("NS", "bidding", 4, contracts=["4S", "5S"]),
           _task("NS", "play", 6, least_tricks=10), _task("EW", "lead", 3, leads=["DK", "DQ"]),
           _task("EW", "defence", 7, most_tricks=9)),
    _board(2, "1NT", "E", 8, _task("EW", "play", 6, least_tricks=8),
           _task("NS", "defence", 10, most_tricks=7)),
    _board(3, "6H", "W", 12, _task("EW", "bidding", 5, contracts=["6H", "6NT"]),
           _task("EW", "play", 5, least_tricks=12), _task("NS", "lead", 4, leads=["C2"]),
           _task("NS", "defence", 4, most_tricks=11)),
    _board(4, "3NT", "S", 9, _task("NS", "bidding", 4, contracts=["3NT"]),
           _task("NS", "play", 6, least_tricks=9), _task("EW", "defence", 10, most_tricks=8)),
    _board(5, "2C", "W", 9, _task("EW", "play", 8, least_tricks=9),
           _task("NS", "lead", 2, leads=["HA"]), _task("NS", "defence", 5, most_tricks=8)),
    _board(6, "4SX", "E", 8, _task("EW", "bidding", 3, contracts=["4S"]),
           _task("EW", "play", 5, least_tricks=8), _task("NS", "defence", 8, most_tricks=7)),
    _board(7, "3D", "N", 9, _task("NS", "play", 10, least_tricks=10),
           _task("EW", "defence", 10, most_tricks=8)),
    _board(8, "2H", "S", 8, _task("NS", "play", 4, least_tricks=8),
           _task("EW", "lead", 4, leads=["S7", "S3"]), _task("EW", "defence", 4, most_tricks=7)),
    _board(9, "5D", "E", 11, _task("EW", "bidding", 6, contracts=["5D", "6D"]),
           _task("EW", "play", 4, least_tricks=11), _task("NS", "defence", 9, most_tricks=10)),
)  # fmt: skip
BY_NUMBER = {board["number"]: board for board in BOARDS}
SIDE_OF = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}


def right_contracts(board: int) -> list[str]:
    """Return what the side of the par contract should reach; nothing where no task asks for it."""
    facts = BY_NUMBER[board]
    mine = SIDE_OF[facts["par"]["declarer"]]
    return [
        contract
        for task in facts["tasks"]
        if task["kind"] == "bidding" and task["side"] == mine
        for contract in task["contracts"]
    ]


def is_right(board: int, reached: str) -> bool:
    """Whether an auction reached one of the contracts that bring points, doubled or not."""
    return reached.rstrip("X") in right_contracts(board)
