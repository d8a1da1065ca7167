"""Boards of somebody's added up by whom or what they were: partner, opponent, contract, lead."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from clubscore.events.over_years.averages import Average, Sum
from clubscore.events.over_years.played_board import PlayedBoard
from clubscore.events.over_years.played_events import OneBoard
from clubscore.ranking.scoring import IMPS_A_BOARD, SHARES

Key = TypeVar("Key", bound=Hashable)


@dataclass
class Tally:
    """What some boards come to.

    `above` and `below` count boards on which this side won more, or less, than the field on
    average. `tricks` are those more than the field took, added up over `with_others` boards.
    """

    boards: int = 0
    made: int = 0
    down: int = 0
    above: int = 0
    below: int = 0
    with_others: int = 0
    tricks: Sum = field(default_factory=Sum)
    events: set[int] = field(default_factory=set)
    shares: Average = field(default_factory=Average)
    imps: Average = field(default_factory=Average)

    def add(self, one: OneBoard) -> None:
        """Add a board."""
        board = one.board
        self.boards += 1
        self.events.add(one.played.event.pk)
        if board.declarer:
            self.made += board.over >= 0
            self.down += board.over < 0
        if one.played.unit == SHARES:
            self.shares.add(board)
        elif one.played.unit == IMPS_A_BOARD:
            self.imps.add(board)
        self._compare(board)

    def _compare(self, board: PlayedBoard) -> None:
        if board.won is not None and board.mean is not None:
            (up, down), (mean, over) = board.won, board.mean
            self.above += up * over > mean * down
            self.below += up * over < mean * down
        more = board.to_field
        if more is not None:
            self.tricks.add(more)
            self.with_others += 1

    @property
    def to_field(self) -> Fraction | None:
        """Tricks a board more than the field took; None where nobody else played any of them."""
        return self.tricks.value / self.with_others if self.with_others else None


def tally_of(boards: Iterable[OneBoard]) -> Tally:
    """Return what boards come to."""
    found = Tally()
    for each in boards:
        found.add(each)
    return found


def tallies(
    boards: Iterable[OneBoard], keys_of: Callable[[PlayedBoard], Iterable[Key]]
) -> dict[Key, Tally]:
    """Return what boards come to by each key that they have; a board may have several, or none."""
    found: dict[Key, Tally] = {}
    for each in boards:
        for key in keys_of(each.board):
            if key not in found:
                found[key] = Tally()
            found[key].add(each)
    return found
