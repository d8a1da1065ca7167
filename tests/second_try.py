"""Writes down which tests failed, so that tools/run_tests.py can try those in a browser once more.

Six processes of tests share two cores with as many browsers: a page that is right may come too
late there. A flow that fails is tried again by itself when the run is over; how it failed stays.
"""

import json
import os
from pathlib import Path
from typing import Any

# The file in which the run of pytest, not its processes, writes down what failed.
FAILED = "CLUBSCORE_FAILED_TESTS"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Write the failed tests down, each with whether a browser took part."""
    file = os.environ.get(FAILED)
    if file:
        reports = [
            report
            for kind in ("failed", "error")
            for report in terminalreporter.stats.get(kind, ())
        ]
        found = {report.nodeid: "browser" in report.keywords for report in reports}
        Path(file).write_text(json.dumps(found))
