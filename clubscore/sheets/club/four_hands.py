"""The four hands of a board within a column of print, each where its player sits."""

from dataclasses import dataclass

from clubscore.deals.hands import SUITS
from clubscore.events.boards.boards_page import ShownHand
from clubscore.gazette.story import Cards
from clubscore.sheets.pieces.blocks import Whole
from clubscore.sheets.pieces.pen import Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, wrapped

LEAD = 1.25  # of the size, how high a line is
HAND = 1 + len(SUITS)  # lines: who it is, and a suit each
# Of the column's width: where West, then North and South, then East begin.
WEST, MIDDLE, EAST = 0.0, 0.3, 0.6
ROWS = (("w", WEST, HAND), ("n", MIDDLE, 0), ("e", EAST, HAND), ("s", MIDDLE, 2 * HAND))
SYMBOLS = {suit.key.lower(): suit.symbol for suit in SUITS}
SMALLEST = 8.0


@dataclass(frozen=True)
class FourHands(Whole):
    """North above, West and East side by side, South below; who deals in the upper left corner."""

    cards: Cards
    size: float
    below: float = 6

    @property
    def line(self) -> float:
        """How high a line is, in points."""
        return self.size * LEAD

    @property
    def height(self) -> float:
        """Three hands below each other, and the space below them."""
        return 3 * HAND * self.line + self.below

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw them from the upper left corner."""
        hands = {hand.seat: hand for hand in self.cards.hands}
        about = wrapped(self.cards.line, TEXT, SMALLEST, MIDDLE * wide - self.size)
        with pen.tagged("P"):
            for number, text in enumerate(about):
                pen.text(x, y + self.size + number * SMALLEST * LEAD, text, TEXT, SMALLEST)
            for seat, left, first in ROWS:
                end = EAST if seat == "w" else 1.0
                room = (end - left) * wide - 0.5 * self.size
                self._hand(pen, hands[seat], x + left * wide, y + first * self.line, room)

    def _hand(self, pen: Pen, hand: ShownHand, x: float, y: float, room: float) -> None:
        pen.fitted(x, y + self.size, fit(hand.name, BOLD, self.size, room, SMALLEST))
        for number, suit in enumerate(hand.suits, start=1):
            text = f"{SYMBOLS[suit.suit]} {suit.cards or '–'}"
            shown = fit(text, TEXT, self.size, room, SMALLEST)
            pen.fitted(x, y + number * self.line + self.size, shown)
