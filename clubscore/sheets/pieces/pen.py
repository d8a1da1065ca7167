"""A pen over reportlab's canvas: text in our fonts, lines of four weights, nothing said twice.

Places are in points from the upper left corner of the paper, as one reads; `y` of a text is its
base line.
"""

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Literal

from reportlab.pdfgen.canvas import Canvas

from clubscore.club.naming.showing import shown_in_text
from clubscore.sheets.pieces import typeface
from clubscore.sheets.pieces.paper import MARGIN, UNPRINTABLE, Paper
from clubscore.sheets.pieces.typeface import TEXT, Fitted
from clubscore.version import PROGRAM

Align = Literal["left", "right", "middle"]
# One sheet at a time: the fonts are read by seeking in them, which two threads cannot do at once.
DRAWING = Lock()

THIN, LINE, STRONG = 0.5, 0.8, 1.6
# Of a text's size, what stands above its base line and what hangs below it.
ABOVE, BELOW = 0.72, 0.22
# By how much the last line of a page may hang into its margin, in points.
HANGS = 2.5


class OffPaper(Exception):
    """Something would be drawn where the paper has no room for it: it would be lost unseen."""


class SheetCanvas(Canvas):
    """A canvas that names no built-in font: every font of the file is embedded."""

    def init_graphics_state(self) -> None:
        """Begin each page with our font instead of a built-in one."""
        super().init_graphics_state()
        self._fontname = typeface.TEXT

    def _make_preamble(self) -> None:
        self._preamble = "1 0 0 1 0 0 cm"


def new_canvas(paper: Paper, title: str) -> tuple[SheetCanvas, io.BytesIO]:
    """Return an empty file and a canvas on it; the same calls always give the same bytes."""
    typeface.face(typeface.TEXT)
    file = io.BytesIO()
    canvas = SheetCanvas(
        file,
        pagesize=(paper.width, paper.height),
        invariant=1,
        pageCompression=1,
        lang="en-GB",
    )
    canvas.setTitle(shown_in_text(title))
    canvas.setCreator(PROGRAM)
    canvas.setAuthor("ClubScore")
    return canvas, file


class Pen:
    """Draws on one canvas; asks it to change font or line only where they differ."""

    def __init__(self, canvas: SheetCanvas, paper: Paper) -> None:
        self.canvas = canvas
        self.paper = paper
        self._margin = MARGIN
        self._font: tuple[str, float] | None = None
        self._weight = 0.0

    def new_page(self) -> None:
        """Finish the page; the canvas then forgets font and line."""
        self.canvas.showPage()
        self._font, self._weight = None, 0.0

    @contextmanager
    def reaching(self, margin: float) -> Iterator[None]:
        """Let what is drawn now come as near to the edges as this, in points."""
        before, self._margin = self._margin, margin
        yield
        self._margin = before

    def _must_be_inside(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Raise OffPaper for what reaches into the margin; the corners are upper left, lower right.

        A row that is not there is not missed on paper; the error is.
        """
        least, paper = self._margin - HANGS, self.paper
        if min(x, y, paper.width - to_x, paper.height - to_y) < least:
            at = ", ".join(f"{each:.0f}" for each in (x, y, to_x, to_y))
            raise OffPaper(f"{at} lies outside {paper.key} with its margin of {self._margin:.0f}")

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

    def _write(self, x: float, y: float, fitted: Fitted) -> None:
        shown, font, size, wide = fitted
        if not shown:
            return
        self._must_be_inside(x, y - ABOVE * size, x + wide, y + BELOW * size)
        if self._font != (font, size):
            self._font = (font, size)
            self.canvas.setFont(font, size)
        self.canvas.drawString(x, self.paper.height - y, shown)

    def line(self, x: float, y: float, to_x: float, to_y: float, weight: float = THIN) -> None:
        """Draw a line of this weight."""
        self._must_be_inside(min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y))
        self._set_weight(weight)
        height = self.paper.height
        self.canvas.line(x, height - y, to_x, height - to_y)

    def rule(self, x: float, y: float, wide: float, weight: float = THIN) -> None:
        """Draw a level line."""
        self.line(x, y, x + wide, y, weight)

    def dotted_rule(self, x: float, y: float, wide: float) -> None:
        """Draw a level line that only guides a pencil or scissors."""
        self.dotted_line(x, y, x + wide, y)

    def dotted_line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw a line that only guides."""
        self.canvas.setDash(0.6, 2.4)
        self.line(x, y, to_x, to_y, THIN)
        self.canvas.setDash()

    def cut(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw a line to cut along, which may reach the edges of the paper."""
        with self.reaching(0):
            self.dotted_line(x, y, to_x, to_y)

    def page_head(self, text: str, size: float = 9.0) -> None:
        """Say in the upper margin, at its right end, what the page belongs to."""
        fitted = typeface.fit(text, TEXT, size, self.paper.room, least=6)
        with self.reaching(UNPRINTABLE):
            self.fitted(self.paper.width - MARGIN, MARGIN - 8, fitted, "right")

    def double_rule(self, x: float, y: float, wide: float) -> None:
        """Draw the double line that honours climb from."""
        self.rule(x, y - 1.3, wide, LINE)
        self.rule(x, y + 1.3, wide, LINE)

    def box(self, x: float, y: float, wide: float, high: float, weight: float = THIN) -> None:
        """Draw a frame from its upper left corner."""
        self._must_be_inside(x, y, x + wide, y + high)
        self._set_weight(weight)
        self.canvas.rect(x, self.paper.height - y - high, wide, high, stroke=1, fill=0)

    def code(self, x: float, y: float, rows: Sequence[Sequence[int]], size: float) -> None:
        """Draw a code of dark modules, `size` points wide: each run of them is one thick line."""
        self._must_be_inside(x, y, x + size, y + size)
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
        self._set_weight(module)
        self.canvas.lines(runs)

    def _set_weight(self, weight: float) -> None:
        if self._weight != weight:
            self._weight = weight
            self.canvas.setLineWidth(weight)
