"""Every row of one database written into another, empty one, and proved to be there.

Rows keep their keys. What proves them is read from each side by itself: how many rows a table has,
and a digest of all of them in the order of their keys. An object within JSON has its fields in
order of their names for that, because PostgreSQL keeps them in an order of its own.
"""

import datetime as dt
import hashlib
import json
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.db import connections
from django.db.models import AutoField, Field, Model, QuerySet

from clubscore.club.own_words import stored_of

# What is not copied, and why not.
LEFT_OUT: Final[Mapping[str, str]] = {
    "auth.Permission": "made with the tables",
    "contenttypes.ContentType": "made with the tables",
    "club.BroughtForward": "follows from the book, whose triggers take it away: added up again",
}
AT_ONCE = 1000


class Told(NamedTuple):
    """What a table holds on one side: how many rows, and their digest."""

    rows: int
    digest: str


class NotTheSame(Exception):
    """A table does not hold the same on both sides; its label is the text."""


def copied_models() -> list[type[Model]]:
    """Return the models whose rows are copied: all that are installed, but those left out."""
    every = apps.get_models(include_auto_created=True)
    return [model for model in every if model._meta.label not in LEFT_OUT]


def is_empty(using: str) -> bool:
    """Whether nothing was ever recorded in a database that has our tables."""
    return not any(_rows(model, using).exists() for model in copied_models())


def copy_all(source: str, target: str) -> None:
    """Copy the rows of every model, and how far their keys have come.

    Part of a transaction on the target. What the database refuses is a DatabaseError.
    """
    for model in copied_models():
        _copy(model, source, target)
        if isinstance(model._meta.pk, AutoField):
            _set_last_key(model, target, _last_key(model, source))


def prove(source: str, target: str) -> Mapping[str, Told]:
    """Return what each table holds on both sides. Raises NotTheSame."""
    told = {}
    for model in copied_models():
        ours, theirs = told_of(model, source), told_of(model, target)
        if ours != theirs:
            raise NotTheSame(model._meta.label)
        told[model._meta.label] = ours
    return told


def told_of(model: type[Model], using: str) -> Told:
    """Read a table from its first row to its last; return what it holds."""
    read, count = hashlib.sha256(), 0
    for row in _values(model, using):
        plain = [_plain(value) for value in row]
        read.update(json.dumps(plain, ensure_ascii=True, sort_keys=True).encode() + b"\n")
        count += 1
    return Told(count, read.hexdigest())


def _plain(value: Any) -> Any:
    """Return a value as both databases give it."""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat()
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, (bytes, memoryview)):
        return bytes(value).hex()
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return str(stored_of(value)) if isinstance(value, str) else value


def _rows(model: type[Model], using: str) -> QuerySet[Model]:
    return QuerySet(model, using=using)


def _fields(model: type[Model]) -> "list[Field[Any, Any]]":
    return list(model._meta.concrete_fields)


def _values(model: type[Model], using: str) -> Iterator[tuple[Any, ...]]:
    attributes = [field.attname for field in _fields(model)]
    return iter(
        _rows(model, using).order_by("pk").values_list(*attributes).iterator(chunk_size=AT_ONCE)
    )


def _copy(model: type[Model], source: str, target: str) -> None:
    fields = _fields(model)
    for some in _by(AT_ONCE, _values(model, source)):
        insert_rows(model, fields, some, target)


def insert_rows(
    model: type[Model],
    fields: "Sequence[Field[Any, Any]]",
    rows: Iterable[Sequence[Any]],
    using: str = "default",
) -> None:
    """Insert rows by the values of these fields as they stand: nothing is set or stamped anew.

    A third of the work of making each row an object first.
    """
    connection = connections[using]
    quote = connection.ops.quote_name
    order = (
        f"INSERT INTO {quote(model._meta.db_table)}"  # noqa: S608 - names of our own
        f" ({', '.join(quote(str(field.column)) for field in fields)})"
        f" VALUES ({', '.join(['%s'] * len(fields))})"
    )
    kept = [
        [
            field.get_db_prep_save(value, connection)
            for field, value in zip(fields, row, strict=True)
        ]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(order, kept)


def _by(count: int, rows: Iterable[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    some = []
    for row in rows:
        some.append(row)
        if len(some) == count:
            yield some
            some = []
    if some:
        yield some


def _last_key(model: type[Model], using: str) -> int:
    """Return the highest key that a table ever gave: no key is given twice, here or there."""
    table, connection = model._meta.db_table, connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        else:
            cursor.execute(
                "SELECT last_value FROM pg_sequences WHERE quote_ident(schemaname) || '.' ||"
                " quote_ident(sequencename) = pg_get_serial_sequence(%s, 'id')",
                [table],
            )
        row: tuple[int | None] | None = cursor.fetchone()
    return (row[0] if row else None) or 0


def _set_last_key(model: type[Model], using: str, last: int) -> None:
    table, connection = model._meta.db_table, connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, last])
        elif last:
            sequence = "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)"
            cursor.execute(sequence, [table, last])
