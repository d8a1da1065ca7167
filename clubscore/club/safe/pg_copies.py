"""Copies of a PostgreSQL database by its own tools, pg_dump, pg_restore and psql.

Their version must be the server's or newer; they say so themselves where it is not.
"""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from clubscore.club.own_phrases import NO_TOOL
from clubscore.club.own_words import own
from clubscore.club.safe import no_keys
from clubscore.laws.words import Phrase

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
    without = [f"--exclude-table-data={table}" for table in no_keys.ROWS]
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
