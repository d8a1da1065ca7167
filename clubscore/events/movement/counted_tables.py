"""Movements for a room whose tables were counted: how many there are, and who sits alone."""

from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.refused import Refused
from clubscore.events.models import Event
from clubscore.events.movement.proposals import (
    Proposal,
    described_as,
    in_words,
    nothing_to_offer,
    offers,
)
from clubscore.events.terms.formats import INDIVIDUALS, PAIRS
from clubscore.movements import Movement, build

MOST_TABLES: Final = 30
# Which way the pair sits that has nobody opposite, and the movement that is made for it.
HALF: Final = {"ns": "half-table-ns", "ew": "half-table-ew"}


class Counted(NamedTuple):
    """So many whole tables, and which way a pair sits alone at one more; "" for none."""

    tables: int
    half: str = ""

    def count(self, are: str) -> int:
        """How many pairs, or players of an individual, that is."""
        if are == INDIVIDUALS:
            return 4 * self.tables
        return 2 * self.tables + bool(self.half)


class CountedOffer(NamedTuple):
    """A movement on offer, and where the pair sits that sits alone."""

    proposal: Proposal
    alone: str


def read_room(tables: int | None, half: str, are: str) -> Counted:
    """Return what was counted. Refused names the field and what would be right."""
    if tables is None or not 1 <= tables <= MOST_TABLES:
        text = _("How many tables are full? Enter a number from 1 to %(most)s.")
        raise Refused(text % {"most": MOST_TABLES}, "tables")
    return Counted(tables, half if half in HALF and are == PAIRS else "")


def offers_for(event: Event, room: Counted) -> list[CountedOffer]:
    """Return the movements for a room, first one with the half table as it was counted.

    Refused where so many cannot play.
    """
    are = event.contestants_are
    count = room.count(are)
    found = offers(event, count)
    if not found:
        raise Refused(nothing_to_offer(count, are), "tables")
    if room.half:
        found.sort(key=lambda each: not _stands(each.movement, room))
        if not _stands(found[0].movement, room):
            made = build(HALF[room.half], count)
            found.insert(0, in_words(described_as(made)))
    return [CountedOffer(each, _alone(each.movement)) for each in found]


def _stands(movement: Movement, room: Counted) -> bool:
    """Whether the half table is the last one, and its pair sits the way that was counted."""
    return any(
        row.table == room.tables + 1 and bool(row.ns) != bool(row.ew)
        and ("ns" if row.ns else "ew") == room.half
        for row in movement.rows_of_round(1)
    )  # fmt: skip


def _alone(movement: Movement) -> str:
    """Where the pair sits in the first round that nobody sits opposite; "" for none."""
    for row in movement.rows_of_round(1):
        if row.table and bool(row.ns) != bool(row.ew):
            values = {"table": row.table, "number": (row.ns or row.ew)[0]}
            if row.ns:
                return _("Pair %(number)s sits alone at table %(table)s, North–South.") % values
            return _("Pair %(number)s sits alone at table %(table)s, East–West.") % values
    here = {number for row in movement.rows_of_round(1) if row.table for number in row.seated}
    for number in range(1, movement.contestants + 1):
        if number not in here:
            return _("Pair %(number)s has no table in round 1.") % {"number": number}
    return ""
