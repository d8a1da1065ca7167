"""Walks are drawn by a fixed lot and counted, and whole in the night."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.walks import FIXED, LOT

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


def run(folder: Path, *words: str, cases: int = 30, steps: int = 20, stops: bool = False) -> str:
    """Run two walks in a process of their own; return what it printed."""
    (folder / "test_two.py").write_text(WALKS.format(cases=cases, steps=steps, stops=stops))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.targets",
        "-p",
        "tests.walks",
        "-p",
        "no:django",
    ]
    command += ["-p", "no:cacheprovider", "-c", "/dev/null", str(folder), *words]
    environment = {k: v for k, v in os.environ.items() if k != LOT and "XDIST" not in k}
    environment |= {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True
    ).stdout


def lines(told: str) -> list[str]:
    """Return what a run says of its walks."""
    return [line for line in told.splitlines() if " of " in line]


def test_every_run_draws_the_same_tenth_and_another_lot_another(tmp_path: Path) -> None:
    first = run(tmp_path, "-vv")
    assert "6 passed" in first and f"A tenth of each, by --lot {FIXED}:" in first
    assert "test_cases 3 of 30" in first and "test_steps 2 of 20" in first
    assert "test_examples 4 examples of 40" in first
    drawn = [line.partition(" ")[0] for line in first.splitlines() if "::test_cases[" in line]
    again, other = run(tmp_path, "-vv"), run(tmp_path, "-vv", "--lot", "8")
    assert len(drawn) == 3 and all(each in again for each in drawn)
    assert not all(each in other for each in drawn) and "by --lot 8:" in other


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
