"""The club's book: it sums to nothing at every instant, and only contrary entries correct it."""

import datetime as dt
import importlib
from collections import defaultdict
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, models, transaction
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import ChangedMeanwhile, Refused, authored, new_key
from clubscore.club.federation_numbers import merge_people
from clubscore.club.ledger import (
    EXCHANGE,
    THE_CLUB,
    Origin,
    Transfer,
    account_sums,
    accounts_of,
    balances_of,
    contradict,
    owed_in,
    parties,
    post,
    postings_in,
)
from clubscore.club.logins import found_club
from clubscore.club.models import Account, Club, Entry, Person, Posting
from clubscore.club.payments import (
    Handed,
    pay,
    rate_between,
    rates_of,
    reckon_over,
    set_rate,
    take_back,
    withdraw_rate,
)
from clubscore.club.statements import Period, statement_of
from clubscore.club.table_money import charge_table, post_table_money, set_fee, waive
from tests.walks import by_examples

pytestmark = pytest.mark.postgres

kept = importlib.import_module("clubscore.club.migrations.0004_the_book_is_kept")
EVENING = dt.date(2026, 10, 6)
SHILLING = 48
Kind = Entry.Kind


class Book:
    """A club with a book and some people."""

    def __init__(self, *names: str) -> None:
        self.club: Club = found_club(name="Portland", author="a test")
        self.actor = Actor(level=Level.DIRECTOR, club=self.club)
        self.people = [
            Person.objects.create(club=self.club, name=name, short_name=name)
            for name in names or ("Ann", "Bob", "Cecil", "Dora")
        ]

    def lose(self, loser: int, winner: int, coins: int, currency: str = "LSD") -> Entry:
        """Let one lose coins to another at a table, by their places in the list."""
        made = post(
            kind=Kind.RUBBER,
            origin=Origin(EVENING, "rubber", "1"),
            lines={Transfer(self.people[loser].pk, self.people[winner].pk, currency): coins},
            entry=authored(self.actor, self.club.pk, new_key()),
        )
        assert made is not None
        return made

    def sums(self, currency: str = "LSD") -> list[int]:
        """Return everybody's balance in one currency."""
        balances = balances_of(postings_in(self.club)).get(currency, {})
        return [balances.get(person.pk, 0) for person in self.people]

    @property
    def owed(self) -> list[tuple[str, str, int, str]]:
        """Who owes whom, by name."""
        return [
            (one.payer.name, one.payee.name, one.amount, one.currency.code)
            for one in owed_in(self.club)
        ]

    def handed(self, amount: int | None = None, coin: str = "", at: int = 0) -> Handed:
        """The first line of who owes whom, as the key "Paid" says it."""
        one = owed_in(self.club)[at]
        return Handed(one.payer.pk, one.payee.pk, one.currency.code, one.amount, amount, coin)

    def pay(self, amount: int | None = None, coin: str = "", key: str = "") -> Entry:
        """Pay the first line."""
        return pay(
            club=self.club,
            handed=self.handed(amount, coin),
            key=key or new_key(),
            actor=self.actor,
        )


def account_balances(club: Club) -> dict[str, int]:
    """Return what all accounts of a club come to, currency by currency, by plain addition."""
    sums: dict[str, int] = defaultdict(int)
    for account in Account.objects.filter(club=club):
        for posting in account.credits.all():
            sums[posting.currency] += posting.amount
        for posting in account.debits.all():
            sums[posting.currency] -= posting.amount
    return dict(sums)


class TheBookSumsToNothing(TestCase):
    """Whatever is entered, through whatever service, each currency and entry sums to nothing."""

    @by_examples(30, suppress_health_check=list(HealthCheck))
    @given(
        steps=st.lists(
            st.tuples(
                st.sampled_from(
                    [
                        "rubber",
                        "pay",
                        "part",
                        "coin",
                        "not-paid",
                        "fee",
                        "waive",
                        "over",
                        "contrary",
                    ]
                ),
                st.integers(0, 3),
                st.integers(0, 3),
                st.integers(1, 5000),
                st.sampled_from(["LSD", "EUR", "JPY"]),
            ),
            max_size=14,
        )
    )
    def test_at_every_instant(self, steps: list[tuple[str, int, int, int, str]]) -> None:
        book = Book()
        set_rate(club=book.club, currency="LSD", coins=48, into="EUR", into_coins=101, author="x")
        for number, step in enumerate(steps):
            self.take(book, number, *step)
            assert set(account_balances(book.club).values()) <= {0}
            for sums in balances_of(postings_in(book.club)).values():
                assert sum(sums.values()) == 0
            for entry in Entry.objects.filter(club=book.club):
                assert entry.postings.exists()
        # What is owed clears every balance, with fewer payments than people.
        for code, sums in balances_of(postings_in(book.club)).items():
            lines = [one for one in owed_in(book.club) if one.currency.code == code]
            assert len(lines) < max(len([coins for coins in sums.values() if coins]), 1)
            cleared = defaultdict(int, sums)
            for one in lines:
                cleared[one.payer.pk] += one.amount
                cleared[one.payee.pk] -= one.amount
            assert set(cleared.values()) <= {0}

    def take(self, book: Book, number: int, what: str, one: int, two: int, n: int, c: str) -> None:
        """Do one thing; where there is nothing to do it to, do nothing."""
        if what == "rubber":
            if one != two:
                book.lose(one, two, n, c)
        elif what == "fee":
            self.charge(book, number, n, c)
        elif what == "over":
            rate = rates_of(book.club.pk)[0]
            reckon_over(club=book.club, rate=rate, key=new_key(), actor=book.actor)
        elif what in ("pay", "part", "coin"):
            self.pay(book, what, n)
        else:
            self.answer(book, what)

    def charge(self, book: Book, number: int, amount: int, currency: str) -> None:
        per = ("person", "table")[amount % 2]
        set_fee(club=book.club, amount=amount, currency=currency, per=per, author="x")
        charge_table(
            club=book.club,
            people=[person.pk for person in book.people],
            origin=Origin(EVENING + dt.timedelta(days=number), "rubber", "1"),
            key=new_key(),
            actor=book.actor,
        )

    def pay(self, book: Book, what: str, n: int) -> None:
        amount = n if what == "part" or (what == "coin" and n % 2) else None
        if owed_in(book.club):
            try:
                book.pay(amount=amount, coin="EUR" if what == "coin" else "")
            except Refused:
                # More than is owed, or too little for the other coin: refused, nothing is entered.
                assert what in ("part", "coin")

    def answer(self, book: Book, what: str) -> None:
        kinds = {"not-paid": [Kind.PAYMENT], "waive": [Kind.TABLE_MONEY], "contrary": Kind.values}
        entries = Entry.objects.filter(club=book.club, kind__in=kinds[what])
        last = entries.order_by("pk").last()
        if last is not None and what == "not-paid":
            take_back(payment=last, key=new_key(), actor=book.actor)
        elif last is not None and what == "waive":
            waive(charged=last, reason="", key=new_key(), actor=book.actor)
        elif last is not None:
            entry = authored(book.actor, book.club.pk, new_key())
            contradict(wrong=last, kind=Kind.PUT_RIGHT, entry=entry)


@pytest.mark.django_db
class TestTheDatabaseKeepsTheBook:
    """Not only the services: the tables themselves refuse what a book never does."""

    def test_half_a_posting_cannot_be_written(self) -> None:
        book = Book()
        entry = book.lose(0, 1, 10)
        debited = book.people[0].account
        for wrong in ({"credited": None}, {"credited": debited}, {"amount": 0}, {"amount": -1}):
            facts: dict[str, Any] = {
                "club": book.club, "entry": entry, "debited": debited,
                "credited": book.people[1].account, "currency": "LSD", "amount": 5,
            }  # fmt: skip
            with pytest.raises(IntegrityError), transaction.atomic():
                Posting.objects.bulk_create([Posting(**(facts | wrong))])
        assert book.sums() == [-10, 10, 0, 0]

    @pytest.mark.parametrize(
        "order",
        [
            "UPDATE club_posting SET amount = 1",
            "UPDATE club_entry SET kind = 'payment'",
            "UPDATE club_entry SET evening = '2020-01-01'",
            "DELETE FROM club_posting",
            "DELETE FROM club_entry",
        ],
    )
    def test_nothing_is_changed_or_deleted(self, order: str) -> None:
        with_triggers()
        book = Book()
        book.lose(0, 1, 10)
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(order)
        assert book.sums() == [-10, 10, 0, 0]

    def test_a_posting_stays_within_one_club(self) -> None:
        book, other = Book(), Book("Eve", "Fred")
        ours, theirs = book.lose(0, 1, 10), other.lose(0, 1, 10)
        strangers = [
            {"entry": ours, "credited": other.people[0].account},
            {"entry": theirs, "credited": book.people[1].account},
        ]
        for strange in strangers:
            with pytest.raises(DatabaseError), transaction.atomic():
                Posting.objects.bulk_create(
                    [Posting(club=book.club, debited=book.people[0].account, currency="LSD",
                             amount=5, **strange)]
                )  # fmt: skip

    def test_a_login_may_go_and_its_entries_stay(self, django_user_model: Any) -> None:
        with_triggers()
        book = Book()
        user = django_user_model.objects.create(username="ann")
        book.actor = Actor(level=Level.DIRECTOR, club=book.club, user=user)
        entry = book.lose(0, 1, 10)
        user.delete()
        assert Entry.objects.get(pk=entry.pk).author == "ann"

    def test_the_program_refuses_too(self) -> None:
        entry = Book().lose(0, 1, 10)
        for row in (entry, entry.postings.get()):
            with pytest.raises(TypeError):
                row.save()
            with pytest.raises(TypeError):
                row.delete()
        rows: models.QuerySet[Any]
        for rows in (Entry.objects.all(), Posting.objects.all()):
            with pytest.raises(TypeError):
                rows.update(club=entry.club)
            with pytest.raises(TypeError):
                rows.delete()


def with_triggers() -> None:
    """Set every trigger again: tests take away those that would keep a database from emptying."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name, trigger in kept.sqlite_triggers().items():
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
                cursor.execute(trigger)


@pytest.mark.django_db
class TestWhoOwesWhom:
    """Over many evenings: the fewest payments, in full or in part."""

    def test_evenings_are_netted_and_the_rest_is_carried_over(self) -> None:
        book = Book()
        book.lose(0, 2, 20 * SHILLING)
        book.lose(1, 3, 5 * SHILLING)
        book.lose(2, 0, 7 * SHILLING)
        book.lose(3, 1, 5 * SHILLING)
        assert book.owed == [("Ann", "Cecil", 13 * SHILLING, "LSD")]
        book.pay(amount=4 * SHILLING)
        assert book.owed == [("Ann", "Cecil", 9 * SHILLING, "LSD")]
        book.pay()
        assert book.owed == []

    def test_the_same_key_pays_once_and_what_is_gone_is_not_paid_again(self) -> None:
        book = Book()
        book.lose(0, 2, 480)
        seen = book.handed()
        one = pay(club=book.club, handed=seen, key="tap", actor=book.actor)
        assert pay(club=book.club, handed=seen, key="tap", actor=book.actor) == one
        with pytest.raises(Refused):
            pay(club=book.club, handed=seen, key="other", actor=book.actor)
        take_back(payment=one, key=new_key(), actor=book.actor)
        assert take_back(payment=one, key=new_key(), actor=book.actor).corrects == one
        assert book.owed == [("Ann", "Cecil", 480, "LSD")]

    @pytest.mark.parametrize("amount", [0, -1, 481])
    def test_nobody_pays_more_than_is_owed(self, amount: int) -> None:
        book = Book()
        book.lose(0, 2, 480)
        with pytest.raises(Refused):
            book.pay(amount=amount)

    def test_a_player_pays_for_himself_only(self) -> None:
        book = Book()
        book.lose(0, 2, 480)
        book.actor = Actor(level=Level.SCORER, club=book.club, person=book.people[1])
        with pytest.raises(Refused):
            book.pay()
        book.actor = Actor(level=Level.PLAYER, club=book.club, person=book.people[2])
        book.pay()
        assert book.owed == []

    def test_guests_settle_first(self) -> None:
        book = Book()
        Person.objects.filter(pk=book.people[3].pk).update(kind=Person.Kind.GUEST)
        book.lose(0, 2, 480)
        book.lose(3, 1, 48)
        assert [line[0] for line in book.owed] == ["Dora", "Ann"]

    def test_two_entries_of_one_person_have_one_account(self) -> None:
        book = Book()
        book.lose(0, 2, 480)
        book.lose(1, 2, 20)
        merge_people(other=book.people[0], into=book.people[1], author="a test")
        assert book.owed == [("Bob", "Cecil", 500, "LSD")]
        assert account_sums(
            book.club, [each.pk for each in accounts_of(book.club, book.people[1])]
        ) == {"LSD": -500}
        assert [line.amount for line in statement_of(book.club, book.people[1]).lines] == [
            -480,
            -20,
        ]

    def test_two_pay_the_same_line_at_once(self, together: Any) -> None:
        book = Book()
        book.lose(0, 2, 480)
        seen = book.handed()
        jobs = [
            lambda key=key: pay(club=book.club, handed=seen, key=key, actor=book.actor)
            for key in ("one", "two")
        ]
        done = together(*jobs)
        assert sorted(type(each).__name__ for each in done) == ["Entry", "Refused"]
        assert book.owed == []


@pytest.mark.django_db
class TestRates:
    """One coin paid in another: each currency sums to nothing, fractions are rounded once."""

    def test_a_shilling_is_a_euro(self) -> None:
        book = Book()
        book.lose(0, 2, 17 * SHILLING)
        set_rate(club=book.club, currency="LSD", coins=48, into="EUR", into_coins=100, author="x")
        payment = book.pay(coin="EUR")
        assert payment.postings.get().amount == 1700
        assert (book.owed, book.sums("LSD"), book.sums("EUR")) == ([], [0] * 4, [0] * 4)
        take_back(payment=payment, key=new_key(), actor=book.actor)
        assert book.owed == [("Ann", "Cecil", 17 * SHILLING, "LSD")]

    def test_a_part_in_the_other_coin(self) -> None:
        book = Book()
        book.lose(0, 2, 17 * SHILLING)
        set_rate(club=book.club, currency="LSD", coins=48, into="EUR", into_coins=100, author="x")
        book.pay(amount=1050, coin="EUR")
        # €10.50 is ten and a half shillings.
        assert book.owed == [("Ann", "Cecil", 6 * SHILLING + 24, "LSD")]

    def test_everything_is_reckoned_over_and_what_rounding_leaves_is_the_clubs(self) -> None:
        book = Book()
        for loser, winner in ((0, 1), (0, 2), (0, 3)):
            book.lose(loser, winner, 50)
        set_rate(club=book.club, currency="LSD", coins=3, into="EUR", into_coins=2, author="x")
        rate = rates_of(book.club.pk)[0]
        one = reckon_over(club=book.club, rate=rate, key="over", actor=book.actor)
        assert reckon_over(club=book.club, rate=rate, key="over", actor=book.actor) == one
        # 150 is 100; 50 is 33 and a third, rounded to 33 three times: one cent is left over.
        assert book.sums("EUR") == [-100, 33, 33, 33]
        assert book.sums("LSD") == [0, 0, 0, 0]
        exchange = Account.objects.get(club=book.club, kind=Account.Kind.EXCHANGE)
        assert sum(p.amount for p in exchange.credits.filter(currency="EUR")) == 100
        assert sum(p.amount for p in exchange.debits.filter(currency="EUR")) == 99
        assert ("Ann", "the club", 1, "EUR") in book.owed

    def test_the_newest_rate_counts_and_the_old_ones_are_kept(self) -> None:
        book = Book()
        for worth in (100, 100, 120):
            set_rate(club=book.club, currency="LSD", coins=48, into="EUR", into_coins=worth,
                     author="x")  # fmt: skip
        assert book.club.rates.count() == 2
        assert rate_between(book.club.pk, "EUR", "LSD") == pytest.approx(48 / 120)
        assert rate_between(book.club.pk, "LSD", "GBP") is None
        with pytest.raises(Refused):
            set_rate(club=book.club, currency="EUR", coins=1, into="EUR", into_coins=1, author="x")
        with pytest.raises(Refused):
            set_rate(club=book.club, currency="EUR", coins=0, into="GBP", into_coins=1, author="x")

    def test_a_rate_is_withdrawn_and_may_be_set_again(self) -> None:
        book = Book()
        terms = {"currency": "LSD", "coins": 48, "into": "EUR", "into_coins": 100}
        rate = set_rate(club=book.club, author="x", **terms)
        with pytest.raises(ChangedMeanwhile):
            withdraw_rate(club=book.club, rate=rate.pk, author="x", seen="2s is worth €1.00")
        for _again in range(2):
            withdraw_rate(club=book.club, rate=rate.pk, author="x", seen="1s is worth €1.00")
        assert rate_between(book.club.pk, "LSD", "EUR") is None
        assert rates_of(book.club.pk) == []
        assert book.club.rates.count() == 2
        assert set_rate(club=book.club, author="x", **terms).pk != rate.pk
        assert rate_between(book.club.pk, "EUR", "LSD") == pytest.approx(48 / 100)

    def test_without_a_rate_nothing_is_changed(self) -> None:
        book = Book()
        book.lose(0, 2, 480)
        with pytest.raises(Refused):
            book.pay(coin="EUR")


@pytest.mark.django_db
class TestTableMoney:
    """The club's fee, a line of its own."""

    def charge(self, book: Book, place: str = "1", people: int = 4) -> list[Entry]:
        return charge_table(
            club=book.club,
            people=[person.pk for person in book.people[:people]],
            origin=Origin(EVENING, "rubber", place),
            key=new_key(),
            actor=book.actor,
        )

    def test_a_person_pays_once_an_evening(self) -> None:
        book = Book()
        set_fee(club=book.club, amount=SHILLING, currency="LSD", per="person", author="x")
        assert len(self.charge(book, people=3)) == 3
        assert [entry.subject for entry in self.charge(book, place="2")] == [
            f"person:{book.people[3].pk}"
        ]
        assert balances_of(postings_in(book.club))["LSD"][THE_CLUB] == 4 * SHILLING
        assert ("Ann", "the club", SHILLING, "LSD") in book.owed

    def test_a_table_is_shared_to_the_last_coin(self) -> None:
        book = Book()
        set_fee(club=book.club, amount=50, currency="EUR", per="table", author="x")
        self.charge(book, people=3)
        assert book.sums("EUR") == [-17, -17, -16, 0]
        assert self.charge(book, people=4) == []

    def test_let_off_stays_let_off(self) -> None:
        book = Book()
        set_fee(club=book.club, amount=SHILLING, currency="LSD", per="person", author="x")
        charged = self.charge(book)[0]
        for _again in range(2):
            waive(charged=charged, reason="first evening", key=new_key(), actor=book.actor)
        assert book.sums() == [0, -SHILLING, -SHILLING, -SHILLING]
        assert self.charge(book) == []

    def test_no_fee_and_no_money_charge_nothing(self) -> None:
        book = Book()
        assert self.charge(book) == []
        set_fee(club=book.club, amount=SHILLING, currency="LSD", per="person", author="x")
        Club.objects.filter(pk=book.club.pk).update(plays_for_money=False)
        book.club.refresh_from_db()
        assert self.charge(book) == []

    def test_a_room_posts_what_it_takes_once(self) -> None:
        book = Book()
        for _again in range(2):
            post_table_money(
                club=book.club,
                amounts={book.people[0].pk: 500},
                currency="EUR",
                origin=Origin(EVENING, "duplicate", "7"),
                key="entry-fee",
                actor=book.actor,
            )
        assert book.sums("EUR")[0] == -500


@pytest.mark.django_db
def test_a_statement_runs_and_begins_where_the_last_ended() -> None:
    book = Book()
    for day, coins in ((1, 100), (2, 30), (40, 5)):
        with clock.at(dt.datetime(2026, 9, 1, 20, tzinfo=dt.UTC) + dt.timedelta(days=day)):
            book.lose(0, 1, coins)
            book.lose(2, 0, 10)
    whole = statement_of(book.club, book.people[0])
    assert [line.amount for line in whole.lines] == [-100, 10, -30, 10, -5, 10]
    assert [line.balance for line in whole.lines] == [-100, -90, -120, -110, -115, -105]
    later = statement_of(book.club, book.people[0], Period(dt.date(2026, 9, 3)))
    assert later.before == {"LSD": -90}
    assert [line.balance for line in later.lines] == [-120, -110, -115, -105]
    earlier = statement_of(book.club, book.people[0], Period(None, dt.date(2026, 9, 2)))
    assert earlier.after == {"LSD": -90}
    assert earlier.lines[0].others == ("Bob",)


@pytest.mark.django_db
def test_a_statement_and_the_book_take_as_many_queries_however_long(
    django_assert_num_queries: Any,
) -> None:
    book = Book()
    for _number in range(30):
        book.lose(0, 1, 7)
    with django_assert_num_queries(3):
        statement_of(book.club, book.people[0])
    with django_assert_num_queries(7):
        owed_in(book.club)


@pytest.mark.django_db
def test_a_club_that_plays_for_love_has_no_book() -> None:
    book = Book()
    book.lose(0, 1, 10)
    Club.objects.filter(pk=book.club.pk).update(plays_for_money=False)
    book.club.refresh_from_db()
    assert owed_in(book.club) == []
    assert statement_of(book.club, book.people[0]).lines == ()
    assert parties([book.people[0].pk])[book.people[0].pk] == book.people[0]
    assert EXCHANGE not in parties([])
