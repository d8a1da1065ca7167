"""A young club, and the same club a year and ten years older: the demo club multiplied by SQL.

Young is the demo (31 sittings, twelve events) with one more event of 48 pairs, finished. Each copy
is that history again with keys of its own, so many days earlier; what is played tonight stays the
only thing played tonight. Seconds, where playing ten years through the services would take a day.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tests.bench.smallest import SMALLEST, sized

if TYPE_CHECKING:
    from django.db.models import Field, Model

    from clubscore.club.models import Club
    from clubscore.events.models import Event

PAIRS, BOARDS = sized(48, 6), sized(24, 6)
BETWEEN_EVENINGS, BETWEEN_EVENTS = 77, 7  # days from one copy to the next
STRIDE = 1_000_000  # what keys of a copy are above those of the copy before it

ENDED = "SELECT id FROM rubber_sitting WHERE closed_at IS NOT NULL"
PARTS = f"SELECT id FROM rubber_part WHERE sitting_id IN ({ENDED})"
DEALS = f"SELECT id FROM rubber_deal WHERE part_id IN ({PARTS})"
# Which rows of which table an evening at card tables is; all of the book's that came from one.
OF_EVENINGS = {
    "rubber_sevenevening": "ended_at IS NOT NULL",
    "rubber_sevenhappening": "1",
    "rubber_sitting": "closed_at IS NOT NULL",
    "rubber_candidate": f"sitting_id IN ({ENDED})",
    "rubber_part": f"sitting_id IN ({ENDED})",
    "rubber_happening": f"sitting_id IN ({ENDED})",
    "rubber_sidebet": f"sitting_id IN ({ENDED})",
    "rubber_betoutcome": "1",
    "rubber_deal": f"part_id IN ({PARTS})",
    "rubber_seat": f"part_id IN ({PARTS})",
    "rubber_substitute": f"part_id IN ({PARTS})",
    "rubber_settlement": f"part_id IN ({PARTS})",
    "rubber_dealrevision": f"deal_id IN ({DEALS})",
    "club_entry": "room <> 'duplicate'",
    "club_posting": "entry_id IN (SELECT id FROM club_entry WHERE room <> 'duplicate')",
}
OF_EVENT = "event_id = {event}"
OF_SECTION = "section_id IN (SELECT id FROM duplicate_section WHERE event_id = {event})"
OF_EVENTS = {
    "duplicate_event": "id = {event}",
    "duplicate_section": OF_EVENT,
    "duplicate_entry": OF_EVENT,
    "duplicate_eventhappening": OF_EVENT,
    "duplicate_resultrevision": OF_SECTION,
    "duplicate_personboards": OF_EVENT,
}


class Counted(NamedTuple):
    """A club that was made, and its event of 48 pairs."""

    club: Club
    event: Event


class Grown(NamedTuple):
    """How often an evening at card tables and an event are copied, and what there is then."""

    evenings: int
    events: int
    sittings: int
    all_events: int
    results: int


YOUNG = Grown(0, 0, 31, 13, 1_003)
A_YEAR = Grown(*sized((5, 56), (1, 1)), 176, 69, 33_259)
TEN_YEARS = Grown(*sized((48, 500), (2, 2)), 1_423, 513, 289_003)


def make_young() -> Counted:
    """Make the demo club in an empty database, with one more event; its counts are asserted."""
    from clubscore.demo.club import invite_demo
    from clubscore.extras.years.boards import keep

    club = invite_demo()
    event = an_event(club)
    keep(event)
    check(YOUNG)
    return Counted(club, event)


def an_event(club: Club) -> Event:
    """Play an event of 48 pairs; its results are written at once, everything else by services."""
    from clubscore.club import clock
    from clubscore.club.entry import authored, new_key
    from clubscore.club.models import Person
    from clubscore.events.finishing import finish
    from clubscore.events.models import ResultRevision
    from tests.events.evenings import Evening

    known = list(Person.objects.filter(club=club))
    further = [f"Member {number:02}" for number in range(2 * PAIRS - len(known))]
    for name in further:
        known.append(Person.objects.create(club=club, name=name, short_name=name))
    rng = random.Random(1914)  # noqa: S311 - no secret
    with clock.at(clock.now() - dt.timedelta(days=5)):
        evening = Evening(PAIRS, boards=1, club=club, people=tuple(known))
        while True:
            ResultRevision.objects.bulk_create(
                ResultRevision(
                    section_id=spot.section, round=spot.round, table=spot.table, board=spot.board,
                    number=1, kind="typed", ns=table.place.ns, ew=table.place.ew,
                    facts={"contract": "3NT", "declarer": "S", "tricks": rng.randint(7, 11)},
                    **authored(evening.actor, club.pk, new_key()),
                )
                for table in evening.room.tables()
                for spot in [each.spot for each in table.boards]
            )  # fmt: skip
            if evening.event.round == evening.room.rounds:
                break
            evening.next_round()
        final_at = clock.now() + dt.timedelta(days=1)
        finish(event=evening.event, final_at=final_at, key=new_key(), actor=evening.actor)
    return evening.event


def grow(event: Event, until: Grown) -> None:
    """Multiply the history of a young club in its SQLite file; the new counts are asserted."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        for tables, copies, days in (
            (OF_EVENINGS, until.evenings, BETWEEN_EVENINGS),
            (OF_EVENTS, until.events, BETWEEN_EVENTS),
        ):
            # All is chosen before anything is written, or copies would be copied.
            for order in [*_orders(tables, event.pk, copies, days)]:
                cursor.execute(order)
        cursor.execute("ANALYZE")
    check(until)


def _orders(tables: dict[str, str], event: int, copies: int, days: int) -> Iterator[str]:
    """Return what copies some tables: first each one's rows aside, then all of them back."""
    models = _models()
    for table, which in tables.items():
        where = which.format(event=event)
        yield f"CREATE TEMP TABLE one_{table} AS SELECT * FROM {table} WHERE {where}"
    for table in tables:
        columns = {
            field.column: _copied(field, tables, days)
            for field in models[table]._meta.concrete_fields
        }
        yield (
            f"WITH RECURSIVE copy(n) AS"
            f" (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < {copies})"
            f" INSERT INTO {table} ({', '.join(map(_quoted, columns))})"
            f" SELECT {', '.join(columns.values())} FROM copy CROSS JOIN one_{table}"
        )
        yield f"DROP TABLE one_{table}"


def _models() -> dict[str, type[Model]]:
    from django.apps import apps

    return {model._meta.db_table: model for model in apps.get_models()}


def _copied(field: Field[object, object], tables: dict[str, str], days: int) -> str:
    """Return what a column of the n-th copy is: keys above, moments earlier, the rest as it was."""
    column, kind = _quoted(field.column), field.get_internal_type()
    leads_to = field.related_model._meta.db_table if field.is_relation else ""  # type: ignore[union-attr]
    if field.primary_key or leads_to in tables or column == '"sitting"':
        return f"{column} + n * {STRIDE}"
    if field.name == "key":
        return f"{column} || '~' || n"
    if kind == "DateField":
        return f"date({column}, (-{days} * n) || ' days')"
    if kind == "DateTimeField":
        return f"datetime({column}, (-{days} * n) || ' days')"
    return column


def _quoted(column: str) -> str:
    return f'"{column}"'


def check(expected: Grown) -> None:
    """Refuse a club that has not exactly so much history."""
    from clubscore.events.models import Event, ResultRevision
    from clubscore.rubbers.models import Sitting

    found = expected._replace(
        sittings=Sitting.objects.count(),
        all_events=Event.objects.count(),
        results=ResultRevision.objects.count(),
    )
    if found != expected and not SMALLEST:
        raise SystemExit(f"made {found}, meant {expected}")
