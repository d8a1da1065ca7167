"""Certificates of an event, a page each, and cup slips, four a sheet."""

from django.utils.translation import gettext as _

from clubscore.events.state.event_now import Room
from clubscore.sheets.events.awards import awards
from clubscore.sheets.events.certificate import Certificate, certificates_pdf
from clubscore.sheets.events.event_facts import identity_of
from clubscore.sheets.pieces.identity import Identity, imprint
from clubscore.sheets.pieces.imposition import ACROSS, PADDING, Slots, stacked
from clubscore.sheets.pieces.paper import MARGIN, MM, Paper
from clubscore.sheets.pieces.pen import LINE, Pen
from clubscore.sheets.pieces.piece_sheets import cut_lines
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, wrapped

DOWN = 2
IDENTITY, EVENT, NAMES, PLACE, NOTES = 8.0, 20.0, 15.0, 10.5, 9.0
# Inside the padding a frame, so that a slip looks like the certificate that it goes with.
INSIDE = 4 * MM
LINES_HIGH = 11 * MM


def event_certificates(room: Room, paper: Paper) -> bytes:
    """Return the certificates of the first three places of each list as a PDF."""
    found = awards(room, places=3)
    return certificates_pdf(found, paper) if found else _no_one(room, paper, _("Certificates"))


def cup_slips(room: Room, paper: Paper) -> bytes:
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
    _middle(pen, told.place, TEXT, PLACE, (middle, top, room))
    for number, word in enumerate(lines):
        base = foot + number * LINES_HIGH + 4 * MM
        pen.text(x + INSIDE, base, word, TEXT, NOTES)
        pen.rule(x + INSIDE + 27 * MM, base + 2, room - 27 * MM, LINE)


def _sizes(told: Certificate, room: float, high: float) -> tuple[float, float]:
    """Return the largest sizes of event and names that leave room for the lines below."""
    for part in (1.0, 0.85, 0.7, 0.6):
        event, names = EVENT * part, NAMES * part
        used = event * (1 + 1.25 * len(wrapped(told.event, SERIF, event, room))) + names * 0.4
        used += sum(1.25 * names * len(wrapped(name, BOLD, names, room)) for name in told.names)
        used += 1.25 * PLACE * len(wrapped(told.place, TEXT, PLACE, room))
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


def _no_one(room: Room, paper: Paper, title: str) -> bytes:
    """Return a page that says that no one has a place yet."""

    def put(pen: Pen) -> None:
        with pen.tagged("H1"):
            pen.text(MARGIN, MARGIN + 17, title, SERIF, EVENT)
        y = MARGIN + 36
        for text in (identity_of(room.event), _("No one has a place yet.")):
            for line in wrapped(text, TEXT, PLACE, paper.room):
                pen.text(MARGIN, y, line, TEXT, PLACE)
                y += PLACE * 1.3
        pen.new_page()

    return printed(put, paper, imprint(f"{title}, {identity_of(room.event)}",
                                       room.event.club.name, title), feet=True)  # fmt: skip
