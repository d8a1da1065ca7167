"""IMPs: the scale, each against each, each against a datum."""

from __future__ import annotations

from fractions import Fraction

import pytest

from clubscore.ranking import imps
from clubscore.ranking.scorings.butler import datum
from clubscore.ranking.valuation import LOWEST
from tests.ranking.rooms import event, ns, points, refused, rows

CROSS = {"scoring": "cross-imps"}
BUTLER = {"scoring": "butler-imps"}
AVERAGE = {"adjusted": {"ns": "A+", "ew": "A-"}}


def test_the_scale() -> None:
    assert len(LOWEST) == 24
    assert [imps(points) for points in (0, 10, 20, 40, 50, 420, 430, 3990, 4000, 9000)] == [
        0, 0, 1, 1, 2, 9, 10, 23, 24, 24,
    ]  # fmt: skip
    assert [imps(-points) for points in (10, 20, 620)] == [0, -1, -12]


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ((620, 170, 140, 140, -100), ["10.5", "-0.25", "-1.25", "-1.25", "-7.75"]),
        ((450, 200, 420, 200, -50, 590), ["4.2", "-4.8", "3.2", "-4.8", "-10.4", "7"]),
    ],
)
def test_cross_imps_are_divided_by_the_comparisons(
    board: tuple[int, ...], expected: list[str]
) -> None:
    found = ns(board, **CROSS)
    assert found[2] == expected[2]
    if len(board) == 5:
        assert found == expected
    sums = [Fraction(imps(own - other)) for own in board for other in board]
    assert sum(sums) == 0


def test_cross_imps_as_a_sum() -> None:
    assert ns((430, 400, 150, -50), options={"cross_imps": "sum"}, **CROSS)[0] == "18"
    assert ns((430, 400, 150, -50), **CROSS)[0] == "6"


def test_a_board_with_fewer_results_is_divided_by_its_own() -> None:
    boards = ((100, -100, None, None), (0, 0, 0, 0))
    assert points(*boards, **CROSS) == [("5", "-5"), ("-5", "5")]


def test_one_result_compares_with_nothing() -> None:
    assert points((620,), **CROSS) == [("0", "0")]


def test_artificial_scores_in_imps() -> None:
    """Law 12C2(b): plus and minus three, which the organiser may vary."""
    assert points((AVERAGE, 100, -100), **CROSS) == [("3", "-3"), ("5", "-5"), ("-5", "5")]
    assert points((AVERAGE, 100, -100), **BUTLER) == [("3", "-3"), ("3", "-3"), ("-3", "3")]
    assert points(({"adjusted": {"ns": "55", "ew": "30"}}, 0), **BUTLER)[0] == ("1.5", "-6")
    two = {"average_imps": "2"}
    assert points((AVERAGE, 100, -100), options=two, **CROSS)[0] == ("2", "-2")
    assert points((AVERAGE, 100, -100), options=two, **BUTLER)[0] == ("2", "-2")


def test_added_up_cross_imps_count_for_as_many_comparisons_on_every_board() -> None:
    """ACBLscore's manual, 83: averages are 3 times the comparisons, few results are made up."""
    first, none = (420, 420, 420, -50, -50), {"not_played": True}
    second = (420, -50, -50, AVERAGE, none)
    added_up = {"options": {"cross_imps": "sum"}, **CROSS}
    found = points(second, first, **added_up)
    assert found[:4] == [("40", "-40"), ("-20", "20"), ("-20", "20"), ("12", "-12")]
    # The same by columns of plain boards: three results of five.
    assert ns((420, -50, -50), first, **added_up) == ["40", "-20", "-20"]
    assert ns(first, second, **added_up) == ["20", "20", "20", "-30", "-30"]
    late = {"score": -50, "fouled_group": "B"}
    assert ns((420, -50, -50, late, late), first, **added_up) == ["40", "-20", "-20", "0", "0"]


def test_the_mean_of_imps_is_not_the_imps_of_the_mean() -> None:
    """60 percent of level and 40 percent of twelve IMPs lost are 4.8, not 7."""
    weighted = [["620", "0.6"], ["0", "0.4"]]
    board = ({"assigned": {"ns": weighted, "ew": weighted}}, 620)
    assert points(board, **CROSS) == [("-4.8", "4.8"), ("4.8", "-4.8")]


def test_a_split_score_in_cross_imps() -> None:
    board = ({"split": {"ns": 420, "ew": 50}}, 50, 50)
    assert points(board, **CROSS) == [("9", "0"), ("-4.5", "0"), ("-4.5", "0")]


def test_a_fouled_board_compares_within_its_groups() -> None:
    board = (100, -100, {"score": 400, "fouled_group": "B"}, {"score": 400, "fouled_group": "B"})
    assert ns(board, **CROSS) == ["5", "-5", "0", "0"]
    assert ns(board, **BUTLER) == ["3", "-3", "0", "0"]


BOWL = (980,) * 3 + (480,) * 11 + (450,) * 7 + (-50,)
DUTCH = (450, 420, -800, -50, 420, 420)


def test_published_data() -> None:
    """Bermuda Bowl 2011, every score in the mean; a Dutch textbook, the outermost left out."""
    assert datum(BOWL, "mean") == 510
    assert datum(DUTCH, "trim-1") == 300


def test_butler_against_the_datum() -> None:
    found = ns(BOWL, options={"datum": "mean"}, **BUTLER)
    assert [found[at] for at in (0, 3, 14, 21)] == ["10", "-1", "-2", "-11"]
    assert ns(DUTCH, **BUTLER) == ["4", "3", "-15", "-8", "3", "3"]


@pytest.mark.parametrize(
    ("scores", "manner", "expected"),
    [
        ((10, 0), "mean", 10),
        ((-10, 0), "mean", -10),
        ((0, 100, 1000), "trim-1", 370),
        ((0, 100, 200, 1000), "trim-1", 150),
        ((0, 100, 200, 1000), "mean", 330),
        ((0, 100, 200, 300, 400, 1000), "trim-2", 250),
        ((0, 100, 200, 1000), "trim-2", 150),
        ((0, 100, 200, 400, 1000), "trim-2", 200),
    ],
)
def test_a_datum_in_every_manner(scores: tuple[int, ...], manner: str, expected: int) -> None:
    assert datum(scores, manner) == expected


def test_a_weighted_score_moves_the_datum_of_both() -> None:
    weighted = [["400", "1/2"], ["0", "1/2"]]
    board = ({"assigned": {"ns": weighted, "ew": weighted}}, 0)
    # Datum 200 or 0: the one wins 5 or nothing, the other loses 5 or nothing.
    assert points(board, **BUTLER) == [("2.5", "-2.5"), ("-2.5", "2.5")]


def test_too_many_weighted_scores_on_one_board_are_refused() -> None:
    weights = [[str(score), "0.1"] for score in range(0, 100, 10)]
    ruling = {"assigned": {"ns": weights, "ew": weights}}
    refused(event((ruling,) * 4, **BUTLER), "results", "10000 ways")
    assert len(ns((ruling,) * 4, **CROSS)) == 4


def test_imps_have_no_percentage_and_may_be_made_up() -> None:
    boards = ((100, -100, None), (None, 100, -100))
    assert rows(event(*boards, **CROSS))["1"] == {
        "place": "1=", "boards": 1, "score": "5", "possible": None, "percent": None,
    }  # fmt: skip
    assert rows(event(*boards, options={"missed_boards": "all"}, **CROSS))["1"]["score"] == "10"


def test_who_has_not_played_stands_last() -> None:
    facts = event((100, -100), **CROSS)
    facts["contestants"].append({"number": "new"})
    assert rows(facts)["new"]["place"] == "5"
