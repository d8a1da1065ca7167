"""Whether the club's database is where it was: at the start, and as long as the program runs.

SQLite goes on writing to a file that was moved or deleted, where nobody finds it, and makes an
empty one where there is none. So a data folder remembers which database had its club, a server
remembers which file it opened, and neither takes another for it.
"""

import os
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.utils.translation import gettext as _

from clubscore.club.models import Club
from clubscore.club.safe import backups

HOME = "database.txt"  # in the data folder: which kind of database had a club
POSTGRESQL = "postgresql"


class File(NamedTuple):
    """A file as the system knows it, whatever its name."""

    device: int
    number: int


_opened: list[File] = []


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
    if has_club() or not (home() or _copies()):
        return
    words = {"database": _database(), "data": settings.DATA_DIR, "copy": _newest()}
    raise ImproperlyConfigured(
        _(
            "There is no club in %(database)s, but %(data)s had one. If the database was moved,"
            " put it back where it was. If it is lost, put a backup back: python manage.py restore"
            " %(copy)s. Only to begin with an empty club: python manage.py serve --new"
        )
        % words
    )


def is_elsewhere() -> bool:
    """Whether this data folder's club is on PostgreSQL, and we are about to open an SQLite file."""
    if not backups.uses_sqlite():
        return False
    dumped = [each for each in _copies()[:1] if each.suffix == backups.DUMP]
    return home() == POSTGRESQL or bool(dumped and not home() and not has_club())


def refuse_no_club() -> None:
    """Raise ImproperlyConfigured where the database named by the environment holds no club."""
    if is_elsewhere():
        raise ImproperlyConfigured(elsewhere_in_words())
    if not has_club():
        raise ImproperlyConfigured(
            _(
                "There is no club in %(database)s, so no backup was taken. Where the club is on"
                " PostgreSQL, set DATABASE_URL as the server has it; where its data folder is"
                " another, set CLUBSCORE_DATA. Cron knows neither: name them in the crontab, or"
                " read the server's file of settings first: set -a; . /etc/clubscore.env; set +a"
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
        "The club of %(data)s is on PostgreSQL, and DATABASE_URL does not say where. Set it as the"
        " server has it, for instance from its file of settings: set -a; . /etc/clubscore.env;"
        " set +a"
    ) % {"data": settings.DATA_DIR}


def remember() -> None:
    """Remember the file that this process works on; call it when the database is known good."""
    _opened.clear()
    found = _which(_file()) if backups.uses_sqlite() else None
    if found is not None:
        _opened.append(found)


def gone() -> str:
    """Say that the file of this process is no longer where it was; "" while it is."""
    if not _opened:
        return ""
    found = _which(_file())
    if found == _opened[0]:
        return ""
    if found is None:
        told = _("The database %(file)s was moved or deleted while ClubScore ran.")
    else:
        told = _("The database %(file)s was replaced by another while ClubScore ran.")
    rest = _("Nothing is recorded now. Put it back, or close ClubScore and start it again.")
    return f"{told % {'file': _file()}} {rest}"


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _which(file: Path) -> File | None:
    # Never by opening it: to close a file lets go of all locks that SQLite holds on it here.
    try:
        found = os.stat(file)
    except OSError:
        return None
    return File(found.st_dev, found.st_ino)


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
    return str(next(iter(_copies()), backups.folder() / f"{backups.PREFIX}….sqlite3"))
