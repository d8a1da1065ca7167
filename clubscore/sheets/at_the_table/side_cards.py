"""Cards for the four sides of a table: small tents, the seat's letter large to both sides."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.sheets.pieces.form import BOARDS, NOTES
from clubscore.sheets.pieces.identity import Identity, Imprint
from clubscore.sheets.pieces.imposition import ACROSS, PADDING, Slots, stacked
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.pen import CAPITALS, Pen
from clubscore.sheets.pieces.piece_sheets import cut_lines
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, width, wrapped

DOWN = 3
LETTER_SIZE = 150.0
# Between the ridge and the letter, between it and the line below, a line of that.
RIDGE, GAP, LINE_HIGH = 4.0, 3.0, 10.0
# What stands in the rim comes nearer than this.
FOOT = 1.0


class SideCard(NamedTuple):
    """A card: whose it is, its table as it is called, its seat as a letter and as a word."""

    identity: Identity
    table: str
    letter: str
    seat: str


def side_cards(tables: Sequence[str], at: Callable[[str], Identity]) -> list[SideCard]:
    """Return the four cards of each table, clockwise from North."""
    seats = (
        (pgettext("seat", "N"), _("North")),
        (pgettext("seat", "E"), _("East")),
        (pgettext("seat", "S"), _("South")),
        (pgettext("seat", "W"), _("West")),
    )
    place = _("Table %(table)s, %(seat)s")
    return [
        SideCard(at(place % {"table": table, "seat": seat}), table, letter, seat)
        for table in tables
        for letter, seat in seats
    ]


def side_cards_pdf(cards: Sequence[SideCard], paper: Paper, told: Imprint) -> bytes:
    """Return the cards as a PDF, six a sheet, each to be folded at half."""
    slots = Slots(DOWN, paper.width / ACROSS, paper.height / DOWN, 0)
    where = stacked(len(cards), slots.held)
    sheets = -(-len(cards) // slots.held)
    inner = slots.wide - 2 * PADDING
    lines = max((len(_whose(card, inner)) for card in cards), default=1)

    def put(pen: Pen) -> None:
        for sheet in range(sheets):
            folds = [(at + 0.5) / DOWN for at in range(DOWN)]
            cut_lines(pen, slots, folds)
            for card, at in zip(cards, where, strict=True):
                if at.sheet == sheet:
                    _card(pen, card, slots, slots.corner(at.slot), lines)
            pen.rim(sheet + 1, sheets, told.printed)
            pen.new_page()

    return printed(put, paper, told, sheets=sheets)


def _whose(card: SideCard, inner: float) -> tuple[str, ...]:
    return wrapped(card.identity.line, TEXT, NOTES, inner)


def _card(pen: Pen, card: SideCard, slots: Slots, corner: tuple[float, float], lines: int) -> None:
    x, y = corner
    middle, ridge = x + slots.wide / 2, y + slots.high / 2
    with pen.piece(card.identity, x, y, slots.wide, slots.high, PADDING):
        _side(pen, card, slots, corner, lines)
        with pen.turned(middle, ridge):
            _side(pen, card, slots, corner, lines)


def _side(pen: Pen, card: SideCard, slots: Slots, corner: tuple[float, float], lines: int) -> None:
    """Draw the side below the ridge: the letter, beside it table and seat, whose it is below."""
    x, y = corner
    inner, foot = slots.wide - 2 * PADDING, y + slots.high - PADDING - FOOT
    ridge, left, middle = y + slots.high / 2, x + PADDING, x + slots.wide / 2
    base = foot - lines * LINE_HIGH - GAP
    size = min(LETTER_SIZE, (base - ridge - RIDGE) / sum(CAPITALS))
    pen.capitals(middle, base - CAPITALS[1] * size, card.letter, size)
    beside = (inner - width(card.letter, BOLD, size)) / 2 - GAP
    table = fit(_("Table %(table)s") % {"table": card.table}, BOLD, BOARDS, beside)
    pen.fitted(left, base, table)
    pen.fitted(left + inner, base, fit(card.seat, TEXT, BOARDS, beside), "right")
    for at, line in enumerate(_whose(card, inner), 1):
        pen.text(middle, base + GAP + at * LINE_HIGH - 2, line, TEXT, NOTES, "middle")
