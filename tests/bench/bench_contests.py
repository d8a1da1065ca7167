"""The world's ranking of a set: 10,000 packages of twelve boards, and one package more.

    python tests/bench/bench_contests.py [--packages 10000]

Printed beside a bare count: reading the same JSON, and adding up each side's scores.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clubscore import contests
from clubscore.contests.ghost_field import standings
from clubscore.contests.package import read_package, sign
from clubscore.ranking.event import Event, read_event

SET = Path(contests.__file__).parent / "sets" / "auction-1917.json"
DAY = dt.date(2026, 11, 26)
Found = TypeVar("Found")


def some_results(played_set: Event, chance: random.Random) -> list[Any]:
    """Contracts near par: what a club's evening looks like."""
    found = []
    for number, board in played_set.boards.items():
        par = board.par
        assert par is not None and par.contract is not None and par.declarer is not None
        tricks = min(13, max(0, 6 + int(par.contract[0]) + chance.choice((-2, -1, 0, 0, 0, 1))))
        told = {"board": number, "contract": par.contract, "declarer": par.declarer}
        found.append(told | {"tricks": tricks})
    return found


def timed(what: Callable[[], Found]) -> tuple[Found, float]:
    """What it gives, and the seconds of processor it took."""
    begun = time.process_time()
    found = what()
    return found, time.process_time() - begun


def main() -> int:
    """Print the figures; 1 where not every package was ranked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packages", type=int, default=10_000)
    count = parser.parse_args().packages
    played_set = read_event(json.loads(SET.read_text()))
    chance = random.Random(1917)  # noqa: S311 - the same each time
    key = Ed25519PrivateKey.generate()
    texts = [
        json.dumps(
            sign(
                played_set, some_results(played_set, chance), played=DAY, key=key, club=f"Club {n}"
            )
        )
        for n in range(count + 1)
    ]
    bare, plain = timed(lambda: [json.loads(text) for text in texts[:count]])
    packages, reading = timed(lambda: [read_package(each, played_set) for each in bare])
    counted, adding = timed(
        lambda: [sum(result.score or 0 for result in package.results) for package in packages]
    )
    ranked, ranking = timed(lambda: standings(played_set, packages))
    more = read_package(json.loads(texts[count]), played_set)
    again, once_more = timed(lambda: standings(played_set, [*packages, more]))
    print(f"{count:,} packages of {len(played_set.boards)} boards")
    print(f"parsed as JSON       {plain:7.2f} s")
    print(f"verified and scored  {reading:7.2f} s, {count / reading:,.0f} a second")
    print(f"scores added up      {adding:7.2f} s")
    print(f"ranked               {ranking:7.2f} s, {ranking / adding:,.1f} times the sum")
    print(f"ranked with one more {once_more:7.2f} s")
    right = (len(counted), len(ranked), len(again)) == (count, 2 * count, 2 * count + 2)
    print("all ranked" if right else f"NOT ALL RANKED: {len(ranked)} of {2 * count}")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
