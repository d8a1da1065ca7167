"""How fast a field is ranked, as ratios to plain integer work on the same machine.

    python tests/bench/bench_ranking.py

Prints each ratio with its limit; ends with 1 where one is over it. Time is that of one core.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from clubscore.ranking import Board, Contestant, Event, Field, Result, find_valuation, rank
from clubscore.ranking.field import method_of

SCORES = (
    -1400, -800, -500, -450, -420, -300, -200, -150, -120, -110, -100, -90, -50, 0, 50, 80, 90,
    100, 110, 120, 130, 140, 150, 170, 180, 200, 300, 400, 420, 430, 450, 460, 480, 490, 500, 600,
    620, 630, 650, 660, 680, 690, 800, 980, 1100, 1370, 1400, 1430, 1460, 2210,
)  # fmt: skip
FIELD, BIG, MILLION, BOARDS = 512, 240_000, 1_000_000, 24
# What a result may cost more in a field four times as large. Points are the same work; the sums of
# eighty thousand pairs do not lie as near to the processor as those of twenty thousand.
GROWTH = {"points of each": 1.5, "points of each, and sums by pair": 2.0, "to places": 2.0}
VALUATION = find_valuation("duplicate")


def field_of(results: int) -> Event:
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
    return Event(
        VALUATION,
        "matchpoints",
        {number: Contestant(number) for number in (*ns, *ew)},
        {number: Board(number) for number in range(1, BOARDS + 1)},
        tuple(made),
    )


def bare_count(event: Event) -> list[tuple[str, int]]:
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


def points_of_lines(event: Event) -> Callable[[], Any]:
    """The work of giving every result of every board its points, by Neuberg's formula."""
    boards: dict[int, list[Result]] = {}
    for result in event.results:
        boards.setdefault(result.board, []).append(result)
    method, most = method_of(event), max(map(len, boards.values()))
    return lambda: [method.score(results, most) for results in boards.values()]


def measure_field() -> bool:
    """A club's field: from result objects to places, and one result put right."""
    event = field_of(FIELD)
    count = best(lambda: bare_count(event), 200)
    what = f"{len(event.results)} results, from objects to places"
    kept = told(what, best(lambda: rank(event), 100), count, 10)
    field, other = Field.of(event), event.results[7]._replace(score=2210)
    whole = best(lambda: Field.of(event), 100)
    again = best(lambda: field.corrected(7, other), 100)
    told("  all of it compared and summed", whole, count, None)
    print(f"  one result corrected: {again / whole:.2f} of that")
    return kept and again < whole


def measure_many() -> bool:
    """A field as large as a country, and one four times as large.

    `sorted()` of the scores orders the results of a board, and the limit is on just that: each
    result's points. Sums by pair and places touch a pair for every result, so they are held to
    growing with the results and no faster.
    """
    kept, spent = True, dict[str, list[float]]()
    for number in (BIG, MILLION):
        event = field_of(number)
        gc.freeze()
        scores = [result.score or 0 for result in event.results]
        sort = best(lambda scores=scores: sorted(scores), 5)  # type: ignore[misc]
        works: dict[str, tuple[Callable[[], Any], int, float | None]] = {
            "points of each": (points_of_lines(event), 5, 6),
            "points of each, and sums by pair": (lambda event=event: Field.of(event), 2, None),  # type: ignore[misc]
            "to places": (lambda event=event: rank(event), 1, None),  # type: ignore[misc]
        }
        for what, (work, times, limit) in works.items():
            seconds = best(work, times)
            kept &= told(f"{len(event.results)} results, {what}", seconds, sort, limit)
            spent.setdefault(what, []).append(seconds / len(event.results))
    for what, (small, large) in spent.items():
        kept &= grown(what, large / small)
    return kept


def grown(what: str, growth: float) -> bool:
    """Print what a result of the larger field costs against one of the smaller; whether linear."""
    limit = GROWTH[what]
    print(f"{what}: a result of the larger field costs {growth:.2f} times one, at most {limit:g}")
    return growth <= limit


def main() -> int:
    """Measure, print, and say whether every limit is kept."""
    return 0 if measure_field() & measure_many() else 1


if __name__ == "__main__":
    sys.exit(main())
