"""Slips of an evening on paper: half a sheet for each who played, a whole one where it must be."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.sheets.pieces.blocks import Lines
from clubscore.sheets.pieces.flow import Block, Placed, pages
from clubscore.sheets.pieces.identity import Identity, imprint
from clubscore.sheets.pieces.imposition import PADDING, Slots, stacked
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.pen import STRONG, Pen
from clubscore.sheets.pieces.piece_sheets import cut_lines
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit, width, wrapped
from clubscore.sheets.rubbers.slip_copies import SlipCopies
from clubscore.sheets.rubbers.slip_table import slip_blocks

IDENTITY, TITLE, WHOSE = 8.0, 15.0, 11.0
# From one line of the identity to the next; below the title; under the rule; above the rim.
LINE, UNDER_TITLE, UNDER, RIM = 10.0, 6.0, 2.0, 3.0
# Kept free beside the identity for which of how many it is.
MARK = 76.0
HALF, WHOLE = 2, 1


class _Copy(NamedTuple):
    """A copy, or a part of one: whose it is, which of how many, the blocks on it."""

    identity: Identity
    name: str
    mark: str
    placed: list[Placed]
    goes_on: bool


def slip_copies_pdf(copies: SlipCopies, paper: Paper) -> bytes:
    """Return the slip for each who played, to be cut apart and handed out."""
    title = f"{_('Slip of the evening')}, {copies.table}, {copies.evening}"
    told = imprint(title, copies.club, _("Slip of the evening"))
    slots, pieces = _planned(copies, paper)
    where = stacked(len(pieces), slots.held)
    sheets = max(at.sheet for at in where) + 1

    def put(pen: Pen) -> None:
        for sheet in range(sheets):
            here = [
                (piece, at.slot)
                for piece, at in zip(pieces, where, strict=True)
                if at.sheet == sheet
            ]
            _sheet(pen, slots, here)
            pen.rim(sheet + 1, sheets, told.printed)
            pen.new_page()

    return printed(put, paper, told, sheets=sheets)


def _sheet(pen: Pen, slots: Slots, here: list[tuple[_Copy, int]]) -> None:
    cut_lines(pen, slots)
    for piece, slot in here:
        x, y = slots.corner(slot)
        with pen.piece(piece.identity, x, y, slots.wide, slots.high, PADDING):
            _draw(pen, piece, x + PADDING, y + PADDING, slots.wide - 2 * PADDING)


def _planned(copies: SlipCopies, paper: Paper) -> tuple[Slots, list[_Copy]]:
    """Return the division of the sheet and every piece; halves where each holds a whole slip."""
    inner = paper.width - 2 * PADDING
    blocks = slip_blocks(copies.slip, inner, headed=False)
    if not blocks:
        blocks = [Lines.of(_("No rubber has been made up and agreed yet."), inner, TEXT, 10)]
    names = copies.slip.people or ("",)
    head = max(_head(copies, name, inner) for name in names)
    for down in (HALF, WHOLE):
        slots = Slots(down, paper.width, paper.height / down, 0, across=1)
        placed = _placed(blocks, head, slots)
        if len(placed) == 1:
            break
    return slots, [
        piece
        for number, name in enumerate(names, 1)
        for piece in _parts(copies, name, (number, len(names)), placed)
    ]


def _placed(blocks: list[Block], head: float, slots: Slots) -> list[list[Placed]]:
    return pages(blocks, first=head, others=head, bottom=slots.high - 2 * PADDING - RIM)


def _parts(
    copies: SlipCopies, name: str, copy: tuple[int, int], placed: list[list[Placed]]
) -> list[_Copy]:
    """Return a copy as pieces, one for each of its pages."""
    found = []
    for page, blocks in enumerate(placed, 1):
        values = {"number": copy[0], "of": copy[1], "part": page, "parts": len(placed)}
        if len(placed) == 1:
            mark = _("copy %(number)s of %(of)s") % values
        else:
            mark = _("copy %(number)s of %(of)s, part %(part)s of %(parts)s") % values
        place = f"{name} · {mark}" if name else mark
        whose = Identity(copies.club, copies.table, copies.evening, place)
        found.append(_Copy(whose, name, mark, blocks, page < len(placed)))
    return found


def _identity(whose: Identity, inner: float) -> tuple[str, ...]:
    return wrapped(whose.line, TEXT, IDENTITY, inner - 2 * MARK)


def _title(name: str, inner: float) -> tuple[str, ...]:
    """Return for whom it is, in lines that fit beside the title."""
    if not name:
        return ()
    room = inner - width(_("Slip of the evening"), SERIF, TITLE) - 12
    return wrapped(_("for %(name)s") % {"name": name}, BOLD, WHOSE, room)


def _head(copies: SlipCopies, name: str, inner: float) -> float:
    """Return how high identity and title are."""
    whose = Identity(copies.club, copies.table, copies.evening, "")
    lines = max(1, len(_title(name, inner)))
    above = LINE * len(_identity(whose, inner)) + TITLE + (lines - 1) * WHOSE * 1.2
    return above + UNDER_TITLE + UNDER


def _draw(pen: Pen, piece: _Copy, x: float, y: float, inner: float) -> None:
    """Draw a piece below and to the right of this corner."""
    top = y
    for text in _identity(piece.identity, inner):
        pen.text(x, y + 7, text, TEXT, IDENTITY)
        y += LINE
    pen.text(x + inner, top + 7, piece.mark, TEXT, IDENTITY, "right")
    y += TITLE
    with pen.tagged("H1"):
        pen.fitted(x, y, fit(_("Slip of the evening"), SERIF, TITLE, inner))
    for number, text in enumerate(_title(piece.name, inner)):
        y += WHOSE * 1.2 if number else 0
        pen.text(x + inner, y, text, BOLD, WHOSE, "right")
    pen.rule(x, y + UNDER_TITLE, inner, STRONG)
    for each in piece.placed:
        each.block.draw(pen, x, top + each.y, inner)
    if piece.goes_on:
        foot = top + max(each.y + each.block.height for each in piece.placed) + 8
        pen.text(x + inner, foot, _("goes on"), TEXT, IDENTITY, "right")
