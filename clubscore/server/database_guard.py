"""Whether the club's database may be written: in its place, in use by one server, and sound.

The system lets go of the lock on the data folder when a process ends, however it ends. Each
server marks the file that it opened and looks for its mark. Where the database is away or takes
nothing, answers are 503; of a damaged one nothing more is recorded. A clock that is behind is
asked about.
"""

import datetime as dt
import errno
import os
import socket
import sqlite3
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import IO, NamedTuple

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.signals import got_request_exception
from django.db import (
    DatabaseError,
    InterfaceError,
    OperationalError,
    connection,
    connections,
    transaction,
)
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import DateTimeField
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from clubscore import places
from clubscore.club import clock
from clubscore.club.database import Step
from clubscore.club.models import Club, zone_of
from clubscore.club.wording import clock_time, full_date
from clubscore.places import DATABASE, typed
from clubscore.server import backups

# SQLite goes on writing to a file that was moved or deleted, where nobody finds it, and makes an
# empty one where there is none. So a data folder remembers which database had its club, and a
# server which file it opened. A file that is written over keeps its place on the disk, but not its
# mark.
HOME = "database.txt"  # in the data folder: which kind of database had a club
POSTGRESQL = "postgresql"


# The header of a file of SQLite (its format, 1.3): a counter that only rises, and four bytes that
# are ours to choose.
COUNTER_AT, MARK_AT, LONG = 24, 68, 4


class OpenedFile(NamedTuple):
    """A file as the system knows it, whatever its name."""

    device: int
    number: int


@dataclass
class OpenedDatabase:
    """The file that this process works on, and what its header says as long as it is that file.

    ``marks`` are those it may bear: its server's, and until that comes out of the log beside the
    file, where a reader kept it, the one before.
    """

    place: OpenedFile
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


_opened: list[OpenedDatabase] = []
# To close any handle of a file lets go of all locks that SQLite holds on it in this process. So
# each file is opened once, to look at its header, and stays open until the process ends.
_handles: dict[OpenedFile, int] = {}
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
        _opened.append(OpenedDatabase(place, handle, (mark.to_bytes(LONG, "big"), found)))


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


def _handle(place: OpenedFile) -> int:
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


def _which(file: Path) -> OpenedFile | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return OpenedFile(found.st_dev, found.st_ino)


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


# A file of the data folder, because none of what may be wrong can be written into the database.
# Nothing is recorded while it is there; it goes when a look finds the database well, or another
# takes its place.
FILE = "trouble.txt"


def told() -> str:
    """Return the word for what is known, "" where nothing is."""
    try:
        return _file_of_known_trouble().read_text("utf-8").partition("\n")[0].strip()
    except OSError:
        return ""


def tell(word: str, said: str) -> None:
    """Tell every process what was found, with what the database said of it."""
    if told() == word:
        return
    draft = _file_of_known_trouble().with_name(f".{FILE}.{os.getpid()}")
    # On a disk that takes nothing each process finds out by itself.
    with suppress(OSError):
        draft.write_text(f"{word}\n{said}\n", "utf-8")
        os.replace(draft, _file_of_known_trouble())


def over(word: str) -> None:
    """Take back what was told, where it was this."""
    if told() == word:
        with suppress(OSError):
            _file_of_known_trouble().unlink()


def _file_of_known_trouble() -> Path:
    return settings.DATA_DIR / FILE


# ---- How far a database's tables have come.


@cache
def _read() -> dict[Step, Migration]:
    return MigrationLoader(None, ignore_no_migrations=True).disk_migrations


def known() -> frozenset[Step]:
    """Return every step that this program knows."""
    return frozenset(_read())


def lacking(steps: set[Step]) -> set[Step]:
    """Return what a database lacks that has come through these steps: steps, none for others."""
    return {step for step, migration in _read().items() if not migration.replaces} - steps


def done() -> set[Step]:
    """Return every step that the database has come through."""
    return set(MigrationRecorder(connection).applied_migrations())


def newer(steps: set[Step]) -> str:
    """Return the first of these steps that only a newer program knows, "" where there is none."""
    ours = {app for app, _name in known()}
    return next((" ".join(step) for step in sorted(steps - known()) if step[0] in ours), "")


def newer_in_words(step: str) -> str:
    """Say that the database is of a newer program, and the ways back."""
    return _(
        "The database was last used by a newer ClubScore (%(step)s), which this version"
        " cannot read. Update the program to that version again, or restore the backup made"
        " before the update: %(restore)s data/backups/before-update-….sqlite3"
        " (on PostgreSQL .dump). Anything recorded since then exists only in the newer"
        " version."
    ) % {"step": step, "restore": typed("restore")}


def refuse_newer() -> None:
    """Raise ImproperlyConfigured where the database is of a newer program."""
    step = newer(done())
    if step:
        raise ImproperlyConfigured(newer_in_words(step))


# ---- A database that answers and cannot be written.


class StorageTrouble(StrEnum):
    """Why nothing can be recorded."""

    FULL = "full"
    READ_ONLY = "read-only"
    BROKEN = "broken"
    DAMAGED = "damaged"
    NEWER = "newer"


# A part of a damaged database may go on being written, which makes it worse: so nothing is recorded
# any more.
LASTING = (StorageTrouble.DAMAGED, StorageTrouble.NEWER)
SHOWN = 300  # characters of what SQLite says of damage


# By what the database itself calls it: SQLite's names of results, PostgreSQL's codes of errors.
SQLITE = {
    "SQLITE_FULL": StorageTrouble.FULL,
    "SQLITE_READONLY": StorageTrouble.READ_ONLY,
    "SQLITE_IOERR": StorageTrouble.BROKEN,
    "SQLITE_CORRUPT": StorageTrouble.DAMAGED,
    "SQLITE_NOTADB": StorageTrouble.DAMAGED,
}
POSTGRESQL_OF_UNWRITABLE = {
    "53100": StorageTrouble.FULL,
    "25006": StorageTrouble.READ_ONLY,
    "58030": StorageTrouble.BROKEN,
    "XX001": StorageTrouble.DAMAGED,
    "XX002": StorageTrouble.DAMAGED,
}
_lock = threading.Lock()
_now: list[StorageTrouble] = []


def trouble_of(error: BaseException) -> StorageTrouble | None:
    """Return what an error of the database says about writing; None where it says nothing of it."""
    for each in _causes(error):
        name = str(getattr(each, "sqlite_errorname", ""))
        known = next((trouble for word, trouble in SQLITE.items() if name.startswith(word)), None)
        known = known or POSTGRESQL_OF_UNWRITABLE.get(str(getattr(each, "sqlstate", "")))
        if known is not None:
            return known
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def note(trouble: StorageTrouble) -> None:
    """Remember that nothing could be recorded; damage is looked into at once."""
    with _lock:
        _now[:] = [trouble]
    if trouble == StorageTrouble.DAMAGED:
        look()


def forget() -> None:
    """Forget it: something was recorded."""
    with _lock:
        _now.clear()


def standing() -> StorageTrouble | None:
    """Return what kept the last entry from being recorded; None where it was recorded."""
    return lasting() or next(iter(_now), None)


def lasting() -> StorageTrouble | None:
    """Return why nothing may be recorded until somebody mends it; None where it may."""
    word = told()
    return next((each for each in LASTING if each == word), None)


def look() -> str:
    """Read the whole database through; tell every process of damage, or that there is none.

    Returns what SQLite says of it, "" of a sound one. Of PostgreSQL its own server knows.
    """
    said = _damage() if connection.vendor == "sqlite" else ""
    if said:
        tell(StorageTrouble.DAMAGED, said)
    else:
        over(StorageTrouble.DAMAGED)
    return said


def _damage() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(1)")
            said = str(cursor.fetchone()[0])
    except DatabaseError as error:
        return str(error)[:SHOWN] if trouble_of(error) == StorageTrouble.DAMAGED else ""
    return "" if said == "ok" else said[:SHOWN]


def look_for_newer() -> str:
    """See whether a newer program has changed the database; tell every process what is.

    Returns its first step, "" where there is none.
    """
    step = newer(done())
    if step:
        tell(StorageTrouble.NEWER, step)
    else:
        over(StorageTrouble.NEWER)
    return step


def begin_anew() -> None:
    """See at a start whether what was told of the database still holds."""
    if lasting() == StorageTrouble.DAMAGED:
        look()
    look_for_newer()


def still() -> StorageTrouble | None:
    """Try once more where something stood in the way; return what does now."""
    if standing() is None or lasting():
        return lasting()
    try:
        _write_a_little()
    except DatabaseError as error:
        note(trouble_of(error) or StorageTrouble.BROKEN)
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


def in_words(trouble: StorageTrouble) -> str:
    """Say what is wrong, and what to do about it."""
    return {
        StorageTrouble.FULL: _(
            "The server's disk is full: nothing more can be recorded. Free some space on it."
        ),
        StorageTrouble.READ_ONLY: _(
            "The database cannot be written: nothing more can be recorded. Check who owns the files"
            " in the data folder, and that the disk is not write-protected."
        ),
        StorageTrouble.BROKEN: _(
            "The server's disk reports a fault: nothing more can be recorded. Check the disk, and"
            " keep the last backup elsewhere."
        ),
        StorageTrouble.DAMAGED: _(
            "The database is damaged: nothing more can be recorded. Close ClubScore and restore"
            " the last backup (%(restore)s)."
        )
        % {"restore": typed("restore")},
        StorageTrouble.NEWER: _(
            "A newer ClubScore has changed the database: this version records nothing more. Close"
            " it and start the newer one."
        ),
    }[trouble]


# ---- What is answered while the database is away.

BAD = 400
AGAIN = 5  # seconds until a browser or a proxy may ask again
HEALTH = ("/health", "/healthz/", "/readyz/")
# Connection exceptions, and a server that shuts down, crashed or starts (Appendix A, error codes).
ENDED = ("08", "57P01", "57P02", "57P03")
LOST, UNWRITTEN = "clubscore_lost_the_database", "clubscore_wrote_nothing"


class AwayMiddleware:
    """Answers where the database does not, and records nothing in a file that is not the club's.

    What may be done twice is tried once more on a new connection: reading, and an entry whose key
    makes it count once. All else is refused before anybody believes that it was recorded.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on where the database is in its place, before and after."""
        if request.path in HEALTH:
            return self.get_response(request)
        why = gone() or _may_not_be_written(request)
        answer = _away(why) if why else self._answer(request)
        # What was written meanwhile may have gone with the file.
        why = why or gone()
        return _away(why) if why else answer

    def _answer(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        trouble: StorageTrouble | None = vars(request).pop(UNWRITTEN, None)
        if trouble is not None:
            note(trouble)
            connection.close()
            return _away(in_words(trouble))
        if standing() and request.method == "POST" and answer.status_code < BAD:
            forget()
        lost = _was_lost(request)
        if lost and _counts_once(request):
            # Who is before the page was read on the connection that is gone.
            vars(request).pop("_cached_user", None)
            answer = self.get_response(request)
            lost = _was_lost(request)
        return _away(_("The database is not responding.")) if lost else answer


def _may_not_be_written(request: HttpRequest) -> str:
    """Say why nothing may be recorded, where something is to be; "" where it may."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return ""
    trouble = lasting()
    return in_words(trouble) if trouble else ""


def _counts_once(request: HttpRequest) -> bool:
    """Whether a request may be answered twice: it only reads, or its key makes it count once."""
    return request.method in ("GET", "HEAD") or bool(request.POST.get("key"))


def _was_lost(request: HttpRequest) -> bool:
    """Whether the answer just made is of a connection that was lost; asked once an answer."""
    if not vars(request).pop(LOST, False):
        return False
    connection.close()
    return True


def note_lost(request: HttpRequest, **given: object) -> None:
    """Note with a request that broke whether it did because of the database, and how."""
    note_error(request, sys.exc_info()[1])


def note_error(request: HttpRequest, error: BaseException | None) -> None:
    """Note with a request whether this error is the database's, and how it came to it."""
    trouble = trouble_of(error) if error is not None else None
    if trouble is not None:
        setattr(request, UNWRITTEN, trouble)
    elif any(_is_of_a_lost_connection(each) for each in _chain(error)):
        setattr(request, LOST, True)


def _is_of_a_lost_connection(error: BaseException) -> bool:
    """Whether an error says that the database is away, or too busy to be waited for."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    # PostgreSQL's word for why, None where it could not say any more: by now, where a transaction
    # was cleared up, there may be a new connection that knows nothing of it.
    state = getattr(error.__cause__, "sqlstate", "")
    ended = state is None or state.startswith(ENDED)
    is_locked = "database is locked" in str(error)
    return ended or is_locked or connection.connection is None or not connection.is_usable()


got_request_exception.connect(note_lost)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _away(why: str) -> HttpResponse:
    """Say why nothing can be shown or recorded now; asks nothing of the database."""
    page = render_to_string("errors/away.html", {"why": why})
    headers = {"Retry-After": str(AGAIN), "Cache-Control": "no-store"}
    return HttpResponse(page, status=503, headers=headers)


# ---- Who works on the data folder.

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt  # Windows
except ImportError:
    msvcrt = None  # type: ignore[assignment]

NAME = "at-work.lock"
RESTORING = "a backup is being put back"
# What Windows locks nobody else can read, so what is locked there lies behind the words.
BEHIND = 1024
# What a disk answers that knows no locks; one that is taken answers otherwise.
NO_LOCKS = frozenset((errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.ENOLCK, errno.EINVAL))
TRIES, WAIT = 60, 0.05  # seconds; a server that just ended may have a worker that has not yet
_held: dict[Path, IO[bytes]] = {}


class InUse(Exception):
    """A server works on this data folder."""


def can_be_shared() -> bool:
    """Whether several processes can say that they serve a folder: not on Windows."""
    return fcntl is not None


def this_process() -> str:
    """Return the name of a server that is one process, with all that it starts."""
    return f"{socket.gethostname()} {os.getpid()}"


def this_group() -> str:
    """Return the name of a server whose workers one process starts, asked by a worker."""
    return f"{socket.gethostname()} {os.getppid()}"


def share(data: Path, server: str) -> None:
    """Say that this process serves the folder as part of a server, until it ends.

    Raises ImproperlyConfigured while another server does, or a backup is being put back there. The
    workers of one server share the lock, whose file says whose it is. Windows can only lock for one
    process, which is what a server is there.
    """
    if data in _held:
        return
    for _try in range(TRIES):
        if _take_as(data, server):
            return
        time.sleep(WAIT)
    if server_of(data) == RESTORING:
        told = _("A backup is being restored in %(data)s. Start again when that is done.")
    else:
        told = _(
            "ClubScore is already running on %(data)s. Close it there first, or set"
            " CLUBSCORE_DATA to another folder."
        )
    raise ImproperlyConfigured(told % {"data": data})


@contextmanager
def alone(data: Path) -> Iterator[None]:
    """Have the folder for oneself until the block ends. Raises InUse while a server runs."""
    handle = (data / NAME).open("ab+")
    try:
        if not _lock_of_at_work(handle, shared=False):
            raise InUse
        _write(handle, RESTORING)
        yield
    finally:
        handle.close()


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[bool]:
    """Say whether this process has a lock until the block ends; others go on without waiting.

    On a disk that knows no locks, such as some that lie in a network, everybody has it.
    """
    with lock.open("ab+") as handle:
        yield _lock_of_at_work(handle, shared=False, where_unknown=True)


def let_go(data: Path) -> None:
    """Serve the folder no more."""
    _held.pop(data).close()


def _take_as(data: Path, server: str) -> bool:
    """Take the lock for a server, or share it where that server has it."""
    handle = (data / NAME).open("ab+")
    if _lock_of_at_work(handle, shared=False):
        _write(handle, server)
        if fcntl is not None:
            # Between the two locks another may have come first; then the words are its own.
            fcntl.flock(handle, fcntl.LOCK_SH)
    elif fcntl is None or not _lock_of_at_work(handle, shared=True):
        handle.close()
        return False
    if server_of(data) != server:
        handle.close()
        return False
    _held[data] = handle
    return True


def _lock_of_at_work(handle: IO[bytes], *, shared: bool, where_unknown: bool = False) -> bool:
    try:
        if fcntl is not None:
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        elif msvcrt is not None:
            handle.seek(BEHIND)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError as error:
        return where_unknown and error.errno in NO_LOCKS
    return True


def _write(handle: IO[bytes], words: str) -> None:
    handle.truncate(0)
    handle.write(words.encode())
    handle.flush()


def server_of(data: Path) -> str:
    """Return the name of the server, or of what else, that has the folder."""
    return (data / NAME).read_bytes().decode()


# ---- Whether this computer's clock is behind.

# A computer without a clock of its own, as a Raspberry Pi, begins where it stopped until the
# internet tells it the time; what is entered meanwhile would stand under another evening. Nothing
# is refused: only the director knows what day it is.
# Clocks of two machines differ by minutes, and a laptop may have gone to the other side of the sea.
WORTH_ASKING = dt.timedelta(hours=1)
AT = "at"  # the field of a record that says when it was made
_latest: list[dt.datetime] = []


def begin() -> None:
    """Look what time it was at the latest, before this server records anything."""
    _latest[:] = [max(_known())]


def _known() -> Iterator[dt.datetime]:
    """Yield moments that were: the program came here, rows and backups were made, it shut down."""
    files = [places.PACKAGE / "places.py"]
    if backups.uses_sqlite():
        # What was written last, at the latest when the server of before closed.
        files += settings.DATA_DIR.glob(DATABASE)
    for file in files:
        with suppress(OSError):
            yield dt.datetime.fromtimestamp(file.stat().st_mtime, dt.UTC)
    yield from (at for at, _file in backups.list_backups(backups.folder())[:1])
    for model in apps.get_models():
        fields = {field.name: field for field in model._meta.concrete_fields}
        if isinstance(fields.get(AT), DateTimeField):
            newest = model._base_manager.order_by("-pk").values_list(AT, flat=True)
            yield from newest[:1]


def question(club: Club) -> str:
    """Ask what day it is, and say how it is set right; "" where the clock was never further."""
    if not _latest:  # no server
        return ""
    now = clock.now()
    if now > _latest[0] - WORTH_ASKING:
        _latest[0] = max(_latest[0], now)
        return ""
    here, before = (each.astimezone(zone_of(club)) for each in (now, _latest[0]))
    return _(
        "Is it %(today)s, %(time)s? ClubScore was open on %(later)s already. If it is not, set the"
        " date and time of the computer on which ClubScore runs; no new start is needed."
    ) % {"today": full_date(here), "time": clock_time(here), "later": full_date(before)}


def open_for_a_worker() -> None:
    """Share the data folder with the other workers of this server, and see that its club is there.

    Raises ImproperlyConfigured where another server has it, or the database cannot be ours.
    """
    share(settings.DATA_DIR, this_group())
    try:
        refuse_another()
        refuse_newer()
        begin_anew()
        begin()
        note_home()
    except OperationalError:
        # A database that does not answer yet is no reason to end: /readyz/ says it until it does.
        pass
    remember(server_of(settings.DATA_DIR))
    # A worker that is forked later must not share this connection.
    connections.close_all()
