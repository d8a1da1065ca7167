"""The list of formats of events. A format is added by its file and one line here."""

from __future__ import annotations

from clubscore.exchange.bbo.bbo_format import BBO_PAGES
from clubscore.exchange.bridgemate.bws_format import BRIDGEMATE
from clubscore.exchange.bridgewebs.bridgewebs_format import BRIDGEWEBS
from clubscore.exchange.event_file.event_file_format import EVENT_FILE
from clubscore.exchange.pbn.pbn_format import PBN
from clubscore.exchange.reading.event_format import EventFormat, Reads, Writes
from clubscore.exchange.usebio.usebio_format import USEBIO, USEBIO_13
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

# In the order in which pages offer them.
EVENT_FORMATS: tuple[EventFormat, ...] = (
    USEBIO,
    USEBIO_13,
    PBN,
    BRIDGEWEBS,
    BRIDGEMATE,
    BBO_PAGES,
    EVENT_FILE,
)


def written_formats() -> dict[str, tuple[EventFormat, Writes]]:
    """Return what an event goes out as, by the words of addresses and commands."""
    return {each.key: (each, each.writes) for each in EVENT_FORMATS if each.writes}


def read_formats() -> dict[str, Reads]:
    """Return what an event comes in as, the event file first."""
    found = {EVENT_FILE.key: EVENT_FILE.reads, **{each.key: each.reads for each in EVENT_FORMATS}}
    return {key: reads for key, reads in found.items() if reads}


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
