"""BridgeWebs' CSV as a format of events: it is written and not read."""

from __future__ import annotations

from clubscore.exchange.bridgewebs.bridgewebs_csv import write_bridgewebs
from clubscore.exchange.reading.addressees import For
from clubscore.exchange.reading.event_format import EventFormat, Writes
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Event


def _write(event: Event, _for: For) -> bytes:
    return write_bridgewebs(event)


BRIDGEWEBS = EventFormat(
    key="bridgewebs",
    name=gettext_noop("BridgeWebs CSV"),
    writes=Writes(
        _write,
        "csv",
        "text/csv; charset=utf-8",
        gettext_noop("For the site's page of results files, with tabs between the cells."),
    ),
)
