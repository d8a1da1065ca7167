"""Bridgemate's database as a format of events: it is read, and nothing free writes one."""

from __future__ import annotations

from clubscore.exchange.bridgemate.bws import read_bws
from clubscore.exchange.reading.elsewhere import BWS as BEGINNING
from clubscore.exchange.reading.event_format import EventFormat, Open, Reads
from clubscore.exchange.reading.event_result import Brought
from clubscore.laws.words import gettext_noop


def _read(content: bytes, left: Open) -> list[Brought]:
    return read_bws(content, left.scheme)


BRIDGEMATE = EventFormat(
    key="bws",
    name=gettext_noop("Bridgemate"),
    reads=Reads(
        _read,
        gettext_noop("a Bridgemate file (BWS)"),
        beginnings=(BEGINNING,),
    ),
)
