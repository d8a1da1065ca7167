"""An update of the database: copied first, then step by step, put back where a step fails.

Of SQLite the file is put back, of PostgreSQL the dump, in one transaction. What came out is held
against a new database that went through the same migrations: tables, indexes and triggers.
"""

import os
import re
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from django.conf import settings
from django.core.management import call_command
from django.core.management.commands.migrate import Command as Migrate
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore import places
from clubscore.club.database import Step
from clubscore.places import typed
from clubscore.server import backups, database_guard

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
    """Say each thing that is missing, that nobody made, or that is otherwise than it was made.

    A backup may hold every row and lack the trigger that keeps the book from being changed: it
    would open and guard nothing.
    """
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
    return _pieces(backups.definitions_in(file))


def fresh_schema() -> Schema:
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
        return _pieces(backups.definitions_of(beside).replace(f"{beside}.", "public."))
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA {name} CASCADE")


def _address(beside: str) -> str:
    """Return the address of our database at which tables are made in another schema."""
    known = backups.server_itself()
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


# ---- An update, put back where a step fails.

Say = Callable[[str], None]
FAILED = "failed-update-"
EVERY = 2.0  # seconds between two words of how far the copy is


class UpdateFailed(Exception):
    """The database could not be brought up to date; the text says why, and how it stands now."""


class MigrationSteps(Migrate):
    """Django's command, which says which step it is at, of how many."""

    def __init__(self, total: int, say: Say) -> None:
        super().__init__()
        self._total, self._say = total, say
        self.begun = 0
        self.at = ""

    def migration_progress_callback(
        self, action: str, migration: Migration | None = None, fake: bool = False
    ) -> None:
        """Say which step begins."""
        if action != "apply_start" or migration is None:
            return
        self.begun += 1
        self.at = f"{migration.app_label} {migration.name}"
        self._say(
            _("Updating the database: step %(step)s of %(total)s")
            % {"step": self.begun, "total": self._total}
        )


def bring_up_to_date(say: Say) -> bool:
    """Do the steps that the database lacks, after a copy of it where it holds a club.

    Returns whether there were any. Raises BackupRefused where there is no copy, so nothing was
    begun, and UpdateFailed, after which the database is as it was before unless the text says not.
    """
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        return False
    copy = _copied(say) if database_guard.has_club() else None
    had = database_guard.done()
    steps = MigrationSteps(len(plan), say if copy else _silent)
    try:
        call_command(steps, interactive=False, verbosity=0)
    except (Exception, KeyboardInterrupt) as error:
        raise UpdateFailed(_failed(steps, error, copy, had)) from error
    say(_("Database updated.") if executor.loader.applied_migrations else _("Database created."))
    return True


def _silent(_text: str) -> None:
    """Say nothing of the first tables of an empty database."""


def _copied(say: Say) -> Path:
    """Copy the database as it is before the update, saying how far that is."""
    with _told(say) as grows:
        made = backups.make_backup(prefix=backups.BEFORE_UPDATE, grows=grows)
    backups.prune(backups.folder())
    say(_("Backup made: %(file)s") % {"file": made})
    return made


@contextmanager
def _told(say: Say) -> Iterator[Callable[[Path], None]]:
    """Yield what is told of a draft that is about to be written, and say how much of it is there.

    The copy itself is one call of the database, which says nothing, so its file is looked at.
    """
    over = threading.Event()
    drafts: list[Path] = []
    whole = _size()
    # Words are made here: a thread of its own has no language.
    words = _("Copying the database before the update: %(done)s of about %(whole)s MB")
    unknown = _("Copying the database before the update: %(done)s MB")

    def look() -> None:
        while not over.wait(EVERY):
            done = sum(each.stat().st_size for each in drafts if each.exists()) / 1e6
            told = words if whole else unknown
            say(told % {"done": f"{done:.0f}", "whole": f"{whole / 1e6:.0f}"})

    looking = threading.Thread(target=look, name="looks at the copy", daemon=True)
    looking.start()
    try:
        yield drafts.append
    finally:
        over.set()
        looking.join()


def _size() -> int:
    """Return how many bytes the database has; 0 where that says nothing of its copy's size."""
    return os.stat(_file()).st_size if backups.uses_sqlite() else 0


def _failed(steps: MigrationSteps, error: BaseException, copy: Path | None, had: set[Step]) -> str:
    """Put the database back where the update changed it; say what failed, and how it stands.

    The step that failed leaves nothing, being a transaction; but those before it stay, and then
    neither the new program nor the old one can use the database.
    """
    why = " ".join(str(error).split()) or type(error).__name__
    told = _("The update of the database failed at %(step)s: %(why)s.") % {
        "step": steps.at or _("its beginning"),
        "why": why.rstrip("."),
    }
    return f"{told} {_put_back(copy, had)}"


def _put_back(copy: Path | None, had: set[Step]) -> str:
    if copy is None:
        return _("There was no club in it yet.")
    by_hand = _(
        "The database is not as it was. With the version of before, restore its backup:"
        " %(restore)s %(file)s"
    ) % {"restore": typed("restore"), "file": copy}
    try:
        if backups.uses_sqlite():
            told = _file_back(copy)
        elif database_guard.done() == had:
            told = _("PostgreSQL undid that step: the database is as it was before.")
        elif backups.others_connected():
            return by_hand
        else:
            backups.load_from(copy)
            told = _(
                "The backup taken before the update was restored: the database is as it was before."
            )
    except Exception as error:
        return f"{by_hand} ({error})"
    # A service tries again and again: no copy of what is there anyway takes an older one's place.
    copy.unlink(missing_ok=True)
    return f"{told} {_('Start the version of before, or try again.')}"


def _file_back(copy: Path) -> str:
    """Put the copy of before in the place of the file, which is kept."""
    connection.close()
    target = _file()
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        shutil.copyfile(copy, draft)
        draft.chmod(0o600)
        backups.check_file(draft)
        with draft.open("rb+") as handle:
            os.fsync(handle.fileno())
        aside = backups.folder() / f"{FAILED}{timezone.now().strftime(backups.STAMP)}"
        for older in backups.folder().glob(f"{FAILED}*"):
            shutil.rmtree(older)
        aside.mkdir(mode=0o700)
        # With its log: what was read of it would be read of the copy.
        for name in (target.name, f"{target.name}-wal", f"{target.name}-shm"):
            if (target.parent / name).exists():
                os.replace(target.parent / name, aside / name)
        os.replace(draft, target)
        backups.empty_kept(aside / target.name)
    finally:
        draft.unlink(missing_ok=True)
    return _(
        "The backup taken before the update was restored: the database is as it was before."
        " The one that failed is kept in %(aside)s."
    ) % {"aside": aside}


def _file() -> Path:
    name: Any = connection.settings_dict["NAME"]
    return Path(name)
