"""An event while the soak plays it, and the tables that play one event after the other."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Any

from tests.soak.board_states import EventModel
from tests.soak.outbox import Outbox
from tests.soak.phones import Book, Phone


class PlayedEvent:
    """An event while it is played: its addresses, its phones, what must stand."""

    def __init__(self, made: dict[str, Any], port: int) -> None:
        self.number, self.codes, self.port = made["event"], made["codes"], port
        # Who can be let in as whom: the pair of each person's key.
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

    def pairs_at(self, place: dict[str, Any]) -> tuple[str, str]:
        """Return the numbers of who sits at a place, as a page brings it along."""
        sides = place["sides"]
        ns, ew = (self.pair_of[str(sides[side]["people"][0][0])] for side in ("ns", "ew"))
        return ns, ew

    def own_phone(self, who: str, book: Book) -> Phone | None:
        """Return the phone of a person's pair, let in the first time; None where it has none."""
        pair = self.pair_of.get(who)
        if pair is None or int(pair) % 2:
            return None
        with self.lock:
            phone = self.own.get(pair)
            if phone is None:
                phone = self.own[pair] = Phone(self.port)
                phone.book = book
                phone.come_in(next(iter(self.codes.values())), who)
            phone.book = book
            return phone


class Group:
    """Some tables with their director, and the events that they play one after the other."""

    def __init__(self, made: list[dict[str, Any]], port: int) -> None:
        self.events = [PlayedEvent(each, port) for each in made]
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
