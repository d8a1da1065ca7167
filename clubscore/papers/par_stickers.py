"""Stickers for the backs of a pack: what each label says and where it goes; no room is asked.

After Milton Work's packs (Auction Bridge Variations 1923, chapter XI): the back of each card has
twelve spaces, one a deal, and each space names the deal and who gets the card in it. A sticker's
place on the sheet says which card it is for, so that nothing of it is left on the back.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from django.utils.translation import gettext as _

from clubscore.deals.hands import RANKS, SUIT_KEYS, DealtBoard
from clubscore.papers.hands import denomination_sign
from clubscore.papers.pen import HAIR, Pen
from clubscore.papers.sizes import INSIDE, MM, Shift, Stock
from clubscore.papers.typeface import BOLD, TEXT, fit

A_PACK = 12
SPACES_ACROSS, SPACES_DOWN = 4, 3
SIZE, SMALL, LEAST, LARGE = 11.0, 8.5, 8.0, 14.0


class _Sticker(NamedTuple):
    """A label: of a card, or what names the rank of its row or the suit of those after it."""

    of: Literal["card", "rank", "suit"]
    key: str


def packs_of(boards: Sequence[DealtBoard]) -> list[Sequence[DealtBoard]]:
    """Return the boards that each pack deals."""
    return [boards[at : at + A_PACK] for at in range(0, len(boards), A_PACK)]


def order_of(stock: Stock) -> list[_Sticker]:
    """Return the labels of a pack: a row a rank where that fills the sheet, else suit by suit."""
    if (stock.across, stock.down) == (len(SUIT_KEYS) + 1, len(RANKS)):
        rows = [[*(_Sticker("card", s + r) for s in SUIT_KEYS), _Sticker("rank", r)] for r in RANKS]
    else:
        rows = [[_Sticker("suit", s), *(_Sticker("card", s + r) for r in RANKS)] for s in SUIT_KEYS]
    return [label for row in rows for label in row]


def draw_stickers(
    pen: Pen, pack: Sequence[DealtBoard], stock: Stock, shift: Shift, title: str = ""
) -> None:
    """Draw the labels of a pack, sheet after sheet; a title stands above those of each."""
    wide, high = stock.wide * MM - 2 * INSIDE, stock.high * MM - 2 * INSIDE
    for at, label in enumerate(order_of(stock)):
        if at and at % stock.held == 0:
            pen.new_page()
        if title and at % stock.held == 0:
            pen.page_head(title, LEAST)
        x, y = stock.corner(at % stock.held, shift)
        inside = (x + INSIDE, y + INSIDE, wide, high)
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
    pen: Pen, pack: Sequence[DealtBoard], label: _Sticker,
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
