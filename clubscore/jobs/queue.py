"""Asking for work, stopping it, and reading how far it is."""

import datetime as dt
from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from clubscore.club import clock
from clubscore.club.models import Club
from clubscore.jobs.models import Job

State = Job.State
OPEN = (State.WAITING, State.RUNNING)
# Whoever looks at a page of jobs wants those of late; the rest is removed by the worker.
KEPT = dt.timedelta(days=14)
PATIENCE = dt.timedelta(seconds=45)  # silent, or not taken, for longer: there is no worker


def ask(*, kind: str, key: str = "", club: Club | None = None) -> Job:
    """Ask for a job; the one that is there already where it waits or runs.

    One that was stopped while it ran goes on: whoever asks again wants it after all.
    """
    open_one = Job.objects.filter(kind=kind, key=key, club=club, state__in=OPEN)
    try:
        with transaction.atomic():
            return Job.objects.create(kind=kind, key=key, club=club)
    except IntegrityError:
        # It was there first, or came between; if it has ended since, it is asked for anew.
        open_one.update(is_to_stop=False)
        found = open_one.first()
    return found or ask(kind=kind, key=key, club=club)


def stop(*, job: Job) -> None:
    """Stop a job: one that waits at once, one that runs as soon as its worker looks.

    What it has done so far stays. One that has ended is left as it is.
    """
    here = Job.objects.filter(pk=job.pk)
    here.filter(state=State.RUNNING).update(is_to_stop=True)
    here.filter(state=State.WAITING).update(
        state=State.STOPPED, is_to_stop=True, ended_at=clock.now()
    )


def last_of(kind: str, key: str = "") -> Job | None:
    """Return the newest job of a kind, or None."""
    return Job.objects.filter(kind=kind, key=key).order_by("-pk").first()


def waits_long(*jobs: Job) -> bool:
    """Whether no worker took one of these in time, nor is at another: then there is none.

    One query where something waits for long, else none.
    """
    limit = clock.now() - PATIENCE
    if not any(job.state == State.WAITING and job.asked_at < limit for job in jobs):
        return False
    at_work = Q(state=State.RUNNING, beat_at__gte=limit)
    just_was = Q(ended_at__gte=limit) & ~Q(worker="")
    return not Job.objects.filter(at_work | just_was).exists()


def jobs_of(club: Club, *, whole_installation: bool) -> QuerySet[Job]:
    """Return a club's jobs, the newest first; those of the whole installation too if asked."""
    ours = Q(club=club) | Q(club=None) if whole_installation else Q(club=club)
    return Job.objects.filter(ours).order_by("-pk")


def remove_old() -> int:
    """Remove jobs that ended long ago; return how many."""
    return Job.objects.exclude(state__in=OPEN).filter(ended_at__lt=clock.now() - KEPT).delete()[0]


AFTER_A_FAULT = dt.timedelta(hours=1)  # a full disk, say


def ask_unless_failed(kind: str, is_due: Callable[[], bool]) -> None:
    """Ask for what is due; after one that failed, not for an hour."""
    if is_due() and not failed_lately(kind):
        ask(kind=kind)


def failed_lately(kind: str, key: str = "") -> bool:
    """Whether the last one failed, less than an hour ago."""
    last = last_of(kind, key)
    if last is None or last.state != State.FAILED or last.ended_at is None:
        return False
    return clock.now() - last.ended_at <= AFTER_A_FAULT
