"""The blocks of a year book: lines of one height, tables, an evening in half pages. In points."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.sheets.pieces.blocks import Draw, Row, Table, Whole
from clubscore.sheets.pieces.paper import MM
from clubscore.sheets.pieces.pen import HAIR, LINE, THIN, Pen
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, width, wrapped

SIZE, LEADING = 9.5, 12.5
HEADS, DAY, TITLE = 8.0, 11.0, 20.0
INDENT = 4 * MM
GAP = 3 * MM
HYPHENED = re.compile(r"[^-]*-|[^-]+")
# Of an evening's half: its day with the rule below it, and what stays free under it.
DAY_HIGH, UNDER = 22.0, 8.0


class SetLine(NamedTuple):
    """A line of text; what stands at its right end, and before it at its left."""

    text: str
    font: str = TEXT
    at: float = 0.0
    right: str = ""
    before: str = ""


def set_lines(
    text: str, wide: float, font: str = TEXT, at: float = 0.0, right: str = ""
) -> list[SetLine]:
    """Return a text in lines that fit between its indent and what stands at the right end."""
    room = wide - at - (width(right, TEXT, SIZE) + GAP if right else 0)
    found = [SetLine(each, font, at) for each in wrapped(text, font, SIZE, room)]
    return [*found[:-1], found[-1]._replace(right=right)] if found else []


def name_lines(name: str, room: float) -> Sequence[str]:
    """Return a name in lines that fit: broken at blanks, and a word that is too wide at hyphens."""
    whole = wrapped(name, TEXT, SIZE, room)
    if sum(len(line.split()) for line in whole) == len(name.split()):
        return whole
    lines = [""]
    for word in name.split():
        for at, part in enumerate(HYPHENED.findall(word)):
            longer = f"{lines[-1]}{'' if at or not lines[-1] else ' '}{part}"
            if not lines[-1] or width(longer, TEXT, SIZE) <= room:
                lines[-1] = longer
            else:
                lines.append(part)
    return [part for line in lines for part in wrapped(line, TEXT, SIZE, room)]


def draw_lines(pen: Pen, x: float, y: float, wide: float, lines: Sequence[SetLine]) -> None:
    """Draw lines below each other from their upper left corner."""
    for number, line in enumerate(lines):
        base = y + number * LEADING + SIZE
        with pen.tagged("P"):
            if line.before:
                pen.text(x + INDENT / 2, base, line.before, TEXT, SIZE)
            if line.text:
                pen.text(x + line.at, base, line.text, line.font, SIZE)
            if line.right:
                pen.text(x + wide, base, line.right, TEXT, SIZE, "right")


@dataclass(frozen=True)
class SectionTitle(Whole):
    """The title of a section."""

    text: str
    wide: float
    keeps_next = True

    @property
    def _lines(self) -> tuple[str, ...]:
        return wrapped(self.text, SERIF, TITLE, self.wide)

    @property
    def height(self) -> float:
        """Its lines and the space below."""
        return len(self._lines) * TITLE * 1.2 + GAP

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw it."""
        with pen.tagged("H1"):
            for number, line in enumerate(self._lines):
                pen.text(x, y + TITLE * (0.9 + 1.2 * number), line, SERIF, TITLE)


@dataclass(frozen=True)
class Stanza(Whole):
    """Lines that stand together, with a head in bold where they have one."""

    lines: tuple[SetLine, ...]
    head: str = ""
    below: float = 9.0
    keeps_next: bool = False
    wide: float = 0.0

    @property
    def _heads(self) -> tuple[str, ...]:
        return wrapped(self.head, BOLD, DAY, self.wide) if self.head else ()

    @property
    def height(self) -> float:
        """Head, lines and the space below."""
        heads = len(self._heads)
        return heads * DAY * 1.3 + len(self.lines) * LEADING + self.below

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw head and lines."""
        for line in self._heads:
            with pen.tagged("H2"):
                pen.text(x, y + DAY, line, BOLD, DAY)
            y += DAY * 1.3
        draw_lines(pen, x, y, wide, self.lines)


@dataclass(frozen=True)
class Half:
    """An evening: half a page, or as many halves as it needs; later ones repeat its day."""

    day: str
    lines: tuple[SetLine, ...]
    half: float
    keeps_next: bool = False
    gone_on: bool = False

    @property
    def height(self) -> float:
        """As many halves as its lines need."""
        count = 1
        while self._held(count) < len(self.lines):
            count += 1
        return count * self.half

    def _held(self, halves: int) -> int:
        """Return how many lines so many halves hold."""
        return int((halves * self.half - DAY_HIGH - UNDER + 0.01) // LEADING)

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw the day between rules, and the lines."""
        said = _("%(day)s, gone on") % {"day": self.day} if self.gone_on else self.day
        with pen.tagged("H2"):
            pen.text(x, y + DAY, said, BOLD, DAY)
        pen.rule(x, y + DAY + 4, wide, THIN)
        draw_lines(pen, x, y + DAY_HIGH, wide, self.lines)

    def split(self, room: float, must: bool) -> tuple[Half, Half] | None:
        """Break between halves, never below the head of a table."""
        halves = int((room + 0.1) // self.half)
        # Nothing goes over to another page that the next can hold whole.
        if not halves or (not must and self.height <= 2 * self.half + 0.1):
            return None
        cut = self._held(halves)
        while cut > 1 and self.lines[cut - 1].font == BOLD:
            cut -= 1
        first = replace(self, lines=self.lines[:cut])
        return first, replace(self, lines=self.lines[cut:], gone_on=True)


class Column(NamedTuple):
    """A column of figures: its head and how wide it is."""

    head: str
    wide: float


def figure_table(
    name: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]], wide: float
) -> Table:
    """Return a table of names and figures; names break over lines, every fourth rule is strong."""
    columns = [
        Column(head, GAP + max([width(head, TEXT, HEADS),
                                *(width(figures[at], TEXT, SIZE) for _name, figures in rows)]))
        for at, head in enumerate(heads)
    ]  # fmt: skip
    room = wide - sum(column.wide for column in columns)

    def head(pen: Pen, x: float, y: float, wide: float) -> None:
        with pen.tagged("TR"):
            with pen.tagged("TH"):
                pen.text(x, y + HEADS + 1, name, TEXT, HEADS)
            for end, column in _ends(x + room, columns):
                with pen.tagged("TH"):
                    pen.text(end, y + HEADS + 1, column.head, TEXT, HEADS, "right")

    made = []
    for number, (text, figures) in enumerate(rows, 1):
        lines = name_lines(text, room)
        last = number == len(rows)
        rule = LINE if last else THIN if number % 4 == 0 else HAIR
        made.append(Row(len(lines) * LEADING + 2.5, _row(lines, figures, room, columns), rule))
    return Table(Row(HEADS + 5, head), tuple(made), below=14)


def _row(
    lines: Sequence[str], figures: Sequence[str], room: float, columns: Sequence[Column]
) -> Draw:
    def draw(pen: Pen, x: float, y: float, wide: float) -> None:
        with pen.tagged("TR"):
            with pen.tagged("TD"), pen.column("names"):
                for number, line in enumerate(lines):
                    pen.text(x, y + SIZE + number * LEADING, line, TEXT, SIZE)
            for (end, _column), text in zip(_ends(x + room, columns), figures, strict=True):
                with pen.tagged("TD"):
                    pen.text(end, y + SIZE, text, TEXT, SIZE, "right")

    return draw


def _ends(x: float, columns: Sequence[Column]) -> list[tuple[float, Column]]:
    """Return where each column ends at its right."""
    found = []
    for column in columns:
        x += column.wide
        found.append((x, column))
    return found
