"""What tests of a club's file share: keys that are seen wherever they stand, files put right."""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet

from clubscore.files.club_file import carried, left_out

# Keys of a test's rows; a number of so many digits in a file is one that was carried along.
FIRST, STRIDE = 51_000_000_000, 1_000_000


@contextmanager
def telling_keys() -> Iterator[None]:
    """Let the keys of each carried model's rows begin where no other number is.

    PostgreSQL rolls no sequence back: they are set to where they were.
    """
    with connection.cursor() as cursor:
        before = [_begin_at(cursor, model, number) for number, model in enumerate(carried())]
    try:
        yield
    finally:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                for sequence, last, was_used in before:
                    cursor.execute("SELECT setval(%s, %s, %s)", [sequence, last, was_used])


def _begin_at(cursor: Any, model: type[Model], number: int) -> tuple[str, int, bool]:
    table, start = model._meta.db_table, FIRST + number * STRIDE
    if connection.vendor == "sqlite":
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
        cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, start])
        return table, 0, False
    cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
    sequence = str(cursor.fetchone()[0])
    cursor.execute(f"SELECT last_value, is_called FROM {sequence}")
    last, was_used = cursor.fetchone()
    cursor.execute("SELECT setval(%s, %s)", [sequence, start])
    return sequence, last, was_used


def count_all() -> dict[str, int]:
    """Return how many rows every carried model has, in all clubs."""
    return {model._meta.label: QuerySet(model).count() for model in carried()}


def changed(file: Path, change: Callable[[list[Any]], object]) -> Path:
    """Return a copy of a file whose lines were changed, with the checksum of what it is now."""
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    change(lines)
    other = file.with_name("changed.jsonl")
    other.write_bytes(b"".join(as_written(line) for line in lines))
    return sealed(other)


def sealed(file: Path) -> Path:
    """Give a file the last line that fits those before it."""
    lines = file.read_bytes().splitlines(keepends=True)[:-1]
    digest = hashlib.sha256(b"".join(lines)).hexdigest()
    file.write_bytes(b"".join([*lines, as_written({"lines": len(lines), "sha256": digest})]))
    return file


def as_written(value: Any) -> bytes:
    """Return a line as docs/files.md has it; not by what writes the file."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return f"{text}\n".encode()


def rows_told(lines: list[Any], model: type[Model]) -> tuple[list[str], list[list[Any]]]:
    """Return the fields and the rows of a model in the lines of a file: the rows themselves."""
    label = model._meta.label
    assert label not in left_out()
    at = next(
        n for n, line in enumerate(lines) if isinstance(line, dict) and line.get("model") == label
    )
    return lines[at]["fields"], lines[at + 1 : at + 1 + lines[0]["counts"][label]]


def set_value(model: type[Model], field: str, value: Any, row: int = 0) -> Callable[..., None]:
    """Return what puts a value into a row of a model."""

    def change(lines: list[Any]) -> None:
        fields, rows = rows_told(lines, model)
        rows[row][fields.index(field)] = value

    return change
