"""What is made up and agreed stands in the book at once, to the coin of a score file."""

import datetime as dt
import importlib
from collections import defaultdict
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubscore.club import clock
from clubscore.club.ledger import balances_of, carried_over, owed_in, postings_in
from clubscore.club.models import Account, Entry, Posting
from clubscore.club.table_money import set_fee
from clubscore.laws.money import round_coins
from clubscore.rubbers.models import Settlement
from clubscore.rubbers.seating import break_off, close_sitting, reopen_sitting, void_sitting
from clubscore.rubbers.selectors import new_key
from tests.rubbers.tables import CROWN, LAWS_BLOCK, Table
from tests.rubbers.test_settling import agree, block, hand_over, put_right, slip
from tests.walks import by_examples

pytestmark = pytest.mark.postgres
Kind = Entry.Kind


def said_by_settlements(table: Table) -> dict[str, dict[int, int]]:
    """Add the exact fractions of an evening by pair and round each once; never ask the book."""
    exact: dict[tuple[str, int, int], Fraction] = defaultdict(Fraction)
    for row in Settlement.objects.filter(club=table.club, part__sitting__voided_at=None):
        for payer, payee, _points, coins in row.exact:
            if row.currency:
                low, high = sorted((payer, payee))
                sign = 1 if payer == low else -1
                exact[row.currency, low, high] += sign * Fraction(coins)
    sums: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for (currency, payer, payee), coins in exact.items():
        sums[currency][payer] -= round_coins(coins)
        sums[currency][payee] += round_coins(coins)
    return {
        c: {who: n for who, n in won.items() if n} for c, won in sums.items() if any(won.values())
    }


def said_by_book(table: Table) -> dict[str, dict[int, int]]:
    """What the book says of the same."""
    rubbers = postings_in(table.club).filter(entry__kind__in=[Kind.RUBBER, Kind.PUT_RIGHT])
    sums = balances_of(rubbers)
    return {
        c: {who: n for who, n in won.items() if n} for c, won in sums.items() if any(won.values())
    }


def check(table: Table) -> None:
    """Compare the book, the slip and the settlements."""
    assert said_by_book(table) == said_by_settlements(table)
    for code, won in slip(table).money.items():
        assert {who: n for who, n in won.items() if n} == said_by_book(table).get(code, {})


class TheBookAndTheSettlementsAgree(TestCase):
    """Through agreeing, putting right, voiding and opening again, at stakes finer than a coin."""

    @by_examples(15, suppress_health_check=list(HealthCheck))
    @given(
        deals=st.lists(
            st.tuples(st.sampled_from("CDHS"), st.sampled_from("ABC"), st.integers(5, 13)),
            min_size=2,
            max_size=8,
        ),
        wrong=st.lists(st.tuples(st.integers(1, 8), st.integers(5, 13)), max_size=3),
        amount=st.sampled_from(["¼d", "1d", "7s 3½d"]),
        void=st.booleans(),
    )
    def test_cut_throat(
        self,
        deals: list[tuple[str, str, int]],
        wrong: list[tuple[int, int]],
        amount: str,
        void: bool,
    ) -> None:
        table = Table("cut-throat", {"amount": amount, "currency": "LSD", "per": 100})
        for suit, declarer, tricks in deals:
            rubbers = table.standing.sheet.rubbers
            if rubbers and rubbers[-1].deal == len(table.standing.live):
                agree(table, len(rubbers))
                check(table)
            table.record({"bid": f"3{suit}", "declarer": declarer, "tricks": tricks})
        self.end(table)
        check(table)
        for position, tricks in wrong:
            if position <= len(deals):
                suit, declarer, _tricks = deals[position - 1]
                facts = {"bid": f"3{suit}", "declarer": declarer, "tricks": tricks}
                put_right(table, position, facts)
                check(table)
        if void:
            void_sitting(sitting=table.sitting, reason="void", key=new_key(), actor=table.actor)
            assert said_by_book(table) == {}
            reopen_sitting(
                sitting=table.sitting, reason="ended too early", key=new_key(), actor=table.actor
            )
            check(table)

    def end(self, table: Table) -> None:
        """Agree on what is left, broken off or won."""
        rubbers = len(table.standing.sheet.rubbers)
        if table.standing.sheet.unfinished is not None:
            break_off(sitting=table.sitting, part=1, reason="", key=new_key(), actor=table.actor)
            rubbers += 1
        agree(table, rubbers)


@pytest.mark.django_db
class TestEntries:
    """Each happening is an entry, with author, reason, law and what it corrects."""

    def test_made_up_put_right_paid(self) -> None:
        table = block()
        agree(table)
        put_right(table, 4, LAWS_BLOCK[3] | {"tricks": 11})
        hand_over(table, 11 * 48 + 24)
        rubber, difference, payment = Entry.objects.order_by("pk")
        assert [rubber.kind, difference.kind, payment.kind] == ["rubber", "put-right", "payment"]
        assert (difference.reason, difference.corrects) == ("wrong key", rubber)
        assert rubber.law_version and rubber.sitting == table.sitting.pk
        assert rubber.data == {"table": "Table 1", "game": "straight-bridge", "rubber": 1}
        assert sum(p.amount for p in rubber.postings.all()) == 2 * 13 * 48
        # Each of the two pairs gets back what is too much.
        assert sum(p.amount for p in difference.postings.all()) == 2 * (48 + 24)

    def test_agreeing_twice_is_entered_once(self) -> None:
        table = block()
        agree(table)
        agree(table)
        assert Entry.objects.count() == 1

    def test_for_love_nothing_is_entered(self) -> None:
        table = block(None)
        agree(table)
        assert not Entry.objects.exists()

    def test_what_fails_later_is_not_in_the_book(self, monkeypatch: pytest.MonkeyPatch) -> None:
        table = block()
        monkeypatch.setattr("clubscore.rubbers.settling.book_settlement", fail)
        with pytest.raises(ZeroDivisionError):
            agree(table)
        assert not Settlement.objects.exists() and not Entry.objects.exists()

    def test_tonight_is_settled_at_its_table_and_carried_over_afterwards(self) -> None:
        table = block()
        agree(table)
        assert owed_in(table.club) == []
        now = balances_of(postings_in(table.club))
        assert sorted(now["LSD"].values()) == [-624, -624, 624, 624]

    def test_what_is_booked_while_a_page_reads_the_book_breaks_nothing(self) -> None:
        table = block()
        read_before = balances_of(postings_in(table.club))
        agree(table)
        assert carried_over(table.club, read_before) == read_before

    def test_table_money_is_charged_when_the_table_ends(self) -> None:
        table = block()
        agree(table)
        set_fee(club=table.club, amount=48, currency="LSD", per="person", author="a test")
        close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
        (line,) = slip(table).besides
        assert {**line.coins} == {0: 4 * 48} | {person.pk: -48 for person in table.people}
        assert {one.payee.name for one in slip(table).owed if one.payer.name == "Ann"} == {
            "Cecil", "the club"
        }  # fmt: skip
        reopen_sitting(
            sitting=table.sitting, reason="ended too early", key=new_key(), actor=table.actor
        )
        close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
        assert slip(table).besides == (line,)
        void_sitting(sitting=table.sitting, reason="void", key=new_key(), actor=table.actor)
        assert set(balances_of(postings_in(table.club))["LSD"].values()) == {0}
        reopen_sitting(
            sitting=table.sitting, reason="ended too early", key=new_key(), actor=table.actor
        )
        assert slip(table).besides == (line,)

    def test_nobody_is_charged_for_a_table_at_which_nothing_was_played(self) -> None:
        table = Table("auction", CROWN)
        set_fee(club=table.club, amount=48, currency="LSD", per="person", author="a test")
        close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
        assert not Entry.objects.exists()


def fail(*_args: Any) -> None:
    """Fail after the settlement was written."""
    raise ZeroDivisionError


@pytest.mark.django_db
def test_what_stood_before_the_book_is_carried_into_it() -> None:
    """The settlements of a database from before come to the same entries, key by key."""
    with clock.at(dt.datetime(2026, 11, 3, 21, tzinfo=dt.UTC)):
        table = Table("cut-throat", {"amount": "7s 3½d", "currency": "LSD", "per": 100})
        for tricks in (10, 13):
            table.record({"bid": "4S", "declarer": "A", "tricks": tricks})
        agree(table)
        table.record({"bid": "3S", "declarer": "B", "tricks": 5})
        break_off(sitting=table.sitting, part=1, reason="", key=new_key(), actor=table.actor)
        agree(table, 2)
        put_right(table, 1, {"bid": "4S", "declarer": "A", "tricks": 12})
    before = book_as_text()
    assert before
    forget_the_book()
    carry = importlib.import_module("clubscore.rubbers.migrations.0004_into_the_book")
    carrier = carry.Carrier(apps, table.club)
    for row in Settlement.objects.order_by("at", "pk"):
        carrier.settlement(row)
    assert book_as_text() == before


@pytest.mark.django_db
def test_payments_of_before_and_what_took_them_back_are_carried_too() -> None:
    table = block()
    agree(table)
    carry = importlib.import_module("clubscore.rubbers.migrations.0004_into_the_book")
    carrier = carry.Carrier(apps, table.club)
    carrier.accounts = {account.person_id: account for account in Account.objects.all()}
    ann, cecil = table.people[:2]
    for number, (payer, payee, back) in enumerate(
        ((ann, cecil, None), (cecil, ann, 1), (ann, cecil, None)), start=1
    ):
        row = SimpleNamespace(
            pk=number, evening=table.sitting.evening, table_id=table.sitting.table_id,
            table=table.sitting.table, payer_id=payer.pk, payee_id=payee.pk, currency="LSD",
            amount=600, takes_back_id=back, at=clock.now(), user=None, author="a test", device="",
            key=f"paid-{number}", reason="",
        )  # fmt: skip
        carrier.payment(row, {})
    kinds = list(Entry.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["rubber", "payment", "not-paid", "payment"]
    assert [(one.payer, one.amount) for one in slip(table).paid] == [(ann, 600)]
    assert {one.amount for one in slip(table).owed if one.payer == ann} == {13 * 48 - 600}


def forget_the_book() -> None:
    """Empty the book, as it was before there was one."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for model in (Posting, Entry, Account):
            name = model._meta.db_table
            if connection.vendor == "postgresql":
                cursor.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
            cursor.execute(f"DELETE FROM {name}")
            if connection.vendor == "postgresql":
                cursor.execute(f"ALTER TABLE {name} ENABLE TRIGGER USER")


def book_as_text() -> list[tuple[Any, ...]]:
    """Return all that the book says, without its own numbers."""
    return [
        (
            e.key, e.kind, e.evening, e.room, e.place, e.sitting, e.subject, e.data, e.at,
            e.reason, e.law_version, e.corrects.key if e.corrects else None,
            sorted(
                (p.debited.person_id, p.credited.person_id, p.currency, p.amount)
                for p in e.postings.select_related("debited", "credited")
            ),
        )
        for e in Entry.objects.select_related("corrects").order_by("pk")
    ]  # fmt: skip
