"""The worker: takes one job after the other, says how far it is, and ends with its server.

A worker has one core and gives way to whatever answers phones. It says every ten seconds that it
is at its job, so a job whose worker was killed is known and taken up again. What a job did before
stays done. The process needs no Django, so that any server can start it.
"""

import datetime as dt
import logging
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from django.db import DatabaseError, close_old_connections, connection
from django.db.models import F, QuerySet

from clubscore.club import clock
from clubscore.club.entry import Refused
from clubscore.club.record_words import UNKNOWN_JOB, cut_to, own
from clubscore.jobs.models import Job
from clubscore.jobs.queue import OPEN, PATIENCE, remove_old
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Phrase
from clubscore.places import command

State = Job.State
BEAT = 10.0  # seconds between two signs of life
MOST_TRIES = 5  # a job that took its worker with it so often is not tried again
LOOK = 1.0  # seconds between two looks for work
REGULAR = 300.0  # seconds between two looks for what is due by the clock
SAY = dt.timedelta(seconds=1)  # how far a job is, is written no more often
LONGEST_TROUBLE = 300

log = logging.getLogger("clubscore.jobs")


class Stopped(Exception):
    """Somebody stopped the job; raised in it where it says how far it is."""


class Interrupted(Exception):
    """The worker is to end; raised in the job, which is taken up again by the next worker."""


class GivesWay(Exception):
    """The job lets others go first; raised in it, and taken up again after those that wait."""


@dataclass
class Work:
    """A job in hand, as what does it sees it: which one, and how far it is."""

    job: Job
    ending: threading.Event = field(default_factory=threading.Event)
    said_at: dt.datetime = field(default_factory=clock.now)

    @property
    def key(self) -> str:
        """What of its kind is to be done."""
        return self.job.key

    def say(self, done: int, total: int) -> None:
        """Say how far it is. Raises Stopped, or Interrupted, where it is not to go on."""
        now = clock.now()
        is_first_or_last = not self.job.total or done == total
        self.job.done, self.job.total = done, total
        if is_first_or_last or now - self.said_at >= SAY:
            self.said_at = now
            _mine(self.job).update(done=done, total=total, beat_at=now)
            if _mine(self.job).filter(is_to_stop=True).exists():
                raise Stopped
        if self.ending.is_set():
            raise Interrupted


def others_wait(work: Work) -> bool:
    """Whether jobs of other kinds wait for this one to end."""
    return Job.objects.filter(state=State.WAITING).exclude(kind=work.job.kind).exists()


# A job may be taken up again, so each kind is written to go on where it was.
# What is done for a job, by its kind; and what looks at the clock and asks for what is due.
Kinds = Mapping[str, Callable[[Work], None]]
Regular = Callable[[], None]


def this_worker() -> str:
    """Return the name of this process among all machines that work for one database."""
    return f"{socket.gethostname()} {os.getpid()}"[:80]


def take(worker: str) -> Job | None:
    """Take the job that waits longest, or one whose worker has gone. None where nothing is to do.

    Looking writes nothing, so that an idle worker holds nobody up. The row is changed only as it
    was read, so that a job has one worker at a time.
    """
    now = clock.now()
    for job in Job.objects.filter(state__in=OPEN).order_by("asked_at", "pk"):
        if job.state == State.RUNNING and not _is_left(job, now):
            continue
        as_read = Job.objects.filter(pk=job.pk, state=job.state, beat_at=job.beat_at)
        if job.tries >= MOST_TRIES:
            as_read.update(state=State.FAILED, ended_at=now, trouble="")
            continue
        changed = as_read.update(
            state=State.RUNNING,
            worker=worker,
            begun_at=now,
            beat_at=now,
            tries=F("tries") + 1,
        )
        if changed:
            job.refresh_from_db()
            return job
    return None


def _is_left(job: Job, now: dt.datetime) -> bool:
    """Whether a running job's worker has gone: seen on its own machine, else known by silence."""
    host, _gap, number = job.worker.rpartition(" ")
    if host == socket.gethostname() and number.isdigit() and os.name == "posix":
        try:
            os.kill(int(number), 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            pass  # somebody else's: it is there
    return job.beat_at is None or job.beat_at < now - PATIENCE


def _mine(job: Job) -> QuerySet[Job]:
    """The row, as long as this worker has it."""
    return Job.objects.filter(pk=job.pk, state=State.RUNNING, worker=job.worker)


def do(job: Job, kinds: Kinds, ending: threading.Event | None = None) -> None:
    """Do a job that was taken, and write what became of it."""
    state, trouble = State.DONE, ""
    # What a newer or an older program asked for on the same database may be unknown here.
    run = kinds.get(job.kind, _unknown)
    try:
        with _beating(job):
            run(Work(job, ending or threading.Event()))
    except Stopped:
        state = State.STOPPED
    except Interrupted:
        _mine(job).update(state=State.WAITING, worker="", tries=F("tries") - 1)
        return
    except GivesWay:
        waits = {"state": State.WAITING, "worker": "", "asked_at": clock.now()}
        _mine(job).update(**waits, tries=F("tries") - 1)
        return
    except RuleError as error:
        state, trouble = State.FAILED, own(error)
    except Refused as refused:
        log.error("%s: %s", job, refused)
        state, trouble = State.FAILED, refused.text
    except Exception as fault:
        log.exception("%s broke off", job)
        state, trouble = State.FAILED, f"{type(fault).__name__}: {fault}"
    told = {"state": state, "done": job.done, "total": job.total}
    _mine(job).update(**told, ended_at=clock.now(), trouble=cut_to(trouble, LONGEST_TROUBLE))


def _unknown(work: Work) -> None:
    """Refuse a job of a kind that is not known here."""
    raise Refused(own(Phrase(UNKNOWN_JOB, {})))


@contextmanager
def _beating(job: Job) -> Iterator[None]:
    """Say every few seconds that the job is being worked on."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(BEAT):
            try:
                _mine(job).update(beat_at=clock.now())
            except DatabaseError:
                log.warning("no sign of life for %s could be written", job)
            finally:
                connection.close()

    beating = threading.Thread(target=beat, name="beat", daemon=True)
    beating.start()
    try:
        yield
    finally:
        over.set()
        beating.join()


def work(
    stop: threading.Event, kinds: Kinds, regular: Regular, is_gone: Callable[[], object] = bool
) -> None:
    """Do jobs as they come and what is due by the clock, until told to stop.

    Nothing is taken while the database is gone from its place: what is written there is lost.
    """
    worker, looks = this_worker(), 0
    while not stop.is_set():
        if is_gone():
            stop.wait(LOOK)
            continue
        close_old_connections()
        try:
            if looks % round(REGULAR / LOOK) == 0:
                remove_old()
                regular()
            looks += 1
            while not stop.is_set() and (job := take(worker)):
                do(job, kinds, stop)
        except DatabaseError as fault:
            # It is away for a while; what was in hand is taken up again.
            log.warning("the jobs cannot be read: %s", fault)
            connection.close()
        stop.wait(LOOK)


NICE = 10  # of 19
START_AFTER = 2.0  # seconds, so that whoever waits for the server is answered first
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0  # seconds until it is started again
STOP_WITHIN = 10.0  # seconds that a job in hand may take to stop
PLEASE = b"stop\n"
# How Windows is asked to let others go first.
BELOW_NORMAL: int = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)


class WorkerProcess:
    """Keeps one worker running until it is closed.

    A pipe holds it: a server that closes writes a word and lets the job in hand come to a good
    place. Of one that was killed only the end is read, and the worker goes at once, so that nobody
    works on data that another server may take over.
    """

    def __init__(self, server: str) -> None:
        self.command = command("work", "--for", server)
        self._closing = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._keeper = threading.Thread(target=self._keep, name="keeps the worker", daemon=True)

    def start(self) -> None:
        """Start the worker, and again whenever it ends."""
        self._keeper.start()

    def close(self) -> None:
        """Let the worker go; returns when it has gone."""
        self._closing.set()
        process = self._process
        if process is None or process.stdin is None:
            return
        with suppress(OSError):  # it has ended by itself
            process.stdin.write(PLEASE)
            process.stdin.flush()
        self._keeper.join(STOP_WITHIN)
        process.kill()

    def _keep(self) -> None:
        wait = FIRST_WAIT
        self._closing.wait(START_AFTER)
        while not self._closing.is_set():
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                self.command, stdin=subprocess.PIPE, creationflags=BELOW_NORMAL
            )
            # One that ran for a while and ended is started again at once, one that cannot is not.
            try:
                self._process.wait(LONGEST_WAIT)
                wait = min(wait * 2, LONGEST_WAIT)
            except subprocess.TimeoutExpired:
                wait = FIRST_WAIT
                self._process.wait()
            self._closing.wait(wait)


def give_way() -> None:
    """Have this process use one core, and let others go first, as far as the system knows how."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def end_with_the_server(stop: threading.Event) -> None:
    """Set `stop` when the server that started this process closes; end at once if it was killed."""

    def wait() -> None:
        if sys.stdin.buffer.readline() == PLEASE:
            stop.set()
        else:
            os._exit(0)

    threading.Thread(target=wait, name="held", daemon=True).start()
