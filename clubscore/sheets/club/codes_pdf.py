"""Tables' codes on paper: a card for each, to be cut and laid on its table."""

from collections.abc import Sequence

import segno
from django.utils.translation import gettext as _

from clubscore.sheets.club.code_cards import CodeCard
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, MM, Paper
from clubscore.sheets.pieces.pen import THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, wrapped

ABREAST, DOWN = 2, 3
# A code that a phone reads at arm's length, and the white that must stay around it.
CODE, WHITE = 36 * MM, 4 * MM
SIZE, SMALL, FIGURE = 11.0, 9.0, 17.0
# What is said below the code gets smaller where an address is long.
SIZES = (SMALL, 8.0, 7.0, 6.0, 5.0)


def codes_pdf(cards: Sequence[CodeCard], paper: Paper, title: str) -> bytes:
    """Return the cards as a PDF."""

    def put(pen: Pen) -> None:
        draw_codes(pen, cards)

    return printed(put, paper, imprint(title))


def draw_codes(pen: Pen, cards: Sequence[CodeCard]) -> None:
    """Draw the cards on pages of their own, with lines to cut along."""
    wide, high = pen.paper.room / ABREAST, pen.paper.tall / DOWN
    a_page = ABREAST * DOWN
    for at in range(0, len(cards), a_page):
        for place, card in enumerate(cards[at : at + a_page]):
            x, y = MARGIN + place % ABREAST * wide, MARGIN + place // ABREAST * high
            pen.box(x, y, wide, high, THIN)
            _card(pen, card, x + 12, y + 6, wide - 24, y + high)
        pen.new_page()


def _card(pen: Pen, card: CodeCard, x: float, y: float, wide: float, bottom: float) -> None:
    pen.fitted(x, y + 16, fit(card.title, BOLD, 20, wide))
    pen.fitted(x, y + 31, fit(card.about, TEXT, SMALL + 1, wide))
    y += 33
    pen.code(x, y + WHITE, segno.make(card.address, error="m").matrix, CODE)
    beside = x + CODE + WHITE
    room = wide - CODE - WHITE
    line = y + WHITE + 10
    for text, font, size in (
        (_("By hand:"), TEXT, SIZE),
        (_("table"), TEXT, SMALL),
        (card.number, BOLD, FIGURE),
        (_("code"), TEXT, SMALL),
        (card.digits, BOLD, FIGURE),
    ):
        pen.fitted(beside, line, fit(text, font, size, room))
        line += size + 8
    y += CODE + 2 * WHITE + 6
    where = _("Scan it, or open %(where)s and enter the table and the code.") % {
        "where": card.by_hand
    }
    good = _("Valid until %(until)s, unless the director turns it off sooner.") % {
        "until": card.until
    }
    size, lines = _smaller((where, good), wide, bottom - y)
    for text in lines:
        pen.text(x, y, text, TEXT, size)
        y += size + 3
    pen.fitted(x, y, fit(card.address, TEXT, size, wide, least=6))


def _smaller(texts: Sequence[str], wide: float, high: float) -> tuple[float, list[str]]:
    """Return the largest size at which texts and a line below them fit, and their lines in it."""
    for size in SIZES:
        lines = [line for text in texts for line in wrapped(text, TEXT, size, wide)]
        if len(lines) * (size + 3) + 3 <= high:
            break
    return size, lines
