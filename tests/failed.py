"""Writes down which tests failed, so that tools/run_tests.py can run those once more."""

import json
import os
from pathlib import Path
from typing import Any

# The file in which the run of pytest, not its processes, writes down what failed.
FAILED = "CLUBSCORE_FAILED_TESTS"
# Whether what was skipped counts, too: one that failed before and is skipped now is not good.
AGAIN = "CLUBSCORE_TESTS_AGAIN"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Write the failed tests down."""
    file = os.environ.get(FAILED)
    if file:
        stats = terminalreporter.stats
        kinds = ("failed", "error", "skipped") if os.environ.get(AGAIN) else ("failed", "error")
        reports = [report for kind in kinds for report in stats.get(kind, ())]
        Path(file).write_text(json.dumps(sorted({report.nodeid for report in reports})))
