"""What an event's ranking and a result of it cost, beside the barest that Django could do.

    python tests/bench/bench_event.py [--pairs 50] [--rounds 6]

An event of fifty pairs in a database of its own, with cards, tables and opening leads. Counts the
queries of the ranking page, of a board, a card and the wall, and times a board and a card beside
the ranking; tells results through the service beside one bare insert in a transaction of its own.
What one correction costs of a ranking bench_ranking.py measures.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.smallest import begun_in, gather, judged, sized

WRITE_TARGET = 8
# A board and a card ask for the cards of boards, their tables and their leads besides.
QUERIES = {"ranking/": 10, "board/1/": 12, "pair/1/": 12, "wall/": 10}
# A page's time in pages of the ranking; and how often it is asked for.
BESIDE_RANKING, LOOKS = 2, sized(20, 1)
TOLD = sized(40, 4)


def report(what: str, value: float, target: float, unit: str = "") -> bool:
    """Print a figure beside its target; return whether it is kept."""
    kept = value <= target
    print(f"{what:58} {value:8.2f}{unit}  target {target:g}{unit}  {'ok' if kept else 'MISSED'}")
    return kept


def median(action: Callable[[], object], times: int) -> float:
    """Return the median seconds of an action."""
    taken = []
    for _time in range(times):
        since = time.perf_counter()
        action()
        taken.append(time.perf_counter() - since)
    return statistics.median(taken)


def play(pairs: int, rounds: int) -> Any:
    """Play rounds of an event of so many pairs; the next one has begun."""
    from clubscore.events.directing import show_ranking
    from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening

    evening = Evening(pairs, boards=2)
    for _round in range(rounds):
        for table in evening.room.tables():
            facts = (FOUR_SPADES, ONE_DOWN, FOUR_SPADES | {"tricks": 11})[table.number % 3]
            evening.type_slip(table.number, dict.fromkeys(table.place.boards, facts))
        evening.next_round()
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    return evening


def lay_cards(evening: Any) -> None:
    """Give every board cards, their tables and what leads come to, as the job would."""
    from clubscore.deals.hands import made_boards
    from clubscore.events.models import DoubleDummy, OpeningLeads
    from tests.events.test_boards import lay

    numbers = sorted({board for plan in evening.room.plans.values() for board in plan.boards})
    boards = made_boards(numbers, is_sorted=False)
    lay(evening, *boards, reason="from the dealing machine")
    deals = [board.deal.pbn() for board in boards]
    DoubleDummy.objects.bulk_create([DoubleDummy(deal=deal, tricks="7" * 20) for deal in deals])
    OpeningLeads.objects.bulk_create(
        [
            OpeningLeads(deal=deal, denomination="S", declarer=seat, tricks="6" + "7" * 12)
            for deal in deals
            for seat in "NESW"
        ]
    )


def read_pages(evening: Any) -> list[bool]:
    """Count what each page asks of the database."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from clubscore.club.models import Role
    from tests.house import make_user

    client = Client()
    client.force_login(make_user(evening.club, "host", Role.DIRECTOR))
    kept = []
    for page, most in QUERIES.items():
        path = f"/event/{evening.event.pk}/{page}"
        client.get(path)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path).status_code == 200
        kept.append(report(f"queries of {page}", len(asked), most))
    return kept


def time_pages(evening: Any) -> list[bool]:
    """Time a board and a card beside the ranking, one after the other in each turn."""
    from django.test import Client

    from clubscore.club.models import Role
    from tests.house import make_user

    client = Client()
    client.force_login(make_user(evening.club, "guest", Role.PLAYER))
    pages = ("ranking/", "board/1/", "pair/1/?words=1")
    taken: dict[str, list[float]] = {page: [] for page in pages}
    for _look in range(LOOKS):
        for page in pages:
            since = time.perf_counter()
            assert client.get(f"/event/{evening.event.pk}/{page}").status_code == 200
            taken[page].append(time.perf_counter() - since)
    ranking = statistics.median(taken["ranking/"])
    return [
        report(f"{page} in rankings", statistics.median(taken[page]) / ranking, BESIDE_RANKING)
        for page in pages[1:]
    ]


def write_results(evening: Any) -> bool:
    """Tell results through the service, beside one bare insert in a transaction of its own."""
    from django.db import transaction

    from clubscore.club.entry import authored, new_key
    from clubscore.events.models import ResultRevision
    from tests.events.evenings import FOUR_SPADES

    spots = [each.spot for table in evening.room.tables() for each in table.boards]

    def barest() -> None:
        spot = spots[0]
        with transaction.atomic():
            ResultRevision.objects.create(
                section_id=spot.section, round=99, table=spot.table, board=spot.board,
                number=next(numbers), kind="typed", ns=1, ew=2, facts=FOUR_SPADES,
                **authored(evening.actor, evening.club.pk, new_key()),
            )  # fmt: skip

    def tell() -> None:
        spot = spots.pop()
        evening.tell(spot.table, spot.board, FOUR_SPADES)

    numbers = itertools.count(1)
    least = median(barest, TOLD)
    return report("a result told, in bare inserts", median(tell, TOLD) / least, WRITE_TARGET)


def main() -> int:
    """Make a database in a folder of its own, and measure in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=sized(50, 6))
    parser.add_argument("--rounds", type=int, default=sized(6, 1))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        os.environ |= {"CLUBSCORE_DATA": folder, "DJANGO_SETTINGS_MODULE": "clubscore.settings",
                       "CLUBSCORE_PROFILE": "club-network"}  # fmt: skip
        begun_in(folder)
        import django
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        django.setup()
        setup_test_environment()
        call_command("migrate", verbosity=0)
        gather()
        evening = play(asked.pairs, asked.rounds)
        lay_cards(evening)
        kept = [*read_pages(evening), *time_pages(evening), write_results(evening)]
        return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(judged(main()))
