"""A leaf of blocks: its head in full on the first page, in a line on later ones."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.sheets.pieces.flow import Block, Placed, pages
from clubscore.sheets.pieces.identity import Imprint, imprint
from clubscore.sheets.pieces.paper import MARGIN, Paper
from clubscore.sheets.pieces.pen import LINE, STRONG, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import SERIF, TEXT, fit

HEAD, LATER_HEAD = 46.0, 20.0


class Leaf(NamedTuple):
    """What stands at the head of a page: whose club, what it is, the line of facts.

    ``subject`` is what the file says of its kind.
    """

    club: str
    title: str
    under: str
    subject: str


def drawn(leaf: Leaf, blocks: Iterable[Block], paper: Paper) -> bytes:
    """Return blocks below each other as a PDF, on as many pages as they need."""
    placed = pages(
        blocks, first=MARGIN + HEAD, others=MARGIN + LATER_HEAD, bottom=paper.height - MARGIN
    )
    told = imprint(leaf.title, leaf.club, leaf.subject)
    return pages_pdf(placed, partial(head_of_leaf, leaf), paper, told)


def pages_pdf(
    placed: Sequence[Sequence[Placed]], head: Callable[[Pen, bool], None], paper: Paper,
    told: Imprint,
) -> bytes:  # fmt: skip
    """Return pages of placed blocks as a PDF; `head` draws what stands over the first, or later."""

    def put(pen: Pen) -> None:
        for number, page in enumerate(placed, start=1):
            head(pen, number == 1)
            for each in page:
                each.block.draw(pen, MARGIN, each.y, paper.room)
            pen.new_page(goes_on=_("goes on") if number < len(placed) else "")

    return printed(put, paper, told, feet=True, pages=len(placed))


def head_of_leaf(leaf: Leaf, pen: Pen, is_first: bool) -> None:
    """Draw the head of the first page; on a later one the same in a line."""
    room = pen.paper.room
    if not is_first:
        words = {"title": leaf.title, "facts": leaf.under}
        pen.fitted(MARGIN, MARGIN + 9, fit(_("%(title)s · %(facts)s") % words, TEXT, 9, room))
        pen.rule(MARGIN, MARGIN + 13, room, LINE)
        return
    with pen.tagged("H1"):
        pen.fitted(MARGIN, MARGIN + 17, fit(leaf.title, SERIF, 20, room, least=10))
    pen.fitted(MARGIN, MARGIN + 32, fit(leaf.under, TEXT, 9, room))
    pen.rule(MARGIN, MARGIN + 38, room, STRONG)
