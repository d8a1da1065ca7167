"""What an event file tells beside what counts: member numbers, master points, rulings."""

import copy
import json
from typing import Any

import pytest

from clubscore.laws.errors import RuleError
from clubscore.ranking import rank
from clubscore.ranking.event import read_event

PLAIN: dict[str, Any] = {
    "format": "clubscore-event/1",
    "game": "duplicate",
    "scoring": "matchpoints",
    "contestants": [
        {"number": "1", "names": ["Ann", "Bob"]},
        {"number": "2", "names": ["Cecil", "Dora"]},
        {"number": "3"},
        {"number": "4"},
    ],
    "boards": [{"number": 1}, {"number": 2}],
    "results": [
        {"board": 1, "ns": "1", "ew": "2", "score": 420},
        {"board": 1, "ns": "3", "ew": "4", "adjusted": {"ns": "60", "ew": "40"}},
        {"board": 2, "ns": "1", "ew": "2", "split": {"ns": 50, "ew": -50}},
        {"board": 2, "ns": "3", "ew": "4", "not_played": True},
    ],
}


def filled() -> dict[str, Any]:
    facts = copy.deepcopy(PLAIN)
    facts["contestants"][0]["numbers"] = [{"ebu": "00123456", "own": "17"}, {}]
    facts["contestants"][1]["awards"] = [
        {"scheme": "abf", "colour": "green", "points": "0.57"},
        {"scheme": "dbv", "points": "12"},
    ]
    facts["results"][1]["ruling"] = {"law": "12C2", "reason": "board turned", "by": "Dora"}
    facts["results"][2]["ruling"] = {"appeal": "upheld: deposit returned"}
    facts["results"][3]["ruling"] = {"reason": "too slow"}
    return facts


def test_out_in_and_out_again_are_the_same_bytes() -> None:
    written = read_event(filled()).written()
    assert json.loads(written) == filled()
    assert read_event(json.loads(written)).written() == written


def test_they_rank_nobody() -> None:
    def rows(facts: dict[str, Any]) -> list[Any]:
        ranked = rank(read_event(facts))
        return [
            (row.place, row.entry.contestant.number, row.entry.score)
            for ranking in ranked.rankings
            for row in ranking.rows
        ]

    assert rows(filled()) == rows(PLAIN)


def test_what_is_empty_is_not_written() -> None:
    facts = filled()
    facts["contestants"][0]["numbers"] = [{"ebu": "0"}, {"acbl": "#12", "own": "tmp:5"}]
    facts["contestants"][1]["awards"] = []
    for result in facts["results"][1:]:
        result["ruling"] = {}
    assert json.loads(read_event(facts).written()) == PLAIN


@pytest.mark.parametrize(
    ("value", "where", "says"),
    [
        ("12", "contestants[0].numbers", "must be a list"),
        ([{}], "contestants[0].numbers", "as many objects as there are names, which is 2 objects"),
        (["1", {}], "contestants[0].numbers[0]", "an object, for example"),
        ([{"EBU": "1"}, {}], "contestants[0].numbers[0].EBU", "Write the federation as ebu"),
        ([{"english bridge": "1"}, {}], "contestants[0].numbers[0]", "short name"),
        ([{"ebu": 12}, {}], "contestants[0].numbers[0].ebu", "must be a text, not 12"),
        ([{}, {"abf": "1a"}], "contestants[0].numbers[1].abf", "consists of figures alone"),
    ],
)
def test_bad_numbers_are_named(value: object, where: str, says: str) -> None:
    facts = filled()
    facts["contestants"][0]["numbers"] = value
    with pytest.raises(RuleError, match=says) as wrong:
        read_event(facts)
    assert wrong.value.where == where


@pytest.mark.parametrize(
    ("value", "where", "says"),
    [
        ({}, "awards", "must be a list"),
        ([{}] * 21, "awards", "at most 20 awards"),
        ([{"scheme": "abf"}], "awards[0].points", "is missing"),
        ([{"scheme": "abf", "points": "-1"}], "awards[0].points", "cannot be less than 0"),
        ([{"scheme": "abf", "points": 0.5}], "awards[0].points", "0.5"),
        ([{"scheme": "", "points": "1"}], "awards[0].scheme", "must be a text"),
        ([{"scheme": "a", "points": "1", "color": "red"}], "awards[0].color", "no field 'color'"),
    ],
)
def test_bad_awards_are_named(value: object, where: str, says: str) -> None:
    facts = filled()
    facts["contestants"][1]["awards"] = value
    with pytest.raises(RuleError, match=says) as wrong:
        read_event(facts)
    assert wrong.value.where == f"contestants[1].{where}"


@pytest.mark.parametrize(
    ("at", "value", "where", "says"),
    [
        (0, {"law": "12"}, "ruling", "belongs to adjusted, assigned, not_played or split"),
        (1, "12C", "ruling", "must be an object"),
        (1, {"laws": "12"}, "ruling.laws", "no field 'laws'"),
        (1, {"law": 12}, "ruling.law", "must be a text"),
        (1, {"reason": "x" * 1001}, "ruling.reason", "at most 1000 characters"),
    ],
)
def test_bad_rulings_are_named(at: int, value: object, where: str, says: str) -> None:
    facts = filled()
    facts["results"][at]["ruling"] = value
    with pytest.raises(RuleError, match=says) as wrong:
        read_event(facts)
    assert wrong.value.where == f"results[{at}].{where}"
