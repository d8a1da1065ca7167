"""The sheet of a sitting on paper: head, rubbers as pads, every deal, the slip of the evening."""

from functools import lru_cache

import segno
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.sheets.pieces.blocks import Heading, Lines
from clubscore.sheets.pieces.flow import Beside, Block, pages
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, MM, Paper
from clubscore.sheets.pieces.pen import LINE, STRONG, THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit, wrapped
from clubscore.sheets.rubbers.deal_table import deal_table
from clubscore.sheets.rubbers.pads import BETWEEN, PadRow, pad_rows
from clubscore.sheets.rubbers.sitting_content import Chapter, SittingSheet
from clubscore.sheets.rubbers.slip_table import slip_abreast, slip_blocks

CODE = 25 * MM
# What a code needs to be free around it: four of its modules.
QUIET = 3 * MM
FOOT = 16.0
LATER_HEAD = 22.0
# Seats that still stand at the end of a heading: four, and one who took a seat over.
LONG_SEATS = 5


def sitting_pdf(sheet: SittingSheet, paper: Paper) -> bytes:
    """Return the sheet of a sitting as a PDF file."""

    def put(pen: Pen) -> None:
        draw_sitting(pen, sheet, paper)

    return printed(put, paper, imprint(f"{sheet.table}, {sheet.evening}"))


def draw_sitting(pen: Pen, sheet: SittingSheet, paper: Paper) -> None:
    """Draw every page of a sheet."""
    head = _Head(sheet, paper)
    placed = pages(
        blocks_of(sheet, paper, head.height),
        first=MARGIN + head.height,
        others=MARGIN + LATER_HEAD,
        bottom=paper.height - MARGIN - FOOT,
    )
    for number, page in enumerate(placed, start=1):
        if number > 1:
            _later_head(pen, sheet)
        else:
            head.draw(pen)
        for each in page:
            each.block.draw(pen, MARGIN, each.y, paper.room)
        _foot(pen, sheet, number, len(placed))
        pen.new_page()


def blocks_of(sheet: SittingSheet, paper: Paper, first: float) -> list[Block]:
    """Return everything under the head, from top to bottom; `first` is where the head ends."""
    blocks: list[Block] = []
    for chapter in sheet.chapters:
        blocks += _chapter(chapter, paper, first if not blocks else 0)
    if not any(part.deals for chapter in sheet.chapters for part in chapter.parts):
        blocks.append(Lines.of(_("No deal was recorded."), paper.room, TEXT, 11))
    beside = _slip_beside(blocks, sheet, paper)
    return beside or blocks + slip_blocks(sheet.slip, paper.room)


def _slip_beside(blocks: list[Block], sheet: SittingSheet, paper: Paper) -> list[Block]:
    """Put the slip beside the pad of an evening of one rubber; nothing where it does not fit."""
    rows = [(at, block) for at, block in enumerate(blocks) if isinstance(block, PadRow)]
    pads = [pad for _at, row in rows for pad in row.columns]
    if len(pads) != 1 or pads[0].wide >= paper.room:
        return []
    slip = slip_abreast(sheet.slip, paper.room - pads[0].wide - BETWEEN)
    if not slip or sum(block.height for block in slip) > pads[0].height:
        return []
    ((at, row),) = rows
    return [
        *blocks[:at],
        Beside(row, pads[0].wide + BETWEEN, tuple(slip)),
        *blocks[at + 1 :],
    ]


def _chapter(chapter: Chapter, paper: Paper, above: float) -> list[Block]:
    """Return parts at one game: its head, their rubbers, then their deals.

    `above` is what stands over them on the sheet's first page, nothing where they begin a later.
    """
    wide = paper.room
    laws = _("%(laws)s · %(stake)s") % {"laws": chapter.laws, "stake": chapter.stake}
    blocks: list[Block] = [
        Heading(chapter.game, 14, below=2),
        Lines.of(laws, wide, TEXT, 10, below=8, keeps_next=True),
    ]
    pads = [pad for part in chapter.parts for pad in part.pads]
    heads = sum(block.height for block in blocks)
    whole = paper.tall - FOOT
    first = whole - (above or LATER_HEAD) - heads
    blocks += pad_rows(pads, wide, first, whole - LATER_HEAD, heads)
    for part in chapter.parts:
        if not part.pads:
            blocks.append(Lines.of(" · ".join(part.seats), wide, TEXT, 10))
            continue
        numbers = [pad.number for pad in part.pads]
        one, more = DEALS_OF[part.unit]
        words = {"first": numbers[0], "last": numbers[-1]}
        title = (one if len(numbers) == 1 else more) % words
        seats = " · ".join(part.seats)
        # Where many took a seat over, who sat where has lines of its own.
        is_long = len(part.seats) > LONG_SEATS
        blocks.append(Heading(title, 11, "" if is_long else seats, above=2, below=0))
        if is_long:
            blocks.append(Lines.of(seats, wide, TEXT, 9, below=2, keeps_next=True))
        blocks.append(deal_table(part, wide))
    return blocks


DEALS_OF = {
    "rubber": (
        gettext_lazy("Deals of rubber %(first)s"),
        gettext_lazy("Deals of rubbers %(first)s to %(last)s"),
    ),
    "game": (
        gettext_lazy("Deals of game %(first)s"),
        gettext_lazy("Deals of games %(first)s to %(last)s"),
    ),
    "sheet": (
        gettext_lazy("Deals of sheet %(first)s"),
        gettext_lazy("Deals of sheets %(first)s to %(last)s"),
    ),
}


@lru_cache(maxsize=128)
def code_of(address: str) -> tuple[bytes, ...]:
    """Return the rows of a code that opens an address, 1 where a module is dark."""
    return tuple(bytes(row) for row in segno.make(address, error="m", micro=False).matrix)


class _Head:
    """The head of the first page: table, club, evening, players, and the code that opens it."""

    def __init__(self, sheet: SittingSheet, paper: Paper) -> None:
        self.sheet = sheet
        self.paper = paper
        self.left = paper.room - CODE - QUIET
        self.players = wrapped(" · ".join(sheet.players), TEXT, 11, self.left)
        self.state = wrapped(sheet.state, BOLD, 11, self.left - 12) if sheet.state else ()
        text = 46 + 15 * len(self.players) + (15 * len(self.state) + 12 if self.state else 0)
        self.code_bottom = max(text, CODE + 3)
        self.height = self.code_bottom + 26

    def draw(self, pen: Pen) -> None:
        """Draw it at the upper margin."""
        sheet, x, y = self.sheet, MARGIN, MARGIN
        pen.fitted(x, y + 18, fit(sheet.table, SERIF, 22, self.left, least=12))
        club = _("%(club)s · %(evening)s") % {"club": sheet.club, "evening": sheet.evening}
        pen.fitted(x, y + 36, fit(club, TEXT, 11, self.left))
        line = y + 54
        for text in self.players:
            pen.text(x, line, text, TEXT, 11)
            line += 15
        if self.state:
            weight = STRONG if sheet.is_void else THIN
            pen.box(x, line - 7, self.left, 15 * len(self.state) + 5, weight)
            for text in self.state:
                pen.text(x + 6, line + 7, text, BOLD, 11)
                line += 15
        right = x + self.paper.room
        if sheet.address:
            pen.code(right - CODE, y, code_of(sheet.address), CODE)
            address = fit(sheet.address, TEXT, 9, self.paper.room, least=6)
            pen.fitted(right, y + self.code_bottom + 11, address, "right")
        pen.rule(x, y + self.code_bottom + 16, self.paper.room, STRONG)


def _later_head(pen: Pen, sheet: SittingSheet) -> None:
    """Repeat on a later page whose sheet it is."""
    words = {"table": sheet.table, "club": sheet.club, "evening": sheet.evening}
    text = _("%(table)s · %(club)s · %(evening)s") % words
    if sheet.is_void:
        text = _("VOID · %(sheet)s") % {"sheet": text}
    room = pen.paper.room
    pen.fitted(MARGIN, MARGIN + 9, fit(text, TEXT, 9, room))
    pen.rule(MARGIN, MARGIN + 13, room, LINE)


def _foot(pen: Pen, sheet: SittingSheet, number: int, count: int) -> None:
    line = pen.paper.height - MARGIN
    page = _("page %(number)s of %(count)s") % {"number": number, "count": count}
    pen.text(MARGIN + pen.paper.room, line, page, TEXT, 8, "right")
    pen.text(MARGIN, line, "ClubScore", TEXT, 8)
