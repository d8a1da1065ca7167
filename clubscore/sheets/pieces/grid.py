"""A plain table on paper: heads, cells, columns of given widths, figures at the right."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from clubscore.sheets.pieces.blocks import Row, Table, base
from clubscore.sheets.pieces.pen import THIN, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, Fitted, fit

SIZE, HIGH = 9.0, 14.0


class Column(NamedTuple):
    """A column: its head, its share of the width, whether it holds figures."""

    head: str
    share: float
    figures: bool = False


def grid(
    columns: Sequence[Column], rows: Iterable[Sequence[str]], wide: float, below: float = 10
) -> Table:
    """Return the table; what does not fit into its cell gets smaller, then is cut at its end."""
    whole = sum(column.share for column in columns)
    widths = [wide * column.share / whole for column in columns]
    head = _row(columns, widths, [column.head for column in columns], BOLD)
    drawn = tuple(_row(columns, widths, cells, TEXT) for cells in rows)
    return Table(head, drawn, below=below)


def _row(
    columns: Sequence[Column], widths: Sequence[float], cells: Sequence[str], font: str
) -> Row:
    fitted = [fit(cell, font, SIZE, width - 6) for cell, width in zip(cells, widths, strict=True)]
    return Row(HIGH, partial(_draw, columns, widths, fitted), THIN if font == TEXT else 0)


def _draw(
    columns: Sequence[Column],
    widths: Sequence[float],
    cells: Sequence[Fitted],
    pen: Pen,
    x: float,
    y: float,
    _wide: float,
) -> None:
    line = base(y, HIGH, SIZE)
    for column, width, cell in zip(columns, widths, cells, strict=True):
        if column.figures:
            pen.fitted(x + width, line, cell, "right")
        else:
            pen.fitted(x, line, cell)
        x += width
