"""What pages cost a club of ten years and a young one, and at forty tables and at four.

    python tests/bench/bench_growth.py [--times 20] [--most 1.3] [--only NAME ...] [--kept FOLDER]

Each club of `ten_years.py` has a process and a database of its own: six weeks old, a year, ten
years; and of a year, with four and with forty card tables at play and tables in an event that
has begun. Each page is asked for in turn of the oldest and of one of the young: of the club of a
year where the page shows a season, a year or all that there is of a person up to a page's end,
since the six weeks have not filled it, else of the youngest. Prints for each page the queries, the
rows that came out of the database, the steps SQLite took to find them (in thousands), and the
processor's milliseconds, which do not depend on what else the machine does: a process, SQLite
included, works in one thread. Fails where a page takes more than 1.3 times as long by medians, or
where queries or rows grow; of tables, where queries grow, or the rest faster than tables do. With
`--kept` the clubs stay in a folder, and the next run finds them.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[2]))

from tests.bench.smallest import begun_in, judged, sized  # noqa: E402

MOST, TIMES = 1.3, sized(20, 1)
DATABASE = "clubscore.sqlite3"
# What these show is full after a year; of a season, the youngest club has a few weeks.
OF_A_YEAR = {
    "Tonight",
    "Season",
    "Season: evenings",
    "Season: pictures",
    "Person",
    "Club over years",
    "Club: a year",
}
# So many tables there are at play, and in an event.
FEW_TABLES, MANY_TABLES = sized((4, 40), (4, 5))
# The name of the club with so many tables, and of that with whose page it is compared.
TABLES = {"few": FEW_TABLES, "many": MANY_TABLES}
STEPS = 100  # SQLite counts its steps by so many


class Cost(NamedTuple):
    """What a page cost: queries, rows that were read, thousands of SQLite's steps, milliseconds."""

    queries: int
    rows: int
    steps: float
    ms: float


def ready(folder: Path) -> None:
    """Start Django on the database in a folder."""
    os.environ |= {
        "CLUBSCORE_DATA": str(folder),
        "CLUBSCORE_PROFILE": "club-network",
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
    }
    import django

    django.setup()
    from django.conf import settings

    Path(settings.STATIC_ROOT).mkdir(exist_ok=True)
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }


def make(folder: Path) -> None:
    """Make the youngest club in a folder, and in folders beside it the older ones."""
    from django.core.management import call_command
    from django.db import connection

    from clubscore.club.ledger import keep_sums
    from tests.bench.ten_years import A_YEAR, TEN_YEARS, grow, make_young

    begun_in(folder / "young")
    call_command("migrate", verbosity=0)
    young = make_young()
    keep_sums(club=young.club)
    connection.close()
    for name, until in (("year", A_YEAR), ("old", TEN_YEARS)):
        shutil.copytree(folder / "young", folder / name)
        connection.settings_dict["NAME"] = folder / name / DATABASE
        began = time.perf_counter()
        grow(young.event, until)
        keep_sums(club=young.club)
        connection.close()
        print(f"{name}: {until.results:,} results in {time.perf_counter() - began:.0f} s,"
              f" {(folder / name / DATABASE).stat().st_size / 1e6:.0f} MB")  # fmt: skip


def make_tables(folder: Path, count: int) -> None:
    """Make a club of a year that has so many tables at play, and an event of as many."""
    from django.db import connection

    from clubscore.club.models import Club
    from clubscore.rubbers.selectors import being_played
    from tests.events.evenings import Evening
    from tests.rubbers.test_forty_tables import more_tables

    shutil.copytree(folder.parent / "year", folder)
    connection.close()
    connection.settings_dict["NAME"] = folder / DATABASE
    club = Club.objects.get()
    more_tables(club, count - being_played(club).count())
    Evening(2 * count, boards=1, club=club)
    connection.close()


def pages_of_tables() -> dict[str, str]:
    """Return the pages that show all tables at play, or all of an event, by their names here."""
    from clubscore.events.models import Event

    event = Event.objects.order_by("-pk")[0]
    return {
        "Tonight": "/",
        "Wall": "/wall/",
        "Sit down": "/sit-down/",
        "Desk": f"/event/{event.pk}/",
        "Ranking running": f"/event/{event.pk}/ranking/",
        "Entries": f"/event/{event.pk}/entries/",
        "Event wall now": f"/event/{event.pk}/wall/",
    }


def pages() -> dict[str, str]:
    """Return the pages by what they are called here; a table and an event are the oldest."""
    from clubscore.club.models import Person
    from clubscore.events.models import Event
    from clubscore.rubbers.models import Sitting

    sitting = Sitting.objects.filter(closed_at__isnull=False, seven=None)
    old = sitting.order_by("evening", "pk").values_list("pk", flat=True)[0]
    event = Event.objects.filter(name="Tuesday pairs").order_by("evening").first()
    person = Person.objects.order_by("pk")[0]
    assert event is not None
    return {
        "Tonight": "/",
        "Results": "/results/",
        "Season": "/season/",
        "Season: evenings": f"/season/?by=evening&who={person.pk}",
        "Season: pictures": "/season/?by=picture",
        "Club over years": "/results/years/",
        "Club: a year": "/results/years/all/",
        "Book": "/book/",
        "Book: a person": f"/book/{person.pk}/",
        "Book: the club": "/book/club/",
        "Players": "/players/",
        "Person": f"/players/{person.pk}/",
        "Event ranking": f"/event/{event.pk}/ranking/",
        "Event cross-table": f"/event/{event.pk}/ranking/cross/",
        "Event wall": f"/event/{event.pk}/wall/",
        "Race of old": f"/table/{old}/1/rubber/1/race/",
        "Pad of old": f"/table/{old}/pad/",
        "Slip of old": f"/table/{old}/slip/",
    }


class Asked:
    """A browser of the club's director, and what its pages ask of the database."""

    def __init__(self) -> None:
        from django.db import connection
        from django.test import Client

        from clubscore.club.models import Club, Membership, Role, User

        user, _made = User.objects.get_or_create(username="bench")
        Membership.objects.get_or_create(
            club=Club.objects.get(), user=user, defaults={"role": Role.DIRECTOR}
        )
        self.client = Client()
        self.client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        self.database = connection

    def get(self, address: str) -> float:
        """Ask for a page; return the milliseconds of the processor that it took."""
        began = time.thread_time()
        answer = self.client.get(address)
        taken = (time.thread_time() - began) * 1000
        if answer.status_code != 200:
            raise SystemExit(f"{address} answers {answer.status_code}")
        return taken

    def count(self, address: str) -> tuple[int, int, float]:
        """Return the queries, rows and thousands of steps of a page that was asked for before."""
        from django.test.utils import CaptureQueriesContext

        rows = steps = 0

        def row(_cursor: object, values: tuple[Any, ...]) -> tuple[Any, ...]:
            nonlocal rows
            rows += 1
            return values

        def step() -> int:
            nonlocal steps
            steps += STEPS
            return 0

        bare: Any = self.database.connection
        bare.row_factory = row
        bare.set_progress_handler(step, STEPS)
        with CaptureQueriesContext(self.database) as asked:
            self.get(address)
        bare.row_factory = None
        bare.set_progress_handler(None, STEPS)
        return len(asked), rows, steps / 1000


def answer(known: dict[str, str]) -> None:
    """Answer with a line for each page that a line asks for: what it costs, how long it took."""
    asked = Asked()
    for line in sys.stdin:
        what, _tab, name = line.strip().partition("\t")
        address = known[name]
        print(
            json.dumps(asked.count(address) if what == "count" else asked.get(address)), flush=True
        )


class Club:
    """A process that answers for one of the clubs."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(HERE), "--answer", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=HERE.parents[2],
        )

    def ask(self, what: str, name: str) -> Any:
        """Return what it answers about a page."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{what}\t{name}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"no answer about {name}")
        return json.loads(line)


def compare(
    clubs: dict[str, Club], pages: Iterable[tuple[str, str, str]], times: int, most: float
) -> list[str]:
    """Print what each page (name, club, other club) costs two clubs; return what grows."""
    print(
        f"{'':16} {'than':>5} {'queries':>11} {'rows read':>14} {'steps, k':>16} {'ms':>15}  ratio"
    )
    grown = []
    for name, than, of in pages:
        taken: tuple[list[float], list[float]] = ([], [])
        counted = []
        pair = clubs[than], clubs[of]
        for club in pair:
            club.ask("get", name)
            counted.append(club.ask("count", name))
        for _time in range(times):
            for club, ms in zip(pair, taken, strict=True):
                ms.append(club.ask("get", name))
        was, now = (
            Cost(*counts, statistics.median(ms)) for counts, ms in zip(counted, taken, strict=True)
        )
        wrong = grows(was, now, most)
        print(f"{name:16} {than:>5} {was.queries:5} {now.queries:5} {was.rows:7} {now.rows:6}"
              f" {was.steps:8.0f} {now.steps:7.0f} {was.ms:7.1f} {now.ms:7.1f}"
              f" {now.ms / was.ms:6.2f}"
              f"  {'grows: ' + ', '.join(wrong) if wrong else 'ok'}", flush=True)  # fmt: skip
        grown += [name] if wrong else []
    return grown


def grows(was: Cost, now: Cost, most: float) -> list[str]:
    """Return in words what of a page grows with its club, empty if nothing does."""
    of_each = (
        ("queries", now.queries > was.queries),
        ("rows", now.rows > was.rows * most),
        ("time", now.ms > was.ms * most),
    )
    return [word for word, is_more in of_each if is_more]


def main() -> int:
    """Make the clubs in a folder that goes away, and compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES)
    parser.add_argument("--most", type=float, default=MOST)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--answer", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.answer is not None:
        ready(chosen.answer)
        answer(pages_of_tables() if chosen.answer.name in TABLES else pages())
        return 0
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as made:
        folder = (chosen.kept or Path(made)).resolve()
        is_new = not (folder / "old").exists()
        (folder / "young").mkdir(parents=True, exist_ok=True)
        ready(folder / "young")
        if is_new:
            make(folder)
        names = [each for each in pages() if each in chosen.only or not chosen.only]
        of_age = [(name, "year" if name in OF_A_YEAR else "young", "old") for name in names]
        for club, count in TABLES.items():
            if not (folder / club).exists():
                make_tables(folder / club, count)
        names = [each for each in pages_of_tables() if each in chosen.only or not chosen.only]
        of_tables = [(name, "few", "many") for name in names]
        clubs = {name: Club(folder / name) for name in ("young", "year", "old", *TABLES)}
        grown = compare(clubs, of_age, chosen.times, chosen.most)
        grown += compare(clubs, of_tables, chosen.times, MANY_TABLES / FEW_TABLES)
    print(f"target: time at most {chosen.most} times, no more queries or rows:"
          f" {'missed by ' + ', '.join(grown) if grown else 'held'}")  # fmt: skip
    return int(bool(grown))


if __name__ == "__main__":
    sys.exit(judged(main()))
