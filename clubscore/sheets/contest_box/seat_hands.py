"""Each seat's hands on leaves of its own, to be cut into slips that show one hand only."""

from django.utils.translation import gettext as _

from clubscore.deals.hands import SUIT_KEYS
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS
from clubscore.sheets.contest_box.box_content import Box, BoxBoard, pages_of
from clubscore.sheets.events.hand_records import suit_lines
from clubscore.sheets.pieces.imposition import PADDING, Slots
from clubscore.sheets.pieces.pen import Pen
from clubscore.sheets.pieces.piece_sheets import cut_lines
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, wrapped

ACROSS, DOWN = 3, 4
NOTE, HEAD, FIGURE = 8.0, 13.0, 14.0
LINE, HEAD_HIGH, SUIT_HIGH = 10.0, 18.0, 18.0


def draw_seats(pen: Pen, box: Box) -> None:
    """Draw North's hands of all boards, then East's, South's and West's."""
    slots = Slots(DOWN, pen.paper.width / ACROSS, pen.paper.height / DOWN, 0, ACROSS)
    for seat in COMPASS:
        for sheet in pages_of(box.boards, slots.held):
            cut_lines(pen, slots)
            for at, board in enumerate(sheet):
                x, y = slots.corner(at)
                whose = box.whose(hand_head(board, seat))
                with pen.piece(whose, x, y, slots.wide, slots.high, PADDING):
                    inner = slots.wide - 2 * PADDING
                    _slip(pen, box, board, seat, (x + PADDING, y + PADDING, inner))
            pen.new_page()


def hand_head(board: BoxBoard, seat: str) -> str:
    """Return which hand a slip has."""
    return _("Board %(n)s, %(seat)s") % {"n": board.number, "seat": _(SEATS[seat])}


def _slip(pen: Pen, box: Box, board: BoxBoard, seat: str, at: tuple[float, float, float]) -> None:
    x, y, wide = at
    for line in wrapped(box.whose("").line, TEXT, NOTE, wide):
        pen.text(x, y + 7, line, TEXT, NOTE)
        y += LINE
    pen.fitted(x, y + 14, fit(hand_head(board, seat), BOLD, HEAD, wide))
    y += HEAD_HIGH
    for line in wrapped(board.line, TEXT, NOTE, wide):
        pen.text(x, y + 8, line, TEXT, NOTE)
        y += LINE
    lines = suit_lines(board.dealt.deal.hand(seat))
    for number, (_suit, line) in enumerate(zip(SUIT_KEYS, lines, strict=True)):
        pen.fitted(x, y + 17 + number * SUIT_HIGH, fit(line, TEXT, FIGURE, wide))
