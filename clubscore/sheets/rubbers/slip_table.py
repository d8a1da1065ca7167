"""The slip of the evening: a row a player, a column a rubber; then who pays whom.

Every column of points adds up to nothing, and the last row says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from clubscore.club.wording.figures import signed, speak_amount
from clubscore.sheets.pieces.blocks import FEWEST_ROWS, Heading, Lines, Whole
from clubscore.sheets.pieces.flow import Block
from clubscore.sheets.pieces.money_columns import MoneyColumn
from clubscore.sheets.pieces.name_ladder import SetNames, set_names
from clubscore.sheets.pieces.paper import MM
from clubscore.sheets.pieces.pen import HAIR, LINE, STRONG, THIN, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, width, wrapped
from clubscore.sheets.rubbers.sitting_content import Debt, PrintedSlip, SlipMoney

NAME, RUBBER, SUM = 50 * MM, 10 * MM, 14 * MM
# Where many sat out or bets were many, names give way before a column goes below.
MOST_RUBBERS = 9
FIGURES, NAMES, SMALL = 9.5, 9.0, 8.0
HIGH, PAID_HIGH, LINES = 4.4 * MM, 7 * MM, 9.6
# From one line of a name to its next.
NAME_STEP = 9.4
PARTY, TICK_ROOM, INITIALS, TICK, GAP = 52 * MM, 22 * MM, 25 * MM, 9.0, 5.0


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


def slip_blocks(slip: PrintedSlip, wide: float, *, headed: bool = True) -> list[Block]:
    """Return the slip with its heading, and who pays whom with a place for a pencil's tick."""
    if not slip.rows:
        return []
    columns = [Column(row.head, row.points) for row in slip.rows]
    columns.append(Column(_("Sum"), slip.totals, is_sum=True))
    columns += [Column(money.label, money=money) for money in slip.money]
    key = " · ".join(dict.fromkeys(" ".join(row.key.split()) for row in slip.rows))
    bands = _bands(columns, wide - NAME)
    heading = Heading(_("Slip of the evening"), 12, above=6, below=2)
    return [
        *([heading] if headed else []),
        *(Band(slip.people, band, band is bands[-1]) for band in bands),
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
    """Players with some of the columns: whole. The last stands with the key below it."""

    people: tuple[str, ...]
    columns: tuple[Column, ...]
    keeps_next: bool

    @cached_property
    def names(self) -> SetNames:
        """How the names are set: one size for all, on more lines before any is cut."""
        return set_names([(name,) for name in self.people], NAME - GAP, two_lines=False)

    @property
    def high(self) -> float:
        """The height of every row."""
        return max(HIGH, NAME_STEP * self.names.most + 3)

    @property
    def head(self) -> float:
        """The height of what stands over the columns."""
        lines = max(len(column.heads()) for column in self.columns)
        return 6 + LINES * (lines + any(column.money for column in self.columns))

    @property
    def height(self) -> float:
        """Heads, a row for each player, the sums and the space below."""
        return self.head + self.high * len(self.people) + HIGH + 6

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw it from its upper left corner."""
        self._rules(pen, x, y)
        top, at = y + self.head, self._places(x)
        with pen.tagged("Table"):
            with pen.row(heads=True):
                for column, left in at:
                    self._heads(pen, column, left, top)
            for number, name in enumerate(self.people):
                row = top + self.high * number
                with pen.row():
                    put_name(pen, self.names, name, x, row, self.high)
                    line = row + self.high / 2 + NAMES * 0.34
                    for column, left in at:
                        self._figure(pen, column, number, left, line)
            line = top + self.high * len(self.people) + HIGH * 0.74
            with pen.row():
                pen.text(x, line, _("Sum"), BOLD, NAMES)
                for column, left in at:
                    self._sum(pen, column, left, line)

    def _places(self, x: float) -> list[tuple[Column, float]]:
        """Return each column with where it begins."""
        at, places = x + NAME, []
        for column in self.columns:
            places.append((column, at))
            at += column.wide
        return places

    def _rules(self, pen: Pen, x: float, y: float) -> None:
        """Draw the rules between its rows and columns."""
        wide = NAME + sum(column.wide for column in self.columns)
        top = y + self.head
        sums = top + self.high * len(self.people)
        pen.rule(x, top, wide, LINE)
        for number in range(len(self.people)):
            pen.rule(x, top + self.high * (number + 1), wide, HAIR)
        pen.rule(x, sums, wide, LINE)
        for _column, at in self._places(x):
            pen.line(at, y + 2, at, sums + HIGH, THIN)
        pen.rule(x, sums + HIGH, wide, STRONG)

    def _heads(self, pen: Pen, column: Column, x: float, top: float) -> None:
        """Draw what stands over a column: its head in lines, the signs of its coins."""
        heads = column.heads()
        over = top - 4 - LINES * (len(heads) - 1)
        with pen.cell():
            if column.money is not None:
                over -= LINES
            for number, text in enumerate(heads):
                right = x + column.wide - 2
                pen.text(right, over + LINES * number, text, BOLD, SMALL, "right")
            if column.money is not None:
                coins = MoneyColumn(column.money.currency)
                coins.draw_heads(pen, x + GAP / 2, top - 4, SMALL)

    def _figure(self, pen: Pen, column: Column, number: int, x: float, line: float) -> None:
        """Write what a player has in a column."""
        if column.money is not None:
            self._coins(pen, column.money, column.money.coins[number], x, line)
        else:
            self._points(pen, column, _shown(column.points[number]), x, line)

    def _sum(self, pen: Pen, column: Column, x: float, line: float) -> None:
        """Write the sum of a column."""
        if column.money is not None:
            total = sum(coins for coins in column.money.coins if coins is not None)
            self._coins(pen, column.money, total, x, line)
        else:
            won = sum(each for each in column.points if each is not None)
            self._points(pen, column, signed(won), x, line)

    def _points(self, pen: Pen, column: Column, said: str, x: float, line: float) -> None:
        font = BOLD if column.is_sum else TEXT
        with pen.column("slip"):
            pen.text(x + column.wide - 2, line, said, font, FIGURES, "right")

    def _coins(self, pen: Pen, money: SlipMoney, coins: int | None, x: float, line: float) -> None:
        with pen.cell():
            if coins is not None:
                column = MoneyColumn(money.currency)
                column.draw(pen, x + GAP / 2, line, coins, TEXT, FIGURES)


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
class Payments:
    """Who pays whom: payer, payee, the amount, a box to tick, a place for initials."""

    debts: tuple[Debt, ...]
    keeps_next = False

    @cached_property
    def names(self) -> SetNames:
        """How payers and payees are set: one size for all, on two lines before any is cut."""
        names = {(name,) for debt in self.debts for name in (debt.payer, debt.payee)}
        return set_names(sorted(names), PARTY - GAP, two_lines=False)

    @property
    def height(self) -> float:
        """Heads and a row each."""
        return 12 + sum(self._high(debt) for debt in self.debts) + 2

    def split(self, room: float, must: bool) -> "tuple[Payments, Payments] | None":
        """Break between rows; no single one stays alone."""
        fitting = 0
        while Payments(self.debts[: fitting + 1]).height <= room and fitting < len(self.debts):
            fitting += 1
        fitting = min(fitting, len(self.debts) - FEWEST_ROWS)
        if fitting < FEWEST_ROWS:
            return None
        return Payments(self.debts[:fitting]), Payments(self.debts[fitting:])

    def _high(self, debt: Debt) -> float:
        """The height of a row: for a pencil, unless there is nothing left to tick."""
        least = HIGH if debt.paid_at else PAID_HIGH
        return max(least, NAME_STEP * self.names.most + 3)

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
        with pen.tagged("Table"):
            with pen.row(heads=True):
                for place, word in heads:
                    pen.text(place, y + 8, word, TEXT, SMALL)
                if column is not None:
                    column.draw_heads(pen, money, y + 8, SMALL)
            y += 12
            pen.rule(x, y, end - x, LINE)
            for debt in self.debts:
                high = self._high(debt)
                with pen.row():
                    self._debt(pen, debt, (x, money, tick), y, high)
                y += high
                pen.rule(x, y, end - x, HAIR)

    def _debt(
        self, pen: Pen, debt: Debt, at: tuple[float, float, float], y: float, high: float
    ) -> None:
        """Write a row: `at` are the places of the payer, the amount and the box."""
        x, money, tick = at
        column, line = self._column, y + high / 2 + NAMES * 0.34
        put_name(pen, self.names, debt.payer, x, y, high)
        put_name(pen, self.names, debt.payee, x + PARTY, y, high)
        if column is not None:
            column.draw(pen, money, line, debt.coins, TEXT, FIGURES)
        else:
            said = speak_amount(debt.coins, debt.currency)
            pen.text(tick - 4 * MM, line, said, TEXT, FIGURES, "right")
        _tick(pen, tick, line, is_paid=bool(debt.paid_at))
        pen.text(tick + TICK + 4, line, debt.paid_at, TEXT, NAMES)


def put_name(pen: Pen, names: SetNames, name: str, x: float, y: float, high: float) -> None:
    """Write the lines of a name in the middle of a row so high."""
    lines = names.lines[(name,)]
    first = y + (high - NAME_STEP * (len(lines) - 1)) / 2 + NAMES * 0.34
    with pen.cell():
        for number, line in enumerate(lines):
            pen.text(x, first + NAME_STEP * number, line, TEXT, names.size)


def _tick(pen: Pen, x: float, line: float, *, is_paid: bool) -> None:
    """Draw a box, ticked where it was paid."""
    pen.box(x, line - TICK + 1, TICK, TICK)
    if is_paid:
        pen.line(x + 2, line - 3.5, x + 4, line - 1, LINE)
        pen.line(x + 4, line - 1, x + TICK - 1, line - TICK + 2, LINE)
