"""Backups of the club's data, taken while the club plays, and without what lets anybody in.

SQLite: `VACUUM INTO` reads one consistent state; PostgreSQL: pg_dump reads one snapshot, by tools
of the server's version or newer. A copy is checked, packed, forced to the disk and only then
given its name. Logins, wrong codes and what secret addresses are made from are emptied in it.
"""

import datetime as dt
import gzip
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.models import Club, evening_of
from clubscore.club.record_words import NO_BACKUP, NO_TOOL, own
from clubscore.laws.words import Phrase
from clubscore.server.kept_files import FolderFile, Updated, bring_up_to_date

ROWS = ("django_session", "rubber_wrongcode")  # tables that are emptied
# Hashes of secret addresses stay: one that is printed, or kept by a phone, opens as before, but
# nobody can write it down again, nor type its six digits. The way out of mail is kept: each letter
# has it, and it opens nothing else.
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


# ---- Copies of a PostgreSQL database.

MAGIC = b"PGDMP"
PATIENCE = 3600  # seconds
SHOWN = 400  # characters of what a tool complains of


class ToolFailed(Exception):
    """A tool of PostgreSQL is missing or could not do it; the text is what it said."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def dump_into(draft: Path) -> None:
    """Write a dump of the database over an empty file, and see that it can be read.

    No single column can be left out: what secret addresses are made from is in it, and opens
    nothing without the server's secret.
    """
    name, environment = _target()
    without = [f"--exclude-table-data={table}" for table in ROWS]
    wanted = ["--format=custom", f"--file={draft}", f"--dbname={name}"]
    _run(["pg_dump", *without, *wanted], environment)
    check_dump(draft)


def check_dump(file: Path) -> None:
    """Raise ToolFailed unless pg_restore can read the file to its end."""
    _run(["pg_restore", "--file", os.devnull, str(file)], dict(os.environ))


def migrations_in(file: Path) -> set[tuple[str, str]]:
    """Return the (app, name) of every migration that a dump's database had."""
    only = ["--data-only", "--table=django_migrations", "--file=-", str(file)]
    found = set()
    for line in _run(["pg_restore", *only], dict(os.environ)).splitlines():
        cells = line.split("\t")
        if len(cells) == 4:
            found.add((cells[1], cells[2]))
    return found


def definitions_in(file: Path) -> str:
    """Return the script that makes the tables of a dump's database, without its rows."""
    only = ["--schema-only", "--no-owner", "--no-privileges", "--file=-"]
    return _run(["pg_restore", *only, str(file)], dict(os.environ))


def definitions_of(schema: str) -> str:
    """Return the script that makes the tables of a schema of our database."""
    name, environment = _target()
    only = ["--schema-only", "--no-owner", "--no-privileges", f"--schema={schema}"]
    return _run(["pg_dump", *only, f"--dbname={name}"], environment)


def load_from(file: Path) -> None:
    """Put a dump in the place of all that the database holds: wholly, or not at all."""
    name, environment = _target()
    script = file.with_name(f".{file.name}.sql")
    make = ["--clean", "--if-exists", "--no-owner", "--no-privileges", f"--file={script}"]
    try:
        script.touch(mode=0o600)
        _run(["pg_restore", *make, str(file)], environment)
        quoted = [connection.ops.quote_name(t) for t in connection.introspection.table_names()]
        clear = [f"DROP TABLE IF EXISTS {', '.join(quoted)} CASCADE"] if quoted else []
        # Ours is the only connection; left open, it would wait for itself.
        connection.close()
        steps = [part for sql in clear for part in ("-c", sql)]
        once = ["psql", "--no-psqlrc", "--quiet", "--single-transaction", "-v", "ON_ERROR_STOP=1"]
        _run([*once, f"--dbname={name}", *steps, "-f", str(script)], environment)
    finally:
        script.unlink(missing_ok=True)


def others_connected() -> int:
    """Return how many other connections the database has: a server that runs has some."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


def server_itself() -> dict[str, Any]:
    """Return how libpq reaches the database, past any pooler.

    Tools set the session up for themselves, and a pooler would lend that session to pages next.
    """
    from psycopg.conninfo import conninfo_to_dict

    if settings.NEWS_DATABASE_URL:
        return conninfo_to_dict(settings.NEWS_DATABASE_URL)
    return connection.get_connection_params()


def _target() -> tuple[str, dict[str, str]]:
    """Return how a tool finds our database; the password goes where no list of processes is."""
    from psycopg.conninfo import make_conninfo

    known = server_itself()
    wanted = ("host", "port", "user", "dbname", "sslmode", "sslrootcert", "target_session_attrs")
    name = make_conninfo(**{key: known[key] for key in wanted if known.get(key)})
    password = known.get("password")
    return name, {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}


def _run(command: list[str], environment: dict[str, str]) -> str:
    tool = shutil.which(command[0])
    if tool is None:
        raise ToolFailed(own(Phrase(NO_TOOL, {"tool": command[0]})))
    done = subprocess.run(  # noqa: S603, PLW1510
        [tool, *command[1:]],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=PATIENCE,
    )
    if done.returncode:
        raise ToolFailed(" ".join(done.stderr.split())[:SHOWN] or command[0])
    return done.stdout


# ---- Backups, taken while the club plays.

PREFIX = "clubscore-"
# What is taken before an update is not packed: the version of before may not read that.
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
    suffix, write = (PACKED, _copy_to) if uses_sqlite() else (DUMP, dump_into)
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
    readable: Callable[[Iterable[Club]], Iterable[FolderFile]] = import_string(
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
    except (OSError, sqlite3.Error, ToolFailed) as error:
        why = error.text if isinstance(error, ToolFailed) else error
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
    empty_file(draft)
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
