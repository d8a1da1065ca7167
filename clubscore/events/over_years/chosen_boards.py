"""Which of somebody's boards are asked for: with whom, whose contract, how it went, the lead."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from clubscore.events.over_years.played_board import PASSED, PlayedBoard
from clubscore.events.over_years.played_events import OneBoard

# What is asked for of whose contracts, and whose those are.
SIDE = "side"
DECLARED = {
    "own": ("own",),
    "partner": ("partner",),
    "ours": ("ours",),
    SIDE: ("own", "partner", "ours"),
    "theirs": ("theirs",),
}


class Choice(NamedTuple):
    """What is asked for; None or nothing asks for no more. People and event by their keys."""

    event: int | None = None
    partner: int | None = None
    against: int | None = None
    declared: str = ""
    level: int | None = None
    denomination: str = ""
    went: str = ""
    lead: str = ""

    def has(self, one: OneBoard) -> bool:
        """Whether a board is among those that are asked for."""
        board = one.board
        return (
            (self.event is None or one.played.event.pk == self.event)
            and (self.partner is None or board.partner == self.partner)
            and (self.against is None or self.against in board.opponents)
            and (not self.declared or board.declared_by in DECLARED[self.declared])
            and (self.level is None or (bool(board.declarer) and board.level == self.level))
            and (not self.denomination or board.denomination == self.denomination)
            and (not self.went or self.went == went(board))
            and (not self.lead or (board.led and board.lead[:1] == self.lead))
        )

    def of(self, boards: Iterable[OneBoard]) -> list[OneBoard]:
        """Return those of some boards."""
        return [each for each in boards if self.has(each)]


def went(board: PlayedBoard) -> str:
    """Return how a contract went: made, down, passed; nothing where it is not known."""
    if board.contract == PASSED:
        return "passed"
    if not board.declarer:
        return ""
    return "made" if board.over >= 0 else "down"


def better(one: OneBoard) -> tuple[Fraction, int, int, int]:
    """Return what orders boards of one unit from the worst to the best.

    What it won beyond the field's average; then the own score, then the newer.
    """
    board = one.board
    won = Fraction(*board.won) if board.won else Fraction(0)
    mean = Fraction(*board.mean) if board.mean else Fraction(0)
    day = one.played.event.evening.toordinal()
    return won - mean, board.score or 0, day, -board.board


def best_board(boards: Iterable[OneBoard]) -> OneBoard | None:
    """Return the board that won most beside the field, of those that were compared."""
    compared = (each for each in boards if each.board.won is not None)
    return max(compared, key=better, default=None)
