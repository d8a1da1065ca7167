"""Events in files of every kind: which kind it is, how large it may be, what it tells.

Everything is read in memory and nothing is written. What is wrong is a RuleError that says where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from clubscore.deals.file_size import LARGEST_UPLOAD, MB, check_size
from clubscore.deals.file_text import place
from clubscore.exchange.bridgemate.bws import read_bws
from clubscore.exchange.pbn.pbn_event import read_pbn_event
from clubscore.exchange.reading.elsewhere import belongs_elsewhere
from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.reading.json_text import read_values
from clubscore.exchange.reading.left_open import SCORING, date_asked
from clubscore.exchange.usebio.usebio_reading import read_usebio
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Event, one_field, read_event
from clubscore.ranking.scorings import scoring_keys

LARGEST = MB
MOST_EVENTS = 50


def read_events(
    name: str, content: bytes, scoring: str = "", *, ask: bool = False
) -> list[Brought]:
    """Return the events of a file; ``name`` is only for files that do not say what they are.

    ``scoring`` is the way in which results are compared where the file does not say; with ``ask``
    that is a question of the event, and without either it is refused. RuleError at a line, or at a
    field like ``line 2.results[3].contract``.
    """
    kind = kind_of(content)
    reader, largest = KINDS[kind]
    check_size(content, largest)
    if kind == "usebio":
        return read_usebio(content, scoring, ask=ask)
    other = belongs_elsewhere(name, content) if kind in ("event", "pbn") else None
    if other is not None:
        raise other
    return reader(content)


def as_one_field(found: Sequence[Brought]) -> list[Brought]:
    """Return rooms that played the same boards as one event. RuleError where they differ."""
    field = one_field([each.told for each in found])
    names = (each.told.about.get("club") or each.told.about.get("name", "") for each in found)
    rooms = tuple(f"{number}: {name}" for number, name in enumerate(names, 1) if name)
    asks = {ask.what: ask for each in found for ask in each.asks if ask.what == SCORING}
    asks |= {ask.what: ask for ask in date_asked(field)} if any(each.asks for each in found) else {}
    notes = (*rooms, *(note for each in found for note in each.notes))
    return [Brought(field, notes, tuple(asks.values()))]


def scored_as(found: Brought, scoring: str) -> Brought:
    """Return an event compared in another way than its file says. RuleError where it cannot be."""
    if scoring not in scoring_keys():
        return found
    asks = tuple(each for each in found.asks if each.what != SCORING)
    return Brought(read_event(found.told.facts() | {"scoring": scoring}), found.notes, asks)


def kind_of(content: bytes) -> str:
    """Return what kind of file this is, by how it begins."""
    head = content[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not head and not content.strip():
        raise RuleError("empty", gettext_noop("The file is empty."), "line 1")
    return next((kind for start, kind in BEGINNINGS if head.startswith(start)), "event")


def text_of(content: bytes) -> str:
    """Return a file's text. RuleError at the line and column that is not UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        raise RuleError(
            "encoding",
            gettext_noop("This is not UTF-8 from here on; save the file as UTF-8."),
            place(line, column),
        ) from None


def _read_event_file(content: bytes) -> list[Brought]:
    found: list[Brought] = []
    for value in read_values(text_of(content)):
        if isinstance(value, RuleError):
            raise value
        if len(found) == MOST_EVENTS:
            raise RuleError(
                "too-many",
                gettext_noop("A file holds at most %(most)s events here."),
                most=MOST_EVENTS,
            )
        found.append(Brought(_read(value, len(found))))
    return found


def _read(value: Any, at: int) -> Event:
    try:
        return read_event(value)
    except RuleError as error:
        raise error.under(f"event {at + 1}" if at else "") from None


# How a file begins and what it therefore is; anything else is read as an event file.
BEGINNINGS: tuple[tuple[bytes, str], ...] = (
    (b"\0\1\0\0Standard ", "bws"),
    (b"<", "usebio"),
    (b"%", "pbn"),
    (b"[", "pbn"),
    (b";", "pbn"),
)
# Each kind with its reader and its largest size.
KINDS: Mapping[str, tuple[Callable[[bytes], list[Brought]], int]] = {
    "event": (_read_event_file, LARGEST),
    "usebio": (read_usebio, 4 * MB),
    "bws": (read_bws, LARGEST_UPLOAD),
    "pbn": (read_pbn_event, 4 * MB),
}
