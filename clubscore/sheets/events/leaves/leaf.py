"""A leaf: a page that stays whole, its head, its foot, and blocks below each other.

What no page holds goes on on the next, with its heads again; the foot says which page it is of how
many and when it was printed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, MM, Paper
from clubscore.sheets.pieces.pen import LINE, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import SERIF, TEXT, fit, width, wrapped

TITLE, SIZE, SMALL = 20.0, 9.0, 8.0
LEADING = 11.5
UNDER_HEAD, OVERLEAF = 5.0, 18.0
HEAD_RULE = 1.2
LAST = 8.0
GAP = 4 * MM


class Head(NamedTuple):
    """What stands above a leaf: its title, whose it is, and its facts, a sentence each."""

    title: str
    identity: str
    facts: Sequence[str]
    club: str
    state: str = ""


class Block(NamedTuple):
    """Rows under one head, drawn from their upper left corner: (pen, x, y).

    ``rows`` are the heights of the rows, ``row`` draws one of them by its number. One with fewer
    rows than ``splits_at`` is not split, and of another no part has fewer than two.
    """

    head: float
    draw_head: Callable[[Pen, float, float], None]
    rows: Sequence[float]
    row: Callable[[Pen, float, float, int], None]
    foot: float = GAP
    splits_at: int = 12

    @property
    def height(self) -> float:
        """Head and rows."""
        return self.head + sum(self.rows)


def leaf_pdf(head: Head, blocks: Sequence[Block], paper: Paper) -> bytes:
    """Return blocks below each other as a PDF, on as many pages as they need."""
    return leaves_pdf([(head, blocks)], paper)


def leaves_pdf(leaves: Sequence[tuple[Head, Sequence[Block]]], paper: Paper) -> bytes:
    """Return leaves behind each other as a PDF, each with its head on a page of its own."""
    head = leaves[0][0]

    def put(pen: Pen) -> None:
        for each, blocks in leaves:
            draw_leaf(pen, each, blocks)

    told = imprint(f"{head.title}, {head.identity}", head.club, head.title)
    return printed(put, paper, told, feet=True, state=head.state)


def draw_leaf(pen: Pen, head: Head, blocks: Sequence[Block]) -> None:
    """Draw a leaf before other papers of a document, which has feet of its own or none."""
    _Leaf(pen, head).put(blocks)


@dataclass
class _Leaf:
    """A leaf that is being drawn: how far its page is."""

    pen: Pen
    head: Head
    y: float = 0.0
    top: float = 0.0

    @property
    def room(self) -> float:
        """The height that is left on this page."""
        return self.pen.paper.height - MARGIN - LAST - self.y

    def put(self, blocks: Sequence[Block]) -> None:
        self._first_head()
        for block in blocks:
            self._put(block)
        self.pen.new_page()

    def _put(self, block: Block) -> None:
        whole = self.pen.paper.height - 2 * MARGIN - LAST - OVERLEAF
        stays = len(block.rows) < block.splits_at and block.height <= whole
        if self.y > self.top and (
            (stays and block.height > self.room) or self._holds(block, 0) < min(2, len(block.rows))
        ):
            self._next_page()
        at = 0
        while at < len(block.rows) or not at:
            count = self._holds(block, at)
            if at + count < len(block.rows):
                # No single row goes over to the next page.
                count = max(1, min(count, len(block.rows) - at - 2))
            self._rows(block, at, count)
            at += count
            if at >= len(block.rows):
                break
            self._next_page(goes_on=True)
        self.y += block.foot

    def _holds(self, block: Block, at: int) -> int:
        """How many rows from this one fit below the block's head on this page."""
        left, count = self.room - block.head, 0
        for high in block.rows[at:]:
            left -= high
            if left < 0:
                break
            count += 1
        return count

    def _rows(self, block: Block, at: int, count: int) -> None:
        with self.pen.tagged("Table"):
            block.draw_head(self.pen, MARGIN, self.y)
            self.y += block.head
            for number in range(at, at + count):
                block.row(self.pen, MARGIN, self.y, number)
                self.y += block.rows[number]

    def _next_page(self, *, goes_on: bool = False) -> None:
        self.pen.new_page(goes_on=_("goes on") if goes_on else "")
        pen, room = self.pen, self.pen.paper.room
        self.y = MARGIN + SIZE
        text = f"{self.head.title} · {self.head.identity}"
        pen.fitted(MARGIN, self.y, fit(text, TEXT, SIZE, room))
        pen.rule(MARGIN, self.y + 4, room, LINE)
        self.y = self.top = MARGIN + OVERLEAF

    def _first_head(self) -> None:
        pen, room = self.pen, self.pen.paper.room
        self.y = MARGIN + TITLE * 0.8
        beside = width(self.head.title, SERIF, TITLE) + 4 * MM
        with pen.tagged("H1"):
            pen.fitted(MARGIN, self.y, fit(self.head.title, SERIF, TITLE, room))
        whose = wrapped(self.head.identity, TEXT, SIZE, room - beside)
        if len(whose) == 1:
            pen.text(MARGIN + room, self.y, whose[0], TEXT, SIZE, "right")
        lines = wrapped(" ".join(self.head.facts), TEXT, SIZE, room)
        if len(whose) > 1:
            lines = (*wrapped(self.head.identity, TEXT, SIZE, room), *lines)
        with pen.tagged("P"):
            for number, line in enumerate(lines):
                pen.text(MARGIN, self.y + 14 + number * LEADING, line, TEXT, SIZE)
        self.y += 14 + LEADING * (len(lines) - 1) + UNDER_HEAD
        pen.rule(MARGIN, self.y, room, HEAD_RULE)
        self.y += UNDER_HEAD
        self.top = self.y
