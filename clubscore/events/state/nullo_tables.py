"""Nullos double dummy: worked out one deal after the other, read.

As tables of double dummy they are kept by the deal, once for all clubs. A deal takes seconds, so a
job of its own works them off and lets other jobs go first.
"""

from collections.abc import Callable, Iterable

from clubscore.deals.hands import Deal
from clubscore.deals.nullo.solved import (
    OPPOSITE,
    Ducked,
    ducked_read,
    ducked_written,
    nullo_solver,
)
from clubscore.events.models import NulloTable


def nullos_known(deals: Iterable[Deal]) -> dict[str, Ducked]:
    """Return the tricks at nullos that are known, by the deal as PBN has it. One query."""
    rows = NulloTable.objects.filter(deal__in={deal.pbn() for deal in deals}, partner=OPPOSITE)
    found = {row.deal: ducked_read(row.tricks) for row in rows}
    return {deal: ducked for deal, ducked in found.items() if ducked is not None}


def nullos_missing(deals: Iterable[Deal]) -> list[Deal]:
    """Return the deals that were not tried yet, each once. One query."""
    wanted = {deal.pbn(): deal for deal in deals}
    tried = NulloTable.objects.filter(deal__in=wanted, partner=OPPOSITE)
    there = set(tried.values_list("deal", flat=True))
    return [deal for text, deal in wanted.items() if text not in there]


def work_off_nullos(
    deals: Iterable[Deal], say: Callable[[int], None], look: Callable[[], None] = lambda: None
) -> int:
    """Work out nullos of these deals where they were not tried; return of how many.

    After each, `say` is told how many were; while one is worked out `look` is called every second.
    What they raise ends it, and what was worked out until then is kept, as where the solver broke
    off or is not there (RuleError).
    """
    missing = nullos_missing(deals)
    if not missing:
        return 0
    with nullo_solver() as asked:
        for count, deal in enumerate(missing, start=1):
            ducked = asked.ducked(deal, look=look)
            row = NulloTable(deal=deal.pbn(), tricks=ducked_written(ducked) if ducked else "")
            NulloTable.objects.bulk_create([row], ignore_conflicts=True)
            say(count)
    return len(missing)
