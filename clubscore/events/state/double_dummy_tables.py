"""Double-dummy tables: asked for, worked out one after the other, read.

A table takes about a tenth of a second, those of a session some seconds: too long for a page. What
is asked for stands as rows in the database; a job works them off (`events/par/tables_to_work_out`),
in a process of its own for each few deals (see `clubscore.deals.double_dummy`), since what was
written in C can take its process with it. A row that was worked out stays, whoever asked for it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from clubscore.club import clock
from clubscore.club.own_words import cut_to, own
from clubscore.deals.double_dummy import ONE_THREAD, Tricks, read, solved, written
from clubscore.deals.hands import Deal, read_deal
from clubscore.events.models import DoubleDummy
from clubscore.laws.errors import RuleError

# So many deals are taken at a time: progress is seen, and starting a process weighs little.
AT_A_TIME = 4
LONGEST_TROUBLE = 300


class Progress(NamedTuple):
    """How far the tables of some deals are."""

    done: int
    all: int
    trouble: str = ""

    @property
    def waits(self) -> bool:
        """Whether some are still to be worked out."""
        return not self.trouble and self.done < self.all


def want(deals: Iterable[Deal], *, again: bool = True) -> None:
    """Ask for the tables of deals; those that are there or asked for already are left alone.

    What was given up before is tried `again`.
    """
    wanted = {deal.pbn() for deal in deals}
    DoubleDummy.objects.bulk_create(
        [DoubleDummy(deal=deal) for deal in sorted(wanted)], ignore_conflicts=True
    )
    if again:
        DoubleDummy.objects.filter(deal__in=wanted, tricks="").exclude(trouble="").update(
            trouble="", asked_at=clock.now()
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


def work_off(deals: Iterable[Deal], say: Callable[[int, int], None] | None = None) -> int:
    """Work out the tables of these deals that wait; return how many were.

    After each, `say` is told how many of all are done. What cannot be worked out keeps the reason.
    """
    wanted = {deal.pbn() for deal in deals}
    rows = list(DoubleDummy.objects.filter(deal__in=wanted).order_by("asked_at", "pk"))
    waiting = [row for row in rows if not row.tricks and not row.trouble]
    count, there = 0, len(rows) - len(waiting)
    for at in range(0, len(waiting), AT_A_TIME):
        for _row in _work_out(waiting[at : at + AT_A_TIME]):
            count += 1
            if say is not None:
                say(there + count, len(rows))
    return count


def _work_out(rows: list[DoubleDummy]) -> Iterator[DoubleDummy]:
    """Work out these tables, each written as it comes; yield them."""
    done = 0
    try:
        deals = [read_deal(row.deal) for row in rows]
        for row, tricks in zip(rows, solved(deals, batch=1, threads=ONE_THREAD), strict=True):
            DoubleDummy.objects.filter(pk=row.pk).update(tricks=written(tricks))
            done += 1
            yield row
    except RuleError as error:
        left = [row.pk for row in rows[done:]]
        trouble = cut_to(own(error), LONGEST_TROUBLE)
        DoubleDummy.objects.filter(pk__in=left).update(trouble=trouble)
