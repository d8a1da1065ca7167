"""The plain-text twin of a sheet: forty columns, lines instead of tables, words instead of signs.

For braille displays and screen readers, which read from left to right and know no columns. It
says the same as the printed sheet, in the same order.
"""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from clubscore.sheets.rubbers.sitting_content import (
    Chapter,
    PrintedDeal,
    PrintedPad,
    PrintedPart,
    PrintedSlip,
    SittingSheet,
)
from clubscore.sheets.rubbers.slip_words import slip_told


def said_on(sheet: SittingSheet) -> Iterator[str]:
    """Return what the sheet says, below each other."""
    yield sheet.table
    yield sheet.club
    yield sheet.evening
    if sheet.state:
        yield sheet.state
    yield ""
    yield from sheet.players
    if sheet.address:
        yield ""
        yield sheet.address
    for chapter in sheet.chapters:
        yield ""
        yield from _chapter(chapter)
    if not any(part.deals for chapter in sheet.chapters for part in chapter.parts):
        yield ""
        yield _("No deal was recorded.")
    yield from _slip(sheet.slip)


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield chapter.game.upper()
    yield chapter.laws
    yield _("Stake: %(stake)s") % {"stake": chapter.stake}
    for part in chapter.parts:
        yield ""
        yield from part.seats
        for pad in part.pads:
            yield ""
            yield pad.title.upper()
            number = pad.number - part.pads[0].number + 1
            yield from _deals(deal for deal in part.deals if deal.rubber == number)
            yield ""
            yield from _sums(pad, part)


def _deals(deals: Iterable[PrintedDeal]) -> Iterator[str]:
    for deal in deals:
        yield ""
        words = {"number": deal.number, "dealer": deal.dealer}
        yield _("Deal %(number)s, dealt by %(dealer)s.") % words
        yield f" {deal.sentence}"
        if deal.honours:
            yield f" {deal.honours}."
        for text in (*deal.said, *deal.notes, *deal.corrections):
            yield f" {text}"


def _sums(pad: PrintedPad, part: PrintedPart) -> Iterator[str]:
    for name, points, bonus, total in zip(part.names, pad.sums, pad.bonus, pad.totals, strict=True):
        yield f"{name}: {points}"
        for each in bonus:
            added = {"points": each.points, "cause": each.cause}
            yield " " + _("and %(points)s %(cause)s") % added
        if bonus:
            yield " " + _("together %(points)s") % {"points": total}
    if pad.margin is not None:
        values = dict(zip(("more", "less", "left"), pad.margin, strict=True))
        yield _("%(more)s less %(less)s leaves %(left)s") % values
    yield pad.outcome


def _slip(slip: PrintedSlip) -> Iterator[str]:
    if slip.rows:
        yield ""
        yield _("SLIP OF THE EVENING")
        yield from slip_told(slip)
