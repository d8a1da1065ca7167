"""Reading the club's book: balances by person, and the fewest payments that clear them."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.accounts.brought_forward import Sums, added_up, sums_at
from clubscore.club.accounts.ledger import THE_CLUB
from clubscore.club.evening import evening_of
from clubscore.club.models import Account, Club, Entry, Person, Posting
from clubscore.laws.money import Currency, find_currency
from clubscore.laws.settlement import fewest_payments

# {currency: {party: smallest coins}}; above nothing is owed to the party, below the party owes.
Balances = dict[str, dict[int, int]]
# No posting is overtaken by so many others before it can be seen.
NOT_FAR_BEFORE = 1_000


@dataclass(frozen=True)
class TheClub:
    """The club itself, where it is paid or pays: table money, and what rounding leaves over."""

    pk: int = THE_CLUB
    is_guest: bool = False

    @property
    def name(self) -> str:
        """What a page calls it."""
        return _("the club")

    short_name = name


Party = Person | TheClub


def not_corrected() -> Q:
    """Return by what entries are found that no other entry corrects.

    Each is looked up by itself: for a join SQLite would first put the whole book in order.
    """
    return ~Q(Exists(Entry.objects.filter(corrects=OuterRef("pk"))))


@dataclass(frozen=True)
class Owed:
    """What one owes another, in the smallest coin."""

    payer: Party
    payee: Party
    amount: int
    currency: Currency

    def concerns(self, actor: Actor) -> bool:
        """Whether somebody may see this: the director all, each person their own."""
        own = actor.person.pk if actor.person is not None else None
        return actor.is_director or own in (self.payer.pk, self.payee.pk)


def party_of(side: str) -> Coalesce:
    """Return the party on one side of a posting; who was merged is who they turned out to be.

    What rounding leaves on the exchange account is the club's.
    """
    return Coalesce(f"{side}__person__merged_into", f"{side}__person", Value(THE_CLUB))


def balances_of(postings: QuerySet[Posting]) -> Balances:
    """Return what some postings come to. Three queries.

    They are added up by account, which needs no other table; whose each is, is looked up once.
    """
    return _by_party(added_up(postings))


def standing_in(club: Club) -> Balances:
    """Return what everybody's account comes to now, nothing where the club plays for love.

    Four queries, and no more rows the older the club is.
    """
    return _by_party(sums_at(club)) if club.plays_for_money else {}


def _by_party(sums: Sums) -> Balances:
    whose = Coalesce("person__merged_into", "person", Value(THE_CLUB))
    accounts = Account.objects.filter(pk__in={account for account, _currency in sums})
    party = dict(accounts.annotate(whose=whose).values_list("pk", "whose"))
    balances: Balances = defaultdict(lambda: defaultdict(int))
    for (account, currency), coins in sums.items():
        balances[currency][party[account]] += coins
    return {currency: dict(balances[currency]) for currency in sorted(balances)}


def postings_in(club: Club) -> QuerySet[Posting]:
    """Return all that stands in a club's book; nothing where the club plays for love."""
    postings = Posting.objects.filter(club=club)
    return postings if club.plays_for_money else postings.none()


class Posted(NamedTuple):
    """How far a club's book has come: its newest posting, and how many there are not far before."""

    newest: int | None
    lately: int


def posted_in(club: Club) -> Posted:
    """Return by what it is known whether anything was posted since. One query.

    On PostgreSQL a posting may be seen later than one with a higher number: so they are counted.
    """
    postings = Posting.objects.filter(club=club)
    newest = postings.order_by("-pk").values("pk")[:1]
    lately = postings.filter(pk__gt=Subquery(newest) - NOT_FAR_BEFORE)
    return Posted(**lately.aggregate(newest=Max("pk"), lately=Count("pk")))


def carried_over(club: Club, standing: Balances | None = None) -> Balances:
    """Return all balances but what stands on a slip of tonight, which is settled at its table.

    `standing` is all that stands in the book, where somebody has read that already.
    """
    if standing is None:
        standing = standing_in(club)
    tonight = evening_of(club, clock.now())
    slips = postings_in(club).filter(entry__club=club, entry__evening=tonight)
    carried = {currency: dict(won) for currency, won in standing.items()}
    for currency, won in balances_of(slips.exclude(entry__place="")).items():
        for who, coins in won.items():
            # What was entered since the book was read is not in it, and nothing is taken off.
            if who in carried.get(currency, {}):
                carried[currency][who] -= coins
    return carried


def clearing(
    balances: Balances, people: Mapping[int, Party], order: Iterable[int] = ()
) -> list[Owed]:
    """Return the fewest payments that clear some balances, guests first, equals in `order`."""
    guests = {who for who, person in people.items() if person.is_guest}
    owed = []
    for code, won in balances.items():
        currency = find_currency(code)
        ordered = {who: won.get(who, 0) for who in (*order, *won)}
        for payer, payee, amount in fewest_payments(ordered, first=guests):
            owed.append(Owed(people[payer], people[payee], amount, currency))
    return owed


def parties(keys: Iterable[int]) -> dict[int, Party]:
    """Return parties by their keys. One query."""
    found: dict[int, Party] = dict(Person.objects.in_bulk([key for key in keys if key > 0]))
    return found | {THE_CLUB: TheClub()}


def owed_in(club: Club, standing: Balances | None = None) -> list[Owed]:
    """Return who still owes whom over all evenings, tonight's slips left out. Eight queries."""
    balances = carried_over(club, standing)
    people = parties({who for won in balances.values() for who in won})
    order = sorted(people, key=lambda who: (people[who].name, who))
    return clearing(balances, people, order)


def account_sums(
    club: Club, accounts: Collection[int], until: dt.datetime | None = None
) -> dict[str, int]:
    """Return what somebody's accounts come to by currency, or came to before a moment.

    Three queries, and no more rows the older the accounts are.
    """
    sums: dict[str, int] = defaultdict(int)
    if club.plays_for_money:
        for (_account, currency), coins in sorted(sums_at(club, until, accounts).items()):
            sums[currency] += coins
    return dict(sorted(sums.items()))


def accounts_of(club: Club, whose: Party) -> QuerySet[Account]:
    """Return the accounts of a party, whatever entry a person stood under; the club has two."""
    accounts = Account.objects.filter(club=club)
    if whose.pk == THE_CLUB:
        return accounts.filter(person=None)
    return accounts.filter(Q(person=whose.pk) | Q(person__merged_into=whose.pk))


def postings_of(club: Club, whose: Party, side: str) -> QuerySet[Posting]:
    """Return the postings on one side of an account."""
    return postings_in(club).filter(**{f"{side}__in": accounts_of(club, whose)})
