"""The whole installation moved from SQLite to PostgreSQL, or back, and proved to be whole.

Nobody works on the data meanwhile. The other database is made by this program's own migrations in
a process of its own, filled in one transaction, and read through on both sides before that ends.
Where anything differs or breaks off, everything is as it was.
"""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import environ
from django.conf import settings
from django.db import DatabaseError, connection, connections, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore import places
from clubscore.club.database import one_moment
from clubscore.files import club_import as whole_copy
from clubscore.files.club_import import NotTheSame, TableDigest
from clubscore.server import backups, database_guard
from clubscore.server.database_guard import InUse, alone

SQLITE: Final = "sqlite"
FILE: Final = "clubscore.sqlite3"
BEFORE: Final = "before-move-"
HERE, THERE = "default", "moved_to"


class MoveRefused(Exception):
    """Nothing was moved and everything is as it was; the text says why."""


def move_database(to: str) -> tuple[Mapping[str, TableDigest], Path | None]:
    """Move everything to the PostgreSQL database of an address, or to SQLite (``sqlite``).

    Returns what each table holds there, as on this side, and where the file of before is kept.
    Raises MoveRefused.
    """
    if backups.uses_sqlite() == (to == SQLITE):
        raise MoveRefused(
            _("The data is there already. Name the other kind: sqlite, or postgresql://…")
        )
    _must_be_up_to_date()
    try:
        with alone(settings.DATA_DIR):
            if not backups.uses_sqlite() and backups.others_connected():
                raise InUse
            return _to_file() if to == SQLITE else _to_server(to)
    except InUse:
        raise MoveRefused(
            _("ClubScore is running on this data. Close it first, then move the data.")
        ) from None
    except OSError as error:
        raise MoveRefused(_("Nothing was moved: %(why)s.") % {"why": error}) from error


def _must_be_up_to_date() -> None:
    if not database_guard.has_club():
        raise MoveRefused(_("There is no club in this database, so there is nothing to move."))
    if database_guard.lacking(database_guard.done()):
        raise MoveRefused(
            _("Update the database first: %(update)s") % {"update": places.typed("update")}
        )


def _to_server(address: str) -> tuple[Mapping[str, TableDigest], Path]:
    """Move everything from the file to a server, and keep the file aside."""
    with _folder() as place:
        _make_tables(place, address)
        told = _copy(environ.Env.db_url_config(address))
    kept = backups.folder() / f"{BEFORE}{timezone.now():{backups.STAMP}}"
    kept.mkdir(mode=0o700, parents=True)
    file = Path(connection.settings_dict["NAME"])
    connection.close()
    (settings.DATA_DIR / database_guard.HOME).write_text(f"{database_guard.POSTGRESQL}\n")
    for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
        if (file.parent / name).exists():
            os.replace(file.parent / name, kept / name)
    backups.empty_kept(kept / file.name)
    return told, kept


def _to_file() -> tuple[Mapping[str, TableDigest], None]:
    """Move everything from the server to a file; on the server it stays as it was."""
    file = settings.DATA_DIR / FILE
    if file.exists():
        raise MoveRefused(_("%(file)s already exists. Move it elsewhere.") % {"file": file})
    with _folder() as place:
        _make_tables(place, "")
        made = {"ENGINE": "django.db.backends.sqlite3", "NAME": place / FILE}
        told = _copy(made | {"OPTIONS": settings.SQLITE_OPTIONS})
        backups.check_file(place / FILE)
        _let_go_of_log(place / FILE)
        with (place / FILE).open("rb+") as handle:
            os.fsync(handle.fileno())
        os.replace(place / FILE, file)
    (settings.DATA_DIR / database_guard.HOME).write_text(f"{SQLITE}\n")
    return told, None


def _let_go_of_log(file: Path) -> None:
    """Leave nothing of a database in a log beside it."""
    database = sqlite3.connect(file)
    database.execute("PRAGMA journal_mode=DELETE")
    database.close()


@contextmanager
def _folder() -> Iterator[Path]:
    """Yield a folder beside the data, on the same disk, which goes again."""
    place = Path(tempfile.mkdtemp(dir=settings.DATA_DIR, prefix=".move-"))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _make_tables(place: Path, address: str) -> None:
    """Bring an empty database to this version, in a process that knows nothing else."""
    own = ("DATABASE_URL", "NEWS_DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    environment = {key: value for key, value in os.environ.items() if key not in own}
    environment |= {"CLUBSCORE_DATA": str(place), "SECRET_KEY": settings.SECRET_KEY}
    environment |= {"DATABASE_URL": address} if address else {}
    done = subprocess.run(  # noqa: S603, PLW1510
        places.command("migrate", "--no-input", "--verbosity", "0"),
        env=environment,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["?"])[-1]
        raise MoveRefused(_("The other database cannot be used: %(why)s") % {"why": last})


def _copy(database: Mapping[str, object]) -> Mapping[str, TableDigest]:
    """Copy everything into a database that has the tables, prove it, and only then keep it."""
    connections.settings[THERE] = {**connections.settings[HERE], "OPTIONS": {}, **database}
    try:
        if not whole_copy.is_empty(THERE):
            raise MoveRefused(_("The other database is not empty. Choose an empty one."))
        with one_moment(), transaction.atomic(using=THERE):
            whole_copy.copy_all(HERE, THERE)
            return whole_copy.prove(HERE, THERE)
    except NotTheSame as table:
        raise MoveRefused(
            _("Nothing was moved: %(table)s is not the same on both sides.") % {"table": table}
        ) from table
    except (DatabaseError, ValueError) as error:
        why = str(error).strip().partition("\n")[0]
        raise MoveRefused(
            _("Nothing was moved, because the other database refused a row: %(why)s") % {"why": why}
        ) from error
    finally:
        connections[THERE].close()
        del connections[THERE]
        del connections.settings[THERE]
