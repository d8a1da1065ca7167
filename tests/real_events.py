"""Events of real clubs with their published results; they lie beside the project, if at all.

Not ours to pass on, so an ordinary clone lacks them: then the tests that read them are left out and
the run says so at its end. CLUBSCORE_SHARED names their folder; where it does, they must be there.
"""

import os
from pathlib import Path
from typing import Any

import pytest

CHOSEN = os.environ.get("CLUBSCORE_SHARED", "")
FOLDER = Path(CHOSEN) if CHOSEN else Path(__file__).resolve().parents[2] / "shared"
DATA = FOLDER / "data"
WHY = "the real events are not here"

needs_real_events = pytest.mark.skipif(not DATA.is_dir() and not CHOSEN, reason=WHY)


def pytest_configure() -> None:
    """Refuse to leave out what somebody has named."""
    if CHOSEN and not DATA.is_dir():
        raise pytest.UsageError(f"CLUBSCORE_SHARED is {CHOSEN}, and there is no {DATA}")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say loudly how many tests were left out, and how to run them."""
    skipped = terminalreporter.stats.get("skipped", [])
    count = sum(WHY in str(report.longrepr) for report in skipped)
    if count:
        terminalreporter.section("NOT TESTED: real events", sep="!", red=True, bold=True)
        terminalreporter.line(
            f"{count} tests that compare real events with their published results were left out:"
        )
        terminalreporter.line(
            f"there is no {DATA}. CLUBSCORE_SHARED names the folder that has data/ in it."
        )
