"""The club's book: entries written, balances read, and sums brought forward by the month.

Entries are written here alone, inside the transaction of what they follow from. An entry has
postings, each from one account to another, so that it sums to nothing by its shape. Postings are
the facts; the sums of months are only kept so that nobody adds up the whole book.
"""

import datetime as dt
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import OperationalError, connection, transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import Authorship
from clubscore.club.models import (
    Account,
    BroughtForward,
    Club,
    Entry,
    EntryData,
    Person,
    Posting,
    end_of,
    evening_of,
)
from clubscore.laws.money import Currency, find_currency
from clubscore.laws.settlement import fewest_payments

# A posting of before a month's end takes away what was kept from there on (triggers of migration
# 0011, on both databases). Once a day the worker adds the book up from its first posting, says
# which sums were wrong, and keeps right ones in their place.
# {(key of an account, currency): smallest coins}
Sums = dict[tuple[int, str], int]
SIDES = (("credited", 1), ("debited", -1))

log = logging.getLogger("clubscore.book")


def added_up(postings: QuerySet[Posting], accounts: Collection[int] | None = None) -> Sums:
    """Return what some postings bring each account, or some accounts. Two queries."""
    sums: Sums = defaultdict(int)
    for side, sign in SIDES:
        rows = postings.order_by().values_list(f"{side}_id", "currency")
        if accounts is not None:
            rows = rows.filter(**{f"{side}__in": accounts})
        added: Iterable[tuple[int, str, int]] = rows.annotate(coins=Sum("amount"))
        for account, currency, coins in added:
            sums[account, currency] += sign * int(coins)
    return sums


def sums_at(
    club: Club, until: dt.datetime | None = None, accounts: Collection[int] | None = None
) -> Sums:
    """Return what a club's accounts, or some of them, came to before a moment, or come to now.

    Reads what was kept last and what was entered since: three queries, however old the club is.
    """
    kept = BroughtForward.objects.filter(club=club)
    newest = (kept.filter(before__lte=until) if until else kept).order_by("-before").first()
    if newest is None and until is None:
        return added_up(Posting.objects.filter(club=club), accounts)
    sums = added_up(postings_between(club, newest.before if newest else None, until), accounts)
    if newest is None:
        return sums
    for currency, won in newest.sums.items():
        for account, coins in won.items():
            if accounts is None or int(account) in accounts:
                sums[int(account), currency] += coins
    return sums


def postings_between(
    club: Club, since: dt.datetime | None, until: dt.datetime | None
) -> QuerySet[Posting]:
    """Return what was posted from one moment on and before another; None leaves an end open."""
    return Posting.objects.filter(club=club, entry__in=entries_between(club, since, until))


def entries_between(
    club: Club, since: dt.datetime | None, until: dt.datetime | None
) -> QuerySet[Entry, int]:
    """Return the keys of entries of some time: a database that knows them reads no others."""
    entries = Entry.objects.filter(club=club).order_by()
    entries = entries.filter(at__gte=since) if since else entries
    entries = entries.filter(at__lt=until) if until else entries
    return entries.values_list("pk", flat=True)


def entered_in(club: Club) -> tuple[dt.datetime, dt.datetime] | None:
    """Return when something was entered first and last in a club's book. Two queries.

    Asked for both at once, SQLite reads every entry; each alone is an end of the index.
    """
    moments = Entry.objects.filter(club=club).order_by("at").values_list("at", flat=True)
    first, last = moments.first(), moments.last()
    return (first, last) if first and last else None


def keep_sums(*, club: Club) -> list[dt.datetime] | None:
    """Keep what accounts came to at the end of each month; return those at which it was wrong.

    Everything is added up from the first posting, month by month: nothing that was kept is
    believed. None where others just write or keep on PostgreSQL; then it is for another time.
    """
    try:
        with transaction.atomic():
            _nobody_writes()
            return _keep(club)
    except OperationalError as busy:
        if getattr(busy.__cause__, "sqlstate", "") != "55P03":
            raise
        return None


def _nobody_writes() -> None:
    """Let no posting be under way whose trigger would not see what is kept here.

    Whoever writes next waits for these milliseconds; nobody is waited for, which could make a
    circle of those who wait. On SQLite a transaction is alone anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE club_posting IN SHARE ROW EXCLUSIVE MODE NOWAIT")


def _keep(club: Club) -> list[dt.datetime]:
    known = {each.before: each for each in BroughtForward.objects.filter(club=club)}
    sums: Sums = defaultdict(int)
    wrong, since = [], None
    for moment in months_of(club):
        for account, coins in added_up(postings_between(club, since, moment)).items():
            sums[account] += coins
        told = _told(sums)
        found = known.pop(moment, None)
        if found is None:
            BroughtForward.objects.create(club=club, before=moment, sums=told)
        elif found.sums != told:
            wrong.append(moment)
            BroughtForward.objects.filter(pk=found.pk).update(sums=told)
        since = moment
    # The clock of the machine, or the club's, was another when these were kept.
    BroughtForward.objects.filter(pk__in=[each.pk for each in known.values()]).delete()
    for moment in wrong:
        log.error("what the accounts of %s came to at %s was wrong", club.slug, moment)
    return wrong


def _told(sums: Sums) -> dict[str, dict[str, int]]:
    """Return sums as they are kept; what comes to nothing is left out."""
    told: dict[str, dict[str, int]] = defaultdict(dict)
    for (account, currency), coins in sums.items():
        if coins:
            told[currency][str(account)] = coins
    return dict(told)


def months_of(club: Club) -> Iterator[dt.datetime]:
    """Return the ends of a club's months, from its first entry until now, by its own clock."""
    entered = entered_in(club)
    if entered is None:
        return
    month = evening_of(club, entered[0]).replace(day=1)
    while True:
        month = (month + dt.timedelta(days=31)).replace(day=1)
        ends = end_of(club, month - dt.timedelta(days=1))
        if ends > clock.now():
            return
        yield ends


def clubs_with_months() -> list[Club]:
    """Return the clubs in whose book a month has ended."""
    return [club for club in Club.objects.order_by("pk") if next(months_of(club), None)]


# ---- Writing in the book.

# Parties beside people, of whom each is meant by their key. At EXCHANGE coins of two kinds meet.
THE_CLUB, EXCHANGE = 0, -1
_KINDS = {THE_CLUB: Account.Kind.CLUB, EXCHANGE: Account.Kind.EXCHANGE}


class Transfer(NamedTuple):
    """From which party to which, in which currency: the one falls by what the other rises."""

    debited: int
    credited: int
    currency: str


Lines = Mapping[Transfer, int]


@dataclass(frozen=True)
class Origin:
    """Where an entry comes from: the evening, and the room's own words for place and subject.

    Entries of one evening, room and place make a slip; one without a place stands on no slip.
    """

    evening: dt.date
    room: str = ""
    place: str = ""
    sitting: int | None = None
    subject: str = ""
    data: EntryData = field(default_factory=EntryData)

    @classmethod
    def of(cls, entry: Entry) -> "Origin":
        """Return where another entry came from."""
        return cls(entry.evening, entry.room, entry.place, entry.sitting, entry.subject, entry.data)


def post(
    *,
    kind: str,
    origin: Origin,
    lines: Lines,
    entry: Authorship,
    law_version: str = "",
    corrects: Entry | None = None,
) -> Entry | None:
    """Enter something in the book, with its author and key (`authored`); None where it is nothing.

    A line below nothing goes the other way round. The caller holds what the amounts follow from,
    and knows that this key was not entered before.
    """
    flowing = [one for one in (_right_way_round(*each) for each in lines.items()) if one[1]]
    if not flowing:
        return None
    made: Entry = Entry.objects.create(
        kind=kind,
        evening=origin.evening,
        room=origin.room,
        place=origin.place,
        sitting=origin.sitting,
        subject=origin.subject,
        data=origin.data,
        law_version=law_version,
        corrects=corrects,
        **entry,
    )
    _write_postings(made, flowing)
    return made


def _write_postings(entry: Entry, lines: Iterable[tuple[Transfer, int]]) -> None:
    lines = list(lines)
    accounts = _accounts(entry.club_id, lines)
    Posting.objects.bulk_create(
        Posting(
            club_id=entry.club_id,
            entry=entry,
            debited_id=accounts[line.debited],
            credited_id=accounts[line.credited],
            currency=line.currency,
            amount=amount,
        )
        for line, amount in lines
    )


def _right_way_round(line: Transfer, amount: int) -> tuple[Transfer, int]:
    if amount >= 0:
        return line, amount
    return Transfer(line.credited, line.debited, line.currency), -amount


def _accounts(club_id: int, lines: Iterable[tuple[Transfer, int]]) -> dict[int, int]:
    """Return {party: key of its account}, opening those that are not there yet."""
    parties = {party for line, _amount in lines for party in (line.debited, line.credited)}
    known = _known_accounts(club_id)
    missing = parties - known.keys()
    if missing:
        Account.objects.bulk_create(
            (
                Account(
                    club_id=club_id,
                    kind=_KINDS.get(party, Account.Kind.PERSON),
                    person_id=party if party > 0 else None,
                )
                for party in sorted(missing)
            ),
            ignore_conflicts=True,
        )
        known = _known_accounts(club_id)
    return known


def _known_accounts(club_id: int) -> dict[int, int]:
    special = {kind.value: party for party, kind in _KINDS.items()}
    rows = Account.objects.filter(club_id=club_id).values_list("pk", "kind", "person_id")
    return {person or special[kind]: pk for pk, kind, person in rows}


def lines_of(entry: Entry) -> dict[Transfer, int]:
    """Return what an entry posted."""
    special = {kind.value: party for party, kind in _KINDS.items()}

    def party(account: Account) -> int:
        return account.person_id or special[account.kind]

    lines: dict[Transfer, int] = defaultdict(int)
    for posting in entry.postings.select_related("debited", "credited"):
        line = Transfer(party(posting.debited), party(posting.credited), posting.currency)
        lines[line] += posting.amount
    return dict(lines)


def contradict(*, wrong: Entry, kind: str, entry: Authorship) -> Entry | None:
    """Answer an entry with its contrary, which is how the book is put right."""
    contrary = {line: -amount for line, amount in lines_of(wrong).items()}
    return post(
        kind=kind,
        origin=Origin.of(wrong),
        lines=contrary,
        entry=entry,
        law_version=wrong.law_version,
        corrects=wrong,
    )


# ---- Reading the book.

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
