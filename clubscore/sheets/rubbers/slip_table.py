"""The slip of the evening: a row a player, a column a rubber; then who pays whom.

Every column of points adds up to nothing, and the last row says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.club.wording.figures import signed, speak_amount
from clubscore.sheets.pieces.blocks import Heading, Lines, Whole
from clubscore.sheets.pieces.flow import Block
from clubscore.sheets.pieces.money_columns import MoneyColumn
from clubscore.sheets.pieces.paper import MM
from clubscore.sheets.pieces.pen import HAIR, LINE, STRONG, THIN, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, width, wrapped
from clubscore.sheets.rubbers.sitting_content import Debt, PrintedSlip, SlipMoney

NAME, RUBBER, SUM = 50 * MM, 10 * MM, 14 * MM
# Where many sat out or bets were many, names give way before a column goes below.
MOST_RUBBERS = 9
FIGURES, NAMES, SMALL = 9.5, 9.0, 8.0
HIGH, PAID_HIGH, LINES = 5.2 * MM, 7 * MM, 9.6
PARTY, TICK_ROOM, INITIALS, TICK, GAP = 45 * MM, 22 * MM, 25 * MM, 9.0, 5.0


@dataclass(frozen=True)
class Column:
    """A column: what stands over it, points by player, or money."""

    head: str
    points: tuple[int | None, ...] = ()
    money: SlipMoney | None = None
    is_sum: bool = False

    @property
    def wide(self) -> float:
        """Its width: at least as usual, more where a figure asks for it."""
        if self.money is not None:
            return MoneyColumn(self.money.currency).wide + GAP
        widest = max(width(_shown(won), BOLD, FIGURES) for won in self.points)
        return max(SUM if self.is_sum else RUBBER, widest + GAP)

    def heads(self) -> tuple[str, ...]:
        """What stands over it, in lines."""
        return wrapped(self.head, BOLD, SMALL, self.wide - 3)


def slip_blocks(slip: PrintedSlip, wide: float) -> list[Block]:
    """Return the slip with its heading, and who pays whom with a place for a pencil's tick."""
    if not slip.rows:
        return []
    columns = [Column(row.head, row.points) for row in slip.rows]
    columns.append(Column(_("Sum"), slip.totals, is_sum=True))
    columns += [Column(money.label, money=money) for money in slip.money]
    key = " · ".join(dict.fromkeys(" ".join(row.key.split()) for row in slip.rows))
    return [
        Heading(_("Slip of the evening"), 12, above=6, below=2),
        *(Band(slip.people, band) for band in _bands(columns, wide - NAME)),
        Lines.of(key, wide, TEXT, SMALL, below=6),
        *_payments(slip, wide),
    ]


def _bands(columns: Sequence[Column], room: float) -> list[tuple[Column, ...]]:
    """Return columns in bands that fit a width, no more than nine rubbers in one."""
    bands: list[list[Column]] = [[]]
    for column in columns:
        here = bands[-1]
        rubbers = sum(bool(each.points) and not each.is_sum for each in here)
        is_full = rubbers >= MOST_RUBBERS and bool(column.points) and not column.is_sum
        if here and (is_full or sum(each.wide for each in here) + column.wide > room):
            bands.append([])
        bands[-1].append(column)
    return [tuple(band) for band in bands]


@dataclass(frozen=True)
class Band(Whole):
    """Players with some of the columns: whole."""

    people: tuple[str, ...]
    columns: tuple[Column, ...]
    keeps_next = True

    @property
    def head(self) -> float:
        """The height of what stands over the columns."""
        lines = max(len(column.heads()) for column in self.columns)
        return 6 + LINES * (lines + any(column.money for column in self.columns))

    @property
    def height(self) -> float:
        """Heads, a row for each player, the sums and the space below."""
        return self.head + HIGH * (len(self.people) + 1) + 6

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw it from its upper left corner."""
        end = x + NAME + sum(column.wide for column in self.columns)
        top = y + self.head
        pen.rule(x, top, end - x, LINE)
        for number, name in enumerate(self.people):
            line = top + HIGH * number + HIGH * 0.68
            pen.fitted(x, line, fit(name, TEXT, NAMES, NAME - GAP))
            pen.rule(x, top + HIGH * (number + 1), end - x, HAIR)
        sums = top + HIGH * len(self.people)
        pen.rule(x, sums, end - x, LINE)
        pen.text(x, sums + HIGH * 0.68, _("Sum"), BOLD, NAMES)
        at = x + NAME
        for column in self.columns:
            self._column(pen, column, at, y, sums)
            at += column.wide
        pen.rule(x, sums + HIGH, end - x, STRONG)

    def _column(self, pen: Pen, column: Column, x: float, y: float, sums: float) -> None:
        """Draw a column: its head, each player's, its sum."""
        top, right = y + self.head, x + column.wide - 2
        heads = column.heads()
        over = top - 4 - LINES * (len(heads) - 1)
        pen.line(x, y + 2, x, sums + HIGH, THIN)
        if column.money is not None:
            self._money(pen, column.money, x, top, sums)
            over -= LINES
        for number, text in enumerate(heads):
            pen.text(right, over + LINES * number, text, BOLD, SMALL, "right")
        font = BOLD if column.is_sum else TEXT
        with pen.column("slip"):
            for number, won in enumerate(column.points):
                line = top + HIGH * number + HIGH * 0.68
                pen.text(right, line, _shown(won), font, FIGURES, "right")
            if column.points:
                total = sum(won for won in column.points if won is not None)
                pen.text(right, sums + HIGH * 0.68, signed(total), font, FIGURES, "right")

    def _money(self, pen: Pen, money: SlipMoney, x: float, top: float, sums: float) -> None:
        column = MoneyColumn(money.currency)
        column.draw_heads(pen, x + GAP / 2, top - 4, SMALL)
        for number, coins in enumerate(money.coins):
            if coins is not None:
                column.draw(pen, x + GAP / 2, top + HIGH * (number + 0.68), coins, TEXT, FIGURES)
        total = sum(coins for coins in money.coins if coins is not None)
        column.draw(pen, x + GAP / 2, sums + HIGH * 0.68, total, TEXT, FIGURES)


def _shown(won: int | None) -> str:
    return "–" if won is None else signed(won)


def _payments(slip: PrintedSlip, wide: float) -> list[Block]:
    if slip.for_love:
        return [Lines.of(_("For love: no one pays."), wide, TEXT, NAMES)]
    if not slip.money:
        return []
    heading = Heading(_("Who pays whom"), 10, below=1)
    debts = (*slip.owed, *slip.paid)
    told = [] if slip.owed else [Lines.of(_("No one owes anything."), wide, TEXT, NAMES)]
    return [heading, *told, *([Payments(debts)] if debts else [])]


@dataclass(frozen=True)
class Payments(Whole):
    """Who pays whom: payer, payee, the amount, a box to tick, a place for initials."""

    debts: tuple[Debt, ...]
    keeps_next = False

    @property
    def height(self) -> float:
        """Heads and a row for a pencil each."""
        return 12 + PAID_HIGH * len(self.debts) + 8

    @property
    def _column(self) -> MoneyColumn | None:
        """The column of all amounts; none where they are in several currencies."""
        currencies = {debt.currency for debt in self.debts}
        return MoneyColumn(self.debts[0].currency) if len(currencies) == 1 else None

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw them from their upper left corner."""
        column = self._column
        money = x + 2 * PARTY
        tick = money + (column.wide if column else 30 * MM) + 4 * MM
        end = tick + TICK_ROOM + INITIALS
        heads = ((x, _("payer")), (x + PARTY, _("to")), (tick, _("paid")),
                 (tick + TICK_ROOM, _("initials")))  # fmt: skip
        for place, word in heads:
            pen.text(place, y + 8, word, TEXT, SMALL)
        if column is not None:
            column.draw_heads(pen, money, y + 8, SMALL)
        y += 12
        pen.rule(x, y, end - x, LINE)
        for debt in self.debts:
            line = y + PAID_HIGH * 0.64
            pen.fitted(x, line, fit(debt.payer, TEXT, NAMES, PARTY - GAP))
            pen.fitted(x + PARTY, line, fit(debt.payee, TEXT, NAMES, PARTY - GAP))
            if column is not None:
                column.draw(pen, money, line, debt.coins, TEXT, FIGURES)
            else:
                said = speak_amount(debt.coins, debt.currency)
                pen.text(tick - 4 * MM, line, said, TEXT, FIGURES, "right")
            _tick(pen, tick, line, is_paid=bool(debt.paid_at))
            pen.text(tick + TICK + 4, line, debt.paid_at, TEXT, NAMES)
            y += PAID_HIGH
            pen.rule(x, y, end - x, HAIR)


def _tick(pen: Pen, x: float, line: float, *, is_paid: bool) -> None:
    """Draw a box, ticked where it was paid."""
    pen.box(x, line - TICK + 1, TICK, TICK)
    if is_paid:
        pen.line(x + 2, line - 3.5, x + 4, line - 1, LINE)
        pen.line(x + 4, line - 1, x + TICK - 1, line - TICK + 2, LINE)
