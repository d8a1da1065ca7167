"""A series by hand: means, best n, drop rules, absence, places, ties, promotion; and properties."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.ranking import show_number
from clubscore.ranking.series import (
    ALL,
    BEST,
    BY_BOARDS,
    COUNTS,
    DROP,
    HALF_BEYOND_FIVE,
    MISSED_AVERAGE,
    PLACES,
    SCORE,
    VALUES,
    Missed,
    SeriesResult,
    SeriesRules,
    counted,
    points_for_place,
    series_table,
)

# Nine evenings of one member, worked out by hand.
NINE = ("61.25", "48.00", "55.50", "52.75", "44.10", "58.90", "50.00", "47.20", "53.30")


def made(*percents: str | int, boards: int = 24) -> list[SeriesResult]:
    """Somebody's events in their order."""
    return [SeriesResult(at, Fraction(each), boards) for at, each in enumerate(percents)]


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        (SeriesRules(), "52.33"),
        (SeriesRules(count=BEST, number=5), "56.34"),
        # (9 − 5) // 2: the two lowest, 44.10 and 47.20, are dropped.
        (SeriesRules(count=HALF_BEYOND_FIVE), "54.24"),
        (SeriesRules(count=DROP, number=2), "54.24"),
        (SeriesRules(count=DROP, number=20), "61.25"),
    ],
)
def test_nine_evenings(rules: SeriesRules, total: str) -> None:
    (line,) = series_table(rules, {"Ada": made(*NINE)})
    assert show_number(line.total) == total
    assert line.place == "1"


def test_what_was_dropped_is_told() -> None:
    (line,) = series_table(SeriesRules(count=HALF_BEYOND_FIVE), {"Ada": made(*NINE)})
    assert [cell.event for cell in line.cells if not cell.counts] == [4, 7]


@pytest.mark.parametrize(("many", "dropped"), [(4, 0), (6, 0), (7, 1), (9, 2), (15, 5)])
def test_half_beyond_five_are_dropped(many: int, dropped: int) -> None:
    assert many - counted(SeriesRules(count=HALF_BEYOND_FIVE), many) == dropped


def test_who_lacks_the_minimum_stands_below_the_line() -> None:
    both = {"Ada": made(*NINE), "Ben": made(*(60,) * 10)}
    lines = series_table(SeriesRules(minimum=10), both)
    assert [(line.who, line.place, line.played) for line in lines] == [
        ("Ben", "1", 10), ("Ada", "", 9),
    ]  # fmt: skip


def test_different_partners_may_be_asked_for() -> None:
    one = [SeriesResult(0, Fraction(60), 24, "x"), SeriesResult(1, Fraction(60), 24, "x")]
    two = [SeriesResult(0, Fraction(50), 24, "x"), SeriesResult(1, Fraction(50), 24, "y")]
    lines = series_table(SeriesRules(partners=2), {"Ada": one, "Ben": two})
    assert [(line.who, line.place) for line in lines] == [("Ben", "1"), ("Ada", "")]


def test_by_boards_a_long_evening_weighs_more() -> None:
    # (60 x 12 + 45 x 24) / 36 = 50.
    events = [SeriesResult(0, Fraction(60), 12), SeriesResult(1, Fraction(45), 24)]
    (line,) = series_table(SeriesRules(value=BY_BOARDS), {"Ada": events})
    assert line.total == 50
    (line,) = series_table(SeriesRules(), {"Ada": events})
    assert show_number(line.total) == "52.5"


@pytest.mark.parametrize(
    ("place", "tied", "points"),
    [(1, 1, "10"), (2, 2, "6"), (1, 3, "22/3"), (7, 2, "1/2"), (8, 1, "0")],
)
def test_tied_places_share_their_points(place: int, tied: int, points: str) -> None:
    assert points_for_place((10, 7, 5, 4, 3, 2, 1), place, tied) == Fraction(points)


@pytest.mark.parametrize("value", [PLACES, SCORE])
def test_points_are_added_up(value: str) -> None:
    (line,) = series_table(SeriesRules(value=value, count=BEST, number=2),
                           {"Ada": made(10, 5, 7)})  # fmt: skip
    assert line.total == 17


def test_absence_as_at_heeg() -> None:
    """Own average 54 of two evenings: with notice 50, then 45; without notice 25, apart from it."""
    rules = SeriesRules(missed=MISSED_AVERAGE)
    missed = [Missed(2, True), Missed(3, False), Missed(4, True)]
    (line,) = series_table(rules, {"Ada": made(58, 50)}, {"Ada": missed})
    assert [cell.value for cell in line.cells] == [58, 50, 50, 25, 45]
    # (58 + 50 + 50 + 25 + 45) / 5 = 228 / 5.
    assert line.total == Fraction(228, 5)
    assert line.played == 2


def test_absence_is_worth_no_more_than_the_own_average_and_35_from_the_fourth_on() -> None:
    rules = SeriesRules(missed=MISSED_AVERAGE)
    missed = [Missed(at, True) for at in range(1, 7)]
    (line,) = series_table(rules, {"Ada": made(48)}, {"Ada": missed})
    assert [cell.value for cell in line.cells] == [48, 48, 45, 40, 35, 35, 35]
    (line,) = series_table(SeriesRules(), {"Ada": made(48)}, {"Ada": missed})
    assert [cell.value for cell in line.cells] == [48]


def test_so_many_events_may_be_played_by_a_substitute() -> None:
    events = [SeriesResult(0, Fraction(50), 24),
              *(SeriesResult(at, Fraction(60), 24, by_substitute=True)
                for at in (1, 2))]  # fmt: skip
    for allowed, total in ((0, "50"), (1, "55"), (2, "56.67")):
        (line,) = series_table(SeriesRules(substitutes=allowed), {"Ada": events})
        assert show_number(line.total) == total
        assert line.played == 1 + allowed


def test_of_equals_the_better_best_results_stand_first() -> None:
    both = {"Ada": made(55, 45), "Ben": made(60, 40), "Cara": made(45, 55)}
    lines = series_table(SeriesRules(), both)
    # Ada and Cara were each ahead once: they share the place.
    assert [(line.who, line.place) for line in lines] == [
        ("Ben", "1"), ("Ada", "2="), ("Cara", "2="),
    ]  # fmt: skip


def test_two_who_are_equal_then_are_parted_by_the_events_that_both_played() -> None:
    ada = [
        SeriesResult(0, Fraction(60), 24),
        SeriesResult(1, Fraction(50), 24),
        SeriesResult(2, Fraction(40), 24),
    ]
    ben = [
        SeriesResult(0, Fraction(40), 24),
        SeriesResult(1, Fraction(60), 24),
        SeriesResult(2, Fraction(50), 24),
    ]
    lines = series_table(SeriesRules(), {"Ada": ada, "Ben": ben})
    assert [(line.who, line.place) for line in lines] == [("Ben", "1"), ("Ada", "2")]


def test_the_first_go_up_and_the_last_down_and_who_shares_the_border_stays() -> None:
    table = {"A": made(60), "B": made(55), "C": made(55), "D": made(50), "E": made(40)}
    moves = {one.who: one.moves for one in series_table(SeriesRules(up=2, down=1), table)}
    assert moves == {"A": 1, "B": 0, "C": 0, "D": 0, "E": -1}
    moves = {one.who: one.moves for one in series_table(SeriesRules(up=3, down=9), table)}
    assert moves == {"A": 1, "B": 1, "C": 1, "D": 0, "E": 0}


# Nobody could move a table by less than a hundredth.
percents = st.integers(0, 10_000).map(lambda each: Fraction(each, 100))
tables = st.dictionaries(
    st.integers(1, 8),
    st.dictionaries(st.integers(0, 9), percents, min_size=1).map(
        lambda each: [SeriesResult(at, value, 24) for at, value in each.items()]
    ),
    max_size=8,
)
rules_of = st.builds(
    SeriesRules,
    value=st.sampled_from(VALUES),
    count=st.sampled_from(COUNTS),
    number=st.integers(1, 12),
    minimum=st.integers(0, 6),
    up=st.integers(0, 3),
    down=st.integers(0, 3),
)


@given(rules_of, tables)
def test_places_follow_totals_and_everyone_stands_once(
    rules: SeriesRules, table: dict[int, list[SeriesResult]]
) -> None:
    lines = series_table(rules, table)
    assert sorted(str(line.who) for line in lines) == sorted(map(str, table))
    placed = [line for line in lines if line.place]
    assert lines[: len(placed)] == placed
    totals = [line.total for line in placed]
    assert totals == sorted(totals, reverse=True)
    places = [int(line.place.rstrip("=")) for line in placed]
    assert places == sorted(places)
    for line in placed:
        alike = places.count(int(line.place.rstrip("=")))
        assert line.place.endswith("=") == (alike > 1)
        assert places.index(int(line.place.rstrip("="))) + 1 == int(line.place.rstrip("="))


@given(tables, st.integers(1, 12))
def test_dropping_never_lowers_an_average(
    table: dict[int, list[SeriesResult]], number: int
) -> None:
    def totals(rules: SeriesRules) -> dict[object, Fraction]:
        return {line.who: line.total for line in series_table(rules, table)}

    plain = totals(SeriesRules(count=ALL))
    for count in (BEST, DROP, HALF_BEYOND_FIVE):
        for who, total in totals(SeriesRules(count=count, number=number)).items():
            assert total >= plain[who]


@given(rules_of, tables, st.integers(0, 9), percents)
def test_a_better_result_never_lowers_a_total(
    rules: SeriesRules, table: dict[int, list[SeriesResult]], event: int, more: Fraction
) -> None:
    for who, events in table.items():
        better = [one._replace(value=one.value + more) if one.event == event else one
                  for one in events]  # fmt: skip
        (before,) = series_table(rules, {who: events})
        (after,) = series_table(rules, {who: better})
        assert after.total >= before.total
