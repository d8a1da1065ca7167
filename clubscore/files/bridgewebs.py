"""Results written as BridgeWebs' own CSV: options, the ranking, and every board's traveller.

As far as the format is known it is that of the site's guide, 22.3, and of a public scorer that
writes it (Knave): see docs/files.md. An option is a line that begins with `#`. The site finds out
from the first line what parts cells, so nothing stands before it. No cell can be a formula.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator

from clubscore.files.event_format import EventFormat, For, Writes, is_date
from clubscore.files.people_file import defused
from clubscore.files.printable import printable
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.places import PROGRAM
from clubscore.ranking import (
    Adjusted,
    Award,
    EventFile,
    Ranked,
    RankedRow,
    ScoredTravellerRow,
    rank,
    show_number,
    travellers,
)
from clubscore.ranking.contestant import PAIRS
from clubscore.ranking.result import ruling_facts
from clubscore.ranking.scorings import find_scoring

# Of what may part cells, the one that the guide likes best.
SEPARATOR, LINE_END = "\t", "\r\n"
VERSION = "std1"
SCORES, OF_PERCENT = ("Position", "Pair", "Name1", "Name2", "Score"), ("Tops", "Percent")
LINES = (
    "NS", "EW", "NSScore", "EWScore", "NSPts", "EWPts", "Contract", "Tricks", "Declarer", "Lead",
)  # fmt: skip


def write_bridgewebs(event: EventFile) -> bytes:
    """Return an event of pairs as BridgeWebs' CSV. RuleError for players and teams."""
    if event.contestants_are != PAIRS:
        raise RuleError(
            "bridgewebs",
            gettext_noop("BridgeWebs CSV is for pairs only; this is an event of %(given)s."),
            given=event.contestants_are,
        )
    lines = (SEPARATOR.join(map(str, cells)) + LINE_END for cells in _lines(rank(event)))
    return "".join(lines).encode()


def _lines(ranked: Ranked) -> Iterator[Iterable[object]]:
    event = ranked.event
    for option, value in _options(event).items():
        yield f"#{option}", value
    for ranking in ranked.rankings:
        if ranking.list == "scratch":
            in_percent = any(row.entry.percent is not None for row in ranking.rows)
            yield ("#Scores",)
            yield (*SCORES, *OF_PERCENT) if in_percent else SCORES
            yield from (_scores(row, in_percent) for row in ranking.rows)
    yield ("#Travellers",)
    yield LINES
    for traveller in travellers(ranked):
        yield "#Board", traveller.board
        yield from (_line(event, row) for row in traveller.rows)


def _options(event: EventFile) -> dict[str, object]:
    """What the file says of the event; the version first, what is not known left out."""
    date = event.about.get("date", "")
    told = {
        "Version": VERSION,
        "Title": _text(event.about.get("name", "")),
        "Source": PROGRAM,
        "Date": f"{dt.date.fromisoformat(date):%d/%m/%Y}" if is_date(date) else "",
        "Boards": len({each.board for each in event.results}),
        "Winners": event.winners,
        find_scoring(event.scoring).bridgewebs: 1,
    }
    return {key: value for key, value in told.items() if key and value != ""}


def _scores(row: RankedRow, in_percent: bool) -> tuple[object, ...]:
    """A pair's line."""
    entry = row.entry
    names = [_text(name) for name in entry.contestant.names]
    first, *others = names or [""]
    place = row.place if entry.boards else ""
    cells = (
        place, _text(entry.contestant.number), first, " & ".join(others), show_number(entry.score)
    )  # fmt: skip
    if not in_percent:
        return cells
    numbers = (entry.possible, entry.percent)
    return (*cells, *("" if each is None else show_number(each) for each in numbers))


def _line(event: EventFile, row: ScoredTravellerRow) -> tuple[object, ...]:
    result, deal = row.result, row.result.deal
    played = deal is not None and not deal.passed_out
    return (
        _text(str(result.ns)),
        _text(str(result.ew)),
        *_of_each_side(row),
        "" if row.ns_points is None else show_number(row.ns_points),
        "" if row.ew_points is None else show_number(row.ew_points),
        _contract(event, row),
        deal.tricks if deal is not None and played else "",
        (deal.declarer or "") if deal is not None and played else "",
        _text(result.lead or ""),
    )


def _of_each_side(row: ScoredTravellerRow) -> tuple[object, object]:
    """The score in the column of the side that has it, or what each side was awarded."""
    result = row.result
    if result.score is not None:
        return (result.score, "") if result.score >= 0 else ("", -result.score)
    if isinstance(result.ruling, Adjusted):
        return _award(result.ruling.ns), _award(result.ruling.ew)
    return "", ""


def _award(award: Award) -> str:
    return award.text() if award.own else f"{award.text()}%"


def _contract(event: EventFile, row: ScoredTravellerRow) -> str:
    """The contract, or in a word what stands instead of one."""
    result = row.result
    if result.deal is not None:
        return event.contract(result) or "PASS"
    if result.score is not None:
        return ""
    return next(iter(ruling_facts(result.ruling))).replace("_", " ")


def _text(text: str) -> str:
    """A stranger's text: in one line, and no formula."""
    return defused(printable(text))


def _write(event: EventFile, _for: For) -> bytes:
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
