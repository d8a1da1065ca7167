"""Tables that are cut apart, each on a piece of its own: slips, travellers, cards.

On every piece stands whose it is: event, day and club, which piece of how many, then its place. A
table that no sheet holds goes on on another piece, which has all of that again.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.sheets.events.tables_pdf import FEWEST_ROWS, PENCIL, Block, Part, even_parts
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.imposition import (
    LEAST,
    PADDING,
    WANTED,
    Need,
    Rows,
    Slot,
    Slots,
    rows_a_piece,
    slots_for,
    stacked,
)
from clubscore.sheets.pieces.paper import UNPRINTABLE, Paper
from clubscore.sheets.pieces.pen import LINE, STRONG, THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, sized, wrapped

# Sizes of type: of what a piece belongs to, heads, names and figures, and its place.
IDENTITY, HEADS, NAMES, FIGURES, PLACE = 8.0, 8.0, 9.0, 11.0, 15.0
# Heights of the lines in which they stand.
IDENTITY_HIGH, PLACE_HIGH, ABOUT_HIGH, HEADS_HIGH, GOES_ON = 10.0, 18.0, 12.0, 12.5, 12.0
RIM = 4.0  # between the last rule and what stands in the rim of its sheet
MARK = 76.0
WITHIN = 3.0  # between a rule and what stands beside it
ON_THE_RIM = 7.5


class Sheetful(NamedTuple):
    """What all pieces of a paper share: their slots, their lines of identity, sizes of columns."""

    slots: Slots
    said: tuple[str, ...]
    sizes: dict[tuple[str, ...], list[float]]


def pieces_pdf(
    blocks: Sequence[Block],
    paper: Paper,
    title: str,
    identity: str,
    before: Callable[[Pen], None] | None = None,
) -> bytes:
    """Return tables to be cut apart as a PDF; `before` draws its own pages first.

    Cut through the stack of sheets and laid pile under pile, they are in their order.
    """

    def put(pen: Pen) -> None:
        if before is not None:
            before(pen)
        _put(pen, blocks, identity)

    return printed(put, paper, imprint(title))


def _put(pen: Pen, blocks: Sequence[Block], identity: str) -> None:
    paper, inner = pen.paper, pen.paper.width / 2 - 2 * PADDING
    marked = any(block.mark for block in blocks)
    said = wrapped(identity, TEXT, IDENTITY, inner - (MARK if marked else 0))
    rows = _rows_of(blocks)
    parts = [part for block in blocks for part in _parts(block, paper, rows, len(said))]
    slots = slots_for([_need(part, len(said)) for part in parts], paper, rows)
    if slots is None:
        raise ValueError("a piece is higher than its sheet")
    shared = Sheetful(slots, said, _sizes(blocks, inner))
    where = stacked(len(parts), slots.held)
    sheets = max((each.sheet for each in where), default=-1) + 1
    for sheet in range(sheets):
        _cuts(pen, slots)
        for part, at in zip(parts, where, strict=True):
            if at.sheet == sheet:
                _draw(pen, part, at, shared)
        _rim(pen, sheet + 1, sheets)
        pen.new_page()


def _rows_of(blocks: Sequence[Block]) -> Rows:
    """How high rows may be: for a pencil between seven and eight millimetres, else as they are."""
    line = max((block.line for block in blocks), default=PENCIL)
    return Rows(WANTED, LEAST) if line >= LEAST else Rows(line, line)


def _need(part: Part, said: int) -> Need:
    block = part.block
    fixed = 2 * PADDING + RIM + IDENTITY_HIGH * said + PLACE_HIGH + HEADS_HIGH
    fixed += (ABOUT_HIGH if block.about else 0) + (GOES_ON if part.goes_on else 0)
    return Need(fixed, len(part.rows))


def _parts(block: Block, paper: Paper, rows: Rows, said: int) -> list[Part]:
    """Return a table whole, or in parts of as many rows each where no piece holds it."""
    whole = _need(Part(block, block.rows), said)
    if len(block.rows) <= rows_a_piece(whole.fixed, paper, rows):
        return [Part(block, block.rows)]
    most = rows_a_piece(whole.fixed + GOES_ON, paper, rows)
    return even_parts(block, max(FEWEST_ROWS, most))


def _sizes(blocks: Sequence[Block], inner: float) -> dict[tuple[str, ...], list[float]]:
    """Return one size for each column of each kind of table, in which all of its cells fit."""
    found: dict[tuple[str, ...], list[float]] = {}
    for block in blocks:
        key = tuple(column.word for column in block.columns)
        sizes = found.setdefault(key, [FIGURES] * len(key))
        rooms = [room for _left, room in _places(block, 0, inner)]
        for row in block.rows:
            for at, (cell, room) in enumerate(zip(row, rooms, strict=True)):
                sizes[at] = min(sizes[at], fit(cell, TEXT, sizes[at], room - 2 * WITHIN).size)
    return found


def _places(block: Block, x: float, inner: float) -> Iterator[tuple[float, float]]:
    """The left edge and the width of each column."""
    whole = sum(column.share for column in block.columns)
    for column in block.columns:
        wide = inner * column.share / whole
        yield x, wide
        x += wide


def _draw(pen: Pen, part: Part, at: Slot, shared: Sheetful) -> None:
    """Draw a piece into its slot, nothing of it outside its padding."""
    block, (left, top) = part.block, shared.slots.corner(at.slot)
    x, y, inner = left + PADDING, top + PADDING, shared.slots.wide - 2 * PADDING
    with pen.reaching(PADDING):
        for number, text in enumerate(shared.said):
            pen.text(x, y + 7 + number * IDENTITY_HIGH, text, TEXT, IDENTITY)
        pen.text(x + inner, y + 7, block.mark, TEXT, IDENTITY, "right")
        y += IDENTITY_HIGH * len(shared.said)
        pen.fitted(x, y + 14, fit(part.title, BOLD, PLACE, inner, least=NAMES))
        y += PLACE_HIGH
        if block.about:
            pen.fitted(x, y + 9, fit(block.about, TEXT, NAMES, inner))
            y += ABOUT_HIGH
        y = _grid(pen, part, x, y, shared)
        if part.goes_on:
            pen.text(x + inner, y + 9, _("goes on"), TEXT, HEADS, "right")


def _grid(pen: Pen, part: Part, x: float, y: float, shared: Sheetful) -> float:
    """Draw heads, rows and every rule between them; return where they end."""
    block, row = part.block, shared.slots.row
    inner = shared.slots.wide - 2 * PADDING
    places = list(_places(block, x, inner))
    sizes = shared.sizes[tuple(column.word for column in block.columns)]
    foot = y + HEADS_HIGH + row * len(part.rows)
    for column, (left, room) in zip(block.columns, places, strict=True):
        word = fit(column.word, TEXT, HEADS, room - 2 * WITHIN, least=6.5)
        pen.fitted(left + WITHIN, y + 9.5, word)
        pen.line(left, y, left, foot, THIN)
    pen.line(x + inner, y, x + inner, foot, THIN)
    pen.rule(x, y, inner, LINE)
    y += HEADS_HIGH
    pen.rule(x, y, inner, STRONG)
    for cells in part.rows:
        base = y + row / 2 + 3.5
        for at, (column, (left, room)) in enumerate(zip(block.columns, places, strict=True)):
            text = fit(cells[at], TEXT, sizes[at], room - 2 * WITHIN)
            if column.right:
                pen.fitted(left + room - WITHIN, base, text, "right")
            else:
                pen.fitted(left + WITHIN, base, text)
        y += row
        pen.rule(x, y, inner, THIN)
    return y


def _cuts(pen: Pen, slots: Slots) -> None:
    """Lines to cut along, from edge to edge."""
    paper = pen.paper
    pen.cut(slots.wide, 0, slots.wide, paper.height)
    for down in range(1, slots.down):
        pen.cut(0, down * slots.high, paper.width, down * slots.high)


def _rim(pen: Pen, sheet: int, sheets: int) -> None:
    """Say in the rim of the lowest piece which sheet this is; it goes with what is cut off."""
    text = _("sheet %(sheet)s of %(sheets)s") % {"sheet": sheet, "sheets": sheets}
    with pen.reaching(UNPRINTABLE):
        said = sized(text, TEXT, ON_THE_RIM)
        pen.fitted(PADDING, pen.paper.height - UNPRINTABLE + 0.5, said)
