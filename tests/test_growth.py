"""The bench of a club that grows old sees what grows, and refuses a club that did not grow."""

import pytest

from tests.bench.bench_growth import MOST, Cost, grows
from tests.bench.ten_years import YOUNG, check

WAS = Cost(queries=8, rows=100, steps=50.0, ms=20.0)


def test_a_page_that_costs_as_much_as_before_does_not_grow() -> None:
    assert grows(WAS, Cost(8, 129, 400.0, 25.9), MOST) == []


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (WAS._replace(queries=9), ["queries"]),
        (WAS._replace(rows=131), ["rows"]),
        (WAS._replace(ms=26.1), ["time"]),
        (Cost(9, 131, 50.0, 26.1), ["queries", "rows", "time"]),
    ],
)
def test_what_grows_is_named(now: Cost, said: list[str]) -> None:
    assert grows(WAS, now, MOST) == said


@pytest.mark.django_db
def test_a_club_without_the_history_that_was_meant_is_refused() -> None:
    with pytest.raises(SystemExit, match="meant"):
        check(YOUNG)
