"""The Book's pages: who sees what, taps that pay, a club that plays for love."""

import csv
import datetime as dt
import io
import re
from typing import Any

import pytest
from django.urls import reverse

from clubscore.club import clock
from clubscore.club.entry import authored, new_key
from clubscore.club.ledger import Origin, Transfer, owed_in, post
from clubscore.club.models import Club, Entry, Membership, Person, Rate, Role, TableFee, evening_of
from clubscore.club.statements import AccountPages, Period
from clubscore.rubbers.seating import close_sitting
from tests.club.test_book import EVENING, SHILLING, Book
from tests.house import client_of, make_user
from tests.rubbers.test_settling import agree, block

pytestmark = pytest.mark.django_db


def client(club: Club, role: str = "director", person: Person | None = None) -> Any:
    Membership.objects.filter(club=club, person=person).update(person=None)
    return client_of(make_user(club, f"u-{new_key()[:8].lower()}", Role(role), person))


def line_of(club: Club, at: int = 0) -> dict[str, Any]:
    one = owed_in(club)[at]
    return {"payer": one.payer.pk, "payee": one.payee.pk, "amount": one.amount,
            "currency": one.currency.code}  # fmt: skip


class TestPaying:
    def test_a_tap_pays_and_another_takes_it_back(self) -> None:
        book = Book()
        book.lose(0, 2, 17 * SHILLING)
        host = client(book.club)
        assert "17s" in host.get(reverse("book")).content.decode()
        seen = line_of(book.club) | {"key": "one-tap"}
        for _again in range(2):
            assert host.post(reverse("book-paid"), seen).status_code == 302
        page = host.get(reverse("book")).content.decode()
        assert "No one owes anything" in page and "Ann paid Cecil" in page
        payment = Entry.objects.get(kind="payment")
        host.post(reverse("book-not-paid"), {"payment": payment.pk})
        assert owed_in(book.club)[0].amount == 17 * SHILLING

    def test_a_part_and_all_of_it_in_another_coin(self) -> None:
        book = Book()
        book.lose(0, 2, 17 * SHILLING)
        Rate.objects.create(club=book.club, author="x", currency="LSD", coins=48, into="EUR",
                            into_coins=100)  # fmt: skip
        host, address = client(book.club), reverse("book-part")
        assert "€17.00" in host.get(address, line_of(book.club)).content.decode()
        host.post(address, line_of(book.club) | {"part": "4s 6d"})
        assert owed_in(book.club)[0].amount == 12 * SHILLING + 24
        host.post(address, line_of(book.club) | {"part": "", "coin": "EUR"})
        assert owed_in(book.club) == []

    @pytest.mark.parametrize("part", ["nonsense", "18s", "0s", "-1s"])
    def test_what_cannot_be_is_said_and_nothing_typed_is_lost(self, part: str) -> None:
        book = Book()
        book.lose(0, 2, 17 * SHILLING)
        answer = client(book.club).post(reverse("book-part"), line_of(book.club) | {"part": part})
        assert answer.status_code == 422
        assert f'value="{part}"' in answer.content.decode()
        assert not Entry.objects.filter(kind="payment").exists()

    def test_what_is_not_owed_any_more_is_refused(self) -> None:
        book = Book()
        book.lose(0, 2, 480)
        seen = line_of(book.club)
        book.lose(0, 2, 1)
        answer = client(book.club).post(reverse("book-paid"), seen)
        assert (answer.status_code, "This is no longer owed. Check" in answer.content.decode()) == (
            409,
            True,
        )


def test_tonight_tells_debts_of_before_in_one_line_with_their_sum() -> None:
    """Forty-six people owed the club three shillings each: 188 keys stood on Tonight."""
    book = Book()
    for at in range(3):
        book.lose(at, 3, 3 * SHILLING)
    host = client(book.club)
    page = host.get(reverse("home"))
    words = " ".join(page.content.decode().split())
    assert f"{len(owed_in(book.club))} amounts carried over" in words
    assert f'<span class="amount">{page.context["carried"].sums[0]}</span>' in words
    assert page.context["carried"].sums == ["9s"] and page.context["owed"] == []
    assert "book/paid" not in words
    assert (
        "carried over" not in client(book.club, "player", book.people[0]).get("/").content.decode()
    )


class TestWhoSeesWhat:
    def test_each_sees_his_own_and_the_director_all(self) -> None:
        book = Book()
        book.lose(0, 2, 480)
        book.lose(1, 3, 96)
        ann, bob = book.people[:2]
        every = client(book.club).get(reverse("book")).content.decode()
        assert "Ann owes Cecil" in every and "Bob owes Dora" in every
        assert 'id="accounts"' in every
        own = client(book.club, "scorer", ann).get(reverse("book")).content.decode()
        assert "Ann owes Cecil" in own and "Dora" not in own and 'id="accounts"' not in own
        for role in ("player", "scorer"):
            his = client(book.club, role, ann)
            assert his.get(reverse("account", args=[ann.pk])).status_code == 200
            for name in ("account", "account-pdf", "account-text", "account-csv"):
                assert his.get(reverse(name, args=[bob.pk])).status_code == 403
            assert his.get(reverse("account-year-pdf", args=[bob.pk, 2026])).status_code == 403
            other = line_of(book.club, 1)
            assert his.post(reverse("book-paid"), other).status_code == 409
            assert his.get(reverse("book-part"), other).status_code == 403

    def test_whoever_looks_on_sees_points_and_no_coins(self) -> None:
        table = block()
        agree(table)
        stranger = Person.objects.create(club=table.club, name="Eve", short_name="Eve")
        addresses = [reverse(name, args=[table.sitting.pk]) for name in ("slip", "sheet-text")]
        for address in addresses:
            seen = client(table.club, "player", stranger).get(address).content.decode()
            assert "13s" not in seen and "260" in seen
            own = client(table.club, "player", table.people[0]).get(address).content.decode()
            assert "13s" in own

    def test_a_scorer_sees_points_on_anothers_page(self) -> None:
        table = block()
        agree(table)
        page = reverse("person", args=[table.people[0].pk])
        assert "13s" not in client(table.club, "scorer").get(page).content.decode()
        assert "13s" in client(table.club).get(page).content.decode()


class TestForLove:
    """A club that plays for love has no book, no stakes and no coins, wherever one looks."""

    def test_there_is_no_coin_anywhere(self) -> None:
        table = block()
        agree(table)
        TableFee.objects.create(club=table.club, author="x", amount=48, currency="LSD")
        close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
        Club.objects.filter(pk=table.club.pk).update(plays_for_money=False)
        host = client(table.club, "director", table.people[0])
        pk, who = table.sitting.pk, table.people[0].pk
        for name, arguments in (
            ("home", []), ("slip", [pk]), ("pad", [pk]), ("club", []), ("what-next", [pk]),
            ("results", []), ("person", [who]), ("season", []), ("sheet-text", [pk]),
            ("players", []),
        ):  # fmt: skip
            page = host.get(reverse(name, args=arguments))
            assert page.status_code == 200
            html = page.content.decode()
            text = re.sub(r"<[^>]*>", " ", html)
            assert not re.search(r"[0-9]s\b|£|owes|Own stakes|Table money", text), name
            assert "/book/" not in html, name
        for name, arguments in (
            ("book", []), ("account", [who]), ("club-account", []), ("book-terms", []),
            ("account-pdf", [who]), ("account-text", [who]), ("account-csv", [who]),
            ("book-csv", []),
            ("account-year-pdf", [who, 2026]), ("book-part", []), ("besides", [pk]),
        ):  # fmt: skip
            assert host.get(reverse(name, args=arguments)).status_code == 404, name
        for name in ("book-paid", "book-not-paid", "book-over"):
            assert host.post(reverse(name)).status_code == 404


class TestTerms:
    def test_table_money_and_rates_are_set_and_their_history_is_shown(self) -> None:
        book = Book()
        host, page = client(book.club), reverse("book-terms")
        for amount, seen in (("1s", "none"), ("1s", "none"), ("1/6", "1s each, once an evening")):
            fee = {"what": "fee", "amount": amount, "currency": "LSD", "per": "person",
                   "seen": seen}  # fmt: skip
            assert host.post(page, fee).status_code == 302
        rate = {"what": "rate", "coins": "1s", "currency": "LSD", "into_coins": "1.00",
                "into": "EUR"}  # fmt: skip
        assert host.post(page, rate).status_code == 302
        text = host.get(page).content.decode()
        assert (
            TableFee.objects.count() == 2 and "1s 6d each" in text and "1s is worth €1.00" in text
        )
        book.lose(0, 1, 48)
        host.post(reverse("book-over"), {"rate": Rate.objects.get().pk})
        assert [one.currency.code for one in owed_in(book.club)] == ["EUR"]
        gone = {"what": "withdraw", "rate": Rate.objects.get().pk, "seen": "1s is worth €1.00"}
        assert host.post(page, gone | {"seen": "another"}).status_code == 409
        assert host.post(page, gone).status_code == 302
        text = host.get(page).content.decode()
        assert "1s is worth €1.00: withdrawn" in text and "Convert all balances" not in text
        assert host.post(reverse("book-over"), {"rate": gone["rate"]}).status_code == 404

    @pytest.mark.parametrize(
        "form",
        [
            {"what": "fee", "amount": "a lot", "currency": "LSD", "per": "person"},
            {"what": "fee", "amount": "0.005", "currency": "EUR", "per": "person"},
            {"what": "rate", "coins": "", "currency": "LSD", "into_coins": "1", "into": "EUR"},
            {"what": "rate", "coins": "1s", "currency": "LSD", "into_coins": "1s", "into": "LSD"},
        ],
    )
    def test_what_is_not_right_is_said(self, form: dict[str, str]) -> None:
        book = Book()
        answer = client(book.club).post(reverse("book-terms"), form)
        assert (answer.status_code, "There is 1 problem" in answer.content.decode()) == (422, True)
        assert not TableFee.objects.exists() and not Rate.objects.exists()


class TestFiles:
    def test_no_name_in_a_csv_is_a_formula(self) -> None:
        book = Book("=HYPERLINK(1)", "@Bob")
        book.lose(0, 1, 50)
        whose = book.people[0].pk
        for address in (reverse("book-csv"), reverse("account-csv", args=[whose])):
            sent = client(book.club).get(address).content.decode("utf-8-sig")
            rows = list(csv.reader(io.StringIO(sent)))
            assert len(rows) == 2
            for cell in rows[1]:
                assert not cell.startswith(("=", "+", "@", "\t")), cell
                assert not cell.startswith("-") or cell[1:].isdecimal()

    def test_an_entry_leads_to_its_table(self) -> None:
        table = block()
        agree(table)
        page = client(table.club).get(reverse("account", args=[table.people[0].pk]))
        text = page.content.decode()
        assert reverse("slip", args=[table.sitting.pk]) in text
        assert "Rubber 1, Straight bridge" in text

    def test_the_book_takes_the_same_queries_however_much_stands_in_it(
        self, django_assert_max_num_queries: Any
    ) -> None:
        book = Book()
        for number in range(40):
            book.lose(number % 3, 3, 7)
        host = client(book.club)
        with django_assert_max_num_queries(16):
            host.get(reverse("book"))
        with django_assert_max_num_queries(16):
            host.get(reverse("account", args=[book.people[3].pk]))


@pytest.mark.django_db(transaction=True)
def test_lines_are_counted_once_until_something_more_is_entered(
    django_assert_num_queries: Any,
) -> None:
    book = Book()
    tonight = evening_of(book.club, clock.now())
    before = Period(None, tonight - dt.timedelta(days=1))
    for lines in (1, 2, 3):
        book.lose(0, 3, 7)
        assert len(AccountPages(book.club, book.people[0])) == lines
        assert len(AccountPages(book.club, book.people[0], before)) == 0
        known = AccountPages(book.club, book.people[0])
        with django_assert_num_queries(1):
            assert len(known) == lines


def test_what_is_posted_without_a_table_leads_nowhere() -> None:
    book = Book()
    post(
        kind=Entry.Kind.TABLE_MONEY,
        origin=Origin(EVENING),
        lines={Transfer(book.people[0].pk, 0, "EUR"): 5},
        entry=authored(book.actor, book.club.pk, new_key()),
    )
    answer = client(book.club).get(reverse("account", args=[book.people[0].pk]))
    assert "Table money" in answer.content.decode()
