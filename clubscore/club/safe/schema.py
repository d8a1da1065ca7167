"""What a database is made of, held against a new one that has come through the same migrations.

Tables with their columns and rules, indexes, triggers. A backup may hold every row and lack the
trigger that keeps the book from being changed; it would open and guard nothing.
"""

import os
import re
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from clubscore import places
from clubscore.club.safe import pg_copies

LEFT_OUT = "sqlite_"
# pg_dump's line before each piece: -- Name: x; Type: TABLE; Schema: public; Owner: -
PIECE = re.compile(r"^-- (?:Data for )?Name: (.+); Type: (.+); Schema: .*$", re.MULTILINE)
CAST = re.compile(r"::(?:character varying|[a-z]+)(?:\(\d+\))?(?:\[\])?")
NO_BRACKETS = str.maketrans("", "", "()")
AS_WRITTEN = ("function", "trigger")
SHOWN = 160  # characters of a definition


class Thing(NamedTuple):
    """Something that a database is made of: "table", "index", "trigger" …, and its name."""

    kind: str
    name: str


# Each thing with the parts of its definition; the order of a table's columns does not matter.
Schema = Mapping[Thing, frozenset[str]]


class NotMade(Exception):
    """There is no new database to compare with; the text says why."""


def differences(found: Schema, meant: Schema) -> list[str]:
    """Say each thing that is missing, that nobody made, or that is otherwise than it was made."""
    told = [
        _("Missing: %(thing)s") % {"thing": _named(each)} for each in sorted(meant - found.keys())
    ]
    told += [
        _("Unknown: %(thing)s") % {"thing": _named(each)} for each in sorted(found.keys() - meant)
    ]
    for each in sorted(found.keys() & meant.keys()):
        has, should = found[each] - meant[each], meant[each] - found[each]
        words = {"thing": _named(each), "has": _shown(has), "should": _shown(should)}
        if has and should:
            told.append(_("Changed: %(thing)s has %(has)s and should have %(should)s") % words)
        elif should:
            told.append(_("Changed: %(thing)s lacks %(should)s") % words)
        elif has:
            told.append(_("Changed: %(thing)s also has %(has)s") % words)
    return told


def _named(thing: Thing) -> str:
    return f"{thing.kind.lower()} {thing.name}"


def _shown(parts: frozenset[str]) -> str:
    return "; ".join(sorted(parts))[:SHOWN]


def _plain(sql: str) -> str:
    """A definition whatever its spaces and lines."""
    return " ".join(sql.split())


# ------------------------------------------------------------------ SQLite


def of_file(file: Path) -> Schema:
    """Return what an SQLite file is made of."""
    database = sqlite3.connect(file)
    try:
        rows: list[tuple[str, str, str | None]] = database.execute(
            "SELECT type, name, sql FROM sqlite_master"
        ).fetchall()
    finally:
        database.close()
    return {
        Thing(kind, name): frozenset(_parts(sql) if kind == "table" else [_plain(sql)])
        for kind, name, sql in rows
        if sql and not name.startswith(LEFT_OUT)
    }


def _parts(sql: str) -> Iterator[str]:
    """Yield the columns and rules of a table: what stands between the commas of its brackets."""
    depth, quoted, part = 0, "", ""
    for sign in sql[sql.index("(") + 1 : sql.rindex(")")]:
        if quoted:
            quoted = "" if sign == quoted else quoted
        elif sign in "\"'":
            quoted = sign
        depth += (sign == "(") - (sign == ")") if not quoted else 0
        if sign == "," and not depth and not quoted:
            yield _plain(part)
            part = ""
        else:
            part += sign
    yield _plain(part)
    yield _plain(sql[sql.rindex(")") + 1 :])


def made_anew(folder: Path) -> Schema:
    """Return what a new SQLite file of this version is made of, in an empty folder.

    Raises NotMade.
    """
    _migrate({"CLUBSCORE_DATA": str(folder)})
    return of_file(folder / "clubscore.sqlite3")


def _migrate(chosen: dict[str, str]) -> None:
    """Make the tables of a new database, in a process that knows nothing of the club's own."""
    own = ("DATABASE_URL", "NEWS_DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    environment = {k: v for k, v in os.environ.items() if k not in own}
    command = places.command("migrate", "--no-input", "--verbosity", "0")
    done = subprocess.run(  # noqa: S603, PLW1510
        command,
        env=environment | {"SECRET_KEY": settings.SECRET_KEY} | chosen,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        raise NotMade((done.stderr.strip().splitlines() or ["?"])[-1])


# ------------------------------------------------------------------ PostgreSQL


def of_dump(file: Path) -> Schema:
    """Return what the database of a dump was made of. Raises ToolFailed."""
    return _pieces(pg_copies.definitions_in(file))


def made_beside() -> Schema:
    """Return what a new PostgreSQL database of this version is made of.

    It is made in a schema of its own beside the club's, and goes again. Raises NotMade, ToolFailed.
    """
    beside = f"clubscore_check_{os.getpid()}"
    name = connection.ops.quote_name(beside)
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA {name}")
    except DatabaseError as error:
        raise NotMade(str(error).strip()) from error
    try:
        _migrate({"CLUBSCORE_DATA": str(settings.DATA_DIR), "DATABASE_URL": _address(beside)})
        return _pieces(pg_copies.definitions_of(beside).replace(f"{beside}.", "public."))
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA {name} CASCADE")


def _address(beside: str) -> str:
    """Return the address of our database at which tables are made in another schema."""
    known = pg_copies.server_itself()
    password = f":{quote(str(known['password']), safe='')}" if known.get("password") else ""
    who = f"{quote(str(known.get('user', '')), safe='')}{password}"
    hosts = [str(known.get(key) or "").split(",") for key in ("host", "port")]
    wanted: tuple[str, ...] = ("sslmode", "sslrootcert", "target_session_attrs")
    where = ",".join(":".join(each) for each in zip(*hosts, strict=False))
    if where.startswith(("/", ":")):
        # As questions, because a host may be the folder of a socket.
        wanted, where = (*wanted, "host", "port"), ""
    asked = {key: known[key] for key in wanted if known.get(key)}
    asked["options"] = f"-c search_path={beside}"
    asks = urlencode(asked, quote_via=quote)
    return f"postgresql://{who}@{where}/{quote(str(known['dbname']))}?{asks}"


def _pieces(sql: str) -> Schema:
    """Return the pieces of a script of pg_dump, each under the line that names it."""
    heads = list(PIECE.finditer(sql))
    ends = [*(head.start() for head in heads[1:]), len(sql)]
    found = {}
    for head, end in zip(heads, ends, strict=True):
        kind, name = head[2].lower(), head[1]
        if kind == "schema":
            continue
        lines = sql[head.end() : end].splitlines()
        body = "\n".join(line for line in lines if not line.startswith(("--", "SET ", "\\")))
        parts = _parts(body) if kind == "table" else [_plain(body)]
        found[Thing(kind, name)] = frozenset(parts if kind in AS_WRITTEN else map(_uncast, parts))
    return found


def _uncast(sql: str) -> str:
    """A definition without casts and brackets: PostgreSQL sets others once it was put back."""
    return _plain(re.sub(CAST, "", sql).translate(NO_BRACKETS))
