"""Backups of the club's data, taken while the club plays.

SQLite: `VACUUM INTO` reads one consistent state under a read lock; writers in WAL mode go on.
PostgreSQL: pg_dump reads one snapshot. The copy is checked, packed, forced to the disk and only
then given its name, so that a name always means a good copy. It is no key: `no_keys` says what is
not in it. What is taken before an update is not packed: the version of before may not read that.
"""

import datetime as dt
import gzip
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.evening import evening_of
from clubscore.club.models import Club
from clubscore.club.own_phrases import NO_BACKUP
from clubscore.club.own_words import own
from clubscore.club.safe import no_keys, pg_copies
from clubscore.club.safe.kept_files import OneFile, Updated, bring_up_to_date
from clubscore.laws.words import Phrase

PREFIX = "clubscore-"
BEFORE_UPDATE = "before-update-"
READABLE = "readable"
SUFFIX, PACKED, DUMP = ".sqlite3", ".sqlite3.gz", ".dump"
SUFFIXES = (PACKED, SUFFIX, DUMP)
PACKED_MAGIC = b"\x1f\x8b"
# Of 1 to 9: beyond it a copy takes longer and hardly becomes smaller.
HOW_CLOSE = 3
PIECE = 1 << 20
STAMP = "%Y-%m-%d-%H%M%S"
DAYS, WEEKS, UPDATES = 7, 4, 3
STEPS = 1_000_000  # of SQLite's, between two of ours: some milliseconds


class BackupRefused(Exception):
    """No backup was taken; the text says why and what to do instead."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def folder() -> Path:
    """Return where backups are kept."""
    return settings.DATA_DIR / "backups"


def uses_sqlite() -> bool:
    """Whether the club's data is an SQLite file."""
    return connection.vendor == "sqlite"


def make_backup(
    *,
    into: Path | None = None,
    prefix: str = PREFIX,
    grows: Callable[[Path], None] | None = None,
) -> Path:
    """Take a backup, check it, and return its file.

    `grows` is told the file that is being written, to be looked at meanwhile. Raises BackupRefused
    where the copy cannot be written or is not sound.
    """
    suffix, write = (PACKED, _copy_to) if uses_sqlite() else (DUMP, pg_copies.dump_into)
    if suffix == PACKED and prefix != PREFIX:
        suffix = SUFFIX

    def told(draft: Path) -> None:
        if grows is not None:
            grows(draft)
        write(draft)

    return _write(into, prefix, suffix, told)


def make_readable(*, into: Path | None = None) -> tuple[Path, Updated]:
    """Bring the readable copy up to date: files of what every club recorded, for people to read.

    Returns its folder, and what became of it. Raises BackupRefused where it cannot be written.
    """
    # The rooms know how their evenings are written; the club below them does not.
    readable: Callable[[Iterable[Club]], Iterable[OneFile]] = import_string(
        settings.CLUBSCORE_READABLE
    )
    place = (into or folder()) / READABLE
    try:
        return place, bring_up_to_date(place, readable(Club.objects.order_by("pk")))
    except OSError as error:
        raise BackupRefused(own(Phrase(NO_BACKUP, {"why": error}))) from error


def _write(into: Path | None, prefix: str, suffix: str, write: Callable[[Path], None]) -> Path:
    """Let a copy be written and give it its name once it is whole and on the disk."""
    place = into or folder()
    stamp = timezone.now().astimezone(dt.UTC).strftime(STAMP)
    target = place / f"{prefix}{stamp}{suffix}"
    draft = place / f".{target.name}.{os.getpid()}"
    try:
        # The club's own data: its owner alone may read it, as with the database.
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.touch(mode=0o600)
        write(draft)
        if suffix == PACKED:
            _pack(draft)
        with draft.open("rb+") as handle:
            os.fsync(handle.fileno())
        os.replace(draft, target)
    except (OSError, sqlite3.Error, pg_copies.ToolFailed) as error:
        why = error.text if isinstance(error, pg_copies.ToolFailed) else error
        raise BackupRefused(own(Phrase(NO_BACKUP, {"why": why}))) from error
    finally:
        with suppress(OSError):  # of a folder that is none, too
            draft.unlink()
    return target


def _pack(draft: Path) -> None:
    """Put a packed file in the place of a copy, once it was read back and is the same."""
    packed = draft.with_name(f"{draft.name}.packed")
    try:
        packed.touch(mode=0o600)
        with draft.open("rb") as plain, gzip.open(packed, "wb", HOW_CLOSE) as writer:
            shutil.copyfileobj(plain, writer, PIECE)
        with draft.open("rb") as plain, gzip.open(packed) as reader:
            while piece := plain.read(PIECE):
                if reader.read(len(piece)) != piece:
                    raise OSError(_("it could not be read back"))
        os.replace(packed, draft)
    finally:
        packed.unlink(missing_ok=True)


def suffix_of(backup: Path) -> str:
    """Return how the name of a backup ends, by which its kind is known; empty for other files."""
    return next((each for each in SUFFIXES if backup.name.endswith(each)), "")


def _copy_to(draft: Path) -> None:
    """Write a checked copy of the SQLite database over an empty file."""
    source = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, timeout=20)
    try:
        source.execute("VACUUM INTO ?", (str(draft),))
    finally:
        source.close()
    _unmark(draft)
    no_keys.empty_file(draft)
    check_file(draft)


def _unmark(draft: Path) -> None:
    """Take the mark of the running server off a copy, so that it is not taken for the original."""
    copy = sqlite3.connect(draft, isolation_level=None)
    try:
        copy.execute("PRAGMA application_id = 0")
    finally:
        copy.close()


def check_file(file: Path) -> None:
    """Raise sqlite3.DatabaseError unless SQLite finds the whole file sound.

    KeyboardInterrupt where Ctrl-C ends it.
    """
    copy = sqlite3.connect(file)
    # SQLite calls back now and then: only so is Ctrl-C heard before it is done.
    copy.set_progress_handler(lambda: 0, STEPS)
    try:
        said = str(copy.execute("PRAGMA integrity_check").fetchone()[0])
        strays: tuple[object, ...] | None = copy.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            raise KeyboardInterrupt from error
        raise
    finally:
        copy.close()
    if said != "ok":
        raise sqlite3.DatabaseError(said)
    if strays is not None:
        raise sqlite3.DatabaseError(f"a row of {strays[0]} points at nothing")


def taken_at(backup: Path) -> dt.datetime | None:
    """Return when a backup was taken, by its name; None for any other file."""
    for prefix in (PREFIX, BEFORE_UPDATE):
        try:
            stamp = backup.name.removeprefix(prefix).removesuffix(suffix_of(backup))
            return dt.datetime.strptime(stamp, STAMP).replace(tzinfo=dt.UTC)
        except ValueError:
            continue
    return None


def list_backups(place: Path, prefix: str = PREFIX) -> list[tuple[dt.datetime, Path]]:
    """Return the backups of one kind, newest first."""
    files = [file for file in place.glob(f"{prefix}*") if suffix_of(file)]
    found = [(taken_at(file), file) for file in files]
    return sorted(((at, file) for at, file in found if at is not None), reverse=True)


def to_keep(backups: list[tuple[dt.datetime, Path]]) -> set[Path]:
    """Return what stays: the newest of each of the last seven days and four weeks that have any."""
    by_day: dict[object, Path] = {}
    by_week: dict[object, Path] = {}
    for at, file in backups:
        by_day.setdefault(at.date(), file)
        by_week.setdefault(at.isocalendar()[:2], file)
    return {*list(by_day.values())[:DAYS], *list(by_week.values())[:WEEKS]}


def prune(place: Path) -> list[Path]:
    """Remove the backups that need not stay, and return them. Other files are left alone."""
    gone = [file for _at, file in list_backups(place, BEFORE_UPDATE)][UPDATES:]
    taken = list_backups(place)
    keep = to_keep(taken)
    gone += [file for _at, file in taken if file not in keep]
    for file in gone:
        file.unlink(missing_ok=True)
    return gone


def is_due(place: Path) -> bool:
    """Whether today has no backup yet: a day ends with its evening, at six by the club's clock."""
    club = Club.objects.order_by("is_demo", "pk").first()
    newest = list_backups(place)[:1]
    if club is None or not newest:
        return club is not None
    return evening_of(club, newest[0][0]) < evening_of(club, clock.now())
