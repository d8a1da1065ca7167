"""The worker as a process: started by the server, gone with it; a kill loses nothing of a job."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from clubscore.club.models import Person
from clubscore.jobs.models import Job
from clubscore.jobs.queue import ask
from tests.house import build_house
from tests.test_serve import ROOT, serving
from tests.waiting import until

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills by signal")
STEPS, KILLS, PATIENCE = 60, 3, 120
# A job that goes on where it was: it enters people, as many as there are steps.
COUNTING = """
import sys, threading, time
import django
django.setup()
from django.db import connections
connections.databases["default"]["NAME"] = sys.argv[1]
from clubscore.club.models import Club, Person
from clubscore.jobs.worker import Work, work

def count(job):
    club = Club.objects.get(pk=int(job.key))
    there = Person.objects.filter(club=club, name__startswith="step").count()
    for n in range(there, int(sys.argv[2])):
        Person.objects.create(club=club, name=f"step {n}", short_name=f"step {n}")
        job.said_at = job.said_at.replace(year=2000)
        job.say(n + 1, int(sys.argv[2]))
        time.sleep(0.02)

work(threading.Event(), {"count": count}, lambda: None)
"""


@pytest.mark.long(20)
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_job_whose_worker_is_killed_goes_on_where_it_was() -> None:
    club = build_house().club
    job = ask(kind="count", key=str(club.pk), club=club)
    settings = {"DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"]}
    command = [sys.executable, "-c", COUNTING, connection.settings_dict["NAME"], str(STEPS)]
    chance, done_before = random.Random(1913), 0  # noqa: S311
    for kill in range(KILLS + 1):
        worker = subprocess.Popen(command, cwd=ROOT, env=os.environ | settings)
        try:
            aim = done_before + chance.randint(3, STEPS // (KILLS + 2)) if kill < KILLS else STEPS

            def far(aim: int = aim) -> bool:
                job.refresh_from_db()
                return job.done >= aim

            until(far, "the next step", told=lambda: (job.state, job.done, job.trouble))
            done_before = job.done
            if kill == KILLS:
                until(
                    lambda: Job.objects.get().state == Job.State.DONE,
                    "a job that is done",
                    told=Job.objects.get,
                )
        finally:
            worker.kill()
            worker.wait()
    job.refresh_from_db()
    assert (job.tries, job.done, job.total) == (KILLS + 1, STEPS, STEPS)
    names = Person.objects.filter(name__startswith="step").values_list("name", flat=True)
    assert sorted(names) == sorted(f"step {n}" for n in range(STEPS)), "each once"


def jobs_in(data: Path) -> list[tuple[str, str, str]]:
    """Return kind, state and worker of the backups in a served SQLite file's jobs."""
    with sqlite3.connect(data / "clubscore.sqlite3", timeout=30) as file:
        return file.execute(
            "SELECT kind, state, worker FROM jobs_job WHERE kind = 'backup' ORDER BY id"
        ).fetchall()


def is_there(process: int) -> bool:
    """Whether a process lives; one that has ended and that nobody asked about does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.long(25)
def test_a_server_has_one_worker_which_takes_the_backup_and_goes_with_it(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.wait_until_open()
        # A new club has no backup yet, so one is due.
        until(
            lambda: [each[1] for each in jobs_in(tmp_path)] == ["done"],
            "a job that is done",
            told=lambda: jobs_in(tmp_path),
        )
        (_kind, _state, name) = jobs_in(tmp_path)[0]
        first = int(name.rpartition(" ")[2])
        assert first != server.process.pid and is_there(first)
        assert os.getpriority(os.PRIO_PROCESS, first) > 0
        assert len(list((tmp_path / "backups").glob("clubscore-*"))) == 1
        # One that is killed is started again.
        os.kill(first, signal.SIGKILL)
        with sqlite3.connect(tmp_path / "clubscore.sqlite3", timeout=30) as file:
            file.execute("UPDATE jobs_job SET state = 'waiting', beat_at = NULL")
        until(
            lambda: jobs_in(tmp_path)[0][1] == "done",
            "a job that is done",
            told=lambda: jobs_in(tmp_path),
        )
        second = int(jobs_in(tmp_path)[0][2].rpartition(" ")[2])
        assert second != first
        server.process.kill()
        server.process.wait()
        until(lambda: not is_there(second), "the end of a worker whose server has ended")
        assert "Traceback" not in server.printed


@pytest.mark.long(15)
def test_a_server_that_closes_takes_its_worker_along(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.wait_until_open()
        until(
            lambda: [each[1] for each in jobs_in(tmp_path)] == ["done"],
            "a job that is done",
            told=lambda: jobs_in(tmp_path),
        )
        worker = int(jobs_in(tmp_path)[0][2].rpartition(" ")[2])
        assert server.close() == 0
        assert not is_there(worker)
        assert "Traceback" not in server.printed
