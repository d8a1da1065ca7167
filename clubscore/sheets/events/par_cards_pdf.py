"""Par cards: stickers for the backs of a pack, from which four people deal set boards unseen."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.figures import figure
from clubscore.deals.dealt_board import DealtBoard
from clubscore.events.boards.boards_page import line_of
from clubscore.sheets.events.par_stickers import SIZE, draw_stickers, order_of, packs_of
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.label_stocks import Shift, Stock, tenths, usual_stock
from clubscore.sheets.pieces.paper import MARGIN, Paper
from clubscore.sheets.pieces.pen import Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit, wrapped


def par_cards_pdf(
    boards: Sequence[DealtBoard], paper: Paper, title: str, shift: Shift | None = None
) -> bytes:
    """Return stickers for each twelve boards as a PDF, and how they are used.

    They are on labels as they are sold for this paper, moved by what the printer is off.
    """
    packs = packs_of(boards)
    stock, moved = usual_stock(paper), shift or Shift()

    def put(pen: Pen) -> None:
        _how(pen, packs, title, stock, moved)
        # Labels, and what a printer is off by, reach as far as there is paper.
        with pen.reaching(0):
            for pack in packs:
                draw_stickers(pen, pack, stock, moved)

    return printed(put, paper, imprint(title), feet="rims")


def _told(stock: Stock, shift: Shift) -> list[str]:
    """Return how stickers are printed and used, a paragraph each."""
    sheets = -(-len(order_of(stock)) // stock.held)
    values = {
        "name": stock.name,
        "count": stock.held,
        "wide": figure(f"{stock.wide:.1f}"),
        "high": figure(f"{stock.high:.1f}"),
    }
    on_what = _(
        "Print the following sheets at full size on %(name)s, %(count)s labels of"
        " %(wide)s × %(high)s mm, or on plain paper to cut out and glue."
    )
    whole = ngettext(
        "Each sheet is one pack of cards.", "Each %(n)s sheets are one pack of cards.", sheets
    )
    by_rows = _(
        "The last label of a row names its rank; stick the four before it on the backs of"
        " that rank's spade, heart, diamond and club, in this order."
    )
    by_suits = _(
        "A label with a suit names the thirteen after it, row by row; stick them on the backs"
        " of that suit's ace, king, queen, jack, ten and so on down to the two."
    )
    found = [
        on_what % values,
        whole % {"n": sheets},
        by_rows if order_of(stock)[0].of == "card" else by_suits,
        _(
            "At the table: shuffle the pack face down. For a board, find its number on the"
            " back of each card and give the card to the player whose letter is shown: N, E,"
            " S or W. Each player gets thirteen, and no one sees a face."
        ),
        _("After a board gather the cards face down, shuffle, and deal the next."),
    ]
    if shift != Shift():
        moved = _("Everything is moved %(right)s mm right and %(down)s mm down, as for labels.")
        found.append(moved % {"right": tenths(shift.right), "down": tenths(shift.down)})
    return found


def _how(
    pen: Pen, packs: Sequence[Sequence[DealtBoard]], title: str, stock: Stock, shift: Shift
) -> None:
    wide, y = pen.paper.room, MARGIN + 16
    pen.fitted(MARGIN, y, fit(_("Par cards: %(title)s") % {"title": title}, SERIF, 15, wide))
    y += 22
    for text in _told(stock, shift):
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
