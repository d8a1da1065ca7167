"""A whole club written into one file: what it carries, row by row, and what it leaves out.

The file is lines of JSON: what it is, each model with its rows, then what all that comes to. The
same club makes the same bytes on every machine and either database. Keys become numbers in order;
a moment is written in UTC, words of the program as their code.
"""

import datetime as dt
import hashlib
import json
import os
import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeGuard

from django.db import connection
from django.db import models as columns
from django.db.models import Field, Model, QuerySet

from clubscore.club import models as club
from clubscore.club.database import one_moment
from clubscore.club.logins import name_within
from clubscore.club.models import Act, Club, Entry, User
from clubscore.club.people import FORGOTTEN, Authors
from clubscore.club.record_words import ListOfWordsField, WordsField, stored_of
from clubscore.events import models as events
from clubscore.rubbers import models as rubbers
from clubscore.server import database_guard
from clubscore.web.hooks import extras

# A file numbers the rows of each model by their order, so a key becomes such a number on the way
# out, and a key of the new database on the way in.
# What a key is on the other side; 0 where there is no such row any more.
Turned = Callable[[type[Model], int], int]


class LeadsNowhere(Exception):
    """A key that must lead to a row of this club leads to none."""


@dataclass(frozen=True)
class To:
    """The key of a row; anything but a whole number stays as it is."""

    model: type[Model]

    def turn(self, value: object, turned: Turned) -> object:
        """Return the value with its keys turned."""
        return turned(self.model, value) if type(value) is int else value


@dataclass(frozen=True)
class Each:
    """A list, each part of which is such."""

    part: "Shape"

    def turn(self, value: object, turned: Turned) -> object:
        """Return the value with its keys turned."""
        return [self.part.turn(each, turned) for each in value] if is_list(value) else value


@dataclass(frozen=True)
class First:
    """A list that begins with so many keys."""

    count: int
    model: type[Model]

    def turn(self, value: object, turned: Turned) -> object:
        """Return the value with its keys turned."""
        if not is_list(value):
            return value
        one = To(self.model)
        ahead = [one.turn(each, turned) for each in value[: self.count]]
        return [*ahead, *value[self.count :]]


@dataclass(frozen=True)
class Values:
    """An object, each value of which is such."""

    part: "Shape"

    def turn(self, value: object, turned: Turned) -> object:
        """Return the value with its keys turned."""
        if not is_object(value):
            return value
        return {name: self.part.turn(each, turned) for name, each in value.items()}


@dataclass(frozen=True)
class ByKey:
    """An object by keys of rows. LeadsNowhere for a key without its row: two would become one."""

    model: type[Model]

    def turn(self, value: object, turned: Turned) -> object:
        """Return the value with its keys turned."""
        if not is_object(value):
            return value
        return {self._one(name, turned): each for name, each in value.items()}

    def _one(self, name: str, turned: Turned) -> str:
        new = turned(self.model, int(name)) if name.isdecimal() else 0
        if not new:
            raise LeadsNowhere(name)
        return str(new)


@dataclass(frozen=True)
class Named:
    """An object, some values of which are such, where they are there."""

    parts: Mapping[str, "Shape"]

    def turn(self, value: object, turned: Turned) -> object:
        """Return the value with its keys turned."""
        if not is_object(value):
            return value
        parts = self.parts
        return {
            name: parts[name].turn(each, turned) if name in parts else each
            for name, each in value.items()
        }


@dataclass(frozen=True)
class NoKeys:
    """A value in which nothing leads to a row."""

    def turn(self, value: object, _turned: Turned) -> object:
        return value


Shape = To | Each | First | Values | ByKey | Named | NoKeys
_PERSON = To(club.Person)
_SERIES = Named(
    {
        "events": Each(To(events.Event)),
        "points": Each(NoKeys()),
        "stood_in": Each(Named({"event": To(events.Event), "who": _PERSON, "whose": _PERSON})),
        "absent": Each(Named({"event": To(events.Event), "who": Each(_PERSON)})),
    }
)

# Every JSON column of what is carried, and whole numbers that are no foreign keys. A column holds
# lists where this says Each, else objects.
IN_VALUES: Final[Mapping[str, Shape]] = {
    "club.Club.extras": Each(NoKeys()),
    "club.Club.house": NoKeys(),
    "club.Club.usual_games": Each(NoKeys()),
    "club.OwnLaws.rules": NoKeys(),
    "club.EveningGazette.left_out": Each(
        Named({"event": To(events.Event), "sitting": To(rubbers.Sitting), "part": To(rubbers.Part)})
    ),
    "club.Act.data": Named(
        {"id": _PERSON, "person": _PERSON, "other": Named({"id": _PERSON})},
    ),
    "club.Entry.sitting": To(rubbers.Sitting),
    "club.Entry.data": NoKeys(),
    "rubber.SevenEvening.players": Each(_PERSON),
    "rubber.SevenEvening.rules": NoKeys(),
    "rubber.SevenHappening.data": Named({"who": _PERSON, "one": _PERSON, "two": _PERSON}),
    "rubber.Part.rules": NoKeys(),
    "rubber.Part.stakes": NoKeys(),
    "rubber.Draft.facts": NoKeys(),
    "rubber.DealRevision.facts": NoKeys(),
    "rubber.DealRevision.remarks": NoKeys(),
    "rubber.Settlement.points": ByKey(club.Person),
    "rubber.Settlement.exact": Each(First(2, club.Person)),
    "rubber.Happening.data": Named(
        {
            "cards": ByKey(club.Person),
            "draws": Each(ByKey(club.Person)),
            "who": Each(_PERSON),
            "remaining": Each(_PERSON),
            "players": Each(_PERSON),
        }
    ),
    "rubber.OwnStake.stakes": NoKeys(),
    "duplicate.Event.rules": NoKeys(),
    "duplicate.Event.options": NoKeys(),
    "duplicate.Event.behind": NoKeys(),
    "duplicate.Section.plan": NoKeys(),
    "duplicate.EventTemplate.rules": NoKeys(),
    "duplicate.EventTemplate.options": NoKeys(),
    "duplicate.EventTemplate.wish": NoKeys(),
    "duplicate.FollowedPool.refused": Each(NoKeys()),
    "duplicate.EventHappening.data": Named(
        {
            # A letter where a movement was chosen; sections of before the play may be gone.
            "section": To(events.Section),
            "penalty": To(events.EventHappening),
            "ruling": To(events.EventHappening),
            "announcement": To(events.EventHappening),
            "ns": Each(_PERSON),
            "ew": Each(_PERSON),
            "person": _PERSON,
            "was": _PERSON,
            "settles": To(events.EventHappening),
            "entry": To(events.Entry),
            "people": Each(_PERSON),
            "entries": Values(Each(To(events.Entry))),
            "terms": ByKey(events.Entry),
        }
    ),
    "duplicate.PlanChange.effects": Each(NoKeys()),
    "duplicate.PlanChange.entered": Each(To(events.Entry)),
    "duplicate.PlanChange.was": NoKeys(),
    "duplicate.PlanChange.plan": NoKeys(),
    "duplicate.ResultRevision.facts": NoKeys(),
    "duplicate.ParRevision.facts": NoKeys(),
    "duplicate.Series.kept": _SERIES,
    "duplicate.SeriesChange.data": Named({"kept": _SERIES}),
}

# Texts that a service makes of keys: {} stands for a key of each of the models.
Pattern = tuple[str, tuple[type[Model], ...]]
IN_TEXTS: Final[Mapping[str, Sequence[Pattern]]] = {
    "club.Entry.place": [("{}", (rubbers.CardTable,))],
    "club.Entry.subject": [
        ("rubber:{}:[0-9]+", (rubbers.Part,)),
        ("bet:{}", (rubbers.SideBet,)),
        ("person:{}", (club.Person,)),
        ("coin:{}", (club.Entry,)),
    ],
    # Charges of an event are found again by their keys; all other keys are chance.
    "club.Entry.key": [
        ("event{}:fee{}", (events.Event, club.Person)),
        ("event{}:paid{}", (events.Event, club.Person)),
        ("event{}:off:{}", (events.Event, club.Entry)),
        ("event{}:on:{}", (events.Event, club.Entry)),
        ("event{}:gone:{}", (events.Event, club.Entry)),
        ("event{}:back:{}", (events.Event, club.Entry)),
        ("event{}:unpaid:{}", (events.Event, club.Entry)),
        ("event{}:again:{}", (events.Event, club.Entry)),
    ],
}
# In texts numbers bear a mark that no key sent by a browser can have.
MARK = "#"


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    """Whether a value is a list as JSON has it."""
    return isinstance(value, list | tuple)


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """Whether a value is an object as JSON has it."""
    return isinstance(value, dict)


def turned_text(text: str, patterns: Sequence[Pattern], turned: Turned, *, out: bool) -> str:
    """Return a text with its keys turned, outwards or inwards; as it is where none fits.

    Outwards a text stays as it is, too, where one of its keys leads to no row of the club.
    """
    before, after = ("", MARK) if out else (MARK, "")
    for pattern, models in patterns:
        found = _compiled(pattern, before).fullmatch(text)
        if found is None:
            continue
        new, at = "", 0
        for group, model in enumerate(models, 1):
            number = turned(model, int(found[group]))
            if not number:
                return text
            new += f"{text[at : found.start(group) - len(before)]}{after}{number}"
            at = found.end(group)
        return new + text[at:]
    return text


@cache
def _compiled(pattern: str, before: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("{}", before + "([0-9]{1,18})"))


# ---- What the file carries, and what it leaves out.

# A model, or a field of a carried one, that stands in none of these lists fails
# `tests/files/club_file/test_carried.py` until somebody has decided.
# In the order of the file: logins before the club, whose short name goes by theirs; the book's
# entries and accounts before its postings, whose trigger asks for them.
OWN: Final[tuple[type[Model], ...]] = (
    club.User,
    club.Club,
    club.Person,
    club.PersonNumber,
    club.Membership,
    club.OwnLaws,
    club.Act,
    club.TableFee,
    club.Rate,
    club.Account,
    club.Entry,
    club.Posting,
    club.Receipt,
    club.VoidReceipt,
    club.EveningGazette,
    rubbers.CardTable,
    rubbers.SevenEvening,
    rubbers.SevenHappening,
    rubbers.Sitting,
    rubbers.Candidate,
    rubbers.Part,
    rubbers.Seat,
    rubbers.Substitute,
    rubbers.Draft,
    rubbers.Deal,
    rubbers.DealRevision,
    rubbers.Settlement,
    rubbers.Happening,
    rubbers.OwnStake,
    rubbers.SideBet,
    rubbers.BetOutcome,
    events.ContestSet,
    events.Event,
    events.Section,
    events.Entry,
    events.TeamMember,
    events.EventHappening,
    events.PlanChange,
    events.Call,
    events.ResultRevision,
    events.BoardRevision,
    events.ParRevision,
    events.Telling,
    events.ToldPlayer,
    events.EventTemplate,
    events.Series,
    events.SeriesChange,
    events.ContestPackage,
    events.PackageDecision,
    events.SetHours,
    events.SetLookedAt,
    events.TwoHouses,
    events.FollowedPool,
)

_ADDRESS = "a secret address, derived from the server's own secret: phones are let in again"
_GUESSES = "wrong passwords counted against browsers and addresses of this server"
_ON_ITS_WAY = "files on their way in, for a day at most: what came in of them is carried as events"
_DJANGO = "Django's own; a club has no groups or permissions, roles stand in memberships"
OWN_LEFT_OUT: Final[Mapping[str, str]] = {
    "auth.Group": _DJANGO,
    "auth.Group_permissions": _DJANGO,
    "auth.Permission": _DJANGO,
    "axes.AccessAttempt": _GUESSES,
    "axes.AccessAttemptExpiration": _GUESSES,
    "axes.AccessFailureLog": _GUESSES,
    "axes.AccessLog": _GUESSES,
    "club.BroughtForward": "follows from the book and is never believed: added up on arrival",
    "club.User_groups": _DJANGO,
    "club.User_user_permissions": _DJANGO,
    "contenttypes.ContentType": _DJANGO,
    "duplicate.BoardsWorkedOut": "says that nothing is due: looked at anew on arrival",
    "duplicate.ClubKey": "a secret, like a password: the club makes another where it goes",
    "duplicate.CountedWorld": "follows from packages and is believed by their mark alone",
    "duplicate.DoubleDummy": "a cache of all clubs, by deal: worked out again when asked for",
    "duplicate.EventList": _ADDRESS,
    "duplicate.EventShare": _ADDRESS,
    "duplicate.EventTableLink": _ADDRESS,
    "duplicate.SeveralShare": _ADDRESS,
    "duplicate.NulloTable": "a cache of all clubs, by deal: worked out again when it is due",
    "duplicate.OpeningLeads": "a cache of all clubs, by deal: worked out again when it is due",
    "duplicate.PastFile": _ON_ITS_WAY,
    "duplicate.PastImport": _ON_ITS_WAY,
    "duplicate.PersonBoards": "follows from events and is believed by their revisions alone",
    "duplicate.PhoneSeen": "when a phone was last heard of by this server",
    "duplicate.ServerPool": "shares with other clubs of this server: agreed anew on another",
    "jobs.Job": "work of this server: asked for again where it is due",
    "rubber.RoomLink": _ADDRESS,
    "rubber.TableLink": _ADDRESS,
    "rubber.WrongCode": "wrong codes counted against browsers of this server",
    "sessions.Session": "browsers that are logged in to this server",
}

_RIGHTS = "a right on the whole server, which no file gives"
FIELDS_LEFT_OUT: Final[Mapping[str, str]] = {
    "club.Club.slug": "the club's address on a server: made from its name where it is free",
    "club.Club.site_address": "where this server's published results are served",
    "club.Club.site_made_at": "when this server published them",
    "club.Club.closed_at": "whether it is closed here, which the file is written for",
    "club.Club.moved_to": "where it went from here",
    "club.Club.founded_from": "another club of this server",
    "club.Club.wifi_password": "a password: entered again",
    "club.User.password": "a password: a new one is given",
    "club.User.last_login": "when this server last let them in",
    "club.User.news_read": "which version of this server they know",
    "club.User.is_superuser": _RIGHTS,
    "club.User.is_staff": _RIGHTS,
}


@cache
def carried() -> tuple[type[Model], ...]:
    """Return the tables of a club's file in their order: the program's own, then its extras'."""
    return (*OWN, *(model for extra in extras() for model in extra.carries))


def left_out() -> Mapping[str, str]:
    """Return why each other table is in no club's file."""
    stays = {label: why for extra in extras() for label, why in extra.stays.items()}
    return {**OWN_LEFT_OUT, **stays}


def fields_of(model: type[Model]) -> "list[Field[Any, Any]]":
    """Return the fields of a carried model that the file has, in its order.

    Not the key and the club: rows are numbered by their order, and all are of one club.
    """
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key
        and field.name != "club"
        and f"{model._meta.label}.{field.name}" not in FIELDS_LEFT_OUT
    ]


# ---- Rows as the file has them: plain values.

Value = Any
Turn = Callable[[Value], Value]
AnyField: TypeAlias = "Field[Any, Any]"


class BadRow(Exception):
    """A row that no club can have; the text says which column and what stands there."""


def as_line(value: object) -> bytes:
    """Return a value as a line of the file: always the same bytes for the same value."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.encode() + b"\n"


def _name(field: AnyField) -> str:
    return f"{field.model._meta.label}.{field.name}"


# ------------------------------------------------------------------ outwards


def writers(model: type[Model], turned: Turned) -> list[Turn | None]:
    """Return what makes plain values of a row's columns; None where a value is one already.

    What they make raises LeadsNowhere for a foreign key that leads to another club's row.
    """
    return [_writer(field, turned) for field in fields_of(model)]


def _writer(field: AnyField, turned: Turned) -> Turn | None:
    name = _name(field)
    if isinstance(field, columns.ForeignKey):
        return _key_writer(field, turned)
    if name in IN_TEXTS:
        return lambda text: turned_text(text, IN_TEXTS[name], turned, out=True)
    if name in IN_VALUES and not isinstance(field, ListOfWordsField):
        return lambda value: IN_VALUES[name].turn(value, turned)
    return next((write for kind, write in _PLAIN if isinstance(field, kind)), None)


def _words(words: list[str]) -> list[str]:
    return [stored_of(each) for each in words]


def _moment(value: dt.date | dt.time | None) -> str | None:
    return value.isoformat() if value is not None else None


# A DateTimeField is a DateField too.
_PLAIN: tuple[tuple[type, Turn], ...] = (
    (ListOfWordsField, _words),
    (WordsField, stored_of),
    (columns.DateField, _moment),
    (columns.TimeField, _moment),
)


def _key_writer(field: AnyField, turned: Turned) -> Turn:
    leads_to: Any = field.related_model
    # Logins of another club stay there; the author's name stands in the row.
    may_lead_away = leads_to is club.User and field.null

    def write(key: int | None) -> int | None:
        number = 0 if key is None else turned(leads_to, key)
        if not number and key is not None and not may_lead_away:
            raise LeadsNowhere(f"{_name(field)} = {key}")
        return number or None

    return write


# ------------------------------------------------------------------ inwards


def readers(model: type[Model], turned: Turned) -> list[tuple[str, Turn]]:
    """Return (attribute, what makes its value of a plain one) for each field of a row.

    What they make raises ValueError or LeadsNowhere for what cannot stand there. A value is held
    against its column here, because SQLite does not.
    """
    return [(field.attname, _or_none(field, _reader(field, turned))) for field in fields_of(model)]


def read_row(row: object, model: type[Model], made: Sequence[tuple[str, Turn]]) -> list[Value]:
    """Return the values of a row, in the order of its fields. Raises BadRow."""
    if not isinstance(row, list) or len(row) != len(made):
        raise BadRow(model._meta.label)
    values = []
    for (attribute, read), plain in zip(made, row, strict=True):
        try:
            values.append(read(plain))
        except (ValueError, TypeError, AttributeError, LeadsNowhere) as error:
            shown = json.dumps(plain, ensure_ascii=False)[:60]
            raise BadRow(f"{model._meta.label}.{attribute}: {shown}") from error
    return values


def _or_none(field: AnyField, read: Turn) -> Turn:
    def or_none(value: Value) -> Value:
        if value is not None:
            return read(value)
        if not field.null:
            raise ValueError
        return None

    return or_none


def _reader(field: AnyField, turned: Turned) -> Turn:
    """Return what reads a column; KeyError where no file has had such a column yet."""
    for kind, reader in _READERS:
        if isinstance(field, kind):
            return reader(field, turned)
    raise KeyError(type(field))


def _json_reader(field: AnyField, turned: Turned) -> Turn:
    shape = IN_VALUES[_name(field)]
    kind = list if isinstance(shape, Each) else dict

    def read(value: Value) -> Value:
        if not isinstance(value, kind):
            raise ValueError
        return shape.turn(value, turned)

    return read


def _yes_or_no(value: Value) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def _key_reader(field: AnyField, turned: Turned) -> Turn:
    leads_to: Any = field.related_model

    def read(number: Value) -> int:
        if type(number) is not int or number < 1:
            raise ValueError
        return turned(leads_to, number)

    return read


def _number_reader(field: AnyField, turned: Turned) -> Turn:
    least, most = connection.ops.integer_field_range(field.get_internal_type())
    shape = IN_VALUES.get(_name(field))

    def read(number: Value) -> object:
        if type(number) is not int or not (least or 0) <= number <= (most or number):
            raise ValueError
        return shape.turn(number, turned) if shape else number

    return read


def _text_reader(field: AnyField, turned: Turned) -> Turn:
    longest, chosen = field.max_length, {key for key, _words in field.flatchoices}
    patterns = IN_TEXTS.get(_name(field))

    def read(text: Value) -> str:
        new: str = turned_text(text, patterns, turned, out=False) if patterns else text
        if type(text) is not str or "\0" in text or (longest is not None and len(new) > longest):
            raise ValueError
        if chosen and text not in chosen:
            raise ValueError
        return new

    return read


def _read_moment(text: Value) -> dt.datetime:
    moment = dt.datetime.fromisoformat(text)
    if moment.isoformat() != text or moment.utcoffset() != dt.timedelta():
        raise ValueError
    return moment


def _read_hour(text: Value) -> dt.time:
    hour = dt.time.fromisoformat(text)
    if hour.isoformat() != text or hour.tzinfo is not None:
        raise ValueError
    return hour


_READERS: tuple[tuple[Any, Callable[[AnyField, Turned], Turn]], ...] = (
    (columns.ForeignKey, _key_reader),
    (columns.JSONField, _json_reader),
    ((columns.CharField, columns.TextField), _text_reader),
    (columns.BooleanField, lambda _field, _turned: _yes_or_no),
    (columns.DateTimeField, lambda _field, _turned: _read_moment),
    (columns.DateField, lambda _field, _turned: dt.date.fromisoformat),
    (columns.TimeField, lambda _field, _turned: _read_hour),
    (columns.IntegerField, _number_reader),
)


# ---- A club written into its file.

FORMAT: Final = "clubscore-club"
VERSION: Final = 1
AT_ONCE = 2000

Row = list[Any]
Finish = Callable[[Row], None]


class NotWritten(Exception):
    """The club cannot be written: a row of it leads to another club's, or a file is in the way."""


def export_club(club: Club, file: Path) -> Mapping[str, int]:
    """Write a club into a new file; return how many rows of each model.

    Raises NotWritten and OSError; then there is no such file. It is written row by row: a club of
    ten years takes no more memory than a day's.
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
    apps = {model._meta.app_label for model in carried()}
    return {
        app: max(name for of, name in database_guard.known() if of == app) for app in sorted(apps)
    }


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
        self.counts = {model._meta.label: rows_of(model, club).count() for model in carried()}

    def lines(self) -> Iterator[bytes]:
        """Yield them. Raises NotWritten where a row leads to another club's."""
        yield as_line(
            {"format": FORMAT, "version": VERSION, "steps": steps(), "counts": self.counts}
        )
        for model in carried():
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
