"""The score file to the letter: what it holds, what it refuses, what is answered."""

from typing import Any

import pytest

from clubscore.files.score_file import answer, read_score_file
from clubscore.laws.errors import RuleError

BLOCK = {
    "format": "clubscore-table/1",
    "game": "straight-bridge",
    "stakes": {"amount": "2.50", "currency": "GBP", "per": 100},
    "deals": [
        {"bid": "H", "declarer": "N", "tricks": 7, "honours": {"N": 2, "S": 1}},
        {"bid": "S", "declarer": "E", "tricks": 9, "honours": {"E": 2, "W": 1}},
        {"bid": "D", "declarer": "N", "tricks": 11, "honours": {"N": 2, "S": 2}},
        {"bid": "NT", "declarer": "E", "tricks": 12, "honours": {"E": 4}},
        {"bid": "C", "declarer": "N", "tricks": 10, "honours": {"E": 2, "W": 1}},
        {"bid": "H", "declarer": "N", "doubling": 1, "tricks": 5, "honours": {"E": 2, "W": 1}},
    ],
}
BARE: dict[str, Any] = {"format": "clubscore-table/1", "game": "auction", "deals": []}
DEAL = {"bid": "2H", "declarer": "N", "tricks": 8}


def test_the_answer_in_full() -> None:
    found = answer(read_score_file(BLOCK))
    first = found["deals"][0]
    assert first == {
        "number": 1,
        "rubber": 1,
        "game": 1,
        "points": {"NS": {"below": 8, "above": 16}, "EW": {"below": 0, "above": 0}},
        "lines": [
            {
                "column": "NS",
                "line": "below",
                "points": 8,
                "item": "1 odd trick in hearts",
                "law": "Laws of Bridge 1899, law 4",
                "kind": "book",
                "page": "1",
            },
            {
                "column": "NS",
                "line": "above",
                "points": 16,
                "item": "simple honours",
                "law": "Laws of Bridge 1899, law 6",
                "kind": "book",
                "limb": "III",
                "page": "2",
            },
        ],
    }
    del found["deals"]
    assert found == {
        "game": "straight-bridge",
        "columns": ["NS", "EW"],
        "games": [
            {"deal": 3, "winner": "NS"},
            {"deal": 4, "winner": "EW"},
            {"deal": 6, "winner": "EW"},
        ],
        "rubbers": [{"deal": 6, "winner": "EW", "totals": {"NS": 94, "EW": 358}, "margin": 264}],
        "unfinished": None,
        "totals": {"NS": 94, "EW": 358},
        "ledgers": {},
        "settlement": {
            "points": {"N": -264, "E": 264, "S": -264, "W": 264},
            "money": {"N": "-6.60", "E": "6.60", "S": "-6.60", "W": "6.60"},
            "payments": [
                {"from": "N", "to": "E", "amount": "6.60"},
                {"from": "S", "to": "W", "amount": "6.60"},
            ],
        },
    }


def test_an_empty_sitting() -> None:
    found = answer(read_score_file(BARE))
    assert found["deals"] == found["games"] == found["rubbers"] == []
    assert found["unfinished"] is None
    assert found["settlement"] == {
        "points": {"N": 0, "E": 0, "S": 0, "W": 0},
        "money": None,
        "payments": [],
    }


def test_an_unfinished_rubber_and_a_margin_only_between_two() -> None:
    found = answer(read_score_file(BARE | {"deals": [DEAL]}))
    assert found["unfinished"] == {
        "totals": {"NS": 16, "EW": 0},
        "below": {"NS": 16, "EW": 0},
        "games": {"NS": 0, "EW": 0},
        "bonus": {"NS": 0, "EW": 0},
    }
    game = {"bid": "3NT", "declarer": "A", "tricks": 9}
    three = answer(read_score_file(BARE | {"game": "cut-throat", "deals": [game, game]}))
    assert three["rubbers"] == [
        {"deal": 2, "winner": "A", "totals": {"A": 60 + 450, "B": 0, "C": 0}}
    ]


FULL = BARE | {
    "rules": {"preset": "whistclub-1917", "slams": "20/40"},
    "players": {"N": "Ann", "S": "Bob", "E": "Cecil", "W": "Dora"},
    "credit": {"W": "Eve"},
    "stakes": {"amount": "5s", "currency": "LSD", "per": 100, "round": "ten"},
    "date": "1923-11-03",
    "club": "Portland",
    "table": "Window",
    "sitting": "Tuesday",
    "part": 2,
    "deals": [DEAL, {"passed_out": True}],
}


def test_everything_is_written_back() -> None:
    read = read_score_file(FULL)
    assert read.to_dict() == FULL
    again = read_score_file(read.to_dict())
    assert again.to_dict() == FULL
    assert answer(again) == answer(read)
    assert read_score_file(BARE).to_dict() == BARE
    assert next(iter(read_score_file(FULL).to_dict())) == "format"


@pytest.mark.parametrize("field", ["format", "game", "deals"])
def test_a_missing_field_is_named_itself(field: str) -> None:
    broken = {key: value for key, value in BARE.items() if key != field}
    with pytest.raises(RuleError) as caught:
        read_score_file(broken)
    assert (caught.value.where, caught.value.code) == (field, "missing")


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"format": "clubscore-table/2"}, "format"),
        ({"format": 1}, "format"),
        ({"format": None}, "format"),
        ({"game": "chess"}, "game"),
        ({"game": None}, "game"),
        ({"game": ["auction"]}, "game"),
        ({"rules": []}, "rules"),
        ({"rules": None}, "rules"),
        ({"rules": {"slams": "10/20"}}, "rules.slams"),
        ({"rules": {"preset": "1899"}}, "rules.preset"),
        ({"rules": {"dummy_stake": "each"}}, "rules.dummy_stake"),
        ({"players": []}, "players"),
        ({"players": None}, "players"),
        ({"players": {"A": "Ann"}}, "players.A"),
        ({"players": {"dummy": "Ann"}}, "players.dummy"),
        ({"players": {"N": 4}}, "players.N"),
        ({"players": {"N": None}}, "players.N"),
        ({"players": {"N": "half \ud800 a letter"}}, "players.N"),
        ({"credit": {"NS": "Ann"}}, "credit.NS"),
        ({"credit": "Ann"}, "credit"),
        ({"stakes": 5}, "stakes"),
        ({"stakes": {"amount": 5, "currency": "GBP"}}, "stakes.amount"),
        ({"date": 1923}, "date"),
        ({"club": None}, "club"),
        ({"table": ["Window"]}, "table"),
        ({"sitting": True}, "sitting"),
        ({"part": 0}, "part"),
        ({"part": True}, "part"),
        ({"part": "2"}, "part"),
        ({"deals": {}}, "deals"),
        ({"deals": None}, "deals"),
        ({"deals": [7]}, "deals[0]"),
        ({"deals": [DEAL, None]}, "deals[1]"),
        ({"deals": [DEAL, DEAL, DEAL, DEAL | {"tricks": 14}]}, "deals[3].tricks"),
        ({"deals": [DEAL | {"honours": {"N": 6}}]}, "deals[0].honours.N"),
        (
            {"deals": [DEAL | {"revokes": [{"by": "S", "penalty": "points"}]}]},
            "deals[0].revokes[0].by",
        ),
        ({"boards": []}, "boards"),
        ({"Deals": []}, "Deals"),
    ],
)
def test_what_is_wrong_is_named(change: dict[str, Any], where: str) -> None:
    with pytest.raises(RuleError) as caught:
        read_score_file(BARE | change)
    assert caught.value.where == where
    assert str(caught.value)


@pytest.mark.parametrize("raw", [None, [], 5, "sitting"])
def test_a_sitting_is_an_object(raw: Any) -> None:
    with pytest.raises(RuleError):
        read_score_file(raw)


def test_stakes_may_be_null() -> None:
    assert read_score_file(BARE | {"stakes": None}).stakes is None


def test_a_deal_at_joker_bridge_says_who_held_it() -> None:
    told = BARE | {"game": "joker", "deals": [DEAL | {"joker": "N"}, {"passed_out": True}]}
    assert answer(read_score_file(told))["deals"][0]["points"]["NS"]["above"] == 25
    with pytest.raises(RuleError, match="Who held the joker") as refused:
        read_score_file(told | {"deals": [DEAL | {"joker": "N"}, DEAL]})
    assert refused.value.where == "deals[1].joker"
