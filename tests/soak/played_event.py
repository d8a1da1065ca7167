"""An event while the soak plays it, and the tables that play one event after the other."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Any

from tests.soak.board_states import SIDES, EventModel, Seats
from tests.soak.event_kinds import INDIVIDUALS, KINDS
from tests.soak.outbox import Outbox
from tests.soak.phones import Book, Phone


class PlayedEvent:
    """An event while it is played: its addresses, its phones, what must stand."""

    def __init__(self, made: dict[str, Any], port: int, turn: int = 0) -> None:
        # Which of its group's events it is; its number is the server's.
        self.turn = turn
        self.number, self.codes, self.port = made["event"], made["codes"], port
        self.kind = KINDS[made["kind"]]
        self.names: dict[str, str] = made["names"]  # of teams, by their number
        # Who can be let in as whom: the number of each person's key.
        self.pair_of = {who: pair for pair, people in made["pairs"].items() for who in people}
        self.late: list[dict[str, str]] = made["late"]
        pairs = sorted(made["pairs"], key=int)
        half = len(pairs) // 2
        self.model = EventModel(pairs[:half], pairs[half:])
        self.own: dict[str, Phone] = {}
        # What waits on a phone for the next round, by the table that it is for.
        self.waits: dict[int, list[tuple[Phone, Outbox]]] = defaultdict(list)
        self.lock = threading.RLock()
        self.is_over = False

    @property
    def address(self) -> str:
        """The event's own page."""
        return f"/event/{self.number}/"

    def seats_at(self, place: dict[str, Any]) -> Seats:
        """Return the numbers of who sits at a place, as a page brings it along."""
        there = {
            side: [self.pair_of[str(who)] for who, _name in place["sides"][side]["people"]]
            for side in SIDES
        }
        if self.kind.counted != INDIVIDUALS:
            return {side: numbers[0] for side, numbers in there.items()}
        (north, south), (east, west) = there["ns"], there["ew"]
        return {"n": north, "s": south, "e": east, "w": west}

    def own_phone(self, who: str, book: Book) -> Phone | None:
        """Return the phone of who speaks for a pair, let in the first time.

        None where they have none: every other pair has one, every other player, and both halves
        of every other team.
        """
        number = self.pair_of.get(who)
        if number is None or int(number) % 2:
            return None
        with self.lock:
            phone = self.own.get(who)
            if phone is None:
                phone = self.own[who] = Phone(self.port)
                phone.book = book
                phone.come_in(next(iter(self.codes.values())), who)
            phone.book = book
            return phone


class Group:
    """Some tables with their director, and the events that they play one after the other."""

    def __init__(self, made: list[dict[str, Any]], port: int) -> None:
        self.events = [PlayedEvent(each, port, turn) for turn, each in enumerate(made)]
        self.tables = len(made[0]["codes"])
        self.name = str(next(iter(made[0]["pairs"].values())).values())

    @property
    def now(self) -> PlayedEvent:
        """The event that is played now."""
        for event in self.events:
            if not event.is_over:
                return event
        raise RuntimeError("no event is left to play")

    @property
    def begun(self) -> list[PlayedEvent]:
        """All events of which anything was entered."""
        return [event for event in self.events if event.model.boards]
