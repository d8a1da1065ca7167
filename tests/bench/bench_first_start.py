"""What a first start costs: from an empty folder until the demo club stands there whole.

    python tests/bench/bench_first_start.py [TREE ...]

TREE is a checkout of another commit. The seconds of processor are those of `manage.py serve` and
of all that it has started, with their bytecode kept, until no job waits. Ends with 1 where this
tree's are above eight.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import psutil

HERE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HERE))

from tests.bench.smallest import judged, sized  # noqa: E402

MOST = 8.0
TURNS = sized(3, 1)
LOOKS, BETWEEN = 1200, 0.25  # five minutes
PORT = "8487"
# The worker asks for all that is due at once, what people see over the years among it.
STANDS = "SELECT sum(kind = 'person-boards') AND NOT sum(state IN ('waiting', 'running'))"


def stands_whole(file: Path) -> bool:
    """Whether the club is there, and the worker has done what was due."""
    if not file.exists():
        return False
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            return bool(database.execute(f"{STANDS} FROM jobs_job").fetchone()[0])
    except sqlite3.OperationalError:  # no tables yet, or it is being written
        return False


def first_start(tree: Path) -> float:
    """Serve an empty folder until its club stands whole; the seconds of processor it cost."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLUBSCORE", "PYTHON"))}
    kept.pop("DATABASE_URL", None)
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        chosen = {"CLUBSCORE_DATA": folder, "HOST": "127.0.0.1", "PORT": PORT}
        server = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=tree, env=kept | chosen, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            for _look in range(LOOKS):
                if stands_whole(Path(folder) / "clubscore.sqlite3") or server.poll() is not None:
                    break
                time.sleep(BETWEEN)
            if server.poll() is not None:
                raise RuntimeError(f"{tree}: the server ended with {server.returncode}")
            first = psutil.Process(server.pid)
            return sum(spent_by(each) for each in (first, *first.children(recursive=True)))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(60)


def spent_by(process: psutil.Process) -> float:
    """Seconds of the processor of a process, and of what it has started and seen end."""
    return sum(process.cpu_times()[:4])


def main() -> int:
    """Measure each tree by turns, and print the least of each: what else runs only adds to it."""
    spent: dict[Path, list[float]] = {tree: [] for tree in (HERE, *map(Path, sys.argv[1:]))}
    for _turn in range(TURNS):
        for tree, taken in spent.items():
            taken.append(first_start(tree))
    for tree, taken in spent.items():
        print(f"{tree!s:40} {min(taken):5.1f} s of processor, {max(taken):.1f} at the most")
    kept = min(spent[HERE]) <= MOST
    print(f"at most {MOST:.0f} s wanted{'' if kept else ': TOO SLOW'}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(judged(main()))
