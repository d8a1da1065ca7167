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
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, Fitted, fit

OUTER, INNER = 12.3 * MM, 14.3 * MM
EVENT, NAMES, CLUB, PLACE, DATE, UNDER = 36.0, 28.0, 16.0, 14.0, 13.0, 9.0
LEAST_EVENT, LEAST_NAME = 18.0, 18.0
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
        Certificate(club, now.series.name, _came(now, line), _names(now, line), date)
        for line in now.placed
        if line.place.rstrip(SHARED) in IN_WORDS
    ]


def _came(now: SeriesNow, line: Line) -> str:
    """Return which place it was, of how many, with how much."""
    made = points_words(line.total) if now.rules.is_sum else percent_words(line.total)
    alone, shared = IN_WORDS[line.place.rstrip(SHARED)]
    place = (shared if line.place.endswith(SHARED) else alone) % {"count": len(now.placed)}
    return _("%(place)s: %(made)s") % {"place": place, "made": made}


def _names(now: SeriesNow, line: Line) -> tuple[str, ...]:
    """Return full names: what stands on the pad is too short for a wall."""
    return tuple(
        now.people[pk].name if pk in now.people else name
        for pk, name in zip(line.keys, line.names, strict=True)
    )


def certificates_pdf(found: Sequence[Certificate], paper: Paper) -> bytes:
    """Return certificates as a PDF file, a page each, the paper laid across."""
    across = Paper(paper.key, paper.height, paper.width)

    def put(pen: Pen) -> None:
        for each in found:
            _draw(pen, each)
            pen.new_page()

    told = imprint(_("Certificates, %(event)s") % {"event": found[0].event}, found[0].club,
                   _("Certificates"))  # fmt: skip
    return printed(put, across, told)


def certificates_text(found: Sequence[Certificate]) -> list[str]:
    """Return each certificate in a few words."""
    lines = [found[0].event, found[0].club, found[0].date]
    for each in found:
        lines += ["", each.place, *(f" {name}" for name in each.names)]
    return lines


def _draw(pen: Pen, told: Certificate) -> None:
    """Draw the frame, what was won and by whom, two lines to sign on."""
    wide, tall = pen.paper.width, pen.paper.height
    for edge in (OUTER, INNER):
        pen.box(edge, edge, wide - 2 * edge, tall - 2 * edge, LINE)
    middle, room = wide / 2, wide - 2 * INNER - 40
    y = tall * 0.22
    pen.fitted(middle, y, fit(told.club, SERIF, CLUB, room), "middle")
    with pen.tagged("H1"):
        event = fit(told.event, SERIF, EVENT, room, least=LEAST_EVENT)
        pen.fitted(middle, tall * 0.34, event, "middle")
    pen.fitted(middle, tall * 0.42, fit(told.place, TEXT, PLACE, room), "middle")
    names = _one_size(told.names, room)
    y = tall * 0.58 - (len(names) - 1) * NAMES * 0.65
    for number, name in enumerate(names):
        pen.fitted(middle, y + number * NAMES * 1.3, name, "middle")
    pen.text(middle, tall * 0.73, told.date, TEXT, DATE, "middle")
    line = tall - INNER - 34
    for x, word in ((INNER + 30, _("director")), (wide - INNER - 30 - SIGNATURE, _("president"))):
        pen.rule(x, line, SIGNATURE, LINE)
        pen.text(x + SIGNATURE / 2, line + 12, word, TEXT, UNDER, "middle")


def _one_size(names: Sequence[str], room: float) -> list[Fitted]:
    """Return names in the largest size in which all of them fit."""
    size = min(fit(name, BOLD, NAMES, room, least=LEAST_NAME).size for name in names)
    return [fit(name, BOLD, size, room, least=LEAST_NAME) for name in names]
