"""Par cards: stickers for the backs of a pack, from which four people deal set boards unseen.

After Milton Work's packs (Auction Bridge Variations 1923, chapter XI): the back of each card has
twelve spaces, one a deal, and each space names the deal and who gets the card in it. A sticker's
place on the sheet says which card it is for, so that nothing of it is left on the back.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.hands import RANKS, SUIT_KEYS
from clubscore.events.boards.boards_page import line_of
from clubscore.sheets.events.hand_records import denomination_sign
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, MM, UNPRINTABLE, Paper
from clubscore.sheets.pieces.pen import HAIR, THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit, wrapped

A_PACK = 12
SPACES_ACROSS, SPACES_DOWN = 4, 3
# Sheets of 65 labels, five across and thirteen down: four suits, and a column that says the rank.
LABEL_WIDE, LABEL_PITCH, LABEL_HIGH = 38.1 * MM, 40.6 * MM, 21.2 * MM
LEAST_MARGIN = 8 * MM
SIZE, SMALL = 11.0, 8.5


def par_cards_pdf(boards: Sequence[DealtBoard], paper: Paper, title: str) -> bytes:
    """Return a sheet of stickers for each twelve boards as a PDF, and how they are used."""
    packs = [boards[at : at + A_PACK] for at in range(0, len(boards), A_PACK)]

    def put(pen: Pen) -> None:
        _how(pen, packs, title)
        with pen.reaching(UNPRINTABLE):  # labels reach as far as printers do
            for pack in packs:
                _stickers(pen, pack)

    return printed(put, paper, imprint(title))


def _how(pen: Pen, packs: Sequence[Sequence[DealtBoard]], title: str) -> None:
    wide, y = pen.paper.room, MARGIN + 16
    pen.fitted(MARGIN, y, fit(_("Par cards: %(title)s") % {"title": title}, SERIF, 15, wide))
    y += 22
    told = (
        _(
            "Print each of the following sheets on 65 labels of 38 × 21 mm at full size, or"
            " on plain paper to cut out and glue. Each sheet is one pack of cards."
        ),
        _(
            "The last label of a row names its rank; stick the four before it on the backs of"
            " that rank's spade, heart, diamond and club, in this order."
        ),
        _(
            "At the table: shuffle the pack face down. For a board, find its number on the"
            " back of each card and give the card to the player whose letter is shown: N, E,"
            " S or W. Each player gets thirteen, and no one sees a face."
        ),
        _("After a board gather the cards face down, shuffle, and deal the next."),
    )
    for text in told:
        for line in wrapped(text, TEXT, SIZE, wide):
            pen.text(MARGIN, y, line, TEXT, SIZE)
            y += 15
        y += 6
    for number, pack in enumerate(packs, 1):
        y += 8
        values = {"pack": number, "first": pack[0].number, "last": pack[-1].number}
        pen.text(MARGIN, y, _("Pack %(pack)s: boards %(first)s–%(last)s") % values, BOLD, SIZE)
        y += 15
        for at, board in enumerate(pack):
            x = MARGIN + at % 2 * wide / 2
            line = f"{board.number}  {line_of(board)}"
            pen.fitted(x, y, fit(line, TEXT, SIZE - 1, wide / 2 - 8))
            y += 14 if at % 2 or at == len(pack) - 1 else 0
        if y > pen.paper.height - MARGIN - 130 and number < len(packs):
            pen.new_page()
            y = MARGIN + 16
    pen.new_page()


def _stickers(pen: Pen, pack: Sequence[DealtBoard]) -> None:
    paper = pen.paper
    high = min(LABEL_HIGH, (paper.height - 2 * LEAST_MARGIN) / len(RANKS))
    pitch = min(LABEL_PITCH, (paper.width - LABEL_WIDE - 8) / len(SUIT_KEYS))
    left = (paper.width - pitch * len(SUIT_KEYS) - LABEL_WIDE) / 2
    top = (paper.height - high * len(RANKS)) / 2
    for down, rank in enumerate(RANKS):
        y = top + down * high
        for across, suit in enumerate(SUIT_KEYS):
            _sticker(pen, pack, suit + rank, left + across * pitch, y, high)
        _row_name(pen, pack, rank, left + len(SUIT_KEYS) * pitch, y, high)
    pen.new_page()


def _sticker(
    pen: Pen, pack: Sequence[DealtBoard], card: str, x: float, y: float, high: float
) -> None:
    pen.box(x, y, LABEL_WIDE, high, THIN)
    wide, deep = LABEL_WIDE / SPACES_ACROSS, high / SPACES_DOWN
    for at, board in enumerate(pack):
        left, base = x + at % SPACES_ACROSS * wide, y + (at // SPACES_ACROSS + 0.72) * deep
        pen.text(left + 12, base, str(board.number), TEXT, 8, "right")
        pen.text(left + 15.5, base, board.deal.owner(card), BOLD, 9.5)
    for at in range(1, SPACES_ACROSS):
        pen.line(x + at * wide, y, x + at * wide, y + high, HAIR)
    for at in range(1, SPACES_DOWN):
        pen.rule(x, y + at * deep, LABEL_WIDE, HAIR)


def _row_name(
    pen: Pen, pack: Sequence[DealtBoard], rank: str, x: float, y: float, high: float
) -> None:
    pen.box(x, y, LABEL_WIDE, high, THIN)
    suits = " ".join(denomination_sign(suit) for suit in SUIT_KEYS)
    shown = "10" if rank == "T" else rank
    pen.text(x + 8, y + high / 2 + 6, shown, BOLD, 16)
    pen.text(x + 36, y + high / 2 + 1, f"← {suits}", TEXT, SIZE)
    boards = _("boards %(first)s–%(last)s") % {"first": pack[0].number, "last": pack[-1].number}
    pen.fitted(x + 36, y + high / 2 + 14, fit(boards, TEXT, SMALL, LABEL_WIDE - 40))
