"""A pen: text in our fonts, lines of four weights, nothing said twice.

Places are in points from the upper left corner of the paper, as one reads; `y` of a text is its
base line.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple

from django.utils.translation import gettext as _

from clubscore.sheets.pieces import typeface
from clubscore.sheets.pieces.identity import Identity, Imprint
from clubscore.sheets.pieces.imposition import PADDING
from clubscore.sheets.pieces.ink import Ink
from clubscore.sheets.pieces.paper import MARGIN, MM, UNPRINTABLE, Paper
from clubscore.sheets.pieces.paper_ledger import Box, Ledger
from clubscore.sheets.pieces.typeface import BOLD, TEXT, Fitted, Run, sized

Align = Literal["left", "right", "middle"]

# Thinner lines vanish on the second copy of a copy.
HAIR, THIN, LINE, STRONG = 0.4, 0.5, 0.8, 1.6
# Points on and off of a line that only guides.
DOTS = (0.6, 2.4)
# Of a text's size, what stands above its base line and what hangs below it.
ABOVE, BELOW = 0.72, 0.22
# What figures and capitals take of that: what stands under large ones may come nearer.
CAPITALS = 0.68, 0.02
# By how much the last line of a page may hang into its margin, in points.
HANGS = 2.5
# What stands in the lower margin of a page that stays whole, and how far from its edge.
FOOT, FOOT_HIGH = 8.0, 7 * MM
ON_THE_RIM = 7.5


class OffPaper(Exception):
    """Something would be drawn where the paper has no room for it: it would be lost unseen."""


class Feet(NamedTuple):
    """What stands at the foot of every page: how many there are, when they were printed, more.

    `in_the_rim` is for sheets of which all above is taken off.
    """

    told: Imprint
    pages: int
    state: str = ""
    in_the_rim: bool = False


class Room(NamedTuple):
    """Where ink may be: from the left, from the top, to the right, to the foot."""

    left: float
    top: float
    right: float
    foot: float


class _Kind(NamedTuple):
    """A kind of line: its weight, whether it is dotted, whether it is a frame."""

    weight: float
    is_dotted: bool = False
    is_frame: bool = False


class Pen:
    """Draws with one ink; asks it to change its font only where that differs.

    `ledger` writes down what is drawn; `feet` stand on every page.
    """

    def __init__(
        self, ink: Ink, paper: Paper, *, ledger: Ledger | None = None, feet: Feet | None = None
    ) -> None:
        self.ink = ink
        self.paper = paper
        self.page = 1
        self._ledger, self._feet = ledger, feet
        self._room = _within(paper, MARGIN)
        self._font: tuple[str, float] | None = None
        self._turn: tuple[float, float] | None = None
        self._cell = ""
        # Lines wait for the end of their page: they are no part of what is read, and kinds are few.
        self._held: defaultdict[_Kind, list[tuple[float, float, float, float]]]
        self._held = defaultdict(list)

    def new_page(self, *, goes_on: str = "") -> None:
        """Finish the page; the ink then forgets font and line."""
        if self._feet is not None:
            self._foot(self._feet, goes_on)
        self._draw_lines()
        self.ink.end_page()
        self._font = None
        self.page += 1

    def must_be_done(self) -> None:
        """Raise OffPaper where a page was begun and not finished: it would have no foot."""
        if self._font is not None or self._held:
            raise OffPaper("a page is not finished")

    def rim(self, sheet: int, sheets: int, time: str) -> None:
        """Say in the rim of the lowest piece which sheet this is; it goes with what is cut off."""
        values = {"sheet": sheet, "sheets": sheets, "time": time}
        text = _("sheet %(sheet)s of %(sheets)s · printed %(time)s") % values
        with self.reaching(UNPRINTABLE):
            said = sized(text, TEXT, ON_THE_RIM)
            self.fitted(PADDING, self.paper.height - UNPRINTABLE - BELOW * ON_THE_RIM, said)

    def _foot(self, feet: Feet, goes_on: str) -> None:
        if feet.in_the_rim:
            self.rim(self.page, feet.pages, feet.told.printed)
            return
        told = {"page": self.page, "pages": feet.pages, "time": feet.told.printed}
        text = _("page %(page)s of %(pages)s · printed %(time)s") % told
        y = self.paper.height - FOOT_HIGH
        with self.reaching(UNPRINTABLE):
            self.text(MARGIN, y, text, TEXT, FOOT)
            self.text(self.paper.width - MARGIN, y, goes_on or feet.state, TEXT, FOOT, "right")

    @contextmanager
    def with_feet(self, feet: Feet) -> Iterator[None]:
        """Let these stand at the foot of the pages that are finished now."""
        before, self._feet = self._feet, feet
        yield
        self._feet = before

    @contextmanager
    def reaching(self, margin: float) -> Iterator[None]:
        """Let what is drawn now come as near to the edges as this, in points."""
        before, self._room = self._room, _within(self.paper, margin)
        yield
        self._room = before

    @contextmanager
    def turned(self, x: float, y: float) -> Iterator[None]:
        """Turn what is drawn now round this point, to be read from the other side of a tent."""
        self._turn = (x, y)
        yield
        self._turn = None

    @contextmanager
    def piece(
        self, whose: Identity, x: float, y: float, wide: float, high: float, padding: float
    ) -> Iterator[None]:
        """Draw a piece that is cut off: from its upper left corner, nothing in its padding."""
        before = self._room
        self._room = Room(x + padding, y + padding, x + wide - padding, y + high - padding)
        self.ink.begin("Sect", f"{whose.line} · {whose.place}")
        if self._ledger is not None:
            self._ledger.begin_piece(whose, self.page, (x, y, x + wide, y + high))
        yield
        if self._ledger is not None:
            self._ledger.end_piece()
        self.ink.end()
        self._room = before

    @contextmanager
    def tagged(self, kind: str) -> Iterator[None]:
        """Say what is drawn now is read as: "H1", "P", "Table", "TR", "TH", "TD"."""
        before, self._cell = self._cell, ""
        self.ink.begin(kind, "")
        yield
        self.ink.end()
        self._cell = before

    @contextmanager
    def row(self, *, heads: bool = False) -> Iterator[None]:
        """Say that each text drawn now is a cell of one row, or the head of a column."""
        with self.tagged("TR"):
            self._cell = "TH" if heads else "TD"
            yield

    @contextmanager
    def cell(self) -> Iterator[None]:
        """Say that what is drawn now, within a row, is one cell of it."""
        if not self._cell:
            yield
            return
        with self.tagged(self._cell):
            yield

    @contextmanager
    def column(self, name: str) -> Iterator[None]:
        """Say of which column of a table this is: all its texts have one size."""
        if self._ledger is None:
            yield
            return
        self._ledger.column = name
        yield
        self._ledger.column = ""

    def _must_be_inside(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Raise OffPaper for what reaches into the margin; the corners are upper left, lower right.

        A row that is not there is not missed on paper; the error is.
        """
        room = self._room
        if min(x - room.left, y - room.top, room.right - to_x, room.foot - to_y) < -HANGS:
            at = ", ".join(f"{each:.0f}" for each in (x, y, to_x, to_y))
            may = ", ".join(f"{each:.0f}" for each in room)
            raise OffPaper(f"{at} lies outside {may} of {self.paper.key}")

    def text(
        self, x: float, y: float, text: str, font: str, size: float, align: Align = "left"
    ) -> None:
        """Write a text from, up to or around a place."""
        self.fitted(x, y, typeface.sized(text, font, size), align)

    def fitted(self, x: float, y: float, fitted: Fitted, align: Align = "left") -> None:
        """Write a text that was fitted into its room."""
        if align != "left":
            x -= fitted.width if align == "right" else fitted.width / 2
        self._write(x, y, fitted)

    def capitals(self, x: float, y: float, text: str, size: float) -> None:
        """Write large figures or capitals around a place; nothing of them hangs below it."""
        shown = typeface.sized(text, BOLD, size)
        self._write(x - shown.width / 2, y, shown, CAPITALS)

    def _write(
        self, x: float, y: float, fitted: Fitted, reach: tuple[float, float] = (ABOVE, BELOW)
    ) -> None:
        if not fitted.runs:
            return
        size, (above, below) = fitted.size, reach
        box = self._placed(x, y - above * size, x + fitted.width, y + below * size)
        self._must_be_inside(*box)
        if self._ledger is not None:
            self._ledger.text(self.page, box, fitted.text, size)
        if self._cell:
            self.ink.begin(self._cell, "")
        # What is turned says what stands on the other side already.
        means = not (fitted.is_plain or self._turn)
        if means:
            self.ink.begin_meaning(fitted.text)
        for run in fitted.runs:
            self._run(x, y, run, size)
            x += run.width * size
        if means:
            self.ink.end_meaning()
        if self._cell:
            self.ink.end()

    def _placed(self, x: float, y: float, to_x: float, to_y: float) -> Box:
        """Return where something lies on the page that is drawn turned or as it is."""
        if self._turn is None:
            return x, y, to_x, to_y
        across, down = 2 * self._turn[0], 2 * self._turn[1]
        return across - to_x, down - to_y, across - x, down - y

    def _run(self, x: float, y: float, run: Run, size: float) -> None:
        if self._font != (run.font, size):
            self._font = (run.font, size)
            self.ink.font(run.font, size)
        if self._turn is not None:
            x, y = 2 * self._turn[0] - x, 2 * self._turn[1] - y
        self.ink.write(x, self.paper.height - y, run.text, turned=self._turn is not None)

    def line(self, x: float, y: float, to_x: float, to_y: float, weight: float = THIN) -> None:
        """Draw a line of this weight."""
        self._line(x, y, to_x, to_y, _Kind(weight))

    def _line(self, x: float, y: float, to_x: float, to_y: float, kind: _Kind) -> None:
        x, y, to_x, to_y = self._placed(x, y, to_x, to_y)
        self._must_be_inside(min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y))
        if self._ledger is not None:
            self._ledger.line(self.page, (x, y, to_x, to_y), kind.weight)
        height = self.paper.height
        self._held[kind].append((x, height - y, to_x, height - to_y))

    def rule(self, x: float, y: float, wide: float, weight: float = THIN) -> None:
        """Draw a level line."""
        self.line(x, y, x + wide, y, weight)

    def dotted_rule(self, x: float, y: float, wide: float) -> None:
        """Draw a level line that only guides a pencil or scissors."""
        self.dotted_line(x, y, x + wide, y)

    def dotted_line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw a line that only guides."""
        self._line(x, y, to_x, to_y, _Kind(HAIR, is_dotted=True))

    def cut(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw a line to cut along, which may reach the edges of the paper."""
        with self.reaching(0):
            self.dotted_line(x, y, to_x, to_y)

    def page_head(self, text: str, size: float = 9.0) -> None:
        """Say in the upper margin, at its right end, what the page belongs to."""
        fitted = typeface.fit(text, TEXT, size, self.paper.room)
        with self.reaching(UNPRINTABLE):
            self.fitted(self.paper.width - MARGIN, MARGIN - 8, fitted, "right")

    def double_rule(self, x: float, y: float, wide: float) -> None:
        """Draw the double line that honours climb from."""
        self.rule(x, y - 1.3, wide, LINE)
        self.rule(x, y + 1.3, wide, LINE)

    def box(self, x: float, y: float, wide: float, high: float, weight: float = THIN) -> None:
        """Draw a frame from its upper left corner."""
        self._must_be_inside(x, y, x + wide, y + high)
        if self._ledger is not None:
            for upright in (x, x + wide):
                self._ledger.line(self.page, (upright, y, upright, y + high), weight)
        box = (x, self.paper.height - y - high, wide, high)
        self._held[_Kind(weight, is_frame=True)].append(box)

    def code(self, x: float, y: float, rows: Sequence[Sequence[int]], size: float) -> None:
        """Draw a code of dark modules, `size` points wide: each run of them is one thick line."""
        self._must_be_inside(x, y, x + size, y + size)
        if self._ledger is not None:
            self._ledger.code(self.page, (x, y, x + size, y + size), rows)
        module = size / len(rows)
        top = self.paper.height - y
        runs: list[tuple[float, float, float, float]] = []
        for down, row in enumerate(rows):
            level = top - (down + 0.5) * module
            start = None
            for across, dark in enumerate((*row, 0)):
                if dark and start is None:
                    start = across
                elif not dark and start is not None:
                    runs.append((x + start * module, level, x + across * module, level))
                    start = None
        self._held[_Kind(module)] += runs

    def _draw_lines(self) -> None:
        """Draw all lines of the page, each kind at once."""
        for kind, lines in self._held.items():
            self.ink.weight(kind.weight)
            if kind.is_frame:
                for box in lines:
                    self.ink.frame(*box)
                continue
            if kind.is_dotted:
                self.ink.dashes(*DOTS)
            self.ink.lines(lines)
            if kind.is_dotted:
                self.ink.dashes(0, 0)
        self._held.clear()


def _within(paper: Paper, margin: float) -> Room:
    return Room(margin, margin, paper.width - margin, paper.height - margin)
