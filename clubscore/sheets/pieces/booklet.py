"""A booklet: half sheets in the order in which they are folded and laid into each other.

Its pages are drawn at their own size, two on each side of a sheet that lies across. Pages count
from 1, sheets from 0, the outermost first. Lengths are in points.
"""

from collections.abc import Iterator
from typing import NamedTuple

from clubscore.sheets.pieces.paper import MM

PAGES_A_SHEET = 4
# At the fold, and at the three edges that are seen.
SPINE, OUTER = 16 * MM, 10 * MM


class Spread(NamedTuple):
    """One side of a sheet: which page is at the left of the fold, and which at the right."""

    left: int
    right: int


def filled(pages: int) -> int:
    """Return how many pages a booklet of so many has: whole sheets."""
    return -(-pages // PAGES_A_SHEET) * PAGES_A_SHEET


def spreads(pages: int) -> Iterator[Spread]:
    """Yield the sides of the sheets in the order of printing: front, back, the next front.

    ``pages`` is a multiple of four. Paper is turned over its short edge, so a back is upright as
    its front is.
    """
    for sheet in range(pages // PAGES_A_SHEET):
        yield Spread(pages - 2 * sheet, 1 + 2 * sheet)
        yield Spread(2 + 2 * sheet, pages - 1 - 2 * sheet)


def left_margin(page: int) -> float:
    """Return what stays free at the left of a page: an odd one has the fold there."""
    return SPINE if page % 2 else OUTER
