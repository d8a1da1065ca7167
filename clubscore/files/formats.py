"""The list of all formats of events, and how a file of any kind is recognised and read.

A format is added by its file and one line here. Everything is read in memory and nothing is
written; what is wrong is a RuleError that says where.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.deals.file_text import MB, check_size, place
from clubscore.events.scoring import impossible_in
from clubscore.files.bridgewebs import BRIDGEWEBS
from clubscore.files.bws import BRIDGEMATE
from clubscore.files.event_format import (
    DATE,
    NOBODY_ONLINE,
    RESULT,
    SCORING,
    EventFormat,
    FileQuestion,
    For,
    ImportedEvent,
    Online,
    Open,
    Reads,
    Writes,
    date_question,
)
from clubscore.files.foreign import MOST_NOTES
from clubscore.files.json_text import read_values
from clubscore.files.pbn import PBN
from clubscore.files.printable import printable_json
from clubscore.files.reading import belongs_elsewhere
from clubscore.files.usebio_writing import USEBIO, USEBIO_13
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, ngettext_lazy
from clubscore.places import of_extras
from clubscore.ranking import EventFile, one_field, read_event
from clubscore.ranking.scorings import scoring_keys

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


def _read_file(content: bytes, _left: Open) -> list[ImportedEvent]:
    found: list[ImportedEvent] = []
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
        found.append(ImportedEvent(_read(value, len(found))))
    return found


def _read(value: object, at: int) -> EventFile:
    try:
        return read_event(value)
    except RuleError as error:
        raise error.under(f"event {at + 1}" if at else "") from None


def _write(event: EventFile, _for: For) -> bytes:
    return printable_json(event.written()).encode()


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


# In the order in which pages offer them.
EVENT_FORMATS: tuple[EventFormat, ...] = (
    USEBIO,
    USEBIO_13,
    PBN,
    BRIDGEWEBS,
    BRIDGEMATE,
    *(each for module in of_extras("formats").values() for each in import_module(module).FORMATS),
    EVENT_FILE,
)


def written_formats() -> dict[str, tuple[EventFormat, Writes]]:
    """Return what an event goes out as, by the words of addresses and commands."""
    return {each.key: (each, each.writes) for each in EVENT_FORMATS if each.writes}


def read_formats() -> dict[str, Reads]:
    """Return what an event comes in as, the event file first."""
    found = {EVENT_FILE.key: EVENT_FILE.reads, **{each.key: each.reads for each in EVENT_FORMATS}}
    return {key: reads for key, reads in found.items() if reads}


def joined(files: Iterable[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """Return the files, those that belong together as one of their kind where the first stood."""
    found: list[tuple[str, bytes]] = []
    several: dict[int, tuple[Reads, list[tuple[str, bytes]]]] = {}
    for each in files:
        reads = belongs_to_others(each[1])
        places = [at for at, (kind, _files) in several.items() if kind is reads]
        if places:
            several[places[0]][1].append(each)
            continue
        if reads is not None:
            several[len(found)] = (reads, [each])
        found.append(each)
    for at, (reads, parts) in several.items():
        if len(parts) > 1 and reads.joins is not None:
            found[at] = (parts[0][0], reads.joins(parts))
    return found


def belongs_to_others(content: bytes) -> Reads | None:
    """Return the format of a file that is a part of what was saved; None for a whole one."""
    start = content.lstrip()
    found = (reads for reads in read_formats().values() if start.startswith(reads.together))
    return next(found, None)


def kind_of(content: bytes) -> str:
    """Return the key of the format of a file, by how it begins; usually it is an event file.

    Where several begin so, it is the one that says most: every page begins as XML does.
    """
    head = content[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not head and not content.strip():
        raise RuleError("empty", gettext_noop("The file is empty."), "line 1")
    found = [
        (len(beginning), key)
        for key, reads in read_formats().items()
        for beginning in reads.beginnings
        if head.startswith(beginning)
    ]
    return max(found, default=(0, EVENT_FILE.key))[1]


# So many results of an event are asked for on the page that shows it.
MOST_ASKED = 40


def read_events(
    name: str,
    content: bytes,
    scoring: str = "",
    *,
    ask: bool = False,
    scheme: str = "",
    online: Online = NOBODY_ONLINE,
    rows: int = MOST_ASKED,
) -> list[ImportedEvent]:
    """Return the events of a file; ``name`` is only for files that do not say what they are.

    ``scoring`` is the way in which results are compared where the file does not say; with ``ask``
    that is a question of the event, and without either it is refused; so is what a row says that
    nobody knows, which is told and not played without. ``scheme`` is the federation
    of the club that reads it, whose numbers those of people are where a file does not say;
    ``online`` who its members are where people play under user names. Of rows that
    say nothing known at most ``rows`` are asked about, the others told.
    RuleError at a line, or at a field like ``line 2.results[3].contract``.
    """
    reads = read_formats()[kind_of(content)]
    check_size(content, reads.largest)
    other = belongs_elsewhere(name, content) if reads.may_be else None
    if other is not None:
        raise other
    found = reads.read(content, Open(scoring, ask, scheme, online))
    found = [each._replace(notes=(*each.notes, *impossible_in(each.told))) for each in found]
    return [told_instead(each, rows if ask else 0) for each in found]


def told_instead(found: ImportedEvent, most: int) -> ImportedEvent:
    """Return an event that asks for at most so many results; the others are told as not played."""
    rows = [ask for ask in found.asks if ask.what == RESULT]
    told = [
        _("%(why)s This result comes in as not played; enter it afterwards.") % {"why": ask.given}
        for ask in rows[most:]
    ]
    if len(told) > MOST_NOTES:
        more = len(told) - MOST_NOTES
        said = ngettext("and %(n)s more like these", "and %(n)s more like these", more)
        told = [*told[:MOST_NOTES], said % {"n": more}]
    asks = [ask for ask in found.asks if ask not in rows[most:]]
    return found._replace(notes=(*found.notes, *told), asks=tuple(asks))


def as_one_field(found: Sequence[ImportedEvent]) -> list[ImportedEvent]:
    """Return rooms that played the same boards as one event. RuleError where they differ."""
    field = one_field([each.told for each in found])
    names = (each.told.about.get("club") or each.told.about.get("name", "") for each in found)
    rooms = tuple(f"{number}: {name}" for number, name in enumerate(names, 1) if name)
    asks = {ask.what: ask for each in found for ask in each.asks if ask.what == SCORING}
    if any(each.asks_for(DATE) for each in found):
        asks |= {ask.what: ask for ask in date_question(field)}
    notes = (*rooms, *(note for each in found for note in each.notes))
    return [told_instead(ImportedEvent(field, notes, (*asks.values(), *_rows(found))), MOST_ASKED)]


def _rows(found: Sequence[ImportedEvent]) -> Iterator[FileQuestion]:
    """The results that rooms ask for, by their numbers in the field of all."""
    before = 0
    for each in found:
        for ask in each.asks:
            if ask.what == RESULT:
                yield ask._replace(result=before + ask.result)
        before += len(each.told.results)


def scored_as(found: ImportedEvent, scoring: str) -> ImportedEvent:
    """Return an event compared in another way than its file says. RuleError where it cannot be."""
    if scoring not in scoring_keys():
        return found
    asks = tuple(each for each in found.asks if each.what != SCORING)
    return ImportedEvent(read_event(found.told.facts() | {"scoring": scoring}), found.notes, asks)
