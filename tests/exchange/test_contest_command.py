"""The contest command: sets made from a seed, and named, with no database."""

import json
from pathlib import Path
from typing import Any

import pytest

from clubscore.contests import set_file
from clubscore.exchange.commands import contest
from clubscore.exchange.commands.contest import main
from clubscore.ranking.event import Event, read_event

SETS = Path(set_file.__file__).parent / "sets"


def told(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_a_set_is_made_named_and_made_again_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "set.json"
    words = ["make", "--boards", "1", "--game", "duplicate", "--seed", "3"]
    assert main([*words, "--name", "Ours", "--out", str(file)]) == 0
    named = told(capsys)
    assert named["boards"] == 1
    assert main(["name", str(file)]) == 0
    assert told(capsys) == named
    assert main(words) == 0
    again = told(capsys)
    assert again["boards"] == json.loads(file.read_text())["boards"]
    assert again["name"] == "1 board from seed 3"
    par = read_event(again).boards[1].par
    assert par is not None and par.reason is not None and len(par.play) == 52


@pytest.mark.parametrize(
    ("words", "where"),
    [
        (["--game", "bolshevik"], "game"),
        (["--game", "joker"], "game"),
        (["--game", "cut-throat"], "game"),
        (["--game", "whist"], "game"),
    ],
)
def test_what_cannot_be_made_says_what_would_be_right(
    words: list[str], where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["make", "--boards", "1", *words]) == 1
    answer = told(capsys)
    assert answer["where"] == where and answer["error"].endswith(".")


@pytest.mark.parametrize("boards", ["0", "37", "-1", "many"])
def test_a_set_has_one_to_thirty_six_boards(
    boards: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["make", "--boards", boards])
    assert "a whole number from 1 to 36" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = read_event(json.loads((SETS / "duplicate.json").read_text()))

    def quickly(*_given: object) -> Event:
        return known

    monkeypatch.setattr(contest, "make_set", quickly)
    gone = tmp_path / "nowhere" / "set.json"
    assert main(["make", "--out", str(gone)]) == 2
    assert str(gone) in capsys.readouterr().err


def test_only_what_has_all_its_cards_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told_set = json.loads((SETS / "duplicate.json").read_text())
    del told_set["boards"][3]["deal"], told_set["boards"][3]["par"]["play"]
    file = tmp_path / "set.json"
    file.write_text(json.dumps(told_set))
    assert main(["name", str(file)]) == 1
    answer = told(capsys)
    assert answer["where"] == "boards" and "Board 4 has no cards" in answer["error"]


def test_a_line_of_play_that_cannot_be_is_refused() -> None:
    good = json.loads((SETS / "duplicate.json").read_text())
    for wrong, where in (
        (lambda par: par["play"].reverse(), "boards[0].par.play"),
        (lambda par: par["play"].append("S1"), "boards[0].par.play"),
        (lambda par: par.pop("declarer"), "boards[0].par.play"),
        (lambda par: par["reason"].update(kind="luck"), "boards[0].par.reason.kind"),
        (lambda par: par["reason"].pop("points"), "boards[0].par.reason"),
    ):
        changed = json.loads(json.dumps(good))
        wrong(changed["boards"][0]["par"])
        with pytest.raises(Exception) as caught:
            read_event(changed)
        assert getattr(caught.value, "where", "").startswith(where)
