"""The position sheet of the seven on paper: deal by deal who sat where and for whose account."""

from collections.abc import Sequence
from functools import partial
from itertools import accumulate

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.sheets.pieces.block_leaf import pages_pdf
from clubscore.sheets.pieces.blocks import Lines, Row, Table, base
from clubscore.sheets.pieces.flow import Block, pages
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, MM, Paper
from clubscore.sheets.pieces.pen import HAIR, LINE, STRONG, Pen
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit
from clubscore.sheets.rubbers.position_rows import PositionRow, PositionSheet

TITLE, LATER, HEAD, HIGH = 40.0, 20.0, 15.0, 8.2 * MM
NAMES, SMALL, NUMBER = 9.0, 8.0, 10.0
# Shares of the width: number, table and contract, four seats, who crosses.
SHARES = (9.0, 34.0, 27.0, 27.0, 27.0, 27.0, 35.0)
# Rows for a pencil where the evening goes on, if the first page is full.
FREE = 8


def positions_pdf(sheet: PositionSheet, paper: Paper) -> bytes:
    """Return the position sheet as a PDF file, with rows to go on by hand."""

    placed = pages(
        _blocks(sheet, paper),
        first=MARGIN + TITLE,
        others=MARGIN + LATER,
        bottom=paper.height - MARGIN,
    )
    told = imprint(sheet.title, sheet.club, _("Position sheet"))
    return pages_pdf(placed, partial(_title, sheet), paper, told)


def _title(sheet: PositionSheet, pen: Pen, is_first: bool) -> None:
    """Say on every page what it is, whose and of which evening."""
    room = pen.paper.room
    if not is_first:
        words = {"title": sheet.title, "club": sheet.club}
        pen.fitted(MARGIN, MARGIN + 9, fit(_("%(title)s · %(club)s") % words, TEXT, 9, room))
        pen.rule(MARGIN, MARGIN + 13, room, LINE)
        return
    with pen.tagged("H1"):
        pen.fitted(MARGIN, MARGIN + 17, fit(sheet.title, SERIF, 20, room, least=12))
    pen.fitted(MARGIN, MARGIN + 30, fit(sheet.club, TEXT, NAMES, room))
    pen.rule(MARGIN, MARGIN + 35, room, STRONG)


def _blocks(sheet: PositionSheet, paper: Paper) -> list[Block]:
    wide = paper.room
    blocks: list[Block] = [
        Lines.of(text, wide, TEXT, NAMES, below=2, keeps_next=True) for text in sheet.tables
    ]
    used = TITLE + HEAD + sum(block.height for block in blocks)
    played = len(sheet.rows)
    free = max(FREE, int((paper.tall - used - 24) / HIGH) - played)
    heads = (pgettext("column", "Deal"), "", *sheet.seats, _("Dummy crosses"))
    rows = [
        Row(HIGH, partial(_deal, number, row), HAIR)
        for number, row in enumerate((*sheet.rows, *(None,) * free), start=1)
    ]
    return [
        *blocks,
        Table(Row(HEAD, partial(_head, heads)), tuple(rows), below=2, keeps_next=True),
        Lines.of(_("• dummy of the deal"), wide, TEXT, SMALL, below=0),
    ]


def _edges(x: float, wide: float) -> list[float]:
    """Return where each column begins, and where the last one ends."""
    whole = sum(SHARES)
    return [x + wide * share / whole for share in accumulate((0.0, *SHARES))]


def _head(heads: Sequence[str], pen: Pen, x: float, y: float, wide: float) -> None:
    edges = _edges(x, wide)
    for start, end, text in zip(edges, edges[1:], heads, strict=False):
        pen.fitted(start + 3, base(y, HEAD, SMALL), fit(text, BOLD, SMALL, end - start - 4))


def _deal(number: int, row: PositionRow | None, pen: Pen, x: float, y: float, wide: float) -> None:
    """Write a deal in two lines, names above and the small print below; or leave it to a pencil."""
    edges = _edges(x, wide)
    for edge in edges:
        pen.line(edge, y, edge, y + HIGH, HAIR)
    middle = (edges[0] + edges[1]) / 2
    pen.text(middle, base(y, HIGH, NUMBER), str(number), BOLD, NUMBER, "middle")
    if row is None:
        return
    # The dummy that crossed has a dot behind its name.
    seats = ((f"{each.name} •" if each.is_dummy else each.name, each.below) for each in row.seats)
    cells = ((row.table, row.words), *seats, (row.crosses, ""))
    for start, end, (upper, lower) in zip(edges[1:-1], edges[2:], cells, strict=True):
        room = end - start - 6
        with pen.cell():
            pen.fitted(start + 3, y + 10, fit(upper, TEXT, NAMES, room))
            pen.fitted(start + 3, y + 19.5, fit(lower, TEXT, SMALL, room))
