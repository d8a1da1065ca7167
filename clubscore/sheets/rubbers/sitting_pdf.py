"""The sheet of a sitting on paper: head, rubbers as pads, every deal, the slip of the evening."""

from functools import lru_cache

import segno
from django.utils.translation import gettext as _

from clubscore.sheets.pieces.block_leaf import pages_pdf
from clubscore.sheets.pieces.blocks import Heading, Lines
from clubscore.sheets.pieces.flow import Block, Placed, pages
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, MM, Paper
from clubscore.sheets.pieces.pen import LINE, STRONG, THIN, Pen
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit, wrapped
from clubscore.sheets.rubbers.deal_table import HIGH, LEAST_HIGH, deal_blocks
from clubscore.sheets.rubbers.pads import (
    LEAST_ROW,
    ROW,
    UnderHeads,
    pad_rows,
)
from clubscore.sheets.rubbers.sitting_content import Chapter, SittingSheet
from clubscore.sheets.rubbers.slip_table import slip_blocks

CODE = 25 * MM
LATER_HEAD = 20.0
# How high the rows of pads and of deals may be: lower only where that saves a page.
HEIGHTS = (
    (ROW, HIGH),
    ((ROW + LEAST_ROW) / 2, HIGH),
    (LEAST_ROW, HIGH),
    (ROW, LEAST_HIGH),
    (LEAST_ROW, LEAST_HIGH),
)


def sitting_pdf(sheet: SittingSheet, paper: Paper) -> bytes:
    """Return the sheet of a sitting as a PDF file."""
    head = _Head(sheet, paper)
    placed = min((_placed(sheet, paper, head.height, *each) for each in HEIGHTS), key=len)

    def draw_head(pen: Pen, is_first: bool) -> None:
        if is_first:
            head.draw(pen)
        else:
            _later_head(pen, sheet)

    told = imprint(f"{sheet.table}, {sheet.evening}", sheet.club, _("Score sheet"))
    return pages_pdf(placed, draw_head, paper, told)


def _placed(
    sheet: SittingSheet, paper: Paper, first: float, row: float, deal: float
) -> list[list[Placed]]:
    """Return the pages of a sheet whose pads and deals have rows so high.

    `first` is where the head ends.
    """
    return pages(
        blocks_of(sheet, paper, first, row, deal),
        first=MARGIN + first,
        others=MARGIN + LATER_HEAD,
        bottom=paper.height - MARGIN,
    )


def blocks_of(
    sheet: SittingSheet, paper: Paper, first: float, row: float = ROW, deal: float = HIGH
) -> list[Block]:
    """Return everything under the head, from top to bottom; `first` is where the head ends."""
    blocks: list[Block] = []
    for chapter in sheet.chapters:
        blocks += _chapter(chapter, paper, first if not blocks else 0, row)
    blocks += slip_blocks(sheet.slip, paper.room)
    if any(part.deals for chapter in sheet.chapters for part in chapter.parts):
        return blocks + deal_blocks(sheet.chapters, paper.room, deal)
    return [*blocks, Lines.of(_("No deal was recorded."), paper.room, TEXT, 10)]


def _chapter(chapter: Chapter, paper: Paper, above: float, row: float) -> list[Block]:
    """Return the rubbers of parts at one game under its head, in rows so high.

    `above` is what stands over them on the sheet's first page, nothing where they begin a later.
    """
    wide = paper.room
    laws = _("%(laws)s · %(stake)s") % {"laws": chapter.laws, "stake": chapter.stake}
    blocks: list[Block] = [
        Heading(chapter.game, 12, below=1),
        Lines.of(laws, wide, TEXT, 9, below=5, keeps_next=True),
    ]
    pads = [pad for part in chapter.parts for pad in part.pads]
    heads = sum(block.height for block in blocks)
    first = paper.tall - (above or LATER_HEAD) - heads
    under = UnderHeads(first, paper.tall - LATER_HEAD, heads)
    return blocks + pad_rows(pads, wide, under, row)


@lru_cache(maxsize=128)
def code_of(address: str) -> tuple[bytes, ...]:
    """Return the rows of a code that opens an address, 1 where a module is dark."""
    return tuple(bytes(row) for row in segno.make(address, error="m", micro=False).matrix)


def _quiet(address: str) -> float:
    """Return how much stays white around the code of an address: four of its modules."""
    return 4 * CODE / len(code_of(address))


class _Head:
    """The head of the first page: table, club, evening, players, and the code that opens it."""

    def __init__(self, sheet: SittingSheet, paper: Paper) -> None:
        self.sheet = sheet
        self.paper = paper
        # Where no phone can open the sitting there is no code, and its room is free.
        quiet = _quiet(sheet.address) if sheet.address else 0
        self.left = paper.room - (CODE + quiet if sheet.address else 0)
        self.players = wrapped(" · ".join(sheet.players), TEXT, 9, self.left)
        self.state = wrapped(sheet.state, BOLD, 10, self.left - 12) if sheet.state else ()
        self.address = wrapped(sheet.address, TEXT, 9, self.left) if sheet.address else ()
        lines = len(self.players) + len(self.address)
        text = 38 + 12 * lines + (13 * len(self.state) + 10 if self.state else 0)
        self.bottom = max(text, CODE + quiet - 4 if sheet.address else 0)
        self.height = self.bottom + 12

    def draw(self, pen: Pen) -> None:
        """Draw it at the upper margin."""
        sheet, x, y = self.sheet, MARGIN, MARGIN
        with pen.tagged("H1"):
            pen.fitted(x, y + 17, fit(sheet.table, SERIF, 20, self.left, least=12))
        club = _("%(club)s · %(evening)s") % {"club": sheet.club, "evening": sheet.evening}
        pen.fitted(x, y + 32, fit(club, TEXT, 10, self.left))
        line = y + 46
        for text in (*self.players, *self.address):
            pen.text(x, line, text, TEXT, 9)
            line += 12
        if self.state:
            weight = STRONG if sheet.is_void else THIN
            pen.box(x, line - 7, self.left, 13 * len(self.state) + 5, weight)
            for text in self.state:
                pen.text(x + 6, line + 6, text, BOLD, 10)
                line += 13
        if sheet.address:
            pen.code(x + self.paper.room - CODE, y, code_of(sheet.address), CODE)
        pen.rule(x, y + self.bottom + 4, self.paper.room, STRONG)


def _later_head(pen: Pen, sheet: SittingSheet) -> None:
    """Repeat on a later page whose sheet it is."""
    words = {"table": sheet.table, "club": sheet.club, "evening": sheet.evening}
    text = _("%(table)s · %(club)s · %(evening)s") % words
    if sheet.is_void:
        text = _("VOID · %(sheet)s") % {"sheet": text}
    room = pen.paper.room
    pen.fitted(MARGIN, MARGIN + 9, fit(text, TEXT, 9, room))
    pen.rule(MARGIN, MARGIN + 13, room, LINE)
