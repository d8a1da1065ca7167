"""Tables of the soak played in this process: no network, one thing after the other."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import Client

from clubscore.club.access import Actor, Level
from clubscore.club.database import forget_what_was_read
from clubscore.club.logins import make_login
from clubscore.club.models import Club, Role
from tests.soak import card_table, event_table
from tests.soak.card_table import CardTable
from tests.soak.director import Director
from tests.soak.event_kinds import KINDS
from tests.soak.event_table import EventTable
from tests.soak.furnish import card_table as furnished_table
from tests.soak.furnish import event as furnished_event
from tests.soak.furnish import people_of
from tests.soak.furnish import seven as furnished_seven
from tests.soak.in_turn import instead
from tests.soak.phones import Answer, Book, Form, Phone
from tests.soak.played_event import Group
from tests.soak.seven_night import SevenNight

LOOKS = 400  # at most, of an event's tables and its director


def nothing_kept() -> None:
    """Forget what the process keeps of a database: rolled back, it comes to the same keys again.

    For what is played for a whole file of tests, which begins before any test of it does.
    """
    for each in (cache, caches["phones"]):
        each.clear()
    forget_what_was_read()


class PhoneHere(Phone):
    """A phone that reaches the program without a network."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.browser = Client()

    def _once(self, path: str, form: Form | None) -> Answer:
        ask = self.browser.get if form is None else self.browser.post
        answer = ask(path, form)
        self.cookies = {name: each.value for name, each in self.browser.cookies.items()}
        self.cookies.setdefault("csrftoken", "")
        return Answer(
            answer.status_code, answer.content.decode(), answer.headers.get("Location", "")
        )


class Stops:
    """Says to stop after so many turns."""

    def __init__(self, turns: int) -> None:
        self.left = turns

    def is_set(self) -> bool:
        """Whether it is time to stop."""
        self.left -= 1
        return self.left <= 0


def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let phones be of this process, and nothing wait."""
    for module, name, value in instead(PhoneHere):
        monkeypatch.setattr(module, name, value)


class CardsHere:
    """A card table that was played, and what its phones wrote down."""

    def __init__(self, club: Club, game: str, turns: int) -> None:
        actor = Actor(level=Level.DIRECTOR, club=club)
        made = furnished_table(club, game, 1, actor)
        self.table = CardTable(made, 0, login_of(club, f"desk-{made['sitting']}"))
        self.book = Book()
        stop: Any = Stops(turns)
        self.table.play(self.book, stop)


class SevenHere:
    """The seven at their two tables, who played, and what their phones wrote down."""

    def __init__(self, club: Club, turns: int) -> None:
        actor = Actor(level=Level.DIRECTOR, club=club)
        with pytest.MonkeyPatch.context() as monkeypatch:
            here(monkeypatch)
            self.night = SevenNight(furnished_seven(club, 1, actor), 0)
            self.book = Book()
            stop: Any = Stops(turns)
            self.night.play(self.book, stop)


def login_of(club: Club, name: str = "soak-director") -> list[str]:
    """Give the club a director; return name and password."""
    _member, password = make_login(club=club, author="a test", role=Role.DIRECTOR, username=name)
    return [name, password]


class EventHere:
    """Events at some tables with their director, played turn by turn."""

    def __init__(
        self,
        club: Club,
        turns: int,
        kinds: Sequence[str],
        tables: int,
        *,
        late: bool,
        login: list[str],
    ) -> None:
        first = KINDS[kinds[0]]
        entries = 2 * tables if tables else first.entries
        people = people_of(club, kinds[0].capitalize(), first.each * entries + 2)
        made = [furnished_event(club, people, kind, late=late) for kind in kinds]
        self.login = login or login_of(club)
        self.group, self.book = Group(made, 0), Book()
        players = [
            Director(self.group, self.login, 0),
            *(EventTable(self.group, number, 0) for number in range(1, self.group.tables + 1)),
        ]
        for _turn, player in zip(range(turns), itertools.cycle(players), strict=False):
            stop: Any = Stops(1)
            player.play(self.book, stop)
            if self.group.events[0].is_over or self.book.wrong:
                break


def cards_played(club: Club, game: str, turns: int, only: str = "") -> CardsHere:
    """Let two phones play so many turns at a card table; with `only` every other one is that."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        here(monkeypatch)
        if only:
            monkeypatch.setattr(card_table, "TURNS", {"deal": 1, only: 1})
        return CardsHere(club, game, turns)


def event_played(
    club: Club,
    turns: int = LOOKS,
    *,
    kind: str = "matchpoints",
    tables: int = 0,
    events: int = 1,
    late: bool = False,
    only: str = "",
    login: Sequence[str] = (),
) -> EventHere:
    """Let some tables and their director play an event, to its end or for so many turns.

    With `tables` so many of pairs, else as many as its kind has. Where the club has its director
    already, that is the `login`.
    """
    with pytest.MonkeyPatch.context() as monkeypatch:
        here(monkeypatch)
        if only:
            monkeypatch.setattr(event_table, "TURNS", {only: 1})
        return EventHere(club, turns, [kind] * events, tables, late=late, login=[*login])
