"""The slip of the evening: what was agreed at one table tonight, and who still owes whom.

Players stand across, rubbers down, and every row sums to zero (Laws of Bridge 1899, p. 33). Points
are those of the settlements, coins are those of the club's book.
"""

import datetime as dt
import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from clubscore.club.accounts.balances import Balances, Owed, Party, TheClub, clearing, postings_in
from clubscore.club.accounts.ledger import THE_CLUB
from clubscore.club.models import Account, Club, Entry, Person, Posting
from clubscore.club.own_words import words_of
from clubscore.laws.sheet.money import Currency, find_currency
from clubscore.rubbers.models import CardTable, Settlement, Sitting
from clubscore.rubbers.money.booking import ROOM, RUBBERS

Kind = Entry.Kind
# What stands beside the rubbers, and under which head.
BESIDE: dict[str, str] = {
    Kind.TABLE_MONEY: Kind.TABLE_MONEY,
    Kind.WAIVED: Kind.TABLE_MONEY,
    Kind.SIDE_BET: Kind.SIDE_BET,
}


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
class Beside:
    """A line beside the rubbers, coins by person: table money, a bet."""

    kind: str
    words: str
    currency: Currency
    coins: dict[int, int]


@dataclass(frozen=True)
class Paid:
    """Coins that were handed over."""

    entry: int
    payer: Party
    payee: Party
    amount: int
    currency: Currency
    at: dt.datetime


@dataclass(frozen=True)
class Slip:
    """An evening at one table, or at the two of the seven: `tables` are their keys."""

    table: CardTable
    evening: dt.date
    tables: tuple[int, ...]
    people: tuple[Person, ...]
    rows: tuple[Row, ...]
    totals: dict[int, int]
    # What the rubbers come to, by the book; then what stands beside them.
    money: Balances
    besides: tuple[Beside, ...]
    owed: tuple[Owed, ...]
    paid: tuple[Paid, ...]

    @property
    def currencies(self) -> tuple[Currency, ...]:
        """The currencies that were played for."""
        return tuple(find_currency(code) for code in self.money)

    def without_money(self) -> "Slip":
        """Return the slip in points only."""
        return replace(self, money={}, besides=(), owed=(), paid=())


@dataclass
class _Adding:
    """Settlements being added up. `now` says which entry a person stands under today."""

    now: dict[int, int]
    people: dict[int, None] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)

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


def slip_of(club: Club, table: CardTable, evening: dt.date) -> Slip:
    """Return the slip of an evening at one table. Four queries."""
    (slip,) = slips_of(club, [(table, evening)])
    return slip


def slips_of(club: Club, places: Sequence[tuple[CardTable, dt.date]]) -> list[Slip]:
    """Return the slips of some evenings at some tables, in that order. Four queries in all.

    Two tables at which seven played in an evening have one slip.
    """
    evenings = {evening for _, evening in places}
    together = _together(club, evenings)
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
    for table, evening in places:
        here = sorted(beside[table, evening])
        rows = [row for each in here for row in agreed[each, evening]]
        rows.sort(key=lambda row: (row.at, row.pk))
        postings = [posting for each in here for posting in booked[each, evening]]
        slip = _slip(table, evening, rows, postings, played)
        slips.append(replace(slip, tables=tuple(here)))
    return slips


def _together(club: Club, evenings: Collection[dt.date]) -> dict[tuple[int, dt.date], set[int]]:
    """Return the tables that share a slip with a table in an evening, itself among them."""
    sittings = Sitting.objects.filter(
        club=club, evening__in=evenings, voided_at=None, seven__isnull=False
    )
    sevens: dict[tuple[int | None, dt.date], set[int]] = defaultdict(set)
    for seven, evening, table in sittings.values_list("seven_id", "evening", "table_id"):
        sevens[seven, evening].add(table)
    together: dict[tuple[int, dt.date], set[int]] = {}
    for (_seven, evening), tables in sevens.items():
        # A table that had two sevens in one evening brings all of theirs together.
        all_of_them = tables.union(*(together.get((each, evening), set()) for each in tables))
        together |= {(each, evening): all_of_them for each in all_of_them}
    return together


def _slip(
    table: CardTable,
    evening: dt.date,
    settlements: list[Settlement],
    postings: list[Posting],
    played: dict[int, Person],
) -> Slip:
    adding = _Adding({who: person.pk for who, person in played.items()})
    for settlement in settlements:
        adding.add(settlement)
    book = _Reading(adding.now)
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
        owed=tuple(clearing(book.open, known, here)),
        paid=tuple(book.paid(known)),
    )


@dataclass
class _Reading:
    """The postings of a slip, added up by what they are for."""

    now: dict[int, int]
    people: dict[int, None] = field(default_factory=dict)
    rubbers: Balances = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    open: Balances = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    besides: dict[tuple[str, str, str], dict[int, int]] = field(default_factory=dict)
    payments: dict[int, Posting] = field(default_factory=dict)

    def read(self, posting: Posting) -> None:
        """Add one posting."""
        entry, code = posting.entry, posting.currency
        debited, credited = self._party(posting.debited), self._party(posting.credited)
        sums = [self.open[code]]
        if entry.kind in RUBBERS:
            sums.append(self.rubbers[code])
        elif entry.kind in BESIDE:
            kind = BESIDE[entry.kind]
            words = words_of(entry.data.get("words", ""))
            sums.append(self.besides.setdefault((kind, words, code), defaultdict(int)))
        elif entry.kind == Kind.PAYMENT:
            self.payments[entry.pk] = posting
        elif entry.kind == Kind.NOT_PAID and entry.corrects_id is not None:
            self.payments.pop(entry.corrects_id, None)
        for each in sums:
            each[debited] -= posting.amount
            each[credited] += posting.amount
        self.people |= dict.fromkeys(who for who in (debited, credited) if who != THE_CLUB)

    def _party(self, account: Account) -> int:
        return self.now[account.person_id] if account.person_id else THE_CLUB

    def lines_beside(self) -> tuple[Beside, ...]:
        """Return table money and bets, without what came to nothing."""
        return tuple(
            Beside(kind, words, find_currency(code), dict(coins))
            for (kind, words, code), coins in self.besides.items()
            if any(coins.values())
        )

    def paid(self, known: Mapping[int, Party]) -> list[Paid]:
        """Return what was handed over and not taken back; whoever pays is credited with it."""
        return [
            Paid(
                entry=entry,
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
