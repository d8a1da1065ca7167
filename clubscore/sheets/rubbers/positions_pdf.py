"""The position sheet of the seven on paper: deal by deal who sat where and for whose account."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.sheets.pieces.blocks import Heading, Lines, Row, Table, base
from clubscore.sheets.pieces.flow import Block, pages
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, Paper
from clubscore.sheets.pieces.pen import LINE, STRONG, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit
from clubscore.sheets.rubbers.position_rows import PositionRow, PositionSheet

HEAD, HIGH, SIZE = 20.0, 26.0, 11.0
# Shares of the width: deal and table, four seats, who crosses.
SHARES = (0.22, 0.145, 0.145, 0.145, 0.145, 0.2)
# Rows for a pencil where the evening goes on.
FREE = 8


def positions_pdf(sheet: PositionSheet, paper: Paper) -> bytes:
    """Return the position sheet as a PDF file, with rows to go on by hand."""

    def put(pen: Pen) -> None:
        placed = pages(
            _blocks(sheet, paper),
            first=MARGIN,
            others=MARGIN,
            bottom=paper.height - MARGIN - 16,
        )
        for number, page in enumerate(placed, start=1):
            for each in page:
                each.block.draw(pen, MARGIN, each.y, paper.room)
            foot = _("page %(number)s of %(count)s") % {"number": number, "count": len(placed)}
            pen.text(MARGIN + paper.room, paper.height - MARGIN, foot, TEXT, 8, "right")
            pen.new_page()

    return printed(put, paper, imprint(sheet.title))


def _blocks(sheet: PositionSheet, paper: Paper) -> list[Block]:
    wide = paper.room
    shares = [wide * share for share in SHARES]
    blocks: list[Block] = [
        Heading(sheet.title, 18, below=2),
        Lines.of(sheet.club, wide, TEXT, 11, below=4, keeps_next=True),
    ]
    blocks += [Lines.of(text, wide, TEXT, 11, below=2, keeps_next=True) for text in sheet.tables]
    heads = (pgettext("column", "Deal"), *sheet.seats, _("Dummy crosses"))
    rows = [Row(HIGH, partial(_deal, shares, row), LINE) for row in sheet.rows]
    rows += [Row(HIGH, _nothing, LINE) for _free in range(FREE)]
    return [*blocks, Table(Row(HEAD, partial(_head, shares, heads)), tuple(rows))]


def _head(
    shares: Sequence[float], heads: Sequence[str], pen: Pen, x: float, y: float, wide: float
) -> None:
    pen.rule(x, y, wide, STRONG)
    for share, text in zip(shares, heads, strict=True):
        pen.fitted(x, base(y, HEAD, SIZE), fit(text, BOLD, SIZE, share - 6, least=8))
        x += share


def _deal(
    shares: Sequence[float], row: PositionRow, pen: Pen, x: float, y: float, _wide: float
) -> None:
    """Write a deal in two lines: names above, the small print below them."""
    cells = ((row.title, row.words), *row.seats, (row.crosses, ""))
    for share, (upper, lower) in zip(shares, cells, strict=True):
        pen.fitted(x, y + 11, fit(upper, TEXT, SIZE, share - 6, least=7))
        pen.fitted(x, y + 22, fit(lower, TEXT, 8.5, share - 6, least=6))
        x += share


def _nothing(pen: Pen, x: float, y: float, wide: float) -> None:
    """A row for a pencil."""
