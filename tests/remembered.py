"""What tests build again and again each process builds once: after that its rows are put in again.

A builder runs on the program's own services, and what it wrote is remembered statement by
statement. Whoever builds the same on the same ground gets the same rows under the same keys, as
though written now. The ground is an empty database, or one with nothing in it but what was
remembered: anything that writes in between ends that, and from there on builders build.

Only on SQLite, where a test that is rolled back leaves the next the same keys, and only inside a
test's transaction. Builders build, too, where statements are counted, and all through a test that
puts something of its own in the place of a service or a setting (`tests/patched.py`).
"""

import copyreg
import datetime as dt
import pickle
import re
import sqlite3
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any, TypeVar, cast

from django.db import connection, transaction
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX
from django.test import Client

from clubscore.club import clock
from clubscore.club.record_words import OwnWords

Made = TypeVar("Made")
Ground = Hashable
MOMENT = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?")
READS = ("SELECT", "SAVEPOINT", "RELEASE", "PRAGMA")
WRITES = ("INSERT", "UPDATE", "DELETE")


@dataclass
class Kept:
    """What a builder wrote, and what it returned."""

    # In UTC, as columns have it.
    begun: dt.datetime
    ended: dt.datetime
    statements: list[tuple[str, list[Any]]] = field(default_factory=list)
    returned: bytes = b""
    number: int = 0
    # Whether it did what cannot be done again by its statements alone.
    is_lost: bool = False

    def note(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Run a statement of the builder, and keep it if it writes."""
        word = sql.split(None, 1)[0].upper()
        if word in WRITES and not many:
            plain = FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")
            self.statements.append((plain, [*(params or ())]))
        elif word not in READS:
            self.is_lost = True
        return execute(sql, params, many, context)

    def write_again(self, database: sqlite3.Connection) -> None:
        """Write the same rows, dated as though all had been built in a thousandth of the time.

        So they come after whatever was before, in their order, and nothing that was past by the end
        of building is still to come. What was to come then is as far away as it was then.
        """
        now = _utc()

        def later(found: re.Match[str]) -> str:
            moment = dt.datetime.fromisoformat(found[0])
            if self.begun <= moment <= self.ended:
                moment = now + (moment - self.begun) / 1_000
            else:
                moment = now + (moment - self.ended)
            return moment.isoformat(found[0][10])

        for sql, params in self.statements:
            moved = [MOMENT.sub(later, each) if isinstance(each, str) else each for each in params]
            database.execute(sql, moved).fetchall()


@dataclass
class Stood:
    """What was built last, and how its database stood after it."""

    ground: Ground = None
    database: Any = None
    state: tuple[int, tuple[Any, ...]] = (0, ())


_kept: dict[Hashable, Kept] = {}
_stood = Stood()
# Whether the test that runs may put something of its own in another's place.
patched = False


def remembered(name: Hashable, build: Callable[[], Made]) -> Made:
    """Return what a builder makes, by its name and all that it was given.

    It is made of rows, of what can be pickled, and of clients, and names no hour of its own.
    """
    ground = _ground()
    if ground is None:
        return build()
    here = (ground, name, *_clock())
    kept = _kept.get(here)
    if kept is None:
        kept = Kept(_utc(), _utc())
        made = _first(kept, build)
        if kept.is_lost:
            return made
        kept.number = len(_kept)
        _kept[here] = kept
    kept.write_again(connection.connection)
    _stood.ground, _stood.database = kept.number, connection.connection
    _stood.state = _state(connection.connection)
    return cast(Made, pickle.loads(kept.returned))  # noqa: S301 - our own


def _first(kept: Kept, build: Callable[[], Made]) -> Made:
    """Build, and undo it: the first who asks gets what all others get."""
    before = transaction.savepoint()
    try:
        with connection.execute_wrapper(kept.note):
            made = build()
        kept.ended, kept.returned = _utc(), pickle.dumps(made)
    except BaseException:
        transaction.savepoint_commit(before)
        raise
    if kept.is_lost:
        transaction.savepoint_commit(before)
    else:
        transaction.savepoint_rollback(before)
    return made


def _utc() -> dt.datetime:
    return clock.now().astimezone(dt.UTC).replace(tzinfo=None)


def _clock() -> tuple[Hashable, ...]:
    """Return what building says of the time beside the moment: its hour, and whether it is held.

    An evening has its date, which no moment of the same hour changes.
    """
    now = clock.now()
    return now.date(), now.hour, clock._moment.get() is not None


def _state(database: sqlite3.Connection) -> tuple[int, tuple[Any, ...]]:
    """Return how many rows were ever written here, and the last key of every table."""
    keys = database.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name")
    return database.total_changes, tuple(keys)


def _ground() -> Ground:
    """Return what is in the database, None where more is than is known here."""
    counted = connection.execute_wrappers or connection.queries_logged
    is_here = connection.vendor == "sqlite" and connection.in_atomic_block
    if not is_here or counted or patched:
        return None
    database = connection.connection
    state = _state(database)
    if _stood.database is database and _stood.state == state:
        return _stood.ground
    if database.execute("SELECT EXISTS (SELECT 1 FROM club_club)").fetchone()[0]:
        return None
    return state[1]


def _client(cookies: SimpleCookie, sent: dict[str, Any]) -> Client:
    client = Client()
    client.cookies, client.defaults = cookies, sent
    return client


def _words(kind: type[str], words: str, more: dict[str, Any]) -> str:
    made = str.__new__(kind, words)
    vars(made).update(more)
    return made


# Of a client what it sends with every request; of words what they are, whatever made them.
copyreg.pickle(Client, lambda client: (_client, (client.cookies, client.defaults)))
copyreg.pickle(OwnWords, lambda words: (_words, (OwnWords, str(words), vars(words))))
