"""For those who sort cards into boards by hand: whose each card of a sorted pack is."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.hands import RANKS, SUIT_KEYS
from clubscore.events.boards.boards_page import line_of
from clubscore.laws.cards import COMPASS
from clubscore.sheets.events.hand_records import denomination_sign
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, Paper
from clubscore.sheets.pieces.pen import LINE, THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, wrapped

SIZE, FIGURE, SMALL = 11.0, 13.0, 8.5
# Dealing sheets: how high a suit's row is, and what a board takes with head and space.
ROW, HEAD, HOW = 30.0, 20.0, 44.0
BOARD = HEAD + 14 + 4 * ROW + 12


def dealing_sheets_pdf(boards: Sequence[DealtBoard], paper: Paper, title: str) -> bytes:
    """Return the sheets as a PDF: whose each card of a sorted pack is, suit by suit."""
    a_page = int((paper.tall - HOW) // BOARD)

    def put(pen: Pen) -> None:
        for at in range(0, len(boards), a_page):
            _how(pen, title)
            for down, board in enumerate(boards[at : at + a_page]):
                _dealing(pen, board, MARGIN + HOW + down * BOARD)
            pen.new_page()

    told = imprint(title, subject=_("Dealing sheets"))
    return printed(put, paper, told, feet=True)


def _how(pen: Pen, title: str) -> None:
    pen.page_head(title, SMALL)
    how = _(
        "Sort the pack into suits, each from the ace down, spades on top, face up. Deal the"
        " cards one by one onto four piles, North, East, South and West, as the letters say."
        " Each pile gets thirteen cards."
    )
    for number, line in enumerate(wrapped(how, TEXT, SIZE - 1, pen.paper.room)):
        pen.text(MARGIN, MARGIN + 10 + number * 13, line, TEXT, SIZE - 1)


def _dealing(pen: Pen, board: DealtBoard, y: float) -> None:
    wide = pen.paper.room
    title = _("Board %(n)s") % {"n": board.number}
    pen.text(MARGIN, y + 14, title, BOLD, FIGURE)
    pen.fitted(MARGIN + wide, y + 14, fit(line_of(board), TEXT, SIZE, wide * 0.7), "right")
    y += HEAD
    left = 24.0
    across = (wide - left) / len(RANKS)
    for number, rank in enumerate(RANKS):
        shown = "10" if rank == "T" else rank
        pen.text(MARGIN + left + (number + 0.5) * across, y + 10, shown, TEXT, SMALL, "middle")
    y += 14
    for suit in SUIT_KEYS:
        pen.rule(MARGIN, y, wide, THIN)
        pen.text(MARGIN + 4, y + 21, denomination_sign(suit), TEXT, FIGURE + 2)
        for number, rank in enumerate(RANKS):
            seat = board.deal.owner(suit + rank)
            middle = MARGIN + left + (number + 0.5) * across
            # A step down for each seat: an eye that runs along the row sees the change.
            drop = 12.5 + 4.5 * COMPASS.index(seat)
            pen.text(middle, y + drop, seat, BOLD, SIZE, "middle")
        y += ROW
    pen.rule(MARGIN, y, wide, LINE)
