"""The slip of the evening: what was agreed at one table tonight, and who still owes whom.

Players stand across, rubbers down, and every row sums to zero (Laws of Bridge 1899, p. 33).
"""

import datetime as dt
import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from clubscore.club.models import Club, Person
from clubscore.laws.money import Currency, find_currency, round_coins
from clubscore.laws.settlement import fewest_payments
from clubscore.rubber.models import CardTable, Payment, Settlement


@dataclass(frozen=True)
class Row:
    """One rubber, or the difference that a later correction made: points by person."""

    label_game: str
    part: int
    sitting: int
    rubber: int
    is_difference: bool
    reason: str
    points: dict[int, int]


@dataclass(frozen=True)
class Owed:
    """What one person owes another, in the smallest coin."""

    payer: Person
    payee: Person
    amount: int
    currency: Currency


@dataclass(frozen=True)
class Slip:
    """An evening at one table."""

    table: CardTable
    evening: dt.date
    people: tuple[Person, ...]
    rows: tuple[Row, ...]
    totals: dict[int, int]
    money: dict[str, dict[int, int]]
    owed: tuple[Owed, ...]
    paid: tuple[Payment, ...]

    @property
    def currencies(self) -> tuple[Currency, ...]:
        """The currencies that were played for."""
        return tuple(find_currency(code) for code in self.money)


@dataclass
class _Adding:
    """Settlements being added up. `now` says which entry a person stands under today."""

    now: dict[int, int]
    people: dict[int, None] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    exact: dict[str, dict[tuple[int, int], Fraction]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Fraction))
    )

    def add(self, settlement: Settlement) -> None:
        points: dict[int, int] = defaultdict(int)
        for who, won in settlement.points.items():
            points[self.now[int(who)]] += won
        self.people |= dict.fromkeys(points)
        self.rows.append(
            Row(
                label_game=settlement.part.game,
                part=settlement.part.number,
                sitting=settlement.part.sitting_id,
                rubber=settlement.rubber,
                is_difference=settlement.kind == Settlement.Kind.DIFFERENCE,
                reason=settlement.reason,
                points=dict(points),
            )
        )
        for one, other, _points, coins in settlement.exact:
            payer, payee = self.now[one], self.now[other]
            if settlement.currency and payer != payee:
                # One entry a pair, whichever way the coins go, so that it is rounded once.
                sign, pair = (1, (payer, payee)) if payer < payee else (-1, (payee, payer))
                self.exact[settlement.currency][pair] += sign * Fraction(coins)

    def money(self) -> dict[str, dict[int, int]]:
        """Return {currency: {person: coins won}}; each currency sums to zero."""
        won: dict[str, dict[int, int]] = {}
        for currency, pairs in self.exact.items():
            balance: dict[int, int] = dict.fromkeys(self.people, 0)
            for (payer, payee), coins in pairs.items():
                amount = round_coins(coins)
                balance[payer] -= amount
                balance[payee] += amount
            won[currency] = balance
        return won


def slip_of(club: Club, table: CardTable, evening: dt.date) -> Slip:
    """Return the slip of an evening at one table. Three queries."""
    (slip,) = slips_of(club, [(table, evening)])
    return slip


def slips_of(club: Club, places: Sequence[tuple[CardTable, dt.date]]) -> list[Slip]:
    """Return the slips of some evenings at some tables, in that order. Three queries in all."""
    tables, evenings = {table for table, _ in places}, {evening for _, evening in places}
    settlements = Settlement.objects.filter(
        club=club,
        part__sitting__table__in=tables,
        part__sitting__evening__in=evenings,
        part__sitting__voided_at=None,
    ).select_related("part__sitting")
    agreed: dict[tuple[int, dt.date], list[Settlement]] = defaultdict(list)
    for settlement in settlements.order_by("at", "pk"):
        sitting = settlement.part.sitting
        agreed[sitting.table_id, sitting.evening].append(settlement)
    played = _people_of(itertools.chain(*agreed.values()))
    paid = _payments_that_stand(club, tables, evenings)
    return [
        _slip(table, evening, agreed[table.pk, evening], played, paid[table.pk, evening])
        for table, evening in places
    ]


def _slip(
    table: CardTable,
    evening: dt.date,
    settlements: list[Settlement],
    played: dict[int, Person],
    payments: list[Payment],
) -> Slip:
    adding = _Adding({who: person.pk for who, person in played.items()})
    for settlement in settlements:
        adding.add(settlement)
    people = {person.pk: person for person in played.values() if person.pk in adding.people}
    money = adding.money()
    totals = {who: sum(row.points.get(who, 0) for row in adding.rows) for who in adding.people}
    return Slip(
        table=table,
        evening=evening,
        people=tuple(people[who] for who in adding.people),
        rows=tuple(adding.rows),
        totals=totals,
        money=money,
        owed=tuple(_owed(money, payments, people, adding.now)),
        paid=tuple(payments),
    )


def _people_of(settlements: Iterable[Settlement]) -> dict[int, Person]:
    """Return everybody by the entry he played under; a merged entry leads to the one that stays."""
    played = {int(who) for settlement in settlements for who in settlement.points}
    found = Person.objects.in_bulk(played)
    now = dict(found)
    while merged := {who: p.merged_into_id for who, p in now.items() if p.merged_into_id}:
        kept = Person.objects.in_bulk(set(merged.values()))
        now |= {who: kept[into] for who, into in merged.items()}
    return now


def _payments_that_stand(
    club: Club, tables: Collection[CardTable], evenings: Collection[dt.date]
) -> dict[tuple[int, dt.date], list[Payment]]:
    """Return what was handed over and not taken back, by table and evening."""
    payments = list(
        Payment.objects.filter(club=club, table__in=tables, evening__in=evenings).select_related(
            "payer", "payee"
        )
    )
    taken_back = {payment.takes_back_id for payment in payments if payment.takes_back_id}
    standing: dict[tuple[int, dt.date], list[Payment]] = defaultdict(list)
    for payment in payments:
        if payment.takes_back_id is None and payment.pk not in taken_back:
            standing[payment.table_id, payment.evening].append(payment)
    return standing


def _owed(
    money: dict[str, dict[int, int]],
    payments: list[Payment],
    people: dict[int, Person],
    now: dict[int, int],
) -> list[Owed]:
    """Return the fewest payments that clear the table, guests first."""
    owed: list[Owed] = []
    for code, won in money.items():
        still = dict(won)
        for payment in payments:
            if payment.currency == code:
                debtor, creditor = now.get(payment.payer_id), now.get(payment.payee_id)
                if debtor in still and creditor in still:
                    still[debtor] += payment.amount
                    still[creditor] -= payment.amount
        guests = {who for who, person in people.items() if person.is_guest}
        currency = find_currency(code)
        balances = {str(who): coins for who, coins in still.items()}
        for one in fewest_payments(balances, first={str(who) for who in guests}):
            payer, payee = people[int(one.payer)], people[int(one.payee)]
            owed.append(Owed(payer, payee, one.amount, currency))
    return owed
