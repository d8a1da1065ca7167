"""The bench of an evening sees what is lost, who heard nothing, and what is slow."""

from dataclasses import replace

import pytest

from tests.bench.bench_evening import beyond, faults_of
from tests.bench.evening_room import ALL_PHONES, BEFORE, PASS, STREAM, Turn

GOOD = Turn(
    STREAM,
    seconds=10,
    answered=["one", "two"],
    rows=["two", "one"],
    streams=ALL_PHONES,
    entries=500,
)


def test_an_evening_in_which_all_came_right_has_no_fault() -> None:
    assert faults_of(GOOD) == []
    assert faults_of(replace(GOOD, way=PASS, streams=0)) == []


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (replace(GOOD, rows=["two"]), "1 entries were answered and are not there"),
        (replace(GOOD, rows=["one", "two", "two"]), "1 entries are there and were not answered"),
        (replace(GOOD, behind=3), "3 phones do not show the last deal"),
        (replace(GOOD, streams=199), "199 streams of 200 are open in the end"),
        (replace(GOOD, wrong=["/table/1/ answers 500"] * 2), "/table/1/ answers 500"),
    ],
)
def test_what_went_wrong_in_an_evening_is_named(broken: Turn, said: str) -> None:
    assert faults_of(broken) == [f"{STREAM}: {said}"]


def evenings(entries: list[int], page: float) -> list[Turn]:
    """Return evenings with so many entries, in which a page of an event cost so many ms."""
    costs = {"event: a page": [page - 1, page + 1]}
    return [replace(GOOD, entries=each, costs=costs) for each in entries]


def test_limits_are_held_by_the_median_of_the_evenings() -> None:
    before = evenings([90, 100, 900], 50.0)
    assert beyond({BEFORE: before, STREAM: evenings([10, 500, 510], 10.0)}) == []
    assert beyond({BEFORE: before, STREAM: evenings([499, 499, 2000], 10.1)}) == [
        "4.99 times as many entries a second, at least 5 wanted",
        "a page of an event takes 0.202 of the processor, at most 0.2 wanted",
    ]
