"""Receipts of the club: numbers without gaps, void ones that stay, amounts in words."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused, authored, new_key
from clubscore.club.ledger import THE_CLUB, Origin, Transfer, post
from clubscore.club.models import Club, Entry, Receipt, Role, VoidReceipt
from clubscore.club.payments import take_back
from clubscore.club.receipts import (
    Numbers,
    amount_in_words,
    given,
    make_receipt,
    number_in_words,
    receipts_of,
    void_receipt,
    without_receipt,
)
from clubscore.laws.money import find_currency
from clubscore.papers.ledger import recording
from clubscore.papers.receipts import printed_receipt, receipts_pdf, receipts_text
from clubscore.papers.sizes import A4, LETTER, PaperSize
from clubscore.papers.text import WIDTH, columns, wrapped_text
from tests.club.test_book import EVENING, SHILLING, Book
from tests.house import client_of, make_user
from tests.papers.paper_faults import faults
from tests.papers.test_slip_copies import LONG

pytestmark = pytest.mark.django_db


class Till(Book):
    """A book in which people pay the club."""

    def pays(self, who: int, coins: int = SHILLING, currency: str = "LSD") -> Entry:
        made = post(
            kind="payment",
            origin=Origin(EVENING, "rubber", "1"),
            lines={Transfer(THE_CLUB, self.people[who].pk, currency): coins},
            entry=authored(self.actor, self.club.pk, new_key()),
        )
        assert made is not None
        return made

    def receipt(self, payment: Entry, words: str = "table money") -> Receipt:
        return make_receipt(
            club=self.club, payment=payment.pk, words=words, key=new_key(), actor=self.actor
        )

    def declare_void(self, number: int, reason: str = "spoilt") -> VoidReceipt:
        return void_receipt(
            club=self.club, number=number, reason=reason, key=new_key(), actor=self.actor
        )

    @property
    def list(self) -> list[tuple[int, str, str]]:
        found = given(receipts_of(self.club))
        return [(each.receipt.number, each.paid.payer.name, each.void) for each in found]


def test_numbers_have_no_gaps_and_void_receipts_stay() -> None:
    till = Till()
    payments = [till.pays(who) for who in (0, 1, 2)]
    first, second = till.receipt(payments[0]), till.receipt(payments[1])
    till.declare_void(first.number)
    again, third = till.receipt(payments[0]), till.receipt(payments[2])
    assert [each.number for each in (first, second, again, third)] == [1, 2, 3, 4]
    assert till.list == [(4, "Cecil", ""), (3, "Ann", ""), (2, "Bob", ""), (1, "Ann", "spoilt")]
    assert without_receipt(till.club, 9) == []
    with pytest.raises(TypeError):
        first.delete()


def test_a_payment_waits_until_a_receipt_for_it_stands() -> None:
    till = Till()
    first, second, third = (till.pays(who) for who in (0, 1, 2))
    till.receipt(first)
    third_one = till.receipt(third)

    def waiting(count: int = 9) -> list[int]:
        return [each.entry.pk for each in without_receipt(till.club, count)]

    assert waiting() == [second.pk]
    till.declare_void(third_one.number)
    assert waiting() == [third.pk, second.pk], "the newest first"
    assert waiting(1) == [third.pk]


def test_a_payment_has_one_receipt_however_often_it_is_asked_for() -> None:
    till = Till()
    payment, key = till.pays(0), new_key()
    asked: dict[str, Any] = {"club": till.club, "payment": payment.pk, "actor": till.actor}
    one = make_receipt(words="table money", key=key, **asked)
    assert make_receipt(words="table money", key=key, **asked) == one
    assert make_receipt(words="subscription", key=new_key(), **asked) == one
    assert Receipt.objects.count() == 1


def test_only_a_payment_to_the_club_that_stands_has_one() -> None:
    till = Till()
    to_bob = post(
        kind="payment",
        origin=Origin(EVENING),
        lines={Transfer(till.people[1].pk, till.people[0].pk, "LSD"): SHILLING},
        entry=authored(till.actor, till.club.pk, new_key()),
    )
    undone = till.pays(2)
    take_back(payment=undone, key=new_key(), actor=till.actor)
    assert to_bob is not None and without_receipt(till.club, 9) == []
    for payment in (to_bob, undone):
        with pytest.raises(Refused):
            till.receipt(payment)
    assert not Receipt.objects.exists()


def test_a_receipt_of_a_payment_that_is_undone_is_void_by_that() -> None:
    till = Till()
    payment = till.pays(0)
    till.receipt(payment)
    take_back(payment=payment, key=new_key(), actor=till.actor)
    assert till.list == [(1, "Ann", "the payment was undone")]


def test_another_club_begins_at_one_again() -> None:
    till, other = Till(), Till()
    till.receipt(till.pays(0))
    assert other.receipt(other.pays(0)).number == 1
    with pytest.raises(Refused):
        other.receipt(till.pays(1))
    with pytest.raises(Refused):
        other.declare_void(2)


SAID = {
    0: "nought", 1: "one", 13: "thirteen", 20: "twenty", 21: "twenty-one", 99: "ninety-nine",
    100: "one hundred", 101: "one hundred and one", 999: "nine hundred and ninety-nine",
    1000: "one thousand", 1005: "one thousand and five",
    1234: "one thousand two hundred and thirty-four",
    20_000_017: "twenty million and seventeen",
    1_002_003: "one million two thousand and three",
}  # fmt: skip
AMOUNTS = {
    (576, "LSD"): "twelve shillings",
    (1, "LSD"): "a farthing",
    (960 + 4 * 48 + 7 * 4 + 2, "LSD"): "one pound, four shillings, seven pence and a halfpenny",
    (0, "LSD"): "no money",
    (1250, "EUR"): "twelve euros and fifty cents",
    (101, "GBP"): "one pound and one penny",
    (50, "USD"): "fifty cents",
    (1205, "CHF"): "twelve and 05/100 CHF",
    (700, "JPY"): "seven hundred JPY",
}


@pytest.mark.parametrize("number", SAID)
def test_numbers_in_words(number: int) -> None:
    assert number_in_words(number) == SAID[number]


def test_every_number_has_words_of_its_own() -> None:
    assert len({number_in_words(number) for number in range(20_000)}) == 20_000


@pytest.mark.parametrize(("coins", "code"), AMOUNTS)
def test_amounts_in_words(coins: int, code: str) -> None:
    assert amount_in_words(coins, find_currency(code)) == AMOUNTS[coins, code]


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.key)
def test_receipts_are_three_a_sheet_with_counterfoils(paper: PaperSize) -> None:
    till = Till(*LONG[:7])
    words = ("table money", "twelve evenings of the season from September to November " * 3)
    for who in range(7):
        payment = till.pays(who, 959 + 1_234 * who, "EUR" if who == 3 else "LSD")
        till.receipt(payment, words[who % 2])
    till.declare_void(2, "the wrong name was written and then everything else went wrong too")
    found = [printed_receipt(till.club, each) for each in given(receipts_of(till.club))]
    with recording() as kept:
        receipts_pdf(found, paper)
    (ledger,) = kept
    assert faults(ledger) == []
    assert ledger.sheets == 3 and len(ledger.pieces) == 14
    told = " ".join(" ".join(each.text for each in ledger.texts).split())
    for each in found:
        assert told.count(each.number) == 2, each
        assert each.payer in told
    assert told.count("Void: the wrong name") == 2
    text = wrapped_text(receipts_text(found))
    assert all(columns(line) <= WIDTH for line in text.splitlines())
    assert "No. 00002" in text and "Void: the wrong name" in text


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.key)
@pytest.mark.parametrize("letter", ["W", "i", "Ж", "漢"])
def test_the_longest_names_and_words_stay_on_their_piece(letter: str, paper: PaperSize) -> None:
    till = Till(" ".join([letter * 19] * 4))
    till.receipt(till.pays(0, 888_888_777), " ".join([letter * 19] * 4))
    till.declare_void(1, " ".join([letter * 19] * 4))
    found = [printed_receipt(till.club, each) for each in given(receipts_of(till.club))]
    with recording() as kept:
        receipts_pdf(found, paper)
    assert faults(kept[0]) == []


def receipts_given(club: Club) -> list[Numbers]:
    """Let somebody pay the club, and give a receipt for it."""
    actor = Actor(level=Level.DIRECTOR, club=club)
    payer = club.people.filter(merged_into=None).first()
    assert payer is not None
    made = post(
        kind="payment",
        origin=Origin(EVENING),
        lines={Transfer(THE_CLUB, payer.pk, "LSD"): 48},
        entry=authored(actor, club.pk, new_key()),
    )
    assert made is not None
    receipt = make_receipt(club=club, payment=made.pk, words=payer.name, key=new_key(), actor=actor)
    return [Numbers(receipt.number, receipt.number)]


def director_of(till: Till) -> Client:
    return client_of(make_user(till.club, "director", Role.DIRECTOR))


def test_the_page_gives_a_receipt_prints_it_and_declares_it_void() -> None:
    till = Till()
    payment = till.pays(0)
    client, page = director_of(till), reverse("receipts")
    shown = client.get(page).content.decode()
    assert "table money, Tuesday 6 October 2026" in shown
    wrong = client.post(page, {"payment": payment.pk, "words": " ", "key": "one"})
    assert wrong.status_code == 422 and not Receipt.objects.exists()
    assert f'href="#words-{payment.pk}"' in wrong.content.decode()
    client.post(page, {"payment": payment.pk, "words": "table money", "key": "one"})
    shown = client.get(page).content.decode()
    assert "No. 1" in shown and "/book/receipts/1-1.pdf" in shown
    wrong = client.post(page, {"void": 1, "reason": "", "key": "two"})
    assert wrong.status_code == 422 and 'href="#reason-1"' in wrong.content.decode()
    client.post(page, {"void": 1, "reason": "spoilt", "key": "two"})
    assert "Void: spoilt" in client.get(page).content.decode()
    printed = client.get("/book/receipts/1-1.pdf")
    assert printed.status_code == 200 and printed.content.startswith(b"%PDF")
    assert "Void: spoilt" in client.get("/book/receipts/1-1.txt").content.decode()
    assert client.get("/book/receipts/1-31.pdf").status_code == 404
    assert client.get("/book/receipts/2-2.pdf").status_code == 404
