"""Dealing by letters: a list of the pack in an order of its own, and for each board a strip.

One player lays the pack in the order of the list; another deals it face down by the letters of the
strip. The list says nothing of seats, a strip nothing of cards.
"""

from django.utils.translation import gettext as _

from clubscore.laws.cards import COMPASS
from clubscore.sheets.contest_box.box_content import Box, BoxBoard, pages_of, seat_sign
from clubscore.sheets.events.hand_records import denomination_sign
from clubscore.sheets.pieces.block_leaf import HEAD, Leaf, head_of_leaf
from clubscore.sheets.pieces.imposition import PADDING, Slots
from clubscore.sheets.pieces.paper import MARGIN
from clubscore.sheets.pieces.pen import HAIR, LINE, Pen
from clubscore.sheets.pieces.piece_sheets import cut_lines
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, width, wrapped

STRIPS, HAND = 12, 13
HEAD_SIZE, NOTE, LETTER = 12.0, 8.0, 11.0
TOLD, ROW, FIGURE = 11.0, 40.0, 16.0
# Between hands of letters, as much as a letter takes.
GAP = 1.0


def draw_list(pen: Pen, box: Box) -> None:
    """Draw the leaf with the order of the pack."""
    head_of_leaf(Leaf("", _("Dealing list"), box.title, ""), pen, True)
    y, wide = MARGIN + HEAD + 4, pen.paper.room
    text = _(
        "Lay the cards face up on one pile in this order, row by row, and turn the pile over: the"
        " first card is on top. The order is the same for every board of this set. Keep it from the"
        " player who deals by the strips."
    )
    for line in wrapped(text, TEXT, TOLD, wide):
        pen.text(MARGIN, y + TOLD, line, TEXT, TOLD)
        y += TOLD * 1.3
    y += 10
    across = wide / HAND
    pen.rule(MARGIN, y, wide, LINE)
    for at, card in enumerate(box.order):
        x, top = MARGIN + (at % HAND + 0.5) * across, y + at // HAND * ROW
        rank = "10" if card[1] == "T" else card[1]
        pen.text(x, top + 11, str(at + 1), TEXT, NOTE, "middle")
        pen.text(x, top + 31, f"{denomination_sign(card[0])}{rank}", BOLD, FIGURE, "middle")
        if at % HAND == HAND - 1:
            pen.rule(MARGIN, top + ROW, wide, HAIR)
    pen.new_page()


def draw_strips(pen: Pen, box: Box) -> None:
    """Draw a strip for each board, to be cut apart."""
    slots = Slots(STRIPS, pen.paper.width, pen.paper.height / STRIPS, 0, 1)
    for sheet in pages_of(box.boards, STRIPS):
        cut_lines(pen, slots)
        for at, board in enumerate(sheet):
            x, y = slots.corner(at)
            whose = box.whose(_("Board %(n)s") % {"n": board.number})
            with pen.piece(whose, x, y, slots.wide, slots.high, PADDING):
                _strip(pen, box, board, (x + PADDING, y + PADDING))
        pen.new_page()


def _strip(pen: Pen, box: Box, board: BoxBoard, at: tuple[float, float]) -> None:
    (x, y), wide = at, pen.paper.width - 2 * PADDING
    title = fit(_("Board %(n)s") % {"n": board.number}, BOLD, HEAD_SIZE, wide / 3)
    pen.fitted(x, y + 9, title)
    room = wide - title.width - 12
    pen.fitted(x + wide, y + 9, fit(f"{board.line} · {box.title}", TEXT, NOTE, room), "right")
    signs = {seat: seat_sign(seat) for seat in COMPASS}
    step = wide / (len(box.order) + GAP * 3)
    size = min(LETTER, LETTER * step / max(width(each, BOLD, LETTER) for each in signs.values()))
    for number, seat in enumerate(box.letters(board)):
        middle = x + (number + number // HAND * GAP + 0.5) * step
        pen.text(middle, y + 27, signs[seat], BOLD, size, "middle")
