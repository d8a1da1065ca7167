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
SOURCES = FOLDER / "seeds"
WHY = "the real events are not here"
WHY_NO_BOOKS = "the texts of the old books are not here"
COMPARED = {
    "real events": "real events with their published results",
    "pages of the old books": "each citation with the page that it names",
}

needs_books = pytest.mark.skipif(not SOURCES.is_dir() and not CHOSEN, reason=WHY_NO_BOOKS)
needs_real_events = pytest.mark.skipif(not DATA.is_dir() and not CHOSEN, reason=WHY)


def pytest_configure() -> None:
    """Refuse to leave out what somebody has named."""
    if CHOSEN and not DATA.is_dir():
        raise pytest.UsageError(f"CLUBSCORE_SHARED is {CHOSEN}, and there is no {DATA}")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say loudly how many tests were left out, and how to run them."""
    _say_left_out(terminalreporter, WHY, "real events", DATA)
    _say_left_out(terminalreporter, WHY_NO_BOOKS, "pages of the old books", SOURCES)


def _say_left_out(terminalreporter: Any, why: str, what: str, folder: Path) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    count = sum(why in str(report.longrepr) for report in skipped)
    if count:
        terminalreporter.section(f"NOT TESTED: {what}", sep="!", red=True, bold=True)
        terminalreporter.line(f"{count} tests that compare {COMPARED[what]} were left out:")
        terminalreporter.line(
            f"there is no {folder}. CLUBSCORE_SHARED names the folder that has"
            f" {folder.name}/ in it."
        )
