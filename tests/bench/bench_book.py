"""What pages over a year of the club's book cost, beside a bare SUM over the same rows.

    python tests/bench/bench_book.py [--entries 5000] [--people 40]

A year of rubbers, table money and payments stands in a database of its own; each page is asked for
as a director's browser does, without the way over a wire. Prints milliseconds, queries, and how
many times as long as one SQL statement that only adds the postings up.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[2]))

from tests.bench.smallest import begun_in, judged, sized  # noqa: E402

TIMES = sized(9, 1)
# Of the book page: what a template of forty accounts and its table cost is there besides the sum.
MOST_MILLISECONDS, MOST_QUERIES = 400, 25


def build(entries: int, people: int):  # type: ignore[no-untyped-def]
    """Write a year of the book and return its club, and somebody's key."""
    from django.db import transaction

    from clubscore.club import clock
    from clubscore.club.access import Actor, Level
    from clubscore.club.entry import authored, new_key
    from clubscore.club.ledger import THE_CLUB, Origin, Transfer, post
    from clubscore.club.logins import found_club
    from clubscore.club.models import Entry, Person

    rng = random.Random(1914)  # noqa: S311 - no secret
    club = found_club(name="Bench", author="a bench")
    actor = Actor(level=Level.DIRECTOR, club=club)
    everybody = [
        Person.objects.create(club=club, name=f"Player {n:02}", short_name=f"P{n:02}").pk
        for n in range(people)
    ]
    begins = clock.now() - dt.timedelta(days=364)
    with transaction.atomic():
        for number in range(entries):
            moment = begins + dt.timedelta(days=363 * number / entries)
            n, e, s, w = rng.sample(everybody, 4)
            coins = rng.randint(1, 3000)
            kind, lines = Entry.Kind.RUBBER, {
                Transfer(n, e, "LSD"): coins, Transfer(s, w, "LSD"): coins
            }  # fmt: skip
            if number % 4 == 0:
                kind, lines = Entry.Kind.PAYMENT, {Transfer(n, e, "LSD"): coins}
            elif number % 7 == 0:
                kind, lines = Entry.Kind.TABLE_MONEY, {Transfer(n, THE_CLUB, "LSD"): 48}
            with clock.at(moment):
                post(
                    kind=kind,
                    origin=Origin(moment.date(), "rubber", str(number % 9), None, "",
                                  {"table": "Window table", "game": "auction", "rubber": 1}),
                    lines=lines,
                    entry=authored(actor, club.pk, new_key()),
                )  # fmt: skip
    return club, everybody[0]


def director_of(club):  # type: ignore[no-untyped-def]
    """Return the browser of the club's director."""
    from django.test import Client

    from clubscore.club.models import Membership, Role, User

    user = User.objects.create(username="bench")
    Membership.objects.create(club=club, user=user, role=Role.DIRECTOR)
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def timed(job: Callable[[], object]) -> float:
    """Return the median milliseconds of a job, after a first go that warms it up."""
    job()
    taken = []
    for _time in range(TIMES):
        begun = time.perf_counter()
        job()
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken)


def measure(entries: int, people: int) -> int:
    """Print what each page costs; return 1 where the book page is too slow."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    club, who = build(entries, people)
    client = director_of(club)

    def bare() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT currency, SUM(amount) FROM club_posting WHERE club_id = %s GROUP BY 1",
                [club.pk],
            )
            cursor.fetchall()

    sum_takes = timed(bare)
    print(f"{entries} entries of a year, {people} people; a bare SUM takes {sum_takes:.2f} ms")
    slow = 0
    for name, address in (
        ("the book", "/book/"),
        ("an account", f"/book/{who}/"),
        ("an account as CSV", f"/book/{who}/account.csv"),
        ("the season", "/season/"),
    ):
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address)
            queries = len(asked)
        if answer.status_code != 200:
            raise SystemExit(f"{address} answers {answer.status_code}")
        takes = timed(lambda address=address: client.get(address))  # type: ignore[misc]
        print(f"  {name:18} {takes:7.1f} ms  {takes / sum_takes:6.1f} x a bare SUM"
              f"  {queries:3} queries")  # fmt: skip
        if name == "the book":
            slow = int(takes > MOST_MILLISECONDS or queries > MOST_QUERIES)
    print(f"target: the book within {MOST_MILLISECONDS} ms and {MOST_QUERIES} queries:"
          f" {'missed' if slow else 'held'}")  # fmt: skip
    return slow


def main() -> int:
    """Build a database in a folder that goes away, and measure on it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=sized(5000, 30))
    parser.add_argument("--people", type=int, default=sized(40, 6))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        os.environ |= {
            "CLUBSCORE_DATA": folder,
            "CLUBSCORE_PROFILE": "club-network",
            "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        }
        begun_in(folder)
        import django
        from django.core.management import call_command

        django.setup()
        from django.conf import settings

        settings.ALLOWED_HOSTS = ["testserver"]
        settings.STORAGES["staticfiles"] = {
            "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        }
        call_command("migrate", verbosity=0)
        return measure(chosen.entries, chosen.people)


if __name__ == "__main__":
    sys.exit(judged(main()))
