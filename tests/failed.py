"""Writes down which tests failed, so that tools/run_tests.py can run those once more."""

import json
import os
from pathlib import Path
from typing import Any

# The file in which the run of pytest, not its processes, writes down what failed.
FAILED = "CLUBSCORE_FAILED_TESTS"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Write the failed tests down."""
    file = os.environ.get(FAILED)
    if file:
        stats = terminalreporter.stats
        reports = [*stats.get("failed", ()), *stats.get("error", ())]
        Path(file).write_text(json.dumps(sorted({report.nodeid for report in reports})))
