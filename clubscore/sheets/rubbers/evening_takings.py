"""An evening's money over all card tables, for whoever keeps the accounts."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.accounts.balances import Party, TheClub
from clubscore.club.accounts.ledger import THE_CLUB
from clubscore.club.models import Club
from clubscore.club.wording.days import full_date
from clubscore.club.wording.names import listed
from clubscore.laws.money import Currency, find_currency
from clubscore.rubbers.models import CardTable, Sitting
from clubscore.rubbers.money.slip import Slip, slips_of
from clubscore.sheets.plain_words import amount_words
from clubscore.sheets.rubbers.sitting_content import Debt
from clubscore.sheets.rubbers.slip_gathering import debts_of
from clubscore.sheets.rubbers.slip_words import pays_whom


class Sums(NamedTuple):
    """What somebody won at cards, has beside them, paid, and is still owed: the sum of the three.

    Smallest coins; minus is lost, charged, taken and owed.
    """

    cards: int = 0
    beside: int = 0
    paid: int = 0
    open: int = 0

    def plus(self, other: "Sums") -> "Sums":
        """Return both together."""
        return Sums(*(one + more for one, more in zip(self, other, strict=True)))


class Taking(NamedTuple):
    """A row: who, and the sums."""

    name: str
    sums: Sums


class Takings(NamedTuple):
    """All of an evening in one currency: a row for each player, then the club's own."""

    currency: Currency
    rows: tuple[Taking, ...]
    club: Taking

    @property
    def total(self) -> Sums:
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
    sums: dict[int, Sums] = defaultdict(Sums)
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


def _of(slip: Slip, code: str, who: int) -> Sums:
    """Return what somebody has on a slip in one currency."""
    cards = slip.money.get(code, {}).get(who, 0)
    balance = slip.balance.get(code, {}).get(who, 0)
    paid = sum(
        each.amount * ((each.payer.pk == who) - (each.payee.pk == who))
        for each in slip.paid
        if each.currency.code == code
    )
    return Sums(cards, balance - cards, paid, balance + paid)


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
