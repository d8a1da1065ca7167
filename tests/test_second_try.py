"""A flow that fails is tried once more by itself, and nothing else is."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tools import run_tests

ROOT = Path(__file__).resolve().parent.parent
# Each test counts how often it ran; those of which `fails` says so many times fail as often.
TRIED = """
from pathlib import Path
import pytest

def run(name, fails):
    file = Path(__file__).with_name(name)
    tried = int(file.read_text()) if file.exists() else 0
    file.write_text(str(tried + 1))
    assert tried >= fails

@pytest.mark.browser
@pytest.mark.parametrize("number", range({flows}))
def test_flow(number): run(f"flow-{{number}}", {fails})

@pytest.mark.browser
def test_flow_that_is_good(): run("good", 0)

def test_rule(): run("rule", {rule})
"""


def tried(folder: Path, **wrong: int) -> tuple[int, dict[str, int]]:
    """Run made-up tests as `make test` does; return its code and how often each test ran."""
    (folder / "test_tried.py").write_text(
        TRIED.format(**{"flows": 2, "fails": 0, "rule": 0} | wrong)
    )
    code = run_tests.run_both("", ())
    ran = [each for each in folder.iterdir() if each.is_file() and not each.suffix]
    counts = {each.name: int(each.read_text()) for each in ran}
    return code, counts


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which both databases' tests are run; PostgreSQL's are none and good."""

    def command(*words: str, marks: str = "") -> list[str]:
        if marks == "postgres":
            return ["true"]
        left_out = {*run_tests.PROCESSES}
        chosen = [each for each in words if each not in left_out]
        plain = ["-q", "-W", "ignore", "-c", "/dev/null", "--rootdir", str(tmp_path)]
        plugins = ["-p", "tests.second_try", "-p", "no:django", "-p", "no:cacheprovider"]
        return [sys.executable, "-m", "pytest", *plain, *plugins, *chosen]

    monkeypatch.setenv("DATABASE_URL", "postgresql://nowhere/club")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(run_tests, "command_of", command)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_flow_that_fails_once_is_tried_again_alone_and_named(folder: Path, capfd: Any) -> None:
    code, counts = tried(folder, fails=1)
    assert code == 0 and counts == {"flow-0": 2, "flow-1": 2, "good": 1, "rule": 1}
    printed = capfd.readouterr().out
    assert "test_flow[0] - assert 0 >= 1" in printed  # How it failed stays.
    assert (
        "A SECOND TRY, by itself, of what failed above:\n   test_tried.py::test_flow[0]" in printed
    )
    assert "The second try: good\n   test_tried.py::test_flow[0]" in printed


def test_a_flow_that_fails_twice_fails(folder: Path, capfd: Any) -> None:
    code, counts = tried(folder, fails=2)
    assert code == 1 and counts == {"flow-0": 2, "flow-1": 2, "good": 1, "rule": 1}
    assert "The second try: FAILED" in capfd.readouterr().out


@pytest.mark.parametrize("wrong", [{"rule": 1}, {"rule": 1, "fails": 1}, {"flows": 13, "fails": 1}])
def test_another_test_or_too_many_flows_are_not_tried_again(
    folder: Path, wrong: dict[str, int], capfd: Any
) -> None:
    code, counts = tried(folder, **wrong)
    assert code == 1 and {*counts.values()} == {1}
    assert "SECOND TRY" not in capfd.readouterr().out


def test_where_all_is_good_nothing_is_tried_again(folder: Path, capfd: Any) -> None:
    code, counts = tried(folder)
    assert code == 0 and {*counts.values()} == {1}
    assert "SECOND TRY" not in capfd.readouterr().out
