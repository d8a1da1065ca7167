"""The ranking that a file would bring, as its page shows it first."""

from typing import Any

from clubscore.files.pages.events import SHOWN, file_rankings
from clubscore.ranking import read_event


def event(pairs: int, **more: Any) -> dict[str, Any]:
    """An event of one board; the first pair of each side makes most, the last least."""
    boards = [
        {"board": 1, "ns": str(n), "ew": str(n + 100), "score": 1000 - 10 * n}
        for n in range(1, pairs + 1)
    ]
    sides = [("NS", n) for n in range(1, pairs + 1)] + [
        ("EW", n + 100) for n in range(1, pairs + 1)
    ]
    return {
        "format": "clubscore-event/1", "name": "A night", "game": "duplicate", "winners": 2,
        "scoring": "matchpoints", "boards": [{"number": 1}], "results": boards,
        "contestants": [
            {"number": str(n), "direction": way, "names": [f"Ann{n}", f"Bob{n}"]}
            for way, n in sides
        ],
        **more,
    }  # fmt: skip


def test_each_side_has_its_rows_in_order_with_names_score_and_percentage() -> None:
    ns, ew = file_rankings(read_event(event(3)))
    assert (ns.direction, ew.direction, ns.more, ew.more) == ("NS", "EW", 0, 0)
    assert [tuple(row) for row in ns.rows] == [
        ("1", "1", ("Ann1", "Bob1"), "4", "100"),
        ("2", "2", ("Ann2", "Bob2"), "2", "50"),
        ("3", "3", ("Ann3", "Bob3"), "0", "0"),
    ]
    assert [row.number for row in ew.rows] == ["103", "102", "101"]


def test_what_has_no_percentage_shows_none() -> None:
    (only, _other) = file_rankings(read_event(event(2, scoring="total-points")))
    assert [(row.score, row.percent) for row in only.rows] == [("990", ""), ("980", "")]


def test_of_a_long_ranking_it_says_how_many_more_there_are() -> None:
    ns, _ew = file_rankings(read_event(event(SHOWN + 2)))
    assert (len(ns.rows), ns.more) == (SHOWN, 2)


def test_a_list_of_those_under_a_handicap_is_not_shown_beside() -> None:
    told = event(3)
    told["contestants"][0]["handicap"] = "5"
    assert len(file_rankings(read_event(told))) == 2
