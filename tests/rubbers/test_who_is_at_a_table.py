"""Who waits at a table and for how long, and who may take a seat over."""

import datetime as dt
from types import SimpleNamespace
from typing import Any

import pytest

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.rubbers.pages import line_up as at_table
from clubscore.rubbers.pages.line_up import _others, waiting_rows

NOW = dt.datetime(2026, 11, 3, 20, 41, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("seconds", "minutes"), [(0, 0), (59, 0), (60, 1), (3_599, 59), (3_600, 60), (-90, 0)]
)
def test_minutes_are_whole_and_never_fewer_than_none(
    seconds: int, minutes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)
    since = NOW - dt.timedelta(seconds=seconds)
    waits: Any = SimpleNamespace(person="Eve", rubbers=2, since=since)
    (row,) = waiting_rows([waits])
    assert (row.person, row.rubbers, row.minutes) == ("Eve", 2, minutes)


@pytest.mark.parametrize(
    ("level", "found"),
    [
        # A table's phone names nobody who is not at its table.
        (Level.TABLE, ["Eve"]),
        (Level.PLAYER, ["Eve", "Flora"]),
        (Level.DIRECTOR, ["Eve", "Flora"]),
    ],
)
def test_a_seat_goes_to_who_waits_or_for_members_to_who_sits_nowhere(
    level: Level, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Members(list[str]):
        def exclude(self, pk__in: dict[int, str]) -> "Members":
            return Members(each for at, each in enumerate(self) if at not in pk__in)

    waits = SimpleNamespace(waiting=[SimpleNamespace(person="Eve")])
    monkeypatch.setattr(at_table, "table_of", lambda _sitting: waits)
    monkeypatch.setattr(at_table, "sits_at", lambda _club: {0: "Window table"})
    monkeypatch.setattr(at_table, "people_to_seat", lambda _club: Members(["Ann", "Flora"]))
    request: Any = SimpleNamespace(actor=Actor(level=level))
    sitting: Any = SimpleNamespace(club="Portland")
    part: Any = None
    assert _others(request, sitting, part) == found
