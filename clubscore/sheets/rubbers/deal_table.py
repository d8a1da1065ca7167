"""Every deal of the evening over the whole width: what was bid, what became of it, what it brought.

Each part has a head with who sat where and whose columns these are; what was put right stands in
numbered notes under the last deal.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from clubscore.club.wording.figures import figure
from clubscore.sheets.pieces.blocks import Heading, Lines, Row, Table, base
from clubscore.sheets.pieces.flow import Block
from clubscore.sheets.pieces.paper import MM
from clubscore.sheets.pieces.pen import HAIR, LINE, STRONG, THIN, Align, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, width, wrapped
from clubscore.sheets.rubbers.sitting_content import Chapter, PrintedDeal, PrintedPart

FIGURES, NAMES, SMALL = 9.5, 9.0, 8.0
# A row of one line; of two, and what each further one takes, lines being so far apart.
HIGH, MORE = 5.6 * MM, 9.6
# Lower where that saves a page. What a row of two lines has besides its first and below its second.
LEAST_HIGH, SECOND, BELOW_SECOND = 4.4 * MM, 2.6 * MM, 21.6
# The columns at the left, in points; the rest is for honours and notes.
NUMBER, DEALER, CONTRACT, BY, TRICKS = 9 * MM, 22 * MM, 17 * MM, 22 * MM, 13 * MM
# Each half of a column of points, below and above the line; a whole one where there is no line.
HALF, WHOLE = 12 * MM, 14 * MM
NARROW_HALF = 10.5 * MM
# Narrower than this honours go under the deal instead of beside it.
LEAST_HONOURS = 40 * MM
GAP = 5.0
RULES = {"": HAIR, "game": LINE, "rubber": STRONG}

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


class Place(NamedTuple):
    """Where a column begins and how wide it is."""

    x: float
    wide: float


@dataclass(frozen=True)
class Columns:
    """Where everything stands in a table of a width; `points` begin and are cut in halves.

    A row of one line is so `high`.
    """

    number: Place
    dealer: Place
    contract: Place
    by: Place
    tricks: Place
    honours: Place | None
    points: tuple[float, ...]
    halves: tuple[float, ...]
    high: float = HIGH


class Texts(NamedTuple):
    """A row as it is drawn: names and honours in lines, so many at `first`, then those under it."""

    deal: PrintedDeal
    dealer: tuple[str, ...]
    by: tuple[str, ...]
    honours: tuple[str, ...]
    under: tuple[str, ...]
    first: int


def deal_blocks(chapters: Iterable[Chapter], wide: float, high: float = HIGH) -> list[Block]:
    """Return the deals of every part one below the other, then the notes that they point to.

    A deal of one line is so `high`.
    """
    blocks: list[Block] = []
    notes: list[str] = []
    for part in chain.from_iterable(chapter.parts for chapter in chapters):
        if part.pads:
            blocks.append(_table(part, wide, notes, high))
        else:
            blocks.append(Lines.of(" · ".join(part.seats), wide, TEXT, NAMES))
    if notes:
        blocks.append(Heading(_("Notes"), 10, above=2, below=2))
        blocks += [
            Lines.of(_("%(number)s  %(note)s") % {"number": at, "note": note}, wide, TEXT, NAMES,
                     below=2)
            for at, note in enumerate(notes, start=1)
        ]  # fmt: skip
    return blocks


def columns_for(part: PrintedPart, wide: float) -> Columns:
    """Share a width among the columns of a part's deals."""
    half = HALF if len(part.names) <= 3 else NARROW_HALF
    halves = (half, half) if part.has_line else (WHOLE,)
    count = len(part.names)
    left = wide - count * sum(halves)
    shares = [NUMBER, DEALER, CONTRACT, BY, TRICKS]
    honours = left - sum(shares)
    if honours < LEAST_HONOURS:
        # What is not needed for honours goes to the names.
        shares[1] += honours * 0.4
        shares[3] += honours * 0.6
    number, dealer, contract, by, tricks, notes = (
        Place(x, share)
        for x, share in zip(accumulate((0.0, *shares)), (*shares, honours), strict=True)
    )
    starts = tuple(left + n * sum(halves) for n in range(count))
    beside = notes if honours >= LEAST_HONOURS else None
    return Columns(number, dealer, contract, by, tricks, beside, starts, halves)


def _table(part: PrintedPart, wide: float, notes: list[str], high: float) -> Table:
    columns = replace(columns_for(part, wide), high=high)
    size = _size_of_names(part, columns)
    rows = [_row(columns, deal, size, wide, notes) for deal in part.deals]
    head = _head_of(part, columns)
    return Table(head, tuple(rows), below=8)


def _size_of_names(part: PrintedPart, columns: Columns) -> float:
    """Return the one size of all names: smaller where that keeps each on one line."""
    fits = all(
        width(name, TEXT, NAMES) <= place.wide - GAP
        for deal in part.deals
        for name, place in ((deal.dealer, columns.dealer), (deal.by, columns.by))
    )
    return NAMES if fits else SMALL


def _head_of(part: PrintedPart, columns: Columns) -> Row:
    """Return the head of a part: which rubbers, who sits where, the names over their columns."""
    numbers = [pad.number for pad in part.pads]
    one, more = DEALS_OF[part.unit]
    title = (one if len(numbers) == 1 else more) % {"first": numbers[0], "last": numbers[-1]}
    seats = wrapped(" · ".join(part.seats), TEXT, SMALL, columns.points[0] - GAP)
    high = 17 + MORE * len(seats) + 12
    return Row(high, partial(_head, columns, part, HeadTexts(title, seats, high)))


class HeadTexts(NamedTuple):
    """What stands over the left columns of a part: its rubbers, who sits where; its height."""

    title: str
    seats: tuple[str, ...]
    high: float


def _head(
    columns: Columns, part: PrintedPart, texts: HeadTexts, pen: Pen, x: float, y: float,
    wide: float,
) -> None:  # fmt: skip
    title, seats, high = texts
    pen.text(x, y + 14, title, BOLD, 10)
    with pen.cell():
        for number, text in enumerate(seats):
            pen.text(x, y + 25 + MORE * number, text, TEXT, SMALL)
    line = y + high - 3
    words: tuple[tuple[Place | None, str, Align], ...] = (
        (columns.number, _("deal"), "left"),
        (columns.dealer, _("dealer"), "left"),
        (columns.contract, _("contract"), "left"),
        (columns.by, pgettext("column: declarer", "by"), "left"),
        (columns.tricks, _("tricks"), "right"),
        (columns.honours, _("honours and notes"), "left"),
    )
    for place, word, align in words:
        if place is not None:
            at = x + place.x + (place.wide - GAP if align == "right" else 0)
            pen.text(at, line, word, TEXT, SMALL, align)
    for start, name in zip(columns.points, part.names, strict=True):
        whole = sum(columns.halves)
        lines = wrapped(name, BOLD, SMALL, whole - 4)
        top = line - MORE * (len(lines) + part.has_line - 1)
        middle = x + start + whole / 2
        with pen.cell():
            for number, text in enumerate(lines):
                pen.text(middle, top + MORE * number, text, BOLD, SMALL, "middle")
        if part.has_line:
            for end, word in ((columns.halves[0], _("below")), (whole, _("above"))):
                pen.text(x + start + end - 3, line, word, TEXT, SMALL, "right")


def _row(columns: Columns, deal: PrintedDeal, size: float, wide: float, notes: list[str]) -> Row:
    told = [*deal.revokes, *deal.notes]
    for correction in deal.corrections:
        notes.append(correction)
        told.append(_("See note %(number)s.") % {"number": len(notes)})
    honours = _("%(honours)s.") % {"honours": deal.honours} if deal.honours else ""
    text = " ".join(filter(None, (honours, *told)))
    beside: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    if text and columns.honours is not None:
        beside = wrapped(text, TEXT, SMALL, columns.honours.wide - GAP)
    elif text:
        room = columns.points[0] - columns.dealer.x - GAP
        under = wrapped(text, TEXT, SMALL, room)
    dealer = wrapped(deal.dealer, TEXT, size, columns.dealer.wide - GAP)
    by = wrapped(deal.by, TEXT, size, columns.by.wide - GAP)
    first = max(map(len, (dealer, by, beside)))
    texts = Texts(deal, dealer, by, beside, under, first)
    high = _high(first + len(under), columns.high)
    return Row(high, partial(_draw, columns, texts, size, high), RULES.get(deal.won, STRONG))


def _high(lines: int, one: float) -> float:
    """Return how high a row of so many lines is, where one of a line is so high."""
    return max(one + SECOND, BELOW_SECOND) + MORE * (lines - 2) if lines > 1 else one


def _draw(
    columns: Columns, texts: Texts, size: float, high: float,
    pen: Pen, x: float, y: float, wide: float,
) -> None:  # fmt: skip
    deal, line = texts.deal, base(y, columns.high, FIGURES)
    number, tricks = columns.number, columns.tricks
    with pen.column("deal"):
        end = x + number.x + number.wide - 2 * GAP
        pen.text(end, line, str(deal.number), BOLD, FIGURES, "right")
    _lines(pen, "dealer", x + columns.dealer.x, line, texts.dealer, size)
    with pen.column("contract"):
        contract = fit(deal.contract, TEXT, FIGURES, columns.contract.wide - 2)
        pen.fitted(x + columns.contract.x, line, contract)
    _lines(pen, "by", x + columns.by.x, line, texts.by, size)
    with pen.column("tricks"):
        pen.text(x + tricks.x + tricks.wide - GAP, line, deal.result, TEXT, FIGURES, "right")
    if columns.honours is not None:
        _lines(pen, "notes", x + columns.honours.x, line, texts.honours, SMALL)
    under = line + MORE * texts.first
    _lines(pen, "notes", x + columns.dealer.x, under, texts.under, SMALL)
    with pen.column("points"):
        _points(columns, deal, high, pen, x, y)


def _lines(pen: Pen, column: str, x: float, y: float, lines: Sequence[str], size: float) -> None:
    with pen.cell(), pen.column(column):
        for at, text in enumerate(lines):
            pen.text(x, y + MORE * at, text, TEXT, size)


def _points(columns: Columns, deal: PrintedDeal, high: float, pen: Pen, x: float, y: float) -> None:
    """Write what a deal brought each column, between upright rules."""
    line = base(y, columns.high, FIGURES)
    for start, points in zip(columns.points, deal.points, strict=True):
        shown = points if len(columns.halves) > 1 else (sum(points),)
        end = x + start
        pen.line(end, y, end, y + high, THIN)
        for half, won in zip(columns.halves, shown, strict=True):
            if end > x + start:
                pen.line(end, y, end, y + high, HAIR)
            end += half
            if won:
                pen.text(end - 3, line, figure(won), TEXT, FIGURES, "right")
