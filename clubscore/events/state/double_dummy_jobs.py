"""Double-dummy tables in the background: asked for, worked out one after the other, read.

A table takes about a tenth of a second, those of a session some seconds: too long for a page. What
is asked for stands as rows in the database; a thread of whichever process was asked works them off,
in a process of its own for each few deals (see `clubscore.deals.double_dummy`), on one processor so
that the phones are served meanwhile. A row says since when it is being worked on. If that process
ends, the next visit to the page resumes after a while; nothing is kept in memory.
"""

import datetime as dt
import logging
import threading
from collections.abc import Iterable
from typing import NamedTuple

from django.db import close_old_connections, connection, transaction
from django.db.models import Q

from clubscore.club import clock
from clubscore.club.wording.phrases import said
from clubscore.deals.double_dummy import ONE_THREAD, Tricks, read, solved, written
from clubscore.deals.hands import Deal, read_deal
from clubscore.events.models import DoubleDummy
from clubscore.laws.errors import RuleError

# So many deals are taken at a time: progress is seen, and starting a process weighs little.
AT_A_TIME = 4
# A process that took deals and has not reported for so long has gone.
PATIENCE = dt.timedelta(minutes=2)
LONGEST_TROUBLE = 300

log = logging.getLogger(__name__)
_working = threading.Lock()


class Progress(NamedTuple):
    """How far the tables of some deals are."""

    done: int
    all: int
    trouble: str = ""

    @property
    def waits(self) -> bool:
        """Whether some are still to be worked out."""
        return not self.trouble and self.done < self.all


def ask(deals: Iterable[Deal]) -> None:
    """Ask for the tables of deals; those that are there or asked for already are left alone.

    What was given up before is tried again.
    """
    wanted = {deal.pbn() for deal in deals}
    DoubleDummy.objects.bulk_create(
        [DoubleDummy(deal=deal) for deal in sorted(wanted)], ignore_conflicts=True
    )
    DoubleDummy.objects.filter(deal__in=wanted, tricks="").exclude(trouble="").update(
        trouble="", taken_at=None, asked_at=clock.now()
    )


def tables_of(deals: Iterable[Deal]) -> dict[str, Tricks]:
    """Return the tables that are known, by the deal as PBN has it. One query."""
    rows = DoubleDummy.objects.filter(deal__in={deal.pbn() for deal in deals}).exclude(tricks="")
    found = {row.deal: read(row.tricks) for row in rows}
    return {deal: tricks for deal, tricks in found.items() if tricks is not None}


def progress_of(deals: Iterable[Deal]) -> Progress | None:
    """Return how far these deals are, None where not all were asked for. One query."""
    wanted = {deal.pbn() for deal in deals}
    rows = list(DoubleDummy.objects.filter(deal__in=wanted))
    if len(rows) < len(wanted):
        return None
    trouble = next((row.trouble for row in rows if row.trouble), "")
    return Progress(sum(bool(row.tricks) for row in rows), len(rows), trouble)


def start_working() -> None:
    """Make sure that what waits is worked on: by a thread of this process, at most one."""
    if not _working.locked():
        threading.Thread(target=_work_apart, name="double dummy", daemon=True).start()


def _work_apart() -> None:
    """The thread: it has its own connection to the database, and closes it."""
    if not _working.acquire(blocking=False):
        return
    try:
        close_old_connections()
        work_off()
    except Exception:
        # No one waits for this thread: what goes wrong here must be logged.
        log.exception("Double dummy broke off")
    finally:
        connection.close()
        _working.release()


def work_off() -> int:
    """Work out every table that waits; return how many. In the thread, or at once in a test."""
    count = 0
    while rows := _take():
        count += _work_out(rows)
    return count


def _take() -> list[DoubleDummy]:
    """Take the next few that wait, or whose taker has gone, and mark them as taken."""
    now = clock.now()
    with transaction.atomic():
        waiting = (
            DoubleDummy.objects.select_for_update(skip_locked=True)
            .filter(Q(taken_at=None) | Q(taken_at__lt=now - PATIENCE), tricks="", trouble="")
            .order_by("asked_at", "pk")
        )
        rows = list(waiting[:AT_A_TIME])
        DoubleDummy.objects.filter(pk__in=[row.pk for row in rows]).update(taken_at=now)
    return rows


def _work_out(rows: list[DoubleDummy]) -> int:
    """Work out these tables; what cannot be worked out keeps the reason. Return how many were."""
    done = 0
    try:
        deals = [read_deal(row.deal) for row in rows]
        for row, tricks in zip(rows, solved(deals, batch=1, threads=ONE_THREAD), strict=True):
            DoubleDummy.objects.filter(pk=row.pk).update(tricks=written(tricks), taken_at=None)
            done += 1
    except RuleError as error:
        left = [row.pk for row in rows[done:]]
        trouble = said(error)[:LONGEST_TROUBLE]
        DoubleDummy.objects.filter(pk__in=left).update(trouble=trouble, taken_at=None)
    return done
