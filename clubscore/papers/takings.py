"""The treasurer's sheet of an evening: each player over all card tables, then who pays whom."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level
from clubscore.club.ledger import THE_CLUB, Party, TheClub
from clubscore.club.models import Club, day_in_address
from clubscore.club.statements import book_of
from clubscore.club.wording import full_date, listed, speak_amount
from clubscore.laws.money import Currency, find_currency
from clubscore.laws.words import gettext_noop
from clubscore.papers.flow import (
    Block,
    BlockRow,
    BlockTable,
    Heading,
    Leaf,
    Lines,
    MoneyColumn,
    SetNames,
    drawn,
    set_names,
)
from clubscore.papers.paper import PaperContent, PrintedPaper, by_itself
from clubscore.papers.pen import HAIR, LINE, STRONG, Pen
from clubscore.papers.sitting import Debt
from clubscore.papers.sizes import MM, PaperSize
from clubscore.papers.slip import HIGH, NAME_STEP, Payments, debts_of, pays_whom, put_name
from clubscore.papers.text import amount_words
from clubscore.papers.typeface import BOLD, TEXT, wrapped
from clubscore.rubbers.models import CardTable, Sitting
from clubscore.rubbers.slip import Slip, slips_of


class TakingsSums(NamedTuple):
    """What somebody won at cards, has beside them, paid, and is still owed: the sum of the three.

    Smallest coins; minus is lost, charged, taken and owed.
    """

    cards: int = 0
    beside: int = 0
    paid: int = 0
    open: int = 0

    def plus(self, other: "TakingsSums") -> "TakingsSums":
        """Return both together."""
        return TakingsSums(*(one + more for one, more in zip(self, other, strict=True)))


class Taking(NamedTuple):
    """A row: who, and the sums."""

    name: str
    sums: TakingsSums


class Takings(NamedTuple):
    """All of an evening in one currency: a row for each player, then the club's own."""

    currency: Currency
    rows: tuple[Taking, ...]
    club: Taking

    @property
    def total(self) -> TakingsSums:
        """What all rows come to: nothing."""
        total = self.club.sums
        for row in self.rows:
            total = total.plus(row.sums)
        return total


class TableDebts(NamedTuple):
    """Who pays whom at a table."""

    table: str
    debts: tuple[Debt, ...]


class EveningTakings(NamedTuple):
    """What the treasurer's sheet says."""

    club: str
    evening: str
    takings: tuple[Takings, ...]
    tables: tuple[TableDebts, ...]


def evening_takings(club: Club, evening: dt.date) -> EveningTakings | None:
    """Return what all card tables of an evening come to; None where none was opened.

    Six queries, however many tables there are.
    """
    sittings = Sitting.objects.filter(club=club, evening=evening, voided_at=None)
    tables = {each.table_id: each.table for each in sittings.select_related("table").order_by("pk")}
    if not tables:
        return None
    found = slips_of(club, [(table, evening) for table in tables.values()])
    slips = list({slip.tables: slip for slip in found}.values())
    codes = dict.fromkeys(code for slip in slips for code in (*slip.money, *slip.balance))
    return EveningTakings(
        club=club.name,
        evening=full_date(evening),
        takings=tuple(_takings(code, slips) for code in codes),
        tables=tuple(
            TableDebts(_called(slip, tables), debts_of(slip, club))
            for slip in slips
            if slip.owed or slip.paid
        ),
    )


def _called(slip: Slip, tables: dict[int, CardTable]) -> str:
    return listed(tables[each].name for each in slip.tables if each in tables)


def _takings(code: str, slips: Sequence[Slip]) -> Takings:
    people: dict[int, Party] = {THE_CLUB: TheClub()}
    sums: dict[int, TakingsSums] = defaultdict(TakingsSums)
    for slip in slips:
        people |= {person.pk: person for person in slip.people}
        for who in (*(person.pk for person in slip.people), THE_CLUB):
            one = _of(slip, code, who)
            if any(one):
                sums[who] = sums[who].plus(one)
    rows = [Taking(people[who].name, one) for who, one in sums.items() if who != THE_CLUB]
    rows.sort(key=lambda row: row.name.casefold())
    club = Taking(people[THE_CLUB].name, sums[THE_CLUB])
    return Takings(find_currency(code), tuple(rows), club)


def _of(slip: Slip, code: str, who: int) -> TakingsSums:
    """Return what somebody has on a slip in one currency."""
    cards = slip.money.get(code, {}).get(who, 0)
    balance = slip.balance.get(code, {}).get(who, 0)
    paid = sum(
        each.amount * ((each.payer.pk == who) - (each.payee.pk == who))
        for each in slip.paid
        if each.currency.code == code
    )
    return TakingsSums(cards, balance - cards, paid, balance + paid)


def takings_words(found: EveningTakings) -> Iterator[str]:
    """Return the sheet in whole words, a fact a line."""
    yield _("The evening's money")
    yield found.evening
    yield found.club
    if not found.takings:
        yield ""
        yield _("No money changed hands.")
    for takings in found.takings:
        for row in (*takings.rows, takings.club):
            yield ""
            yield row.name
            for head, coins in zip(heads(), row.sums, strict=True):
                amount = {"what": head, "amount": amount_words(coins, takings.currency)}
                yield " " + _("%(what)s: %(amount)s") % amount
    yield from _tables(found.tables)


def _tables(tables: Iterable[TableDebts]) -> Iterator[str]:
    for each in tables:
        yield ""
        yield each.table
        yield from pays_whom(each.debts)


def heads() -> tuple[str, str, str, str]:
    """Return what stands over the sums."""
    return (_("at cards"), _("table money and bets"), _("paid"), _("still open"))


GAP, SIZE, SMALL = 2 * MM, 9.0, 8.0
# Heads of two lines over the signs of the money.
HEAD = 34.0


def takings_pdf(found: EveningTakings, paper: PaperSize) -> bytes:
    """Return the sheet as a PDF file."""
    title = _("The evening's money")
    under = _("%(evening)s · %(club)s") % {"evening": found.evening, "club": found.club}
    blocks: list[Block] = [each for one in found.takings for each in _blocks(one, paper.room)]
    if not blocks:
        blocks.append(Lines.of(_("No money changed hands."), paper.room, TEXT, 10))
    for table in found.tables:
        words = {"table": table.table}
        blocks.append(Heading(_("Who pays whom: %(table)s") % words, 11, above=8, below=2))
        blocks.append(Payments(table.debts))
    return drawn(Leaf(found.club, title, under, title), blocks, paper)


class _Columns(NamedTuple):
    """What all rows share: how names and amounts are set, how high a row is."""

    names: SetNames
    money: MoneyColumn
    room: float
    high: float

    def left(self, x: float, number: int) -> float:
        """Return where a column of money begins."""
        return x + self.room + number * (self.money.wide + GAP) + GAP


def _blocks(takings: Takings, wide: float) -> list[Block]:
    """Return the rows of one currency, and what they mean."""
    money = MoneyColumn(takings.currency)
    room = wide - len(heads()) * (money.wide + GAP)
    rows = (*takings.rows, takings.club)
    names = set_names([(row.name,) for row in rows], room - GAP, two_lines=False)
    columns = _Columns(names, money, room, max(HIGH, NAME_STEP * names.most + 3))
    drawn_rows = [BlockRow(columns.high, partial(_row, columns, row), HAIR) for row in rows]
    total = Taking(_("Sum"), takings.total)
    drawn_rows.append(BlockRow(HIGH, partial(_sum, columns, total), STRONG))
    note = _(
        "Each row adds up from left to right, each column to nothing. Minus: lost, charged, taken"
        " or owed."
    )
    table = BlockTable(BlockRow(HEAD, partial(_heads, columns)), tuple(drawn_rows), below=3)
    return [table, Lines.of(note, wide, TEXT, SMALL), Lines.of(_club(takings), wide, BOLD, SIZE)]


def _club(takings: Takings) -> str:
    """Return what the club has got, and what it is still owed."""
    sums, currency = takings.club.sums, takings.currency
    words = {"got": speak_amount(-sums.paid, currency), "owed": speak_amount(sums.open, currency)}
    if sums.open <= 0:
        return _("The club has received %(got)s and is owed nothing.") % words
    return _("The club has received %(got)s and is still owed %(owed)s.") % words


def _heads(columns: _Columns, pen: Pen, x: float, y: float, _wide: float) -> None:
    money = columns.money
    pen.text(x, y + HEAD - 5, _("name"), TEXT, SMALL)
    for number, word in enumerate(heads()):
        left = columns.left(x, number)
        lines = wrapped(word, BOLD, SMALL, money.wide)
        for at, line in enumerate(lines):
            high = HEAD - 15 - NAME_STEP * (len(lines) - 1 - at)
            pen.text(left + money.wide - 2, y + high, line, BOLD, SMALL, "right")
        money.draw_heads(pen, left, y + HEAD - 5, SMALL)


def _row(columns: _Columns, row: Taking, pen: Pen, x: float, y: float, _wide: float) -> None:
    high = columns.high
    put_name(pen, columns.names, row.name, x, y, high)
    _coins(columns, row, TEXT, pen, x, y + high / 2 + SIZE * 0.34)


def _sum(columns: _Columns, row: Taking, pen: Pen, x: float, y: float, wide: float) -> None:
    pen.rule(x, y - 0.5, wide, LINE)
    pen.text(x, y + HIGH * 0.74, row.name, BOLD, SIZE)
    _coins(columns, row, BOLD, pen, x, y + HIGH * 0.74)


def _coins(columns: _Columns, row: Taking, font: str, pen: Pen, x: float, line: float) -> None:
    for number, coins in enumerate(row.sums):
        with pen.column("coins"):
            columns.money.draw(pen, columns.left(x, number), line, coins, font, SIZE)


def _evening_money(request: ClubRequest, day: str) -> PaperContent[EveningTakings]:
    """Return what the treasurer's sheet says. Http404 for an evening without tables."""
    evening = day_in_address(day)
    found = evening_takings(book_of(request.actor), evening)
    if found is None:
        raise Http404
    return PaperContent(found, _("money of %(evening)s") % {"evening": evening.isoformat()})


EVENING_MONEY: PrintedPaper[dt.date, EveningTakings] = PrintedPaper(
    key="evening-money",
    at="book/evening/<slug:day>",
    title=gettext_noop("The evening's money"),
    level=Level.DIRECTOR,
    named_by=by_itself,
    read=_evening_money,
    pdf=takings_pdf,
    text=takings_words,
)
