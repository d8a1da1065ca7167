"""What somebody's account came to, as a picture: counted again from what was posted at random."""

import datetime as dt
import random
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from clubscore.club.entry import new_key
from clubscore.club.federation_numbers import merge_people
from clubscore.club.logins import found_club
from clubscore.club.models import Account, Club, Entry, Person, Posting
from clubscore.club.wording import speak_amount
from clubscore.extras.years.pages import balances
from clubscore.laws.money import find_currency
from clubscore.web.charts import Picture
from tests.web.test_pictures import faults

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
CURRENCIES = ("GBP", "LSD")


@dataclass
class Booked:
    """A posting as it was written here: when, in which currency, what it brought Ann."""

    at: dt.datetime
    currency: str
    coins: int
    is_payment: bool

    @property
    def evening(self) -> dt.date:
        return (self.at - dt.timedelta(hours=6)).date()


class Book:
    """A club by Greenwich's clock in whose book something was posted at random."""

    def __init__(self, seed: int, lines: int, years: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - not a secret
        self.club: Club = found_club(name=f"Portland {seed}", author="a test")
        Club.objects.filter(pk=self.club.pk).update(time_zone="UTC")
        self.club.refresh_from_db()
        names = ("Ann", "Bob", "Cecil", "Ann A.")
        self.people = [Person.objects.create(club=self.club, name=n, short_name=n) for n in names]
        self.accounts = [
            Account.objects.create(club=self.club, kind="person", person=each)
            for each in self.people
        ]
        begin = dt.datetime(2016, 1, 1, tzinfo=dt.UTC)
        hours = sorted(self.chance.randrange(0, years * 365 * 24) for _line in range(lines))
        self.booked = [self._post(begin + dt.timedelta(hours=each)) for each in hours]
        # "Ann A." turns out to be Ann: her account is Ann's from then on.
        merge_people(other=self.people[3], into=self.people[0], author="a test")

    def _post(self, at: dt.datetime) -> Booked:
        kind = self.chance.choice(("rubber", "rubber", "table-money", "payment"))
        entry = Entry.objects.create(
            club=self.club, at=at, author="a test", key=new_key(), kind=kind, evening=at.date()
        )
        currency, coins = self.chance.choice(CURRENCIES), self.chance.randint(1, 90)
        one, other = self.chance.sample(range(4), 2)
        Posting.objects.create(
            club=self.club, entry=entry, debited=self.accounts[one],
            credited=self.accounts[other], currency=currency, amount=coins,
        )  # fmt: skip
        own = (0, 3)
        return Booked(at, currency, coins * ((other in own) - (one in own)), kind == "payment")

    def lines_of(self, year: int | None) -> dict[str, list[tuple[Booked, int]]]:
        """Ann's lines of a year by currency, each with the balance after it."""
        found: dict[str, list[tuple[Booked, int]]] = defaultdict(list)
        sums: dict[str, int] = defaultdict(int)
        for each in self.booked:
            sums[each.currency] += each.coins
            if each.coins and year in (None, each.evening.year):
                found[each.currency].append((each, sums[each.currency]))
        return found


def wrong(book: Book, year: int | None, made: list[Picture]) -> list[Any]:
    """What of the pictures is not as counted: balances line by line, ends, payments."""
    lines = {code: each for code, each in book.lines_of(year).items() if _shown(each)}
    found: list[Any] = [] if len(made) == len(lines) else [len(made)]
    for picture, (code, each) in zip(made, sorted(lines.items()), strict=False):
        currency = find_currency(code)
        last_of: dict[Any, int] = {}
        for number, (line, balance) in enumerate(each):
            last_of[number if len(each) <= 80 else _part(each, line)] = balance
        told = [speak_amount(balance, currency) for balance in last_of.values()]
        found += [] if [row[1] for row in picture.twin.rows] == told else [code]
        paid = [speak_amount(line.coins, currency) for line, _sum in each if line.is_payment]
        shown = " ".join(row[2] for row in picture.twin.rows if len(row) > 2)
        found += [one for one in paid if one not in shown]
        ends = (told[-1], *(speak_amount(f(last_of.values()), currency) for f in (max, min)))
        found += [one for one in ends if one not in picture.finding]
        found += faults(picture)
    return found


def _shown(lines: list[tuple[Booked, int]]) -> bool:
    """An account is drawn where it has two places."""
    return len(lines) > 1 and (
        len(lines) <= 80 or len({_part(lines, line) for line, _sum in lines}) > 1
    )


def _part(lines: list[tuple[Booked, int]], of: Booked) -> Any:
    """The part of the time of a line: a day where few, a month up to 120 of them, else a year."""
    days = {line.evening for line, _sum in lines}
    months = {(day.year, day.month) for day in days}
    day = of.evening
    if len(days) <= 30:
        return day
    return (day.year, day.month) if len(months) <= 120 else day.year


@given(
    seed=st.integers(0, 10**9),
    lines=st.sampled_from((0, 1, 3, 20, 200, 300)),
    years=st.sampled_from((1, 3, 10)),
)
@examples(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_the_account_of_all_years_and_of_each(seed: int, lines: int, years: int) -> None:
    book = Book(seed, lines, years)
    ann = book.people[0]
    for year in (None, 2016, 2017):
        assert wrong(book, year, balances(ann, year)) == []


def test_what_is_counted_again_finds_a_balance_that_is_wrong() -> None:
    book = Book(5, 200, 10)
    made = balances(book.people[0], None)
    assert len(made) == 2 and wrong(book, None, made) == []
    book.booked[3].coins += 1
    assert wrong(book, None, made) != []


@pytest.mark.parametrize(
    ("lines", "years", "words"),
    [(20, 10, "in the end; highest"), (300, 4, "after no month"), (900, 14, "after no year")],
)
def test_the_finding_says_of_when_its_highest_is(lines: int, years: int, words: str) -> None:
    book = Book(9, lines, years)
    (made, *_more) = balances(book.people[0], None)
    assert words in made.finding and faults(made) == []


def test_ten_years_cost_no_more_queries_than_one() -> None:
    book = Book(3, 200, 10)
    counted = []
    for year in (2016, None):
        with CaptureQueriesContext(connection) as asked:
            assert balances(book.people[0], year)
        counted.append(len(asked))
    assert counted[1] <= counted[0] <= 8
