"""What tells a phone at an event's table that its page is no longer as it was: the table's tag.

A tag changes with the round, the clock, the movement, what is announced, and what happens at that
table. Nothing of it is stored. Whatever it says is written by somebody who takes the event, so the
tags of a committed revision are read once for all tables and remembered.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction
from django.db.models import Count, Max

from clubscore.club.remembered import Remembered
from clubscore.events.models import Call, Event, EventHappening, ResultRevision
from clubscore.events.models.kept_facts import AllHere
from clubscore.events.state.event_now import SEEN_AT_TABLE, SEEN_BY_ALL, Room

# A table of an event: the key of its section, and its number there.
At = tuple[int, int]


@dataclass(frozen=True)
class EventTags:
    """The tags of all tables of an event, at one revision of it."""

    event: Event
    # By table: the newest revision of a result, open calls, what only its page shows.
    last: Mapping[At, int]
    calls: Mapping[At, int]
    here: Mapping[At, int]
    # What happened that every table's page shows.
    to_all: int

    def of(self, section: int, table: int) -> str:
        """Return the tag of a table, whether or not there is one of that number."""
        at = (section, table)
        here = self.here.get(at, 0) + self.to_all
        return _tag(self.event, self.last.get(at), self.calls.get(at, 0), here)


_read: Remembered[tuple[int, int], EventTags] = Remembered()


def event_tags(event: Event) -> EventTags:
    """Return the tags of an event's tables at its revision. Four queries, however many tables.

    None where they are remembered: `event` says which revision, and need not be asked anew.
    """
    key = (event.pk, event.revision)
    found = _read.get(key)
    if found is None:
        found = _event_tags(event)
        # What a transaction writes may yet be taken back, and its count be given to another.
        if not transaction.get_connection().in_atomic_block:
            _read.keep(key, found)
    return found


def _by_table(rows: Iterable[tuple[int, int, int]]) -> dict[At, int]:
    return {(section, table): number for section, table, number in rows}


def _event_tags(event: Event) -> EventTags:
    said = ResultRevision.objects.filter(section__event=event).order_by()
    last = said.values_list("section", "table").annotate(Max("pk"))
    calling = Call.objects.filter(section__event=event, answered_at=None).order_by()
    calls = calling.values_list("section", "table").annotate(Count("pk"))
    happened = EventHappening.objects.filter(event=event).order_by()
    at_table = happened.filter(kind__in=SEEN_AT_TABLE)
    here = at_table.values_list("data__section", "data__table").annotate(Count("pk"))
    return EventTags(
        event,
        _by_table(last),
        _by_table(calls),
        _by_table(here),
        happened.filter(kind__in=SEEN_BY_ALL).count(),
    )


def page_name(event: int, section: int, table: int) -> str:
    """Return what a table's page is called where phones hear of its tag."""
    return f"event-{event}-{section}-{table}"


def seen_now(event: Event, section: int, table: int) -> str:
    """Return the tag of a table's page as it would be at the event's revision."""
    return event_tags(event).of(section, table)


def seen_in(room: Room, section: int, table: int) -> str:
    """Return the tag of a table's page as this room has it. No query but the calls."""
    at = (section, table)
    numbers = [
        revision.pk
        for spot, standing in room.standings.items()
        if (spot.section, spot.table) == at
        for revision in standing.revisions
    ]
    calls = sum((call.section_id, call.table) == at for call in room.calls)
    here = sum(
        each.kind in SEEN_BY_ALL or (each.kind in SEEN_AT_TABLE and _table_of(each) == at)
        for each in room.happenings
    )
    return _tag(room.event, max(numbers, default=None), calls, here)


def _table_of(happening: EventHappening) -> At:
    """The section and the table of a happening that only its table's page shows."""
    here = happening.told_as(AllHere)
    return here["section"], here["table"]


def _tag(event: Event, last: int | None, calls: int, here: int) -> str:
    rounds = (event.round, sorted(event.behind.items()))
    clock = (rounds, event.ends_at, event.seconds_left, event.finished_at, event.ranking_open,
             event.asks_lead, event.called_off_at)  # fmt: skip
    return sha256(repr((clock, last, calls, here)).encode()).hexdigest()[:16]
