"""What a pen draws with: a file of pages, or nothing at all where only places are wanted."""

import io
from enum import Enum

from reportlab import rl_config
from reportlab.lib.utils import TimeStamp
from reportlab.pdfgen.canvas import Canvas

from clubscore.club.naming.showing import shown_in_text
from clubscore.sheets.pieces import typeface
from clubscore.sheets.pieces.font_sets import FontSet
from clubscore.sheets.pieces.identity import Imprint
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.suit_colours import BLACK, by_colour, colours_of_suits
from clubscore.sheets.pieces.tags import Document, Tags
from clubscore.version import PROGRAM

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

    def __init__(self, file: io.BytesIO, paper: Paper, language: str, font: str) -> None:
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
        paper: Paper,
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
        canvas.setTitle(shown_in_text(told.title))
        canvas.setAuthor(shown_in_text(told.club) or "ClubScore")
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
        """End them."""
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
        """End it."""
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
