"""A database that answers and cannot be written: a full disk, a read-only file, a fault, damage.

The first entry that fails tells it. From then on the director's pages and `/readyz/` say so, until
something was recorded again; people go on reading, and phones keep what they entered. Of a database
that is damaged a part may go on being written, which makes it worse; so once a look at all of it
has found damage, and where a newer program has changed it, nothing is recorded any more.
"""

import threading
from collections.abc import Iterator
from enum import StrEnum

from django.db import DatabaseError, connection, transaction
from django.utils.translation import gettext as _

from clubscore.club.safe import known_trouble, versions
from clubscore.places import typed


class Trouble(StrEnum):
    """Why nothing can be recorded."""

    FULL = "full"
    READ_ONLY = "read-only"
    BROKEN = "broken"
    DAMAGED = "damaged"
    NEWER = "newer"


LASTING = (Trouble.DAMAGED, Trouble.NEWER)
SHOWN = 300  # characters of what SQLite says of damage


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
    """Remember that nothing could be recorded; damage is looked into at once."""
    with _lock:
        _now[:] = [trouble]
    if trouble == Trouble.DAMAGED:
        look()


def forget() -> None:
    """Forget it: something was recorded."""
    with _lock:
        _now.clear()


def standing() -> Trouble | None:
    """Return what kept the last entry from being recorded; None where it was recorded."""
    return lasting() or next(iter(_now), None)


def lasting() -> Trouble | None:
    """Return why nothing may be recorded until somebody mends it; None where it may."""
    word = known_trouble.told()
    return next((each for each in LASTING if each == word), None)


def look() -> str:
    """Read the whole database through; tell every process of damage, or that there is none.

    Returns what SQLite says of it, "" of a sound one. Of PostgreSQL its own server knows.
    """
    said = _damage() if connection.vendor == "sqlite" else ""
    if said:
        known_trouble.tell(Trouble.DAMAGED, said)
    else:
        known_trouble.over(Trouble.DAMAGED)
    return said


def _damage() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(1)")
            said = str(cursor.fetchone()[0])
    except DatabaseError as error:
        return str(error)[:SHOWN] if trouble_of(error) == Trouble.DAMAGED else ""
    return "" if said == "ok" else said[:SHOWN]


def look_for_newer() -> str:
    """See whether a newer program has changed the database; tell every process what is.

    Returns its first step, "" where there is none.
    """
    step = versions.newer(versions.done())
    if step:
        known_trouble.tell(Trouble.NEWER, step)
    else:
        known_trouble.over(Trouble.NEWER)
    return step


def begin_anew() -> None:
    """See at a start whether what was told of the database still holds."""
    if lasting() == Trouble.DAMAGED:
        look()
    look_for_newer()


def still() -> Trouble | None:
    """Try once more where something stood in the way; return what does now."""
    if standing() is None or lasting():
        return lasting()
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
            version: tuple[int] = cursor.fetchone()
            cursor.execute(f"PRAGMA user_version = {version[0]}")
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
            " the last backup (%(restore)s)."
        )
        % {"restore": typed("restore")},
        Trouble.NEWER: _(
            "A newer ClubScore has changed the database: this version records nothing more. Close"
            " it and start the newer one."
        ),
    }[trouble]
