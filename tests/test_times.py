"""What tests take is measured and kept by name; by it `make quick` and `make test` choose."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import times, walks
from tests.times import SLOW, kept, read, written
from tests.walks import COLLECTED, draw_tests, drawn_by_test, name_of, part_of
from tools import run_tests


@pytest.mark.always
def test_every_test_that_is_listed_is_there(request: pytest.FixtureRequest) -> None:
    """Where a test went, take its line out of tests/times.txt, or write its new name there."""
    collected = request.config.stash[COLLECTED]
    if len({item.path for item in collected}) < 500:
        pytest.skip("some files alone were read")
    assert {*kept()} - {*map(name_of, collected)} == set()


def test_what_is_kept_is_read_again() -> None:
    assert len(kept()) > 1000 and min(kept().values()) >= SLOW
    took = {"tests/test_two.py::test_slow": 1.234, "tests/test_one.py::test_slow": SLOW,
            "tests/test_one.py::test_quick": SLOW - 0.001}  # fmt: skip
    text = written(took)
    assert text == "0.05 tests/test_one.py::test_slow\n1.23 tests/test_two.py::test_slow\n"
    assert read(text) == {
        "tests/test_one.py::test_slow": 0.05,
        "tests/test_two.py::test_slow": 1.23,
    }


THREE = """
import pytest, time

def spend(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until: pass

@pytest.fixture
def built(): spend(0.2)

@pytest.mark.parametrize("seconds", [0.1, 0.3])
def test_cases(built, seconds): spend(seconds)

def test_waits(): time.sleep(0.3)

@pytest.mark.long(5)
def test_long(): spend(0.3)
"""


def test_a_test_is_measured_with_what_it_builds(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the processor, not the clock; the mean of its cases; one that is long says it itself."""
    file = pytester.path / "times.txt"
    monkeypatch.setattr(times, "KEPT", file)
    pytester.makeini("[pytest]\nmarkers =\n    long: says how long\n")
    pytester.makepyfile(test_three=THREE)
    done = pytester.inline_run("-p", "tests.times", "-p", "no:django", "--times")
    done.assertoutcome(passed=4)
    ((name, seconds),) = read(file.read_text()).items()
    assert name == "test_three.py::test_cases" and seconds >= 0.4


SOME = """
import pytest

@pytest.mark.parametrize("number", range(20))
def test_slow(number): pass

def test_quick(): pass

@pytest.mark.always
def test_whole_house(): pass
"""


@pytest.fixture
def some(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> list[pytest.Item]:
    """Tests of which two are slow."""
    took = {"test_slow": SLOW, "test_whole_house": 9}
    listed = {f"test_some.py::{name}": seconds for name, seconds in took.items()}
    monkeypatch.setattr(times, "kept", lambda: listed)
    monkeypatch.delenv(walks.CHANGED, raising=False)
    pytester.makeini("[pytest]\nmarkers =\n    always: is not left out\n")
    file = pytester.makepyfile(test_some=SOME)
    return pytester.genitems([pytester.getpathnode(file)])


def names(items: Any) -> list[str]:
    """Return the names of tests without their cases."""
    return sorted({name_of(item).rpartition(":")[2] for item in items})


def test_some_slow_ones_of_a_folder_are_drawn_and_all_are_walked(some: list[Any]) -> None:
    ((name, lot),) = drawn_by_test(some, "browser").items()
    assert name.endswith(walks.SLOW_ONES) and names(lot) == ["test_slow"] and len(lot) == 20
    drawn = draw_tests(name, lot)
    assert len(drawn) in (2, 20) and drawn <= {*lot}
    test, walk = (part_of(some, part, "browser") for part in ("test", "walk"))
    assert names(test) == ["test_quick", "test_slow", "test_whole_house"]
    assert names(walk) == ["test_slow"] and {*test} | {*walk} == {*some}


def test_quick_ones_alone_are_quick(some: list[Any]) -> None:
    assert names(part_of(some, "quick", "browser")) == ["test_quick"]


def test_nothing_of_a_file_that_changed_is_left_out(
    some: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(walks.CHANGED, "tests/test_other.py test_some.py")
    assert drawn_by_test(some, "browser") == {} and part_of(some, "test", "browser") == some


def test_what_changed_is_its_files_and_those_of_its_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*words: str) -> None:
        own = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", *own, *words], cwd=tmp_path, check=True, capture_output=True)

    def write(*files: str) -> None:
        for each in files:
            (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / each).write_text((tmp_path / each).name * 2)

    git("init", "-q", "-b", "main")
    write("clubscore/laws/scores.py", "tests/laws/test_scores.py", "tests/laws/test_names.py")
    (tmp_path / "clubscore/laws/scores.py").write_text("")
    (tmp_path / "tests/laws/test_names.py").write_text("")
    git("add", "-A")
    git("commit", "-qm", "begin")
    monkeypatch.setattr(run_tests, "ROOT", tmp_path)
    assert run_tests.changed_tests() == []
    write("clubscore/laws/scores.py", "tests/test_new.py", "clubscore/laws/untested.py")
    assert run_tests.changed_tests() == ["tests/laws/test_scores.py", "tests/test_new.py"]
    git("branch", "-q", "pushed")
    git("branch", "-q", "--set-upstream-to=pushed")
    git("add", "-A")
    git("commit", "-qm", "go on")
    write("tests/laws/test_names.py")
    changed = ["tests/laws/test_names.py", "tests/laws/test_scores.py", "tests/test_new.py"]
    assert run_tests.changed_tests() == changed
