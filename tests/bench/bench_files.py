"""How long an evening takes to go out as a file and to come in again, as ratios to its ranking.

    python tests/bench/bench_files.py

Prints each ratio with its limit; ends with 1 where one is over it. Time is that of one core, the
best of five. The evening is of 50 pairs and 28 boards, with every tenth result ruled on.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from clubscore.ranking import EventFile, rank, read_event
from tests.bench.smallest import judged, sized

TABLES, BOARDS, TIMES = sized(25, 3), sized(28, 4), sized(5, 1)
SCORES = (-620, -420, -100, -50, 50, 110, 140, 420, 450, 620)
# A writer ranks the evening once and a reader too; both verify every result besides.
LIMITS = {"usebio": (6, 7), "pbn": (7, 6), "event file": (1, 1)}


def evening() -> EventFile:
    """An evening of 700 results."""
    results: list[dict[str, Any]] = []
    for board in range(1, BOARDS + 1):
        for table in range(TABLES):
            told = {"board": board, "round": board, "table": table + 1, "ns": f"{table + 1}",
                    "ew": f"{101 + (table + board) % TABLES}"}  # fmt: skip
            at = len(results)
            ruled = {"split": {"ns": 420, "ew": 50}} if at % 10 == 0 else None
            results.append(told | (ruled or {"score": SCORES[(at * 7 + board) % len(SCORES)]}))
    numbers = [*range(1, TABLES + 1), *range(101, 101 + TABLES)]
    return read_event(
        {
            "format": "clubscore-event/1",
            "game": "duplicate",
            "scoring": "matchpoints",
            "contestants": [{"number": f"{number}", "handicap": "1.5"} for number in numbers],
            "boards": [{"number": number} for number in range(1, BOARDS + 1)],
            "results": results,
        }
    )


def seconds(what: Callable[[], object]) -> float:
    """The shortest of some runs."""
    found = []
    for _ in range(TIMES):
        started = time.process_time()
        what()
        found.append(time.process_time() - started)
    return min(found)


def main() -> int:
    """Measure, print, say whether all is within its limits."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from clubscore.files.formats import read_events
    from clubscore.files.pbn import write_pbn_event
    from clubscore.files.usebio_writing import write_usebio

    event = evening()
    alone = seconds(lambda: rank(event))
    print(f"{len(event.results)} results ranked: {1000 * alone:.0f} ms")
    writers: dict[str, Callable[[EventFile], bytes]] = {
        "usebio": write_usebio,
        "pbn": write_pbn_event,
        "event file": lambda told: told.written().encode(),
    }
    over = False
    for name, write in writers.items():
        content = write(event)
        for what, run, most in (
            ("out", lambda write=write: write(event), LIMITS[name][0]),
            ("in", lambda content=content: read_events("x", content), LIMITS[name][1]),
        ):
            ratio = seconds(run) / alone
            over |= ratio > most
            print(f"{name} {what}: {ratio:.1f} times the ranking (at most {most})")
    return int(over)


if __name__ == "__main__":
    sys.exit(judged(main()))
