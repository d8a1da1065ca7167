"""A table of a leaf: heads and cells of one line or more, each row as high as its fullest cell."""

from collections.abc import Sequence
from typing import NamedTuple

from clubscore.sheets.events.leaves.leaf import Block
from clubscore.sheets.events.leaves.leaf_columns import (
    LEAST,
    WITHIN,
    Column,
    put_row,
    row_high,
)
from clubscore.sheets.pieces.paper import MM
from clubscore.sheets.pieces.pen import HAIR, LINE, STRONG, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, width, wrapped

TITLE, TITLE_HIGH, ABOUT, ABOUT_HIGH = 11.0, 15.0, 9.0, 11.5
HEAD_LINE, UNDER_HEADS = 9.5, 4.5
ROOMY = 6.4 * MM
EVERY = 4

Cell = Sequence[str]


class Table(NamedTuple):
    """A table: its title and what is said about it, its columns, its rows, of cells in lines.

    Rows are `least` high; so many at its end are `sums`, below a stronger rule. One to be written
    on has `uprights`.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    title: str = ""
    about: str = ""
    least: float = ROOMY
    sums: int = 0
    uprights: bool = False

    @property
    def wide(self) -> float:
        """How wide it is."""
        return sum(column.wide for column in self.columns)

    def lefts(self) -> list[float]:
        """Return where each column begins, and where the last ends."""
        return [sum(each.wide for each in self.columns[:at]) for at in range(len(self.columns) + 1)]


def lines_in(text: str, column: Column) -> tuple[str, ...]:
    """Return a text as lines of a cell of this column."""
    return wrapped(text, column.font, column.size, column.wide - 2 * WITHIN) if text else ("",)


def widest(texts: Sequence[str], column: Column) -> Column:
    """Return a column as wide as the widest of these texts and of its head, or as it is."""
    cells = (width(text, column.font, column.size) for text in texts)
    need = max([width(column.word, TEXT, LEAST), *cells]) + 2 * WITHIN
    return column._replace(wide=max(column.wide, need))


def table_block(table: Table) -> Block:
    """Return a table as a block of a leaf, which repeats title and heads where it goes on."""
    title = wrapped(table.title, BOLD, TITLE, table.wide) if table.title else ()
    about = wrapped(table.about, TEXT, ABOUT, table.wide) if table.about else ()
    heads = [
        wrapped(each.word, TEXT, LEAST, each.wide - 2 * WITHIN) if each.word else ()
        for each in table.columns
    ]
    above = TITLE_HIGH * len(title) + ABOUT_HIGH * len(about)
    high = above + HEAD_LINE * max(map(len, heads)) + UNDER_HEADS
    rows = [max(table.least, row_high(max(map(len, row)))) for row in table.rows]

    def head(pen: Pen, x: float, y: float) -> None:
        with pen.tagged("Caption"):
            for number, line in enumerate(title):
                pen.text(x, y + 11 + number * TITLE_HIGH, line, BOLD, TITLE)
        top = y + TITLE_HIGH * len(title)
        with pen.tagged("P"):
            for number, line in enumerate(about):
                pen.text(x, top + 8 + number * ABOUT_HIGH, line, TEXT, ABOUT)
        with pen.tagged("TR"):
            for column, left, lines in zip(table.columns, table.lefts(), heads, strict=False):
                with pen.tagged("TH"):
                    _head(pen, column, x + left, y + high - UNDER_HEADS, lines)
        pen.rule(x, y + high, table.wide, STRONG if table.uprights else LINE)

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        put_row(pen, table.columns, x, y, rows[number], table.rows[number])
        strong = (number + 1) % EVERY == 0 or number == len(rows) - table.sums - 1
        pen.rule(x, y + rows[number], table.wide, LINE if strong else HAIR)
        for left in table.lefts() if table.uprights else ():
            pen.line(x + left, y, x + left, y + rows[number], HAIR)

    return Block(high, head, rows, row)


def _head(pen: Pen, column: Column, x: float, base: float, lines: Sequence[str]) -> None:
    """Write a head over its column, its last line on this base line."""
    places = {
        "left": x + WITHIN,
        "right": x + column.wide - WITHIN,
        "middle": x + column.wide / 2,
    }
    for number, line in enumerate(reversed(lines)):
        pen.text(places[column.align], base - number * HEAD_LINE, line, TEXT, LEAST, column.align)
