"""A set's name: the hash of what is played, so that two clubs know that they played the same.

It covers the game, its rules and options, and each board's number, dealer, vulnerability, cards and
par; not names, commentary, reasons and lines of play, which may be written anew.
"""

from __future__ import annotations

import json
from base64 import b32encode
from hashlib import sha256

from clubscore.ranking.board import Board
from clubscore.ranking.event import Event

LENGTH = 20  # letters of the name: a hundred bits


def canonical(event: Event) -> bytes:
    """What is played, in one form: keys in order, no spaces, everything said in full."""
    told = {
        "game": event.valuation.key,
        # As they were told: a house rule that a later version knows must not change the name.
        "rules": dict(event.valuation.given_rules or {}),
        "scoring": event.scoring,
        "boards": [_board(board) for _number, board in sorted(event.boards.items())],
    }
    return json.dumps(told, sort_keys=True, separators=(",", ":")).encode()


def fingerprint(event: Event) -> str:
    """The name of a set: twenty letters and digits, in groups of five."""
    letters = b32encode(sha256(canonical(event)).digest()).decode()[:LENGTH]
    return "-".join(letters[at : at + 5] for at in range(0, LENGTH, 5))


def _board(board: Board) -> dict[str, object]:
    par = board.par
    return {
        "number": board.number,
        "dealer": board.dealer,
        "vulnerable": board.vulnerable,
        "deal": board.deal,
        "par": None if par is None else [par.contract, par.declarer, par.score],
        "tasks": [task.facts() for task in board.tasks],
    }
