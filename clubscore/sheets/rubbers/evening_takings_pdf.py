"""The treasurer's sheet of an evening: a row a player over all tables, then who pays whom."""

from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording.figures import speak_amount
from clubscore.sheets.pieces.block_leaf import Leaf, drawn
from clubscore.sheets.pieces.blocks import Heading, Lines, Row, Table
from clubscore.sheets.pieces.flow import Block
from clubscore.sheets.pieces.money_columns import MoneyColumn
from clubscore.sheets.pieces.name_ladder import SetNames, set_names
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.pen import HAIR, LINE, STRONG, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, wrapped
from clubscore.sheets.rubbers.evening_takings import EveningTakings, Taking, Takings, heads
from clubscore.sheets.rubbers.slip_table import HIGH, NAME_STEP, Payments, put_name

GAP, SIZE, SMALL = 2 * MM, 9.0, 8.0
# Heads of two lines over the signs of the money.
HEAD = 34.0


def takings_pdf(found: EveningTakings, paper: Paper) -> bytes:
    """Return the sheet as a PDF file."""
    title = _("The evening's money")
    under = _("%(evening)s · %(club)s") % {"evening": found.evening, "club": found.club}
    blocks: list[Block] = [each for one in found.takings for each in _blocks(one, paper.room)]
    if not blocks:
        blocks.append(Lines.of(_("No money changed hands."), paper.room, TEXT, 10))
    for table in found.tables:
        words = {"table": table.table}
        blocks.append(Heading(_("Who pays whom: %(table)s") % words, 11, above=8, below=2))
        blocks.append(Payments(table.debts))
    return drawn(Leaf(found.club, title, under, title), blocks, paper)


class _Columns(NamedTuple):
    """What all rows share: how names and amounts are set, how high a row is."""

    names: SetNames
    money: MoneyColumn
    room: float
    high: float

    def left(self, x: float, number: int) -> float:
        """Return where a column of money begins."""
        return x + self.room + number * (self.money.wide + GAP) + GAP


def _blocks(takings: Takings, wide: float) -> list[Block]:
    """Return the rows of one currency, and what they mean."""
    money = MoneyColumn(takings.currency)
    room = wide - len(heads()) * (money.wide + GAP)
    rows = (*takings.rows, takings.club)
    names = set_names([(row.name,) for row in rows], room - GAP, two_lines=False)
    columns = _Columns(names, money, room, max(HIGH, NAME_STEP * names.most + 3))
    drawn_rows = [Row(columns.high, partial(_row, columns, row), HAIR) for row in rows]
    total = Taking(_("Sum"), takings.total)
    drawn_rows.append(Row(HIGH, partial(_sum, columns, total), STRONG))
    note = _(
        "Each row adds up from left to right, each column to nothing. Minus: lost, charged, taken"
        " or owed."
    )
    table = Table(Row(HEAD, partial(_heads, columns)), tuple(drawn_rows), below=3)
    return [table, Lines.of(note, wide, TEXT, SMALL), Lines.of(_club(takings), wide, BOLD, SIZE)]


def _club(takings: Takings) -> str:
    """Return what the club has got, and what it is still owed."""
    sums, currency = takings.club.sums, takings.currency
    words = {"got": speak_amount(-sums.paid, currency), "owed": speak_amount(sums.open, currency)}
    if sums.open <= 0:
        return _("The club has received %(got)s and is owed nothing.") % words
    return _("The club has received %(got)s and is still owed %(owed)s.") % words


def _heads(columns: _Columns, pen: Pen, x: float, y: float, _wide: float) -> None:
    money = columns.money
    pen.text(x, y + HEAD - 5, _("name"), TEXT, SMALL)
    for number, word in enumerate(heads()):
        left = columns.left(x, number)
        lines = wrapped(word, BOLD, SMALL, money.wide)
        for at, line in enumerate(lines):
            high = HEAD - 15 - NAME_STEP * (len(lines) - 1 - at)
            pen.text(left + money.wide - 2, y + high, line, BOLD, SMALL, "right")
        money.draw_heads(pen, left, y + HEAD - 5, SMALL)


def _row(columns: _Columns, row: Taking, pen: Pen, x: float, y: float, _wide: float) -> None:
    high = columns.high
    put_name(pen, columns.names, row.name, x, y, high)
    _coins(columns, row, TEXT, pen, x, y + high / 2 + SIZE * 0.34)


def _sum(columns: _Columns, row: Taking, pen: Pen, x: float, y: float, wide: float) -> None:
    pen.rule(x, y - 0.5, wide, LINE)
    pen.text(x, y + HIGH * 0.74, row.name, BOLD, SIZE)
    _coins(columns, row, BOLD, pen, x, y + HIGH * 0.74)


def _coins(columns: _Columns, row: Taking, font: str, pen: Pen, x: float, line: float) -> None:
    for number, coins in enumerate(row.sums):
        with pen.column("coins"):
            columns.money.draw(pen, columns.left(x, number), line, coins, font, SIZE)
