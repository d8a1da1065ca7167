"""Sheets of labels by the names they are sold under, and where each label lies on them.

Measures as several programs that print on them have them; a sheet is symmetrical. What a printer
is off by is moved: see `Shift`.
"""

from typing import NamedTuple

from clubscore.club.wording.figures import figure
from clubscore.sheets.pieces.paper import A4, LETTER, MM, Paper

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
    paper: Paper
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


STOCKS = (
    Stock("l7651", "Avery L7651", A4, 5, 13, 38.1, 21.2, 4.75, 10.7, 40.6),
    Stock("l7159", "Avery L7159", A4, 3, 8, 63.5, 33.9, 7.25, 12.9, 66.0),
    Stock("l7160", "Avery L7160", A4, 3, 7, 63.5, 38.1, 7.25, 15.15, 66.0),
    Stock("5167", "Avery 5167", LETTER, 4, 20, 44.45, 12.7, 7.62, 12.7, 52.07),
    Stock("5160", "Avery 5160", LETTER, 3, 10, 66.675, 25.4, 4.7625, 12.7, 69.85),
)
BY_KEY = {stock.key: stock for stock in STOCKS}


def usual_stock(paper: Paper) -> Stock:
    """Return the stock on a paper that a pack of par cards and boards of a club fit well."""
    return BY_KEY["5160" if paper is LETTER else "l7651"]


def tenths(value: int) -> str:
    """Return tenths of a millimetre in millimetres: "−0.5", "0", "3"."""
    whole, rest = divmod(abs(value), 10)
    sign = "-" if value < 0 else ""
    return figure(f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}")
