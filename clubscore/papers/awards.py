"""Certificates and cup slips of an event or a series: who has one, on paper and in words."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.wording import full_date, named
from clubscore.events.rankings import Lists, RankedList, RankingLine
from clubscore.events.result_words import SHARED, percent_words, points_words
from clubscore.events.series import SeriesNow, SeriesTableLine
from clubscore.events.state import EventState
from clubscore.papers.event_head import heading, identity_of
from clubscore.papers.ledger import Identity, imprint
from clubscore.papers.pen import LINE, Pen, printed
from clubscore.papers.pieces import cut_lines
from clubscore.papers.sizes import ACROSS, MARGIN, MM, PADDING, PaperSize, Slots, stacked
from clubscore.papers.typeface import BOLD, SERIF, TEXT, width, wrapped

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


def _came(now: SeriesNow, line: SeriesTableLine) -> str:
    """Return which place it was, of how many, with how much."""
    made = points_words(line.total) if now.rules.is_sum else percent_words(line.total)
    alone, shared = IN_WORDS[line.place.rstrip(SHARED)]
    place = (shared if line.place.endswith(SHARED) else alone) % {"count": len(now.placed)}
    return _("%(place)s: %(made)s") % {"place": place, "made": made}


def certificates_pdf(found: Sequence[Certificate], paper: PaperSize) -> bytes:
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


def awards(room: EventState, *, places: int) -> list[Certificate]:
    """Return a certificate for each of the first so many places of each list, shared ones too."""
    lists = Lists(room)
    wanted = list(IN_WORDS)[:places]
    return [
        Certificate(
            club=room.event.club.name,
            event=room.event.name,
            place=_came_of_awards(lists, one, line),
            names=tuple(line.names),
            date=full_date(room.event.evening),
        )
        for one in lists.rankings
        for line in one.placed
        if line.place.rstrip(SHARED) in wanted
    ]


def _came_of_awards(lists: Lists, one: RankedList, line: RankingLine) -> str:
    """Return which place it was, of how many in which list, with how much."""
    alone, shared = IN_WORDS[line.place.rstrip(SHARED)]
    place = (shared if line.place.endswith(SHARED) else alone) % {"count": len(one.placed)}
    made = percent_words(line.percent) if lists.in_percent else points_words(line.score)
    said = _("%(place)s: %(made)s") % {"place": place, "made": made}
    return _("%(list)s. %(said)s") % {"list": one.title, "said": said} if one.title else said


def certificates_in_words(room: EventState) -> Iterator[str]:
    """Return every certificate in a few words."""
    yield from heading(_("Certificates"), room.event)
    yield from winners_text(awards(room, places=3)) or ("", _("No one has a place yet."))


def cups_in_words(room: EventState) -> Iterator[str]:
    """Return every cup slip in a few words."""
    yield from heading(_("Cup slips"), room.event)
    found = awards(room, places=1)
    if not found:
        yield ""
        yield _("No one has a place yet.")
    for each in found:
        yield ""
        yield each.place
        yield f" {named(each.names)}"
        yield _("Cup, received by, date, to be returned by: to be written by hand")


DOWN = 2
IDENTITY, EVENT_OF_AWARDS_PDF, NAMES_OF_AWARDS_PDF, PLACE_OF_AWARDS_PDF, NOTES = (
    8.0,
    20.0,
    15.0,
    10.5,
    9.0,
)
# Inside the padding a frame, so that a slip looks like the certificate that it goes with.
INSIDE = 4 * MM
LINES_HIGH = 11 * MM


def event_certificates(room: EventState, paper: PaperSize) -> bytes:
    """Return the certificates of the first three places of each list as a PDF."""
    found = awards(room, places=3)
    return certificates_pdf(found, paper) if found else _no_one(room, paper, _("Certificates"))


def cup_slips(room: EventState, paper: PaperSize) -> bytes:
    """Return a slip for the cup of each list as a PDF: who won it, who has it, until when."""
    found = awards(room, places=1)
    if not found:
        return _no_one(room, paper, _("Cup slips"))
    slots = Slots(DOWN, paper.width / ACROSS, paper.height / DOWN, 0)
    where = stacked(len(found), slots.held)
    sheets = max(at.sheet for at in where) + 1
    told = imprint(f"{_('Cup slips')}, {identity_of(room.event)}", found[0].club, _("Cup slips"))

    def put(pen: Pen) -> None:
        for sheet in range(sheets):
            cut_lines(pen, slots)
            for number, (each, at) in enumerate(zip(found, where, strict=True), 1):
                if at.sheet == sheet:
                    x, y = slots.corner(at.slot)
                    place = _("cup slip %(number)s of %(of)s") % {
                        "number": number,
                        "of": len(found),
                    }
                    whose = Identity(each.club, each.event, each.date, place)
                    with pen.piece(whose, x, y, slots.wide, slots.high, PADDING):
                        _slip(pen, whose, each, (x + PADDING, y + PADDING, slots))
            pen.rim(sheet + 1, sheets, told.printed)
            pen.new_page()

    return printed(put, paper, told, sheets=sheets)


def _slip(pen: Pen, whose: Identity, told: Certificate, at: tuple[float, float, Slots]) -> None:
    """Draw a slip: whose it is, event, winners, place, and lines for who takes the cup home."""
    x, y, slots = at
    wide, high = slots.wide - 2 * PADDING, slots.high - 2 * PADDING
    pen.box(x, y, wide, high - INSIDE, LINE)
    middle, room = x + wide / 2, wide - 2 * INSIDE
    top = y + INSIDE + IDENTITY
    for text in (told.club, told.date, whose.place):
        top = _middle(pen, text, TEXT, IDENTITY, (middle, top, room))
    lines = (_("cup"), _("received by"), _("date"), _("to be returned by"))
    foot = y + high - INSIDE - LINES_HIGH * len(lines)
    size_event, size_names = _sizes(told, room, foot - top)
    top += size_event
    with pen.tagged("H1"):
        top = _middle(pen, told.event, SERIF, size_event, (middle, top, room))
    top += size_names * 0.4
    for name in told.names:
        top = _middle(pen, name, BOLD, size_names, (middle, top, room))
    _middle(pen, told.place, TEXT, PLACE_OF_AWARDS_PDF, (middle, top, room))
    for number, word in enumerate(lines):
        base = foot + number * LINES_HIGH + 4 * MM
        pen.text(x + INSIDE, base, word, TEXT, NOTES)
        pen.rule(x + INSIDE + 27 * MM, base + 2, room - 27 * MM, LINE)


def _sizes(told: Certificate, room: float, high: float) -> tuple[float, float]:
    """Return the largest sizes of event and names that leave room for the lines below."""
    for part in (1.0, 0.85, 0.7, 0.6):
        event, names = EVENT_OF_AWARDS_PDF * part, NAMES_OF_AWARDS_PDF * part
        used = event * (1 + 1.25 * len(wrapped(told.event, SERIF, event, room))) + names * 0.4
        used += sum(1.25 * names * len(wrapped(name, BOLD, names, room)) for name in told.names)
        used += (
            1.25 * PLACE_OF_AWARDS_PDF * len(wrapped(told.place, TEXT, PLACE_OF_AWARDS_PDF, room))
        )
        if used <= high:
            break
    return event, names


def _middle(pen: Pen, text: str, font: str, size: float, at: tuple[float, float, float]) -> float:
    """Write a text around the middle, in as many lines as it needs; where the next begins."""
    middle, y, room = at
    for line in wrapped(text, font, size, room):
        pen.text(middle, y, line, font, size, "middle")
        y += size * 1.25
    return y


def _no_one(room: EventState, paper: PaperSize, title: str) -> bytes:
    """Return a page that says that no one has a place yet."""

    def put(pen: Pen) -> None:
        with pen.tagged("H1"):
            pen.text(MARGIN, MARGIN + 17, title, SERIF, EVENT_OF_AWARDS_PDF)
        y = MARGIN + 36
        for text in (identity_of(room.event), _("No one has a place yet.")):
            for line in wrapped(text, TEXT, PLACE_OF_AWARDS_PDF, paper.room):
                pen.text(MARGIN, y, line, TEXT, PLACE_OF_AWARDS_PDF)
                y += PLACE_OF_AWARDS_PDF * 1.3
        pen.new_page()

    return printed(put, paper, imprint(f"{title}, {identity_of(room.event)}",
                                       room.event.club.name, title), feet=True)  # fmt: skip
