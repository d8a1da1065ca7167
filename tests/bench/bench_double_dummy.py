"""36 boards of double dummy: DDS's own batch call, and ours with all that it takes to start.

    python tests/bench/bench_double_dummy.py

Each run is a fresh process, ours besides the process that it asks. Ours takes at most 1.2 times as
long, and the tables are the same; ends with 1 where not. Says so where DDS is not here.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.smallest import judged, sized  # noqa: E402

BOARDS, RUNS, MOST_TIMES = sized(36, 1), sized(3, 1), 1.2
RANKS = "AKQJT98765432"
OWN_BATCH = """
import json, sys, time
from clubscore.deals import dds
deals = json.load(sys.stdin)
library = dds.load()
start = time.perf_counter()
tables = dds.tables_of(library, deals)
taken = time.perf_counter() - start
json.dump([taken, tables], sys.stdout)
sys.stdout.flush()
import os
os._exit(0)
"""
OURS = """
import json, sys
from clubscore.deals.hands import read_deal
from clubscore.deals.double_dummy import solve
from clubscore.deals.dds import DENOMINATIONS, HANDS
found = solve([read_deal(text) for text in json.load(sys.stdin)])
json.dump([[each[d][h] for d in DENOMINATIONS for h in HANDS] for each in found], sys.stdout)
"""


def deals() -> list[str]:
    """The same 36 deals every time, in PBN."""
    chance = random.Random(1917)  # noqa: S311 - the same deals every time
    found = []
    for _ in range(BOARDS):
        pack = [(suit, rank) for suit in "SHDC" for rank in RANKS]
        chance.shuffle(pack)
        hands = [pack[at : at + 13] for at in range(0, 52, 13)]
        found.append(
            "N:"
            + " ".join(
                ".".join("".join(r for r in RANKS if (suit, r) in hand) for suit in "SHDC")
                for hand in hands
            )
        )
    return found


def run(program: str, asked: str) -> tuple[float, str]:
    """How long a program takes from its start to its end, and what it says."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", program], input=asked, capture_output=True, text=True, cwd=ROOT
    )
    taken = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(done.stderr.strip().rpartition("\n")[2])
    return taken, done.stdout


def main() -> int:
    """Print both times, the best of a few runs in turn, and their ratio."""
    from clubscore.deals import dds

    if not [path for path in dds.paths() if Path(path).exists()]:
        print("DDS is not here: python tools/setup.py brings it for Python up to 3.13.")
        return 0
    asked = json.dumps(deals())
    own, ours, same = [], [], True
    for _ in range(RUNS):
        _, answer = run(OWN_BATCH, asked)
        taken, tables = json.loads(answer)
        own.append(taken)
        taken, answer = run(OURS, asked)
        ours.append(taken)
        same = same and json.loads(answer) == tables
    ratio = min(ours) / min(own)
    print(f"DDS's own batch of {BOARDS} boards: {min(own):6.2f} s")
    print(f"ours, start included:        {min(ours):6.2f} s, {ratio:.2f} times (at most 1.2)")
    print("the tables are the same" if same else "THE TABLES DIFFER")
    return 0 if same and ratio <= MOST_TIMES else 1


if __name__ == "__main__":
    sys.exit(judged(main()))
