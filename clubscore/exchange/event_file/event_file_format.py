"""The event file as a format: an event a line, or one alone."""

from __future__ import annotations

from clubscore.deals.file_size import MB
from clubscore.deals.file_text import place
from clubscore.exchange.reading.addressees import For
from clubscore.exchange.reading.event_format import EventFormat, Open, Reads, Writes
from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.reading.json_text import read_values
from clubscore.exchange.reading.printable import json_as_shown
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, ngettext_lazy
from clubscore.ranking import Event, read_event

MOST_EVENTS = 50


def _text_of(content: bytes) -> str:
    """Return a file's text. RuleError at the line and column that is not UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        raise RuleError(
            "encoding",
            gettext_noop("The text from here on is not UTF-8. Save the file as UTF-8."),
            place(line, column),
        ) from None


def _read_file(content: bytes, _left: Open) -> list[Brought]:
    found: list[Brought] = []
    for value in read_values(_text_of(content)):
        if isinstance(value, RuleError):
            raise value
        if len(found) == MOST_EVENTS:
            raise RuleError(
                "too-many",
                ngettext_lazy(
                    "A file may hold at most %(most)s event. Split it.",
                    "A file may hold at most %(most)s events. Split it.",
                    "most",
                ),
                most=MOST_EVENTS,
            )
        found.append(Brought(_read(value, len(found))))
    return found


def _read(value: object, at: int) -> Event:
    try:
        return read_event(value)
    except RuleError as error:
        raise error.under(f"event {at + 1}" if at else "") from None


def _write(event: Event, _for: For) -> bytes:
    return json_as_shown(event.written()).encode()


# What begins in no known way is read as one of these.
EVENT_FILE = EventFormat(
    key="event",
    name=gettext_noop("Event file"),
    writes=Writes(
        _write,
        "event.json",
        "application/json",
        gettext_noop("Everything that was recorded. Imported again, it is the same event."),
    ),
    reads=Reads(_read_file, gettext_noop("an event file (JSON)"), largest=MB, may_be=True),
)
