"""Teams: boards against each other, IMPs and victory points; and pairs by the board."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from clubscore.laws.errors import RuleError
from clubscore.ranking import read_event, travellers, victory_points
from clubscore.ranking.scorings.victory_points import BANDS, wbf_scale
from clubscore.ranking.totals import rank
from tests.ranking.rooms import points, refused, rows


@pytest.mark.parametrize(
    ("boards", "printed"),
    [
        (6, ["10.50", "10.99", "11.46", "12.33", "14.25", "17.12"]),
        (7, ["10.47", "10.92", "11.35", "12.18", "13.99", "16.77"]),
        (8, ["10.44", "10.86", "11.27", "12.05", "13.78", "16.46"]),
        (16, ["10.31", "10.61", "10.91", "11.48", "12.80", "15.00"]),
        (20, ["10.28", "10.55", "10.82", "11.34", "12.53", "14.58"]),
        (32, ["10.22", "10.44", "10.65", "11.07", "12.05", "13.78"]),
    ],
)
def test_the_continuous_scale_as_printed(boards: int, printed: list[str]) -> None:
    found = [victory_points(margin, boards) for margin in (1, 2, 3, 5, 10, 20)]
    assert found == [Fraction(each) for each in printed]


@pytest.mark.parametrize(
    ("boards", "first"), [(6, 37), (7, 40), (8, 43), (16, 60), (20, 68), (32, 85)]
)
def test_where_the_continuous_scale_ends(boards: int, first: int) -> None:
    assert victory_points(first, boards) == 20 > victory_points(first - 1, boards)
    assert victory_points(10 * first, boards) == 20
    assert victory_points(-first, boards) == 0


@pytest.mark.parametrize(
    ("margin", "boards", "expected"),
    [(14, 16, "13.75"), (40, 8, "19.74"), (5, 24, "11.23"), (16, 32, "13.12"), (47, 32, "17.21"),
     (29, 48, "14.34")],
)  # fmt: skip
def test_margins_that_others_published(margin: int, boards: int, expected: str) -> None:
    assert victory_points(margin, boards) == Fraction(expected)
    assert victory_points(-margin, boards) == 20 - Fraction(expected)


@pytest.mark.parametrize("boards", [1, 5, 12, 24, 48, 100])
def test_each_imp_is_worth_no_more_than_the_one_before(boards: int) -> None:
    table = wbf_scale(boards)
    steps = [after - before for before, after in pairwise(table)]
    assert steps == sorted(steps, reverse=True)
    assert table[0] == 1000


@pytest.mark.parametrize(("most", "lowest"), BANDS)
def test_the_bands_of_the_acbl(most: int, lowest: tuple[int, ...]) -> None:
    for won, margin in enumerate(lowest, 11):
        assert victory_points(margin, most, "acbl-20") == won
        assert victory_points(margin - 1, most, "acbl-20") == won - 1
        assert victory_points(-margin, most, "acbl-20") == 20 - won


def test_a_match_longer_than_the_bands_is_refused() -> None:
    with pytest.raises(RuleError, match="at most 36 boards"):
        victory_points(3, 37, "acbl-20")


def test_a_weighted_margin_is_rounded_to_a_whole_imp() -> None:
    assert victory_points(Fraction(9, 2), 16) == victory_points(5, 16)
    assert victory_points(Fraction(-9, 2), 16) == victory_points(-5, 16)


def match(*boards: tuple[Any, Any], round_: int = 1, teams: str = "AB") -> list[dict[str, Any]]:
    """Results of a match: at the first table the first team sits N-S, at the second E-W."""
    found = []
    for number, tables in enumerate(boards, 1):
        for table, (what, way) in enumerate(zip(tables, (teams, teams[::-1]), strict=True), 1):
            told = what if isinstance(what, dict) else {"score": what}
            found.append({"board": number, "round": round_, "table": table, "ns": way[0],
                          "ew": way[1], **told})  # fmt: skip
    return found


def teams_event(results: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    names = sorted({result["ns"] for result in results})
    return {
        "format": "clubscore-event/1",
        "contestants_are": "teams",
        "game": "duplicate",
        "scoring": "imps-vp",
        "contestants": [{"number": name} for name in names],
        "boards": [
            {"number": number} for number in sorted({result["board"] for result in results})
        ],
        "results": results,
    } | fields


def test_a_match_in_imps_and_victory_points() -> None:
    facts = teams_event(match((620, 170), (-50, 100), (0, 0), (400, 430)))
    # 10 IMPs to A, 4 to B, level, 1 to B: A is 5 ahead over four boards.
    found = rows(facts)
    assert Fraction(found["A"]["score"]) == victory_points(5, 4)
    assert Fraction(found["B"]["score"]) == 20 - victory_points(5, 4)
    assert (found["A"]["boards"], found["A"]["percent"], found["A"]["place"]) == (4, None, "1")
    lines = travellers(rank(read_event(facts)))
    assert [(row.ns_points, row.ew_points) for row in lines[0].rows] == [(10, -10), (-10, 10)]


def test_each_match_has_its_own_victory_points() -> None:
    results = match((620, 170), (0, 0)) + match((0, 620), (0, 0), round_=2)
    results += match((50, 0), round_=3, teams="AC")
    found = rows(teams_event(results, options={"vp_scale": "acbl-20"}))
    # 10 IMPs ahead, then 12 behind over two boards; 2 ahead over one.
    a = victory_points(10, 2, "acbl-20") + victory_points(-12, 2, "acbl-20")
    assert Fraction(found["A"]["score"]) == a + victory_points(2, 1, "acbl-20")
    assert found["A"]["boards"] == 5


def test_artificial_scores_in_a_match_are_three_imps_for_sixty_percent() -> None:
    adjusted = {"adjusted": {"ns": "A+", "ew": "A+"}}
    found = rows(teams_event(match((adjusted, 620), (0, 0))))
    assert found["A"]["score"] == found["B"]["score"]
    assert Fraction(found["A"]["score"]) == victory_points(3, 2)


def test_a_board_that_one_table_did_not_play_is_left_out_for_both() -> None:
    found = rows(teams_event(match((620, 170), ({"not_played": True}, 400))))
    assert found["A"]["boards"] == 1
    results = match((620, 170), (100, 0))[:-1]
    assert rows(teams_event(results))["A"]["boards"] == 1


def test_weighted_and_split_scores_in_a_match() -> None:
    weighted = [["620", "0.6"], ["0", "0.4"]]
    ruling = {"assigned": {"ns": weighted, "ew": weighted}}
    lines = travellers(rank(read_event(teams_event(match((ruling, 620))))))
    assert [(row.ns_points, row.ew_points) for row in lines[0].rows] == [
        (Fraction(-24, 5), Fraction(24, 5)), (Fraction(24, 5), Fraction(-24, 5)),
    ]  # fmt: skip
    split = {"split": {"ns": 420, "ew": 50}}
    lines = travellers(rank(read_event(teams_event(match((split, 50))))))
    assert [(row.ns_points, row.ew_points) for row in lines[0].rows] == [(9, 0), (0, 9)]


def test_board_a_match() -> None:
    results = match((620, 170), (-50, 100), (0, 0), (400, 430))
    facts = teams_event(results, scoring="board-a-match")
    found = rows(facts)
    assert found["A"] | {"place": ""} == {
        "place": "", "boards": 4, "score": "3", "possible": "8", "percent": "37.5",
    }  # fmt: skip
    assert (found["B"]["score"], found["B"]["place"]) == ("5", "1")
    halves = rows(facts | {"options": {"win_tie": ["1", "0.5"]}})
    assert (halves["A"]["score"], halves["A"]["possible"]) == ("1.5", "4")


def test_ten_points_are_a_board_won() -> None:
    assert rows(teams_event(match((400, 390)), scoring="board-a-match"))["A"]["score"] == "2"


def test_artificial_scores_at_board_a_match_are_percent_of_the_board() -> None:
    adjusted = {"adjusted": {"ns": "A+", "ew": "40"}}
    found = rows(teams_event(match((adjusted, 0), (100, 0)), scoring="board-a-match"))
    assert (found["A"]["score"], found["B"]["score"]) == ("4", "0.8")


def test_pairs_by_the_board_count_every_board_the_same() -> None:
    boards = ((100, 50, 50, None), (30, 20, None, None))
    assert points(*boards, scoring="board-a-match") == [
        ("2", "0"), ("0.5", "1.5"), ("0.5", "1.5"),
    ]  # fmt: skip
    assert points(*boards, board=2, scoring="board-a-match") == [("2", "0"), ("0", "2")]


@pytest.mark.parametrize("scoring", ["imps-vp", "board-a-match"])
def test_a_match_has_two_tables_sitting_the_other_way(scoring: str) -> None:
    same_way = match((620, 170))
    same_way[1] |= {"ns": "A", "ew": "B"}
    thrice = [*match((620, 170)), *match((0, 0))[:1]]
    for results in (same_way, thrice):
        facts = teams_event(results, scoring=scoring)
        facts["contestants"] = [{"number": "A"}, {"number": "B"}]
        refused(facts, "results", "Board 1 of A against B")


def test_teams_may_be_ranked_by_total_points_too() -> None:
    found = rows(teams_event(match((620, 170), (-50, 100)), scoring="total-points"))
    assert (found["A"]["score"], found["B"]["score"]) == ("300", "-300")


def test_victory_points_are_for_teams() -> None:
    facts = teams_event(match((620, 170))) | {"contestants_are": "pairs"}
    refused(facts, "scoring", "teams")
