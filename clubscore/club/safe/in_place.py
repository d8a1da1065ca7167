"""Whether the club's database is where it was: at the start, and as long as the program runs.

SQLite goes on writing to a file that was moved or deleted, where nobody finds it, and makes an
empty one where there is none. So a data folder remembers which database had its club, a server
remembers which file it opened, and neither takes another for it. A file that is written over keeps
its place on the disk; so each server marks the file that it opened, and looks for its mark.
"""

import os
import sqlite3
import threading
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from clubscore.club.models import Club
from clubscore.club.safe import backups
from clubscore.places import typed

HOME = "database.txt"  # in the data folder: which kind of database had a club
POSTGRESQL = "postgresql"


# The header of a file of SQLite (its format, 1.3): a counter that only rises, and four bytes that
# are ours to choose.
COUNTER_AT, MARK_AT, LONG = 24, 68, 4


class Place(NamedTuple):
    """A file as the system knows it, whatever its name."""

    device: int
    number: int


@dataclass
class Opened:
    """The file that this process works on, and what its header says as long as it is that file.

    ``marks`` are those it may bear: its server's, and until that comes out of the log beside the
    file, where a reader kept it, the one before.
    """

    place: Place
    handle: int
    marks: tuple[bytes, ...]
    counter: int = 0

    def is_written_over(self) -> bool:
        """Whether another database was written into this file, by the header that it has now."""
        with _reading:
            header = _header(self.handle)
            mark = header[MARK_AT : MARK_AT + LONG]
            counter = int.from_bytes(header[COUNTER_AT : COUNTER_AT + LONG], "big")
            if mark not in self.marks or counter < self.counter:
                return True
            self.counter = counter
            if mark == self.marks[0]:
                self.marks = self.marks[:1]
        return False


_opened: list[Opened] = []
# To close any handle of a file lets go of all locks that SQLite holds on it in this process. So
# each file is opened once, to look at its header, and stays open until the process ends.
_handles: dict[Place, int] = {}
_reading = threading.Lock()


def has_club() -> bool:
    """Whether the database holds a club. Makes no file where there is none."""
    if backups.uses_sqlite() and not _size(_file()):
        return False
    if Club._meta.db_table not in connection.introspection.table_names():
        return False
    return Club.objects.exists()


def note_home() -> None:
    """Write beside the database that it has the club of this data folder."""
    if has_club():
        (settings.DATA_DIR / HOME).write_text(f"{connection.vendor}\n")


def refuse_another() -> None:
    """Raise ImproperlyConfigured where this data folder's club is in another database than ours."""
    if is_elsewhere():
        raise ImproperlyConfigured(elsewhere_in_words())
    strange = foreign()
    if strange:
        raise ImproperlyConfigured(strange)
    if has_club() or not (home() or _copies()):
        return
    words = {
        "database": _database(),
        "data": settings.DATA_DIR,
        "copy": _newest(),
        "restore": typed("restore"),
        "anew": typed("serve --new"),
    }
    raise ImproperlyConfigured(
        _(
            "There is no club in %(database)s, but %(data)s had one. If the database was"
            " moved, move it back. If it is lost, restore a backup: %(restore)s"
            " %(copy)s. To begin with an empty club: %(anew)s"
        )
        % words
    )


def foreign() -> str:
    """Say that the database is another program's, or none at all; "" where it is ours or empty.

    Makes no file where there is none.
    """
    if backups.uses_sqlite() and not _size(_file()):
        return ""
    words = {"database": _database(), "copy": _newest(), "restore": typed("restore")}
    try:
        tables = _tables_in_file() if backups.uses_sqlite() else _tables()
    except sqlite3.OperationalError:
        return ""  # of one that cannot be opened whoever opens it says why
    except sqlite3.DatabaseError:
        return (
            _(
                "%(database)s is not a database, or is damaged at its beginning. Move it away and"
                " restore the last backup: %(restore)s %(copy)s"
            )
            % words
        )
    if Club._meta.db_table in tables or tables <= _of_this_program():
        return ""
    # A PostgreSQL database may have tables of an extension; one of Django's programs has this one.
    if not backups.uses_sqlite() and MigrationRecorder.Migration._meta.db_table not in tables:
        return ""
    return (
        _(
            "%(database)s is another program's database: nothing was changed in it. Move it"
            " away, or name another place with CLUBSCORE_DATA or DATABASE_URL."
        )
        % words
    )


def _tables() -> set[str]:
    return set(connection.introspection.table_names())


def _tables_in_file() -> set[str]:
    """Return the tables of the file; our own connection would write into a stranger's at once."""
    database = sqlite3.connect(f"{_file().absolute().as_uri()}?mode=ro", uri=True)
    try:
        rows: list[tuple[str]] = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall()
    finally:
        database.close()
    return {name for (name,) in rows if not name.startswith("sqlite_")}


def _of_this_program() -> set[str]:
    """Return the tables that a first start may have made before it broke off."""
    ours = connection.introspection.django_table_names(only_existing=False)
    return {*ours, MigrationRecorder.Migration._meta.db_table}


def is_elsewhere() -> bool:
    """Whether this data folder's club is on PostgreSQL, and we are about to open an SQLite file."""
    if not backups.uses_sqlite():
        return False
    dumped = [each for each in _copies()[:1] if backups.suffix_of(each) == backups.DUMP]
    return home() == POSTGRESQL or bool(dumped and not home() and not has_club())


def refuse_no_club() -> None:
    """Raise ImproperlyConfigured where the database named by the environment holds no club."""
    if is_elsewhere():
        raise ImproperlyConfigured(elsewhere_in_words())
    if not has_club():
        raise ImproperlyConfigured(
            _(
                "There is no club in %(database)s, so no backup was made. If the club is on"
                " PostgreSQL, set DATABASE_URL as on the server. If its data folder is"
                " another one, set CLUBSCORE_DATA. Cron knows neither: set them in the"
                " crontab, or read the server's settings first: set -a; . /etc/clubscore.env;"
                " set +a"
            )
            % {"database": _database()}
        )


def home() -> str:
    """Return the kind of database that had the club of this data folder, "" where none had."""
    try:
        return (settings.DATA_DIR / HOME).read_text().strip()
    except FileNotFoundError:
        return ""


def elsewhere_in_words() -> str:
    """Say that the club is on PostgreSQL, and what to set."""
    return _(
        "The club in %(data)s is on PostgreSQL, but DATABASE_URL is not set. Set it as on the"
        " server, for example from its settings file: set -a; . /etc/clubscore.env; set +a"
    ) % {"data": settings.DATA_DIR}


def remember(server: str) -> None:
    """Remember the file that this process works on; call it when the database is known good.

    `server` is the name that all its workers have, and no server before: they all set one mark.
    """
    _opened.clear()
    if not backups.uses_sqlite() or not _size(_file()):
        return
    mark = zlib.crc32(server.encode()) & 0x7FFFFFFF
    _set_mark(mark)
    place = _which(_file())
    if place is not None:
        handle = _handle(place)
        found = _header(handle)[MARK_AT : MARK_AT + LONG]
        _opened.append(Opened(place, handle, (mark.to_bytes(LONG, "big"), found)))


def gone() -> str:
    """Say that the file of this process is no longer where it was; "" while it is."""
    if not _opened:
        return ""
    opened = _opened[0]
    found = _which(_file())
    if found == opened.place and not opened.is_written_over():
        return ""
    if found is None:
        told = _("The database %(file)s was moved or deleted while ClubScore was running.")
    else:
        told = _("The database %(file)s was replaced by another while ClubScore was running.")
    rest = _("Nothing is being recorded. Move it back, or close ClubScore and start it again.")
    return f"{told % {'file': _file()}} {rest}"


def _set_mark(mark: int) -> None:
    """Write the mark into the file itself, where it is not there yet."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA application_id")
        if cursor.fetchone() != (mark,):
            cursor.execute(f"PRAGMA application_id = {mark}")
        # From the log beside it into the file, where it can be read without a database.
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _handle(place: Place) -> int:
    if place not in _handles:
        _handles[place] = os.open(_file(), os.O_RDONLY | getattr(os, "O_BINARY", 0))
    return _handles[place]


def _header(handle: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(handle, MARK_AT + LONG, 0)
    os.lseek(handle, 0, os.SEEK_SET)  # Windows has no pread
    return os.read(handle, MARK_AT + LONG)


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _which(file: Path) -> Place | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return Place(found.st_dev, found.st_ino)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _database() -> str:
    return str(_file()) if backups.uses_sqlite() else _("the database of DATABASE_URL")


def _copies() -> list[Path]:
    kinds = (backups.PREFIX, backups.BEFORE_UPDATE)
    found = [each for kind in kinds for each in backups.list_backups(backups.folder(), kind)]
    return [file for _at, file in sorted(found, reverse=True)]


def _newest() -> str:
    return str(next(iter(_copies()), backups.folder() / f"{backups.PREFIX}…{backups.PACKED}"))
