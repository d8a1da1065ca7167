"""What accounts came to is kept by month: always what the postings come to, never believed."""

import datetime as dt
from collections import defaultdict
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubscore.club import clock
from clubscore.club.entry import authored, new_key
from clubscore.club.federation_numbers import merge_people
from clubscore.club.ledger import (
    EXCHANGE,
    SIDES,
    THE_CLUB,
    Balances,
    Origin,
    TheClub,
    Transfer,
    account_sums,
    balances_of,
    keep_sums,
    post,
    postings_in,
    standing_in,
    sums_at,
)
from clubscore.club.models import BroughtForward, Club, Entry, Posting
from clubscore.club.statements import AccountPages, Period, statement_of
from clubscore.home.jobs import BOOK, works
from clubscore.jobs import worker as working
from clubscore.jobs.models import Job
from clubscore.jobs.queue import ask
from tests.club.test_book import EVENING, Book
from tests.walks import by_examples

pytestmark = pytest.mark.postgres

BEGINS = dt.datetime(2025, 11, 20, 20, tzinfo=dt.UTC)
CURRENCIES = ("LSD", "EUR")
# Who stands on either side: two of the people, the club, its exchange account.
PARTIES = st.sampled_from([0, 1, 2, "club", "exchange"])
STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.just("post"), st.integers(0, 200),
            st.lists(
                st.tuples(PARTIES, PARTIES, st.sampled_from(CURRENCIES), st.integers(1, 900)),
                min_size=1, max_size=3,
            ),
        ),
        st.tuples(st.just("keep"), st.integers(0, 200), st.just(())),
    ),
    max_size=14,
)  # fmt: skip


def enter(book: Book, days: int, lines: Any) -> None:
    """Enter postings, all in one entry, so many days after the beginning."""
    keys = {"club": THE_CLUB, "exchange": EXCHANGE}
    keys |= {number: person.pk for number, person in enumerate(book.people)}
    added: dict[Transfer, int] = defaultdict(int)
    for one, two, currency, coins in lines:
        if one != two:
            added[Transfer(keys[one], keys[two], currency)] += coins
    with clock.at(BEGINS + dt.timedelta(days=days)):
        post(kind=Entry.Kind.RUBBER, origin=Origin(EVENING), lines=added,
             entry=authored(book.actor, book.club.pk, new_key()))  # fmt: skip


def keep(club: Club, days: int) -> list[dt.datetime] | None:
    """Keep sums as the worker does, so many days after the beginning."""
    with clock.at(BEGINS + dt.timedelta(days=days)):
        return keep_sums(club=club)


def plain_sums(club: Club, until: dt.datetime) -> dict[tuple[int, str], int]:
    """What accounts came to before a moment, posting by posting."""
    sums: dict[tuple[int, str], int] = defaultdict(int)
    for posting in Posting.objects.filter(club=club, entry__at__lt=until):
        for side, sign in SIDES:
            sums[getattr(posting, f"{side}_id"), posting.currency] += sign * posting.amount
    return something(sums)


def comes_to(book: Book, number: int) -> dict[str, int]:
    """What the account of one of a book's people comes to."""
    return account_sums(book.club, [book.people[number].account.pk])


def something(sums: dict[Any, int]) -> dict[Any, int]:
    """Sums without those that are nothing."""
    return {key: coins for key, coins in sums.items() if coins}


def balanced(balances: Balances) -> Balances:
    """Balances without those that are nothing."""
    found = {code: something(won) for code, won in balances.items()}
    return {code: won for code, won in found.items() if won}


class KeptSumsAreWhatThePostingsComeTo(TestCase):
    """Whatever is entered when, and whenever it is kept: also what is entered of long ago."""

    @by_examples(40, suppress_health_check=list(HealthCheck))
    @given(STEPS, st.lists(st.integers(-5, 240), max_size=4), st.integers(0, 8))
    def test_at_every_instant(self, steps: Any, moments: list[int], begins: int) -> None:
        book = Book()
        for what, days, lines in steps:
            if what == "post":
                enter(book, days, lines)
            else:
                assert keep(book.club, days) == []
            assert balanced(standing_in(book.club)) == balanced(balances_of(postings_in(book.club)))
            for kept in BroughtForward.objects.filter(club=book.club):
                told = {
                    (int(account), currency): coins
                    for currency, won in kept.sums.items()
                    for account, coins in won.items()
                }
                assert told == plain_sums(book.club, kept.before)
        for days in moments:
            moment = BEGINS + dt.timedelta(days=days)
            assert something(sums_at(book.club, moment)) == plain_sums(book.club, moment)
        merge_people(other=book.people[1], into=book.people[0], author="a test")
        since = Period((BEGINS + dt.timedelta(days=20 * begins)).date())
        for whose in (book.people[0], book.people[2], TheClub()):
            for period in (Period(), since, Period(None, since.first)):
                self.compare(book.club, whose, period)

    def compare(self, club: Club, whose: Any, period: Period) -> None:
        """An account page by page is the account as a whole."""
        whole, pages = statement_of(club, whose, period), AccountPages(club, whose, period)
        assert len(pages) == len(whole.lines)
        assert something(pages.after) == something(whole.after)
        assert something(pages.before) == something(whole.before)
        shown = [line for at in range(0, len(pages), 3) for line in pages[at : at + 3]]
        assert shown == list(whole.lines[::-1])


@pytest.mark.django_db
def test_what_is_entered_of_before_takes_away_what_was_kept_from_there_on() -> None:
    book, other = Book(), Book("Eve", "Fred")
    for each in (book, other):
        enter(each, 0, [(0, 1, "LSD", 5)])
        assert keep(each.club, 150) == []
    # November's end to March's.
    assert BroughtForward.objects.filter(club=book.club).count() == 5
    enter(book, 50, [(0, 1, "LSD", 7)])
    left = BroughtForward.objects.filter(club=book.club).order_by("before")
    assert [each.before.month for each in left] == [12, 1]
    assert BroughtForward.objects.filter(club=other.club).count() == 5
    assert keep(book.club, 150) == []
    assert left.all().count() == 5
    assert comes_to(book, 1) == {"LSD": 12}


@pytest.mark.django_db
def test_what_was_kept_wrongly_is_found_told_and_put_right() -> None:
    book = Book()
    enter(book, 0, [(0, 1, "LSD", 5)])
    keep(book.club, 40)
    kept = BroughtForward.objects.get(club=book.club)
    right, kept.sums = kept.sums, {"LSD": {str(book.people[0].account.pk): 99}}
    kept.save()
    job = ask(kind=BOOK)
    with clock.at(BEGINS + dt.timedelta(days=40)):
        taken = working.take("a worker")
        assert taken == job
        working.do(taken, works())
    job = Job.objects.get(pk=job.pk)
    assert job.state == Job.State.FAILED
    assert job.trouble == (
        "Monthly balances differed from the entries in Accounts and were calculated again."
    )
    kept.refresh_from_db()
    assert kept.sums == right
    assert keep(book.club, 40) == []


@pytest.mark.django_db
def test_kept_months_spare_reading_the_postings_before_them() -> None:
    book = Book()
    for days in range(0, 150, 5):
        enter(book, days, [(0, 1, "LSD", 5)])
    keep(book.club, 150)
    newest = BroughtForward.objects.latest("before")
    newest.sums = {"LSD": {str(book.people[1].account.pk): 1000}}
    newest.save()
    since = Posting.objects.filter(entry__at__gte=newest.before).count()
    assert comes_to(book, 1) == {"LSD": 1000 + 5 * since}


@pytest.mark.django_db
def test_a_page_of_an_account_takes_as_many_queries_however_long_it_is() -> None:
    asked = []
    for entries in (40, 160):
        book = Book()
        for number in range(entries):
            enter(book, number, [(0, 1, "LSD", 5)])
        keep(book.club, entries)
        with CaptureQueriesContext(connection) as queries:
            pages = AccountPages(book.club, book.people[0])
            assert len(pages) == entries and len(pages[0:10]) == 10
        asked.append(len(queries))
    assert asked == [asked[0]] * 2 and asked[0] <= 13


@pytest.mark.django_db(transaction=True)
def test_keeping_never_waits_for_somebody_who_writes(together: Any) -> None:
    book = Book()
    jobs = [lambda: enter(book, 1, [(0, 1, "LSD", 5)]), lambda: keep(book.club, 90)] * 3
    for done in together(*jobs):
        assert not isinstance(done, Exception), done
    keep(book.club, 90)
    assert comes_to(book, 1) == {"LSD": 15}
    assert balanced(standing_in(book.club)) == balanced(balances_of(postings_in(book.club)))
