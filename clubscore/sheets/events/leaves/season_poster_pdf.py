"""The poster of a series for the wall: evenings ahead at the left, the standing at the right."""

from typing import NamedTuple

import segno
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.sheets.events.texts.season_poster_text import SeasonPoster, how_to_join
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import A3, MARGIN, MM, Paper
from clubscore.sheets.pieces.pen import LINE, STRONG, THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, width, wrapped


class Sizes(NamedTuple):
    """Sizes of type: the title, heads and dates, events and names at most, notes; of the code."""

    title: float
    head: float
    names: float
    notes: float
    code: float


ON_A3 = Sizes(44.0, 22.0, 22.0, 14.0, 42 * MM)
ON_A4 = Sizes(30.0, 15.5, 15.5, 10.0, 30 * MM)
# Of the width, the evenings ahead; between them and the standing.
LEFT, BETWEEN = 0.42, 8 * MM
LEAST = 8.0
# Modules of a code that stay white around it.
QUIET = 4
FOOT = 5 * MM


def season_poster_pdf(told: SeasonPoster, paper: Paper) -> bytes:
    """Return the poster as a PDF, a sheet."""

    def put(pen: Pen) -> None:
        _draw(pen, told, ON_A3 if paper.key == A3.key else ON_A4)
        pen.new_page()

    title = _("Season poster, %(series)s") % {"series": told.series}
    return printed(put, paper, imprint(title, told.club, _("Season poster")), feet=True)


def _draw(pen: Pen, told: SeasonPoster, sizes: Sizes) -> None:
    paper, x, y = pen.paper, MARGIN, MARGIN
    with pen.tagged("H1"):
        for line in wrapped(told.series, SERIF, sizes.title, paper.room):
            y += sizes.title
            pen.text(x, y, line, SERIF, sizes.title)
    played = ngettext("%(n)s evening played", "%(n)s evenings played", told.played)
    facts = f"{told.club} · {played % {'n': told.played}}"
    for line in wrapped(facts, TEXT, sizes.notes, paper.room):
        y += sizes.notes * 1.5
        pen.text(x, y, line, TEXT, sizes.notes)
    y += sizes.notes * 0.7
    pen.rule(x, y, paper.room, STRONG)
    foot = _foot(pen, told, sizes)
    left = paper.room * LEFT - BETWEEN / 2
    _ahead(pen, told, sizes, (x, y, left, foot))
    right = x + left + BETWEEN
    pen.line(right - BETWEEN / 2, y + 6, right - BETWEEN / 2, foot - 6, THIN)
    _standing(pen, told, sizes, (right, y, paper.room - left - BETWEEN, foot))


Room = tuple[float, float, float, float]


def _foot(pen: Pen, told: SeasonPoster, sizes: Sizes) -> float:
    """Draw how to join, with the code of the address where phones can open it; its top."""
    paper = pen.paper
    code = sizes.code if told.address else 0.0
    room = paper.room - (code * 1.2 if code else 0)
    lines = [line for text in how_to_join(told) for line in wrapped(text, TEXT, sizes.notes, room)]
    rows = segno.make(told.address or "-", error="m", micro=False).matrix
    # White that a code needs around it.
    quiet = QUIET * code / len(rows) if code else 0.0
    high = max(code + quiet, len(lines) * sizes.notes * 1.4) + 4 * MM
    top = paper.height - MARGIN - FOOT - high
    pen.rule(MARGIN, top, paper.room, LINE)
    for number, line in enumerate(lines):
        base = top + 4 * MM + sizes.notes + number * sizes.notes * 1.4
        pen.text(MARGIN, base, line, TEXT, sizes.notes)
    if code:
        pen.code(MARGIN + paper.room - code, top + quiet + 2 * MM, rows, code)
    return top


def _ahead(pen: Pen, told: SeasonPoster, sizes: Sizes, at: Room) -> None:
    """Draw the evenings ahead, evenly, in type that the column holds."""
    x, y, wide, foot = at
    y = _head(pen, _("Evenings ahead"), sizes, x, y)
    if not told.ahead:
        pen.text(x, y + sizes.notes * 1.6, _("No evening is planned yet."), TEXT, sizes.notes)
        return
    high = min((foot - y - 10) / len(told.ahead), sizes.head * 3.4)
    day = min(sizes.head, high * 0.34, *(
        sizes.head * wide / max(width(each.short_day, BOLD, sizes.head), 1) for each in told.ahead
    ))  # fmt: skip
    event = _size([each.event for each in told.ahead], min(sizes.names, high * 0.3), wide)
    for each in told.ahead:
        pen.text(x, y + high * 0.42, each.short_day, BOLD, day)
        with pen.column("events"):
            for number, line in enumerate(wrapped(each.event, TEXT, event, wide)):
                pen.text(x, y + high * 0.74 + number * event * 1.1, line, TEXT, event)
        y += high


def _standing(pen: Pen, told: SeasonPoster, sizes: Sizes, at: Room) -> None:
    """Draw places, names and totals, a rule under each."""
    x, y, wide, foot = at
    y = _head(pen, _("Standing"), sizes, x, y)
    if not told.standing:
        pen.text(x, y + sizes.notes * 1.6, _("No one has a place yet."), TEXT, sizes.notes)
        return
    high = min((foot - y - 10) / len(told.standing), sizes.head * 2.6)
    most = max(len(each.names) for each in told.standing)
    figures = min(sizes.head, high * 0.6)
    place = max(width(each.place, BOLD, figures) for each in told.standing) + 3 * MM
    total = max(width(each.total, BOLD, figures) for each in told.standing) + 3 * MM
    names = [name for each in told.standing for name in each.names]
    size = _size(names, min(sizes.names, high * 0.8 / max(most, 1)), wide - place - total)
    for each in told.standing:
        base = y + high / 2 + figures * 0.34
        pen.text(x + place - 3 * MM, base, each.place, BOLD, figures, "right")
        pen.text(x + wide, base, each.total, BOLD, figures, "right")
        first = y + high / 2 - (len(each.names) - 1) * size * 0.55 + size * 0.34
        with pen.column("names"):
            for number, name in enumerate(each.names):
                pen.text(x + place, first + number * size * 1.1, name, TEXT, size)
        y += high
        pen.rule(x, y, wide, THIN)


def _head(pen: Pen, text: str, sizes: Sizes, x: float, y: float) -> float:
    y += sizes.head * 1.3
    pen.text(x, y, text, SERIF, sizes.head)
    return y + sizes.head * 0.4


def _size(texts: list[str], most: float, wide: float) -> float:
    """Return one size at which each of some texts is a line, the least at which one reads."""
    widest = max((width(text, TEXT, most) for text in texts), default=0)
    fits = most if widest <= wide else 0.999 * most * wide / widest
    return max(LEAST, fits)
