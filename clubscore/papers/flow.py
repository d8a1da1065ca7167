"""Blocks of print that flow down a page and over to the next, and how names and money are set.

The number of pages is known when the first is drawn. No name is cut, narrowed or ended with dots.
Pounds, shillings and pence stand flush right each, and a fraction of a penny hangs behind the
pence.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _

from clubscore.club.wording import MINUS, figure, named
from clubscore.laws.money import Currency, old_money, show_amount
from clubscore.papers.ledger import Imprint, imprint
from clubscore.papers.pen import HAIR, LINE, STRONG, THIN, Pen, printed
from clubscore.papers.sizes import MARGIN, MM, PaperSize
from clubscore.papers.typeface import BOLD, SERIF, TEXT, Fitted, fit, width, wrapped

# Draws something of a known height from its upper left corner: (pen, x, y, width).
Draw = Callable[[Pen, float, float, float], None]
# Of the height of a line of text, what stands above its base line.
ASCENT = 0.8
FEWEST_ROWS = 2


def base(y: float, high: float, size: float) -> float:
    """Return the base line of a text of this size, in the middle of a row."""
    return y + high / 2 + size * 0.36


class UnsplitBlock:
    """What is never split."""

    keeps_next = False

    def split(self, room: float, must: bool) -> None:
        """Stay whole."""


@dataclass(frozen=True)
class Heading(UnsplitBlock):
    """A line in bold that stands with what it heads, a weaker text at its right end."""

    text: str
    size: float = 11
    aside: str = ""
    above: float = 0
    below: float = 4
    keeps_next = True

    @property
    def height(self) -> float:
        """The line and its space."""
        return self.above + self.size * 1.25 + self.below

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw the line."""
        line = y + self.above + self.size
        head = fit(self.text, BOLD, self.size, wide if not self.aside else wide * 0.6)
        with pen.tagged("H2"):
            pen.fitted(x, line, head)
        if self.aside:
            aside = fit(self.aside, TEXT, 9, wide - head.width - 12, least=7)
            pen.fitted(x + wide, line, aside, "right")


@dataclass(frozen=True)
class Lines(UnsplitBlock):
    """A paragraph, already broken into lines that fit."""

    lines: tuple[str, ...]
    font: str = TEXT
    size: float = 10
    below: float = 6
    keeps_next: bool = False

    @classmethod
    def of(
        cls, text: str, wide: float, font: str = TEXT, size: float = 10, below: float = 6,
        keeps_next: bool = False,
    ) -> "Lines":  # fmt: skip
        """Break a text into lines of this width."""
        return cls(wrapped(text, font, size, wide), font, size, below, keeps_next)

    @property
    def height(self) -> float:
        """The lines and the space below them."""
        return len(self.lines) * self.size * 1.3 + self.below

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw line below line."""
        with pen.tagged("P"):
            for number, line in enumerate(self.lines):
                pen.text(x, y + self.size + number * self.size * 1.3, line, self.font, self.size)


@dataclass(frozen=True)
class BlockRow:
    """A row of a table. `rule` is the weight of the line under it, 0 for none."""

    height: float
    draw: Draw
    rule: float = 0


@dataclass(frozen=True)
class BlockTable:
    """Rows under a head that is repeated on every page that they reach."""

    head: BlockRow
    rows: tuple[BlockRow, ...]
    below: float = 10
    keeps_next: bool = False

    @cached_property
    def height(self) -> float:
        """Head, rows and the space below."""
        return self.head.height + sum(row.height for row in self.rows) + self.below

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw the head and every row."""
        with pen.tagged("Table"):
            self._draw(pen, x, y, wide)

    def _draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        with pen.row(heads=True):
            self.head.draw(pen, x, y, wide)
        y += self.head.height
        if self.head.height:
            pen.rule(x, y, wide, THIN)
        for row in self.rows:
            with pen.row():
                row.draw(pen, x, y, wide)
            y += row.height
            if row.rule:
                pen.rule(x, y - 0.5, wide, row.rule)

    def split(self, room: float, must: bool) -> "tuple[BlockTable, BlockTable] | None":
        """Break between rows, at the end of a game if one is near; no single row stays alone."""
        used = self.head.height
        fitting = 0
        for row in self.rows:
            if used + row.height > room:
                break
            used += row.height
            fitting += 1
        fitting = min(fitting, len(self.rows) - FEWEST_ROWS)
        ends = [n for n in range(fitting, max(fitting - 4, FEWEST_ROWS) - 1, -1)
                if self.rows[n - 1].rule > HAIR]  # fmt: skip
        cut = ends[0] if ends else fitting
        if cut < FEWEST_ROWS:
            if not must or not 0 < fitting < len(self.rows):
                return None
            cut = fitting
        first = replace(self, rows=self.rows[:cut], below=0)
        return first, replace(self, rows=self.rows[cut:])


# ---- Blocks down a page and over to the next.


class Block(Protocol):
    """Something printed."""

    @property
    def height(self) -> float:
        """Its height in points, with the space below it."""

    @property
    def keeps_next(self) -> bool:
        """Whether the next block must stand on the same page: a heading and what it heads."""

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw it from its upper left corner."""

    def split(self, room: float, must: bool) -> tuple["Block", "Block"] | None:
        """Return what fits into so much height and the rest, None where it is not to be split.

        `must` is for a block that no page has room for.
        """


@dataclass(frozen=True)
class BesideBlock:
    """A block with others at its right, lower than itself: whole, as it is itself."""

    left: Block
    indent: float
    right: tuple[Block, ...]
    keeps_next: bool = False

    @property
    def height(self) -> float:
        """The height of what stands at the left."""
        return self.left.height

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw both."""
        self.left.draw(pen, x, y, self.indent)
        for block in self.right:
            block.draw(pen, x + self.indent, y, wide - self.indent)
            y += block.height

    def split(self, room: float, must: bool) -> None:
        """Stay whole."""


@dataclass(frozen=True)
class PlacedBlock:
    """A block at its height on a page."""

    block: Block
    y: float


def pages(
    blocks: Iterable[Block], first: float, others: float, bottom: float
) -> list[list[PlacedBlock]]:
    """Return pages of placed blocks.

    `first` and `others` are where the first and every later page begins, `bottom` where each ends.
    """
    waiting = list(blocks)
    made: list[list[PlacedBlock]] = [[]]
    y = first
    while waiting:
        group = _group(waiting)
        room = bottom - y
        if sum(block.height for block in group) <= room:
            for block in group:
                made[-1].append(PlacedBlock(block, y))
                y += block.height
            del waiting[: len(group)]
            continue
        # A block that no page can hold is split, or runs on; one that the next can hold waits.
        waits = len(made) == 1 and sum(block.height for block in group) <= bottom - others
        halves = _halves(group, room, must=not made[-1] and not waits)
        if halves is None:
            made.append([])
            y = others
            continue
        for block in halves[0]:
            made[-1].append(PlacedBlock(block, y))
            y += block.height
        waiting[: len(group)] = halves[1]
        if waiting:
            made.append([])
            y = others
    return made


def _group(blocks: Sequence[Block]) -> list[Block]:
    """Return the first block with those that it must stand together with."""
    end = 0
    while blocks[end].keeps_next and end + 1 < len(blocks):
        end += 1
    return list(blocks[: end + 1])


def _halves(
    group: list[Block], room: float, *, must: bool
) -> tuple[list[Block], list[Block]] | None:
    """Split the last block of a group, so that its headings keep some of it; None for not here."""
    *heads, last = group
    left = room - sum(block.height for block in heads)
    halves = last.split(left, must) if left > 0 else None
    if halves is not None:
        return [*heads, halves[0]], [halves[1]]
    return (group, []) if must else None


# ---- Amounts of money in columns.

POUNDS, SHILLINGS, PENCE, FRACTION = 9 * MM, 7 * MM, 11 * MM, 4.4 * MM
SIGN = 2.2 * MM
# Decimals need no more than their right edge: all figures have one width.
DECIMAL = 18 * MM
FRACTIONS = "¼½¾"


class MoneyColumn(NamedTuple):
    """A column of amounts in one currency: the heads of its parts, and how wide it is."""

    currency: Currency

    @property
    def heads(self) -> tuple[str, ...]:
        """What stands over its parts: "£", "s", "d", or the currency's sign."""
        if self.currency.decimals is None:
            return (self.currency.symbol, "s", "d")
        return (self.currency.symbol or self.currency.code,)

    @property
    def wide(self) -> float:
        """Its width with the sign before it, in points."""
        return SIGN + sum(self._parts)

    @property
    def middle(self) -> float:
        """Where a word over all of it stands, from its left edge."""
        return SIGN + (self.wide - SIGN) / 2

    @property
    def _parts(self) -> tuple[float, ...]:
        if self.currency.decimals is None:
            return (POUNDS, SHILLINGS, PENCE)
        return (DECIMAL,)

    def draw_heads(self, pen: Pen, x: float, y: float, size: float) -> None:
        """Write the heads of the parts from the left edge of the column."""
        with pen.cell():
            for end, head in zip(self._ends(x), self.heads, strict=True):
                pen.text(end, y, head, TEXT, size, "right")

    def draw(
        self, pen: Pen, x: float, y: float, coins: int, font: str = TEXT, size: float = 9.5
    ) -> None:
        """Write an amount from the left edge of the column: nothing at all as a nought."""
        parts = self.parts(coins)
        ends = self._ends(x)
        texts: list[tuple[float, str]] = []
        for end, part in zip(ends, parts, strict=True):
            whole = part.rstrip(FRACTIONS)
            if whole:
                texts.append((end - width(whole, font, size), whole))
            if part != whole:
                texts.append((end, part[len(whole) :]))
        with pen.cell():
            if coins < 0:
                first = min(at for at, _text in texts)
                pen.text(first - 1.5, y, MINUS, font, size, "right")
            for at, text in texts:
                pen.text(at, y, text, font, size)

    def parts(self, coins: int) -> tuple[str, ...]:
        """Return the parts of an amount without its sign."""
        if self.currency.decimals is not None:
            return (figure(show_amount(abs(coins), self.currency)),)
        pounds, shillings, pence = old_money(coins)
        # Under a pound that is told, a place that has nothing says so.
        shillings = shillings or ("0" if pounds else "")
        return (pounds, shillings, pence or "0" if pounds or shillings or not pence else pence)

    def _ends(self, x: float) -> list[float]:
        """Return where each part ends at its right, leaving room for what hangs behind it."""
        x += SIGN
        if self.currency.decimals is not None:
            return [x + DECIMAL - 2]
        return [x + POUNDS - 2, x + POUNDS + SHILLINGS - 2,
                x + POUNDS + SHILLINGS + PENCE - FRACTION]  # fmt: skip


# ---- Names in a column of one size.

SIZE, SMALL = 9.0, 8.0
# Letters of alphabets of which an initial is usual.
INITIALS_END = "\u1fff"


class SetNames(NamedTuple):
    """How the names of a column are set: their size, and the lines of each."""

    size: float
    lines: Mapping[tuple[str, ...], tuple[str, ...]]

    @property
    def most(self) -> int:
        """How many lines the longest takes."""
        return max(map(len, self.lines.values()), default=1)


def initial(name: str) -> str:
    """Return a name with an initial for the first name, "K. Wiśniewska"; alone it stays."""
    first, _blank, last = name.strip().partition(" ")
    if not last or not first[0].isalpha() or first[0] > INITIALS_END:
        return name
    return f"{first[0]}. {last}"


def set_names(names: Iterable[tuple[str, ...]], room: float, *, two_lines: bool) -> SetNames:
    """Return how names of contestants are set in a column so wide, in points.

    With `two_lines` two people stand below each other, else beside each other. One size holds for
    all; where the smallest is too large, lines break at blanks and hyphens.
    """
    wanted = list(dict.fromkeys(names))
    for size in (SIZE, SMALL):
        found = {each: _fitting(each, room, size, two_lines) for each in wanted}
        if all(found.values()):
            return SetNames(size, {each: lines or () for each, lines in found.items()})
    return SetNames(SMALL, {each: _broken(each, room, two_lines) for each in wanted})


def _fitting(
    people: tuple[str, ...], room: float, size: float, two_lines: bool
) -> tuple[str, ...] | None:
    """Return the lines of these people at this size, in full or with initials; None for neither."""
    for way in (tuple(people), tuple(map(initial, people))):
        lines = _lines(way, two_lines)
        if all(width(line, TEXT, size) <= room for line in lines):
            return lines
    return None


def _lines(people: tuple[str, ...], two_lines: bool) -> tuple[str, ...]:
    if two_lines and len(people) == 2:
        return people
    return (named(people),)


@lru_cache(maxsize=4096)
def _broken(people: tuple[str, ...], room: float, two_lines: bool) -> tuple[str, ...]:
    """Return lines at the smallest size, each name as short as it goes where that is needed."""
    for way in (people, tuple(map(initial, people))):
        lines = tuple(
            part for line in _lines(way, two_lines) for part in wrapped(line, TEXT, SMALL, room)
        )
        if len(lines) <= 3:
            break
    return lines


# ---- A leaf of blocks.

HEAD, LATER_HEAD = 46.0, 20.0


class Leaf(NamedTuple):
    """What stands at the head of a page: whose club, what it is, the line of facts.

    ``subject`` is what the file says of its kind.
    """

    club: str
    title: str
    under: str
    subject: str


def drawn(leaf: Leaf, blocks: Iterable[Block], paper: PaperSize) -> bytes:
    """Return blocks below each other as a PDF, on as many pages as they need."""
    placed = pages(
        blocks, first=MARGIN + HEAD, others=MARGIN + LATER_HEAD, bottom=paper.height - MARGIN
    )
    told = imprint(leaf.title, leaf.club, leaf.subject)
    return pages_pdf(placed, partial(head_of_leaf, leaf), paper, told)


def pages_pdf(
    placed: Sequence[Sequence[PlacedBlock]], head: Callable[[Pen, bool], None], paper: PaperSize,
    told: Imprint,
) -> bytes:  # fmt: skip
    """Return pages of placed blocks as a PDF; `head` draws what stands over the first, or later."""

    def put(pen: Pen) -> None:
        for number, page in enumerate(placed, start=1):
            head(pen, number == 1)
            for each in page:
                each.block.draw(pen, MARGIN, each.y, paper.room)
            pen.new_page(goes_on=_("goes on") if number < len(placed) else "")

    return printed(put, paper, told, feet=True, pages=len(placed))


def head_of_leaf(leaf: Leaf, pen: Pen, is_first: bool) -> None:
    """Draw the head of the first page; on a later one the same in a line."""
    room = pen.paper.room
    if not is_first:
        words = {"title": leaf.title, "facts": leaf.under}
        pen.fitted(MARGIN, MARGIN + 9, fit(_("%(title)s · %(facts)s") % words, TEXT, 9, room))
        pen.rule(MARGIN, MARGIN + 13, room, LINE)
        return
    with pen.tagged("H1"):
        pen.fitted(MARGIN, MARGIN + 17, fit(leaf.title, SERIF, 20, room, least=10))
    pen.fitted(MARGIN, MARGIN + 32, fit(leaf.under, TEXT, 9, room))
    pen.rule(MARGIN, MARGIN + 38, room, STRONG)


# ---- A plain table.

SIZE_OF_GRID, HIGH = 9.0, 14.0


class GridColumn(NamedTuple):
    """A column: its head, its share of the width, whether it holds figures."""

    head: str
    share: float
    figures: bool = False


def grid(
    columns: Sequence[GridColumn], rows: Iterable[Sequence[str]], wide: float, below: float = 10
) -> BlockTable:
    """Return the table; what does not fit into its cell gets smaller, then is cut at its end."""
    whole = sum(column.share for column in columns)
    widths = [wide * column.share / whole for column in columns]
    head = _row(columns, widths, [column.head for column in columns], BOLD)
    drawn = tuple(_row(columns, widths, cells, TEXT) for cells in rows)
    return BlockTable(head, drawn, below=below)


def _row(
    columns: Sequence[GridColumn], widths: Sequence[float], cells: Sequence[str], font: str
) -> BlockRow:
    fitted = [
        fit(cell, font, SIZE_OF_GRID, width - 6) for cell, width in zip(cells, widths, strict=True)
    ]
    return BlockRow(HIGH, partial(_draw, columns, widths, fitted), THIN if font == TEXT else 0)


def _draw(
    columns: Sequence[GridColumn],
    widths: Sequence[float],
    cells: Sequence[Fitted],
    pen: Pen,
    x: float,
    y: float,
    _wide: float,
) -> None:
    line = base(y, HIGH, SIZE_OF_GRID)
    for column, share, cell in zip(columns, widths, cells, strict=True):
        if column.figures:
            pen.fitted(x + share, line, cell, "right")
        else:
            pen.fitted(x, line, cell)
        x += share
