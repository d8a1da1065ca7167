"""A table of an event, as its phones live it, round after round and event after event.

One phone lies on the table; every other pair has a phone of its own that goes with it. They say
who is here, tell results and agree, change what they said, differ, tell at the same instant, and
hand in what waited while a phone was offline. What must stand is kept in `EventModel`.
"""

from __future__ import annotations

import random
import threading
import time
from typing import Any

from tests.soak.board_states import Board, Spot
from tests.soak.one_board import OneBoard, RoundTurned, place_in, take_in
from tests.soak.phones import Book, Forms, Phone
from tests.soak.played_event import Group, PlayedEvent

TURNS = {"plain": 52, "changed": 10, "differ": 14, "both": 10, "offline": 10, "late": 4}
BETWEEN_LOOKS = 0.4  # seconds between two looks whether the next round has begun


class EventTable:
    """A table of a group, from one phase of the soak to the next."""

    def __init__(self, group: Group, number: int, port: int) -> None:
        self.group, self.number, self.port = group, number, port
        self.lying: dict[int, Phone] = {}
        self.chance = random.Random(f"{group.name} {number}")  # noqa: S311 - not a secret
        self.book = Book()

    def play(self, book: Book, stop: threading.Event) -> None:
        """Do what the table's page asks for until told to stop."""
        self.book = book
        try:
            while True:
                self._turn(self.group.now)
                if stop.is_set():
                    break
        except Exception as error:
            book.complain(f"table {self.number} of event {self.group.now.number}: {error!r}")

    def _turn(self, event: PlayedEvent) -> None:
        self._hand_in_what_waits(event)
        phone = self._phone_on_table(event)
        at = f"{event.address}at/A{self.number}/"
        page = phone.open(at)[1]
        here = Forms(page).to("/here/")
        if here is not None:
            phone.send("other", *here)
            self.book.did("here")
            return
        place = place_in(page) if 'id="board-title"' in page else {}
        boards = [each for each in place.get("boards", []) if self._is_open(event, place, each)]
        if not boards:
            time.sleep(BETWEEN_LOOKS)
            return
        what = self.chance.choices([*TURNS], [*TURNS.values()])[0]
        number = boards[0]["number"]
        with event.model.lock:
            there = event.model.boards.setdefault(
                Spot(place["round"], self.number, number), Board(event.seats_at(place))
            )
        play = OneBoard(self, event, place, number, there)
        try:
            getattr(play, "answer" if there.said else what)()
        except RoundTurned:
            # All boards were told, so the director went on; what one side said counts.
            there.is_left = there.is_disputed
            self.book.did("rounds that turned before the other side agreed")

    def _is_open(self, event: PlayedEvent, place: dict[str, Any], board: dict[str, Any]) -> bool:
        spot = Spot(place["round"], self.number, board["number"])
        there = event.model.boards.get(spot)
        return there is None or not (there.is_in or there.is_disputed)

    def _phone_on_table(self, event: PlayedEvent) -> Phone:
        phone = self.lying.get(event.number)
        if phone is None:
            phone = self.lying[event.number] = Phone(self.port)
            phone.book = self.book
            phone.come_in(event.codes[f"A{self.number}"])
        phone.book = self.book
        return phone

    def _hand_in_what_waits(self, event: PlayedEvent) -> None:
        for phone, outbox in [*event.waits[self.number]]:
            phone.book = self.book
            take_in(self.book, event, phone, outbox)
            if not outbox.entries:
                event.waits[self.number].remove((phone, outbox))
