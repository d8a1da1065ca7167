"""Reading the club's book: balances by person, and the fewest payments that clear them."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.accounts.ledger import THE_CLUB
from clubscore.club.evening import evening_of
from clubscore.club.models import Account, Club, Person, Posting
from clubscore.laws.sheet.money import Currency, find_currency
from clubscore.laws.sheet.payments import fewest_payments

# {currency: {party: smallest coins}}; above nothing is owed to the party, below the party owes.
Balances = dict[str, dict[int, int]]


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
    sums: dict[tuple[int, str], int] = defaultdict(int)
    for side, sign in (("credited_id", 1), ("debited_id", -1)):
        rows = postings.order_by().values_list(side, "currency").annotate(coins=Sum("amount"))
        for account, currency, coins in rows:
            sums[account, currency] += sign * int(coins)
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


def carried_over(club: Club, standing: Balances | None = None) -> Balances:
    """Return all balances but what stands on a slip of tonight, which is settled at its table.

    `standing` is all that stands in the book, where somebody has read that already.
    """
    if standing is None:
        standing = balances_of(postings_in(club))
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
    """Return who still owes whom over all evenings, tonight's slips left out. Seven queries."""
    balances = carried_over(club, standing)
    people = parties({who for won in balances.values() for who in won})
    order = sorted(people, key=lambda who: (people[who].name, who))
    return clearing(balances, people, order)


def account_sums(club: Club, whose: Party, until: dt.datetime | None = None) -> dict[str, int]:
    """Return somebody's balances by currency, of all that was entered before a moment."""
    sums: dict[str, int] = defaultdict(int)
    for side, sign in (("credited", 1), ("debited", -1)):
        rows = postings_of(club, whose, side)
        if until is not None:
            rows = rows.filter(entry__at__lt=until)
        totals = rows.order_by().values("currency").annotate(coins=Sum("amount"))
        for currency, coins in totals.values_list("currency", "coins"):
            sums[currency] += sign * int(coins)
    return dict(sums)


def postings_of(club: Club, whose: Party, side: str) -> QuerySet[Posting]:
    """Return the postings on one side of an account, whatever entry a person stood under."""
    if whose.pk == THE_CLUB:
        return postings_in(club).filter(**{f"{side}__person": None})
    accounts = Account.objects.filter(club=club).filter(
        Q(person=whose.pk) | Q(person__merged_into=whose.pk)
    )
    return postings_in(club).filter(**{f"{side}__in": accounts})
