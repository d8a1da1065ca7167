"""Columns of a leaf: their places, and one size of type for each in the whole document."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clubscore.sheets.pieces.name_ladder import initial
from clubscore.sheets.pieces.paper import MM
from clubscore.sheets.pieces.pen import Align, Pen
from clubscore.sheets.pieces.typeface import TEXT, width, wrapped

FULL, SMALL, LEAST = 9.0, 8.0, 8.0
LINE = 3.8 * MM
WITHIN = 1.2 * MM


class Column(NamedTuple):
    """A column: its head, its width in points, how its texts stand, their font and size."""

    word: str
    wide: float
    align: Align = "left"
    font: str = TEXT
    size: float = 9.5


class Names(NamedTuple):
    """How names are set in a column: their size, the room of a line, the most lines of a cell."""

    size: float
    room: float
    lines: int

    @classmethod
    def of(cls, cells: Iterable[Sequence[str]], room: float) -> "Names":
        """Climb the ladder for all cells at once: 9 points, initials, 8 points, more lines."""
        found = list(cells)
        for size in (FULL, SMALL):
            if all(width(short(name, size, room), TEXT, size) <= room for c in found for name in c):
                return cls(size, room, max(map(len, found), default=1))
        names = cls(SMALL, room, 1)
        return names._replace(lines=max((len(names.set(cell)) for cell in found), default=1))

    def set(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the lines of a cell, a name on each; a wider one on more of them."""
        return tuple(
            line
            for name in names
            for line in wrapped(short(name, self.size, self.room), TEXT, self.size, self.room)
        )

    @property
    def high(self) -> float:
        """The height of a row with this many lines."""
        return row_high(self.lines)


def row_high(lines: int) -> float:
    """Return the height of a row by its lines: 4.4 mm for one, 8.2 for two."""
    return (0.6 + 3.8 * lines) * MM


def short(name: str, size: float, room: float) -> str:
    """Return a name as it is, or with its first name as a letter where the line holds no more."""
    if width(name, TEXT, size) <= room:
        return name
    return initial(name)


def put_cell(
    pen: Pen, column: Column, x: float, y: float, high: float, lines: Sequence[str]
) -> None:
    """Write lines in the middle of a cell, from its upper left corner."""
    if not any(lines):
        return
    places = {
        "left": x + WITHIN,
        "right": x + column.wide - WITHIN,
        "middle": x + column.wide / 2,
    }
    step = min(LINE, (high - WITHIN / 2) / len(lines))
    first = y + (high - step * (len(lines) - 1)) / 2 + column.size * 0.36
    # Two columns may have one word: the numbers of sides, and their points.
    with pen.column(f"{column.word}, {column.wide:.0f} wide"), pen.tagged("TD"):
        for number, line in enumerate(lines):
            place = first + number * step
            pen.text(places[column.align], place, line, column.font, column.size, column.align)


def put_heads(pen: Pen, columns: Sequence[Column], x: float, y: float) -> None:
    """Write the heads of columns on one base line."""
    with pen.tagged("TR"):
        for column in columns:
            head = column._replace(font=TEXT, size=LEAST)
            with pen.tagged("TH"):
                _head(pen, head, x, y)
            x += column.wide


def _head(pen: Pen, column: Column, x: float, y: float) -> None:
    if column.align == "right":
        pen.text(x + column.wide - WITHIN, y, column.word, TEXT, LEAST, "right")
    elif column.align == "middle":
        pen.text(x + column.wide / 2, y, column.word, TEXT, LEAST, "middle")
    else:
        pen.text(x + WITHIN, y, column.word, TEXT, LEAST)


def put_row(
    pen: Pen, columns: Sequence[Column], x: float, y: float, high: float,
    cells: Sequence[Sequence[str]],
) -> None:  # fmt: skip
    """Write the cells of a row beside each other, each of one line or more."""
    with pen.tagged("TR"):
        for column, lines in zip(columns, cells, strict=True):
            put_cell(pen, column, x, y, high, lines)
            x += column.wide
