"""Curtain cards: a slip for each hand, kept in its pocket, which players check before they bid."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.hands import SUIT_KEYS
from clubscore.events.boards.boards_page import line_of, seat_words
from clubscore.laws.cards import COMPASS
from clubscore.sheets.events.hand_records import suit_lines
from clubscore.sheets.pieces.identity import Identity, imprint
from clubscore.sheets.pieces.imposition import PADDING, Slots, stacked
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.pen import Pen
from clubscore.sheets.pieces.piece_sheets import cut_lines
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, wrapped

# A row of a sheet is a board; so many rows at most.
ACROSS, DOWN = len(COMPASS), 6
HEAD, FIGURE, SMALL = 11.0, 12.0, 8.0
LINE, HEAD_HIGH, SUIT_HIGH = 9.5, 13.0, 13.5


def curtain_cards_pdf(
    boards: Sequence[DealtBoard], paper: Paper, at: Callable[[str], Identity]
) -> bytes:
    """Return the slips as a PDF; `at` says whose each is. Cut and stacked they lie by boards."""
    hands = [(board, seat) for board in boards for seat in COMPASS]
    whose = at("")
    slots = _slots(boards, whose, paper)
    where = stacked(len(hands), slots.held)
    sheets = max((each.sheet for each in where), default=-1) + 1
    told = imprint(f"{_('Curtain cards')}, {whose.event}", whose.club, _("Curtain cards"))

    def put(pen: Pen) -> None:
        for sheet in range(sheets):
            cut_lines(pen, slots)
            for (board, seat), place in zip(hands, where, strict=True):
                if place.sheet == sheet:
                    x, y = slots.corner(place.slot)
                    head = _head(board, seat)
                    with pen.piece(at(head), x, y, slots.wide, slots.high, PADDING):
                        wide = slots.wide - 2 * PADDING
                        _slip(pen, whose, board, seat, (x + PADDING, y + PADDING, wide))
            pen.rim(sheet + 1, sheets, told.printed)
            pen.new_page()

    return printed(put, paper, told, sheets=sheets)


def _slots(boards: Sequence[DealtBoard], whose: Identity, paper: Paper) -> Slots:
    """Return as many slots as hold every slip: long names take more lines."""
    wide = paper.width / ACROSS
    inner = wide - 2 * PADDING
    said = len(wrapped(whose.line, TEXT, SMALL, inner))
    dealt = max((len(wrapped(line_of(each), TEXT, SMALL, inner)) for each in boards), default=1)
    need = 2 * PADDING + LINE * (said + dealt) + HEAD_HIGH + SUIT_HIGH * len(SUIT_KEYS)
    down = max(1, min(DOWN, int(paper.height / need)))
    return Slots(down, wide, paper.height / down, 0, ACROSS)


def _head(board: DealtBoard, seat: str) -> str:
    return _("Board %(n)s, %(seat)s") % {"n": board.number, "seat": seat_words(seat)}


def _slip(
    pen: Pen, whose: Identity, board: DealtBoard, seat: str, at: tuple[float, float, float]
) -> None:
    x, y, wide = at
    for line in wrapped(whose.line, TEXT, SMALL, wide):
        pen.text(x, y + 7, line, TEXT, SMALL)
        y += LINE
    pen.fitted(x, y + 11, fit(_head(board, seat), BOLD, HEAD, wide))
    y += HEAD_HIGH
    for line in wrapped(line_of(board), TEXT, SMALL, wide):
        pen.text(x, y + 8, line, TEXT, SMALL)
        y += LINE
    for number, line in enumerate(suit_lines(board.deal.hand(seat))):
        pen.fitted(x, y + 12 + number * SUIT_HIGH, fit(line, TEXT, FIGURE, wide))
