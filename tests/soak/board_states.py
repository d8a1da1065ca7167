"""What must stand on the boards of an event, by what its phones and its director were answered.

An independent model: reports of both sides, what they agree on, what is disputed, what the director
rules, and what came too late. Nothing is imported from the program.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any, NamedTuple

SIDES = ("ns", "ew")
Seats = dict[str, str]


class Spot(NamedTuple):
    """A board at a table in a round."""

    round: int
    table: int
    board: int


def other(side: str) -> str:
    """Return the other side."""
    return SIDES[1 - SIDES.index(side)]


@dataclass
class Board:
    """A board at a table: who sat there, what each side says while they differ, what counts.

    `seats` are as an event file has them: both sides, or the four players of an individual.
    """

    seats: Seats
    said: dict[str, dict[str, Any]] = field(default_factory=dict)
    result: dict[str, Any] | None = None
    is_in: bool = False
    contrary: list[dict[str, Any]] = field(default_factory=list)
    is_left: bool = False  # to the director
    # At a par contest what the table has told of its auction; nothing where it was not asked.
    reached: str = ""

    @property
    def is_disputed(self) -> bool:
        """Whether the two sides said different things."""
        return len(self.said) == 2 and not self.is_in

    @property
    def waits_for_director(self) -> bool:
        """Whether the table leaves it to the director."""
        return self.is_left or bool(self.contrary)

    @property
    def counts(self) -> dict[str, Any] | None:
        """What counts: what is in, or what one side alone has said; with it what was reached."""
        facts = self.result if self.is_in else None
        if not self.is_in and len(self.said) == 1:
            (facts,) = self.said.values()
        if facts is not None and self.reached and "contract" in facts:
            return facts | {"reached": self.reached}
        return facts

    def tell(self, side: str, facts: dict[str, Any]) -> str:
        """Take a side's report; return its kind as the program names it."""
        self.contrary = []
        if self.said.get(other(side)) == facts:
            self.settle(facts)
            return "agreed"
        self.said[side] = facts
        return "told"

    def settle(self, facts: dict[str, Any]) -> None:
        """Let this be the result."""
        self.said, self.result, self.is_in, self.contrary = {}, facts, True, []
        self.is_left = False

    def late(self, side: str, facts: dict[str, Any]) -> str:
        """Take what waited on a phone: its kind, or "same" where it says nothing new."""
        if self.is_in:
            if facts in (self.result, *self.contrary):
                return "same"
            self.contrary.append(facts)
            return "contrary"
        return "same" if self.said.get(side) == facts else self.tell(side, facts)


@dataclass
class EventModel:
    """All boards of an event, from one round to the next; its threads share it."""

    ns: list[str]
    ew: list[str]
    boards: dict[Spot, Board] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def at(self, spot: Spot) -> Board:
        """Return a board that was reported."""
        return self.boards[spot]

    def results(self) -> list[dict[str, Any]]:
        """Return what counts, as an event file says it, in the order of round, table and board."""
        with self.lock:
            return [
                {"board": spot.board, "round": spot.round, "table": spot.table,
                 **board.seats, **board.counts}
                for spot, board in sorted(self.boards.items())
                if board.counts is not None
            ]  # fmt: skip
