"""Sizes of paper, sheets of labels as they are sold, and how many pieces a sheet holds.

Lengths are in points, 72 to the inch. A sheet is divided evenly, two across, without gutters: one
cut with the guillotine for each line. What a printer is off by is moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from clubscore.club.wording import figure

if TYPE_CHECKING:
    from clubscore.club.models import Club

MM = 72 / 25.4
MARGIN = 12 * MM
# What common printers cannot reach along every edge.
UNPRINTABLE = 4.2 * MM


class PaperSize(NamedTuple):
    """A paper, upright unless it is laid `across`; `key` is what an address calls it."""

    key: str
    width: float
    height: float

    @property
    def room(self) -> float:
        """The width between the margins."""
        return self.width - 2 * MARGIN

    @property
    def tall(self) -> float:
        """The height between the margins."""
        return self.height - 2 * MARGIN

    @property
    def across(self) -> PaperSize:
        """The same laid on its side."""
        return PaperSize(self.key, self.height, self.width)


A4 = PaperSize("a4", 210 * MM, 297 * MM)
LETTER = PaperSize("letter", 612, 792)
A3 = PaperSize("a3", 297 * MM, 420 * MM)
PAPERS = {paper.key: paper for paper in (A4, LETTER)}


def paper_for(wanted: str, club: Club | None) -> PaperSize:
    """Return the paper that an address asks for, or the club's, or A4."""
    usual = club.paper.lower() if club is not None else A4.key
    return PAPERS.get(wanted.lower()) or PAPERS.get(usual, A4)


ACROSS, MOST_DOWN = 2, 6
# Kept free along each edge of a piece: what printers cannot reach, and a cut that goes astray.
PADDING = 6 * MM
# A line for a pencil.
WANTED, LEAST = 8 * MM, 7 * MM


class PieceNeed(NamedTuple):
    """How much a piece needs: `fixed` for all but its rows, which are so many."""

    fixed: float
    rows: int


class RowHeights(NamedTuple):
    """How high the rows of a paper may be: as much as is wanted, and the least that will do."""

    wanted: float
    least: float


class Slots(NamedTuple):
    """A sheet divided into equal pieces, so many down, and the height of every row on them."""

    down: int
    wide: float
    high: float
    row: float
    across: int = ACROSS

    @property
    def held(self) -> int:
        """How many pieces a sheet holds."""
        return self.across * self.down

    def corner(self, slot: int) -> tuple[float, float]:
        """Return the upper left corner of a slot, from the upper left corner of the sheet."""
        return slot % self.across * self.wide, slot // self.across * self.high


class Slot(NamedTuple):
    """Where a piece goes: which sheet and which slot of it, each from 0."""

    sheet: int
    slot: int


def slots_for(
    needs: Sequence[PieceNeed],
    paper: PaperSize,
    rows: RowHeights,
    across: int = ACROSS,
    down: int | None = None,
) -> Slots | None:
    """Return slots that hold all of these on the fewest sheets, each as high as that allows.

    So many stand beside each other, and `down` below each other where that is fixed. None where the
    height of a sheet does not hold one of them. All is known before anything is drawn, so nothing
    can be lost at a sheet's end.
    """
    fitting = [
        down
        for down in ([down] if down else range(1, MOST_DOWN + 1))
        if all(each.fixed + each.rows * rows.least <= paper.height / down for each in needs)
    ]
    if not fitting:
        return None
    sheets = {down: -(-len(needs) // (across * down)) for down in fitting}
    fewest = next(each for each in fitting if sheets[each] == min(sheets.values()))
    high = paper.height / fewest
    fits = [(high - each.fixed) / each.rows for each in needs if each.rows]
    return Slots(fewest, paper.width / across, high, min([rows.wanted, *fits]), across)


def rows_a_piece(fixed: float, paper: PaperSize, rows: RowHeights) -> int:
    """Return how many rows the largest piece holds: one that is as high as its sheet."""
    return int((paper.height - fixed) / rows.least)


def stacked(pieces: int, slots: int) -> list[Slot]:
    """Return where each piece goes so that cut sheets need no sorting.

    The whole stack is cut at once, and each pile laid under the one before: all are in order.
    Only the last slots of the last sheets are empty.
    """
    sheets = -(-pieces // slots)
    return [Slot(number % sheets, number // sheets) for number in range(pieces)]


def behind(slot: int, across: int) -> int:
    """Return which slot of a sheet's back lies behind a slot of its front.

    The paper is turned over its long edge, so a row stays where it is and its ends change places.
    """
    column = slot % across
    return slot - column + across - 1 - column


# By how much what is printed may be moved, in tenths of a millimetre, in steps of five.
MOST_SHIFT, STEP = 30, 5
# Kept free along each edge of a label.
INSIDE = 2 * MM


class Shift(NamedTuple):
    """By how much all is moved to the right and down, in tenths of a millimetre."""

    right: int = 0
    down: int = 0


class Stock(NamedTuple):
    """A sheet of labels. Lengths in millimetres; pitches are from one label to the next."""

    key: str
    name: str
    paper: PaperSize
    across: int
    down: int
    wide: float
    high: float
    left: float
    top: float
    pitch: float

    @property
    def held(self) -> int:
        """How many labels a sheet has."""
        return self.across * self.down

    def corner(self, at: int, shift: Shift) -> tuple[float, float]:
        """Return the upper left corner of a label from 0, row by row, in points."""
        across, down = at % self.across, at // self.across
        x = self.left + across * self.pitch + shift.right / 10
        y = self.top + down * self.high + shift.down / 10
        return x * MM, y * MM


# Measures as several programs that print on them have them. A sheet is symmetrical.
STOCKS = (
    Stock("l7651", "Avery L7651", A4, 5, 13, 38.1, 21.2, 4.75, 10.7, 40.6),
    Stock("l7159", "Avery L7159", A4, 3, 8, 63.5, 33.9, 7.25, 12.9, 66.0),
    Stock("l7160", "Avery L7160", A4, 3, 7, 63.5, 38.1, 7.25, 15.15, 66.0),
    Stock("5167", "Avery 5167", LETTER, 4, 20, 44.45, 12.7, 7.62, 12.7, 52.07),
    Stock("5160", "Avery 5160", LETTER, 3, 10, 66.675, 25.4, 4.7625, 12.7, 69.85),
)
BY_KEY = {stock.key: stock for stock in STOCKS}


def usual_stock(paper: PaperSize) -> Stock:
    """Return the stock on a paper that a pack of par cards and boards of a club fit well."""
    return BY_KEY["5160" if paper is LETTER else "l7651"]


def tenths(value: int) -> str:
    """Return tenths of a millimetre in millimetres: "−0.5", "0", "3"."""
    whole, rest = divmod(abs(value), 10)
    sign = "-" if value < 0 else ""
    return figure(f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}")
