"""Which events' boards are to be worked out now: by themselves, before anyone asks.

Those that are being played, or ended of late, at once, so that tables and pars are there when the
last round ends. All others, years of them, at night by the club's clock, or while nobody plays: a
club's laptop sleeps at night. Some at a time, so that other work comes between.
"""

import datetime as dt

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubscore.club import clock
from clubscore.club.evening import zone_of
from clubscore.events.models import BoardRevision, BoardsWorkedOut, Event
from clubscore.events.par.nullos_to_work_out import NULLO_KIND, events_due
from clubscore.events.par.tables_to_work_out import KIND
from clubscore.jobs import asking
from clubscore.jobs.models import Job

AT_A_TIME = 12
OF_LATE = dt.timedelta(days=2)
PLAYED_WITHIN = dt.timedelta(hours=12)
NIGHT = (dt.time(1), dt.time(6))
AFTER_A_FAULT = dt.timedelta(hours=1)


def ask_for_due_boards() -> int:
    """Ask for the boards that are due; return of how many events."""
    found = due_events()
    for event in found:
        asking.ask(kind=KIND, key=str(event.pk), club=event.club)
    return len(found)


def ask_for_due_nullos() -> int:
    """Ask for nullos that are due, at night or while nobody plays; return of how many events.

    They take long, so those of tonight wait as well.
    """
    now = clock.now()
    nobody_plays = not _is_played(now)
    found = [event for event in events_due() if nobody_plays or _is_night(event, now)]
    for event in found:
        asking.ask(kind=NULLO_KIND, key=str(event.pk), club=event.club)
    return len(found)


def due_events() -> list[Event]:
    """Return the events whose boards are due, those of tonight first, then the newest."""
    now = clock.now()
    tonight = list(_not_worked_out().filter(_of_tonight(now))[:AT_A_TIME])
    others: list[Event] = []
    if len(tonight) < AT_A_TIME:
        older = _not_worked_out().exclude(_of_tonight(now))
        nobody_plays = not _is_played(now)
        others = [
            event for event in older[: 4 * AT_A_TIME] if nobody_plays or _is_night(event, now)
        ]
    due = [event for event in (*tonight, *others) if _may_be_asked(event, now)]
    return due[:AT_A_TIME]


def _not_worked_out() -> QuerySet[Event]:
    """The events that may have cards and were not worked out as they are."""
    done = BoardsWorkedOut.objects.filter(event=OuterRef("pk"), revision=OuterRef("revision"))
    cards = BoardRevision.objects.filter(event=OuterRef("pk")).exclude(deal="")
    return (
        Event.objects.filter(~Exists(done), club__closed_at=None, called_off_at=None)
        .filter(Q(told=True) | Exists(cards))
        .select_related("club")
        .order_by("-evening", "-pk")
    )


def _of_tonight(now: dt.datetime) -> Q:
    """Those that are played, or ended or came of late."""
    return (
        Q(told=False, finished_at=None)
        | Q(finished_at__gt=now - OF_LATE)
        | Q(told=True, opened_at__gt=now - OF_LATE)
    )


def _is_played(now: dt.datetime) -> bool:
    """Whether any event on this server is being played."""
    return Event.objects.filter(
        told=False, finished_at=None, round__gt=0, opened_at__gt=now - PLAYED_WITHIN
    ).exists()


def _is_night(event: Event, now: dt.datetime) -> bool:
    begins, ends = NIGHT
    return begins <= now.astimezone(zone_of(event.club)).time() < ends


def _may_be_asked(event: Event, now: dt.datetime) -> bool:
    """Whether nobody stopped its job, and none failed within the hour."""
    last = asking.last_of(KIND, str(event.pk))
    if last is None or last.state in (Job.State.DONE, *asking.OPEN):
        return True
    if last.state == Job.State.STOPPED:
        return False
    return last.ended_at is None or now - last.ended_at > AFTER_A_FAULT
