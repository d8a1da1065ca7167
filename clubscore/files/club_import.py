"""A club brought in from its file, checked before it is believed, and closed where it was.

The checksum shows what was damaged on the way. It is no signature, so every value and key is
looked at again. A club is closed only once its file was read back whole, byte by byte. Here as
well: every row of one database copied into another, and proved to be there.
"""

import datetime as dt
import hashlib
import json
import time
import uuid
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, NoReturn

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.db import DatabaseError, OperationalError, connection, connections, transaction
from django.db.models import AutoField, Field, Max, Model, QuerySet, Sum
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import closed_clubs_of
from clubscore.club.database import one_moment
from clubscore.club.ledger import keep_sums
from clubscore.club.logins import OF_CLUB, free_slug
from clubscore.club.models import Club, Membership, Role, User
from clubscore.club.record_words import stored_of
from clubscore.events.models import Event, EventList, EventShare, EventTableLink, SeveralShare
from clubscore.files.club_file import (
    FORMAT,
    VERSION,
    BadRow,
    FileOfClub,
    as_line,
    carried,
    fields_of,
    is_object,
    read_row,
    readers,
    rows_of,
    steps,
)
from clubscore.rubbers.models import RoomLink, SevenEvening, Sitting, TableLink
from clubscore.web.hooks import extras

# What is not copied, and why not.
LEFT_OUT: Final[Mapping[str, str]] = {
    "auth.Permission": "made with the tables",
    "contenttypes.ContentType": "made with the tables",
    "club.BroughtForward": "follows from the book, whose triggers take it away: added up again",
}
AT_ONCE = 1000


class TableDigest(NamedTuple):
    """What a table holds on one side: how many rows, and their digest."""

    rows: int
    digest: str


class NotTheSame(Exception):
    """A table does not hold the same on both sides; its label is the text."""


def copied_models() -> list[type[Model]]:
    """Return the models whose rows are copied: all that are installed, but those left out."""
    every = apps.get_models(include_auto_created=True)
    return [model for model in every if model._meta.label not in LEFT_OUT]


def is_empty(using: str) -> bool:
    """Whether nothing was ever recorded in a database that has our tables."""
    return not any(_rows(model, using).exists() for model in copied_models())


def copy_all(source: str, target: str) -> None:
    """Copy the rows of every model, and how far their keys have come.

    Part of a transaction on the target. What the database refuses is a DatabaseError.
    """
    for model in copied_models():
        _copy(model, source, target)
        if isinstance(model._meta.pk, AutoField):
            _set_last_key(model, target, _last_key(model, source))


def prove(source: str, target: str) -> Mapping[str, TableDigest]:
    """Return what each table holds on both sides. Raises NotTheSame."""
    told = {}
    for model in copied_models():
        ours, theirs = told_of(model, source), told_of(model, target)
        if ours != theirs:
            raise NotTheSame(model._meta.label)
        told[model._meta.label] = ours
    return told


def told_of(model: type[Model], using: str) -> TableDigest:
    """Read a table from its first row to its last; return what it holds.

    Rows are read in the order of their keys. An object within JSON has its fields in the order of
    their names, because PostgreSQL keeps them in an order of its own.
    """
    read, count = hashlib.sha256(), 0
    for row in _values(model, using):
        plain = [_plain(value) for value in row]
        read.update(json.dumps(plain, ensure_ascii=True, sort_keys=True).encode() + b"\n")
        count += 1
    return TableDigest(count, read.hexdigest())


def _plain(value: Any) -> Any:
    """Return a value as both databases give it."""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat()
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, (bytes, memoryview)):
        return bytes(value).hex()
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return str(stored_of(value)) if isinstance(value, str) else value


def _rows(model: type[Model], using: str) -> QuerySet[Model]:
    return QuerySet(model, using=using)


def _fields(model: type[Model]) -> "list[Field[Any, Any]]":
    return list(model._meta.concrete_fields)


def _values(model: type[Model], using: str) -> Iterator[tuple[Any, ...]]:
    attributes = [field.attname for field in _fields(model)]
    return iter(
        _rows(model, using).order_by("pk").values_list(*attributes).iterator(chunk_size=AT_ONCE)
    )


def _copy(model: type[Model], source: str, target: str) -> None:
    fields = _fields(model)
    for some in _by(AT_ONCE, _values(model, source)):
        insert_rows(model, fields, some, target)


def insert_rows(
    model: type[Model],
    fields: "Sequence[Field[Any, Any]]",
    rows: Iterable[Sequence[Any]],
    using: str = "default",
) -> None:
    """Insert rows by the values of these fields as they stand: nothing is set or stamped anew.

    A third of the work of making each row an object first.
    """
    connection = connections[using]
    quote = connection.ops.quote_name
    order = (
        f"INSERT INTO {quote(model._meta.db_table)}"  # noqa: S608 - names of our own
        f" ({', '.join(quote(str(field.column)) for field in fields)})"
        f" VALUES ({', '.join(['%s'] * len(fields))})"
    )
    kept = [
        [
            field.get_db_prep_save(value, connection)
            for field, value in zip(fields, row, strict=True)
        ]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(order, kept)


def _by(count: int, rows: Iterable[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    some = []
    for row in rows:
        some.append(row)
        if len(some) == count:
            yield some
            some = []
    if some:
        yield some


def _last_key(model: type[Model], using: str) -> int:
    """Return the highest key that a table ever gave: no key is given twice, here or there."""
    table, connection = model._meta.db_table, connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        else:
            cursor.execute(
                "SELECT last_value FROM pg_sequences WHERE quote_ident(schemaname) || '.' ||"
                " quote_ident(sequencename) = pg_get_serial_sequence(%s, 'id')",
                [table],
            )
        row: tuple[int | None] | None = cursor.fetchone()
    return (row[0] if row else None) or 0


def _set_last_key(model: type[Model], using: str, last: int) -> None:
    table, connection = model._meta.db_table, connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, last])
        elif last:
            sequence = "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)"
            cursor.execute(sequence, [table, last])


# ---- A file held against what it says of itself.

# Nothing that a club keeps is longer: files of events have 8 MB at most.
LONGEST_LINE: Final = 32 * 1024 * 1024
# A line for what the file is and one for what it comes to, besides the models' own.
AROUND: Final = 2


class BadFile(Exception):
    """A file that does not come in; the text says why and what would be right."""


class ClubFileContents(NamedTuple):
    """What the file of a club says that it holds: how many rows of each model, and its checksum."""

    counts: Mapping[str, int]
    digest: str


def check_file(file: Path) -> ClubFileContents:
    """Read a file from its first line to its last; return what it holds. Raises BadFile, OSError.

    Afterwards it is known to be whole and unaltered, of this program's version, with as many rows
    as it says. What stands in the rows is not read.
    """
    with file.open("rb") as source:
        head, counts = _head(file, source)
        read, lines, last = hashlib.sha256(as_line(head)), 1, b""
        for line in _lines(file, source):
            if last:
                read.update(last)
                lines += 1
            last = line
    told = plain_value(last)
    if not is_object(told) or "sha256" not in told:
        raise BadFile(
            _("%(file)s is incomplete: its end is missing. Copy it again.") % {"file": file}
        )
    rows = sum(counts.values()) + len(carried())
    if told != {"lines": lines, "sha256": read.hexdigest()} or lines != rows + AROUND - 1:
        text = _("%(file)s was altered: its checksum does not match. Copy or export it again.")
        raise BadFile(text % {"file": file})
    return ClubFileContents(counts, read.hexdigest())


def _head(file: Path, source: IO[bytes]) -> tuple[Mapping[str, object], dict[str, int]]:
    """Read the first line and the counts in it. BadFile unless this program can read the rest."""
    line = source.readline(LONGEST_LINE)
    head = plain_value(line)
    if not is_object(head) or head.get("format") != FORMAT:
        raise BadFile(_("%(file)s is not the file of a club.") % {"file": file})
    _check_version(file, head)
    told = head.get("counts")
    given = told.items() if is_object(told) else ()
    counts = {label: count for label, count in given if type(count) is int and count >= 0}
    labels = [model._meta.label for model in carried()]
    if as_line(head) != line or counts != told or sorted(labels) != sorted(counts):
        raise BadFile(_("%(file)s was altered: its first line is wrong.") % {"file": file})
    return head, counts


def _check_version(file: Path, head: Mapping[str, object]) -> None:
    if head.get("version") == VERSION and head.get("steps") == steps():
        return
    told = head.get("steps")
    theirs: dict[str, object] = told if isinstance(told, dict) else {}
    ours = steps()
    shared = {app: step for app, step in ours.items() if app in theirs}
    if head.get("version") != VERSION or any(str(theirs[app]) > shared[app] for app in shared):
        text = _(
            "%(file)s was written by a newer ClubScore. Update this one to the same version first."
        )
    elif any(theirs[app] != shared[app] for app in shared):
        text = _(
            "%(file)s was written by an older ClubScore. Update that one to this version and"
            " export the club again."
        )
    else:
        text = _(
            "%(file)s was written by a server with other features (%(what)s). Set CLUBSCORE_EXTRAS"
            " there and here to the same, and export the club again."
        )
    raise BadFile(text % {"file": file, "what": ", ".join(sorted({*theirs} ^ {*ours}))})


def _lines(file: Path, source: IO[bytes]) -> Iterator[bytes]:
    while line := source.readline(LONGEST_LINE):
        if not line.endswith(b"\n"):
            raise BadFile(
                _("%(file)s is incomplete: its end is missing. Copy it again.") % {"file": file}
            )
        yield line


def rows_in(file: Path) -> Iterator[tuple[int, object]]:
    """Yield (number of the line, what stands in it) for all lines but the first and the last.

    Of a file that was checked; BadFile where a line is no JSON.
    """
    with file.open("rb") as source:
        ahead = b""
        for number, line in enumerate(_lines(file, source)):
            if number > 1:
                yield number, _read_line(file, number, ahead)
            ahead = line


def _read_line(file: Path, number: int, line: bytes) -> object:
    value = plain_value(line)
    if value is None:
        raise bad_line(file, number, _("it is not JSON"))
    return value


def bad_line(file: Path, number: int, why: str) -> BadFile:
    """Return what refuses a file for one of its lines."""
    told = {"file": file, "number": number, "why": why}
    return BadFile(_("%(file)s, line %(number)s: %(why)s. Nothing was imported.") % told)


def heading_of(label_number: int) -> dict[str, object]:
    """Return the line that stands before the rows of the model of that number."""
    model = carried()[label_number]
    return {"model": model._meta.label, "fields": [field.name for field in fields_of(model)]}


def plain_value(line: bytes) -> object:
    """Return the value that a line holds, None where it is no line of such a file."""
    try:
        return json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


# ---- A club brought in.

AT_ONCE_OF_COMING_IN = 1000


@dataclass(frozen=True)
class CameIn:
    """A club that came in, how many rows of each model, and its logins, which need passwords.

    Without a director among them nobody can let the others in.
    """

    club: Club
    counts: Mapping[str, int]
    logins: Sequence[Membership]

    @property
    def directors(self) -> list[Membership]:
        """Who directs it."""
        return [each for each in self.logins if each.role == Role.DIRECTOR]


def import_club(file: Path, *, keep: bool = True) -> CameIn:
    """Bring a club in, beside those that are here. Raises BadFile and OSError; then nothing is.

    Without `keep` nothing of it stays, and it is known that it would come in. Every row gets a new
    key, every login a new name where its own is taken here, and nobody has a password. What follows
    from the rows is worked out again.
    """
    found = check_file(file)
    try:
        with transaction.atomic():
            club = bring_in(file, found.counts, rows_in(file))
            logins = _logins_of(club)
            transaction.set_rollback(not keep)
    except OperationalError:
        raise  # the disk is full, or somebody else writes: no fault of the file
    except (DatabaseError, UnicodeError) as error:
        raise BadFile(
            _("%(file)s holds what no club can have: %(why)s. Nothing was imported.")
            % {"file": file, "why": str(error).strip().partition("\n")[0]}
        ) from error
    if keep:
        keep_sums(club=club)
    return CameIn(club, found.counts, logins)


def _logins_of(club: Club) -> list[Membership]:
    return list(Membership.objects.filter(club=club).select_related("user").order_by("pk"))


def bring_in(file: Path, counts: Mapping[str, int], rows: Iterator[tuple[int, object]]) -> Club:
    """Bring the rows of a file in, each with the number of its line. Raises BadFile.

    Part of a transaction. What follows from the rows is not worked out yet.
    """
    coming = _ClubComing(file, counts)
    for number, model in enumerate(carried()):
        coming.bring(model, number, rows)
    return coming.club


class _ClubComing:
    """A club that is coming in: its keys here, and its logins' names."""

    club: Club

    def __init__(self, file: Path, counts: Mapping[str, int]) -> None:
        self._file, self._counts = file, counts
        self._logins: list[User] = []
        self._keys = {model: reserved(model, counts[model._meta.label]) for model in carried()}
        if self._counts[Club._meta.label] != 1:
            raise BadFile(_("%(file)s holds no club, or several.") % {"file": file})

    def bring(self, model: type[Model], number: int, rows: Iterator[tuple[int, object]]) -> None:
        """Bring in the heading and the rows of a model."""
        at, heading = next(rows)
        if heading != heading_of(number):
            raise bad_line(self._file, at, _("another kind of row was expected"))
        for some in self._read(model, rows):
            if model is User:
                self._logins += [_login(*each) for each in some]
            elif model is Club:
                self._found(*some[0])
            else:
                self._insert(model, some)

    def _read(
        self, model: type[Model], rows: Iterator[tuple[int, object]]
    ) -> Iterator[list[tuple[int, list[Any]]]]:
        """Yield (key, values) of the rows of a model, many at once."""
        made, some = readers(model, self._turned), list[tuple[int, list[Any]]]()
        for key in self._keys[model]:
            at, row = next(rows)
            try:
                some.append((key, read_row(row, model, made)))
            except BadRow as error:
                raise bad_line(self._file, at, str(error)) from error
            if len(some) == AT_ONCE_OF_COMING_IN:
                yield some
                some = []
        if some:
            yield some

    def _insert(self, model: type[Model], rows: list[tuple[int, list[Any]]]) -> None:
        """Insert rows whose every field is in the file, but their key and their club."""
        named = {field.name: field for field in model._meta.concrete_fields}
        ahead, club = [named["id"], named["club"]], self._keys[Club][0]
        told = [[key, club, *values] for key, values in rows]
        insert_rows(model, [*ahead, *fields_of(model)], told)

    def _found(self, key: int, values: list[Any]) -> None:
        """Insert the club, with a short name of its own, and its logins."""
        for login in self._logins:
            _make_way_for(login.username)
        told = _by_attribute(Club, values)
        self.club = Club(pk=key, **told, slug=free_slug(told["name"], self._will_do))
        for login in self._logins:
            login.username = _name_here(login.username, self.club.slug)
        User.objects.bulk_create(self._logins)
        self.club.save(force_insert=True)

    def _will_do(self, slug: str) -> bool:
        """Whether all logins can have a name under which they go out again as they came."""
        return all(
            not each.username.endswith(f"{OF_CLUB}{slug}")
            and not _is_taken(_name_here(each.username, slug))
            for each in self._logins
        )

    def _turned(self, model: type[Model], number: int) -> int:
        """Return the key of a row by its number in the file. Raises ValueError for none."""
        keys = self._keys[model]
        if number > len(keys) or number < 0:
            raise ValueError(number)
        return keys[number - 1] if number else 0


def _by_attribute(model: type[Model], values: list[Any]) -> dict[str, Any]:
    return {field.attname: value for field, value in zip(fields_of(model), values, strict=True)}


def _login(key: int, values: list[Any]) -> User:
    """Return a login that nobody can use until it has a password."""
    return User(pk=key, **_by_attribute(User, values), password=make_password(None))


def _name_here(username: str, slug: str) -> str:
    """Return the name of a login on this server: its own, with its club where that is taken."""
    return f"{username}{OF_CLUB}{slug}" if _is_taken(username) else username


def _make_way_for(username: str) -> None:
    """Let a login that opens nothing here any more, its clubs being closed, bear its club's name.

    So that a club that comes back has the names that it went with.
    """
    for bearer in User.objects.filter(username__iexact=username):
        closed = closed_clubs_of(bearer)
        new = f"{bearer.username}{OF_CLUB}{closed[0].slug}" if closed else username
        if not _is_taken(new):
            User.objects.filter(pk=bearer.pk).update(username=new)


def _is_taken(username: str) -> bool:
    return User.objects.filter(username__iexact=username).exists()


def reserved(model: type[Model], count: int) -> Sequence[int]:
    """Return that many new keys of a model in ascending order, which nobody else gets.

    Part of a transaction: on SQLite nobody else writes in it, on PostgreSQL others go on.
    """
    table = model._meta.db_table
    if connection.vendor == "sqlite":
        last = _last_key_of_coming_in(table) + 1
        return range(last, last + count)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [table, count],
        )
        rows: list[tuple[int]] = cursor.fetchall()
    return array("q", (key for (key,) in rows))


def _last_key_of_coming_in(table: str) -> int:
    """Return the highest key that an SQLite table ever had: no key is given twice."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row: tuple[int] | None = cursor.fetchone()
    return row[0] if row else 0


# ---- Closing a club that plays elsewhere now.

# For what was let in a moment before, and writes a moment after: no entry takes so long.
A_MOMENT = 2.0
LINKS = (TableLink, RoomLink, EventTableLink, EventShare, SeveralShare, EventList)
COUNTED = (Sitting, SevenEvening, Event)


class NotClosed(Exception):
    """The club stays open: the file is not what the club is; the text says which line differs."""


def close_club(*, club: Club, file: Path, moved_to: str, wait: float = A_MOMENT) -> None:
    """Close a club whose file is whole and says all that the club is.

    Its codes and links end at once. Raises BadFile, OSError, NotWritten and NotClosed; then the
    club is open as before, but for codes and links where somebody wrote at the last moment.
    """
    check_file(file)
    with one_moment():
        state = _state_of(club)
        _compare(club, file)
    with transaction.atomic():
        found = Club.objects.select_for_update().get(pk=club.pk)
        _must_be(state, club)
        found.closed_at, found.moved_to = clock.now(), moved_to
        found.save(update_fields=["closed_at", "moved_to"])
        of_extras = (link for extra in extras() for link in extra.links)
        links: list[type[Model]] = [*LINKS, *of_extras]
        for link in links:
            link._base_manager.filter(club=club, revoked_at=None).update(revoked_at=clock.now())
    time.sleep(wait)
    try:
        _must_be(state, club)
    except NotClosed:
        reopen_club(club=club)
        raise


def reopen_club(*, club: Club) -> None:
    """Let a club play here again; its phones are let in anew."""
    Club.objects.filter(pk=club.pk).update(closed_at=None, moved_to="")


def _compare(club: Club, file: Path) -> None:
    """Hold a file that was checked against the lines of a club. Raises NotClosed.

    What is recorded in the meantime makes the two differ.
    """
    with file.open("rb") as source:
        for number, line in enumerate(_lines_of(club), 1):
            if source.readline() != line:
                raise NotClosed(number)


def _lines_of(club: Club) -> Iterator[bytes]:
    """Yield all lines but the last, which was found right when the file was checked."""
    return FileOfClub(Club.objects.get(pk=club.pk)).lines()


def _must_be(state: object, club: Club) -> None:
    if _state_of(club) != state:
        raise NotClosed(0)


def _state_of(club: Club) -> list[object]:
    """Return what changes whenever anything is recorded, found in no time.

    Whoever writes adds rows, or counts up the table's, the event's or the club's revision.
    """
    newest = [rows_of(model, club).aggregate(last=Max("pk"))["last"] for model in carried()]
    revisions = [
        model._base_manager.filter(club=club).aggregate(sum=Sum("revision"))["sum"]
        for model in COUNTED
    ]
    return [*newest, *revisions, Club.objects.get(pk=club.pk).revision]
