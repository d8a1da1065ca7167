"""The table of a series on paper: everyone's place and sum, and a column for each event."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.events.in_series.series_now import Line, SeriesNow, ShownCell
from clubscore.events.in_series.series_words import event_called, not_counted, rules_in_words
from clubscore.sheets.events.leaves.leaf import Block, Head, leaf_pdf
from clubscore.sheets.events.leaves.leaf_columns import Column, Names
from clubscore.sheets.events.leaves.leaf_table import (
    Cell,
    Table,
    lines_in,
    table_block,
    widest,
)
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.typeface import BOLD

PLACE, PLAYED, TOTAL, LEAST_NAMES = 13 * MM, 14 * MM, 16 * MM, 52 * MM
NARROWEST, WIDEST, NUMBER, FIGURES = 9 * MM, 16 * MM, 14 * MM, 9.0


def series_leaf(now: SeriesNow, club: str, paper: Paper) -> bytes:
    """Return the table as a PDF: upright where all events stand beside each other, else across."""
    facts = [*rules_in_words(now.kept), not_counted(now), *_marks(now)]
    head = Head(now.series.name, club, [each for each in facts if each], club)
    each = _columns_of_events(now)
    fixed = sum(column.wide for column in _figures(now)) + LEAST_NAMES
    laid = paper if fixed + sum(c.wide for c in each) <= paper.room else paper.across
    blocks: list[Block] = []
    for title, lines in ((_("Table"), now.placed), (_("No place yet"), now.below)):
        if lines or title == _("Table"):
            blocks += [
                table_block(_table(now, title, lines, band, each, laid))
                for band in _bands(each, laid.room - fixed)
            ]
    return leaf_pdf(head, [*blocks, _events(now, laid)], laid)


def _marks(now: SeriesNow) -> Sequence[str]:
    """What brackets mean, where there are any."""
    cells = [cell for line in (*now.placed, *now.below) for cell in line.cells]
    if any(cell.value and not cell.counts for cell in cells):
        return [_("A result in brackets does not count.")]
    return []


def _value(cell: ShownCell) -> str:
    return cell.value if cell.counts or not cell.value else f"({cell.value})"


def _at(line: Line, at: int) -> ShownCell | None:
    """What somebody made of an event, the first being 0; None where they did not play."""
    return next((cell for cell in line.cells if cell.event == at + 1), None)


def _cell(cell: ShownCell | None) -> Cell:
    """The same as it is printed, and below it how, where they did not simply play."""
    if cell is None:
        return ("",)
    if cell.is_missed:
        return (_value(cell), pgettext("event of a series", "missed"))
    if cell.by_substitute:
        return (_value(cell), pgettext("event of a series", "substitute"))
    return (_value(cell),)


def _columns_of_events(now: SeriesNow) -> list[Column]:
    """A column for each event, as wide as its widest result."""
    lines = [*now.placed, *now.below]
    return [
        widest(
            [text for line in lines for text in _cell(_at(line, at))],
            Column(str(at + 1), NARROWEST, "right", size=FIGURES),
        )
        for at in range(len(now.events))
    ]


def _bands(each: Sequence[Column], room: float) -> list[range]:
    """Return which events stand beside each other: all, or about as many in each band as fit."""
    count = len(each)
    for bands in range(1, count + 1):
        found = [range(at * count // bands, (at + 1) * count // bands) for at in range(bands)]
        if all(sum(each[n].wide for n in band) <= room for band in found):
            return found
    return [range(at, at + 1) for at in range(count)] or [range(0)]


def _figures(now: SeriesNow) -> list[Column]:
    """The columns of place, events played, what the sum is, and who moves, where somebody does."""
    lines = [*now.placed, *now.below]
    word = _("points") if now.rules.is_sum else "%"
    columns = [
        Column(pgettext("column", "place"), PLACE, "right", BOLD, 11.0),
        Column(_("events"), PLAYED, "right", size=FIGURES),
        widest([line.total for line in lines], Column(word, TOTAL, "right", BOLD, 9.5)),
    ]
    if any(line.moves for line in lines):
        moves = Column("", 0, size=FIGURES)
        columns.append(widest([_moves(line) for line in lines], moves))
    return columns


def _moves(line: Line) -> str:
    if not line.moves:
        return ""
    return _("goes up") if line.moves > 0 else _("goes down")


def _table(
    now: SeriesNow, title: str, lines: Sequence[Line], band: range, each: Sequence[Column],
    paper: Paper,
) -> Table:  # fmt: skip
    place, *figures = _figures(now)
    events = [each[at] for at in band]
    spare = paper.room - sum(column.wide for column in (place, *figures, *events)) - LEAST_NAMES
    more = max(0.0, spare / max(len(events), 1))
    events = [c._replace(wide=max(c.wide, min(WIDEST, c.wide + more))) for c in events]
    room = paper.room - sum(column.wide for column in (place, *figures, *events))
    every = [*now.placed, *now.below]
    called = {line.keys: line.names for line in every}
    names = Names.of([*called.values()], room - 3 * MM)
    columns = [place, Column(_("names"), room, size=names.size), *figures, *events]
    rows: list[list[Cell]] = [
        [
            (line.place,), names.set(called[line.keys]), (str(line.played),), (line.total,),
            *([(_moves(line),)] if len(figures) > 2 else []),
            *(_cell(_at(line, at)) for at in band),
        ]
        for line in lines
    ]  # fmt: skip
    return Table(columns, rows, title)


def _events(now: SeriesNow, paper: Paper) -> Block:
    columns = [
        Column(_("number"), NUMBER, "right", BOLD),
        Column(_("event"), paper.room - NUMBER, size=9.0),
    ]
    rows = [
        [(str(at),), lines_in(event_called(event), columns[1])]
        for at, event in enumerate(now.events, 1)
    ]
    return table_block(Table(columns, rows, _("Events"), least=5 * MM))
