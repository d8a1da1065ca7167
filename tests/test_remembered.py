"""What is put in again is what was built: row by row, under the same keys, dated by now."""

import datetime as dt
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from clubscore.club import clock
from clubscore.club.models import Club, Person
from clubscore.events.directing import seconds_left
from clubscore.events.models import Event, EventHappening, ResultRevision
from tests import patched
from tests import remembered as memory
from tests.events import evenings
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of
from tests.publishing.full_club import full_club, small_club
from tests.remembered import MOMENT, remembered
from tests.waiting import rest

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="remembered on SQLite alone"),
]
Rows = dict[str, list[tuple[Any, ...]]]
# Keys and secrets that differ from one making to the next.
BY_CHANCE = re.compile(r"[\w-]{20,}")


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """What other tests of the process remembered is left alone."""
    before = (memory._kept, memory._stood, memory.patched)
    memory._kept, memory._stood, memory.patched = {}, memory.Stood(), False
    yield
    memory._kept, memory._stood, memory.patched = before


def rows() -> Rows:
    """Every row of the database, without moments and without what is made by chance."""
    found = {}
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} ORDER BY 1")
            found[table] = [tuple(map(plain, row)) for row in cursor.fetchall()]
    return found


def plain(value: Any) -> Any:
    """A value as two makings of one thing have it both."""
    if isinstance(value, bytes | memoryview):
        return len(value)
    if isinstance(value, dt.datetime):
        return "a moment"
    return (
        BY_CHANCE.sub("chance", MOMENT.sub("a moment", value)) if isinstance(value, str) else value
    )


class Undone(Exception):
    """Ends a transaction as a test ends its own."""


def made(build: Callable[[], object]) -> Rows:
    """What a builder puts into an empty database, which is empty again after it."""
    found: Rows = {}
    try:
        with transaction.atomic():
            build()
            found = rows()
            raise Undone
    except Undone:
        return found


def two_rounds() -> Evening:
    evening = Evening(6)
    for table in evening.room.tables():
        for board in table.place.boards:
            evening.tell(table.number, board, FOUR_SPADES)
            evening.agree(table.number, board)
    evening.next_round()
    evening.type_slip(2, {evening.table(2).place.boards[0]: ONE_DOWN})
    return evening


BUILT: dict[str, Callable[[], object]] = {
    "two rounds": two_rounds,
    "teams": lambda: Evening(4, form="teams", kind="teams-round-robin", winners=1).play(),
    "individuals": lambda: Evening(8, form="individuals", kind="individual", winners=1).play(),
    "a full club": full_club,
    "a small club": small_club,
}


@pytest.mark.parametrize("build", BUILT.values(), ids=BUILT)
def test_what_is_put_in_again_is_what_the_services_write(
    build: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = made(build)
    assert first[Event._meta.db_table]
    statements = sum(len(kept.statements) for kept in memory._kept.values())
    assert statements > 10
    again: list[int] = []
    write = memory.Kept.write_again
    monkeypatch.setattr(memory.Kept, "note", None)  # nothing is built a second time
    monkeypatch.setattr(
        memory.Kept,
        "write_again",
        lambda kept, database: (again.append(len(kept.statements)), write(kept, database)),
    )
    assert made(build) == first
    assert sum(again) == statements
    monkeypatch.undo()
    monkeypatch.setattr(memory, "_ground", lambda: None)
    assert made(build) == first


def test_a_row_that_is_missing_or_another_is_seen() -> None:
    first = made(two_rounds)
    kept = next(each for each in memory._kept.values() if len(each.statements) > 5)
    sql, given = kept.statements.pop()
    assert made(two_rounds) != first
    kept.statements.append((sql, given))
    assert made(two_rounds) == first
    named = next(given for _sql, given in kept.statements if "Left1" in given)
    named[named.index("Left1")] = "Left7"
    assert made(two_rounds) != first


def test_every_moment_is_as_late_as_it_would_be() -> None:
    """Of an evening made again ten minutes later every row is dated ten minutes later."""
    start = dt.datetime(2026, 11, 19, 19, 10, tzinfo=dt.UTC)

    def dated() -> Iterator[dt.datetime]:
        evening = Evening(4)
        evening.play()
        yield evening.event.opened_at
        for model in (EventHappening, ResultRevision):
            yield from model.objects.order_by("pk").values_list("at", flat=True)

    def at(moment: dt.datetime) -> list[dt.datetime]:
        found: list[dt.datetime] = []
        with clock.at(moment):
            made(lambda: found.extend(dated()))
        return found

    first = at(start)
    statements = [len(each.statements) for each in memory._kept.values()]
    assert statements and len(first) > 10
    later = at(start + dt.timedelta(minutes=10))
    assert [each - dt.timedelta(minutes=10) for each in later] == first
    # In another hour it is built: an evening may have another date.
    at(start + dt.timedelta(hours=1))
    assert len(memory._kept) == 2 * len(statements)


def test_what_is_past_when_it_is_built_is_past_when_it_is_put_in_again() -> None:
    def slow() -> Evening:
        evening = Evening(4)
        rest(0.3)  # building takes time, which is what this is about
        evening.play()
        return evening

    made(lambda: remembered("slow", slow))
    begun = clock.now()
    remembered("slow", slow)
    event, last = Event.objects.get(), ResultRevision.objects.latest("at").at
    assert begun < event.opened_at < last <= clock.now()
    # What was to come is as far away as when building ended.
    assert event.ends_at and event.ends_at - clock.now() < dt.timedelta(minutes=20, seconds=-0.3)


def test_where_the_clock_is_held_it_is_held_for_what_is_put_in_again() -> None:
    left: list[int | None] = []
    made(lambda: Evening(4))
    for _again in range(2):
        with clock.at(clock.now()):
            made(lambda: left.append(seconds_left(Evening(4).event)))
    assert left == [20 * 60] * 2


def test_what_anything_else_wrote_is_never_written_over() -> None:
    first = Evening(4)
    many = len(memory._kept)
    Person.objects.create(club=first.club, name="Late", short_name="Late")
    first.play()
    Evening(4)
    assert len(memory._kept) == many and Event.objects.count() == 2


def test_one_that_was_undone_is_no_ground() -> None:
    made(lambda: Evening(4).play())
    assert not Club.objects.exists()
    again = Evening(4)
    assert Event.objects.get() == again.event and not ResultRevision.objects.exists()


def test_what_statements_alone_cannot_do_again_is_built_each_time() -> None:
    def tried() -> int:
        with pytest.raises(Undone), transaction.atomic():
            Evening(4)
            raise Undone
        return Club.objects.count()

    assert remembered("tried", tried) == 0
    assert not any("tried" in str(name) for name in memory._kept)


def test_a_test_that_puts_something_in_anothers_place_builds_for_itself(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    patched.pytest_runtest_setup(request.node)
    monkeypatch.setattr(evenings, "new_key", iter(map(str, range(1_000))).__next__)
    made(two_rounds)
    assert not memory._kept


def test_any_other_test_does_not(request: pytest.FixtureRequest) -> None:
    patched.pytest_runtest_setup(request.node)
    made(two_rounds)
    assert memory._kept


def test_where_statements_are_counted_they_are_all_made(
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    made(lambda: Evening(4))
    with django_assert_max_num_queries(1_000) as counted:
        Evening(4)
    assert len(counted) > 30


def test_a_client_goes_on_as_who_it_was() -> None:
    def entered() -> tuple[Evening, Client]:
        evening = Evening(4)
        return evening, director_of(evening)

    def reads() -> None:
        evening, client = remembered("entered", entered)
        answer = client.get(f"/event/{evening.event.pk}/history/")
        assert answer.status_code == 200 and "host" in answer.content.decode()

    made(reads)
    made(reads)
