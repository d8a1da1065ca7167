"""The lines of an account in one currency: won, lost and balance in columns of money.

A table that goes on says at its foot what is carried forward and on the next page what was brought
forward, so that every page adds up by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.accounts.statement import Line
from clubscore.club.wording.days import short_date
from clubscore.club.wording.names import listed
from clubscore.laws.money import Currency, find_currency
from clubscore.sheets.pieces.money_columns import MoneyColumn
from clubscore.sheets.pieces.paper import MM
from clubscore.sheets.pieces.pen import HAIR, LINE, STRONG, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, wrapped

DATE, SIZE, SMALL = 20 * MM, 9.0, 8.0
HIGH, MORE, HEAD, GAP = 5.2 * MM, 10.5, 27.0, 2 * MM
FEWEST_ROWS, BELOW = 2, 20.0


class Entered(NamedTuple):
    """A row: its day, what for in lines, the amount, positive where it was won."""

    day: str
    words: tuple[str, ...]
    amount: int

    @property
    def high(self) -> float:
        """Its height."""
        return HIGH + MORE * (len(self.words) - 1)


class Sums(NamedTuple):
    """What was won and lost up to a line, and the balance there."""

    won: int
    lost: int
    balance: int

    def after(self, row: Entered) -> "Sums":
        """Return the sums after one more row."""
        won, lost = max(row.amount, 0), max(-row.amount, 0)
        return Sums(self.won + won, self.lost + lost, self.balance + row.amount)


@dataclass(frozen=True)
class StatementTable:
    """Rows between what was brought forward and what is carried forward, or the final sums.

    `goes_on` says that more follows overleaf; `began` that some came before.
    """

    currency: Currency
    rows: tuple[Entered, ...]
    before: Sums
    began: bool = False
    goes_on: bool = False
    keeps_next: bool = False

    @cached_property
    def height(self) -> float:
        """Head, rows, what was brought forward and what closes the table, in points."""
        brought = HIGH if self._brings else 0
        closing = HIGH if self.goes_on else HIGH + BELOW
        return HEAD + brought + sum(row.high for row in self.rows) + closing

    @property
    def _brings(self) -> bool:
        return self.began or bool(self.before.balance)

    @cached_property
    def sums(self) -> Sums:
        """What it comes to after its last row."""
        sums = self.before
        for row in self.rows:
            sums = sums.after(row)
        return sums

    def split(self, room: float, must: bool) -> "tuple[StatementTable, StatementTable] | None":
        """Break between rows; at least two stay together on either side."""
        left = room - replace(self, rows=(), goes_on=True).height
        fitting = 0
        for row in self.rows:
            left -= row.high
            if left < 0:
                break
            fitting += 1
        fitting = min(fitting, len(self.rows) - FEWEST_ROWS)
        if fitting < FEWEST_ROWS:
            return None
        first = replace(self, rows=self.rows[:fitting], goes_on=True)
        return first, replace(self, rows=self.rows[fitting:], before=first.sums, began=True)

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw it from its upper left corner."""
        column = MoneyColumn(self.currency)
        places = places_of(column, x, wide)
        with pen.tagged("Table"):
            with pen.row(heads=True):
                self._head(pen, column, places, x, y, wide)
            y += HEAD
            if self._brings:
                y = self._sums_row(pen, _("Brought forward"), self.before, x, y, wide)
            sums = self.before
            for row in self.rows:
                sums = sums.after(row)
                with pen.row():
                    self._row(pen, row, sums, places, x, y)
                y += row.high
                pen.rule(x, y, wide, HAIR)
            word = _("Carried forward") if self.goes_on else _("Sum")
            end = self._sums_row(pen, word, sums, x, y, wide)
        if not self.goes_on:
            pen.rule(places[0], y, wide - places[0] + x, LINE)
            for rule in (end - 0.5, end + 1.7):
                pen.rule(places[2], rule, column.wide, LINE)

    def _row(
        self, pen: Pen, row: Entered, sums: Sums, places: Sequence[float], x: float, y: float
    ) -> None:
        column, line = MoneyColumn(self.currency), y + HIGH * 0.68
        pen.text(x, line, row.day, TEXT, SIZE)
        with pen.cell():
            for number, text in enumerate(row.words):
                pen.text(x + DATE, line + MORE * number, text, TEXT, SIZE)
        place = places[0] if row.amount >= 0 else places[1]
        column.draw(pen, place, line, abs(row.amount), TEXT, SIZE)
        column.draw(pen, places[2], line, sums.balance, TEXT, SIZE)

    def _head(
        self, pen: Pen, column: MoneyColumn, places: Sequence[float], x: float, y: float,
        wide: float,
    ) -> None:  # fmt: skip
        pen.text(x, y + 22, _("date"), TEXT, SMALL)
        pen.text(x + DATE, y + 22, _("what for"), TEXT, SMALL)
        for place, word in zip(places, (_("won"), _("lost"), _("balance")), strict=True):
            pen.text(place + column.middle, y + 11, word, BOLD, SMALL, "middle")
            column.draw_heads(pen, place, y + 22, SMALL)
        pen.rule(x, y + HEAD, wide, STRONG)

    def _sums_row(self, pen: Pen, word: str, sums: Sums, x: float, y: float, wide: float) -> float:
        """Write sums in bold, a rule under them; give back where they end."""
        column = MoneyColumn(self.currency)
        with pen.row():
            pen.text(x + DATE, y + HIGH * 0.68, word, BOLD, SIZE)
            for place, coins in zip(places_of(column, x, wide), sums, strict=True):
                column.draw(pen, place, y + HIGH * 0.68, coins, BOLD, SIZE)
        pen.rule(x, y + HIGH, wide, HAIR)
        return y + HIGH


def places_of(column: MoneyColumn, x: float, wide: float) -> list[float]:
    """Return where won, lost and balance begin, at the right of a width."""
    return [x + wide - column.wide * back - GAP * (back - 1) for back in (3, 2, 1)]


def statement_tables(
    lines: Sequence[Line], before: dict[str, int], wide: float
) -> list[StatementTable]:
    """Return a table for each currency, in the order in which they were first entered."""
    by_currency: dict[str, list[Line]] = {code: [] for code, coins in before.items() if coins}
    currencies = {}
    for line in lines:
        by_currency.setdefault(line.currency.code, []).append(line)
        currencies[line.currency.code] = line.currency
    tables = []
    for code, found in by_currency.items():
        currency = currencies.get(code) or find_currency(code)
        places = places_of(MoneyColumn(currency), 0, wide)
        room = places[0] - DATE - 6
        rows = tuple(
            Entered(short_date(line.day), wrapped(_words(line), TEXT, SIZE, room), line.amount)
            for line in found
        )
        tables.append(StatementTable(currency, rows, Sums(0, 0, before.get(code, 0))))
    return tables


def _words(line: Line) -> str:
    """Return what a line is for, and from or to whom."""
    names = listed(line.others)
    if not (line.words and names):
        return line.words or names
    return _("%(words)s · %(names)s") % {"words": line.words, "names": names}
