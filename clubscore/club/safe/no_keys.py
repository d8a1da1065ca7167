"""What lets somebody in is in no copy of the database, so that whoever finds one is nobody here.

Emptied are the browsers that are logged in, the wrong codes that were counted, and what secret
addresses are made from. Their hashes stay: an address that is printed or kept by a phone opens as
before, but nobody can write it down again, nor type its six digits. The way out of mail is kept:
each letter has it, and it opens nothing else.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from django.apps import apps
from django.db import connection, transaction

ROWS = ("django_session", "rubber_wrongcode")  # tables that are emptied
MADE_FROM = ("nonce", "link_nonce")  # columns that are emptied, whichever table they are of


def empty_file(file: Path) -> None:
    """Leave none of it in a database of SQLite: no row, and no byte where one was.

    Raises sqlite3.Error where the file is damaged. What was deleted before is for `VACUUM`.
    """
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
        names = [str(name) for (name,) in database.execute(tables)]
        columns = {
            name: [str(row[1]) for row in database.execute(f'PRAGMA table_info("{name}")')]
            for name in names
        }
        database.execute("PRAGMA secure_delete = ON")
        database.execute("BEGIN IMMEDIATE")
        for step in _steps(columns.items()):
            database.execute(step)
        database.execute("COMMIT")


def empty_kept(file: Path) -> None:
    """Leave none of it in a database that was put aside; a damaged one stays as it is."""
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return
            empty_file(file)
            # Written anew: sessions of before lie in pages that are free.
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        return


def empty_database() -> None:
    """Leave none of it in the database of this program, whichever kind it is."""
    columns = {
        model._meta.db_table: [str(field.column) for field in model._meta.local_concrete_fields]
        for model in apps.get_models()
    }
    with transaction.atomic(), connection.cursor() as cursor:
        for step in _steps(columns.items()):
            cursor.execute(step)


def _steps(columns: Iterable[tuple[str, list[str]]]) -> Iterator[str]:
    for table, names in columns:
        if table in ROWS:
            yield f'DELETE FROM "{table}"'  # noqa: S608
        for name in MADE_FROM:
            if name in names:
                yield f'UPDATE "{table}" SET "{name}" = \'\' WHERE "{name}" <> \'\''  # noqa: S608
