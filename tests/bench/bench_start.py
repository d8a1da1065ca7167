"""What `manage.py score` costs beside a Python that does nothing, from its start to its end.

    python tests/bench/bench_start.py [TREE ...]

TREE is a checkout of another commit. All are started by turns, twenty times each, with their
bytecode kept, as it is wherever the program ran before. Prints the medians of the processor (the
process's own, user and system) and of the clock; ends with 1 where `score` costs over three times
a bare start.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

HERE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HERE))

from tests.bench.smallest import judged, sized  # noqa: E402

TURNS, MOST = sized(20, 1), 3
EVENING = {
    "format": "clubscore-table/1",
    "game": "auction",
    "stakes": {"amount": "5s", "currency": "LSD", "per": 100},
    "deals": [
        {"bid": "1NT", "declarer": "N", "tricks": 9, "honours": {"N": 3, "S": 1}},
        {"bid": "2H", "declarer": "E", "tricks": 8},
        {"bid": "3S", "declarer": "S", "tricks": 10},
    ],
}


class Spent(NamedTuple):
    """Milliseconds of the processor and of the clock."""

    processor: float
    clock: float


def spent_by(words: list[str]) -> Spent:
    """Run a command to its end; what it cost."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    before, began = of_children(), time.perf_counter()
    subprocess.run(words, env=kept, stdout=subprocess.DEVNULL, check=True)
    return Spent(1000 * (of_children() - before), 1000 * (time.perf_counter() - began))


def of_children() -> float:
    """Seconds of the processor that processes started here have cost, user and system."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Measure, print, and say whether the limit is kept."""
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        file = Path(folder) / "evening.json"
        file.write_text(json.dumps(EVENING), "utf-8")
        bare = "a bare Python"
        ways = {bare: [sys.executable, "-c", "pass"]} | {
            f"score, {tree}": [sys.executable, str(Path(tree) / "manage.py"), "score", str(file)]
            for tree in (HERE, *sys.argv[1:])
        }
        for words in sized([*ways.values()], []):
            spent_by(words)  # writes the bytecode
        spent: dict[str, list[Spent]] = {way: [] for way in ways}
        for _turn in range(TURNS):
            for way, words in ways.items():
                spent[way].append(spent_by(words))
    ratios = []
    least = median(each.processor for each in spent[bare])
    for way, taken in spent.items():
        processor, clock = (median(each) for each in zip(*taken, strict=True))
        ratios.append(processor / least)
        print(f"{way:40} {processor:6.1f} ms of processor {clock:6.1f} ms, {ratios[-1]:.2f} times")
    kept = ratios[1] <= MOST
    print(f"at most {MOST} times wanted{'' if kept else ': TOO SLOW'}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(judged(main()))
