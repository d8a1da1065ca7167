"""What needs the director stands in the order of haste, not in that of time alone."""

import datetime as dt
from typing import Any

import pytest

from clubscore.club import clock
from clubscore.events.corrections import leave_for_later
from clubscore.events.directing import call_director
from clubscore.events.pages.director import DirectorPage
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
FAR_DOWN: dict[str, Any] = {"contract": "7NT", "declarer": "S", "tricks": 0}


def told(evening: Evening, table: int, facts: dict[str, Any]) -> None:
    board = evening.table(table).place.boards[0]
    for side in ("ns", "ew"):
        evening.tell(table, board, facts, side)


def test_calls_come_first_then_disputes_then_what_is_missing_then_what_is_odd() -> None:
    evening, now = Evening(8), clock.now()
    while evening.event.round < evening.room.rounds:
        evening.play()
        evening.next_round()
    first = {table.number: table.place.boards[0] for table in evening.room.tables()}
    with clock.at(now + dt.timedelta(minutes=1)):
        told(evening, 1, FAR_DOWN)
    with clock.at(now + dt.timedelta(minutes=2)):
        leave_for_later(section=evening.section, spot=evening.spot(2, first[2]),
                        entered=evening.entered(2, first[2]), actor=evening.actor)  # fmt: skip
    with clock.at(now + dt.timedelta(minutes=3)):
        evening.tell(3, first[3], FOUR_SPADES)
        evening.tell(3, first[3], ONE_DOWN, "ew")
    for minutes, table in ((4, 4), (5, 1)):
        with clock.at(now + dt.timedelta(minutes=minutes)):
            call_director(section=evening.section, table=table, why="", actor=evening.actor)
    needs = DirectorPage(evening.room).needs
    assert [(need.kind, need.table) for need in needs] == [
        ("call", "A4"), ("call", "A1"), ("dispute", "A3"), ("missing", "A2"), ("odd", "A1"),
    ]  # fmt: skip
    page = text_of(director_of(evening).get(path(evening)))
    at = [page.index(f"Table {table} ") for table in (4, 3, 2)]
    assert "Needs you (5)" in page
    assert at == sorted(at)
