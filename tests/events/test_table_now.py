"""At which table an entry sits now, and who is named from which of its seats."""

from types import SimpleNamespace
from typing import Any

import pytest

from clubscore.events import seats as seat_claims
from clubscore.events.seats import Seats, seats_at, table_now


def entry(pk: int = 7, section: int | None = 1, number: int | None = 4) -> Any:
    return SimpleNamespace(pk=pk, section_id=section, number=number)


class Stub:
    """A room of one section, whose pair 4 sits at tables 3, 5 and 2 in rounds 1, 2 and 4."""

    def __init__(self, now: int = 0) -> None:
        places = [SimpleNamespace(round=r, table=t) for r, t in ((1, 3), (2, 5), (4, 2))]
        plan = SimpleNamespace(of_pair=lambda pair: places if pair == 4 else [])
        self.plans, self.round = {1: plan}, now

    def now(self, section: int) -> int:
        return self.round if section == 1 else 0


@pytest.mark.parametrize(("now", "table"), [(0, 3), (1, 3), (2, 5), (3, 0), (4, 2), (5, 0)])
def test_it_is_the_table_of_this_round_and_before_the_first_that_of_the_first(
    now: int, table: int
) -> None:
    room: Any = Stub(now)
    assert table_now(room, entry()) == table


def test_who_has_no_number_or_no_section_sits_nowhere() -> None:
    room: Any = Stub(1)
    assert table_now(room, entry(number=None)) == table_now(room, entry(number=9)) == 0
    assert table_now(room, entry(section=None)) == table_now(room, entry(section=2)) == 0


def place(ns: Any, ew: Any) -> Any:
    return SimpleNamespace(side={"ns": ns, "ew": ew}.get)


def test_seats_are_named_in_order_by_pairs_and_by_individuals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = {n: f"person {n}" for n in range(1, 9)}
    known = {10: Seats((1, 2), 3), 11: Seats((3, None), 1)}
    monkeypatch.setattr(seat_claims, "seats_of", lambda _room: known)
    monkeypatch.setattr(seat_claims, "people_named", lambda _room: people)
    room: Any = SimpleNamespace(by_number={(1, 4): entry(10), (1, 5): entry(11), (1, 6): entry(12)})
    pairs = seats_at(room, 1, place(4, 5))
    assert [(each.seat, each.entry.pk, each.at, each.person, each.said) for each in pairs] == [
        ("N", 10, 0, "person 1", 3), ("S", 10, 1, "person 2", 3),
        ("E", 11, 0, "person 3", 1), ("W", 11, 1, None, 1),
    ]  # fmt: skip
    alone = seats_at(room, 1, place((4, 5), None))
    assert [(each.seat, each.entry.pk, each.at) for each in alone] == [("N", 10, 0), ("S", 11, 0)]
    # Of one that was entered by name the seats are not asked for.
    assert seats_at(room, 1, place(6, None)) == seats_at(room, 1, None) == []
    assert seats_at(room, 2, place(4, 5)) == []
