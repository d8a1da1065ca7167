"""Matchpoints by tournament books: full boards, uneven ones, fouled ones, rulings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from clubscore.ranking import matchpoints, rank, read_event, travellers
from clubscore.ranking.scorings.matchpoints import stretch
from tests.ranking.rooms import event, ns, points, ranked, rows

ADJUSTED = {"adjusted": {"ns": "A+", "ew": "A-"}}
NOT_PLAYED = {"not_played": True}


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        # The ACBL's own how-to page, doubled from one and a half to two and one.
        ((420, 430, 500, 420, 450, -50, 170), (5, 8, 12, 5, 10, 0, 2)),
        ((650, 620, 620, 620, 620, 170, 170, 140, 110), (16, 11, 11, 11, 11, 5, 5, 2, 0)),
        ((0, 0), (1, 1)),
        ((90,), (0,)),
        ((), ()),
    ],
)
def test_two_for_each_beaten_and_one_for_each_equal(
    scores: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert tuple(matchpoints(scores)) == expected


def test_the_american_scale_is_half() -> None:
    board = (420, 430, 500, 420, 450, -50, 170)
    assert ns(board, options={"win_tie": ["1", "0.5"]}) == ["2.5", "4", "6", "2.5", "5", "0", "1"]
    assert ns(board, options={"win_tie": [1, 0.5]}) == ["2.5", "4", "6", "2.5", "5", "0", "1"]


def with_matchpoints(four: int, of: int) -> tuple[int, ...]:
    """So many results, of which the first has so many matchpoints; no two are equal."""
    return (four // 2 * 10 - 5, *range(0, 10 * (of - 1), 10))


@pytest.mark.parametrize(
    ("matchpoints_won", "actual", "expected", "top"),
    [(4, 6, 7, "4.83"), (18, 10, 11, "19.9")],
)
def test_neuberg_brings_a_board_to_the_top_of_the_others(
    matchpoints_won: int, actual: int, expected: int, top: str
) -> None:
    full = tuple(range(0, 10 * expected, 10))
    assert ns(with_matchpoints(matchpoints_won, actual), full)[0] == top


def test_neuberg_of_nine_where_two_are_equal() -> None:
    """Nine of six results to seven: 10.67, printed as 10.7 where tenths are shown."""
    assert ns((50, 30, 50, 20, 10, 0), range(0, 70, 10))[0] == "10.67"


@pytest.mark.parametrize(
    ("uneven", "expected"),
    [
        ("neuberg", ["5.67", "1.67", "1.67", "-"]),
        ("factor", ["6", "1.5", "1.5", "-"]),
        ("ascherman", ["5", "2", "2", "-"]),
        ("none", ["4", "1", "1", "-"]),
    ],
)
def test_an_uneven_board_in_every_manner(uneven: str, expected: list[str]) -> None:
    """Three results where four should be; the fourth was not played."""
    board = (100, 50, 50, NOT_PLAYED)
    assert ns(board, (0, 10, 20, 30), options={"uneven_boards": uneven}) == expected


def test_without_treatment_the_top_is_that_of_the_board() -> None:
    facts = event((100, 50, 50, None), (0, 10, 20, 30), options={"uneven_boards": "none"})
    assert rows(facts)["1"] == {
        "place": "6", "boards": 2, "score": "4", "possible": "10", "percent": "40",
    }  # fmt: skip
    assert rows(facts)["4"]["percent"] == "100"


def test_ascherman_counts_itself_on_full_boards_too() -> None:
    assert ns((30, 20, 10, 0), options={"uneven_boards": "ascherman"}) == [
        "5.25", "3.75", "2.25", "0.75",
    ]  # fmt: skip


@pytest.mark.parametrize("uneven", ["neuberg", "factor", "ascherman"])
def test_a_single_result_is_an_average(uneven: str) -> None:
    assert points((620, NOT_PLAYED, NOT_PLAYED), options={"uneven_boards": uneven}) == [
        ("2", "2"), ("-", "-"), ("-", "-"),
    ]  # fmt: skip


def test_a_board_played_once_in_all_is_worth_nothing() -> None:
    facts = event((620,))
    assert rows(facts)["1"]["percent"] is None
    assert points((620,)) == [("0", "0")]


def test_a_fouled_board_is_two_groups_each_brought_to_the_whole() -> None:
    """The published check: nine results as five and four; the sum of N-S's is 72."""
    first = [50, 10, 60, 80, 40]
    second = [0, 60, 30, 30]
    board = [*first, *({"score": score, "fouled_group": "B"} for score in second)]
    found = ns(board)
    assert found == ["8", "0.8", "11.6", "15.2", "4.4", "1.25", "14.75", "8", "8"]
    assert sum(map(float, found)) == pytest.approx(72)


@pytest.mark.parametrize(
    ("small", "expected"),
    [
        ((90,), [("6", "6")]),
        ((90, 50), [("6.5", "5.5"), ("5.5", "6.5")]),
        ((90, 90), [("6", "6"), ("6", "6")]),
        ((90, 50, 10), [("11.2", "8"), ("9.6", "9.6"), ("8", "11.2")]),
        ((90, 90, 10), [("10.4", "8.8"), ("10.4", "8.8"), ("8", "11.2")]),
        ((90, 10, 10), [("11.2", "8"), ("8.8", "10.4"), ("8.8", "10.4")]),
    ],
)
def test_small_groups_of_a_fouled_board_have_fixed_percentages(
    small: tuple[int, ...], expected: list[tuple[str, str]]
) -> None:
    fouled = [{"score": score, "fouled_group": "later"} for score in small]
    size = max(6, 3 * len(small))
    whole = [0] * (size - len(small))
    full = list(range(0, 10 * size, 10))
    assert points([*whole, *fouled], full)[len(whole) :] == expected


def test_small_groups_that_are_more_than_a_third_are_brought_to_the_whole() -> None:
    """The EBU's own example: five results as three and two, by Neuberg out of eight."""
    late = [{"score": score, "fouled_group": "2"} for score in (-110, -200)]
    assert points([100, 50, -90, *late]) == [
        ("7.33", "0.67"), ("4", "4"), ("0.67", "7.33"), ("6.5", "1.5"), ("1.5", "6.5"),
    ]  # fmt: skip
    third = [{"score": score, "fouled_group": "2"} for score in (90, 50, 10)]
    assert ns([0] * 5 + third, list(range(0, 80, 10)))[5:] == ["12.33", "7", "1.67"]


def test_one_group_alone_is_not_fouled() -> None:
    board = [{"score": score, "fouled_group": "B"} for score in (30, 20, 10)]
    assert ns(board) == ["4", "2", "0"]


def test_artificial_scores_are_no_comparisons() -> None:
    """The published vector: five real results and one A+/A-; the real ones are brought to six."""
    board = (620, 620, 650, -100, 170, {"adjusted": {"ns": "60", "ew": "40"}})
    assert points(board) == [
        ("6.2", "3.8"), ("6.2", "3.8"), ("9.8", "0.2"), ("0.2", "9.8"), ("2.6", "7.4"), ("6", "4"),
    ]  # fmt: skip


def test_average_plus_is_the_own_percentage_where_that_is_better() -> None:
    good, bad = (30, 0, 0, 0), (0, 30, 30, 30)
    board = (ADJUSTED, 20, 10, 0)
    # N-S 1 have 100 percent elsewhere, E-W 101 none: A+ and A- go with them.
    assert points(good, board, board=2)[0] == ("6", "0")
    # Where it is worse than 60, or better than 40, the figures themselves stand.
    assert points(bad, board, board=2)[0] == ("3.6", "2.4")


def test_other_artificial_boards_do_not_enter_the_own_percentage() -> None:
    boards = ((30, 0, 0, 0), (ADJUSTED, 20, 10, 0), ({"adjusted": {"ns": "0", "ew": "0"}}, 1, 2, 3))
    assert points(*boards, board=2)[0] == ("6", "0")
    assert rows(event(*boards))["1"]["percent"] == "66.67"


def test_both_sides_may_gain() -> None:
    both = {"adjusted": {"ns": "A+", "ew": "A+"}}
    assert points((both, 10, 20))[0] == ("2.4", "2.4")


def test_a_split_score_is_compared_by_each_side_apart() -> None:
    board = ({"split": {"ns": 420, "ew": 50}}, 100, 450)
    assert points(board) == [("2", "4"), ("0", "2"), ("4", "0")]


def test_a_weighted_score_is_the_mean_of_the_whole_board() -> None:
    """The published vector: 60 percent of 620 and 40 percent of -100 at the fourth table."""
    weighted = [["620", "0.6"], ["-100", "0.4"]]
    board = (620, 620, 170, {"assigned": {"ns": weighted, "ew": weighted}})
    assert points(board) == [("4.4", "1.6"), ("4.4", "1.6"), ("0.8", "5.2"), ("2.4", "3.6")]


def test_weights_may_differ_by_side_and_be_thirds() -> None:
    ruling = {"assigned": {"ns": [["420", "1/3"], ["-50", "2/3"]], "ew": [["420", "1"]]}}
    assert points((ruling, 100)) == [("0.67", "0"), ("1.33", "2")]


def test_not_played_leaves_the_board_out_for_both() -> None:
    facts = event((30, 20, NOT_PLAYED), (10, 20, 30))
    assert rows(facts)["3"] == {
        "place": "1", "boards": 1, "score": "8", "possible": "8", "percent": "100",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("manner", "score", "possible"),
    [("scheduled", "2", "8"), ("all", "2", "8"), ("none", "1", "4")],
)
def test_a_board_not_played_may_be_made_up(manner: str, score: str, possible: str) -> None:
    boards = ((NOT_PLAYED, 20, 10), (25, 30, 25))
    found = rows(event(*boards, options={"missed_boards": manner}))["1"]
    assert (found["score"], found["possible"], found["percent"]) == (score, possible, "25")
    assert found["boards"] == 1


@pytest.mark.parametrize(("manner", "possible"), [("scheduled", "4"), ("all", "8"), ("none", "4")])
def test_a_sit_out_is_made_up_only_if_wanted(manner: str, possible: str) -> None:
    boards = ((None, 20, 10, 0), (30, 20, 10, None))
    found = rows(event(*boards, options={"missed_boards": manner}))["1"]
    assert (found["possible"], found["percent"]) == (possible, "100")


def test_the_field_or_the_section() -> None:
    facts = event((30, 20, 10, 0), options={"compare": "section"})
    for result, section in zip(facts["results"], "AABB", strict=True):
        result["section"] = section
    assert {key: row["score"] for key, row in rows(facts).items() if len(key) == 1} == {
        "1": "2", "2": "0", "3": "2", "4": "0",
    }  # fmt: skip
    facts["options"] = {"compare": "field"}
    assert rows(facts)["3"]["score"] == "2"
    assert rows(facts)["1"]["score"] == "6"


def test_a_section_is_its_contestants_where_the_result_names_none() -> None:
    facts = event((30, 20, 10, 0), options={"compare": "section"})
    for contestant, section in zip(facts["contestants"], "AABBAABB", strict=True):
        contestant["section"] = section
    assert rows(facts)["3"]["score"] == "2"


def test_each_section_has_its_own_number_of_results() -> None:
    facts = event((50, 40, 30, 20, 10), options={"compare": "section"})
    for result, section in zip(facts["results"], "AABBB", strict=True):
        result["section"] = section
    assert [rows(facts)[number]["possible"] for number in ("1", "3")] == ["2", "4"]


@pytest.mark.parametrize("expected", range(1, 9))
@pytest.mark.parametrize("actual", range(1, 9))
def test_neuberg_conserves_what_a_board_gives(actual: int, expected: int) -> None:
    """Both sides of every line together have the top, whatever was lost on the way."""
    if actual > expected:
        return
    times, plus, over, top = stretch("neuberg", actual, expected)
    assert 2 * (actual - 1) * times + 2 * plus == over * top


def test_individuals_each_have_what_their_pair_has() -> None:
    seats = [("1", "2", "3", "4"), ("5", "6", "7", "8")]
    results: list[dict[str, Any]] = [
        {"board": 1, **dict(zip("nesw", who, strict=True)), "score": score}
        for who, score in zip(seats, (100, 50), strict=True)
    ]
    results += [{"board": 2, "n": "1", "e": "8", "s": "2", "w": "7", "score": 420}]
    results += [{"board": 2, "n": "3", "e": "6", "s": "4", "w": "5", "score": 420}]
    facts = event() | {
        "contestants_are": "individuals",
        "contestants": [{"number": str(number)} for number in range(1, 9)],
        "boards": [{"number": 1}, {"number": 2}],
        "results": results,
    }
    assert [rows(facts)[str(number)]["score"] for number in range(1, 9)] == [
        "3", "1", "3", "1", "1", "3", "1", "3",
    ]  # fmt: skip
    assert all(row["boards"] == 2 for row in rows(facts).values())


def test_a_player_s_average_plus_is_his_own() -> None:
    def result(board: int, seats: str, **what: Any) -> dict[str, Any]:
        return {"board": board, **dict(zip("nesw", seats, strict=True)), **what}

    facts = event() | {
        "contestants_are": "individuals",
        "contestants": [{"number": number} for number in "12345678"],
        "boards": [{"number": 1}, {"number": 2}],
        "results": [
            result(1, "1234", score=100),
            result(1, "5678", score=50),
            result(2, "1537", **ADJUSTED),
            result(2, "2648", score=50),
        ],
    }
    found = rows(facts)
    assert [found[number]["score"] for number in "1357"] == ["4", "4", "0", "0"]
    facts["results"][2] = result(2, "1526", **ADJUSTED)
    facts["results"][3] = result(2, "3748", score=50)
    found = rows(facts)
    # 1 has all of board 1, 2 has nothing of it: the same A+ is two for the one, 60 percent else.
    assert [found[number]["score"] for number in "12"] == ["4", "1.2"]
    # The traveller shows what the two had on the mean: 100 and 60 percent of two.
    row = travellers(rank(read_event(facts)))[1].rows[0]
    assert row.ns_points == Fraction(8, 5)


def test_the_lines_of_a_ranked_event_stay_in_the_order_of_entry() -> None:
    found = ranked((10, 30, 20))
    assert [unit.ns for unit in found.field.units.values()] == [[0, 4, 2]]
