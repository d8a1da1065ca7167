"""Nullos double dummy: our solver under wasmtime against DDS's no-trump table, in the same run.

    python tests/bench/bench_nullos.py

The whole deals of the truth data beside the project, else as many random ones; four declarers each,
in seconds of processor. Ends with 1 where the median deal takes more than 120 times what DDS takes
for the median deal, or the process more than 200 MB. Says so where wasmtime or DDS is not here.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.smallest import SMALLEST, judged, sized  # noqa: E402

MOST_TIMES, MOST_MEMORY = 120, 200
BUDGET = sized(50_000_000, 50_000)
DEALS = sized(13, 1)
NO_TRUMPS = """
import ctypes, sys, time
from clubscore.deals import dds
library = dds.load(1)
asked = dds.DealsPBN(count=1)
asked.deals[0].cards = sys.argv[1].encode()
left_out = (ctypes.c_int * 5)(1, 1, 1, 1, 0)
found, room = dds.Tables(), dds.Pars()
start = time.process_time()
code = library.CalcAllTablesPBN(
    ctypes.byref(asked), -1, left_out, ctypes.byref(found), ctypes.byref(room)
)
taken = time.process_time() - start
assert code == dds.WORKED, code
print(taken, flush=True)
import os
os._exit(0)
"""
OURS = """
import resource, sys, time
from clubscore.extras.nullos import program
solver = program.NulloProcess(program.BUILT)
for deal in sys.stdin:
    start = time.process_time()
    *tricks, positions = solver.table(deal.strip(), 2, 1, int(sys.argv[1]))
    took = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(took, positions, int(None not in tricks), memory, flush=True)
"""


def deals() -> list[str]:
    """The deals of the truth data, else the same random ones every time."""
    from tests.deals.nullo_truth import endings
    from tests.real_events import DATA

    truth = DATA / "nullos.json"
    if truth.is_file() and not SMALLEST:
        return [row["pbn"] for row in json.loads(truth.read_text())["full_deals"]]
    print(f"Without {truth}: {DEALS} random deals.")
    return endings(13, DEALS, 1899)


def main() -> int:
    """Print each deal and the median."""
    from clubscore.deals import dds
    from clubscore.deals.nullos import is_here

    if not is_here() or not [path for path in dds.paths() if Path(path).exists()]:
        print("wasmtime or DDS is not here: python tools/setup.py brings both, where it can.")
        return 0
    asked, ours, theirs, memory = deals(), [], [], 0
    command = [sys.executable, "-c", OURS, str(BUDGET)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as solver:
        assert solver.stdin and solver.stdout
        for at, deal in enumerate(asked, start=1):
            one = [sys.executable, "-c", NO_TRUMPS, deal]
            said = subprocess.run(one, capture_output=True, text=True, check=True, env=environment)
            theirs.append(float(said.stdout))
            solver.stdin.write(deal + "\n")
            solver.stdin.flush()
            taken, positions, is_whole, memory = map(float, solver.stdout.readline().split())
            ours.append(taken)
            told = "" if is_whole else ", more than the budget: not worked out"
            print(
                f"deal {at:2}: {taken:6.2f} s, {positions:12,.0f} positions,"
                f" {taken / theirs[-1]:7.0f} times DDS's {theirs[-1]:.4f} s{told}",
                flush=True,
            )
        solver.stdin.close()
    ratio = statistics.median(ours) / statistics.median(theirs)
    each = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    print(f"median {statistics.median(ours):.2f} s against {statistics.median(theirs):.4f} s:")
    print(f"{ratio:.0f} times (at most {MOST_TIMES}); median of the deals' own ratios {each:.0f}")
    print(f"peak memory {memory:.0f} MB (at most {MOST_MEMORY})")
    return 0 if ratio <= MOST_TIMES and memory <= MOST_MEMORY else 1


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(judged(main()))
