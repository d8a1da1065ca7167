"""What tests take is measured and kept by name; what is listed is not quick."""

import pytest

from tests import times
from tests.times import SLOW, kept, read, written


def test_what_is_kept_is_read_again() -> None:
    assert len(kept()) > 1000 and min(kept().values()) >= SLOW
    took = {"tests/test_two.py::test_slow": 1.234, "tests/test_one.py::test_slow": SLOW,
            "tests/test_one.py::test_quick": SLOW - 0.001}  # fmt: skip
    text = written(took)
    assert text == "0.04 tests/test_one.py::test_slow\n1.23 tests/test_two.py::test_slow\n"
    assert read(text) == {
        "tests/test_one.py::test_slow": SLOW,
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
