"""How fast a field is ranked, as ratios to plain integer work on the same machine.

    python tests/bench/bench_ranking.py [TREE ...]

TREE is a checkout of another commit, against which a club's field is measured by turns.
Prints each ratio with its limit; ends with 1 where one is over it. Time is that of one core.
"""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.smallest import judged, sized

# Asked by measure_against: the tree that is to be measured.
sys.path.insert(0, sys.argv[2] if sys.argv[1:2] == ["--one"] else sys.path[0])

from clubscore.ranking import Board, Contestant, EventFile, Field, Result, find_valuation, rank

HERE = str(Path(__file__).resolve().parents[2])
SCORES = (
    -1400, -800, -500, -450, -420, -300, -200, -150, -120, -110, -100, -90, -50, 0, 50, 80, 90,
    100, 110, 120, 130, 140, 150, 170, 180, 200, 300, 400, 420, 430, 450, 460, 480, 490, 500, 600,
    620, 630, 650, 660, 680, 690, 800, 980, 1100, 1370, 1400, 1430, 1460, 2210,
)  # fmt: skip
BOARDS = 24
FIELD, BIG, LARGEST = sized(512, 48), sized(240_000, 480), sized(2_400_000, 960)
# What a result may cost more in a field ten times as large; what all may hold beyond the event.
GROWTH, MOST_BYTES = 1.2, 200
# How often both trees are asked, and what this one may cost of the other.
TURNS, AGAINST = 5, 0.5
OFTEN = sized(200, 2)
VALUATION = find_valuation("duplicate")


def field_of(results: int) -> EventFile:
    """An event of so many results on 24 boards, some boards with fewer than others."""
    chance = random.Random(1917)  # noqa: S311 - the same field every time
    tables = -(-results // BOARDS) + results // BOARDS // 20
    missing = Counter(chance.choices(range(1, BOARDS + 1), k=tables * BOARDS - results))
    ns, ew = [f"{table}" for table in range(tables)], [f"e{table}" for table in range(tables)]
    made = [
        Result(board, ns[table], ew[(table + board) % tables], chance.choice(SCORES))
        for board in range(1, BOARDS + 1)
        for table in range(tables - missing[board])
    ]
    return EventFile(
        VALUATION,
        "matchpoints",
        {number: Contestant(number) for number in (*ns, *ew)},
        {number: Board(number) for number in range(1, BOARDS + 1)},
        tuple(made),
    )


def bare_count(event: EventFile) -> list[tuple[str, int]]:
    """Matchpoints in integers without any treatment, summed by pair and sorted."""
    boards: dict[int, list[Any]] = {}
    for result in event.results:
        boards.setdefault(result.board, []).append(result)
    totals: dict[Any, int] = {}
    for results in boards.values():
        counts = Counter(result.score for result in results)
        points, below = {}, 0
        for score in sorted(counts):  # type: ignore[type-var]
            points[score] = 2 * below + counts[score] - 1
            below += counts[score]
        top = 2 * (len(results) - 1)
        for result in results:
            won = points[result.score]
            totals[result.ns] = totals.get(result.ns, 0) + won
            totals[result.ew] = totals.get(result.ew, 0) + top - won
    return sorted(totals.items(), key=lambda pair: -pair[1])


def best(work: Callable[[], Any], times: int) -> float:
    """The least seconds of one core over so many runs."""
    spent = []
    for _ in range(times):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return min(spent)


def told(what: str, seconds: float, against: float, limit: float | None) -> bool:
    """Print a ratio; whether it keeps its limit."""
    ratio = seconds / against
    kept = limit is None or ratio <= limit
    wanted = "" if limit is None else f", at most {limit:g} wanted{'' if kept else ': TOO SLOW'}"
    print(f"{what:58} {1000 * seconds:9.2f} ms {ratio:6.2f} times{wanted}")
    return kept


def memory(event: EventFile) -> float:
    """The most bytes a result that were held at once beyond the event itself."""
    fresh = replace(event)
    tracemalloc.start()
    rank(fresh)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / len(event.results)


def measure_field() -> bool:
    """A club's field: from result objects to places, and one result put right."""
    event = field_of(FIELD)
    count = best(lambda: bare_count(event), OFTEN)
    what = f"{len(event.results)} results, from objects to places"
    kept = told(what, best(lambda: rank(replace(event)), OFTEN), count, 4)
    field, other = Field.of(event), event.results[7]._replace(score=2210)
    whole = best(lambda: Field.of(replace(event)), OFTEN)
    again = best(lambda: field.corrected(7, other), OFTEN)
    told("  all of it compared and summed", whole, count, None)
    print(f"  one result corrected: {again / whole:.2f} of that")
    return kept and again < whole


def measure_many() -> bool:
    """A field as large as a country, and one ten times as large.

    `sorted()` of as many scores says how fast the machine is. Kept columns are those of an event
    that was ranked before.
    """
    kept, spent = True, list[float]()
    for number, times in ((BIG, sized(15, 1)), (LARGEST, sized(3, 1))):
        event = field_of(number)
        gc.freeze()
        scores = [result.score or 0 for result in event.results]
        sort = best(lambda scores=scores: sorted(scores), times)  # type: ignore[misc]
        objects = best(lambda event=event: rank(replace(event)), times)  # type: ignore[misc]
        for _ in range(2):
            rank(event)
        columns = best(lambda event=event: rank(event), times)  # type: ignore[misc]
        whole = number == BIG
        what = f"{number} results"
        kept &= told(f"{what}, from objects to places", objects, sort, 12 if whole else None)
        kept &= told(f"{what}, from kept columns to places", columns, sort, 2 if whole else None)
        spent.append(objects / number)
    growth, bytes_each = spent[1] / spent[0], memory(field_of(BIG))
    print(f"a result of the larger field costs {growth:.2f} times one, at most {GROWTH:g}")
    print(f"at most {bytes_each:.0f} bytes a result at once, at most {MOST_BYTES} wanted")
    return kept and growth <= GROWTH and bytes_each <= MOST_BYTES


def measure_against(tree: str) -> bool:
    """The same field in another tree, a commit before say: by turns, the median of each."""
    spent: dict[str, list[float]] = {HERE: [], tree: []}
    for _ in range(TURNS):
        for each, seconds in spent.items():
            told = subprocess.run(
                [sys.executable, __file__, "--one", each],
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            seconds.append(float(told.stdout))
    ratio = median(spent[HERE]) / median(spent[tree])
    print(f"{FIELD} results, against {tree}: {ratio:.2f} times, at most {AGAINST:g} wanted")
    return ratio <= AGAINST


def main() -> int:
    """Measure, print, and say whether every limit is kept."""
    if sys.argv[1:2] == ["--one"]:
        event = field_of(FIELD)
        print(best(lambda: rank(replace(event)), OFTEN))
        return 0
    kept = measure_field() & measure_many()
    for tree in sys.argv[1:]:
        kept &= measure_against(tree)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(judged(main()))
