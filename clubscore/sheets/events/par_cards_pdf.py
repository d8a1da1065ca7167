"""Par cards: stickers for the backs of a pack, from which four people deal set boards unseen.

After Milton Work's packs (Auction Bridge Variations 1923, chapter XI): the back of each card has
twelve spaces, one a deal, and each space names the deal and who gets the card in it. A sticker's
place on the sheet says which card it is for, so that nothing of it is left on the back.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.figures import figure
from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.hands import RANKS, SUIT_KEYS
from clubscore.events.boards.boards_page import line_of
from clubscore.sheets.at_the_table.board_labels import PADDING, tenths
from clubscore.sheets.events.hand_records import denomination_sign
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.label_stocks import Shift, Stock, usual_stock
from clubscore.sheets.pieces.paper import MARGIN, MM, Paper
from clubscore.sheets.pieces.pen import HAIR, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit, wrapped

A_PACK = 12
SPACES_ACROSS, SPACES_DOWN = 4, 3
SIZE, SMALL, LEAST, LARGE = 11.0, 8.5, 8.0, 14.0


class _Label(NamedTuple):
    """A label: of a card, or what names the rank of its row or the suit of those after it."""

    of: Literal["card", "rank", "suit"]
    key: str


def par_cards_pdf(
    boards: Sequence[DealtBoard], paper: Paper, title: str, shift: Shift | None = None
) -> bytes:
    """Return stickers for each twelve boards as a PDF, and how they are used.

    They are on labels as they are sold for this paper, moved by what the printer is off.
    """
    packs = [boards[at : at + A_PACK] for at in range(0, len(boards), A_PACK)]
    stock, moved = usual_stock(paper), shift or Shift()

    def put(pen: Pen) -> None:
        _how(pen, packs, title, stock, moved)
        # Labels, and what a printer is off by, reach as far as there is paper.
        with pen.reaching(0):
            for pack in packs:
                _stickers(pen, pack, stock, moved)

    return printed(put, paper, imprint(title), feet="rims")


def _order(stock: Stock) -> list[_Label]:
    """Return the labels of a pack: a row a rank where that fills the sheet, else suit by suit."""
    if (stock.across, stock.down) == (len(SUIT_KEYS) + 1, len(RANKS)):
        rows = [[*(_Label("card", s + r) for s in SUIT_KEYS), _Label("rank", r)] for r in RANKS]
    else:
        rows = [[_Label("suit", s), *(_Label("card", s + r) for r in RANKS)] for s in SUIT_KEYS]
    return [label for row in rows for label in row]


def _told(stock: Stock, shift: Shift) -> list[str]:
    """Return how stickers are printed and used, a paragraph each."""
    sheets = -(-len(_order(stock)) // stock.held)
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
        by_rows if _order(stock)[0].of == "card" else by_suits,
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


def _stickers(pen: Pen, pack: Sequence[DealtBoard], stock: Stock, shift: Shift) -> None:
    wide, high = stock.wide * MM - 2 * PADDING, stock.high * MM - 2 * PADDING
    for at, label in enumerate(_order(stock)):
        if at and at % stock.held == 0:
            pen.new_page()
        x, y = stock.corner(at % stock.held, shift)
        inside = (x + PADDING, y + PADDING, wide, high)
        if label.of == "card":
            _sticker(pen, pack, label.key, inside)
        else:
            _name(pen, pack, label, inside)
    pen.new_page()


def _sticker(
    pen: Pen, pack: Sequence[DealtBoard], card: str, inside: tuple[float, float, float, float]
) -> None:
    """Draw twelve spaces with a board's number and who gets the card; labels need no frame."""
    x, y, whole, high = inside
    wide, deep = whole / SPACES_ACROSS, high / SPACES_DOWN
    letter = min(LARGE, deep * 0.6)
    number = max(LEAST, letter * 0.84)
    for at, board in enumerate(pack):
        middle = x + (at % SPACES_ACROSS + 0.5) * wide
        base = y + (at // SPACES_ACROSS + 0.5) * deep + letter * 0.34
        pen.text(middle - 1.5, base, str(board.number), TEXT, number, "right")
        pen.text(middle + 2.5, base, board.deal.owner(card), BOLD, letter)
    for at in range(1, SPACES_ACROSS):
        pen.line(x + at * wide, y, x + at * wide, y + high, HAIR)
    for at in range(1, SPACES_DOWN):
        pen.rule(x, y + at * deep, whole, HAIR)


def _name(
    pen: Pen, pack: Sequence[DealtBoard], label: _Label,
    inside: tuple[float, float, float, float],
) -> None:  # fmt: skip
    """Draw a label that says of which cards others are."""
    x, y, wide, high = inside
    if label.of == "rank":
        shown = _rank(label.key)
        of = f"← {' '.join(denomination_sign(suit) for suit in SUIT_KEYS)}"
    else:
        shown = denomination_sign(label.key)
        of = f"{' '.join(map(_rank, RANKS))} →"
    pen.text(x, y + high / 2 + 6, shown, BOLD, 16)
    beside, room = x + 26, wide - 26
    pen.fitted(beside, y + high / 2 + 1, fit(of, TEXT, SIZE, room))
    boards = _("boards %(first)s–%(last)s") % {"first": pack[0].number, "last": pack[-1].number}
    pen.fitted(beside, y + high / 2 + 14, fit(boards, TEXT, SMALL, room))


def _rank(key: str) -> str:
    return "10" if key == "T" else key
