"""A leaf: a page of print that stays whole, with its head, foot, columns and tables.

What no page holds goes on on the next with its heads again. The foot says which page it is of how
many, and when it was printed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording import named
from clubscore.events.rankings import Lists
from clubscore.papers.event_head import scoring_facts, state_of, title_of
from clubscore.papers.flow import initial
from clubscore.papers.ledger import imprint
from clubscore.papers.pen import HAIR, LINE, STRONG, Align, Pen, printed
from clubscore.papers.sizes import MARGIN, MM, PaperSize
from clubscore.papers.typeface import BOLD, SERIF, TEXT, fit, width, wrapped
from clubscore.web.tables import ComparedTable

TITLE, SIZE, SMALL = 20.0, 9.0, 8.0
LEADING = 11.5
UNDER_HEAD, OVERLEAF = 5.0, 18.0
HEAD_RULE = 1.2
LAST = 8.0
GAP = 4 * MM


class Head(NamedTuple):
    """What stands above a leaf: its title, whose it is, and its facts, a sentence each."""

    title: str
    identity: str
    facts: Sequence[str]
    club: str
    state: str = ""


class LeafBlock(NamedTuple):
    """Rows under one head, drawn from their upper left corner: (pen, x, y).

    ``rows`` are the heights of the rows, ``row`` draws one of them by its number. One with fewer
    rows than ``splits_at`` is not split, and of another no part has fewer than two.
    """

    head: float
    draw_head: Callable[[Pen, float, float], None]
    rows: Sequence[float]
    row: Callable[[Pen, float, float, int], None]
    foot: float = GAP
    splits_at: int = 12

    @property
    def height(self) -> float:
        """Head and rows."""
        return self.head + sum(self.rows)


def leaf_pdf(head: Head, blocks: Sequence[LeafBlock], paper: PaperSize) -> bytes:
    """Return blocks below each other as a PDF, on as many pages as they need."""
    return leaves_pdf([(head, blocks)], paper)


def leaves_pdf(leaves: Sequence[tuple[Head, Sequence[LeafBlock]]], paper: PaperSize) -> bytes:
    """Return leaves behind each other as a PDF, each with its head on a page of its own."""
    head = leaves[0][0]

    def put(pen: Pen) -> None:
        for each, blocks in leaves:
            draw_leaf(pen, each, blocks)

    told = imprint(f"{head.title}, {head.identity}", head.club, head.title)
    return printed(put, paper, told, feet=True, state=head.state)


def draw_leaf(pen: Pen, head: Head, blocks: Sequence[LeafBlock]) -> None:
    """Draw a leaf before other papers of a document, which has feet of its own or none."""
    _ListLeaf(pen, head).put(blocks)


@dataclass
class _ListLeaf:
    """A leaf that is being drawn: how far its page is."""

    pen: Pen
    head: Head
    y: float = 0.0
    top: float = 0.0

    @property
    def room(self) -> float:
        """The height that is left on this page."""
        return self.pen.paper.height - MARGIN - LAST - self.y

    def put(self, blocks: Sequence[LeafBlock]) -> None:
        self._first_head()
        for block in blocks:
            self._put(block)
        self.pen.new_page()

    def _put(self, block: LeafBlock) -> None:
        whole = self.pen.paper.height - 2 * MARGIN - LAST - OVERLEAF
        stays = len(block.rows) < block.splits_at and block.height <= whole
        if self.y > self.top and (
            (stays and block.height > self.room) or self._holds(block, 0) < min(2, len(block.rows))
        ):
            self._next_page()
        at = 0
        while at < len(block.rows) or not at:
            count = self._holds(block, at)
            if at + count < len(block.rows):
                # No single row goes over to the next page.
                count = max(1, min(count, len(block.rows) - at - 2))
            self._rows(block, at, count)
            at += count
            if at >= len(block.rows):
                break
            self._next_page(goes_on=True)
        self.y += block.foot

    def _holds(self, block: LeafBlock, at: int) -> int:
        """How many rows from this one fit below the block's head on this page."""
        left, count = self.room - block.head, 0
        for high in block.rows[at:]:
            left -= high
            if left < 0:
                break
            count += 1
        return count

    def _rows(self, block: LeafBlock, at: int, count: int) -> None:
        with self.pen.tagged("Table"):
            block.draw_head(self.pen, MARGIN, self.y)
            self.y += block.head
            for number in range(at, at + count):
                block.row(self.pen, MARGIN, self.y, number)
                self.y += block.rows[number]

    def _next_page(self, *, goes_on: bool = False) -> None:
        self.pen.new_page(goes_on=_("goes on") if goes_on else "")
        pen, room = self.pen, self.pen.paper.room
        self.y = MARGIN + SIZE
        text = f"{self.head.title} · {self.head.identity}"
        pen.fitted(MARGIN, self.y, fit(text, TEXT, SIZE, room))
        pen.rule(MARGIN, self.y + 4, room, LINE)
        self.y = self.top = MARGIN + OVERLEAF

    def _first_head(self) -> None:
        pen, room = self.pen, self.pen.paper.room
        self.y = MARGIN + TITLE * 0.8
        beside = width(self.head.title, SERIF, TITLE) + 4 * MM
        with pen.tagged("H1"):
            pen.fitted(MARGIN, self.y, fit(self.head.title, SERIF, TITLE, room))
        whose = wrapped(self.head.identity, TEXT, SIZE, room - beside)
        if len(whose) == 1:
            pen.text(MARGIN + room, self.y, whose[0], TEXT, SIZE, "right")
        lines = wrapped(" ".join(self.head.facts), TEXT, SIZE, room)
        if len(whose) > 1:
            lines = (*wrapped(self.head.identity, TEXT, SIZE, room), *lines)
        with pen.tagged("P"):
            for number, line in enumerate(lines):
                pen.text(MARGIN, self.y + 14 + number * LEADING, line, TEXT, SIZE)
        self.y += 14 + LEADING * (len(lines) - 1) + UNDER_HEAD
        pen.rule(MARGIN, self.y, room, HEAD_RULE)
        self.y += UNDER_HEAD
        self.top = self.y


# ---- Columns of a leaf.

FULL, SMALL_OF_LEAF_COLUMNS, LEAST = 9.0, 8.0, 8.0
LINE_OF_LEAF_COLUMNS = 3.8 * MM
WITHIN = 1.2 * MM


class LeafColumn(NamedTuple):
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
        for size in (FULL, SMALL_OF_LEAF_COLUMNS):
            if all(width(short(name, size, room), TEXT, size) <= room for c in found for name in c):
                return cls(size, room, max(map(len, found), default=1))
        names = cls(SMALL_OF_LEAF_COLUMNS, room, 1)
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
    pen: Pen, column: LeafColumn, x: float, y: float, high: float, lines: Sequence[str]
) -> None:
    """Write lines in the middle of a cell, from its upper left corner."""
    if not any(lines):
        return
    places = {
        "left": x + WITHIN,
        "right": x + column.wide - WITHIN,
        "middle": x + column.wide / 2,
    }
    step = min(LINE_OF_LEAF_COLUMNS, (high - WITHIN / 2) / len(lines))
    first = y + (high - step * (len(lines) - 1)) / 2 + column.size * 0.36
    # Two columns may have one word: the numbers of sides, and their points.
    with pen.column(f"{column.word}, {column.wide:.0f} wide"), pen.tagged("TD"):
        for number, line in enumerate(lines):
            place = first + number * step
            pen.text(places[column.align], place, line, column.font, column.size, column.align)


def put_heads(pen: Pen, columns: Sequence[LeafColumn], x: float, y: float) -> None:
    """Write the heads of columns on one base line."""
    with pen.tagged("TR"):
        for column in columns:
            head = column._replace(font=TEXT, size=LEAST)
            with pen.tagged("TH"):
                _head(pen, head, x, y)
            x += column.wide


def _head(pen: Pen, column: LeafColumn, x: float, y: float) -> None:
    if column.align == "right":
        pen.text(x + column.wide - WITHIN, y, column.word, TEXT, LEAST, "right")
    elif column.align == "middle":
        pen.text(x + column.wide / 2, y, column.word, TEXT, LEAST, "middle")
    else:
        pen.text(x + WITHIN, y, column.word, TEXT, LEAST)


def put_row(
    pen: Pen, columns: Sequence[LeafColumn], x: float, y: float, high: float,
    cells: Sequence[Sequence[str]],
) -> None:  # fmt: skip
    """Write the cells of a row beside each other, each of one line or more."""
    with pen.tagged("TR"):
        for column, lines in zip(columns, cells, strict=True):
            put_cell(pen, column, x, y, high, lines)
            x += column.wide


# ---- A table of a leaf.

TITLE_OF_LEAF_TABLE, TITLE_HIGH, ABOUT, ABOUT_HIGH = 11.0, 15.0, 9.0, 11.5
HEAD_LINE, UNDER_HEADS = 9.5, 4.5
ROOMY = 6.4 * MM
EVERY = 4

Cell = Sequence[str]


class LeafTable(NamedTuple):
    """A table: its title and what is said about it, its columns, its rows, of cells in lines.

    Rows are `least` high; so many at its end are `sums`, below a stronger rule. One to be written
    on has `uprights`.
    """

    columns: Sequence[LeafColumn]
    rows: Sequence[Sequence[Cell]]
    title: str = ""
    about: str = ""
    least: float = ROOMY
    sums: int = 0
    uprights: bool = False

    @property
    def wide(self) -> float:
        return sum(column.wide for column in self.columns)

    def lefts(self) -> list[float]:
        """Return where each column begins, and where the last ends."""
        return [sum(each.wide for each in self.columns[:at]) for at in range(len(self.columns) + 1)]


def lines_in(text: str, column: LeafColumn) -> tuple[str, ...]:
    """Return a text as lines of a cell of this column."""
    return wrapped(text, column.font, column.size, column.wide - 2 * WITHIN) if text else ("",)


def widest(texts: Sequence[str], column: LeafColumn) -> LeafColumn:
    """Return a column as wide as the widest of these texts and of its head, or as it is."""
    cells = (width(text, column.font, column.size) for text in texts)
    need = max([width(column.word, TEXT, LEAST), *cells]) + 2 * WITHIN
    return column._replace(wide=max(column.wide, need))


def table_block(table: LeafTable) -> LeafBlock:
    """Return a table as a block of a leaf, which repeats title and heads where it goes on."""
    title = wrapped(table.title, BOLD, TITLE_OF_LEAF_TABLE, table.wide) if table.title else ()
    about = wrapped(table.about, TEXT, ABOUT, table.wide) if table.about else ()
    heads = [
        wrapped(each.word, TEXT, LEAST, each.wide - 2 * WITHIN) if each.word else ()
        for each in table.columns
    ]
    above = TITLE_HIGH * len(title) + ABOUT_HIGH * len(about)
    high = above + HEAD_LINE * max(map(len, heads)) + UNDER_HEADS
    rows = [max(table.least, row_high(max(map(len, row)))) for row in table.rows]

    def head(pen: Pen, x: float, y: float) -> None:
        if title:
            with pen.tagged("Caption"):
                for number, line in enumerate(title):
                    pen.text(x, y + 11 + number * TITLE_HIGH, line, BOLD, TITLE_OF_LEAF_TABLE)
        top = y + TITLE_HIGH * len(title)
        if about:
            with pen.tagged("P"):
                for number, line in enumerate(about):
                    pen.text(x, top + 8 + number * ABOUT_HIGH, line, TEXT, ABOUT)
        with pen.tagged("TR"):
            for column, left, lines in zip(table.columns, table.lefts(), heads, strict=False):
                with pen.tagged("TH"):
                    _head_of_leaf_table(pen, column, x + left, y + high - UNDER_HEADS, lines)
        pen.rule(x, y + high, table.wide, STRONG if table.uprights else LINE)

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        put_row(pen, table.columns, x, y, rows[number], table.rows[number])
        strong = (number + 1) % EVERY == 0 or number == len(rows) - table.sums - 1
        pen.rule(x, y + rows[number], table.wide, LINE if strong else HAIR)
        for left in table.lefts() if table.uprights else ():
            pen.line(x + left, y, x + left, y + rows[number], HAIR)

    return LeafBlock(high, head, rows, row)


def _head_of_leaf_table(
    pen: Pen, column: LeafColumn, x: float, base: float, lines: Sequence[str]
) -> None:
    """Write a head over its column, its last line on this base line."""
    places = {
        "left": x + WITHIN,
        "right": x + column.wide - WITHIN,
        "middle": x + column.wide / 2,
    }
    for number, line in enumerate(reversed(lines)):
        pen.text(places[column.align], base - number * HEAD_LINE, line, TEXT, LEAST, column.align)


def head_of_results(title: str, lists: Lists, more: Iterable[str] = ()) -> Head:
    """Return the head of a paper that tells results; the facts are never left out."""
    event = lists.room.event
    state = state_of(event)
    identity = f"{title_of(event)} · {event.club.name}"
    return Head(title, identity, [*scoring_facts(lists), state, *more], event.club.name, state)


# ---- A list of the pages on paper.


def list_blocks(shown: Sequence[tuple[str, ComparedTable]], room: float) -> list[LeafBlock]:
    """Return lists as blocks of a leaf, of columns as wide in each; no renderer knows a list.

    A column is as wide as its table says in millimetres, or as its widest text; the heading has
    what they leave, and its names are set by the ladder of all names together.
    """
    if not shown:
        return []
    drawn = shown[0][1].drawn
    heading = shown[0][1].heading or drawn[0].name
    columns = []
    for each in drawn:
        said = (each.said(row) for _title, table in shown for row in table.data)
        wide = max((width(text, TEXT, 9.5) for text in said), default=0.0) + 4 * MM
        columns.append(
            LeafColumn(
                each.head,
                max(wide, shown[0][1].widths.get(each.name, 0) * MM),
                "right" if "num" in each.head_look else "left",
                BOLD if each.name in shown[0][1].strong else TEXT,
            )
        )
    at = [each.name for each in drawn].index(heading)
    left = room - sum(column.wide for column in columns if column is not columns[at])
    every = [table.names_of(row) for _title, table in shown for row in table.data]
    names = Names.of([[named(each)] for each in every], left - 3 * MM)
    together = names.size == FULL and names.lines == 1
    if not together:
        names = Names.of(every, left - 3 * MM)
    columns[at] = LeafColumn(columns[at].word, left, size=names.size)
    return [
        table_block(LeafTable(columns, _cells_of(table, at, names, together=together), title))
        for title, table in shown
    ]


def _cells_of(table: ComparedTable, at: int, names: Names, *, together: bool) -> list[list[Cell]]:
    rows = []
    for record in table.data:
        cells: list[Cell] = [(each.said(record),) for each in table.drawn]
        people = table.names_of(record)
        beside = cells[at][0].removeprefix(named(people)).removeprefix(" · ")
        more = wrapped(beside, TEXT, names.size, names.room) if beside else ()
        cells[at] = (*names.set([named(people)] if together else people), *more)
        rows.append(cells)
    return rows
