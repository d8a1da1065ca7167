"""Certificates of a series: one for each of the first three, across, black."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.wording.days import full_date
from clubscore.events.in_series.series_now import Line, SeriesNow
from clubscore.sheets.events.texts.text_words import SHARED, percent_words, points_words
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.pen import LINE, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, width, wrapped

OUTER, INNER = 12.3 * MM, 14.3 * MM
EVENT, NAMES, CLUB, PLACE, DATE, UNDER = 36.0, 28.0, 16.0, 14.0, 13.0, 9.0
LEAST_CLUB, LEAST_EVENT, LEAST_NAME = 12.0, 18.0, 18.0
SIGNATURE = 70 * MM
# The places that have one, alone and shared.
IN_WORDS = {
    "1": (gettext_lazy("First of %(count)s"), gettext_lazy("First of %(count)s, shared")),
    "2": (gettext_lazy("Second of %(count)s"), gettext_lazy("Second of %(count)s, shared")),
    "3": (gettext_lazy("Third of %(count)s"), gettext_lazy("Third of %(count)s, shared")),
}


class Certificate(NamedTuple):
    """Who came where in what, as it is written."""

    club: str
    event: str
    place: str
    names: tuple[str, ...]
    date: str


def certificates(now: SeriesNow, club: str) -> list[Certificate]:
    """Return the certificates of the first three places; those who are level have one each."""
    if not now.events:
        return []
    date = full_date(now.events[-1].evening)
    return [
        Certificate(
            club=club,
            event=now.series.name,
            place=_came(now, line),
            names=tuple(line.names),
            date=date,
        )
        for line in now.placed
        if line.place.rstrip(SHARED) in IN_WORDS
    ]


def _came(now: SeriesNow, line: Line) -> str:
    """Return which place it was, of how many, with how much."""
    made = points_words(line.total) if now.rules.is_sum else percent_words(line.total)
    alone, shared = IN_WORDS[line.place.rstrip(SHARED)]
    place = (shared if line.place.endswith(SHARED) else alone) % {"count": len(now.placed)}
    return _("%(place)s: %(made)s") % {"place": place, "made": made}


def certificates_pdf(found: Sequence[Certificate], paper: Paper) -> bytes:
    """Return certificates as a PDF file, a page each, the paper laid across."""

    def put(pen: Pen) -> None:
        for each in found:
            _draw(pen, each)
            pen.new_page()

    told = imprint(_("Certificates, %(event)s") % {"event": found[0].event}, found[0].club,
                   _("Certificates"))  # fmt: skip
    return printed(put, paper.across, told, feet=True, pages=len(found))


def certificates_text(found: Sequence[Certificate]) -> list[str]:
    """Return each certificate in a few words."""
    return [found[0].event, found[0].club, found[0].date, *winners_text(found)]


def winners_text(found: Sequence[Certificate]) -> list[str]:
    """Return what was won and by whom, a certificate each."""
    return [
        line for each in found for line in ("", each.place, *(f" {name}" for name in each.names))
    ]


def _draw(pen: Pen, told: Certificate) -> None:
    """Draw the frame, what was won and by whom, two lines to sign on."""
    wide, tall = pen.paper.width, pen.paper.height
    for edge in (OUTER, INNER):
        pen.box(edge, edge, wide - 2 * edge, tall - 2 * edge, LINE)
    middle, room = wide / 2, wide - 2 * INNER - 40
    _upward(pen, told.club, SERIF, _size([told.club], SERIF, CLUB, LEAST_CLUB, room),
            (middle, tall * 0.22, room))  # fmt: skip
    with pen.tagged("H1"):
        size = _size([told.event], SERIF, EVENT, LEAST_EVENT, room)
        _upward(pen, told.event, SERIF, size, (middle, tall * 0.34, room))
    size = _size([told.place], TEXT, PLACE, LEAST_CLUB, room)
    _upward(pen, told.place, TEXT, size, (middle, tall * 0.42, room))
    size = _size(told.names, BOLD, NAMES, LEAST_NAME, room)
    names = [line for name in told.names for line in wrapped(name, BOLD, size, room)]
    y = tall * 0.58 - (len(names) - 1) * size * 0.65
    for number, name in enumerate(names):
        pen.text(middle, y + number * size * 1.3, name, BOLD, size, "middle")
    pen.text(middle, tall * 0.73, told.date, TEXT, DATE, "middle")
    line = tall - INNER - 34
    for x, word in ((INNER + 30, _("director")), (wide - INNER - 30 - SIGNATURE, _("president"))):
        pen.rule(x, line, SIGNATURE, LINE)
        pen.text(x + SIGNATURE / 2, line + 12, word, TEXT, UNDER, "middle")


def _upward(pen: Pen, text: str, font: str, size: float, at: tuple[float, float, float]) -> None:
    """Write a text around the middle, its last line here, those before above it."""
    middle, y, room = at
    lines = wrapped(text, font, size, room)
    for number, line in enumerate(reversed(lines)):
        pen.text(middle, y - number * size * 1.2, line, font, size, "middle")


def _size(texts: Sequence[str], font: str, most: float, least: float, room: float) -> float:
    """Return the largest size in which each of some texts is a line, or the least there is."""
    widest = max(width(text, font, most) for text in texts)
    return most if widest <= room else max(least, 0.999 * most * room / widest)
