"""The pen that draws every paper: text in our fonts, lines of four weights, suits in colours.

Places are in points from the upper left corner of the paper, as one reads; `y` of a text is its
base line. Suits are usually black, so that a photocopy loses nothing; nothing is understood by
colour alone.
"""

import io
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Literal, NamedTuple

from django.utils.translation import gettext as _
from reportlab import rl_config
from reportlab.lib.utils import TimeStamp
from reportlab.pdfgen.canvas import Canvas

from clubscore.papers import typeface
from clubscore.papers.ledger import Box, Identity, Imprint, PaperLedger, a_ledger, is_drawn
from clubscore.papers.sizes import MARGIN, MM, PADDING, UNPRINTABLE, PaperSize
from clubscore.papers.tags import Document, Tags
from clubscore.papers.typeface import BOLD, TEXT, Fitted, FontSet, Run, a_set_of_fonts, sized
from clubscore.places import PROGRAM
from clubscore.web.names_shown import safe_line

# The colours of the screen.
Colour = tuple[float, float, float]
BLACK: Colour = (0.0, 0.0, 0.0)
RED: Colour = (0.702, 0.129, 0.106)
ORANGE: Colour = (0.604, 0.29, 0.0)
LEAF: Colour = (0.122, 0.42, 0.18)
COLOURS: Mapping[str, Mapping[str, Colour]] = {
    "2": {"♥": RED, "♦": RED},
    "4": {"♥": RED, "♦": ORANGE, "♣": LEAF},
}
_EACH_SUIT = re.compile("([♥♦♣])")

_chosen: ContextVar[str] = ContextVar("suits", default="")


@contextmanager
def suits_in(colours: str) -> Iterator[None]:
    """Draw suits in "2" or "4" colours until the block ends, in black for anything else."""
    token = _chosen.set(colours if colours in COLOURS else "")
    try:
        yield
    finally:
        _chosen.reset(token)


def colours_of_suits() -> Mapping[str, Colour]:
    """Return which suit has which colour now; nothing where all are black."""
    return COLOURS.get(_chosen.get(), {})


def by_colour(text: str, colours: Mapping[str, Colour]) -> Iterator[tuple[str, Colour]]:
    """Return a text in parts of one colour each, in the order in which they are drawn."""
    for part in filter(None, _EACH_SUIT.split(text)):
        yield part, colours.get(part, BLACK)


# ---- What a pen draws with.

# What is compressed stays as it is: in letters alone it would be a quarter longer.
rl_config.useA85 = 0
# Decimals of a place: a hundredth of a point is a 250th of a millimetre.
FINE = 2


class Turned(Enum):
    """Over which edge paper is turned for its back: a booklet lies across and over the short."""

    LONG_EDGE = "DuplexFlipLongEdge"
    SHORT_EDGE = "DuplexFlipShortEdge"


class Ink:
    """What a pen asks for; this one draws nothing: for what is only counted or written down.

    Fonts are named as in `typeface`; places are from the lower left.
    """

    def font(self, font: str, size: float) -> None:
        """Write with this font from now on."""

    def write(self, x: float, y: float, text: str, *, turned: bool = False) -> None:
        """Write letters from this place; turned round they are for whoever sits opposite."""

    def begin_meaning(self, text: str) -> None:
        """Begin letters that mean this text, however they are drawn: what is found and copied."""

    def end_meaning(self) -> None:
        """End them."""

    def weight(self, weight: float) -> None:
        """Draw lines of this weight from now on."""

    def dashes(self, on: float, off: float) -> None:
        """Draw dashed lines from now on, solid ones for 0."""

    def lines(self, lines: list[tuple[float, float, float, float]]) -> None:
        """Draw lines."""

    def frame(self, x: float, y: float, wide: float, high: float) -> None:
        """Draw a frame."""

    def begin(self, kind: str, title: str) -> None:
        """Begin a part of what is read aloud."""

    def end(self) -> None:
        """End it."""

    def end_page(self) -> None:
        """Finish a page."""


class SheetCanvas(Canvas):
    """A canvas that names no built-in font: every font of the file is embedded."""

    _code: list[str]
    _doc: Document

    def __init__(self, file: io.BytesIO, paper: PaperSize, language: str, font: str) -> None:
        self._our_font = font
        super().__init__(
            file,
            pagesize=(paper.width, paper.height),
            invariant=1,
            pageCompression=1,
            pdfVersion=(1, 7),
            lang=language,
        )

    def init_graphics_state(self) -> None:
        """Begin each page with our font instead of a built-in one."""
        super().init_graphics_state()
        self._fontname = self._our_font

    def _make_preamble(self) -> None:
        self._preamble = "1 0 0 1 0 0 cm"


class PdfInk(Ink):
    """Draws into a PDF file; the same calls at the same time of printing give the same bytes."""

    def __init__(
        self,
        paper: PaperSize,
        told: Imprint,
        fonts: FontSet,
        *,
        cut: bool = False,
        backs: Turned | None = None,
    ) -> None:
        self._fonts, self._file = fonts, io.BytesIO()
        self._suits = colours_of_suits()
        font = fonts.name(typeface.TEXT)
        self._canvas = SheetCanvas(self._file, paper, _language(told.language), font)
        self._tags = Tags(self._canvas)
        canvas = self._canvas
        canvas.setTitle(safe_line(told.title))
        canvas.setAuthor(safe_line(told.club) or "ClubScore")
        canvas.setSubject(told.subject)
        canvas.setCreator(PROGRAM)
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if cut:
            # A viewer that shrinks the page to its margins would shift every cut.
            canvas.setViewerPreference("PrintScaling", "None")
        if backs:
            canvas.setViewerPreference("Duplex", backs.value)
        canvas._doc._timeStamp = _time_stamp(told)

    def font(self, font: str, size: float) -> None:
        """Write with this font from now on."""
        self._canvas.setFont(self._fonts.name(font), size)

    def write(self, x: float, y: float, text: str, *, turned: bool = False) -> None:
        """Write letters from this place; turned round they say once more what is read already."""
        at = round(x, FINE), round(y, FINE)
        if not turned:
            self._tags.text()
            if self._suits.keys() & set(text):
                self._in_colours(*at, text)
            else:
                self._canvas.drawString(*at, text)
            return
        self._tags.artifact()
        said = self._canvas.beginText()
        said.setTextTransform(-1, 0, 0, -1, *at)
        said.textOut(text)
        self._canvas.drawText(said)

    def _in_colours(self, x: float, y: float, text: str) -> None:
        said = self._canvas.beginText(x, y)
        for part, colour in by_colour(text, self._suits):
            said.setFillColorRGB(*colour)
            said.textOut(part)
        said.setFillColorRGB(*BLACK)
        self._canvas.drawText(said)

    def begin_meaning(self, text: str) -> None:
        """Begin letters that mean this text, however they are drawn: what is found and copied."""
        self._tags.text()
        meant = text.encode("utf-16-be", "replace").hex().upper()
        self._tags.write(f"/Span <</ActualText <FEFF{meant}>>> BDC")

    def end_meaning(self) -> None:
        self._tags.write("EMC")

    def weight(self, weight: float) -> None:
        """Draw lines of this weight from now on."""
        self._canvas.setLineWidth(weight)

    def dashes(self, on: float, off: float) -> None:
        """Draw dashed lines from now on, solid ones for 0."""
        if on:
            self._canvas.setDash(on, off)
        else:
            self._canvas.setDash()

    def lines(self, lines: list[tuple[float, float, float, float]]) -> None:
        """Draw lines."""
        self._tags.artifact()
        self._canvas.lines([tuple(round(at, FINE) for at in ends) for ends in lines])

    def frame(self, x: float, y: float, wide: float, high: float) -> None:
        """Draw a frame."""
        self._tags.artifact()
        self._canvas.rect(x, y, wide, high, stroke=1, fill=0)

    def begin(self, kind: str, title: str) -> None:
        """Begin a part of what is read aloud."""
        self._tags.begin(kind, title)

    def end(self) -> None:
        self._tags.end()

    def end_page(self) -> None:
        """Finish a page; the canvas then forgets font and line."""
        self._tags.end_page()
        self._canvas.showPage()

    def saved(self) -> bytes:
        """Return the whole file."""
        self._tags.save()
        self._canvas.save()
        return self._file.getvalue()


def _language(code: str) -> str:
    """Return a language as files name it: its country in capitals."""
    language, _dash, country = code.partition("-")
    return f"{language}-{country.upper()}" if country else language


def _time_stamp(told: Imprint) -> TimeStamp:
    """Return when it was printed, as reportlab writes it into a file."""
    found = TimeStamp(invariant=1)
    moment = told.moment
    minutes = int((moment.utcoffset() or moment - moment).total_seconds() // 60)
    found.t, found.lt = moment.timestamp(), moment.timetuple()
    found.YMDhms = tuple(found.lt)[:6]
    found.dhh, found.dmm = int(minutes / 60), abs(minutes) % 60
    found.tzname = moment.tzname() or "UTC"
    return found


# ---- The pen.

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


class InkArea(NamedTuple):
    """Where ink may be: from the left, from the top, to the right, to the foot."""

    left: float
    top: float
    right: float
    foot: float


class _PenKind(NamedTuple):
    """A kind of line: its weight, whether it is dotted, whether it is a frame."""

    weight: float
    is_dotted: bool = False
    is_frame: bool = False


class Pen:
    """Draws with one ink; asks it to change its font only where that differs.

    `ledger` writes down what is drawn; `feet` stand on every page.
    """

    def __init__(
        self,
        ink: Ink,
        paper: PaperSize,
        *,
        ledger: PaperLedger | None = None,
        feet: Feet | None = None,
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
        self._held: defaultdict[_PenKind, list[tuple[float, float, float, float]]]
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
        self._room = InkArea(x + padding, y + padding, x + wide - padding, y + high - padding)
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
        self._line(x, y, to_x, to_y, _PenKind(weight))

    def _line(self, x: float, y: float, to_x: float, to_y: float, kind: _PenKind) -> None:
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
        self._line(x, y, to_x, to_y, _PenKind(HAIR, is_dotted=True))

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
        self._held[_PenKind(weight, is_frame=True)].append(box)

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
        self._held[_PenKind(module)] += runs

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


def _within(paper: PaperSize, margin: float) -> InkArea:
    return InkArea(margin, margin, paper.width - margin, paper.height - margin)


# ---- From what a pen does to a file.


def printed(
    put: Callable[[Pen], None],
    paper: PaperSize,
    told: Imprint,
    *,
    feet: bool | Literal["rims"] = False,
    state: str = "",
    sheets: int = 0,
    backs: Turned | None = None,
    pages: int = 0,
) -> bytes:
    """Return as a PDF what `put` draws.

    With ``feet`` each page says at its foot which it is of how many and when it was printed, with
    ``state`` at the right: for pages that stay whole; ``pages`` is how many there are, counted by
    drawing them without ink where nobody knows. Feet that are "rims" say it on sheets of labels, in
    the strip below them. ``sheets`` is how many sheets to cut apart there are; a viewer does not
    scale those. With ``backs`` every second page is the back of the one before it, and a viewer
    asks the printer for both sides, turned over that edge.
    """
    foot = None
    if feet:
        count = pages or count_of(put, paper)
        foot = Feet(told, count, state, in_the_rim=feet == "rims")
    ledger = a_ledger(paper, told)
    if ledger is not None and not is_drawn():
        pen = Pen(Ink(), paper, ledger=ledger, feet=foot)
        ledger.has_backs = backs is not None
        ledger.sheets = _counted(_put(put, pen), pages)
        return b""
    with a_set_of_fonts(foot.pages if foot else sheets) as fonts:
        ink = PdfInk(paper, told, fonts, cut=bool(sheets), backs=backs)
        _counted(_put(put, Pen(ink, paper, ledger=ledger, feet=foot)), pages)
        return ink.saved()


def _counted(drawn: int, pages: int) -> int:
    """Return how many pages were drawn. Raises OffPaper where each said another number."""
    if pages and drawn != pages:
        raise OffPaper(f"{drawn} pages say that they are {pages}")
    return drawn


def count_of(put: Callable[[Pen], None], paper: PaperSize) -> int:
    """Return how many pages there will be."""
    return _put(put, Pen(Ink(), paper))


def _put(put: Callable[[Pen], None], pen: Pen) -> int:
    """Draw with this pen and return how many pages that makes."""
    put(pen)
    pen.must_be_done()
    return pen.page - 1
