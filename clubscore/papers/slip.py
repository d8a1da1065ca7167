"""The slip of the evening on paper: a row a player, a column a rubber, then who pays whom.

Every column of points adds up to nothing, and the last row says so. Everyone who played has a
copy.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import ClubRequest, Level
from clubscore.club.ledger import Owed, Party
from clubscore.club.models import Club, Entry
from clubscore.club.templatetags.clubscore import clock
from clubscore.club.wording import full_date, signed, speak_amount
from clubscore.laws.games import find_game
from clubscore.laws.money import find_currency
from clubscore.laws.words import gettext_noop
from clubscore.papers.flow import (
    FEWEST_ROWS,
    Block,
    Heading,
    Lines,
    MoneyColumn,
    PlacedBlock,
    SetNames,
    UnsplitBlock,
    pages,
    set_names,
)
from clubscore.papers.ledger import Identity, imprint
from clubscore.papers.paper import PaperContent, PrintedPaper
from clubscore.papers.pen import HAIR, LINE, STRONG, THIN, Pen, printed
from clubscore.papers.pieces import cut_lines
from clubscore.papers.sitting import Debt, PrintedSlip, PrintedSlipRow, SlipMoney
from clubscore.papers.sizes import MM, PADDING, PaperSize, Slots, stacked
from clubscore.papers.text import amount_words
from clubscore.papers.typeface import BOLD, SERIF, TEXT, fit, width, wrapped
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.selectors import may_enter, sitting_for
from clubscore.rubbers.slip import Paid, Slip, SlipBeside, SlipEntry, slip_of

NAME, RUBBER, SUM = 50 * MM, 10 * MM, 14 * MM
# Where many sat out or bets were many, names give way before a column goes below.
MOST_RUBBERS = 9
FIGURES, NAMES, SMALL = 9.5, 9.0, 8.0
HIGH, PAID_HIGH, LINES = 4.4 * MM, 7 * MM, 9.6
# From one line of a name to its next.
NAME_STEP = 9.4
PARTY, TICK_ROOM, INITIALS, TICK, GAP = 52 * MM, 22 * MM, 25 * MM, 9.0, 5.0


@dataclass(frozen=True)
class SlipColumn:
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
    columns = [SlipColumn(row.head, row.points) for row in slip.rows]
    columns.append(SlipColumn(_("Sum"), slip.totals, is_sum=True))
    columns += [SlipColumn(money.label, money=money) for money in slip.money]
    key = " · ".join(dict.fromkeys(" ".join(row.key.split()) for row in slip.rows))
    bands = _bands(columns, wide - NAME)
    heading = Heading(_("Slip of the evening"), 12, above=6, below=2)
    return [
        *([heading] if headed else []),
        *(SlipBand(slip.people, band, band is bands[-1]) for band in bands),
        Lines.of(key, wide, TEXT, SMALL, below=6),
        *_payments(slip, wide),
    ]


def _bands(columns: Sequence[SlipColumn], room: float) -> list[tuple[SlipColumn, ...]]:
    """Return columns in bands that fit a width, no more than nine rubbers in one."""
    bands: list[list[SlipColumn]] = [[]]
    for column in columns:
        here = bands[-1]
        rubbers = sum(bool(each.points) and not each.is_sum for each in here)
        is_full = rubbers >= MOST_RUBBERS and bool(column.points) and not column.is_sum
        if here and (is_full or sum(each.wide for each in here) + column.wide > room):
            bands.append([])
        bands[-1].append(column)
    return [tuple(band) for band in bands]


@dataclass(frozen=True)
class SlipBand(UnsplitBlock):
    """Players with some of the columns: whole. The last stands with the key below it."""

    people: tuple[str, ...]
    columns: tuple[SlipColumn, ...]
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

    def _places(self, x: float) -> list[tuple[SlipColumn, float]]:
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

    def _heads(self, pen: Pen, column: SlipColumn, x: float, top: float) -> None:
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

    def _figure(self, pen: Pen, column: SlipColumn, number: int, x: float, line: float) -> None:
        """Write what a player has in a column."""
        if column.money is not None:
            self._coins(pen, column.money, column.money.coins[number], x, line)
        else:
            self._points(pen, column, _shown(column.points[number]), x, line)

    def _sum(self, pen: Pen, column: SlipColumn, x: float, line: float) -> None:
        """Write the sum of a column."""
        if column.money is not None:
            total = sum(coins for coins in column.money.coins if coins is not None)
            self._coins(pen, column.money, total, x, line)
        else:
            won = sum(each for each in column.points if each is not None)
            self._points(pen, column, signed(won), x, line)

    def _points(self, pen: Pen, column: SlipColumn, said: str, x: float, line: float) -> None:
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


# ---- What a slip says, read from an evening.

# {(part, rubber): (its number in the sitting, its game)}
Numbers = Mapping[tuple[int, int], tuple[int, str]]
# What a paper calls somebody.
Called = Callable[[Party], str]


def printed_slip(
    slip: Slip, sitting: Sitting, numbers: Numbers | None, *, with_money: bool
) -> PrintedSlip:
    """Return what the slip says on the sheet of a sitting, whose rubbers have these numbers.

    Without numbers it goes its own way: rubbers have those of the evening, people their full names.
    """
    people = slip.people

    def called(party: Party) -> str:
        return party.name if numbers is None else party.short_name

    return PrintedSlip(
        people=tuple(map(called, people)),
        rows=tuple(
            _row(row, sitting, numbers, tuple(row.points.get(person.pk) for person in people))
            for row in slip.rows
        ),
        totals=tuple(slip.totals[person.pk] for person in people),
        money=_money(slip),
        owed=tuple(_owed(each, called) for each in slip.owed),
        paid=tuple(_paid(each, sitting.club, called) for each in slip.paid),
        for_love=with_money and not slip.money and not slip.besides,
    )


def debts_of(slip: Slip, club: Club) -> tuple[Debt, ...]:
    """Return who pays whom on a slip, with full names: what is owed, then what was paid."""

    def called(party: Party) -> str:
        return party.name

    owed = (_owed(each, called) for each in slip.owed)
    return (*owed, *(_paid(each, club, called) for each in slip.paid))


def _owed(owed: Owed, called: Called) -> Debt:
    """Return what is still to be paid; a guest should not leave before."""
    payer, payee = called(owed.payer), called(owed.payee)
    amount = speak_amount(owed.amount, owed.currency)
    words = {"payer": payer, "payee": payee, "amount": amount}
    if not owed.payer.is_guest:
        said = _("%(payer)s pays %(payee)s %(amount)s") % words
        return Debt(payer, payee, owed.amount, owed.currency, said)
    guest = _("%(name)s, a guest") % {"name": payer}
    said = _("%(payer)s, a guest, pays %(payee)s %(amount)s") % words
    return Debt(guest, payee, owed.amount, owed.currency, said)


def _paid(paid: Paid, club: Club, called: Called) -> Debt:
    """Return what was handed over, and when."""
    payer, payee, at = called(paid.payer), called(paid.payee), clock(paid.at, club)
    amount = speak_amount(paid.amount, paid.currency)
    words = {"payer": payer, "payee": payee, "amount": amount, "at": at}
    said = _("%(payer)s paid %(payee)s %(amount)s at %(at)s") % words
    return Debt(payer, payee, paid.amount, paid.currency, said, at)


def _money(slip: Slip) -> tuple[SlipMoney, ...]:
    """Return the columns of coins: what the rubbers come to, table money, bets."""
    who = [person.pk for person in slip.people]
    rubbers = [
        SlipMoney(_("Money"), find_currency(code), tuple(coins.get(each) for each in who))
        for code, coins in slip.money.items()
    ]
    besides = [
        SlipMoney(_head(beside), beside.currency, tuple(beside.coins.get(each) for each in who))
        for beside in slip.besides
    ]
    return (*rubbers, *besides)


def _head(beside: SlipBeside) -> str:
    """Return what a line beside the rubbers is called."""
    heads = {Entry.Kind.TABLE_MONEY: _("Table money"), Entry.Kind.CHANGED: _("Other currency")}
    return heads.get(Entry.Kind(beside.kind), beside.words)


def _number(row: SlipEntry, sitting: Sitting, numbers: Numbers | None) -> tuple[int, str] | None:
    """Return number and game of a rubber; None where it stands on another sheet."""
    if numbers is None:
        return row.number, _(find_game(row.label_game).short_name)
    return numbers.get((row.part, row.rubber)) if row.sitting == sitting.pk else None


def _row(
    row: SlipEntry, sitting: Sitting, numbers: Numbers | None, points: tuple[int | None, ...]
) -> PrintedSlipRow:
    """Return a rubber of this sheet, of another, or what a later correction made of it."""
    here = _number(row, sitting, numbers)
    if here is None:
        head, label = "*", _("another sheet of tonight")
    else:
        head = str(here[0])
        label = _("%(number)s  %(game)s") % {"number": here[0], "game": here[1]}
    key = label if here else _("* %(what)s") % {"what": label}
    if row.is_difference:
        label = _("%(rubber)s, correction") % {"rubber": label}
        head = _("%(number)s ±") % {"number": head}
        key = _("%(head)s correction") % {"head": head}
    return PrintedSlipRow(label, points, head, key)


def slip_text(slip: PrintedSlip) -> Iterator[str]:
    """Return what each rubber brought whom, the sums, the money, and who pays whom."""
    for row in slip.rows:
        yield ""
        yield row.label
        yield from _points(slip.people, row.points)
    if slip.rows:
        yield ""
        yield _("Sum")
        yield from _points(slip.people, slip.totals)
    for money in slip.money:
        yield ""
        yield money.label
        for name, coins in zip(slip.people, money.coins, strict=True):
            if coins is not None:
                yield f" {name}: {amount_words(coins, money.currency)}"
    if slip.for_love and slip.rows:
        yield ""
        yield _("For love: no one pays.")
    if slip.money:
        yield ""
        yield from pays_whom((*slip.owed, *slip.paid))


def pays_whom(debts: Iterable[Debt]) -> Iterator[str]:
    """Return who pays whom, a sentence each; what was paid says when."""
    told = list(debts)
    yield _("Who pays whom")
    if all(debt.paid_at for debt in told):
        yield f" {_('No one owes anything.')}"
    for debt in told:
        yield f" {debt.said}"


def _points(people: Iterable[str], won: Iterable[int | None]) -> Iterator[str]:
    """Say who won and lost how much; who sat out is left out."""
    for name, points in zip(people, won, strict=True):
        if points is not None:
            yield f" {name}: {points_in_words(points)}"


def points_in_words(points: int) -> str:
    """Return points with the word for their sign: "plus 260 points", "no points"."""
    if not points:
        return _("no points")
    values = {"points": abs(points)}
    if points > 0:
        return ngettext("plus %(points)s point", "plus %(points)s points", points) % values
    return ngettext("minus %(points)s point", "minus %(points)s points", -points) % values


class SlipCopies(NamedTuple):
    """What every copy says: whose table and evening it is, and the slip with full names."""

    club: str
    table: str
    evening: str
    slip: PrintedSlip


def slip_copies(sitting: Sitting, *, with_money: bool) -> SlipCopies:
    """Return the slip of a sitting's evening; without money for whom the coins do not concern."""
    slip = slip_of(sitting.club, sitting.table, sitting.evening)
    slip = slip if with_money else slip.without_money()
    return SlipCopies(
        club=sitting.club.name,
        table=sitting.table.name,
        evening=full_date(sitting.evening),
        slip=printed_slip(slip, sitting, None, with_money=with_money),
    )


def slip_words(copies: SlipCopies) -> Iterator[str]:
    """Return the slip in whole words, a fact a line: rubbers, sums, who pays whom."""
    slip = copies.slip
    yield _("Slip of the evening")
    yield copies.table
    yield copies.club
    yield copies.evening
    if not slip.rows:
        yield ""
        yield _("No rubber has been made up and agreed yet.")
    yield from slip_text(slip)


# ---- Copies on paper.

IDENTITY, TITLE, WHOSE = 8.0, 15.0, 11.0
# From one line of the identity to the next; below the title; under the rule; above the rim.
LINE_OF_SLIP_COPIES_PDF, UNDER_TITLE, UNDER, RIM = 10.0, 6.0, 2.0, 3.0
# Kept free beside the identity for which of how many it is.
MARK = 76.0
HALF, WHOLE = 2, 1


class _Copy(NamedTuple):
    """A copy, or a part of one: whose it is, which of how many, the blocks on it."""

    identity: Identity
    name: str
    mark: str
    placed: list[PlacedBlock]
    goes_on: bool


def slip_copies_pdf(copies: SlipCopies, paper: PaperSize) -> bytes:
    """Return the slip for each who played, to be cut apart and handed out."""
    title = f"{_('Slip of the evening')}, {copies.table}, {copies.evening}"
    told = imprint(title, copies.club, _("Slip of the evening"))
    slots, pieces = _planned(copies, paper)
    where = stacked(len(pieces), slots.held)
    sheets = max(at.sheet for at in where) + 1

    def put(pen: Pen) -> None:
        for sheet in range(sheets):
            here = [
                (piece, at.slot)
                for piece, at in zip(pieces, where, strict=True)
                if at.sheet == sheet
            ]
            _sheet(pen, slots, here)
            pen.rim(sheet + 1, sheets, told.printed)
            pen.new_page()

    return printed(put, paper, told, sheets=sheets)


def _sheet(pen: Pen, slots: Slots, here: list[tuple[_Copy, int]]) -> None:
    cut_lines(pen, slots)
    for piece, slot in here:
        x, y = slots.corner(slot)
        with pen.piece(piece.identity, x, y, slots.wide, slots.high, PADDING):
            _draw(pen, piece, x + PADDING, y + PADDING, slots.wide - 2 * PADDING)


def _planned(copies: SlipCopies, paper: PaperSize) -> tuple[Slots, list[_Copy]]:
    """Return the division of the sheet and every piece; halves where each holds a whole slip."""
    inner = paper.width - 2 * PADDING
    blocks = slip_blocks(copies.slip, inner, headed=False)
    if not blocks:
        blocks = [Lines.of(_("No rubber has been made up and agreed yet."), inner, TEXT, 10)]
    names = copies.slip.people or ("",)
    head = max(_head_of_slip_copies_pdf(copies, name, inner) for name in names)
    for down in (HALF, WHOLE):
        slots = Slots(down, paper.width, paper.height / down, 0, across=1)
        placed = _placed(blocks, head, slots)
        if len(placed) == 1:
            break
    return slots, [
        piece
        for number, name in enumerate(names, 1)
        for piece in _parts(copies, name, (number, len(names)), placed)
    ]


def _placed(blocks: list[Block], head: float, slots: Slots) -> list[list[PlacedBlock]]:
    return pages(blocks, first=head, others=head, bottom=slots.high - 2 * PADDING - RIM)


def _parts(
    copies: SlipCopies, name: str, copy: tuple[int, int], placed: list[list[PlacedBlock]]
) -> list[_Copy]:
    """Return a copy as pieces, one for each of its pages."""
    found = []
    for page, blocks in enumerate(placed, 1):
        values = {"number": copy[0], "of": copy[1], "part": page, "parts": len(placed)}
        if len(placed) == 1:
            mark = _("copy %(number)s of %(of)s") % values
        else:
            mark = _("copy %(number)s of %(of)s, part %(part)s of %(parts)s") % values
        place = f"{name} · {mark}" if name else mark
        whose = Identity(copies.club, copies.table, copies.evening, place)
        found.append(_Copy(whose, name, mark, blocks, page < len(placed)))
    return found


def _identity(whose: Identity, inner: float) -> tuple[str, ...]:
    return wrapped(whose.line, TEXT, IDENTITY, inner - 2 * MARK)


def _title(name: str, inner: float) -> tuple[str, ...]:
    """Return for whom it is, in lines that fit beside the title."""
    if not name:
        return ()
    room = inner - width(_("Slip of the evening"), SERIF, TITLE) - 12
    return wrapped(_("for %(name)s") % {"name": name}, BOLD, WHOSE, room)


def _head_of_slip_copies_pdf(copies: SlipCopies, name: str, inner: float) -> float:
    """Return how high identity and title are."""
    whose = Identity(copies.club, copies.table, copies.evening, "")
    lines = max(1, len(_title(name, inner)))
    above = (
        LINE_OF_SLIP_COPIES_PDF * len(_identity(whose, inner)) + TITLE + (lines - 1) * WHOSE * 1.2
    )
    return above + UNDER_TITLE + UNDER


def _draw(pen: Pen, piece: _Copy, x: float, y: float, inner: float) -> None:
    """Draw a piece below and to the right of this corner."""
    top = y
    for text in _identity(piece.identity, inner):
        pen.text(x, y + 7, text, TEXT, IDENTITY)
        y += LINE_OF_SLIP_COPIES_PDF
    pen.text(x + inner, top + 7, piece.mark, TEXT, IDENTITY, "right")
    y += TITLE
    with pen.tagged("H1"):
        pen.fitted(x, y, fit(_("Slip of the evening"), SERIF, TITLE, inner))
    for number, text in enumerate(_title(piece.name, inner)):
        y += WHOSE * 1.2 if number else 0
        pen.text(x + inner, y, text, BOLD, WHOSE, "right")
    pen.rule(x, y + UNDER_TITLE, inner, STRONG)
    for each in piece.placed:
        each.block.draw(pen, x, top + each.y, inner)
    if piece.goes_on:
        foot = top + max(each.y + each.block.height for each in piece.placed) + 8
        pen.text(x + inner, foot, _("goes on"), TEXT, IDENTITY, "right")


def _copies(request: ClubRequest, pk: int) -> PaperContent[SlipCopies]:
    sitting = sitting_for(request.actor, pk)
    copies = slip_copies(sitting, with_money=may_enter(request.actor, sitting))
    words = {"table": sitting.table.name, "evening": sitting.evening.isoformat()}
    return PaperContent(copies, _("%(table)s slip %(evening)s") % words)


SLIPS: PrintedPaper[Sitting, SlipCopies] = PrintedPaper(
    key="slips-of-evening",
    at="table/<int:pk>/slips",
    title=gettext_noop("Slips to hand out"),
    level=Level.TABLE,
    read=_copies,
    pdf=slip_copies_pdf,
    text=slip_words,
)
