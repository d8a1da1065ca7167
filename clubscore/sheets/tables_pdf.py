"""Tables on paper: a title, a line about it, columns and rows, below or beside another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from clubscore.sheets.paper import MARGIN, MM, Paper
from clubscore.sheets.pen import DRAWING, STRONG, THIN, Pen, new_canvas
from clubscore.sheets.typeface import BOLD, NARROW, TEXT, fit

TITLE, ABOUT, HEADS, GAP = 17.0, 14.0, 14.0, 16.0
SIZE, SMALL, LARGE = 11.0, 9.0, 20.0
PRINTED, PENCIL = 17.0, 9 * MM


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
        return TITLE + (ABOUT if self.about else 0) + HEADS + 4

    @property
    def height(self) -> float:
        """The height of all of it."""
        return self.head + self.line * len(self.rows)


def tables_pdf(
    blocks: Sequence[Block],
    paper: Paper,
    title: str,
    *,
    abreast: int = 1,
    about: str = "",
    before: Callable[[Pen], None] | None = None,
) -> bytes:
    """Return tables as a PDF, `abreast` beside each other with lines to cut along.

    Tables that are not cut apart have the title and what is said about them large above the first;
    `before` draws its own pages first.
    """
    with DRAWING:
        canvas, file = new_canvas(paper, title)
        pen = Pen(canvas, paper)
        if before is not None:
            before(pen)
        _put(pen, blocks, abreast, Head(title, about))
        canvas.save()
    return file.getvalue()


class Head(NamedTuple):
    """What the pages belong to, and what is said about it on the first."""

    title: str
    about: str


def _put(pen: Pen, blocks: Sequence[Block], abreast: int, head: Head) -> None:
    paper, title = pen.paper, head.title
    wide = (paper.room - GAP * (abreast - 1)) / abreast
    y = MARGIN
    if abreast > 1:
        _page_head(pen, title)
    else:
        y = _large_head(pen, head)
    for at in range(0, len(blocks), abreast):
        beside = blocks[at : at + abreast]
        high = max(block.height for block in beside)
        if y > MARGIN and y + high > paper.height - MARGIN:
            _next_page(pen, title)
            y = MARGIN
        if abreast > 1:
            for across, block in enumerate(beside):
                x = MARGIN + across * (wide + GAP)
                _draw(pen, block, block.rows, x, y, wide)
                if across:
                    pen.dotted_line(x - GAP / 2, y, x - GAP / 2, y + high + GAP / 2)
            y += high + GAP
            pen.dotted_rule(0, y - GAP / 2, paper.width)
        else:
            y = _draw_over_pages(pen, beside[0], y, title) + GAP
    pen.new_page()


def _large_head(pen: Pen, head: Head) -> float:
    """Draw the title above the first table; return where that begins."""
    room, y = pen.paper.room, MARGIN + LARGE
    pen.fitted(MARGIN, y, fit(head.title, BOLD, LARGE, room))
    if head.about:
        y += ABOUT + 2
        pen.fitted(MARGIN, y, fit(head.about, TEXT, SIZE, room))
    return y + GAP


def _page_head(pen: Pen, title: str) -> None:
    """Say in the margin what the page belongs to."""
    pen.text(pen.paper.width - MARGIN, MARGIN - 8, title, NARROW, SMALL, "right")


def _next_page(pen: Pen, title: str) -> None:
    pen.new_page()
    _page_head(pen, title)


def _draw_over_pages(pen: Pen, block: Block, y: float, title: str) -> float:
    """Draw a table that may be longer than a page; return where it ends."""
    rows = list(block.rows)
    while True:
        room = int((pen.paper.height - MARGIN - y - block.head) // block.line)
        _draw(pen, block, rows[:room], MARGIN, y, pen.paper.room)
        if len(rows) <= room:
            return y + block.head + block.line * len(rows)
        rows = rows[room:]
        _next_page(pen, title)
        y = MARGIN


def _draw(
    pen: Pen, block: Block, rows: Sequence[Sequence[str]], x: float, y: float, wide: float
) -> None:
    pen.fitted(x, y + 13, fit(block.title, BOLD, 13, wide))
    y += TITLE
    if block.about:
        pen.fitted(x, y + 10, fit(block.about, TEXT, SIZE - 1, wide))
        y += ABOUT
    whole = sum(column.share for column in block.columns)
    lefts, at = [], x
    for column in block.columns:
        lefts.append((at, wide * column.share / whole))
        at += wide * column.share / whole
    for column, (left, room) in zip(block.columns, lefts, strict=True):
        _cell(pen, column, left, y + 11, room, column.word, NARROW, SMALL)
    y += HEADS
    pen.rule(x, y, wide, STRONG)
    y += 4
    for row in rows:
        base = y + block.line / 2 + 3
        for column, (left, room), text in zip(block.columns, lefts, row, strict=True):
            _cell(pen, column, left, base, room, text, TEXT, SIZE)
        y += block.line
        pen.rule(x, y, wide, THIN)


def _cell(
    pen: Pen, column: Column, left: float, y: float, room: float, text: str, font: str, size: float
) -> None:
    fitted = fit(text, font, size, room - 6, least=6.5)
    if column.right:
        pen.fitted(left + room - 4, y, fitted, "right")
    else:
        pen.fitted(left + 2, y, fitted)


def tables_text(blocks: Sequence[Block], title: str) -> str:
    """Return the same tables to be read aloud or by touch: a row a line, each cell with its word.

    Words stand before their figures, because whoever reads a line has not the heading before him.
    """
    lines = [title, ""]
    for block in blocks:
        lines += [each for each in (block.title, block.about) if each]
        for row in block.rows:
            cells = zip(block.columns, row, strict=True)
            lines.append(", ".join(f"{column.word} {text}" for column, text in cells if text))
        lines.append("")
    return "\n".join(lines)
