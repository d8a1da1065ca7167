"""The night: every test there is, by a lot of its own, the soak, the benches and grown inputs.

    python tools/night.py           all of it; a line of it goes into tests/night.md
    python tools/night.py --map     the tests alone, for tests/map.txt; with folders those alone
    python tools/night.py --age     how old the last night is

What is red in a night is listed there with its lot and keeps nobody's change out: whoever reads it
mends it. `make test ARGS="--walk whole --lot N tests/..."` makes up again what that night did.
"""

import argparse
import datetime as dt
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.budget import Cost, judged
from tools.run_tests import (
    COSTS,
    LOT,
    MAPPED,
    RED,
    ROOT,
    children,
    environment_of,
    prepare,
    run_both,
)
from tools.test_map import git

NIGHTS = ROOT / "tests" / "night.md"
KEPT = 20  # nights
HEAD = """\
# Nights

Written by `make night`, newest first; twenty are kept. What is red stands with its lot.

| day | commit | lot | tests | CPU s | minutes | red |
|---|---|---|---|---|---|---|
"""
FUZZ_SECONDS = "20"
# What runs after the tests, one after the other: its name in tests/budget.toml, and its command.
BESIDES = (
    ("extras apart", (sys.executable, "tools/extras_apart.py")),
    ("soak", ("make", "soak", "ARGS=--seconds 8 --kills 4 --faults 2")),
    ("benches", ("make", "bench")),
    ("grown inputs", ("make", "fuzz", f"FUZZ_SECONDS={FUZZ_SECONDS}")),
)


def words(paths: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return what pytest is told: nothing is left out, walks are whole, the dearest are shown."""
    return ("--target", "night", "--walk", "whole", "--durations", "80", *paths)


def besides(cost: Cost) -> list[str]:
    """Run what is no test; return the names of what was red."""
    red = []
    for name, command in BESIDES:
        before = children()
        print(f"== {name}", flush=True)
        done = subprocess.run([*command], cwd=ROOT, env=environment_of(""))
        cost.add(name, seconds=children() - before)
        if done.returncode:
            red.append(name)
    return red


def row_of(lot: str, cost: Cost, red: list[str]) -> str:
    """Return the line of a night."""
    commit = (git("rev-parse", "--short=12", "HEAD") or "").strip()
    tests = sum(each.get("tests", 0) for each in cost.kinds.values())
    day = f"{dt.datetime.now(dt.UTC):%Y-%m-%d %H:%M}"
    cells = (day, commit, lot, f"{tests:,.0f}", f"{cost.seconds:,.0f}", f"{cost.wall / 60:.0f}")
    return f"| {' | '.join(cells)} | {'<br>'.join(red) or 'nothing'} |\n"


def with_row(text: str, row: str) -> str:
    """Return the nights with one more, newest first, and no more than are kept."""
    rows = [line for line in text.splitlines(keepends=True) if line.startswith("| 2")]
    return HEAD + "".join([row, *rows][:KEPT])


def age(text: str, now: dt.datetime) -> str:
    """Return how old the last night is, in words."""
    rows = [line for line in text.splitlines() if line.startswith("| 2")]
    if not rows:
        return "There was no night yet: `make night`."
    day, commit, *_more, red, _end = (each.strip() for each in rows[0][1:].split("|"))
    hours = (now - dt.datetime.fromisoformat(f"{day}+00:00")).total_seconds() / 3600
    old = f"{hours:.0f} hours" if hours < 48 else f"{hours / 24:.0f} days"
    return f"The last night is {old} old (on {commit}); red in it: {red}"


def night(*, only_map: bool, paths: tuple[str, ...] = ()) -> int:
    """Run it, write it down, and return 0 only if nothing was red.

    The map alone may be written for some folders of tests; the lines of all others stay.
    """
    began, before, cost = time.monotonic(), children(), Cost()
    os.environ.setdefault(LOT, str(random.randrange(1_000_000)))  # noqa: S311
    os.environ.setdefault("PYTHONHASHSEED", str(random.randrange(1_000_000)))  # noqa: S311
    os.environ[MAPPED] = "yes"
    lot = os.environ[LOT]
    print(f"== The lot of this night: {lot}", flush=True)
    prepare()
    with tempfile.TemporaryDirectory(prefix="clubscore-night-") as folder:
        os.environ[RED] = str(Path(folder, "red.json"))
        code = run_both(words(paths), cost)
        listed = Path(folder, "red.json")
        red = json.loads(listed.read_text()) if listed.exists() else []
    if code and not red:
        red = [f"the tests ended with {code}"]
    for name in (MAPPED, COSTS):
        os.environ.pop(name, None)
    if only_map:
        return code
    known, of_tests = NIGHTS.read_text("utf-8") if NIGHTS.exists() else "", cost.seconds

    def told(red: list[str]) -> str:
        cost.seconds = of_tests + children() - before
        cost.wall = time.monotonic() - began
        row = row_of(lot, cost, red)
        NIGHTS.write_text(with_row(known, row), "utf-8")
        return row

    # Whoever ends it now has the row of its tests.
    told([*red, *(f"{name}: not run" for name, _command in BESIDES)])
    red += besides(cost)
    told(red)  # what it cost is judged with all that ran
    red += judged("night", cost)
    print(told(red))
    return 1 if red else 0


def main() -> int:
    """Answer the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--map", action="store_true")
    parser.add_argument("--age", action="store_true")
    parser.add_argument("paths", nargs="*", help="with --map: files and folders of tests")
    chosen = parser.parse_args()
    if chosen.paths and not chosen.map:
        parser.error("a night runs everything: name files and folders with --map alone")
    if chosen.age:
        text = NIGHTS.read_text("utf-8") if NIGHTS.exists() else ""
        print(f"== {age(text, dt.datetime.now(dt.UTC))}")
        return 0
    return night(only_map=chosen.map, paths=tuple(chosen.paths))


if __name__ == "__main__":
    sys.exit(main())
