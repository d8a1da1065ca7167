"""Putting a backup back: proved on a copy first, and what was there is kept.

Nothing of the club's is touched before a copy came through everything. So whatever stops it, a
key or a kill, leaves the data as it was.
"""

import gzip
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore import places
from clubscore.server import backups, database_guard
from clubscore.server import update as schema
from clubscore.server.database_guard import InUse, alone, one_at_a_time

Say = Callable[[str], None]
EVERY = 2.0  # seconds between two words of how far the copy is
PIECE = 4_000_000  # bytes
PLACE, LOCK = ".restore-", "lock"
LEFT = 3600.0  # seconds; a place without a lock that is older is nobody's


def silent(_text: str) -> None:
    """Say nothing."""


@contextmanager
def a_place() -> Iterator[Path]:
    """Yield a folder beside the data: on the same disk, so that taking its place is one step."""
    with (
        tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=PLACE) as place,
        one_at_a_time(Path(place) / LOCK),
    ):
        yield Path(place)


def clear_what_was_left() -> None:
    """Take away the copies of those who were killed; the lock of one that goes on is taken."""
    for place in settings.DATA_DIR.glob(f"{PLACE}*"):
        lock = place / LOCK
        if lock.exists():
            with one_at_a_time(lock) as is_left:
                pass
        else:
            is_left = time.time() - place.stat().st_mtime > LEFT
        if is_left:
            shutil.rmtree(place, ignore_errors=True)


def copy_file(file: Path, copy: Path, say: Say) -> None:
    """Copy a file piece by piece, a packed one unpacked, saying how much of it was read.

    Raises OSError, and EOFError or zlib.error where a packed one is damaged.
    """
    whole, done, said_at = file.stat().st_size, 0, time.monotonic()
    say(_("Copying the backup: %(whole)s MB") % {"whole": _megabytes(whole)})
    with file.open("rb") as source, copy.open("wb") as target:
        reader = gzip.open(source) if is_packed(file) else source  # noqa: SIM115 - source is closed
        while piece := reader.read(PIECE):
            target.write(piece)
            done = source.tell()
            if time.monotonic() - said_at >= EVERY:
                said_at = time.monotonic()
                told = {"done": _megabytes(done), "whole": _megabytes(whole)}
                say(_("Copying the backup: %(done)s of %(whole)s MB") % told)


def is_packed(file: Path) -> bool:
    """Return whether a file is packed, by how it begins."""
    with file.open("rb") as handle:
        return handle.read(len(backups.PACKED_MAGIC)) == backups.PACKED_MAGIC


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.0f}" if size >= 1e6 else f"{size / 1e6:.1f}"


def put_in_place(copy: Path, target: Path, kept: Path) -> None:
    """Let a file take the place of a database, of which all is kept in a folder.

    A kill in between leaves the one or the other in place, and what was there whole in the folder:
    a log never stays beside a database that is not its own.
    """
    if target.exists():
        try:
            os.link(target, kept / target.name)
        except OSError:  # a disk that knows no second name of a file
            os.replace(target, kept / target.name)
    for name in (f"{target.name}-wal", f"{target.name}-shm"):
        if (target.parent / name).exists():
            os.replace(target.parent / name, kept / name)
    os.replace(copy, target)


@contextmanager
def not_stopped() -> Iterator[None]:
    """Let Ctrl-C pass for the moment in which one thing takes the place of another."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# ---- A backup proved on a copy, and put back.

MAGIC = b"SQLite format 3\x00"
BEFORE = "before-restore-"
COUNTED = {
    "club_club": gettext_lazy("clubs"),
    "club_person": gettext_lazy("people"),
    "rubber_sitting": gettext_lazy("tables' evenings"),
    "rubber_dealrevision": gettext_lazy("deals as recorded"),
    "duplicate_event": gettext_lazy("events"),
    "duplicate_resultrevision": gettext_lazy("results as recorded"),
    "club_entry": gettext_lazy("entries in the accounts"),
}


class RestoreRefused(Exception):
    """Nothing was put back; the text says why and what would be right."""


@dataclass(frozen=True)
class BackupContents:
    """What a backup holds: rows by what they are called, and steps to bring it up to date.

    `kept` is where what was there before is kept, once the backup is put back. `strange` is what it
    is made of otherwise than a new database of this version, None where that was not compared.
    """

    rows: dict[str, int]
    steps: int
    kept: Path | None = None
    strange: list[str] | None = None


def check(file: Path, say: Say = silent) -> BackupContents:
    """Prove that a backup is sound and comes up to this version, and return what it holds.

    `say` is told how far it is. Raises RestoreRefused. Nothing of the club's own data is touched.
    """
    try:
        if not backups.uses_sqlite():
            found = _check_dump(file, say)
            # The tables of an older version are known once they are brought up to date.
            alike = not found.steps
            return replace(found, strange=_strange_in_dump(file) if alike else None)
        with _proved(file, say) as (found, copy), a_place() as empty:
            say(_("Comparing it with a new database"))
            made = schema.made_anew(empty)
            return replace(found, strange=schema.differences(schema.of_file(copy), made))
    except schema.NotMade as error:
        raise RestoreRefused(
            _("There is no new database to compare the backup with: %(why)s.") % {"why": error}
        ) from error


def _strange_in_dump(file: Path) -> list[str]:
    try:
        return schema.differences(schema.of_dump(file), schema.fresh_schema())
    except backups.ToolFailed as error:
        raise RestoreRefused(
            _("%(file)s cannot be read: %(why)s.") % {"file": file, "why": error.text}
        ) from error


def restore(file: Path, say: Say = silent) -> BackupContents:
    """Put a backup in the place of the data, and return what it holds.

    `say` is told how far it is. Raises RestoreRefused, also while a server runs; then, and where
    Ctrl-C or a kill ended it, everything is as it was, and it can be begun again.
    """
    try:
        with alone(settings.DATA_DIR):
            clear_what_was_left()
            restore_it = _restore_file if backups.uses_sqlite() else _restore_dump
            found = restore_it(file, say)
            database_guard.note_home()
            database_guard.begin_anew()
            return found
    except InUse:
        raise RestoreRefused(
            _("ClubScore is running on this data. Close it first, then restore the backup.")
        ) from None
    except OSError as error:
        raise RestoreRefused(_("Nothing was restored: %(why)s.") % {"why": error}) from error


def _kept_as(suffix: str) -> Path:
    """Return a new name under which what was there is kept."""
    stamp = timezone.now().strftime(backups.STAMP)
    backups.folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    return backups.folder() / f"{BEFORE}{stamp}{suffix}"


# ------------------------------------------------------------------ SQLite


@contextmanager
def _proved(file: Path, say: Say) -> Iterator[tuple[BackupContents, Path]]:
    """Yield what a backup holds and a copy of it that is sound and up to date."""
    if not file.is_file():
        raise RestoreRefused(_("There is no file %(file)s.") % {"file": file})
    try:
        with gzip.open(file) if is_packed(file) else file.open("rb") as handle:
            start = handle.read(len(MAGIC))
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise _damaged(file, error) from error
    if start != MAGIC:
        raise RestoreRefused(_not_ours(file, start))
    with a_place() as place:
        copy = place / "clubscore.sqlite3"
        try:
            copy_file(file, copy, say)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise _damaged(file, error) from error
        copy.chmod(0o600)
        try:
            say(_("Checking the copy"))
            backups.check_file(copy)
            done = _migrations_of(copy)
            steps = _steps(done)
            say(_updating(steps))
            _bring_up_to_date(place)
            backups.empty_file(copy)  # of one that an older program took
            say(_("Checking it once more"))
            backups.check_file(copy)
            rows = _rows(copy)
        except sqlite3.Error as error:
            raise _damaged(file, error) from error
        yield BackupContents(rows, steps), copy


def _damaged(file: Path, why: Exception) -> RestoreRefused:
    text = _("%(file)s is damaged: %(why)s. Use an older backup.")
    return RestoreRefused(text % {"file": file, "why": why})


def _updating(steps: int) -> str:
    if not steps:
        return _("The copy is of this version")
    return ngettext(
        "Updating the copy to this version: %(count)s step",
        "Updating the copy to this version: %(count)s steps",
        steps,
    ) % {"count": steps}


def _not_ours(file: Path, start: bytes) -> str:
    if start.startswith(backups.MAGIC):
        return _("%(file)s is a backup of a PostgreSQL database: set DATABASE_URL.") % {
            "file": file
        }
    if start.startswith(b"PK"):
        return _(
            "%(file)s is a readable copy. Import its files one by one with import_sitting and"
            " import_event; restore needs the backup that ends in .sqlite3.gz."
        ) % {"file": file}
    return _("%(file)s is not a ClubScore backup.") % {"file": file}


def _migrations_of(copy: Path) -> set[tuple[str, str]]:
    """Return the (app, name) of every migration that a database had."""
    database = sqlite3.connect(copy)
    try:
        return set(database.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.OperationalError:
        raise RestoreRefused(
            _("This is a database, but not ClubScore's: it records no versions.")
        ) from None
    finally:
        database.close()


def _steps(done: set[tuple[str, str]]) -> int:
    """Return how many steps a backup lacks; RestoreRefused where it is of a newer ClubScore."""
    if ("club", "0001_initial") not in done:
        raise RestoreRefused(_("This is a database, but not ClubScore's."))
    newer = database_guard.newer(done)
    if newer:
        raise RestoreRefused(
            _(
                "The backup was made by a newer ClubScore (%(step)s). Update the program to"
                " that version first."
            )
            % {"step": newer}
        )
    return len(database_guard.lacking(done))


def _bring_up_to_date(data: Path) -> None:
    """Bring the copy in a folder up to this version, in a process that knows nothing else."""
    own = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    environment = {k: v for k, v in os.environ.items() if k not in own}
    environment |= {"CLUBSCORE_DATA": str(data), "SECRET_KEY": settings.SECRET_KEY}
    command = places.command("migrate", "--no-input", "--verbosity", "0")
    done = subprocess.run(  # noqa: S603, PLW1510
        command, env=environment, capture_output=True, encoding="utf-8", errors="replace"
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["?"])[-1]
        raise RestoreRefused(
            _("The backup cannot be updated to this version: %(why)s") % {"why": last}
        )


def _rows(copy: Path) -> dict[str, int]:
    database = sqlite3.connect(copy)
    try:
        return {
            str(words): database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
            for table, words in COUNTED.items()
        }
    finally:
        database.close()


def _restore_file(file: Path, say: Say) -> BackupContents:
    target = Path(connection.settings_dict["NAME"])
    with _proved(file, say) as (found, copy):
        connection.close()
        _must_be_at_rest(target)
        _close_copy(copy)
        kept = _kept_as("")
        kept.mkdir(mode=0o700)
        say(_("Putting it in its place"))
        with not_stopped():
            # With its log beside it, as it was: also a damaged database is kept whole.
            put_in_place(copy, target, kept)
        backups.empty_kept(kept / target.name)
    return replace(found, kept=kept)


def _close_copy(copy: Path) -> None:
    """Leave nothing of a copy in a log beside it, and force it to the disk."""
    database = sqlite3.connect(copy)
    database.execute("PRAGMA journal_mode=DELETE")
    database.close()
    with copy.open("rb+") as handle:
        os.fsync(handle.fileno())


def _must_be_at_rest(target: Path) -> None:
    """Raise InUse where another program has the database open: it would go on writing to it."""
    if not target.exists():
        return
    database = sqlite3.connect(target, timeout=1, isolation_level=None)
    try:
        database.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError:
        raise InUse from None
    except sqlite3.DatabaseError:
        pass  # damaged: the very reason to put a backup back
    finally:
        database.close()


# ------------------------------------------------------------------ PostgreSQL


def _check_dump(file: Path, say: Say) -> BackupContents:
    if not file.is_file():
        raise RestoreRefused(_("There is no file %(file)s.") % {"file": file})
    with file.open("rb") as handle:
        if not handle.read(len(backups.MAGIC)).startswith(backups.MAGIC):
            raise RestoreRefused(
                _(
                    "%(file)s is not a PostgreSQL dump, but the data is in PostgreSQL"
                    " (DATABASE_URL)."
                )
                % {"file": file}
            )
    try:
        say(_("Reading the dump through"))
        backups.check_dump(file)
        return BackupContents({}, _steps(backups.migrations_in(file)))
    except backups.ToolFailed as error:
        raise RestoreRefused(
            _("%(file)s cannot be read: %(why)s.") % {"file": file, "why": error}
        ) from error


def _restore_dump(file: Path, say: Say) -> BackupContents:
    found = _check_dump(file, say)
    if backups.others_connected():
        raise InUse
    try:
        say(_("Keeping what is there now"))
        kept = backups.make_backup(prefix=BEFORE)
        say(_("Loading the dump; until all of it is there, nothing of it is"))
        backups.load_from(file)
    except (backups.BackupRefused, backups.ToolFailed) as error:
        raise RestoreRefused(
            _("Nothing was restored: %(why)s. Everything is as it was.") % {"why": error}
        ) from error
    with not_stopped():
        call_command("migrate", interactive=False, verbosity=0)
        backups.empty_database()
    return replace(found, kept=kept)
