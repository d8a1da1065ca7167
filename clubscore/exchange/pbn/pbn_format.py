"""PBN as a format of events: boards with score tables."""

from __future__ import annotations

from clubscore.deals.file_size import MB
from clubscore.deals.hands import read_deal
from clubscore.events.state.double_dummy_tables import tables_of
from clubscore.exchange.pbn.pbn_event import read_pbn_event
from clubscore.exchange.pbn.pbn_event_writing import write_pbn_event
from clubscore.exchange.reading.addressees import For
from clubscore.exchange.reading.event_format import EventFormat, Open, Reads, Writes
from clubscore.exchange.reading.event_result import Brought
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Event


def _write(event: Event, _for: For) -> bytes:
    """PBN with the double-dummy tables that were worked out. One query."""
    deals = {board.number: read_deal(board.deal) for board in event.boards.values() if board.deal}
    known = tables_of(deals.values())
    tables = {number: known[deal.pbn()] for number, deal in deals.items() if deal.pbn() in known}
    return write_pbn_event(event, tables)


def _read(content: bytes, _left: Open) -> list[Brought]:
    return read_pbn_event(content)


PBN = EventFormat(
    key="pbn",
    name=gettext_noop("PBN"),
    writes=Writes(
        _write,
        "pbn",
        "application/x-pbn",
        gettext_noop(
            "Boards with score tables, hands where known, and the ranking. Imports again in full."
        ),
    ),
    reads=Reads(
        _read,
        gettext_noop("PBN with score tables"),
        beginnings=(b"%", b"[", b";"),
        largest=4 * MB,
        may_be=True,
    ),
)
