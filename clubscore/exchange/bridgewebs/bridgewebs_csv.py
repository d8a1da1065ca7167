"""Results as BridgeWebs' own CSV: what its guide calls the results file, section by section.

Sections begin with a line like ``#SCORES``; the one after it names the columns. No cell of it can
be a formula in a spreadsheet.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from clubscore.exchange.people.people_file import defused
from clubscore.exchange.reading.printable import printable
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Event, Ranked, Row, TravellerRow, rank, show_number, travellers
from clubscore.ranking.contestant import PAIRS
from clubscore.ranking.result import ruling_facts
from clubscore.version import PROGRAM

SCORES = ("POSITION", "PAIR", "NAME1", "NAME2", "PERCENT")
LINES = ("NS", "EW", "CONTRACT", "BY", "LEAD", "TRICKS", "SCORE", "NSPOINTS", "EWPOINTS")


def write_bridgewebs(event: Event) -> bytes:
    """Return an event of pairs as BridgeWebs' CSV. RuleError for players and teams."""
    if event.contestants_are != PAIRS:
        raise RuleError(
            "bridgewebs",
            gettext_noop("BridgeWebs CSV is for pairs only; this is an event of %(given)s."),
            given=event.contestants_are,
        )
    out = io.StringIO(newline="")
    csv.writer(out).writerows(_lines(rank(event)))
    return ("\ufeff" + out.getvalue()).encode()


def _lines(ranked: Ranked) -> Iterator[Iterable[object]]:
    event = ranked.event
    yield "#VERSION", "1"
    told = {
        "DATE": _text(event.about.get("date", "")),
        "TITLE": _text(event.about.get("name", "")),
        "DIRECTOR": "",
        "SCORER": PROGRAM,
        "PAIRS": len(event.contestants),
        "BOARDS": len({each.board for each in event.results}),
        "WINNERS": event.winners,
        "ROUNDS": max((each.round or 0 for each in event.results), default=0) or "",
    }
    yield from told.items()
    for ranking in ranked.rankings:
        if ranking.list == "scratch":
            yield ("#SCORES", ranking.direction) if ranking.direction else ("#SCORES",)
            yield SCORES
            yield from (_scores(row) for row in ranking.rows)
    yield "#BOARDFORMAT", *LINES
    yield ("#TRAVELLERS",)
    for traveller in travellers(ranked):
        yield "#BOARD", traveller.board
        yield from (_line(event, row) for row in traveller.rows)


def _scores(row: Row) -> tuple[object, ...]:
    """A pair's line; where no percentages are, its total stands in their place."""
    entry = row.entry
    names = [_text(name) for name in entry.contestant.names]
    first, *others = names or [""]
    told = entry.score if entry.percent is None else entry.percent
    place = row.place if entry.boards else ""
    number = _text(entry.contestant.number)
    return place, number, first, " & ".join(others), show_number(told)


def _line(event: Event, row: TravellerRow) -> tuple[object, ...]:
    result, deal = row.result, row.result.deal
    played = deal is not None and not deal.passed_out
    return (
        _text(str(result.ns)),
        _text(str(result.ew)),
        (event.contract(result) or "") if played else ("PASS" if deal is not None else ""),
        (deal.declarer or "") if deal is not None and played else "",
        _text(result.lead or ""),
        deal.tricks if deal is not None and played else "",
        result.score if result.score is not None else _ruling(row),
        "" if row.ns_points is None else show_number(row.ns_points),
        "" if row.ew_points is None else show_number(row.ew_points),
    )


def _ruling(row: TravellerRow) -> str:
    """What stands instead of a score, in a word."""
    return next(iter(ruling_facts(row.result.ruling))).replace("_", " ")


def _text(text: str) -> str:
    """A stranger's text: in one line, and no formula."""
    return defused(printable(text))
