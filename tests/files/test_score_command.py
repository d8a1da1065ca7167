"""The score command as a program of its own: answers, exit codes, and nothing else around it."""

import io
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, ForwardRef

import pytest

from clubscore.files.commands.score import main

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
GOOD = {
    "format": "clubscore-table/1",
    "game": "auction",
    "players": {"N": "Ann", "S": "Bob", "E": "Cecil", "W": "Dora"},
    "stakes": {"amount": "5s", "currency": "LSD", "per": 100},
    "deals": [
        {"bid": "4H", "declarer": "S", "tricks": 10, "honours": {"N": 2, "S": 1}},
        {"bid": "4H", "declarer": "S", "tricks": 10},
    ],
}
BAD = GOOD | {"deals": [GOOD["deals"][0] | {"tricks": 14}]}  # type: ignore[index]


def run(
    *arguments: str, given: bytes = b"", capsysbinary: Any, monkeypatch: Any
) -> tuple[int, list[Any], str]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    code = main(arguments)
    out, err = capsysbinary.readouterr()
    return code, [json.loads(line) for line in out.decode().splitlines()], err.decode()


@pytest.fixture
def score(capsysbinary: Any, monkeypatch: Any) -> Any:
    def call(*arguments: str, given: bytes = b"") -> tuple[int, list[Any], str]:
        return run(*arguments, given=given, capsysbinary=capsysbinary, monkeypatch=monkeypatch)

    return call


def file_of(folder: Path, name: str, *sittings: Any) -> str:
    path = folder / name
    path.write_text("\n".join(json.dumps(each) for each in sittings), "utf-8")
    return str(path)


def test_one_answer_a_line_in_order(tmp_path: Path, score: Any) -> None:
    first = file_of(tmp_path, "a.jsonl", GOOD, GOOD | {"deals": []})
    second = file_of(tmp_path, "b.json", GOOD | {"game": "contract-1923"})
    code, answers, err = score(first, second)
    assert (code, err) == (0, "")
    assert [each["game"] for each in answers] == ["auction", "auction", "contract-1923"]
    assert [len(each["deals"]) for each in answers] == [2, 0, 2]
    assert answers[0]["settlement"]["money"]["N"] == "16s 6d"


def test_a_refused_sitting_never_stops_the_others(tmp_path: Path, score: Any) -> None:
    name = file_of(tmp_path, "a.jsonl", BAD, GOOD, 7, GOOD)
    code, answers, _ = score(name)
    assert code == 1
    assert answers[0]["where"] == "deals[0].tricks"
    assert "from 0 to 13" in answers[0]["error"]
    assert set(answers[0]) == {"error", "where"}
    assert answers[1]["totals"] == answers[3]["totals"] == {"NS": 330, "EW": 0}
    assert answers[2]["where"] == "line 3"


def test_standard_input(score: Any) -> None:
    code, answers, _ = score("-", given=json.dumps(GOOD, indent=2).encode())
    assert (code, len(answers)) == (0, 1)
    code, answers, _ = score("-", given=b"\xef\xbb\xbf" + json.dumps(GOOD).encode())
    assert (code, len(answers)) == (0, 1)


def test_a_file_that_cannot_be_read_is_2_and_the_rest_is_answered(
    tmp_path: Path, score: Any
) -> None:
    good = file_of(tmp_path, "a.json", GOOD)
    code, answers, err = score(str(tmp_path / "none.json"), good)
    assert (code, len(answers)) == (2, 1)
    assert "none.json" in err
    code, answers, _ = score(good, str(tmp_path))
    assert (code, len(answers)) == (2, 1)
    code, answers, err = score("-", given=b"\xff\xfe{}")
    assert (code, answers) == (2, [])
    assert "cannot be read" in err
    bad = file_of(tmp_path, "b.json", BAD)
    code, _, _ = score(bad, "nowhere\0")
    assert code == 2


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"\n\n",
        b"{",
        b"[" * 200_000,
        b'{"format": "clubscore-table/1", "format": "clubscore-table/1"}',
        b'{"format": NaN}',
        b"[1, 2]",
        b'"\\ud800"',
        b'{"\\ud800": 1}',
        b'{"format": "clubscore-table/1", "game": "auction", "deals": [{"bid": "\\udc00"}]}',
        b'{"format": "clubscore-table/1", "game": "auction", "deals": [{"bid": "1C", "declarer": '
        b'"N", "tricks": ' + b"9" * 6000 + b"}]}",
        b'{"format": "clubscore-table/1", "game": "auction", "deals": [[[[[[]]]]]]}',
        b'{"format": "clubscore-table/1", "game": "auction", "deals": [{"'
        + b"x" * 9999
        + b'": 1}]}',
        b"\x00",
    ],
)
def test_hostile_texts_are_refused_in_one_line(given: bytes, score: Any) -> None:
    code, answers, err = score("-", given=given)
    assert (code, err) == (1, "")
    (refused,) = answers
    assert set(refused) == {"error", "where"}
    assert refused["error"]
    assert refused["where"]


def test_thousand_doublings_can_be_written(score: Any) -> None:
    deal = {"bid": "NT", "declarer": "N", "tricks": 13, "doubling": 1000}
    given = {"format": "clubscore-table/1", "game": "straight-bridge", "deals": [deal] * 2}
    stakes = {"amount": "0.000001", "currency": "KWD", "per": 7}
    code, answers, _ = score("-", given=json.dumps(given | {"stakes": stakes}).encode())
    assert code == 0
    assert sum(answers[0]["settlement"]["points"].values()) == 0


def test_explained_it_is_a_sheet_to_read(tmp_path: Path, capsysbinary: Any) -> None:
    code = main(["--explain", file_of(tmp_path, "a.jsonl", GOOD, BAD)])
    out = capsysbinary.readouterr()[0].decode()
    assert code == 1
    for said in (
        "Royal Auction Bridge · Portland 1914",
        "S: Bob",
        "Stakes: 5s a hundred",
        "Deal 1. 4 hearts by Bob, made.",
        "Ann & Bob: 32 below, 4 odd tricks in hearts [our reading: Portland Club 1914,"
        " as law 50 of 1908, Hoyle 1909, p. 250]",
        "Ann & Bob: 16 above, simple honours [our reading: Portland Club 1914, as law 6 of 1908,"
        " Hoyle 1909, p. 249]",
        "Game to Ann & Bob.",
        "Ann & Bob: 250 above, rubber [our reading: Portland Club 1914, as law 11 of 1908,"
        " Hoyle 1909, p. 249]",
        "Rubber 1 to Ann & Bob, by 330",
        "Bob: +330, 16s 6d",
        "Cecil pays Ann 16s 6d.",
        "This sitting cannot be scored (deals[0].tricks): tricks must be a whole number",
    ):
        assert said in out


GAME_OF_NS = {"bid": "3NT", "declarer": "N", "tricks": 9}
PART_OF_EW = {"bid": "2H", "declarer": "E", "tricks": 8}


@pytest.mark.parametrize(
    ("deals", "said"),
    [
        ([GAME_OF_NS, PART_OF_EW], ["300 to NS for the only game of the rubber",
                                    "100 to EW for the only part score of the unfinished game"]),
        ([PART_OF_EW], ["100 to EW for the only part score of the unfinished game"]),
        ([GAME_OF_NS, PART_OF_EW | {"declarer": "N"}],
         ["300 to NS for the only game of the rubber",
          "100 to NS for the only part score of the unfinished game"]),
        ([GAME_OF_NS], ["300 to NS for the only game of the rubber"]),
    ],
)  # fmt: skip
def test_explained_each_bonus_of_a_rubber_broken_off_has_its_own_reason(
    deals: Any, said: list[str], tmp_path: Path, capsysbinary: Any
) -> None:
    given = {"format": "clubscore-table/1", "game": "rubber-bridge", "deals": deals}
    main(["--explain", file_of(tmp_path, "a.json", given)])
    lines = capsysbinary.readouterr()[0].decode().splitlines()
    assert [each for each in lines if "of which" in each] == [f"  of which {each}" for each in said]


def test_explained_names_cannot_break_the_sheet(tmp_path: Path, capsysbinary: Any) -> None:
    players = {"N": "Ann\nDeal 9. Passed out.", "S": "\x1b[2J"}
    main(["--explain", file_of(tmp_path, "a.json", GOOD | {"players": players})])
    out = capsysbinary.readouterr()[0].decode()
    assert "\nDeal 9." not in out
    assert "\x1b" not in out


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("elsewhere")


def program(*arguments: str, cwd: Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command with no environment, as a stranger would call it."""
    return subprocess.run(
        [sys.executable, str(MANAGE), "score", *arguments],
        input=given, capture_output=True, cwd=cwd, env={}, timeout=60, check=False,
    )  # fmt: skip


def test_the_program_needs_no_environment_no_database_and_no_folder(elsewhere: Path) -> None:
    name = file_of(elsewhere, "good.json", GOOD)
    elsewhere.chmod(0o555)
    try:
        before = sorted(os.listdir(elsewhere))
        done = program(name, cwd=elsewhere)
        assert sorted(os.listdir(elsewhere)) == before
    finally:
        elsewhere.chmod(0o755)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["totals"] == {"NS": 330, "EW": 0}


def test_the_program_refuses_in_its_exit_code(elsewhere: Path) -> None:
    assert program("-", cwd=elsewhere, given=json.dumps(BAD).encode()).returncode == 1
    assert program("missing.json", cwd=elsewhere).returncode == 2
    without = program(cwd=elsewhere)
    assert without.returncode == 2
    assert b"Traceback" not in without.stderr


# Of the standard library, what would take as long to load as half of all the laws.
SLOW = {"argparse", "copy", "dataclasses", "decimal", "fractions", "inspect", "tomllib"}


@pytest.fixture(scope="module")
def loaded(elsewhere: Path) -> list[str]:
    """The names of the modules that one score loads."""
    code = (
        f"import sys; sys.path.insert(0, {str(MANAGE.parent)!r})\n"
        "from clubscore.command_line import run\n"
        "run('manage.py', ['score', '-']); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(GOOD).encode(), capture_output=True, env={}, cwd=elsewhere, check=False,
    )  # fmt: skip
    assert json.loads(done.stdout)["totals"] == {"NS": 330, "EW": 0}
    return done.stderr.decode().split()


def test_the_program_loads_no_django_and_one_game(loaded: list[str]) -> None:
    assert [name for name in loaded if name.startswith(("django", "clubscore.laws.games."))] == [
        f"clubscore.laws.games.{GOOD['game']}"
    ]
    assert {"json", "typing"} <= set(loaded)
    assert SLOW & set(loaded) == set()


def texts_for_types(module: ModuleType) -> list[str]:
    """The fields of its named tuples and typed dicts whose types are texts: each is compiled."""
    return [
        f"{each.__name__}.{name}"
        for each in vars(module).values()
        if isinstance(each, type) and each.__module__ == module.__name__
        for name, kind in each.__annotations__.items()
        if isinstance(kind, ForwardRef)
    ]


def test_the_types_of_fields_are_no_texts(loaded: list[str]) -> None:
    ours = [import_module(name) for name in loaded if name.startswith("clubscore.")]
    assert len(ours) > 20
    assert [text for module in ours for text in texts_for_types(module)] == []


def test_a_type_that_is_a_text_is_found() -> None:
    made = ModuleType("made")
    exec(  # noqa: S102 - the text is here
        "from typing import NamedTuple, TypedDict\n"
        "class Told(TypedDict):\n    by: 'str'\n    penalty: str\n"
        "class Line(NamedTuple):\n    points: int\n    law: 'tuple[str, ...]'\n",
        vars(made),
    )
    assert texts_for_types(made) == ["Told.by", "Line.law"]


def test_a_reader_who_leaves_early_is_no_trouble(elsewhere: Path) -> None:
    name = file_of(elsewhere, "many.jsonl", *[GOOD] * 3000)
    running = subprocess.Popen(
        [sys.executable, str(MANAGE), "score", name],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={},
    )  # fmt: skip
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.readline()
    running.stdout.close()
    errors = running.stderr.read()
    running.wait(timeout=60)
    running.stderr.close()
    assert errors == b""
