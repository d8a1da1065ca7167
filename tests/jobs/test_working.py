"""The worker: one takes a job, does it, says how far it is; what was left is taken up again."""

import datetime as dt
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest
from django.db import connection

from clubscore.club import clock
from clubscore.club.entry import Refused
from clubscore.jobs import worker as working
from clubscore.jobs.models import Job
from clubscore.jobs.queue import PATIENCE, ask, stop, waits_long
from clubscore.jobs.worker import MOST_TRIES, Work, do, take, work
from clubscore.laws.errors import RuleError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
ELSEWHERE = "another-machine 1"


def now(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def done_by(kind: Callable[[Work], None]) -> Job:
    """Ask for a job, have it done like this, and return what became of it."""
    job = ask(kind="solve", key="7")
    found = take("a worker")
    assert found == job
    do(found, {"solve": kind})
    return now(job)


def test_a_job_is_taken_by_one_of_many_workers() -> None:
    asked = {ask(kind="solve", key=str(number)).pk for number in range(12)}
    taken: list[int] = []
    begin = threading.Barrier(4)

    def worker(name: str) -> None:
        begin.wait()
        while job := take(name):
            taken.append(job.pk)
        connection.close()

    workers = [threading.Thread(target=worker, args=(f"w{n}",)) for n in range(4)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    assert sorted(taken) == sorted(asked)


def test_the_one_that_waits_longest_comes_first_and_is_done() -> None:
    second, first = ask(kind="solve", key="2"), ask(kind="solve", key="1")
    Job.objects.filter(pk=first.pk).update(asked_at=clock.now() - dt.timedelta(hours=1))
    assert take("a worker") == first
    assert take("a worker") == second
    assert take("a worker") is None


def test_a_job_behind_others_waits_and_one_without_a_worker_waits_long() -> None:
    late = clock.now() - PATIENCE - dt.timedelta(seconds=1)
    other, mine = ask(kind="solve", key="1"), ask(kind="solve", key="2")
    assert not waits_long(mine)
    Job.objects.update(asked_at=late)
    mine.refresh_from_db()
    assert waits_long(mine)
    # A worker is at another, or has just ended it.
    taken = take("a worker")
    assert taken == other and not waits_long(mine)
    ended = Job.objects.filter(pk=other.pk)
    ended.update(state=Job.State.DONE, ended_at=clock.now())
    assert not waits_long(mine)
    # Its worker said nothing for too long, and nothing ended since.
    ended.update(ended_at=late)
    assert waits_long(mine)
    ended.update(state=Job.State.RUNNING, ended_at=None, beat_at=late)
    assert waits_long(mine, taken)
    # One that was stopped before it was taken shows no worker.
    ended.update(state=Job.State.STOPPED, ended_at=clock.now(), worker="")
    assert waits_long(mine)


def test_how_far_it_is_can_be_read_while_it_runs() -> None:
    seen: list[tuple[int, int]] = []

    def count(job: Work) -> None:
        job.say(0, 3)
        seen.append((now(job.job).done, now(job.job).total))
        job.say(3, 3)

    ended = done_by(count)
    assert seen == [(0, 3)]
    assert (ended.state, ended.done, ended.total, ended.tries) == (Job.State.DONE, 3, 3, 1)
    assert ended.ended_at is not None


def test_it_stops_where_somebody_stopped_it_and_keeps_what_is_done() -> None:
    def count(job: Work) -> None:
        job.say(1, 3)
        stop(job=job.job)
        job.said_at -= working.SAY
        job.say(2, 3)
        raise AssertionError("it went on")

    ended = done_by(count)
    assert (ended.state, ended.done) == (Job.State.STOPPED, 2)
    assert take("a worker") is None


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (Refused("The disk is full."), "The disk is full."),
        (RuleError("x", "There is no %(field)s.", field="card"), "There is no card."),
        (ZeroDivisionError("by nothing"), "ZeroDivisionError: by nothing"),
    ],
)
def test_what_goes_wrong_is_told(fault: Exception, told: str) -> None:
    def breaks(job: Work) -> None:
        raise fault

    ended = done_by(breaks)
    assert (ended.state, ended.trouble) == (Job.State.FAILED, told)


def test_a_kind_that_is_not_known_here_is_told() -> None:
    job = ask(kind="of tomorrow")
    found = take("a worker")
    assert found is not None
    do(found, {})
    assert now(job).state == Job.State.FAILED and "does not know" in now(job).trouble


def test_a_job_of_a_worker_on_another_machine_is_taken_when_it_is_silent() -> None:
    job = ask(kind="solve")
    assert take(ELSEWHERE) == job
    assert take("a worker") is None
    Job.objects.update(beat_at=clock.now() - PATIENCE - dt.timedelta(seconds=1))
    found = take("a worker")
    assert found == job and found.tries == 2


@pytest.mark.skipif(os.name != "posix", reason="of systems that tell who is there")
def test_a_job_of_a_worker_that_was_killed_here_is_taken_at_once() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        ask(kind="solve")
        assert take(f"{socket.gethostname()} {process.pid}") is not None
        assert take("a worker") is None
        process.kill()
        process.wait()
    assert take("a worker") is not None


def test_a_job_that_takes_its_worker_with_it_is_given_up() -> None:
    job = ask(kind="solve")
    for _try in range(MOST_TRIES):
        assert take(ELSEWHERE) == job
        Job.objects.update(beat_at=clock.now() - PATIENCE - dt.timedelta(seconds=1))
    assert take(ELSEWHERE) is None
    assert now(job).state == Job.State.FAILED


def test_whoever_lost_a_job_to_another_writes_nothing_of_it() -> None:
    job = ask(kind="solve")
    lost = take(ELSEWHERE)
    assert lost is not None
    Job.objects.update(worker="another")
    do(lost, {"solve": lambda job: job.say(9, 9)})
    assert (now(job).state, now(job).done, now(job).worker) == (Job.State.RUNNING, 0, "another")


def test_a_worker_that_is_to_end_leaves_its_job_for_the_next() -> None:
    ending = threading.Event()

    def count(job: Work) -> None:
        ending.set()
        job.say(1, 3)

    job = ask(kind="solve")
    work(ending, {"solve": count}, lambda: None)
    left = now(job)
    assert (left.state, left.done, left.tries) == (Job.State.WAITING, 1, 0)


def test_a_job_says_that_it_is_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "BEAT", 0.01)
    before = clock.now() - dt.timedelta(hours=1)

    def long(job: Work) -> None:
        Job.objects.update(beat_at=before)
        for _look in range(1000):
            beat = now(job.job).beat_at
            if beat is not None and beat > before:
                return
        raise AssertionError("no sign of life")

    assert done_by(long).state == Job.State.DONE


def test_nothing_is_taken_while_the_database_is_gone() -> None:
    ending, looks = threading.Event(), []

    def gone() -> str:
        looks.append(len(looks))
        if len(looks) == 2:
            ending.set()
        return "The database is no longer where it was."

    job = ask(kind="solve")
    work(ending, {"solve": lambda job: None}, lambda: None, gone)
    assert len(looks) == 2 and now(job).state == Job.State.WAITING


def test_what_is_due_by_the_clock_is_asked_for_and_done() -> None:
    ending, done = threading.Event(), []

    def once(job: Work) -> None:
        done.append(job.key)
        ending.set()

    work(ending, {"backup": once}, lambda: ask(kind="backup", key="today") and None)
    assert done == ["today"]
