"""Which rubber of its evening each is: one number on every page, paper and slip.

Rubbers are counted through the evening at a table, whatever the partners, in the order in which
they were agreed; those that are still to be agreed follow. The two tables of the seven count
together, as they have one slip.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clubscore.rubbers.models import Part, Settlement, Sitting

# A table in an evening, by its key.
Place = tuple[int, dt.date]


class RubberNumbers(NamedTuple):
    """The numbers of a part's rubbers: of those agreed, by rubber, and how many are in all."""

    agreed: Mapping[int, int]
    in_all: int

    def of(self, rubber: int) -> int:
        """Return the number of a rubber of the part, counted there from 1."""
        ahead = sum(each not in self.agreed for each in range(1, rubber))
        return self.agreed.get(rubber, self.in_all + ahead + 1)


def numbers_tonight(parts: Sequence[Part]) -> dict[int, RubberNumbers]:
    """Return the numbers of each part's rubbers, by part. Two queries for any number of parts."""
    if not parts:
        return {}
    places = {(part.sitting.table_id, part.sitting.evening) for part in parts}
    evenings, club = {evening for _table, evening in places}, parts[0].club_id
    together = tables_together(of_sevens(club, evenings))
    beside = {place: together.get(place, {place[0]}) for place in places}
    rows = Settlement.objects.filter(
        club=club,
        part__sitting__table__in={table for tables in beside.values() for table in tables},
        part__sitting__evening__in=evenings,
        part__sitting__voided_at=None,
    )
    agreed: dict[Place, dict[tuple[int, int], None]] = defaultdict(dict)
    fields = ("part__sitting__table", "part__sitting__evening", "part", "rubber")
    for table, evening, part, rubber in rows.order_by("at", "pk").values_list(*fields):
        for place, tables in beside.items():
            if evening == place[1] and table in tables:
                agreed[place].setdefault((part, rubber))
    found = {}
    for part in parts:
        here = counted(agreed[part.sitting.table_id, part.sitting.evening])
        own = {rubber: number for (of, rubber), number in here.items() if of == part.pk}
        found[part.pk] = RubberNumbers(own, len(here))
    return found


def counted(rubbers: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Return the number of each rubber by part and rubber, first agreed first."""
    return {each: number for number, each in enumerate(dict.fromkeys(rubbers), start=1)}


def of_sevens(club: int, evenings: Iterable[dt.date]) -> Iterable[Sitting]:
    """Return the sittings of the seven in some evenings. One query."""
    return Sitting.objects.filter(
        club=club, evening__in=evenings, voided_at=None, seven__isnull=False
    )


def tables_together(sittings: Iterable[Sitting]) -> dict[Place, set[int]]:
    """Return the tables that share a slip with a table in an evening, itself among them."""
    sevens: dict[Place, set[int]] = defaultdict(set)
    for each in sittings:
        if each.seven_id is not None:
            sevens[each.seven_id, each.evening].add(each.table_id)
    together: dict[Place, set[int]] = {}
    for (_seven, evening), tables in sevens.items():
        # A table that had two sevens in one evening brings all of theirs together.
        all_of_them = tables.union(*(together.get((each, evening), set()) for each in tables))
        together |= {(each, evening): all_of_them for each in all_of_them}
    return together
