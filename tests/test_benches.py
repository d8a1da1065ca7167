"""Every bench runs to its end and prints its figures: at its smallest size, without its limits."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import databases
from tools.run_tests import ROOT

BENCHES = sorted(file.stem for file in ROOT.glob("tests/bench/bench_*.py"))
# What starts servers or browsers, or lets a club grow: they take nine tenths of all.
DEAR = {
    "bench_evening", "bench_first_start", "bench_growth", "bench_memory", "bench_news",
    "bench_page_weight", "bench_paint", "bench_pages", "bench_person", "bench_publish",
    "bench_readable", "bench_servers",
}  # fmt: skip
# They take the club that another let grow before, where it is kept.
OF_A_GROWN_CLUB = {"bench_growth", "bench_person", "bench_publish", "bench_readable"}
FIGURE = re.compile(r"\d")
# It compares with a program of others, which few machines have, and says so.
MAY_BE_MISSING = {"bench_salliere": "salliere is not here"}


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a club that has grown is kept for all benches that look at one."""
    return tmp_path_factory.mktemp("grown")


def ran(bench: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a bench at its smallest size on a copy of the migrated database, leaving nothing."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT), "BENCH_MIGRATED": str(databases.migrated_file()),
        "TMPDIR": str(folder),
    }  # fmt: skip
    for left_out in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "CLUBSCORE_TEST_FOLDER"):
        environment.pop(left_out, None)
    command = [sys.executable, f"tests/bench/{bench}.py", "--smallest", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def must_have_run(done: subprocess.CompletedProcess[str], missing: str = "") -> None:
    """Fail with what a bench said last, unless it came to its end and printed figures.

    With `missing` it may also say that what it compares with is not there.
    """
    said = f"{done.stdout[-1500:]}\n{done.stderr[-1500:]}"
    has_figures = FIGURE.search(done.stdout) or (missing and missing in done.stdout)
    assert done.returncode == 0 and has_figures, said


@pytest.mark.gate
@pytest.mark.parametrize("bench", [each for each in BENCHES if each not in DEAR])
def test_a_bench_runs_to_its_end(bench: str, tmp_path: Path) -> None:
    must_have_run(ran(bench, tmp_path), MAY_BE_MISSING.get(bench, ""))


@pytest.mark.night
@pytest.mark.parametrize("bench", sorted(DEAR))
def test_a_dear_bench_runs_to_its_end(bench: str, grown: Path, tmp_path: Path) -> None:
    must_have_run(
        ran(bench, tmp_path, *(["--kept", str(grown)] if bench in OF_A_GROWN_CLUB else []))
    )


def test_a_bench_that_breaks_is_seen() -> None:
    def done(code: int, said: str) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], code, said, "")

    must_have_run(done(0, "12 ms"))
    must_have_run(done(0, "x is not here"), "x is not here")
    for broken in (done(1, "12 ms"), done(0, "nothing to measure"), done(0, "x is not here")):
        with pytest.raises(AssertionError):
            must_have_run(broken)


def test_every_dear_bench_is_one() -> None:
    assert {*BENCHES} > DEAR > OF_A_GROWN_CLUB and len(BENCHES) > 20
