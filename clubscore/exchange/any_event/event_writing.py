"""Events out into files of every kind that others read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubscore.deals.hands import read_deal
from clubscore.events.state.double_dummy_jobs import tables_of
from clubscore.exchange.bridgewebs.bridgewebs_csv import write_bridgewebs
from clubscore.exchange.pbn.pbn_event_writing import write_pbn_event
from clubscore.exchange.usebio.usebio_writing import write_usebio
from clubscore.ranking import Event

Numbers = Mapping[str, Sequence[str]]


class Format(NamedTuple):
    """A kind of file: how it is made, its ending and type, and what it is for in a sentence.

    It is made of an event and of the members' numbers of its contestants.
    """

    write: Callable[[Event, Numbers], bytes]
    ending: str
    type: str
    name: str | Promise
    what_for: str | Promise


def _event_file(event: Event, _numbers: Numbers) -> bytes:
    return event.written().encode()


def _usebio(event: Event, numbers: Numbers, version: str = "1.2") -> bytes:
    return write_usebio(event, version, numbers)


def _bridgewebs(event: Event, _numbers: Numbers) -> bytes:
    return write_bridgewebs(event)


def _pbn(event: Event, _numbers: Numbers) -> bytes:
    """PBN with the double-dummy tables that were worked out. One query."""
    deals = {board.number: read_deal(board.deal) for board in event.boards.values() if board.deal}
    known = tables_of(deals.values())
    tables = {number: known[deal.pbn()] for number, deal in deals.items() if deal.pbn() in known}
    return write_pbn_event(event, tables)


FORMATS: Mapping[str, Format] = {
    "usebio": Format(
        _usebio,
        "xml",
        "application/xml",
        _("USEBIO 1.2"),
        _(
            "The usual choice for federations, BridgeWebs and Pianola, with members’ numbers."
            " Imported here again it is the same event."
        ),
    ),
    "usebio13": Format(
        partial(_usebio, version="1.3"),
        "usebio13.xml",
        "application/xml",
        _("USEBIO 1.3"),
        _("Only where the newer form is asked for; many readers take 1.2 alone."),
    ),
    "pbn": Format(
        _pbn,
        "pbn",
        "application/x-pbn",
        _("PBN"),
        _("Boards with score tables, hands where known, the ranking. It comes back whole."),
    ),
    "bridgewebs": Format(
        _bridgewebs,
        "csv",
        "text/csv; charset=utf-8",
        _("BridgeWebs CSV"),
        _("For the site's page of results files; a spreadsheet opens it too."),
    ),
    "event": Format(
        _event_file,
        "event.json",
        "application/json",
        _("Event file"),
        _("Everything that was reported; brought in again it is the same event."),
    ),
}
