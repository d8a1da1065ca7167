"""The plain-text twin of a sheet: forty columns, lines instead of tables, words instead of signs.

For braille displays and screen readers, which read from left to right and know no columns. It
says the same as the printed sheet, in the same order.
"""

import unicodedata
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from clubscore.club.naming.showing import apart_in_text
from clubscore.club.wording.figures import MINUS
from clubscore.sheets.rubbers.sitting_content import (
    NOTHING,
    Chapter,
    PrintedDeal,
    PrintedPad,
    PrintedPart,
    PrintedSlip,
    SittingSheet,
)

WIDTH = 40
# What carries no meaning in a line, but would break or turn it.
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
# Names in Persian or Hindi need them.
JOINERS = "\u200c\u200d"


def plain_text(sheet: SittingSheet) -> str:
    """Return the sheet as text; no line is wider than forty columns.

    What is written from right to left stands apart, so that it turns nothing beside it.
    """
    return apart_in_text("".join(f"{line}\n" for text in _texts(sheet) for line in lines(text)))


def columns(text: str) -> int:
    """Return how many columns a text takes: two for a wide letter, none for an accent."""
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def lines(text: str) -> Iterator[str]:
    """Break a text between words; a word wider than a line is broken after a sign or at the end.

    An empty text is an empty line; what begins with a blank goes on with two.
    """
    clean = "".join(c if c in JOINERS or not _is_unseen(c) else " " for c in text)
    words = clean.replace(MINUS, "-").split()
    indent = "  " if text.startswith(" ") else ""
    line = indent
    for word in words:
        rest = word
        joint = "" if line == indent else " "
        if columns(line + joint + rest) <= WIDTH:
            line += joint + rest
            continue
        if line != indent:
            yield line
        line = "  " if indent or line else ""
        while columns(line + rest) > WIDTH:
            head = _head(rest, WIDTH - columns(line))
            yield line + head
            rest = rest[len(head) :]
            line = "  "
        line += rest
    if line != indent or not words:
        yield line.rstrip()


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in UNSEEN


def _head(word: str, room: int) -> str:
    """Return the beginning of a word that fits, up to a slash, a dot or a hyphen if one is near."""
    end, used = 0, 0
    while end < len(word) and used + _columns(word[end]) <= room:
        used += _columns(word[end])
        end += 1
    joint = max(word.rfind(sign, 0, end) for sign in "/.-_?&=")
    return word[: joint + 1 if joint > end // 2 else end]


def _texts(sheet: SittingSheet) -> Iterator[str]:
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
        for text in (*deal.said, *deal.notes):
            yield f" {text}"


def _sums(pad: PrintedPad, part: PrintedPart) -> Iterator[str]:
    for name, points, bonus, total in zip(part.names, pad.sums, pad.bonus, pad.totals, strict=True):
        added = "".join(f" + {each.points} {each.cause}" for each in bonus)
        result = f" = {total}" if added else ""
        yield f"{name}: {points}{added}{result}"
    if pad.margin is not None:
        yield f"{pad.margin[0]} - {pad.margin[1]} = {pad.margin[2]}"
    yield pad.outcome


def _slip(slip: PrintedSlip) -> Iterator[str]:
    if not slip.rows:
        return
    yield ""
    yield _("SLIP OF THE EVENING")
    for row in slip.rows:
        yield ""
        yield row.label
        yield from _points(slip.people, row.points)
    yield ""
    yield _("Sum")
    yield from _points(slip.people, slip.totals)
    for label, money in slip.money:
        yield ""
        yield label
        for name, amount in zip(slip.people, money, strict=True):
            if amount != NOTHING:
                yield f" {name}: {amount}"
    if slip.for_love:
        yield ""
        yield _("For love: no one pays.")
    if not slip.money:
        return
    yield ""
    yield _("Who pays whom")
    if not slip.owed:
        yield f" {_('No one owes anything.')}"
    for text in (*slip.owed, *slip.paid):
        yield f" {text}"


def _points(people: Iterable[str], won: Iterable[int | None]) -> Iterator[str]:
    """Say who won and lost how much; who sat out is left out."""
    for name, points in zip(people, won, strict=True):
        if points is not None:
            yield f" {name}: {points:+d}" if points else f" {name}: 0"
