"""The same field by Debian's salliere and by `manage.py score_event`, each with its start.

    python tests/bench/bench_salliere.py

Wants `salliere` (apt-get install salliere), or its jars as a Java class path in SALLIERE_JARS. Says
so where it is not here. Totals of both must be the same; ends with 1 where they are not.
"""

from __future__ import annotations

import csv
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.smallest import judged, sized  # noqa: E402

TABLES, BOARDS, RUNS = sized(21, 3), sized(24, 2), sized(5, 1)
CONTRACTS = ("1NT", "2H", "3D", "3NT", "4HX", "4S", "5C", "6S")
WORK = ("score", "matchpoint", "total", "results", "--", "boards.csv", "names.csv")


def field() -> dict[str, Any]:
    """Twenty-one tables, each pair on each of 24 boards."""
    chance = random.Random(2009)  # noqa: S311 - the same field every time
    results = [
        {
            "board": board,
            "ns": f"{table}",
            "ew": f"{101 + (table + board) % TABLES}",
            "contract": chance.choice(CONTRACTS),
            "declarer": chance.choice("NESW"),
            "tricks": chance.randint(6, 12),
        }
        for board in range(1, BOARDS + 1)
        for table in range(1, TABLES + 1)
    ]
    numbers = [*range(1, TABLES + 1), *range(101, 101 + TABLES)]
    return {
        "format": "clubscore-event/1",
        "game": "duplicate",
        "scoring": "matchpoints",
        "contestants": [{"number": f"{number}"} for number in numbers],
        "boards": [{"number": board} for board in range(1, BOARDS + 1)],
        "results": results,
    }


def salliere() -> list[str] | None:
    """How it is called here, None where it is not."""
    jars, java = os.environ.get("SALLIERE_JARS"), shutil.which("java")
    if jars and java:
        return [java, "-cp", jars, "cx.ath.matthew.salliere.Salliere"]
    command = shutil.which("salliere", path=f"{os.environ.get('PATH', '')}:/usr/games")
    # Debian's command is the jar itself, which not every kernel starts by its name.
    return ["java", "-jar", command] if command else None


def write_for_salliere(event: dict[str, Any], folder: Path) -> None:
    """Its two files of the same field: boards and names."""
    with (folder / "boards.csv").open("w", newline="") as file:
        for each in event["results"]:
            contract = each["contract"].replace("NT", "N")
            who = (each["board"], each["ns"], each["ew"])
            csv.writer(file).writerow((*who, contract, each["declarer"], each["tricks"], *[""] * 4))
    with (folder / "names.csv").open("w", newline="") as file:
        for each in event["contestants"]:
            csv.writer(file).writerow((each["number"], "First", "Second"))


def theirs(event: dict[str, Any], command: list[str], folder: Path) -> tuple[float, dict[str, str]]:
    """Seconds by the clock, and each pair's matchpoints."""
    write_for_salliere(event, folder)
    started = time.perf_counter()
    subprocess.run([*command, *WORK], cwd=folder, check=True, capture_output=True)
    spent = time.perf_counter() - started
    with (folder / "names.csv").open(newline="") as file:
        return spent, {row[0]: row[3] for row in csv.reader(file)}


def ours(event: dict[str, Any], folder: Path) -> tuple[float, dict[str, str]]:
    """The same by `score_event`, travellers and all."""
    (folder / "event.json").write_text(json.dumps(event), "utf-8")
    command = [sys.executable, str(ROOT / "manage.py"), "score_event", "event.json"]
    started = time.perf_counter()
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True)
    spent = time.perf_counter() - started
    rows = json.loads(done.stdout)["rankings"][0]["rows"]
    return spent, {row["contestant"]: row["score"] for row in rows}


def main() -> int:
    """Score the field by both and print the ratio."""
    command = salliere()
    if command is None:
        print("salliere is not here (apt-get install salliere); nothing to compare with")
        return 0
    event = field()
    with tempfile.TemporaryDirectory() as name:
        them = min(
            (theirs(event, command, Path(name)) for _ in range(RUNS)), key=lambda run: run[0]
        )
        us = min((ours(event, Path(name)) for _ in range(RUNS)), key=lambda run: run[0])
    print(f"{TABLES * BOARDS} results, start included")
    print(f"salliere    {1000 * them[0]:6.0f} ms")
    print(f"score_event {1000 * us[0]:6.0f} ms, {us[0] / them[0]:.2f} times salliere")
    same = them[1] == us[1]
    print("the totals of all pairs are the same" if same else "THE TOTALS DIFFER")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(judged(main()))
