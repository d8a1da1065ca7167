"""A database that answers and cannot be written: a full disk, a read-only file, a fault, damage.

The first entry that fails tells it. From then on the director's pages and `/readyz/` say so, until
something was recorded again; people go on reading, and phones keep what they entered.
"""

import threading
from collections.abc import Iterator
from enum import StrEnum

from django.db import DatabaseError, connection, transaction
from django.utils.translation import gettext as _


class Trouble(StrEnum):
    """Why nothing can be recorded."""

    FULL = "full"
    READ_ONLY = "read-only"
    BROKEN = "broken"
    DAMAGED = "damaged"


# By what the database itself calls it: SQLite's names of results, PostgreSQL's codes of errors.
SQLITE = {
    "SQLITE_FULL": Trouble.FULL,
    "SQLITE_READONLY": Trouble.READ_ONLY,
    "SQLITE_IOERR": Trouble.BROKEN,
    "SQLITE_CORRUPT": Trouble.DAMAGED,
    "SQLITE_NOTADB": Trouble.DAMAGED,
}
POSTGRESQL = {
    "53100": Trouble.FULL,
    "25006": Trouble.READ_ONLY,
    "58030": Trouble.BROKEN,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
}
_lock = threading.Lock()
_now: list[Trouble] = []


def trouble_of(error: BaseException) -> Trouble | None:
    """Return what an error of the database says about writing; None where it says nothing of it."""
    for each in _causes(error):
        name = str(getattr(each, "sqlite_errorname", ""))
        known = next((trouble for word, trouble in SQLITE.items() if name.startswith(word)), None)
        known = known or POSTGRESQL.get(str(getattr(each, "sqlstate", "")))
        if known is not None:
            return known
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def note(trouble: Trouble) -> None:
    """Remember that nothing could be recorded."""
    with _lock:
        _now[:] = [trouble]


def forget() -> None:
    """Forget it: something was recorded."""
    with _lock:
        _now.clear()


def standing() -> Trouble | None:
    """Return what kept the last entry from being recorded; None where it was recorded."""
    return next(iter(_now), None)


def still() -> Trouble | None:
    """Try once more where something stood in the way; return what does now."""
    if standing() is None:
        return None
    try:
        _write_a_little()
    except DatabaseError as error:
        note(trouble_of(error) or Trouble.BROKEN)
    else:
        forget()
    return standing()


def _write_a_little() -> None:
    """Write what stands there already, through to the disk."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA user_version")
            (version,) = cursor.fetchone()
            cursor.execute(f"PRAGMA user_version = {int(version)}")
        else:
            cursor.execute("UPDATE django_migrations SET name = name WHERE id = (SELECT min(id)"
                           " FROM django_migrations)")  # fmt: skip


def in_words(trouble: Trouble) -> str:
    """Say what is wrong, and what to do about it."""
    return {
        Trouble.FULL: _(
            "The server's disk is full: nothing more can be recorded. Free some space on it."
        ),
        Trouble.READ_ONLY: _(
            "The database cannot be written: nothing more can be recorded. Check who owns the files"
            " in the data folder, and that the disk is not write-protected."
        ),
        Trouble.BROKEN: _(
            "The server's disk reports a fault: nothing more can be recorded. Check the disk, and"
            " keep the last backup elsewhere."
        ),
        Trouble.DAMAGED: _(
            "The database is damaged: nothing more can be recorded. Close ClubScore and restore"
            " the last backup (manage.py restore)."
        ),
    }[trouble]
