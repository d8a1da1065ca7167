"""The score_event command: one answer a line, text to read, codes, and nothing else around it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clubscore.files.commands.score_event import main

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
GOOD: dict[str, Any] = {
    "format": "clubscore-event/1",
    "name": "Tuesday",
    "game": "duplicate",
    "scoring": "matchpoints",
    "contestants": [
        {"number": "1", "names": ["Ann", "Bob"]},
        {"number": "2"},
        {"number": "3"},
        {"number": "4"},
    ],
    "boards": [{"number": 1}, {"number": 2}],
    "results": [
        {"board": 1, "ns": "1", "ew": "2", "contract": "3NTX", "declarer": "N", "tricks": 9},
        {"board": 1, "ns": "3", "ew": "4", "passed_out": True},
        {"board": 2, "ns": "1", "ew": "2", "adjusted": {"ns": "A+", "ew": "A-"}},
        {"board": 2, "ns": "3", "ew": "4", "score": -50},
    ],
    "penalties": [{"contestant": "4", "amount": "5", "unit": "percent-of-top", "reason": "late"}],
}
BAD = GOOD | {"results": [GOOD["results"][0] | {"tricks": 14}]}


@pytest.fixture
def score(capsysbinary: Any, monkeypatch: Any) -> Any:
    def call(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = main(arguments)
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return call


def lines(*events: Any) -> bytes:
    return "\n".join(json.dumps(each) for each in events).encode()


def test_an_answer_holds_rankings_and_travellers(score: Any) -> None:
    code, out, err = score("-", given=json.dumps(GOOD, indent=1).encode())
    answer = json.loads(out)
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert answer["scoring"] == "matchpoints"
    assert answer["rankings"][0] | {"rows": []} == {
        "direction": None,
        "list": "scratch",
        "rows": [],
    }
    first = answer["rankings"][0]["rows"][0]
    assert first == {
        "place": "1", "contestant": "1", "names": ["Ann", "Bob"], "boards": 2, "score": "4",
        "possible": "4", "percent": "100",
    }  # fmt: skip
    board = answer["travellers"][0]
    assert (board["board"], board["top"]) == (1, "2")
    assert board["rows"] == [
        {"ns": "1", "ew": "2", "contract": "3NTX", "declarer": "N", "tricks": 9, "score": 550,
         "ns_points": "2", "ew_points": "0"},
        {"ns": "3", "ew": "4", "contract": None, "declarer": None, "tricks": None, "score": 0,
         "ns_points": "0", "ew_points": "2", "passed_out": True},
    ]  # fmt: skip
    assert answer["travellers"][1]["rows"][0] == {
        "ns": "1", "ew": "2", "contract": None, "declarer": None, "tricks": None, "score": None,
        "ns_points": "2", "ew_points": "0", "adjusted": {"ns": "A+", "ew": "A-"},
    }  # fmt: skip


def test_one_answer_a_line_and_a_refused_event_never_stops_the_others(score: Any) -> None:
    code, out, _ = score("-", given=lines(BAD, GOOD, 7, GOOD))
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert answers[0] == {"error": answers[0]["error"], "where": "results[0].tricks"}
    assert "from 0 to 13" in answers[0]["error"]
    assert answers[1] == answers[3]
    assert answers[2]["where"] == "line 3"


@pytest.mark.parametrize(
    ("given", "where"), [(b"", "line 1"), (b'{"format":\n\n 1,', "line 3"), (b"[]", "line 1")]
)
def test_broken_json_says_on_which_line(score: Any, given: bytes, where: str) -> None:
    code, out, _ = score("-", given=given)
    assert (code, json.loads(out)["where"]) == (1, where)


def test_a_file_that_cannot_be_read_is_2(score: Any, tmp_path: Path) -> None:
    good = tmp_path / "a.json"
    good.write_bytes(lines(GOOD))
    code, out, err = score(str(tmp_path / "none.json"), str(good))
    assert (code, out.count("\n")) == (2, 1)
    assert "none.json cannot be read" in err


def test_text_to_read(score: Any) -> None:
    code, out, _ = score("--format", "text", "-", given=lines(GOOD, BAD))
    assert code == 1
    assert "Tuesday\nduplicate, matchpoints · 4 pairs, 2 boards, 4 results" in out
    assert "    1  1    Ann & Bob       2   4.00   4   100.00" in out
    assert "Taken off 4: 5 percent of a top: late" in out
    assert "Board 1 · North deals, none vulnerable · top 2" in out
    assert "1   2   3NTX      N        9    550       2       0" in out
    assert "3   4   passed                    0       0       2" in out
    assert "adjusted A+/A-" in out
    assert "This event cannot be scored (results[0].tricks): tricks must be a whole number" in out
    assert score("--format", "json", "-", given=lines(GOOD))[1].startswith("{")


def test_text_of_individuals_and_of_par(score: Any) -> None:
    players = GOOD | {
        "contestants_are": "individuals",
        "scoring": "par",
        "boards": [{"number": 1, "par": {"score": 400}}],
        "penalties": [],
        "results": [{"board": 1, "n": "1", "e": "2", "s": "3", "w": "4", "score": 430}],
    }
    _, out, _ = score("--format", "text", "-", given=lines(players))
    assert "N  E  S  W  score  NS get  EW get  status" in out
    assert "1  2  3  4    430      30     -30  EW below par" in out
    assert "losses  pars  net  imps" in out
    answer = json.loads(score("-", given=lines(players))[1])
    assert answer["travellers"][0]["rows"][0]["status"] == "ew-below"
    assert answer["rankings"][0]["rows"][0]["net"] == "30"


def test_one_event_ranked_in_several_ways_side_by_side(score: Any) -> None:
    par = GOOD | {"boards": [{"number": number, "par": {"score": 50}} for number in (1, 2)]}
    others = ("--also", "cross-imps", "--also", "total-points", "--also", "par")
    code, out, _ = score(*others, "-", given=lines(par))
    answer = json.loads(out)
    assert (code, answer["scoring"]) == (0, "matchpoints")
    assert list(answer["also"]) == ["cross-imps", "total-points", "par"]
    first = {key: each[0]["rows"][0] for key, each in answer["also"].items()}
    assert [row["contestant"] for row in first.values()] == ["1", "1", "1"]
    assert [row["score"] for row in first.values()] == ["14", "550", "0"]
    _, text, _ = score(*others, "--format", "text", "-", given=lines(par))
    assert "Side by side\nno.  names" in text
    beside = next(line for line in text.split("Side by side")[1].splitlines() if "Ann" in line)
    assert " ".join(beside.split()) == "1 Ann & Bob 1 100.00 % 1 14.00 1 550.00 1 0.00"
    refused = json.loads(score("--also", "imps-vp", "-", given=lines(par))[1])
    assert refused["where"] == "scoring"


def test_sections_stand_on_their_own_travellers(score: Any) -> None:
    sections = GOOD | {"options": {"compare": "section"}, "penalties": []}
    sections["results"] = [
        each | {"section": section}
        for each, section in zip(GOOD["results"], "ABAB", strict=True)
    ]  # fmt: skip
    answer = json.loads(score("-", given=lines(sections))[1])
    assert [(each["board"], each["section"]) for each in answer["travellers"]] == [
        (1, "A"), (1, "B"), (2, "A"), (2, "B"),
    ]  # fmt: skip
    assert "Board 1, section A" in score("--format", "text", "-", given=lines(sections))[1]


def test_the_command_needs_no_database_settings_or_environment(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_bytes(lines(GOOD))
    done = subprocess.run(
        [sys.executable, "-S", str(MANAGE), "score_event", str(file)],
        capture_output=True,
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "nowhere"},
    )
    assert done.returncode == 0, done.stderr.decode()
    assert json.loads(done.stdout)["scoring"] == "matchpoints"
    assert list(tmp_path.iterdir()) == [file]


def test_events_of_several_rooms_are_ranked_as_one_field(score: Any, tmp_path: Path) -> None:
    leeds, york = tmp_path / "leeds.json", tmp_path / "york.json"
    leeds.write_bytes(lines(GOOD | {"club": "Leeds"}))
    york.write_bytes(lines(GOOD | {"club": "York"}))
    code, out, err = score("--together", str(leeds), str(york))
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert [each["club"] for each in answer["events"]] == ["Leeds", "York"]
    assert len(answer["travellers"][0]["rows"]) == 4
    assert {row["contestant"] for row in answer["rankings"][0]["rows"]} >= {"1.1", "2.1"}
    code, out, _ = score("--together", "--format", "text", str(leeds), str(york))
    assert code == 0
    assert "2.1" in out


def test_one_field_of_events_that_do_not_fit_is_refused(score: Any, tmp_path: Path) -> None:
    file = tmp_path / "both.jsonl"
    file.write_bytes(lines(GOOD, GOOD | {"scoring": "total-points", "penalties": []}))
    code, out, _ = score("--together", str(file))
    assert (code, json.loads(out)["where"]) == (1, "events[1].scoring")
    file.write_bytes(lines(GOOD, BAD))
    code, out, _ = score("--together", str(file))
    assert (code, json.loads(out)["where"]) == (1, "events[1].results[0].tricks")
    code, _, err = score("--together", str(tmp_path / "none.json"))
    assert code == 2
    assert "cannot be read" in err


def test_several_evenings_are_one_ranking_by_names_and_numbers(score: Any, tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    called = {"1": "3", "3": "1", "2": "2", "4": "4"}
    moved = GOOD | {
        "contestants": [each | {"number": called[each["number"]]} for each in GOOD["contestants"]],
        "results": [
            each | {"ns": called[each["ns"]], "ew": called[each["ew"]]} for each in GOOD["results"]
        ],
    }
    # Who has no names is known by his number, so 3 may not bear names in one of them alone.
    one.write_bytes(lines(GOOD))
    two.write_bytes(lines(moved))
    code, out, _ = score("--sessions", str(one), str(two))
    assert (code, json.loads(out)["where"]) == (1, "events[1].contestants[0].names")
    names = {"1": ["Ann", "Bob"], "2": ["Cyd"], "3": ["Dee"], "4": ["Eva"]}
    named = [{"number": key, "names": each} for key, each in names.items()]
    one.write_bytes(lines(GOOD | {"contestants": named}))
    renamed = [{"number": called[key], "names": each[::-1]} for key, each in names.items()]
    two.write_bytes(lines(moved | {"contestants": renamed, "name": "Wednesday"}))
    code, out, err = score("--sessions", str(one), str(two))
    answer = json.loads(out)
    assert (code, err, list(answer)) == (0, "", ["scoring", "rankings", "events"])
    assert [each["name"] for each in answer["events"]] == ["Tuesday", "Wednesday"]
    (alone,) = json.loads(score(str(one))[1])["rankings"]
    (both,) = answer["rankings"]
    for once, twice in zip(alone["rows"], both["rows"], strict=True):
        assert (twice["contestant"], twice["percent"]) == (once["contestant"], once["percent"])
        assert twice["boards"] == 2 * once["boards"]
    code, out, _ = score("--sessions", "--format", "text", str(one), str(two))
    assert code == 0
    assert "Wednesday" in out and "Ranking" in out


def test_evenings_that_do_not_add_up_are_refused(score: Any, tmp_path: Path) -> None:
    file = tmp_path / "both.jsonl"
    file.write_bytes(lines(GOOD, GOOD | {"scoring": "total-points", "penalties": []}))
    code, out, _ = score("--sessions", str(file))
    assert (code, json.loads(out)["where"]) == (1, "events[1].scoring")
    file.write_bytes(b"")
    assert score("--sessions", str(file))[0] == 1
    with pytest.raises(SystemExit):
        score("--sessions", "--together", str(file))
    with pytest.raises(SystemExit):
        score("--sessions", "--also", "par", str(file))
