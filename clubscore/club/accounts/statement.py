"""A person's account: every line with what it is from, and the balance after it."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Min, Q
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.accounts.balances import Party, account_sums, parties, party_of, postings_of
from clubscore.club.evening import end_of, evening_of
from clubscore.club.models import Club, Entry, Person
from clubscore.club.own_words import words_of
from clubscore.laws.games import find_game
from clubscore.laws.sheet.money import Currency, find_currency

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
class Line:
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
    lines: tuple[Line, ...]
    after: dict[str, int]


ALWAYS = Period()


def statement_of(club: Club, whose: Party, period: Period = ALWAYS) -> Statement:
    """Return an account. Six queries, however long it is."""
    begins, ends = period.begins(club), period.ends(club)
    before = account_sums(club, whose, begins) if begins else {}
    found: dict[tuple[int, str], _Found] = {}
    for side, sign in (("credited", 1), ("debited", -1)):
        other = "debited" if side == "credited" else "credited"
        rows = postings_of(club, whose, side).annotate(other=party_of(other))
        if begins:
            rows = rows.filter(entry__at__gte=begins)
        if ends:
            rows = rows.filter(entry__at__lt=ends)
        for posting in rows.select_related("entry").order_by("entry__at", "pk"):
            # Between the club's own two accounts nothing moves that a reader could follow.
            if posting.other != whose.pk:
                known = found.setdefault(
                    (posting.entry_id, posting.currency), _Found(posting.entry)
                )
                known.amount += sign * posting.amount
                known.others[posting.other] = None
    people = parties({who for each in found.values() for who in each.others})
    ordered = sorted(found.items(), key=lambda item: (item[1].entry.at, item[0]))
    balance: dict[str, int] = defaultdict(int, before)
    lines = tuple(_lines(club, ordered, people, balance))
    return Statement(whose, period, before, lines, dict(balance))


class _Found:
    """The postings of one entry on an account, in one currency."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.amount = 0
        self.others: dict[int, None] = {}


def _lines(
    club: Club,
    found: Iterable[tuple[tuple[int, str], _Found]],
    people: Mapping[int, Party],
    balance: dict[str, int],
) -> Iterator[Line]:
    for (_entry, currency), each in found:
        balance[currency] += each.amount
        yield Line(
            entry=each.entry,
            day=evening_of(club, each.entry.at),
            words=entry_in_words(each.entry),
            others=tuple(people[who].short_name for who in each.others),
            currency=find_currency(currency),
            amount=each.amount,
            balance=balance[currency],
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


def years_of(club: Club) -> list[int]:
    """Return the years in which something was entered, newest first. One query."""
    first: dt.datetime | None = Entry.objects.filter(club=club).aggregate(first=Min("at"))["first"]
    if first is None:
        return []
    newest = evening_of(club, clock.now()).year
    return list(range(newest, evening_of(club, first).year - 1, -1))


def payments_lately(club: Club, whose: Person | None, count: int = 12) -> list[Entry]:
    """Return payments made beside any slip that stand, newest first, everybody's or one's own."""
    payments = Entry.objects.filter(
        club=club, kind=Kind.PAYMENT, place="", corrections=None
    ).prefetch_related("postings__debited__person", "postings__credited__person")
    if whose is not None:
        own = Q(person=whose) | Q(person__merged_into=whose)
        accounts = club.accounts.filter(own)
        payments = payments.filter(
            Q(postings__debited__in=accounts) | Q(postings__credited__in=accounts)
        ).distinct()
    return list(payments.order_by("-pk")[:count]) if club.plays_for_money else []
