"""The plain blocks: headings, paragraphs, tables that may be split between rows."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from clubscore.sheets.pieces.pen import HAIR, THIN, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, wrapped

# Draws something of a known height from its upper left corner: (pen, x, y, width).
Draw = Callable[[Pen, float, float, float], None]
# Of the height of a line of text, what stands above its base line.
ASCENT = 0.8
FEWEST_ROWS = 2


def base(y: float, high: float, size: float) -> float:
    """Return the base line of a text of this size, in the middle of a row."""
    return y + high / 2 + size * 0.36


class Whole:
    """What is never split."""

    keeps_next = False

    def split(self, room: float, must: bool) -> None:
        """Stay whole."""


@dataclass(frozen=True)
class Heading(Whole):
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
class Lines(Whole):
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
class Row:
    """A row of a table. `rule` is the weight of the line under it, 0 for none."""

    height: float
    draw: Draw
    rule: float = 0


@dataclass(frozen=True)
class Table:
    """Rows under a head that is repeated on every page that they reach."""

    head: Row
    rows: tuple[Row, ...]
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

    def split(self, room: float, must: bool) -> "tuple[Table, Table] | None":
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
