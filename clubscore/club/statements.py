"""A person's account, line by line with the balance after each, and who may see which."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import Case, F, Q, QuerySet, Sum, When
from django.http import Http404
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, ClubRequest
from clubscore.club.database import Remembered
from clubscore.club.entry import whole_number
from clubscore.club.ledger import (
    SIDES,
    Party,
    account_sums,
    accounts_of,
    entered_in,
    entries_between,
    not_corrected,
    parties,
    party_of,
    postings_in,
    postings_of,
)
from clubscore.club.models import Club, Entry, Person, Posting, end_of, evening_of
from clubscore.club.record_words import words_of
from clubscore.laws.games import find_game
from clubscore.laws.money import Currency, find_currency

Kind = Entry.Kind


@dataclass(frozen=True)
class Period:
    """Evenings from one to another, both included; open at an end that is None."""

    first: dt.date | None = None
    last: dt.date | None = None

    def begins(self, club: Club) -> dt.datetime | None:
        """Return the moment at which it begins: six in the morning by the club's clock."""
        return end_of(club, self.first - dt.timedelta(days=1)) if self.first else None

    def ends(self, club: Club) -> dt.datetime | None:
        """Return the moment at which it ends."""
        return end_of(club, self.last) if self.last else None

    @classmethod
    def year(cls, year: int) -> "Period":
        """Return a calendar year."""
        return cls(dt.date(year, 1, 1), dt.date(year, 12, 31))


@dataclass(frozen=True)
class StatementLine:
    """One line: what for, from or to whom, how much, and the balance of its currency after it."""

    entry: Entry
    day: dt.date
    words: str
    others: tuple[str, ...]
    currency: Currency
    amount: int
    balance: int


@dataclass(frozen=True)
class Statement:
    """An account over a period: balances before, lines oldest first, balances after."""

    whose: Party
    period: Period
    before: dict[str, int]
    lines: tuple[StatementLine, ...]
    after: dict[str, int]


ALWAYS = Period()
FURTHER = 4
# How many lines an account had over a period, by its accounts and the newest entry of the book.
_lengths: Remembered[tuple[int | dt.datetime | None, ...], int] = Remembered()


def statement_of(club: Club, whose: Party, period: Period = ALWAYS) -> Statement:
    """Return an account with all its lines, for files and papers. Eight queries."""
    begins = period.begins(club)
    own = [each.pk for each in accounts_of(club, whose)] if begins else []
    before = account_sums(club, own, begins) if begins else {}
    found = _found(club, whose, period)
    ordered = sorted(found.items(), key=lambda item: (item[1].entry.at, item[0]))
    balance: dict[str, int] = defaultdict(int, before)
    lines = []
    others = _others(found.values())
    for (_entry, currency), each in ordered:
        balance[currency] += each.amount
        lines.append(_line(club, currency, each, others, balance[currency]))
    return Statement(whose, period, before, tuple(lines), dict(balance))


def within(period: Period, club: Club) -> dict[str, dt.datetime]:
    """Return by which fields of a posting it lies within a period."""
    limits = {"entry__at__gte": period.begins(club), "entry__at__lt": period.ends(club)}
    return {field: moment for field, moment in limits.items() if moment is not None}


class AccountPages:
    """The lines of an account over a period, newest first: as many are read as are asked for.

    A paginator takes it for a list. Balances are counted back from what the account comes to.
    """

    def __init__(self, club: Club, whose: Party, period: Period = ALWAYS) -> None:
        self.club, self.whose, self.period = club, whose, period
        self._own = [each.pk for each in accounts_of(club, whose)]
        begins = period.begins(club)
        self.before = account_sums(club, self._own, begins) if begins else {}
        self.after = account_sums(club, self._own, period.ends(club))

    def _keys(self, since: dt.datetime | None = None) -> QuerySet[Posting, tuple[int, str, int]]:
        """The entry, currency and coins of each line; between the club's own accounts no line."""
        postings = postings_in(self.club).filter(**within(self.period, self.club))
        if since is not None:
            postings = postings.filter(entry__in=entries_between(self.club, since, None))
        here = postings.filter(Q(credited__in=self._own) | Q(debited__in=self._own))
        here = here.exclude(credited__in=self._own, debited__in=self._own)
        coins = Case(When(credited__in=self._own, then=F("amount")), default=-F("amount"))
        lines = here.order_by("-entry__at", "-entry", "-currency")
        return lines.values_list("entry", "currency").annotate(coins=Sum(coins))

    @cached_property
    def _length(self) -> int:
        newest = Entry.objects.filter(club=self.club).order_by("pk").values_list("pk", flat=True)
        # Nothing that was entered ever changes, so a count holds until something more is.
        between = (self.period.begins(self.club), self.period.ends(self.club))
        known_by = (*self._own, *between, newest.last())
        counted = _lengths.get(known_by)
        if counted is None:
            counted = self._keys().count()
            _lengths.keep(known_by, counted)
        return counted

    @cached_property
    def _entered(self) -> tuple[dt.datetime, dt.datetime] | None:
        return entered_in(self.club)

    @property
    def years(self) -> list[int]:
        """The years in which something was entered in the club's book, newest first."""
        if self._entered is None:
            return []
        newest = evening_of(self.club, clock.now()).year
        return list(range(newest, evening_of(self.club, self._entered[0]).year - 1, -1))

    def __len__(self) -> int:
        """Return how many lines there are. One query, two where it is not remembered."""
        return self._length

    def __iter__(self) -> Iterator[StatementLine]:
        return iter(self[0 : len(self)])

    def _newest(self, count: int) -> list[tuple[int, str, int]]:
        """Return what so many lines are, newest first.

        Looked for among the entries of a time that should have four times as many: the database
        need not put all lines of an account in order.
        """
        if self._entered is not None and FURTHER * count < len(self):
            first, last = self._entered
            begins = max(first, self.period.begins(self.club) or first)
            ends = min(last, self.period.ends(self.club) or last)
            found = list(self._keys(ends - (ends - begins) * FURTHER * count / len(self))[:count])
            if len(found) == count:
                return found
        return list(self._keys()[:count])

    def __getitem__(self, some: slice) -> list[StatementLine]:
        """Return some lines. Five queries, one more where lines lie far apart."""
        balance = defaultdict(int, self.after)
        newest = self._newest(some.stop)
        for _entry, currency, coins in newest[: some.start]:
            balance[currency] -= coins
        keys = newest[some.start :]
        entries = {"entry__in": [entry for entry, _currency, _coins in keys]}
        found = _found(self.club, self.whose, self.period, **entries)
        others = _others(found.values())
        lines = []
        for entry, currency, coins in keys:
            each = found[entry, currency]
            lines.append(_line(self.club, currency, each, others, balance[currency]))
            balance[currency] -= coins
        return lines


class _Found:
    """The postings of one entry on an account, in one currency."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.amount = 0
        self.others: dict[int, None] = {}


def _found(
    club: Club, whose: Party, period: Period, **which: Iterable[int]
) -> dict[tuple[int, str], _Found]:
    """Return what the entries of a period moved on an account, by entry and currency."""
    found: dict[tuple[int, str], _Found] = {}
    for side, sign in SIDES:
        other = "debited" if side == "credited" else "credited"
        rows = postings_of(club, whose, side).annotate(other=party_of(other))
        rows = rows.filter(**within(period, club), **which)
        for posting in rows.select_related("entry").order_by("entry__at", "pk"):
            # Between the club's own two accounts nothing moves that a reader could follow.
            if posting.other != whose.pk:
                known = found.setdefault(
                    (posting.entry_id, posting.currency), _Found(posting.entry)
                )
                known.amount += sign * posting.amount
                known.others[posting.other] = None
    return found


def _others(found: Iterable[_Found]) -> dict[int, Party]:
    return parties({who for each in found for who in each.others})


def _line(
    club: Club, currency: str, found: _Found, people: Mapping[int, Party], balance: int
) -> StatementLine:
    return StatementLine(
        entry=found.entry,
        day=evening_of(club, found.entry.at),
        words=entry_in_words(found.entry),
        others=tuple(people[who].short_name for who in found.others),
        currency=find_currency(currency),
        amount=found.amount,
        balance=balance,
    )


def entry_in_words(entry: Entry) -> str:
    """Return what an entry is from: "Rubber 2, auction, Window table"."""
    data = entry.data
    words = []
    if entry.kind in (Kind.RUBBER, Kind.PUT_RIGHT) and "game" in data:
        rubber = {"number": data["rubber"], "game": _(find_game(data["game"]).short_name)}
        words.append(_("Rubber %(number)s, %(game)s") % rubber)
    if entry.kind == Kind.PUT_RIGHT:
        words.append(_("corrected"))
    elif entry.kind == Kind.SIDE_BET:
        words.append(words_of(data.get("words", "")))
    elif entry.kind != Kind.RUBBER:
        words.append(str(entry.get_kind_display()))
    if "table" in data:
        words.append(data["table"])
    if entry.reason and entry.kind != Kind.SIDE_BET:
        words.append(entry.reason)
    said = ", ".join(word for word in words if word)
    return said[:1].upper() + said[1:]


def payments_lately(club: Club, whose: Person | None, count: int = 12) -> list[Entry]:
    """Return payments made beside any slip that stand, newest first, everybody's or one's own."""
    payments = Entry.objects.filter(
        not_corrected(), club=club, kind=Kind.PAYMENT, place=""
    ).prefetch_related("postings__debited__person", "postings__credited__person")
    if whose is not None:
        own = Q(person=whose) | Q(person__merged_into=whose)
        accounts = club.accounts.filter(own)
        payments = payments.filter(
            Q(postings__debited__in=accounts) | Q(postings__credited__in=accounts)
        ).distinct()
    return list(payments.order_by("-pk")[:count]) if club.plays_for_money else []


@dataclass(frozen=True)
class Moment:
    """A line of an account: its evening, the smallest coins it moved, the balance after it."""

    day: dt.date
    amount: int
    balance: int
    is_payment: bool


# Of a posting: its currency, its entry's moment, key and kind, its coins, whose the other side is.
Row = tuple[str, dt.datetime, int, str, int, int]


def moments_of(club: Club, whose: Party, period: Period = ALWAYS) -> dict[str, list[Moment]]:
    """Return the lines of an account over a period by currency, the oldest first.

    Read as bare rows, with no entry's words: five queries at most, however old the account is.
    """
    found: dict[tuple[str, dt.datetime, int, str], int] = defaultdict(int)
    for side, sign in SIDES:
        other = "debited" if side == "credited" else "credited"
        rows = postings_of(club, whose, side).annotate(other=party_of(other))
        rows = rows.filter(**within(period, club)).order_by()
        told: Iterable[Row] = rows.values_list(
            "currency", "entry__at", "entry", "entry__kind", "amount", "other"
        )
        for currency, at, entry, kind, amount, between in told:
            # Between two accounts of one person nothing moves.
            if between != whose.pk:
                found[currency, at, entry, kind] += sign * amount
    begins = period.begins(club)
    own = [each.pk for each in accounts_of(club, whose)] if begins else []
    balances = defaultdict(int, account_sums(club, own, begins) if begins else {})
    moments: dict[str, list[Moment]] = defaultdict(list)
    for (currency, at, _entry, kind), amount in sorted(found.items()):
        balances[currency] += amount
        day, is_payment = evening_of(club, at), kind == Entry.Kind.PAYMENT
        moments[currency].append(Moment(day, amount, balances[currency], is_payment))
    return dict(moments)


def book_of(actor: Actor) -> Club:
    """Return the club whose book somebody may open. Raises Http404 where it plays for love."""
    if not actor.home.plays_for_money:
        raise Http404
    if not has_book(actor):
        raise PermissionDenied
    return actor.home


def account_for(actor: Actor, person: int) -> Person:
    """Return whose account somebody may see: the director anybody's, each person their own."""
    club = book_of(actor)
    found = Person.objects.filter(club=club, pk=person).select_related("merged_into").first()
    if found is None:
        raise Http404
    found = found.merged_into or found
    if not actor.is_director and actor.person != found:
        raise PermissionDenied
    return found


def period_of(request: ClubRequest) -> Period:
    """Return the period that an address asks for; what is no date is no end."""
    year = whole_number(request.GET.get("year"))
    if year is not None and 1900 <= year <= 9000:
        return Period.year(year)
    return Period(_day(request.GET.get("from")), _day(request.GET.get("to")))


def _day(text: str | None) -> dt.date | None:
    try:
        day = dt.date.fromisoformat((text or "").strip())
    except ValueError:
        return None
    return day if 1900 <= day.year <= 9000 else None


def has_book(actor: Actor) -> bool:
    """Whether somebody has a page in the club's book: the director, and who is a person of it."""
    plays = actor.club is not None and actor.club.plays_for_money
    return plays and (actor.is_director or actor.person is not None)
