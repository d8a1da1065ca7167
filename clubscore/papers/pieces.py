"""Pieces of paper that are cut apart, such as slips and cards: planned, drawn, each in its cut.

Widths are in millimetres, as one measures a card; heights and sizes of type in points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.papers.ledger import Identity, Imprint
from clubscore.papers.pen import LINE, THIN, Align, Feet, Pen, Turned, count_of, printed
from clubscore.papers.sizes import (
    ACROSS,
    LEAST,
    MM,
    PADDING,
    WANTED,
    PaperSize,
    PieceNeed,
    RowHeights,
    Slot,
    Slots,
    behind,
    rows_a_piece,
    slots_for,
    stacked,
)
from clubscore.papers.typeface import BOLD, TEXT, fit, sized, wrapped

# Sizes of type: notes and heads, names, figures, numbers of pairs, boards, a place, a card.
NOTES, NAMES, FIGURES, PAIRS, BOARDS, PLACE, CARD = 8.0, 9.0, 9.5, 11.0, 13.0, 15.0, 24.0
# Heights of what every piece has, and of a line of names.
IDENTITY_HIGH, HEADS_HIGH, GOES_ON_HIGH = 10.0, 12.5, 12.0
NAMES_HIGH = 3.6 * MM
# Between a grid and what stands in the rim of its sheet.
RIM = 4.0
# Two names of a pair in a row of a table, and what such a row is high.
BETWEEN_NAMES = 3.6 * MM
PENCIL = RowHeights(WANTED, LEAST)

# What stands in a cell: a text, or lines of it.
Cell = str | tuple[str, ...]


class PieceText(NamedTuple):
    """A text of a head or a foot; `at` is how far from the left, `blank` a line to write on.

    `rise` is by how many points it stands higher than the others of its line.
    """

    text: str
    size: float = NAMES
    bold: bool = False
    at: float = 0.0
    blank: float = 0.0
    rise: float = 0.0


class HeadLine(NamedTuple):
    """A line of a head or a foot, so high; what stands at its right end."""

    left: tuple[PieceText, ...]
    high: float
    right: PieceText | None = None


class Upright(NamedTuple):
    """A column between two upright rules. One that grows has what wider paper gives."""

    word: str
    mm: float
    size: float = FIGURES
    bold: bool = False
    align: Align = "middle"
    grows: bool = False


@dataclass(frozen=True)
class Grid:
    """Rows under their heads. After rows in `strong` the rule is strong, else thin."""

    columns: tuple[Upright, ...]
    rows: Sequence[Sequence[Cell]]
    high: RowHeights = PENCIL
    strong: frozenset[int] = frozenset()

    def widths(self, inner: float) -> list[float]:
        """Return how wide each column is in points where all have so much."""
        whole = sum(column.mm for column in self.columns) * MM
        growing = sum(column.grows for column in self.columns)
        if not growing:
            return [inner * column.mm * MM / whole for column in self.columns]
        more = (inner - whole) / growing
        return [column.mm * MM + column.grows * more for column in self.columns]


class Back(NamedTuple):
    """What stands on the back of a piece: lines above and below as many blank ones as fit."""

    head: tuple[HeadLine, ...]
    foot: tuple[HeadLine, ...]


@dataclass(frozen=True, kw_only=True)
class PaperPiece:
    """A piece. `mark` says which of how many it is, `number` and `of` which part of one split.

    `back` is printed where both sides of the paper are.
    """

    identity: Identity
    head: tuple[HeadLine, ...]
    grid: Grid
    foot: tuple[HeadLine, ...] = ()
    back: Back | None = None
    mark: str = ""
    number: int = 1
    of: int = 1

    @property
    def goes_on(self) -> bool:
        """Whether more rows follow on another piece."""
        return self.number < self.of

    def need(self, padding: float, said: int) -> PieceNeed:
        """Return what it needs of a sheet, where its identity takes so many lines."""
        fixed = 2 * padding + IDENTITY_HIGH * said + HEADS_HIGH
        fixed += sum(line.high for line in self.head)
        foot = GOES_ON_HIGH if self.goes_on else sum(line.high for line in self.foot)
        fixed += foot + RIM
        return PieceNeed(fixed, len(self.grid.rows))

    def parts(self, most: int) -> list[PaperPiece]:
        """Return it in as few parts as need no more than so many rows each, evenly.

        Where rows belong together, up to a strong rule, they stay so if they can.
        """
        rows = self.grid.rows
        if len(rows) <= most:
            return [self]
        cuts = self._cuts(most)
        edges = [0, *cuts, len(rows)]
        return [
            replace(self, grid=self._rows(first, last), number=at, of=len(edges) - 1)
            for at, (first, last) in enumerate(pairwise(edges), 1)
        ]

    def _cuts(self, most: int) -> list[int]:
        rows, at = len(self.grid.rows), 0
        found: list[int] = []
        count = -(-rows // most)
        while rows - at > most:
            even = at + -(-(rows - at) // (count - len(found)))
            ends = [each for each in self.grid.strong if at + 1 < each <= at + most]
            near = min(ends, key=lambda end: abs(end - even)) if ends else even
            # Never more parts than evenly: a rule far above would leave too much for the rest.
            rest = count - len(found) - 1
            at = near if rows - near <= rest * most else even
            found.append(at)
        return found

    def _rows(self, first: int, last: int) -> Grid:
        strong = frozenset(at - first for at in self.grid.strong if first < at <= last)
        return replace(self.grid, rows=self.grid.rows[first:last], strong=strong)


# ---- Pieces on sheets.

WITHIN = 2.0  # between a rule and what stands beside it
MARK = 76.0  # kept free beside the identity for which of how many a piece is
FOLD_MARK = 4 * MM
HEAVY = 1.2


class Cutting(NamedTuple):
    """How sheets are cut and folded: pieces across, how many down at most, folds from the top."""

    across: int = ACROSS
    down: int | None = None
    folds: tuple[float, ...] = ()


@dataclass(frozen=True)
class Sheets:
    """A plan: every piece, or part of one, with its place."""

    forms: tuple[PaperPiece, ...]
    slots: Slots
    where: tuple[Slot, ...]
    said: int
    sizes: dict[tuple[str, ...], list[float]]
    cutting: Cutting

    @property
    def count(self) -> int:
        """How many sheets there are."""
        return max((at.sheet for at in self.where), default=-1) + 1


def pieces_pdf(
    forms: Sequence[PaperPiece], paper: PaperSize, told: Imprint, cutting: Cutting | None = None
) -> bytes:
    """Return pieces on sheets as a PDF: cut through the stack and laid pile under pile in order."""
    return plans_pdf([planned(forms, paper, cutting or Cutting())], paper, told)


def plans_pdf(
    plans: Sequence[Sheets],
    paper: PaperSize,
    told: Imprint,
    *,
    leaf: Callable[[Pen], None] | None = None,
    first: Callable[[Pen], None] | None = None,
    backs: bool = False,
) -> bytes:
    """Return several papers of pieces, one after the other, as a PDF.

    Before them stand pages that stay whole, if a `leaf` draws them, and sheets that say themselves
    which they are, if `first` does.
    With `backs` each sheet's back follows it, on which what its pieces have there lies behind them.
    """

    def put(pen: Pen) -> None:
        if leaf is not None:
            with pen.with_feet(Feet(told, count_of(leaf, paper))):
                leaf(pen)
        if first is not None:
            first(pen)
        for plan in plans:
            draw_sheets(pen, plan, told, backs=backs)

    sheets = sum(plan.count for plan in plans)
    turned = Turned.LONG_EDGE if backs else None
    return printed(put, paper, told, sheets=(1 + backs) * sheets, backs=turned)


def planned(forms: Sequence[PaperPiece], paper: PaperSize, cutting: Cutting) -> Sheets:
    """Return where every piece goes. Raises ValueError for one that is higher than its sheet."""
    inner = paper.width / cutting.across - 2 * PADDING
    said = _lines_of_identity(forms, inner)
    parts = _parts(forms, paper, said)
    if _lines_of_identity(parts, inner) > said:
        # Which part one is stands beside the identity, and leaves it less room.
        said = _lines_of_identity(parts, inner)
        parts = _parts(forms, paper, said)
    high = forms[0].grid.high if forms else None
    needs = [each.need(PADDING, said) for each in parts]
    slots = slots_for(needs, paper, high, cutting.across, cutting.down) if high else None
    if slots is None and parts:
        raise ValueError("a piece is higher than its sheet")
    slots = slots or Slots(1, paper.width, paper.height, 0, cutting.across)
    sizes = _sizes([each.grid for each in forms], inner)
    where = tuple(stacked(len(parts), slots.held))
    return Sheets(tuple(parts), slots, where, said, sizes, cutting)


def _lines_of_identity(forms: Sequence[PaperPiece], inner: float) -> int:
    return max((len(_identity(each, inner)) for each in forms), default=1)


def _parts(forms: Sequence[PaperPiece], paper: PaperSize, said: int) -> list[PaperPiece]:
    """Return pieces, those that no sheet holds in parts."""
    found: list[PaperPiece] = []
    for each in forms:
        most = rows_a_piece(each.need(PADDING, said).fixed, paper, each.grid.high)
        if len(each.grid.rows) > most:
            fixed = each.need(PADDING, said).fixed + GOES_ON_HIGH
            most = max(2, rows_a_piece(fixed, paper, each.grid.high))
        found += each.parts(most)
    return found


def draw_sheets(pen: Pen, plan: Sheets, told: Imprint, *, backs: bool = False, of: int = 0) -> None:
    """Draw every sheet of a plan, each followed by its back where those are printed.

    Each says which it is of these sheets; where they are some `of` a larger paper's, which of all.
    """
    for sheet in range(plan.count):
        cut_lines(pen, plan.slots, plan.cutting.folds)
        for form, at in zip(plan.forms, plan.where, strict=True):
            if at.sheet == sheet:
                left, top = plan.slots.corner(at.slot)
                wide, high = plan.slots.wide, plan.slots.high
                with pen.piece(form.identity, left, top, wide, high, PADDING):
                    _draw(pen, form, left + PADDING, top + PADDING, plan)
        pen.rim(pen.page if of else sheet + 1, of or plan.count, told.printed)
        pen.new_page()
        if backs:
            _backs(pen, plan, sheet)


def _backs(pen: Pen, plan: Sheets, sheet: int) -> None:
    """Draw the back of a sheet; it is cut from the front, so it needs no lines for that."""
    slots = plan.slots
    for form, at in zip(plan.forms, plan.where, strict=True):
        if at.sheet != sheet or form.back is None:
            continue
        left, top = slots.corner(behind(at.slot, slots.across))
        with pen.piece(form.identity, left, top, slots.wide, slots.high, PADDING):
            _back(pen, form, form.back, (left + PADDING, top + PADDING), plan)
    pen.new_page()


def _back(pen: Pen, form: PaperPiece, back: Back, at: tuple[float, float], plan: Sheets) -> None:
    """Draw a back: whose it is, its head, lines for a pencil as far as they fit, its foot."""
    (x, y), inner = at, plan.slots.wide - 2 * PADDING
    foot = y + plan.slots.high - 2 * PADDING - sum(line.high for line in back.foot)
    _put_identity(pen, form, x, y, inner)
    y += IDENTITY_HIGH * plan.said
    for line in back.head:
        _line(pen, line, x, y, inner)
        y += line.high
    lines = int((foot - y) / LEAST)
    row = min(WANTED, (foot - y) / max(lines, 1))
    for number in range(1, lines + 1):
        pen.rule(x, y + number * row, inner, THIN)
    y = max(y, foot)
    for line in back.foot:
        _line(pen, line, x, y, inner)
        y += line.high


def _put_identity(pen: Pen, form: PaperPiece, x: float, y: float, inner: float) -> None:
    for number, text in enumerate(_identity(form, inner)):
        pen.text(x, y + 7 + number * IDENTITY_HIGH, text, TEXT, NOTES)
    pen.text(x + inner, y + 7, _marked(form), TEXT, NOTES, "right")


def _identity(form: PaperPiece, inner: float) -> tuple[str, ...]:
    beside = MARK if form.mark or form.of > 1 else 0
    return wrapped(form.identity.line, TEXT, NOTES, inner - beside)


def _marked(form: PaperPiece) -> str:
    """Which of how many it is; of one that goes on, which part."""
    if form.of == 1:
        return form.mark
    return _("part %(number)s of %(of)s") % {"number": form.number, "of": form.of}


def _sizes(grids: Sequence[Grid], inner: float) -> dict[tuple[str, ...], list[float]]:
    """Return one size for each column of each kind of grid, in which all of its cells fit."""
    found: dict[tuple[str, ...], list[float]] = {}
    for grid in grids:
        key = _kind(grid)
        sizes = found.setdefault(key, [column.size for column in grid.columns])
        rooms = [wide - 2 * WITHIN for wide in grid.widths(inner)]
        for row in grid.rows:
            for at, (cell, room) in enumerate(zip(row, rooms, strict=True)):
                for line in _lines(cell):
                    font = BOLD if grid.columns[at].bold else TEXT
                    sizes[at] = min(sizes[at], fit(line, font, sizes[at], room).size)
    return found


def _kind(grid: Grid) -> tuple[str, ...]:
    return tuple(column.word for column in grid.columns)


def _lines(cell: Cell) -> tuple[str, ...]:
    return (cell,) if isinstance(cell, str) else cell


def _draw(pen: Pen, form: PaperPiece, x: float, y: float, plan: Sheets) -> None:
    """Draw a piece below and to the right of this corner."""
    inner = plan.slots.wide - 2 * PADDING
    _put_identity(pen, form, x, y, inner)
    y += IDENTITY_HIGH * plan.said
    for line in form.head:
        _line(pen, line, x, y, inner)
        y += line.high
    y = _grid(pen, form.grid, x, y, plan)
    if form.goes_on:
        pen.text(x + inner, y + 9, _("goes on"), TEXT, NOTES, "right")
        return
    for line in form.foot:
        _line(pen, line, x, y, inner)
        y += line.high


def _line(pen: Pen, line: HeadLine, x: float, y: float, inner: float) -> None:
    """Draw a line of a head or a foot: its words stand on one base line."""
    largest = max((words.size for words in line.left), default=NOTES)
    base = y + line.high / 2 + largest * 0.36
    right = None
    if line.right is not None:
        right = sized(line.right.text, _font(line.right), line.right.size)
    free = inner - (right.width + 6 if right else 0)
    end = x
    for words in line.left:
        at = max(x + words.at * MM, end) if not words.rise else x + words.at * MM
        shown = fit(words.text, _font(words), words.size, x + free - at)
        pen.fitted(at, base - words.rise, shown)
        end = at + shown.width + 3
        if words.blank:
            pen.rule(end, base + 2, words.blank * MM, LINE)
            end += words.blank * MM + 6
    if right:
        pen.fitted(x + inner, base, right, "right")


def _font(words: PieceText) -> str:
    return BOLD if words.bold else TEXT


def _grid(pen: Pen, grid: Grid, x: float, y: float, plan: Sheets) -> float:
    """Draw every rule, then heads and cells between them; return where the grid ends."""
    row = plan.slots.row
    inner = plan.slots.wide - 2 * PADDING
    widths = grid.widths(inner)
    lefts = [x + sum(widths[:at]) for at in range(len(widths) + 1)]
    top, foot = y + HEADS_HIGH, y + HEADS_HIGH + row * len(grid.rows)
    pen.rule(x, top, inner, HEAVY)
    for at in range(1, len(grid.rows) + 1):
        pen.rule(x, top + at * row, inner, HEAVY if at in grid.strong else THIN)
    for left in lefts:
        pen.line(left, top, left, foot, THIN)
    for column, left, wide in zip(grid.columns, lefts, widths, strict=False):
        middle = left + wide / 2
        pen.fitted(middle, y + 9.5, fit(column.word, TEXT, NOTES, wide), "middle")
    kind = _kind(grid)
    sizes = plan.sizes[kind]
    columns = [each._replace(size=size) for each, size in zip(grid.columns, sizes, strict=True)]
    names = [f"{column.word} of {kind}" for column in columns]
    for number, cells in enumerate(grid.rows):
        for at, cell in enumerate(cells):
            if cell:
                box = (lefts[at], top + number * row, widths[at], row)
                with pen.column(names[at]):
                    _cell(pen, columns[at], _lines(cell), box)
    return foot


def _cell(
    pen: Pen, column: Upright, lines: Sequence[str], box: tuple[float, float, float, float]
) -> None:
    """Draw the lines of a cell in the middle of its height."""
    x, y, wide, high = box
    font, size = BOLD if column.bold else TEXT, column.size
    step = min(BETWEEN_NAMES, high / max(len(lines), 1))
    base = y + high / 2 + size * 0.36 - step * (len(lines) - 1) / 2
    places = {"left": x + WITHIN, "right": x + wide - WITHIN, "middle": x + wide / 2}
    for number, line in enumerate(lines):
        shown = fit(line, font, size, wide - 2 * WITHIN)
        pen.fitted(places[column.align], base + number * step, shown, column.align)


def cut_lines(pen: Pen, slots: Slots, folds: Sequence[float] = ()) -> None:
    """Draw lines to cut along, from edge to edge, and marks at both edges of what is folded."""
    paper = pen.paper
    for across in range(1, slots.across):
        pen.cut(across * slots.wide, 0, across * slots.wide, paper.height)
    for down in range(1, slots.down):
        pen.cut(0, down * slots.high, paper.width, down * slots.high)
    with pen.reaching(0):
        for fold in folds:
            for at in range(slots.across + 1):
                middle = at * slots.wide
                left, right = max(0.0, middle - FOLD_MARK), min(paper.width, middle + FOLD_MARK)
                pen.line(left, fold * paper.height, right, fold * paper.height, THIN)
