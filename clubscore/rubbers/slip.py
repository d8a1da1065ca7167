"""The slip of the evening: what was agreed at one table tonight, and what has been paid of it.

Players stand across, rubbers down, and every row sums to zero (Laws of Bridge 1899, p. 33).
Points are those of the settlements, coins those of the club's book.
"""

import datetime as dt
import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Refused
from clubscore.club.ledger import THE_CLUB, Balances, Owed, Party, TheClub, clearing, postings_in
from clubscore.club.models import Account, Club, Entry, Person, Posting
from clubscore.club.payments import Handed, find_owed, hand_over, take_back
from clubscore.club.record_words import words_of
from clubscore.laws.money import Currency, find_currency
from clubscore.laws.settlement import StakesFacts
from clubscore.rubbers.models import CardTable, Settlement, Sitting
from clubscore.rubbers.score import counted, of_sevens, tables_together
from clubscore.rubbers.selectors import authored, tonight
from clubscore.rubbers.settling import (
    ROOM,
    RUBBERS,
    must_take_back,
    origin_of,
    place_of,
    tables_of_slip,
)
from clubscore.web.forms import PageForm, TextField, WholeField

Kind = Entry.Kind
# What stands beside the rubbers, and under which head.
BESIDE: dict[str, str] = {
    Kind.TABLE_MONEY: Kind.TABLE_MONEY,
    Kind.WAIVED: Kind.TABLE_MONEY,
    Kind.SIDE_BET: Kind.SIDE_BET,
    Kind.CHANGED: Kind.CHANGED,
}


@dataclass(frozen=True)
class SlipEntry:
    """One rubber, or the difference that a later correction made: points by person.

    `number` counts the rubbers of the evening in the order in which they were agreed, whoever
    played them; a difference has that of its rubber.
    """

    number: int
    label_game: str
    part: int
    sitting: int
    rubber: int
    is_difference: bool
    reason: str
    stakes: StakesFacts | None
    points: dict[int, int]


@dataclass(frozen=True)
class SlipBeside:
    """A line beside the rubbers, coins by person: table money, a bet."""

    kind: str
    words: str
    currency: Currency
    coins: dict[int, int]


@dataclass(frozen=True)
class Paid:
    """Coins that were handed over."""

    entry: int
    key: str
    payer: Party
    payee: Party
    amount: int
    currency: Currency
    at: dt.datetime


@dataclass(frozen=True)
class Slip:
    """An evening at one table, or at the two of the seven: `tables` are their keys.

    Per currency and person, what the rubbers come to and what stands beside them add up to the
    balance, and so do the payments, made and still owed.
    """

    table: CardTable
    evening: dt.date
    tables: tuple[int, ...]
    people: tuple[Person, ...]
    rows: tuple[SlipEntry, ...]
    totals: dict[int, int]
    # What the rubbers come to, by the book; then what stands beside them.
    money: Balances
    besides: tuple[SlipBeside, ...]
    # What each is due, or owes, before anything was paid.
    balance: Balances
    owed: tuple[Owed, ...]
    paid: tuple[Paid, ...]

    @property
    def currencies(self) -> tuple[Currency, ...]:
        """The currencies that were played for."""
        return tuple(find_currency(code) for code in self.money)

    def without_money(self) -> "Slip":
        """Return the slip in points only."""
        return replace(self, money={}, besides=(), balance={}, owed=(), paid=())


@dataclass
class _Adding:
    """Settlements being added up. `now` says which entry a person stands under today."""

    now: dict[int, int]
    numbers: dict[tuple[int, int], int]
    people: dict[int, None] = field(default_factory=dict)
    rows: list[SlipEntry] = field(default_factory=list)

    def add(self, settlement: Settlement) -> None:
        points: dict[int, int] = defaultdict(int)
        for who, won in settlement.points.items():
            points[self.now[int(who)]] += won
        self.people |= dict.fromkeys(points)
        self.rows.append(
            SlipEntry(
                number=self.numbers[settlement.part_id, settlement.rubber],
                label_game=settlement.part.game,
                part=settlement.part.number,
                sitting=settlement.part.sitting_id,
                rubber=settlement.rubber,
                is_difference=settlement.kind == Settlement.Kind.DIFFERENCE,
                reason=settlement.reason,
                stakes=settlement.part.stakes,
                points=dict(points),
            )
        )


def slip_of(club: Club, table: CardTable, evening: dt.date) -> Slip:
    """Return the slip of an evening at one table. Four queries."""
    (slip,) = slips_of(club, [(table, evening)])
    return slip


def slips_of(
    club: Club,
    places: Sequence[tuple[CardTable, dt.date]],
    sittings: Iterable[Sitting] | None = None,
) -> list[Slip]:
    """Return the slips of some evenings at some tables, in that order. Four queries in all.

    Two tables at which seven played in an evening have one slip. `sittings` are all that count in
    those evenings, where they were read before; then three queries.
    """
    evenings = {evening for _, evening in places}
    if sittings is None:
        sittings = of_sevens(club.pk, evenings)
    together = tables_together(sittings)
    beside = {place: together.get((place[0].pk, place[1]), {place[0].pk}) for place in places}
    tables = set(itertools.chain(*beside.values()))
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
    booked = _booked(club, tables, evenings)
    played = _people_of(itertools.chain(*agreed.values()), itertools.chain(*booked.values()))
    slips = []
    nets = club.nets_together
    for table, evening in places:
        here = sorted(beside[table, evening])
        rows = [row for each in here for row in agreed[each, evening]]
        rows.sort(key=lambda row: (row.at, row.pk))
        postings = [posting for each in here for posting in booked[each, evening]]
        slip = _slip(table, evening, rows, postings, played, nets_together=nets)
        slips.append(replace(slip, tables=tuple(here)))
    return slips


def _slip(
    table: CardTable,
    evening: dt.date,
    settlements: list[Settlement],
    postings: list[Posting],
    played: dict[int, Person],
    *,
    nets_together: bool,
) -> Slip:
    numbers = counted((each.part_id, each.rubber) for each in settlements)
    adding = _Adding({who: person.pk for who, person in played.items()}, numbers)
    for settlement in settlements:
        adding.add(settlement)
    book = _SlipSums(adding.now)
    for posting in postings:
        book.read(posting)
    known: dict[int, Party] = {person.pk: person for person in played.values()}
    known[THE_CLUB] = TheClub()
    here = dict.fromkeys([*adding.people, *book.people])
    people = [person for who in here if isinstance(person := known[who], Person)]
    currencies = dict.fromkeys(s.currency for s in settlements if s.currency and postings)
    money = {
        code: {person.pk: book.rubbers[code].get(person.pk, 0) for person in people}
        for code in (currencies | book.rubbers)
    }
    return Slip(
        table=table,
        evening=evening,
        tables=(table.pk,),
        people=tuple(people),
        rows=tuple(adding.rows),
        totals={p.pk: sum(row.points.get(p.pk, 0) for row in adding.rows) for p in people},
        money=money,
        besides=book.lines_beside(),
        balance=book.balance,
        owed=tuple(
            one for each in book.to_clear(nets_together) for one in clearing(each, known, here)
        ),
        paid=tuple(book.paid(known)),
    )


def _nothing() -> Balances:
    return defaultdict(lambda: defaultdict(int))


@dataclass
class _SlipSums:
    """The postings of a slip, added up by what they are for."""

    now: dict[int, int]
    people: dict[int, None] = field(default_factory=dict)
    rubbers: Balances = field(default_factory=_nothing)
    balance: Balances = field(default_factory=_nothing)
    # What is still open at cards, and between each player and the club.
    at_cards: Balances = field(default_factory=_nothing)
    with_club: Balances = field(default_factory=_nothing)
    changed: set[int] = field(default_factory=set)
    besides: dict[tuple[str, str, str], dict[int, int]] = field(default_factory=dict)
    payments: dict[int, Posting] = field(default_factory=dict)

    def read(self, posting: Posting) -> None:
        """Add one posting."""
        entry, code = posting.entry, posting.currency
        debited, credited = self._party(posting.debited), self._party(posting.credited)
        sums = [(self.with_club if THE_CLUB in (debited, credited) else self.at_cards)[code]]
        if entry.kind == Kind.PAYMENT:
            self.payments[entry.pk] = posting
        elif entry.kind == Kind.NOT_PAID:
            self.payments.pop(entry.corrects_id or 0, None)
        else:
            sums.append(self.balance[code])
        if entry.kind == Kind.CHANGED:
            self.changed.add(entry.pk)
        # A payment in another coin that was taken back is no rubber.
        kind = Kind.CHANGED if entry.corrects_id in self.changed else entry.kind
        if kind in RUBBERS:
            sums.append(self.rubbers[code])
        elif kind in BESIDE:
            words = words_of(entry.data.get("words", ""))
            sums.append(self.besides.setdefault((BESIDE[kind], words, code), defaultdict(int)))
        for each in sums:
            each[debited] -= posting.amount
            each[credited] += posting.amount
        self.people |= dict.fromkeys(who for who in (debited, credited) if who != THE_CLUB)

    def _party(self, account: Account) -> int:
        return self.now[account.person_id] if account.person_id else THE_CLUB

    def to_clear(self, nets_together: bool) -> tuple[Balances, ...]:
        """Return what is open: table money, which each pays, and debts at cards, netted apart.

        Both are netted together where the club wants it so, and where somebody has paid the club
        what they owed at cards.
        """
        together: Balances = _nothing()
        for code in dict.fromkeys([*self.at_cards, *self.with_club]):
            cards, club = self.at_cards[code], self.with_club[code]
            whole = {who: cards.get(who, 0) + club.get(who, 0) for who in cards | club}
            players = [coins for who, coins in club.items() if who != THE_CLUB]
            done = not any(whole.values())
            if nets_together or done or max(players, default=0) > 0:
                together[code] = whole
                del self.at_cards[code], self.with_club[code]
        return self.at_cards, self.with_club, together

    def lines_beside(self) -> tuple[SlipBeside, ...]:
        """Return table money and bets, without what came to nothing."""
        return tuple(
            SlipBeside(kind, words, find_currency(code), dict(coins))
            for (kind, words, code), coins in self.besides.items()
            if any(coins.values())
        )

    def paid(self, known: Mapping[int, Party]) -> list[Paid]:
        """Return what was handed over and not taken back; whoever pays is credited with it."""
        return [
            Paid(
                entry=entry,
                key=posting.entry.key,
                payer=known[self._party(posting.credited)],
                payee=known[self._party(posting.debited)],
                amount=posting.amount,
                currency=find_currency(posting.currency),
                at=posting.entry.at,
            )
            for entry, posting in self.payments.items()
        ]


def _booked(
    club: Club, tables: Collection[int], evenings: Collection[dt.date]
) -> dict[tuple[int, dt.date], list[Posting]]:
    """Return what the book holds of some evenings at some tables. One query."""
    postings = postings_in(club).filter(
        entry__club=club,
        entry__room=ROOM,
        entry__place__in=[str(table) for table in tables],
        entry__evening__in=evenings,
    )
    booked: dict[tuple[int, dt.date], list[Posting]] = defaultdict(list)
    for posting in postings.select_related("entry", "debited", "credited").order_by("pk"):
        booked[int(posting.entry.place), posting.entry.evening].append(posting)
    return booked


def _people_of(settlements: Iterable[Settlement], postings: Iterable[Posting]) -> dict[int, Person]:
    """Return everyone by the entry they played under; a merged one leads to the one that stays."""
    played = {int(who) for settlement in settlements for who in settlement.points}
    for posting in postings:
        played |= {who for who in (posting.debited.person_id, posting.credited.person_id) if who}
    found = Person.objects.in_bulk(played)
    now = dict(found)
    while merged := {who: p.merged_into_id for who, p in now.items() if p.merged_into_id}:
        kept = Person.objects.in_bulk(set(merged.values()))
        now |= {who: kept[into] for who, into in merged.items()}
    return now


# ---- Coins handed over at the table.

# Stands between the key of a tap that pays all and the number of a payment.
ALL = ":all"


def pay_at_table(*, sitting: Sitting, handed: Handed, key: str, actor: Actor) -> Entry:
    """Record that what stands on tonight's slip was handed over. The same key again counts once.

    Raises Refused where it is no longer owed: it has been paid, or a correction changed it;
    and where the evening is over, for then it was carried over.
    """
    with transaction.atomic():
        CardTable.objects.select_for_update().get(pk=place_of(sitting))
        known = Entry.objects.filter(club=sitting.club_id, key=key).first()
        if known is not None:
            return known
        _must_be_tonight(sitting)
        line = find_owed(slip_of(sitting.club, sitting.table, sitting.evening).owed, handed)
        return hand_over(line, handed, origin_of(sitting), authored(actor, sitting.club_id, key))


def pay_all_at_table(*, sitting: Sitting, seen: str, key: str, actor: Actor) -> list[Entry]:
    """Record that all of tonight's slip was handed over. The same key again counts once.

    `seen` is who owed whom as the page showed it. Raises Refused where that is another now.
    """
    with transaction.atomic():
        CardTable.objects.select_for_update().get(pk=place_of(sitting))
        known = list(Entry.objects.filter(club=sitting.club_id, key__startswith=f"{key}{ALL}"))
        if known:
            return known
        _must_be_tonight(sitting)
        owed = slip_of(sitting.club, sitting.table, sitting.evening).owed
        if seen != said_of(owed):
            raise Refused(_("What is owed has changed. Check who pays whom."))
        return [
            hand_over(
                one,
                Handed(one.payer.pk, one.payee.pk, one.currency.code, one.amount),
                origin_of(sitting),
                authored(actor, sitting.club_id, f"{key}{ALL}{number}"),
            )
            for number, one in enumerate(owed, start=1)
        ]


def undo_payment(*, payment: Entry, reason: str, key: str, actor: Actor) -> None:
    """Record that a payment was not made after all, at a table or in the accounts.

    Raises Refused to whoever may not say so. Twice counts once.
    """
    with transaction.atomic():
        must_take_back(actor, payment, reason)
        take_back(payment=payment, key=key, actor=actor, reason=reason)


def undo_all_payments(*, sitting: Sitting, batch: str, reason: str, key: str, actor: Actor) -> None:
    """Record that what was paid in one tap was not paid after all, as `undo_payment` does."""
    with transaction.atomic():
        CardTable.objects.select_for_update().get(pk=place_of(sitting))
        payments = Entry.objects.filter(
            club=sitting.club_id,
            room=ROOM,
            place__in=[str(table) for table in tables_of_slip(sitting)],
            evening=sitting.evening,
            kind=Entry.Kind.PAYMENT,
            key__startswith=f"{batch}{ALL}",
        )
        for number, payment in enumerate(payments.order_by("pk"), start=1):
            undo_payment(payment=payment, reason=reason, key=f"{key}{ALL}{number}", actor=actor)


def said_of(owed: Iterable[Owed]) -> str:
    """Return who owes whom as a form carries it, so that what has changed is noticed."""
    return " ".join(
        f"{one.payer.pk}-{one.payee.pk}-{one.amount}{one.currency.code}" for one in owed
    )


def batch_of(paid: Sequence[Paid]) -> str:
    """Return the key of the tap that paid all, empty where the last payment was another."""
    batch, is_all, _number = paid[-1].key.rpartition(ALL) if paid else ("", "", "")
    return batch if is_all else ""


def _must_be_tonight(sitting: Sitting) -> None:
    if sitting.evening != tonight(sitting.club):
        raise Refused(_("That evening is over: what was unpaid has been carried over to Accounts."))


class PaymentForm(PageForm):
    """Which payment was not made after all."""

    payment = WholeField()
    reason = TextField(strip=True, most=200)


class PayAllForm(PageForm):
    """Who owed whom as the page showed it, or the key of the tap that paid all of it."""

    seen = TextField(most=4000)
    batch = TextField(most=64)
    reason = TextField(strip=True, most=200)


class TableMoneyForm(PageForm):
    """Whose table money is let off, as an entry of the book, and why."""

    entry = WholeField()
    reason = TextField(strip=True, most=200)
