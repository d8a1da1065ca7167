"""Tables' codes on paper: a card for each, to be cut and laid on its table."""

from collections.abc import Sequence

import segno
from django.utils.translation import gettext as _

from clubscore.sheets.club.code_cards import CodeCard
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.imposition import ACROSS, PADDING, Slots, stacked
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.pen import Pen
from clubscore.sheets.pieces.piece_sheets import cut_lines
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, wrapped

DOWN = 2
# A code that a phone reads from where a player sits, and the white that must stay around it.
CODE, WHITE = 58 * MM, 4
IDENTITY, TITLE, FIGURES, SIZE, SMALL = 8.0, 40.0, 20.0, 11.0, 9.0


def codes_pdf(cards: Sequence[CodeCard], paper: Paper, title: str) -> bytes:
    """Return the cards as a PDF."""
    sheets = -(-len(cards) // (ACROSS * DOWN))
    told = imprint(title, cards[0].identity.club if cards else "", _("Codes of the tables"))
    return printed(lambda pen: draw_codes(pen, cards, told.printed), paper, told, sheets=sheets)


def draw_codes(pen: Pen, cards: Sequence[CodeCard], time: str) -> None:
    """Draw the cards on sheets of their own, four to be cut apart from each; `time` is now."""
    slots = Slots(DOWN, pen.paper.width / ACROSS, pen.paper.height / DOWN, 0)
    where = stacked(len(cards), slots.held)
    sheets = max((at.sheet for at in where), default=-1) + 1
    for sheet in range(sheets):
        cut_lines(pen, slots)
        for card, at in zip(cards, where, strict=True):
            if at.sheet == sheet:
                x, y = slots.corner(at.slot)
                with pen.piece(card.identity, x, y, slots.wide, slots.high, PADDING):
                    _card(pen, card, x + PADDING, y + PADDING, slots.wide - 2 * PADDING)
        pen.rim(sheet + 1, sheets, time)
        pen.new_page()


def _card(pen: Pen, card: CodeCard, x: float, y: float, wide: float) -> None:
    for line in wrapped(card.identity.line, TEXT, IDENTITY, wide):
        pen.text(x, y + 7, line, TEXT, IDENTITY)
        y += IDENTITY + 2
    title = fit(card.title, BOLD, TITLE, wide)
    pen.fitted(x, y + 36, title)
    y += 46
    rows = segno.make(card.address, error="m").matrix
    quiet = WHITE * CODE / len(rows)
    pen.code(x + (wide - CODE) / 2, y + quiet, rows, CODE)
    y += CODE + 2 * quiet
    middle = x + wide / 2
    for text, font, size in _below(card):
        for line in wrapped(text, font, size, wide):
            y += size + 2
            pen.text(middle, y, line, font, size, "middle")
        y += 4


def _below(card: CodeCard) -> list[tuple[str, str, float]]:
    """What is said below a code, each with its font and size."""
    found = [(_("By scanning only"), BOLD, SIZE)]
    if card.digits:
        found = [
            (_("or open %(where)s and type") % {"where": card.by_hand}, TEXT, SIZE),
            (card.digits, BOLD, FIGURES),
        ]
    if card.wifi:
        found.append((_("Wi-Fi: %(name)s") % {"name": card.wifi}, TEXT, SIZE))
    until = _("Valid until %(until)s, unless the director turns it off sooner.")
    return [
        *found,
        (until % {"until": card.until}, TEXT, SMALL),
        (card.address, TEXT, SMALL),
    ]
