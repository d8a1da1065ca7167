"""The contest command: sets made from a seed, and named, with no database."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

import clubscore
from clubscore.events.set_table import shipped_set
from clubscore.extras.sets.commands import contest
from clubscore.extras.sets.commands.contest import main
from clubscore.extras.world.package import SIDES
from clubscore.ranking.event import EventFile, fingerprint, read_event
from clubscore.ranking.par import right_contracts, won_without_director
from clubscore.ranking.result_reader import ResultReader

SETS = Path(clubscore.__file__).parent / "events/sets"
ROOT = Path(__file__).parents[2]


def told(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


# Solving its one board takes a second or two.
MAKE = ("make", "--boards", "1", "--game", "duplicate", "--seed", "3")


@pytest.fixture(scope="module")
def plain() -> Any:
    """What the command answers that makes a set of one board."""
    said = io.StringIO()
    with redirect_stdout(said):
        assert main([*MAKE]) == 0
    return json.loads(said.getvalue())


def test_a_set_is_made_named_and_made_again_the_same(
    plain: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "set.json"
    assert main([*MAKE, "--name", "Ours", "--out", str(file)]) == 0
    named = told(capsys)
    assert named["boards"] == 1
    assert main(["name", str(file)]) == 0
    assert told(capsys) == named
    assert plain["boards"] == json.loads(file.read_text())["boards"]
    assert plain["name"] == "1 board from seed 3"
    par = read_event(plain).boards[1].par
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


def test_a_set_can_have_directed_contracts(plain: Any, capsys: pytest.CaptureFixture[str]) -> None:
    undirected = read_event(plain)
    assert main([*MAKE, "--directed", "4"]) == 0
    made = read_event(told(capsys))
    board, par = made.boards[1], made.boards[1].par
    assert board.deal == undirected.boards[1].deal and not undirected.boards[1].tasks
    assert par is not None and par.contract is not None
    assert right_contracts(board) == {par.contract.rstrip("X")}
    assert [(each.kind, each.points) for each in board.tasks] == [
        ("bidding", 4), ("play", 4), ("defence", 4)]  # fmt: skip
    # Played to par the side of the contract has all its points, and so has the defence.
    facts = {"board": 1, "contract": par.contract, "declarer": par.declarer}
    side = {"N": "NS", "S": "NS"}.get(par.declarer or "", "EW")
    reader = ResultReader(made.valuation, made.boards, SIDES)
    tricks = board.tasks[1].least_tricks
    result = reader.read({**facts, "tricks": tricks, "ns": "ns", "ew": "ew"})
    assert result.score == par.score
    other = "EW" if side == "NS" else "NS"
    assert won_without_director(board, result, side) == (8, 8)
    assert won_without_director(board, result, other) == (4, 4)
    assert fingerprint(made) != fingerprint(undirected)


@pytest.mark.parametrize("points", ["0", "101", "-1", "many"])
def test_a_directed_contract_is_worth_one_to_a_hundred_points(
    points: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["make", "--directed", points])
    assert "a whole number from 1 to 100" in capsys.readouterr().err


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

    def quickly(*_given: object) -> EventFile:
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


def played(**more: Any) -> Any:
    """An event of two tables that played three boards of the set, the second one not all."""
    told = json.loads((SETS / "duplicate.json").read_text())
    people = [{"number": str(n), "names": [f"P{n}", f"Q{n}"]} for n in (1, 2, 3, 4)]
    lines = [
        {"board": 1, "ns": "1", "ew": "2", "contract": "3NT", "declarer": "E", "tricks": 10},
        {"board": 2, "ns": "1", "ew": "2", "passed_out": True},
        {"board": 1, "ns": "3", "ew": "4", "contract": "3NT", "declarer": "E", "tricks": 8,
         "lead": "H4", "table": 2, "round": 1},
        {"board": 3, "ns": "3", "ew": "4", "not_played": True},
    ]  # fmt: skip
    return told | {"contestants": people, "results": lines, "date": "2026-11-26"} | more


def test_from_an_event_to_the_ranking_of_all_clubs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    the_set, key, event = SETS / "duplicate.json", tmp_path / "club.pem", tmp_path / "event.json"
    assert main(["key", str(key)]) == 0
    assert key.stat().st_mode & 0o777 == 0o600
    assert main(["key", str(key)]) == 2
    assert "is there already" in capsys.readouterr().err
    event.write_text(json.dumps(played()))
    words = [str(event), "--set", str(the_set), "--key", str(key), "--club", "Leeds"]
    assert main(["pack", *words, "--named"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    files = [tmp_path / f"{at}.json" for at in range(3)]
    for file, text in zip(files, [*lines, lines[0]], strict=True):
        file.write_text(text)
    assert main(["rank", str(the_set), *map(str, files)]) == 0
    answer = told(capsys)
    assert answer["refused"] == []
    ranking = [
        (each["names"], each["boards"], each["losses"], each["net"]) for each in answer["ranking"]
    ]
    # By hand: par of board 1 is 400 to East-West, of board 2, passed out here, 800 to North-South.
    # Of two sides that lost the same part, points a board decide: 450 on one, 830 on two.
    assert ranking == [
        (["P3", "Q3"], 1, 0, 450),
        (["P2", "Q2"], 2, 0, 830),
        (["P1", "Q1"], 2, 2, -830),
        (["P4", "Q4"], 1, 1, -450),
    ]
    files[0].write_text(lines[0].replace('"tricks": 10', '"tricks": 11'))
    assert main(["rank", str(the_set), *map(str, files)]) == 1
    answer = told(capsys)
    assert [each["file"] for each in answer["refused"]] == [str(files[0])]
    assert "altered" in answer["refused"][0]["error"] and len(answer["ranking"]) == 4


@pytest.mark.parametrize("content", [b"", b"no key", b"-----BEGIN PRIVATE KEY-----\n", b"\xff"])
def test_a_file_without_a_key_signs_nothing(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, event = tmp_path / "club.pem", tmp_path / "event.json"
    key.write_bytes(content)
    event.write_text(json.dumps(played()))
    assert main(["pack", str(event), "--set", str(SETS / "duplicate.json"), "--key", str(key)]) == 1
    assert told(capsys)["where"] == "key"


@pytest.mark.parametrize("content", [b"", b"[]", b"{}\n{}", b"\xff", b"{", b"nan"])
def test_a_file_that_is_no_package_is_turned_away_by_its_name(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "package.json"
    file.write_bytes(content)
    assert main(["rank", str(SETS / "duplicate.json"), str(file)]) == 1
    assert told(capsys)["refused"][0]["file"] == str(file)
    assert main(["rank", str(SETS / "duplicate.json"), str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "size", "pages"),
    [
        ([], (595, 842), 13),
        (["--paper", "letter", "--edition", "sealed"], (612, 792), 7),
        (["--edition", "answers"], (595, 842), 3),
    ],
)
def test_a_set_is_drawn_as_a_box(
    words: list[str], size: tuple[int, int], pages: int, tmp_path: Path
) -> None:
    file = tmp_path / "box.pdf"
    assert main(["box", str(SETS / "auction-1917.json"), "--out", str(file), *words]) == 0
    reader = PdfReader(file)
    assert len(reader.pages) == pages
    box = reader.pages[0].mediabox
    assert (round(float(box.width)), round(float(box.height))) == size
    named = fingerprint(shipped_set("auction-1917"))
    assert all(named in page.extract_text() for page in reader.pages)


def test_what_is_no_set_makes_no_box(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "set.json", tmp_path / "box.pdf"
    told_set = json.loads((SETS / "duplicate.json").read_text())
    for board in told_set["boards"]:
        del board["par"]
    file.write_text(json.dumps(told_set))
    assert main(["box", str(file), "--out", str(out)]) == 1
    answer = told(capsys)
    assert "Board 1 of the set needs its cards and its par" in answer["error"]
    assert answer["where"] == "boards" and not out.exists()
    assert main(["box", str(tmp_path / "gone.json"), "--out", str(out)]) == 2
    assert main(["box", str(SETS / "duplicate.json"), "--out", str(tmp_path / "no" / "x")]) == 2
    with pytest.raises(SystemExit):
        main(["box", str(SETS / "duplicate.json")])


def test_a_box_needs_neither_settings_nor_database(tmp_path: Path) -> None:
    file = tmp_path / "box.pdf"
    command = [sys.executable, "manage.py", "contest", "box", "SET", "--out", str(file)]
    command[4] = str(SETS / "duplicate.json")
    away = {**os.environ, "DJANGO_SETTINGS_MODULE": "no.such", "DATABASE_URL": "nowhere://"}
    subprocess.run(command, check=True, cwd=ROOT, env=away, timeout=120)
    assert len(PdfReader(file).pages) == 12


def test_a_set_is_written_with_its_hour_and_packages_say_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, file, out = tmp_path / "club.pem", SETS / "duplicate.json", tmp_path / "sealed.json"
    assert main(["key", str(key)]) == 0
    words = ["hour", str(file), "--key", str(key), "--club", "Leeds"]
    moment = "2026-11-28T22:00+01:00"
    assert main([*words, "--closes", moment, "--out", str(out)]) == 0
    assert json.loads(out.read_text())["simultaneous"]["closes"] == "2026-11-28T21:00:00Z"
    assert main(["name", str(out), str(file)]) == 0
    named = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len({each["fingerprint"] for each in named}) == 1
    told = json.loads(out.read_text())
    told["contestants"] = [{"number": "1"}, {"number": "2"}]
    played = {"ns": "1", "ew": "2", "contract": "3NT", "declarer": "S", "tricks": 9}
    told["results"] = [{"board": 1, **played}]
    event = tmp_path / "event.json"
    event.write_text(json.dumps(told))
    packages = []
    for of, at in ((file, "bare"), (out, "sealed")):
        words = ["pack", str(event), "--set", str(of), "--key", str(key)]
        assert main(words) == 0
        packages.append(tmp_path / f"package-{at}.json")
        packages[-1].write_text(capsys.readouterr().out)
    assert json.loads(packages[1].read_text())["closes"] == "2026-11-28T21:00:00Z"
    assert main(["rank", str(out), *map(str, packages)]) == 0
    capsys.readouterr()
    words = ["hour", str(file), "--key", str(key), "--closes", "2026-11-29T22:00Z"]
    assert main([*words, "--out", str(out)]) == 0
    assert main(["rank", str(out), *map(str, packages)]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert "another simultaneous" in answer["refused"][0]["error"]
    assert len(answer["ranking"]) == 2
    changed = json.loads(out.read_text())
    changed["simultaneous"]["closes"] = "2026-11-28T20:00:00Z"
    out.write_text(json.dumps(changed))
    assert main(["rank", str(out), *map(str, packages)]) == 1
    assert "altered on its way" in capsys.readouterr().out


@pytest.mark.parametrize(
    "moment", ["", "tomorrow", "2026-11-28T22:00", "9999-12-31T23:59-10:00", "0001-01-01T00:00Z"]
)
def test_an_hour_without_a_zone_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], moment: str
) -> None:
    key = tmp_path / "club.pem"
    assert main(["key", str(key)]) == 0
    words = ["hour", str(SETS / "duplicate.json"), "--key", str(key), "--closes", moment]
    assert main(words) == 1
    assert told(capsys)["where"] == "closes"
