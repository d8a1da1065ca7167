"""A table that plays a set, with its four phones, to test with."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from clubscore.club.models import Club, Person
from clubscore.events.models import ContestSet, Event
from clubscore.events.phones import links_of
from clubscore.events.state import EventState, room_of
from clubscore.events.visibility import event_of
from clubscore.ranking import Board
from clubscore.web.phones import token_of

SEATS = "NSEW"
# What the form of duplicate auction sends: four spades by South, made, without honours.
FORM: dict[str, Any] = {
    "level": "4", "denomination": "S", "doubling": "0", "declarer": "S", "result": "=",
    "honours": "D:3",
}  # fmt: skip


class FourPlayers:
    """An event opened through its page by a member, four names typed, four phones let in."""

    def __init__(self, opener: Client, club: Club, people: list[Person], name: str) -> None:
        page = opener.get("/contests/").content.decode()
        found = re.search(rf'value="([A-Z0-9-]{{23}})"[^>]*>\s*<span>\s*<b>{name}', page)
        assert found, page
        key = re.search(r'name="key" value="([^"]+)"', page)
        assert key
        answer = opener.post("/contests/", {"set": found[1], "key": key[1]})
        assert answer.status_code == 302, answer.content
        self.event = Event.objects.get(pk=int(answer["Location"].split("/")[2]))
        self.club, self.people = club, dict(zip(SEATS, people, strict=True))
        names = {seat: person.name for seat, person in self.people.items()}
        said = opener.post(
            answer["Location"], {**names, "round": "1", "key": f"names-{self.event.pk}"}
        )
        assert said.status_code == 302, said.content
        self.phones: dict[str, Client] = {}

    @property
    def kept(self) -> ContestSet:
        """The set that is played."""
        return ContestSet.objects.get(events=self.event)

    def board(self, number: int) -> Board:
        """A board of the set."""
        return event_of(self.kept).boards[number]

    @property
    def room(self) -> EventState:
        """How the table stands."""
        return room_of(Event.objects.select_related("club").get(pk=self.event.pk))

    @property
    def code(self) -> str:
        """The address by which phones come in."""
        link = links_of(self.event.sections.get())[0]
        return f"/e/{token_of(link.nonce)}/"

    def path(self, rest: str = "at/A1/") -> str:
        """An address of the event."""
        return f"/event/{self.event.pk}/{rest}"

    def come_in(self, *seats: str) -> None:
        """Let the players' phones in."""
        for seat in seats:
            self.phones[seat] = Client()
            answer = self.phones[seat].post(self.code, {"person": self.people[seat].pk})
            assert answer.status_code == 302, answer.content

    def reach(self, board: int, bid: str, seat: str = "N", key: str = "") -> Any:
        """Record from a phone what the auction of a board reached."""
        form = {"round": "1", "board": str(board), "reached": bid,
                "key": key or f"bid-{self.event.pk}-{board}"}  # fmt: skip
        return self.phones[seat].post(self.path("at/A1/reached/"), form)

    def tell(self, board: int, seat: str = "N", **changed: str) -> Any:
        """Report a result from a phone."""
        side = "ns" if seat in "NS" else "ew"
        form = {**FORM, **changed, "round": "1", "board": str(board), "side": side,
                "looked": "1", "key": f"tell-{self.event.pk}-{board}-{seat}"}  # fmt: skip
        return self.phones[seat].post(self.path("at/A1/tell/"), form)

    def agree(self, board: int, seat: str = "E") -> Any:
        """Agree with what the other side reported."""
        standing = next(e for s, e in self.room.standings.items() if s.board == board)
        side = "ns" if seat in "NS" else "ew"
        form = {"round": "1", "board": str(board), "side": side, "seen": str(standing.number),
                "key": f"agree-{self.event.pk}-{board}-{seat}"}  # fmt: skip
        return self.phones[seat].post(self.path("at/A1/agree/"), form)

    def close(self, board: int) -> None:
        """Play a board: one side reports it, the other agrees."""
        self.close_at(board, {})

    def close_at(self, board: int, form: dict[str, str]) -> None:
        """Play a board with another result than the usual one."""
        told, agreed = self.tell(board, **form), self.agree(board)
        assert (told.status_code, agreed.status_code) == (302, 302), (told.content, agreed.content)
