"""Pieces of paper that are cut apart: how many a sheet holds, and which goes where.

A sheet is divided evenly, two across and as many down as its pieces allow, without gutters: one cut
with the guillotine for each line. All is known before anything is drawn, so nothing can be lost at
a sheet's end. Lengths are in points.
"""

from collections.abc import Sequence
from typing import NamedTuple

from clubscore.sheets.pieces.paper import MM, Paper

ACROSS, MOST_DOWN = 2, 6
# Kept free along each edge of a piece: what printers cannot reach, and a cut that goes astray.
PADDING = 6 * MM
# A line for a pencil.
WANTED, LEAST = 8 * MM, 7 * MM


class Need(NamedTuple):
    """How much a piece needs: `fixed` for all but its rows, which are so many."""

    fixed: float
    rows: int


class Rows(NamedTuple):
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
    needs: Sequence[Need], paper: Paper, rows: Rows, across: int = ACROSS, down: int | None = None
) -> Slots | None:
    """Return slots that hold all of these on the fewest sheets, each as high as that allows.

    So many stand beside each other, and `down` below each other where that is fixed. None where
    the height of a sheet does not hold one of them.
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


def rows_a_piece(fixed: float, paper: Paper, rows: Rows) -> int:
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
