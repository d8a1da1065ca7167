"""Rows as the file has them: a list of plain values a row, in the order of its model's fields.

A moment is written in UTC, words of the program itself as their code, a foreign key as the number
of the row it leads to. What comes in is held against its column, because SQLite does not.
"""

import datetime as dt
import json
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from django.db import connection
from django.db import models as columns
from django.db.models import Field, Model

from clubscore.club import models as club
from clubscore.club.own_words import ListOfWordsField, WordsField, stored_of
from clubscore.exchange.club_file.carried import fields_of
from clubscore.exchange.club_file.references import (
    IN_TEXTS,
    IN_VALUES,
    Each,
    LeadsNowhere,
    Turned,
    turned_text,
)

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

    What they make raises ValueError or LeadsNowhere for what cannot stand there.
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
