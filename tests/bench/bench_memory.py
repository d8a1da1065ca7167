"""What two workers hold in memory while forty tables enter, and with background jobs at work.

    python tests/bench/bench_memory.py [--seconds 20]

Two workers of gunicorn on PostgreSQL. Forty tables enter, and pages and papers of a finished event
are fetched; then each background job is asked for that needs nothing from outside. Told is the most
that all processes held together (proportional set size, looked at four times a second). Exits with
1 above the limits, where a job failed or was never at work, or where nothing was entered.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.smallest import SMALLEST, begun_in, judged, sized  # noqa: E402
from tests.soak.server import SHORT, machine  # noqa: E402
from tests.soak.soak import Soak, tools_of_postgresql, worked  # noqa: E402
from tools.run_tests import postgresql  # noqa: E402

WORKERS, WITH_JOBS = 350, 700  # MB at most
LOOKS_EVERY = 0.25  # seconds
ENDS_WITHIN = 900  # seconds for all jobs
# A director of the demo club with what to fetch, and every job asked for; then how they stand.
FURNISH = """
import django, json; django.setup()
from django.test import Client
from django.urls import reverse
from django.db.models import Count
from clubscore.club.logins import make_login
from clubscore.club.models import Role
from clubscore.events.models import Event
from clubscore.extras.years import boards as keeping
from clubscore.events import pars as tables_to_work_out
from clubscore.events.pars import NULLO_KIND
from clubscore.extras.site import publish as publish_job
from clubscore.home import jobs as kinds_of_jobs
played = Event.objects.exclude(finished_at=None).alias(n=Count("boards")).filter(n__gt=0)
few, event = played.order_by("n")[0], played.order_by("-n")[0]
Event.objects.filter(pk=few.pk).update(game="nullos", rules={})
club = event.club
director = make_login(club=club, author="bench", role=Role.DIRECTOR, username="reads")[0].user
client = Client()
client.force_login(director)
jobs = [(kind, "") for kind in (kinds_of_jobs.BACKUP, kinds_of_jobs.BOOK, kinds_of_jobs.TIDY)]
jobs += [(tables_to_work_out.KIND, str(each.pk)) for each in (event, few)]
jobs.append((NULLO_KIND, str(few.pk)))
jobs += [(kind, str(club.pk)) for kind in (keeping.KIND, publish_job.KIND)]
papers = [reverse("event-pdf", args=[event.pk, kind]) for kind in ("ranking", "results")]
papers.append(reverse("event-cards-pdf", args=[event.pk, "hand-records"]))
pages = [reverse(name, args=[event.pk]) for name in ("event", "event-ranking", "event-history")]
print(json.dumps({"cookie": client.cookies["sessionid"].value, "jobs": jobs,
                  "paths": ["/", "/players/", *pages, *papers]}))
"""
ASK = """
import django, json, sys; django.setup()
from clubscore.jobs import queue as asking
for kind, key in json.loads(sys.stdin.read()):
    asking.ask(kind=kind, key=key)
"""
STAND = """
import django, json; django.setup()
from clubscore.jobs.models import Job
print(json.dumps([(job.kind, job.state, job.trouble, job.is_open) for job in Job.objects.all()]))
"""


class Memory:
    """The most that a server's processes held: its workers, and those with its background jobs."""

    def __init__(self, server: int) -> None:
        self.server = server
        self.workers = self.all = 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Look until the block ends."""
        self._thread.start()
        yield
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stop.wait(LOOKS_EVERY):
            workers, rest = self.held()
            self.workers = max(self.workers, workers)
            self.all = max(self.all, workers + rest)

    def held(self) -> tuple[float, float]:
        """Return the megabytes that the workers hold now, and those of the jobs."""
        workers = rest = 0.0
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # ended meanwhile
                cells = (folder / "stat").read_text().rpartition(")")[2].split()
                if int(cells[3]) != self.server:  # its session
                    continue
                lines = (folder / "smaps_rollup").read_text().splitlines()
                held = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
                if b"gunicorn" in (folder / "cmdline").read_bytes():
                    workers += held
                else:
                    rest += held
        return workers, rest


def fetch(port: int, cookie: str, paths: list[str]) -> None:
    """Fetch pages and papers, as a director would. SystemExit where one is not there."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    for path in paths:
        line.request("GET", path, headers={"Cookie": f"sessionid={cookie}"})
        answer = line.getresponse()
        if not answer.read() or answer.status != http.client.OK:
            raise SystemExit(f"{path}: {answer.status}")


def jobs_done(soak: Soak, asked: list[tuple[str, str]]) -> list[str]:
    """Ask for the jobs and wait for all; return what went wrong."""
    run = [sys.executable, "-c"]
    own = soak.environment | {"DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    soak._run([*run, ASK], json.dumps(asked), environment=own)
    ends = time.monotonic() + ENDS_WITHIN
    while True:
        stand = json.loads(soak._run([*run, STAND], environment=own))
        if not any(is_open for *_rest, is_open in stand):
            break
        if time.monotonic() > ends:
            return [f"not done in time: {[each for each in stand if each[-1]]}"]
        time.sleep(1)
    wrong = [f"{kind}: {state}, {trouble}" for kind, state, trouble, _open in stand
             if state != "done"]  # fmt: skip
    return wrong + [f"{kind}: never at work" for kind, _key in asked
                    if kind not in {each[0] for each in stand}]  # fmt: skip


def measure(soak: Soak, seconds: float) -> list[str]:
    """Let all enter and work, print what was held, and return what is wrong."""
    run = [sys.executable, "-c", FURNISH]
    own = soak.environment | {"DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    made = json.loads(soak._run(run, environment=own))
    assert soak.server.process is not None
    if SMALLEST:
        made |= {"jobs": made["jobs"][:3], "paths": made["paths"][:2]}
    memory = Memory(soak.server.process.pid)
    with memory.watched():
        with soak.entering() as book:
            begun = time.monotonic()
            fetch(soak.server.port, made["cookie"], made["paths"])
            while time.monotonic() - begun < seconds:
                fetch(soak.server.port, made["cookie"], made["paths"])
            book.wait_for_both_rooms()
        alone = memory.workers
        wrong = [*book.wrong, *jobs_done(soak, made["jobs"])]
    print(f"{machine()}; {worked(book.done)}; {len(made['jobs'])} jobs")
    for what, held, most in (
        ("two workers", alone, WORKERS),
        ("with every job", memory.all, WITH_JOBS),
    ):
        print(f"{what}: {held:.0f} MB of {most}")
        if not 0 < held <= most:
            wrong.append(f"{what}: {held:.0f} MB")
    return wrong


@contextmanager
def database() -> Iterator[str | None]:
    """Yield PostgreSQL's address, None where it cannot run; "" for SQLite at the smallest size."""
    if SMALLEST:
        yield ""
        return
    with postgresql() as address:
        yield address or None


def main() -> int:
    """Measure on a club that goes away."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=sized(20, 0))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clubscore-memory-") as folder, database() as address:
        if address is None:
            return 1
        data = Path(folder) / "data"
        data.mkdir()
        begun_in(data)
        os.environ["PATH"] = f"{tools_of_postgresql()}{os.pathsep}{os.environ['PATH']}"
        soak = Soak("the club", data, address, events=sized("1", SHORT))
        if SMALLEST:
            soak.manage("demo")
        soak.server.environment["WORKERS"] = "2"
        soak.server.start()
        try:
            wrong = measure(soak, given.seconds)
        finally:
            soak.server.close()
    for each in wrong[:10]:
        print(f"WRONG: {each}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(judged(main()))
