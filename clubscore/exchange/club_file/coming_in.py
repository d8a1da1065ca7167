"""A club brought in from its file, whole or not at all, with keys of its own on this server."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from clubscore.club.access import closed_clubs_of
from clubscore.club.accounts.brought_forward import keep_sums
from clubscore.club.logins.logins import OF_CLUB, free_slug
from clubscore.club.models import Club, Membership, Role, User
from clubscore.club.safe.whole_copy import insert_rows
from clubscore.exchange.club_file.carried import CARRIED, fields_of
from clubscore.exchange.club_file.reading_club import (
    BadFile,
    bad_line,
    check_file,
    heading_of,
    rows_in,
)
from clubscore.exchange.club_file.rows_in_file import BadRow, read_row, readers

AT_ONCE = 1000


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
            club = _write(file, found.counts)
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


def _write(file: Path, counts: Mapping[str, int]) -> Club:
    coming = _Coming(file, counts)
    rows = rows_in(file)
    for number, model in enumerate(CARRIED):
        coming.bring(model, number, rows)
    return coming.club


class _Coming:
    """A club that is coming in: its keys here, and its logins' names."""

    club: Club

    def __init__(self, file: Path, counts: Mapping[str, int]) -> None:
        self._file, self._counts = file, counts
        self._logins: list[User] = []
        self._keys = {model: reserved(model, counts[model._meta.label]) for model in CARRIED}
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
            if len(some) == AT_ONCE:
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
        last = _last_key(table) + 1
        return range(last, last + count)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [table, count],
        )
        rows: list[tuple[int]] = cursor.fetchall()
    return array("q", (key for (key,) in rows))


def _last_key(table: str) -> int:
    """Return the highest key that an SQLite table ever had: no key is given twice."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row: tuple[int] | None = cursor.fetchone()
    return row[0] if row else 0
