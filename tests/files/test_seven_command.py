"""The seven as a command: its answer to the letter, and what it refuses."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clubscore.files.commands.seven import answer_evening, main
from clubscore.laws.errors import RuleError
from tests.laws.tables import WORKED_EVENING

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
EVENING: dict[str, Any] = {
    "format": "clubscore-seven/1",
    "players": list("ABCDEFG"),
    "rules": {},
    "stakes": None,
    "deals": list(WORKED_EVENING),
}


def test_the_worked_evening_comes_out_as_a_program_of_its_own(tmp_path: Path) -> None:
    """No database, no settings, no folder of its own: an empty environment does."""
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(EVENING))
    command = [sys.executable, str(MANAGE), "seven", str(file)]
    run = subprocess.run(
        command, capture_output=True, cwd=tmp_path, env={"PATH": os.environ["PATH"]}, check=False
    )
    assert (run.returncode, run.stderr) == (0, b"")
    [line] = run.stdout.decode().splitlines()
    answer = json.loads(line)
    assert list(answer) == ["deals", "rubbers", "unfinished", "settlement"]
    assert answer["settlement"] == {
        "points": {"A": 298, "B": 263, "C": -794, "D": -298, "E": 496, "F": 496, "G": -461},
        "money": None,
        "payments": [],
    }
    fourth = answer["deals"][3]
    assert list(fourth) == [
        "number", "table", "dealer", "seats", "originals", "dummy", "crosses_to", "also_moves",
        "points", "lines",
    ]  # fmt: skip
    assert (fourth["number"], fourth["table"], fourth["dealer"]) == (4, 2, "S")
    assert fourth["seats"] == {"N": "E", "E": "G", "S": "B", "W": "C"}
    assert fourth["originals"] == {"N": "E", "E": "G", "S": "F", "W": "C"}
    assert fourth["dummy"] == "C"
    assert fourth["crosses_to"] == {"table": 1, "seat": "E"}
    assert fourth["also_moves"] == {"player": "F", "table": 1, "seat": "S"}
    assert fourth["points"] == {
        "NS": {"below": 0, "above": 0},
        "EW": {"below": 20, "above": 0},
    }
    assert [(r["table"], r["deal"], r["margin"]) for r in answer["rubbers"]] == [
        (1, 5, 263),
        (2, 8, 496),
    ]
    [unfinished] = answer["unfinished"]
    assert (unfinished["table"], unfinished["totals"]) == (1, {"NS": 35, "EW": 0})


def test_money_and_payments_are_those_of_score() -> None:
    stakes = {"amount": "5s", "currency": "LSD", "per": 100}
    settlement = answer_evening(EVENING | {"stakes": stakes})["settlement"]
    assert settlement["money"]["B"] == "13s 1¾d"
    assert {payment["from"] for payment in settlement["payments"]} == {"C", "D", "G"}


def test_passed_out_nobody_crosses() -> None:
    answer = answer_evening(EVENING | {"deals": [{"passed_out": True}, WORKED_EVENING[0]]})
    first, second = answer["deals"]
    assert (first["dummy"], first["crosses_to"], first["also_moves"]) == (None, None, None)
    assert (second["table"], second["dealer"]) == (1, "E")


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"format": "clubscore-table/1"}, "format"),
        ({"players": list("ABCDEF")}, "players"),
        ({"players": "ABCDEFG"}, "players"),
        ({"players": [*"ABCDEF", 7]}, "players[6]"),
        ({"players": [*"ABCDEF", " "]}, "players[6]"),
        ({"players": [*"ABCDEF", "A"]}, "players[6]"),
        ({"rules": {"seven_credit": "both"}}, "rules.seven_credit"),
        ({"rules": {"slams": 7}}, "rules.slams"),
        ({"rules": []}, "rules"),
        ({"stakes": {"amount": "x", "currency": "GBP"}}, "stakes.amount"),
        ({"deals": {}}, "deals"),
        ({"deals": [WORKED_EVENING[0], {**WORKED_EVENING[1], "tricks": 14}]}, "deals[1].tricks"),
        ({"deals": [{"bid": "2S", "declarer": "A", "tricks": 8}]}, "deals[0].declarer"),
        ({"game": "auction"}, "game"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(change: dict[str, Any], where: str) -> None:
    with pytest.raises(RuleError) as refused:
        answer_evening(EVENING | change)
    assert refused.value.where == where
    assert str(refused.value)


def test_a_refused_evening_never_stops_the_others(tmp_path: Path, capsysbinary: Any) -> None:
    file = tmp_path / "evenings.jsonl"
    missing = {key: value for key, value in EVENING.items() if key != "players"}
    file.write_text("\n".join(json.dumps(each) for each in (missing, [], EVENING)))
    assert main([str(file)]) == 1
    answers = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert answers[0]["where"] == "players" and "error" in answers[1]
    assert answers[2]["settlement"]["points"]["A"] == 298
    assert main([str(tmp_path / "none.json")]) == 2
