"""A ruling's slip, twice on a leaf: one half for the table, one for the director's file."""

from django.utils.translation import gettext as _

from clubscore.sheets.events.ruling_slip import SlipContent
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, MM, Paper
from clubscore.sheets.pieces.pen import LINE, THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, wrapped

TITLE, SIZE, SMALL = 14.0, 11.0, 9.0
STEP, ROW, BOX = 15.0, 22.0, 9.0
WORDS = 62.0
MOST_LINES = 3


def slip_pdf(slip: SlipContent, paper: Paper) -> bytes:
    """Return a leaf with the slip twice, and a line to cut along."""

    def put(pen: Pen) -> None:
        half = paper.height / 2
        _slip(pen, slip, MARGIN, half - MARGIN / 2)
        pen.cut(0, half, paper.width, half)
        _slip(pen, slip, half + MARGIN / 2, paper.height - MARGIN)
        pen.new_page()

    return printed(put, paper, imprint(slip.identity))


def _slip(pen: Pen, slip: SlipContent, top: float, bottom: float) -> None:
    """One slip between two heights: what was ruled, and below it what a pencil fills in."""
    wide, y = pen.paper.room, top + SMALL
    pen.fitted(MARGIN, y, fit(slip.identity, TEXT, SMALL, wide))
    y += 20
    pen.text(MARGIN, y, _("Ruling"), BOLD, TITLE)
    board = fit(slip.board, TEXT, SIZE, wide - 80)
    pen.fitted(MARGIN + wide, y, board, "right")
    y += 6
    pen.rule(MARGIN, y, wide, LINE)
    foot = bottom - ROW
    for word, text in slip.lines:
        y = _line(pen, word, text, y, foot - ROW)
    for text in slip.appeals:
        y = _line(pen, _("Appeal"), text, y, foot - ROW)
    while y + ROW < foot - ROW:
        y += ROW
        pen.dotted_rule(MARGIN, y, wide)
    _foot(pen, foot)


def _line(pen: Pen, word: str, text: str, y: float, last: float) -> float:
    """A word and what stands for it, in as many lines as there is room for; where it ends."""
    room = pen.paper.room - WORDS
    lines = wrapped(text, TEXT, SIZE, room)
    if len(lines) > MOST_LINES:
        lines = (*lines[: MOST_LINES - 1], " ".join(lines[MOST_LINES - 1 :]))
    for at, line in enumerate(lines):
        if y + STEP > last:
            break
        y += STEP
        if not at:
            pen.fitted(MARGIN, y, fit(word, TEXT, SMALL, WORDS - 6))
        pen.fitted(MARGIN + WORDS, y, fit(line, TEXT, SIZE, room))
    return y + 2


def _foot(pen: Pen, y: float) -> None:
    """Who was told, until when an appeal may be lodged, and the director's initials."""
    x = MARGIN
    for text in (_("NS informed"), _("EW informed")):
        pen.box(x, y - BOX + 1, BOX, BOX, THIN)
        pen.text(x + BOX + 4, y, text, TEXT, SMALL)
        x += 76
    until = _("An appeal may be lodged until")
    shown = fit(until, TEXT, SMALL, 150)
    pen.fitted(x + 10, y, shown)
    pen.rule(x + 14 + shown.width, y + 2, 18 * MM, THIN)
    right = MARGIN + pen.paper.room
    pen.rule(right - 22 * MM, y + 2, 22 * MM, THIN)
    pen.text(right - 22 * MM - 4, y, _("Director"), TEXT, SMALL, "right")
