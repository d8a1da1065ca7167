"""A place takes a minimum of boards, where the event asks for one: who has fewer stands below."""

from typing import Any

import pytest

from clubscore.ranking import least_boards, places_of, rank, read_event
from tests.ranking.rooms import event, rows

# Pair 1 leaves after one board of four and has the best percentage; pair 2 misses one board.
FOUR_BOARDS = ((30, 20, 10), (None, 20, 10), (None, 10, 20), (None, None, 20))


def placed(minimum: str, *boards: Any) -> list[tuple[str, str]]:
    """The North-South pairs in order, each with its place."""
    options = {"minimum_boards": minimum} if minimum else {}
    facts = event(*(boards or FOUR_BOARDS), winners=2, options=options)
    for each in facts["contestants"]:
        each["direction"] = "NS" if int(each["number"]) < 100 else "EW"
    ranking = rank(read_event(facts)).rankings[0]
    return [(row.entry.contestant.number, row.place) for row in ranking.rows]


@pytest.mark.parametrize("minimum", ["", "none"])
def test_everyone_who_played_has_a_place_where_nothing_is_asked(minimum: str) -> None:
    assert placed(minimum) == [("1", "1"), ("2", "2"), ("3", "3")]


@pytest.mark.parametrize(
    ("minimum", "expected"),
    [
        # The most that anyone played are four: a place takes two, three (2.67 made whole), three.
        ("half", [("2", "1"), ("3", "2"), ("1", "")]),
        ("two-thirds", [("2", "1"), ("3", "2"), ("1", "")]),
        ("three-quarters", [("2", "1"), ("3", "2"), ("1", "")]),
    ],
)
def test_who_left_early_stands_below_without_a_place(
    minimum: str, expected: list[tuple[str, str]]
) -> None:
    assert placed(minimum) == expected


def test_two_of_three_are_two_thirds_and_not_three_quarters() -> None:
    boards = ((30, 20), (30, 20), (None, 20))
    assert placed("two-thirds", *boards) == [("1", "1"), ("2", "2")]
    assert placed("three-quarters", *boards) == [("2", "1"), ("1", "")]


def test_several_below_stand_by_what_they_have_and_who_has_not_played_last() -> None:
    boards = ((30, 10, 20, 0, None), *((None, None, 20, 10, None),) * 5)
    assert placed("half", *boards) == [("3", "1"), ("4", "2"), ("1", ""), ("2", ""), ("5", "")]


def test_before_anybody_has_played_nobody_is_below() -> None:
    facts = event(*((), ()), options={"minimum_boards": "half"})
    found = rank(read_event(facts))
    assert [least_boards(found.event, one) for one in found.rankings] == [0]
    assert set(places_of(found.rankings[0])) <= {""}


def test_points_stay_as_they_are() -> None:
    facts = event(*FOUR_BOARDS, options={"minimum_boards": "half"})
    before = rows(event(*FOUR_BOARDS))
    for number, row in rows(facts).items():
        assert row | {"place": ""} == before[number] | {"place": ""}
    assert read_event(facts).facts()["options"] == {"minimum_boards": "half"}
