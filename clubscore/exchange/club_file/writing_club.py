"""A club written into its file, row by row: a club of ten years takes no more memory than a day's.

The file is lines of JSON: what it is, then each model with its fields and rows, then what all that
comes to. The same club makes the same bytes, on every machine and either database.
"""

import hashlib
import os
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from django.db.models import Model, QuerySet

from clubscore.club.logins.logins import name_within
from clubscore.club.models import Act, Club, Entry, User
from clubscore.club.one_moment import one_moment
from clubscore.club.people.forgotten import FORGOTTEN, Authors
from clubscore.club.safe import versions
from clubscore.exchange.club_file.carried import CARRIED, fields_of
from clubscore.exchange.club_file.references import LeadsNowhere
from clubscore.exchange.club_file.rows_in_file import as_line, writers

FORMAT: Final = "clubscore-club"
VERSION: Final = 1
AT_ONCE = 2000

Row = list[Any]
Finish = Callable[[Row], None]


class NotWritten(Exception):
    """The club cannot be written: a row of it leads to another club's, or a file is in the way."""


def export_club(club: Club, file: Path) -> Mapping[str, int]:
    """Write a club into a new file; return how many rows of each model.

    Raises NotWritten and OSError; then there is no such file.
    """
    if file.exists():
        raise FileExistsError(file)
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        # The club's own data: its owner alone may read it, as with the database.
        draft.touch(mode=0o600)
        with draft.open("wb") as out:
            counts = _write(club, out.write)
            out.flush()
            os.fsync(out.fileno())
        os.replace(draft, file)
    finally:
        with suppress(OSError):
            draft.unlink()
    return counts


def _write(club: Club, write: Callable[[bytes], object]) -> Mapping[str, int]:
    """Write all lines, the last one with what those before come to."""
    read, lines = hashlib.sha256(), 0
    with one_moment():
        made = FileOfClub(Club.objects.get(pk=club.pk))
        for line in made.lines():
            read.update(line)
            write(line)
            lines += 1
    write(as_line({"lines": lines, "sha256": read.hexdigest()}))
    return made.counts


def steps() -> dict[str, str]:
    """Return how far the tables of what is carried have come: the last step of each room."""
    apps = {model._meta.app_label for model in CARRIED}
    return {app: max(name for of, name in versions.known() if of == app) for app in sorted(apps)}


def rows_of(model: type[Model], club: Club) -> QuerySet[Model]:
    """Return a club's rows of a carried model, in the order of the file."""
    rows: QuerySet[Model] = QuerySet(model)
    if model is Club:
        return rows.filter(pk=club.pk)
    if model is User:
        return rows.filter(memberships__club=club).order_by("pk")
    return rows.filter(club=club).order_by("pk")


class FileOfClub:
    """The lines of a club's file, but the last. All of it is read in one moment."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._keys: dict[type[Model], array[int]] = {}
        self.counts = {model._meta.label: rows_of(model, club).count() for model in CARRIED}

    def lines(self) -> Iterator[bytes]:
        """Yield them. Raises NotWritten where a row leads to another club's."""
        yield as_line(
            {"format": FORMAT, "version": VERSION, "steps": steps(), "counts": self.counts}
        )
        for model in CARRIED:
            names = [field.name for field in fields_of(model)]
            yield as_line({"model": model._meta.label, "fields": names})
            try:
                yield from self._rows(model, names)
            except LeadsNowhere as stray:
                raise NotWritten(str(stray)) from stray

    def _rows(self, model: type[Model], names: list[str]) -> Iterator[bytes]:
        made = [(at, each) for at, each in enumerate(writers(model, self._turned)) if each]
        finish = self._finish(model, names)
        attributes = [field.attname for field in fields_of(model)]
        for told in rows_of(model, self._club).values_list(*attributes).iterator(AT_ONCE):
            row = list(told)
            if finish is not None:
                finish(row)
            for at, write in made:
                row[at] = write(row[at])
            yield as_line(row)

    def _turned(self, model: type[Model], key: int) -> int:
        """Return the number of a row in the file, 0 for one that is not of this club."""
        if model not in self._keys:
            all_keys = rows_of(model, self._club).values_list("pk", flat=True)
            self._keys[model] = array("q", all_keys.iterator(AT_ONCE))
        keys = self._keys[model]
        at = bisect_left(keys, key)
        return at + 1 if at < len(keys) and keys[at] == key else 0

    def _finish(self, model: type[Model], names: list[str]) -> Finish | None:
        """Return what changes the rows of a model besides."""
        if model is User:
            return self._finish_login(names.index("username"))
        if model is Entry:
            return self._finish_entry(names.index("author"), names.index("at"))
        if model is Act:
            return _finish_act(names.index("what"), names.index("data"))
        return None

    def _finish_login(self, at: int) -> Finish:
        """Return what takes from a login's name the club that it bears on this server."""
        users = rows_of(User, self._club).values_list("username", flat=True)
        taken = {name.lower() for name in users}

        def finish(row: Row) -> None:
            plain = name_within(self._club.slug, row[at])
            row[at] = row[at] if plain.lower() in taken else plain

        return finish

    def _finish_entry(self, author: int, at: int) -> Finish:
        """Return what says the new name of an author whose own was forgotten.

        The book here keeps the old one, because nothing in it changes; no file takes it along.
        """
        authors = Authors(self._club)

        def finish(row: Row) -> None:
            row[author] = authors.called(row[author], row[at])

        return finish


def _finish_act(what: int, data: int) -> Finish:
    """Return what leaves out how forgotten names are known again: no line has them any more."""

    def finish(row: Row) -> None:
        if row[what] == FORGOTTEN and "was" in row[data]:
            row[data] = {**row[data], "was": []}

    return finish
