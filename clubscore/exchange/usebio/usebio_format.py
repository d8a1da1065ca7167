"""USEBIO as a format: 1.2 and 1.3 are written, either is read."""

from __future__ import annotations

from functools import partial

from clubscore.deals.file_size import MB
from clubscore.exchange.reading.addressees import For
from clubscore.exchange.reading.event_format import EventFormat, Open, Reads, Writes
from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.usebio.usebio_reading import read_usebio
from clubscore.exchange.usebio.usebio_writing import write_usebio
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Event


def _write(event: Event, written: For, version: str) -> bytes:
    return write_usebio(event, version, written)


def _read(content: bytes, left: Open) -> list[Brought]:
    return read_usebio(content, left.scoring, ask=left.ask, scheme=left.scheme)


USEBIO = EventFormat(
    key="usebio",
    name=gettext_noop("USEBIO 1.2"),
    writes=Writes(
        partial(_write, version="1.2"),
        "xml",
        "application/xml",
        gettext_noop(
            "The usual choice for federations, BridgeWebs and Pianola; includes members’"
            " numbers and master points. Imported here again, it is the same event."
        ),
        for_whom=True,
    ),
    reads=Reads(
        _read,
        gettext_noop("USEBIO (XML)"),
        beginnings=(b"<",),
        largest=4 * MB,
    ),
)
USEBIO_13 = EventFormat(
    key="usebio13",
    name=gettext_noop("USEBIO 1.3"),
    writes=Writes(
        partial(_write, version="1.3"),
        "usebio13.xml",
        "application/xml",
        gettext_noop("Only where the newer version is required; many readers accept only 1.2."),
        for_whom=True,
    ),
)
