"""Tables on paper: a title, a line about it, columns and rows, below or beside another.

One that is longer than its page goes on with its heads on the next, and says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from django.utils.translation import gettext as _

from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, MM, PAPERS, Paper
from clubscore.sheets.pieces.pen import STRONG, THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit, wrapped

TITLE, ABOUT, HEADS, GAP = 17.0, 14.0, 14.0, 16.0
SIZE, SMALL, LEAST, LARGE = 11.0, 9.0, 8.0, 20.0
# A line more of a head, a line of a cell, and what a cell keeps free at its sides.
HEAD_LINE, CELL_LINE, WITHIN = 9.5, 11.0, 10.0
PRINTED, PENCIL = 17.0, 8 * MM
GOES_ON, FEWEST_ROWS = 12.0, 2
NARROWEST = min(paper.room for paper in PAPERS.values())


@dataclass(frozen=True)
class Column:
    """A column: its heading, its share of the width, figures flush right."""

    word: str
    share: float = 1.0
    right: bool = False


@dataclass(frozen=True)
class Block:
    """One table. `line` is the height of its rows in points: printed, or for a pencil."""

    title: str
    about: str
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[str]]
    line: float = PRINTED

    @property
    def head(self) -> float:
        """The height of what stands above the rows."""
        more = HEAD_LINE * (max(map(len, self.heads), default=1) - 1)
        return TITLE + ABOUT * len(self.said) + HEADS + more + 4

    @cached_property
    def heads(self) -> list[tuple[str, ...]]:
        """The heads of the columns, in lines."""
        rooms = self.rooms(NARROWEST)
        words = (column.word for column in self.columns)
        return [_set(word, LEAST, room) for word, room in zip(words, rooms, strict=True)]

    @cached_property
    def sizes(self) -> list[float]:
        """One size for each column, in which its cells fit if they do in any."""
        rooms = self.rooms(NARROWEST)
        return [
            min((fit(row[at], TEXT, SIZE, room - WITHIN).size for row in self.rows), default=SIZE)
            for at, room in enumerate(rooms)
        ]

    @cached_property
    def high(self) -> float:
        """How high each row is: as it is meant to be, or as its fullest cell needs."""
        cells = (
            len(_set(text, size, room))
            for row in self.rows
            for text, size, room in zip(row, self.sizes, self.rooms(NARROWEST), strict=True)
        )
        return max(self.line, max(cells, default=1) * CELL_LINE + 4)

    def rooms(self, wide: float) -> list[float]:
        """Return how wide each column is where all have so much."""
        whole = sum(column.share for column in self.columns)
        return [wide * column.share / whole for column in self.columns]

    @property
    def said(self) -> tuple[str, ...]:
        """What is said about it, in lines that any paper holds."""
        return wrapped(self.about, TEXT, SIZE - 1, NARROWEST) if self.about else ()

    @property
    def height(self) -> float:
        """The height of all of it."""
        return self.head + self.high * len(self.rows)


@dataclass(frozen=True)
class Part:
    """A table, or as much of its rows as one page holds: the so-manieth of so many."""

    block: Block
    rows: Sequence[Sequence[str]]
    number: int = 1
    of: int = 1

    @property
    def goes_on(self) -> bool:
        """Whether more rows follow elsewhere."""
        return self.number < self.of

    @property
    def height(self) -> float:
        """The height of head, rows and what is said below them."""
        said = GOES_ON if self.goes_on else 0
        return self.block.head + self.block.high * len(self.rows) + said

    @property
    def title(self) -> str:
        """The table's title, with which part of it this is."""
        if self.of == 1:
            return self.block.title
        values = {"title": self.block.title, "number": self.number, "of": self.of}
        return _("%(title)s, part %(number)s of %(of)s") % values


def tables_pdf(blocks: Sequence[Block], paper: Paper, title: str, about: str = "") -> bytes:
    """Return tables as a PDF, one below the other, one longer than its page on several.

    The title and what is said about it stand large above the first.
    """

    def put(pen: Pen) -> None:
        _put_below(pen, blocks, title, about)

    return printed(put, paper, imprint(title), feet=True)


def _fitting(block: Block, room: float) -> int:
    """Return how many rows of a table that goes on fit into so much height."""
    return max(0, int((room - block.head - GOES_ON) // block.high))


def _cut_at(block: Block, cuts: Sequence[int]) -> list[Part]:
    """Return the parts of a table that is cut before these rows."""
    edges = (0, *cuts, len(block.rows))
    of = len(edges) - 1
    return [
        Part(block, block.rows[first:last], number, of)
        for number, (first, last) in enumerate(pairwise(edges), 1)
    ]


def _put_below(pen: Pen, blocks: Sequence[Block], title: str, about: str) -> None:
    """Draw tables below each other, a long one over several pages."""
    paper, bottom = pen.paper, pen.paper.height - MARGIN
    y = top = _large_head(pen, title, about)
    for block in blocks:
        # One that the next page holds waits for it; of a longer one a few rows must fit here.
        fits_next = block.height <= paper.tall or _fitting(block, bottom - y) < FEWEST_ROWS
        if y > top and block.height > bottom - y and fits_next:
            _next_page(pen, title)
            y = MARGIN
        for part in _parts_down(block, bottom - y, paper.tall):
            if part.number > 1:
                _next_page(pen, title)
                y = MARGIN
            _draw(pen, part, MARGIN, y, paper.room)
            y += part.height
        y += GAP
    pen.new_page()


def _parts_down(block: Block, here: float, a_page: float) -> list[Part]:
    """Return a table as the rest of this page and further pages hold it."""
    whole, at, room = len(block.rows), 0, here
    cuts: list[int] = []
    while block.head + block.high * (whole - at) > room:
        # No page ends with a part that a single row follows.
        at += max(1, min(_fitting(block, room), whole - at - FEWEST_ROWS))
        cuts.append(at)
        room = a_page
    return _cut_at(block, cuts)


def _large_head(pen: Pen, title: str, about: str) -> float:
    """Draw the title above the first table; return where that begins."""
    room, y = pen.paper.room, MARGIN + LARGE
    pen.fitted(MARGIN, y, fit(title, SERIF, LARGE, room))
    if about:
        y += ABOUT + 2
        pen.fitted(MARGIN, y, fit(about, TEXT, SIZE, room))
    return y + GAP


def _next_page(pen: Pen, title: str) -> None:
    pen.new_page()
    pen.page_head(title)


def _draw(pen: Pen, part: Part, x: float, y: float, wide: float) -> None:
    block = part.block
    pen.fitted(x, y + 13, fit(part.title, BOLD, 13, wide))
    y += TITLE
    for line in block.said:
        pen.text(x, y + 10, line, TEXT, SIZE - 1)
        y += ABOUT
    rooms = block.rooms(wide)
    lefts = [x + sum(rooms[:at]) for at in range(len(rooms))]
    y += block.head - TITLE - ABOUT * len(block.said) - 4
    for column, left, room, lines in zip(block.columns, lefts, rooms, block.heads, strict=True):
        first = y - 3 - HEAD_LINE * (len(lines) - 1)
        _cell(pen, column, (left, first, room), lines, LEAST)
    pen.rule(x, y, wide, STRONG)
    y += 4
    for row in part.rows:
        _row(pen, block, row, y, lefts, rooms)
        y += block.high
        pen.rule(x, y, wide, THIN)
    if part.goes_on:
        pen.text(x + wide, y + 9, _("goes on"), TEXT, SMALL, "right")


def _row(
    pen: Pen, block: Block, row: Sequence[str], y: float,
    lefts: Sequence[float], rooms: Sequence[float],
) -> None:  # fmt: skip
    """Draw the cells of a row, each in the middle of its height."""
    for at, column in enumerate(block.columns):
        lines = _set(row[at], block.sizes[at], block.rooms(NARROWEST)[at])
        first = y + block.high / 2 + 3 - CELL_LINE * (len(lines) - 1) / 2
        _cell(pen, column, (lefts[at], first, rooms[at]), lines, block.sizes[at])


def _cell(
    pen: Pen, column: Column, at: tuple[float, float, float], lines: Sequence[str], size: float
) -> None:
    """Draw lines below each other; `at` is the left edge, the first base line and the width."""
    left, y, room = at
    step = HEAD_LINE if size == LEAST else CELL_LINE
    for number, line in enumerate(lines):
        base = y + number * step
        if column.right:
            pen.text(left + room - 4, base, line, TEXT, size, "right")
        else:
            pen.text(left + 6, base, line, TEXT, size)


def _set(text: str, size: float, room: float) -> tuple[str, ...]:
    """Return a cell's lines: nothing of it is left out."""
    return wrapped(text, TEXT, size, room - WITHIN)
