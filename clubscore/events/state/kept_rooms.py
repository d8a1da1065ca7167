"""An event's state at a revision, kept by each process; a newer one reads what came since.

Reports and happenings are only ever added, by whoever has the event for themselves: so what stands
after the newest that was read is all there is to read. Entries and sections are compared as they
stand in the database, and read anew where one differs.
"""

from copy import copy
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Model
from django.utils.translation import get_language

from clubscore.club.remembered import Remembered
from clubscore.events.models import (
    Entry,
    Event,
    EventHappening,
    ResultRevision,
    Section,
    TeamMember,
)
from clubscore.events.state.event_now import KINDS_READ, Room, room_of
from clubscore.events.state.spot_state import fold, spot_of
from clubscore.events.terms.formats import TEAMS

# Events at a time; one of twenty tables comes to some six megabytes, with what was worked out.
EVENTS_KEPT = 12
Kind = EventHappening.Kind
# What changes from minute to minute, and nothing that is worked out of the movement.
CLOCK = frozenset({"revision", "round", "behind", "ends_at", "seconds_left"})
# Happenings by which what was worked out of sections and entries is no longer so.
CHANGES_PLANS = (Kind.MOVEMENT, Kind.LINEUP, Kind.BOARDS, Kind.SEATED)
Rows = tuple[tuple[object, ...], ...]


class _Kept(NamedTuple):
    """A room, and by what is known whether it still is so."""

    room: Room
    # Of its people's names.
    club_revision: int
    # The newest report of a result that it has.
    newest: int
    # Entries and sections as they stood in the database.
    rows: Rows


# By event and language: authors are read in the reader's words.
_kept: Remembered[tuple[int, str | None], _Kept] = Remembered(EVENTS_KEPT)


def room_at(event: Event) -> Room:
    """Return the state of an event at its committed revision, shared by all who read it.

    No query where it is known, four small ones where an earlier revision is; else as many as
    `room_of`, which whoever writes asks.
    """
    if transaction.get_connection().in_atomic_block:
        return room_of(event)
    kept = _kept.get((event.pk, get_language()))
    if kept is None or kept.club_revision != event.club.revision:
        return _read(event)
    if kept.room.event.revision >= event.revision:
        return kept.room if kept.room.event.revision == event.revision else room_of(event)
    rows = _rows(event)
    return _add(kept, event) if rows == kept.rows else _read(event)


def _read(event: Event) -> Room:
    before = _rows(event)
    room = room_of(event)
    numbers = (each.pk for standing in room.standings.values() for each in standing.revisions)
    # Somebody may have written between one query and the next.
    if _rows(event) == before:
        newest = max(numbers, default=0)
        _kept.keep((event.pk, get_language()), _Kept(room, event.club.revision, newest, before))
    return room


def _rows(event: Event) -> Rows:
    models = (Section, Entry, TeamMember) if event.contestants_are == TEAMS else (Section, Entry)
    return tuple(row for model in models for row in _rows_of(model, event))


def _rows_of(model: type[Model], event: Event) -> Rows:
    with connection.cursor() as cursor:
        table = connection.ops.quote_name(model._meta.db_table)
        cursor.execute(f"SELECT * FROM {table} WHERE event_id = %s ORDER BY id", [event.pk])  # noqa: S608
        return tuple(cursor.fetchall())


def _add(kept: _Kept, event: Event) -> Room:
    """Keep and return a room of the same sections and entries, with what was added since."""
    before = kept.room
    sections = tuple(copy(section) for section in before.sections)
    for section in sections:
        section.event = event
    results = ResultRevision.objects.filter(section__in=sections, pk__gt=kept.newest)
    standings, newest = dict(before.standings), kept.newest
    for each in results.order_by("pk"):
        spot, newest = spot_of(each), each.pk
        earlier = standings[spot].revisions if spot in standings else ()
        standings[spot] = fold(spot, [*earlier, each])
    happened = EventHappening.objects.filter(event=event, kind__in=KINDS_READ)
    last = before.happenings[-1].pk if before.happenings else 0
    happenings = tuple(happened.filter(pk__gt=last).order_by("pk"))
    holds = _terms(event) == _terms(before.event)
    holds = holds and not any(each.kind in CHANGES_PLANS for each in happenings)
    lasting = before.lasting if holds else {}
    happenings = (*before.happenings, *happenings)
    room = Room(event, sections, before.entries, standings, happenings, lasting)
    _kept.keep((event.pk, get_language()), _Kept(room, kept.club_revision, newest, kept.rows))
    return room


def _terms(event: Event) -> dict[str, object]:
    """Everything that an event's row says, but its clock."""
    fields = (field.attname for field in Event._meta.concrete_fields)
    return {name: getattr(event, name) for name in fields if name not in CLOCK}
