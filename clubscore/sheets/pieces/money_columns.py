"""Amounts of money in columns: pounds, shillings and pence each flush right, decimals at the point.

A fraction of a penny hangs behind the pence, so that 7½ and 10 stand in line; the sign stands
before all. A column of decimals needs nothing but its right edge: all figures have one width.
"""

from typing import NamedTuple

from clubscore.club.wording.figures import MINUS, figure
from clubscore.laws.money import Currency, old_money, show_amount
from clubscore.sheets.pieces.paper import MM
from clubscore.sheets.pieces.pen import Pen
from clubscore.sheets.pieces.typeface import TEXT, width

POUNDS, SHILLINGS, PENCE, FRACTION = 9 * MM, 7 * MM, 11 * MM, 4.4 * MM
SIGN = 2.2 * MM
DECIMAL = 18 * MM
FRACTIONS = "¼½¾"


class MoneyColumn(NamedTuple):
    """A column of amounts in one currency: the heads of its parts, and how wide it is."""

    currency: Currency

    @property
    def heads(self) -> tuple[str, ...]:
        """What stands over its parts: "£", "s", "d", or the currency's sign."""
        if self.currency.decimals is None:
            return (self.currency.symbol, "s", "d")
        return (self.currency.symbol or self.currency.code,)

    @property
    def wide(self) -> float:
        """Its width with the sign before it, in points."""
        return SIGN + sum(self._parts)

    @property
    def middle(self) -> float:
        """Where a word over all of it stands, from its left edge."""
        return SIGN + (self.wide - SIGN) / 2

    @property
    def _parts(self) -> tuple[float, ...]:
        if self.currency.decimals is None:
            return (POUNDS, SHILLINGS, PENCE)
        return (DECIMAL,)

    def draw_heads(self, pen: Pen, x: float, y: float, size: float) -> None:
        """Write the heads of the parts from the left edge of the column."""
        with pen.cell():
            for end, head in zip(self._ends(x), self.heads, strict=True):
                pen.text(end, y, head, TEXT, size, "right")

    def draw(
        self, pen: Pen, x: float, y: float, coins: int, font: str = TEXT, size: float = 9.5
    ) -> None:
        """Write an amount from the left edge of the column: nothing at all as a nought."""
        parts = self.parts(coins)
        ends = self._ends(x)
        texts: list[tuple[float, str]] = []
        for end, part in zip(ends, parts, strict=True):
            whole = part.rstrip(FRACTIONS)
            if whole:
                texts.append((end - width(whole, font, size), whole))
            if part != whole:
                texts.append((end, part[len(whole) :]))
        with pen.cell():
            if coins < 0:
                first = min(at for at, _text in texts)
                pen.text(first - 1.5, y, MINUS, font, size, "right")
            for at, text in texts:
                pen.text(at, y, text, font, size)

    def parts(self, coins: int) -> tuple[str, ...]:
        """Return the parts of an amount without its sign."""
        if self.currency.decimals is not None:
            return (figure(show_amount(abs(coins), self.currency)),)
        pounds, shillings, pence = old_money(coins)
        # Under a pound that is told, a place that has nothing says so.
        shillings = shillings or ("0" if pounds else "")
        return (pounds, shillings, pence or "0" if pounds or shillings or not pence else pence)

    def _ends(self, x: float) -> list[float]:
        """Return where each part ends at its right, leaving room for what hangs behind it."""
        x += SIGN
        if self.currency.decimals is not None:
            return [x + DECIMAL - 2]
        return [x + POUNDS - 2, x + POUNDS + SHILLINGS - 2,
                x + POUNDS + SHILLINGS + PENCE - FRACTION]  # fmt: skip
