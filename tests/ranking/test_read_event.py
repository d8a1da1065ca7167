"""An event as it is told: what is refused, at which field, and what is written back."""

from __future__ import annotations

from typing import Any

import pytest

from clubscore.laws.errors import RuleError
from clubscore.ranking import Board, find_valuation, read_event
from tests.ranking.rooms import event, refused

PLAYED = {"contract": "3NT", "declarer": "N", "tricks": 9}


def with_result(**fields: Any) -> dict[str, Any]:
    facts = event((100, 50))
    facts["results"][1] = {"board": 1, "ns": "2", "ew": "102"} | fields
    return facts


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"format": "clubscore-event/2"}, "format"),
        ({"nonsense": 1}, "nonsense"),
        ({"scoring": "best"}, "scoring"),
        ({"scoring": ["matchpoints"]}, "scoring"),
        ({"winners": 3}, "winners"),
        ({"winners": True}, "winners"),
        ({"winners": 2}, "contestants[0].direction"),
        ({"contestants_are": "people"}, "contestants_are"),
        ({"game": "whist"}, "game"),
        ({"rules": {"slams": "20/40"}}, "rules.slams"),
        ({"rules": 7}, "rules"),
        ({"options": {"uneven_boards": "fair"}}, "options.uneven_boards"),
        ({"options": {"win_tie": ["3", "1"]}}, "options.win_tie"),
        ({"options": {"win_tie": 2}}, "options.win_tie"),
        ({"options": {"top": 1}}, "options.top"),
        ({"options": []}, "options"),
        ({"name": ""}, "name"),
        ({"name": "half \ud800"}, "name"),
        ({"club": 7}, "club"),
        ({"contestants": {}}, "contestants"),
        ({"contestants": [{"number": 1}]}, "contestants[0].number"),
        ({"contestants": [{"number": "1"}, {"number": "1"}]}, "contestants[1].number"),
        ({"contestants": [{"number": "1", "handicap": 2.5}]}, "contestants[0].handicap"),
        ({"contestants": [{"number": "1", "names": "Ann"}]}, "contestants[0].names"),
        ({"contestants": [{"number": "1", "names": ["Ann", 7]}]}, "contestants[0].names[1]"),
        ({"contestants": [{"number": "1", "direction": "NS"}]}, "contestants[0].direction"),
        ({"contestants": [7]}, "contestants[0]"),
        ({"boards": 1}, "boards"),
        ({"boards": [{"number": 0}]}, "boards[0].number"),
        ({"boards": [{"number": 1}, {"number": 1}]}, "boards[1].number"),
        ({"boards": [{"number": 1, "deal": "N:AKQ... - - -"}]}, "boards[0].deal"),
        ({"boards": [{"number": 1, "dealer": "n"}]}, "boards[0].dealer"),
        ({"boards": [{"number": 1, "vulnerable": "All"}]}, "boards[0].vulnerable"),
        ({"boards": [{"number": 1, "par": {"contract": "3NT"}}]}, "boards[0].par.score"),
        ({"boards": [{"number": 1, "par": {"score": 1.5}}]}, "boards[0].par.score"),
        ({"boards": [{"number": 2}]}, "results[0].board"),
        ({"results": {}}, "results"),
        ({"penalties": [{"contestant": "9", "amount": 1, "unit": "points"}]},
         "penalties[0].contestant"),
        ({"penalties": [{"contestant": "1", "amount": "much", "unit": "points"}]},
         "penalties[0].amount"),
        ({"penalties": [{"contestant": "1", "amount": 1}]}, "penalties[0].unit"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_field(change: dict[str, Any], where: str) -> None:
    refused(event((100, 50)) | change, where)


@pytest.mark.parametrize(
    "field", ["format", "game", "scoring", "contestants", "boards", "results"]
)  # fmt: skip
def test_a_field_that_is_missing_is_named(field: str) -> None:
    facts = event((100, 50))
    del facts[field]
    refused(facts, field, "missing")


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({}, "results[1]"),
        ({"score": 1, "passed_out": True}, "results[1].score"),
        ({"score": 0.5}, "results[1].score"),
        ({"score": "12.5"}, "results[1].score"),
        ({"score": True}, "results[1].score"),
        ({"score": 10**9}, "results[1].score"),
        ({"passed_out": False}, "results[1].passed_out"),
        ({"not_played": 1}, "results[1].not_played"),
        ({"score": 100, "tricks": 9}, "results[1].tricks"),
        ({"passed_out": True, "lead": "SA"}, "results[1].lead"),
        ({"passed_out": True, "declarer": "N"}, "results[1].declarer"),
        ({"contract": "3NT", "declarer": "N"}, "results[1].tricks"),
        ({"contract": "3NT", "tricks": 9}, "results[1].declarer"),
        (PLAYED | {"tricks": 14}, "results[1].tricks"),
        (PLAYED | {"contract": "9NT"}, "results[1].contract"),
        (PLAYED | {"honours": {"N": 4}}, "results[1].honours"),
        (PLAYED | {"colour": "red"}, "results[1].colour"),
        ({"adjusted": {"ns": "A++", "ew": "A"}}, "results[1].adjusted.ns"),
        ({"adjusted": {"ns": "60"}}, "results[1].adjusted.ew"),
        ({"adjusted": {"ns": "101", "ew": "0"}}, "results[1].adjusted.ns"),
        ({"adjusted": "A"}, "results[1].adjusted"),
        ({"split": {"ns": 420, "ew": "x"}}, "results[1].split.ew"),
        ({"assigned": {"ns": [["420", "1/2"]], "ew": [["420", "1"]]}}, "results[1].assigned.ns"),
        ({"assigned": {"ns": [["420", "1/0"]], "ew": [["420", "1"]]}},
         "results[1].assigned.ns[0][1]"),
        ({"assigned": {"ns": [["420"]], "ew": []}}, "results[1].assigned.ns[0]"),
        ({"assigned": {"ns": [["a", 1]], "ew": []}}, "results[1].assigned.ns[0][0]"),
        ({"assigned": {"ns": [["420", "1"]], "ew": []}}, "results[1].assigned.ew"),
        ({"score": 1, "ns": "7"}, "results[1].ns"),
        ({"score": 1, "ns": "102"}, "results[1].ew"),
        ({"score": 1, "ew": None}, "results[1].ew"),
        ({"score": 1, "round": 0}, "results[1].round"),
        ({"score": 1, "table": 1.5}, "results[1].table"),
        ({"score": 1, "board": "1"}, "results[1].board"),
        ({"score": 1, "fouled_group": ""}, "results[1].fouled_group"),
        ({"score": 1, "n": "1"}, "results[1].n"),
    ],
)  # fmt: skip
def test_a_result_that_cannot_be_is_refused_at_its_field(
    fields: dict[str, Any], where: str
) -> None:
    refused(with_result(**fields), where)


def test_a_sentence_says_what_would_be_right() -> None:
    facts = with_result(**(PLAYED | {"contract": "9NT"}))
    text = refused(facts, "results[1].contract")
    assert "from 1 to 7" in text
    assert "9NT" in text


@pytest.mark.parametrize("raw", [None, [], 7, "event"])
def test_an_event_is_one_object(raw: Any) -> None:
    refused(raw, "")


def test_board_numbers_tell_dealer_and_vulnerability() -> None:
    """Law 2: sixteen boards, then the same again."""
    boards = [Board(number) for number in range(1, 33)]
    assert "".join(board.dealer for board in boards[:5]) == "NESWN"
    short = {"none": "-", "NS": "n", "EW": "e", "both": "b"}
    assert "".join(short[board.vulnerable] for board in boards[:16]) == "-nebneb-eb-nb-ne"
    assert [board.vulnerable for board in boards[:16]] == [
        board.vulnerable for board in boards[16:]
    ]


def test_a_board_may_say_otherwise() -> None:
    facts = event((dict(PLAYED), 50))
    assert read_event(facts).results[0].score == 400
    facts["boards"][0] |= {"vulnerable": "both", "dealer": "S"}
    told = read_event(facts)
    assert told.results[0].score == 600
    assert told.facts()["boards"] == [{"number": 1, "dealer": "S", "vulnerable": "both"}]


def full() -> dict[str, Any]:
    """An event with everything that an event may have, in the order in which it is written."""
    weights = [["420", "1/3"], ["-50", "2/3"]]
    results: list[dict[str, Any]] = [
        {"contract": "3NTX", "declarer": "N", "tricks": 9, "honours": {"NS": "3"}, "lead": "SA"},
        {"contract": "4H", "declarer": "E", "tricks": 8, "chicane": ["N"],
         "revokes": [{"by": "E", "penalty": "points"}]},
        {"passed_out": True},
        {"score": -100, "fouled_group": "B"},
        {"adjusted": {"ns": "A+", "ew": "37.5"}},
        {"assigned": {"ns": weights, "ew": [["100", "1"]]}},
        {"split": {"ns": 420, "ew": 50}},
        {"not_played": True},
    ]  # fmt: skip
    facts = event(results)
    for table, result in enumerate(facts["results"], 1):
        facts["results"][table - 1] = {
            "board": 1, "round": 1, "table": table if table > 1 else "A1", "section": "A",
            "ns": result["ns"], "ew": result["ew"], **results[table - 1],
        }  # fmt: skip
    return {
        "format": "clubscore-event/1",
        "name": "Tuesday ♠",
        "date": "2026-11-21",
        "club": "St. Öd",
        "game": "duplicate-auction",
        "rules": {"preset": "portland-1914", "duplicate_game_bonus": 100},
        "scoring": "matchpoints",
        "winners": 2,
        "options": {"win_tie": ["1", "0.5"], "uneven_boards": "neuberg", "bidding": "numerical"},
        "contestants": [
            each
            | {
                "names": ["Ann", "Bob"],
                "direction": "NS" if len(each["number"]) == 1 else "EW",
                "section": "A",
                "handicap": "2.5",
                "carry_over": "-1.25",
                "stratum": "B",
            }
            for each in facts["contestants"]
        ],
        "boards": [
            {
                "number": 1,
                "dealer": "S",
                "vulnerable": "EW",
                "deal": "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -",
                "par": {"contract": "3NT", "declarer": "S", "score": 185},
            }
        ],
        "results": facts["results"],
        "penalties": [
            {"contestant": "1", "amount": "10", "unit": "percent-of-top", "reason": "late"},
            {"contestant": "2", "amount": "0.5", "unit": "points"},
        ],
    }


def test_an_event_is_written_as_it_was_told() -> None:
    assert read_event(full()).facts() == full()
    assert list(read_event(full()).facts()) == list(full())


def test_what_is_usual_is_left_out_when_written() -> None:
    facts = event((100, 50)) | {"winners": 1, "contestants_are": "pairs", "options": {}}
    facts["boards"][0] |= {"dealer": "N", "vulnerable": "none"}
    facts["contestants"][0]["handicap"] = 3
    written = read_event(facts).facts()
    assert "winners" not in written
    assert "options" not in written
    assert written["boards"] == [{"number": 1}]
    assert written["contestants"][0]["handicap"] == "3"


def test_a_game_without_house_rules_says_so_in_a_whole_sentence() -> None:
    with pytest.raises(RuleError) as refused:
        find_valuation("duplicate", {"x": 1})
    assert str(refused.value) == "duplicate has no house rules: leave 'x' out."
    assert refused.value.where == "rules.x"
