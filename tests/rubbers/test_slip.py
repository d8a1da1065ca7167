"""The slip of an evening: a chain from points to payments that adds up, in one line a row."""

import random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from clubscore.club.entry import Refused, authored
from clubscore.club.ledger import THE_CLUB, Balances, Transfer, post
from clubscore.club.models import Club, Entry, Role
from clubscore.club.payments import Handed, set_rate, take_back
from clubscore.club.table_money import post_table_money, set_fee
from clubscore.rubbers.pages.slip import slip_page
from clubscore.rubbers.seating import close_sitting
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.settling import origin_of
from clubscore.rubbers.slip import (
    Slip,
    batch_of,
    pay_all_at_table,
    pay_at_table,
    said_of,
    slip_of,
    undo_all_payments,
)
from tests.flows.acting import HOST, Open, press
from tests.flows.looking import STEADY, look_at
from tests.house import client_of, make_user
from tests.rubbers.evening import Evening
from tests.rubbers.tables import CROWN, Table
from tests.rubbers.test_settling import agree, block, slip

FINE = {"amount": "7s 6½d", "currency": "LSD", "per": 10}
EURO = {"amount": "2.50", "currency": "EUR", "per": 100}


def close(table: Table) -> None:
    """Take table money, a shilling of each, and end the table."""
    set_fee(club=table.club, amount=48, currency="LSD", per="person", author="a test")
    close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)


def host_of(table: Table) -> Client:
    return client_of(make_user(table.club, HOST, Role.DIRECTOR))


def payments_of(now: Slip) -> Balances:
    """Return what each gets, minus what each pays, of what is paid and still to be paid."""
    sums: Balances = {code: {} for code in now.balance}
    for one in (*now.paid, *now.owed):
        won = sums.setdefault(one.currency.code, {})
        won[one.payer.pk] = won.get(one.payer.pk, 0) - one.amount
        won[one.payee.pk] = won.get(one.payee.pk, 0) + one.amount
    return sums


def wrong_in(now: Slip) -> list[str]:
    """Return what of a slip does not add up."""
    wrong = [f"points {row.number}" for row in now.rows if sum(row.points.values())]
    wrong += [f"won {code}" for code, won in now.money.items() if sum(won.values())]
    payments = payments_of(now)
    for code, balance in now.balance.items():
        beside = [each.coins for each in now.besides if each.currency.code == code]
        wrong += [f"beside {code}" for coins in beside if sum(coins.values())]
        for who in {*balance, *(person.pk for person in now.people)}:
            steps = [now.money.get(code, {}), *beside]
            chain = sum(each.get(who, 0) for each in steps)
            if not balance.get(who, 0) == chain == payments.get(code, {}).get(who, 0):
                wrong.append(f"{code} {who}: {chain}, {balance.get(who, 0)}, {payments}")
    return wrong


def happen(table: Evening, chance: random.Random) -> None:
    """Let one thing happen in the book of an evening: won, table money, a bet, or paid."""
    one, other = (person.pk for person in chance.sample(table.people, 2))
    what, coins = chance.choice("wwwtbppc"), chance.randint(1, 5000)
    entry = authored(table.actor, table.club.pk, new_key())
    origin = origin_of(table.sitting)
    if what in "wb":
        kind = Entry.Kind.RUBBER if what == "w" else Entry.Kind.SIDE_BET
        post(kind=kind, origin=origin, lines={Transfer(one, other, "LSD"): coins}, entry=entry)
    elif what == "t":
        post_table_money(
            club=table.club, amounts={one: coins}, currency="LSD", origin=origin,
            key=new_key(), actor=table.actor,
        )  # fmt: skip
    elif owed := table.slip.owed:
        line = chance.choice(owed)
        seen = (line.payer.pk, line.payee.pk, line.currency.code, line.amount)
        foreign = {"coin": "EUR"} if what == "c" and line.currency.code == "LSD" else {}
        part = {} if foreign else {"amount": chance.randint(1, line.amount)}
        payment = pay_at_table(
            sitting=table.sitting, handed=Handed(*seen, **part, **foreign), key=new_key(),
            actor=table.actor,
        )  # fmt: skip
        if chance.random() < 0.3:
            take_back(payment=payment, key=new_key(), actor=table.actor)


@pytest.mark.long(40)
@pytest.mark.django_db
def test_two_hundred_slips_add_up() -> None:
    """Whatever happens, in whatever order: rows come to zero, and payments are the balance."""
    table, chance = Evening(stakes=CROWN), random.Random(14)  # noqa: S311
    set_rate(club=table.club, currency="LSD", coins=48, into="EUR", into_coins=500, author="x")
    for number in range(200):
        happen(table, chance)
        assert wrong_in(table.slip) == [], number
    assert len(table.slip.paid) > 10 and len(table.slip.balance) == 2


@pytest.mark.django_db
class TestTheChain:
    """What stands under the points."""

    def test_each_pays_the_club_and_debts_at_cards_are_netted_apart(self) -> None:
        table = block()
        agree(table)
        close(table)
        said = [
            (one.payer.short_name, one.payee.short_name, one.amount) for one in slip(table).owed
        ]
        assert said == [
            ("Ann", "Cecil", 13 * 48), ("Bob", "Dora", 13 * 48),
            *((name, "the club", 48) for name in ("Ann", "Cecil", "Bob", "Dora")),
        ]  # fmt: skip
        assert wrong_in(slip(table)) == []

    def test_a_club_may_choose_fewer_payments_for_both_together(self) -> None:
        table = block()
        agree(table)
        close(table)
        Club.objects.update(nets_together=True)
        table.club.refresh_from_db()
        found = slip_of(table.club, table.sitting.table, table.sitting.evening)
        said = [(one.payer.short_name, one.payee.short_name, one.amount) for one in found.owed]
        assert said == [
            ("Ann", "Cecil", 12 * 48), ("Bob", "Dora", 12 * 48),
            ("Ann", "the club", 96), ("Bob", "the club", 96),
        ]  # fmt: skip
        assert wrong_in(found) == []

    def test_half_is_paid_by_one_key(self) -> None:
        table = block()
        agree(table)
        (first, second) = slip(table).owed
        host = client_of(make_user(table.club, HOST, Role.DIRECTOR))
        line = {
            "payer": first.payer.pk, "payee": first.payee.pk, "currency": "LSD",
            "amount": first.amount,
        }  # fmt: skip
        address = reverse("part-paid", args=[table.sitting.pk])
        page = host.get(address, line).content.decode()
        assert "Half paid: 6s 6d" in page
        # What stands in the field beside it does not count.
        host.post(address, line | {"half": "1", "part": "5s", "key": "half-once"})
        host.post(address, line | {"half": "1", "part": "5s", "key": "half-once"})
        owed = {one.payer: one.amount for one in slip(table).owed}
        assert owed == {first.payer: 13 * 24, second.payer: 13 * 48}
        assert wrong_in(slip(table)) == []

    def test_an_evening_that_was_settled_with_both_netted_together_stays_settled(self) -> None:
        """As evenings were before: who won paid no club, who lost paid it for them."""
        table = block()
        agree(table)
        close(table)
        ann, cecil, bob, dora = (person.pk for person in table.people)
        paid = {(ann, cecil): 576, (bob, dora): 576, (ann, THE_CLUB): 96, (bob, THE_CLUB): 96}
        for (payer, payee), coins in paid.items():
            assert slip(table).owed
            post(
                kind=Entry.Kind.PAYMENT, origin=origin_of(table.sitting),
                lines={Transfer(payee, payer, "LSD"): coins},
                entry=authored(table.actor, table.club.pk, new_key()),
            )  # fmt: skip
            assert wrong_in(slip(table)) == []
        assert slip(table).owed == ()

    def test_rubbers_are_numbered_through_the_evening_whoever_plays(self) -> None:
        table = block()
        agree(table)
        table.seat()
        table.play(*({"bid": "NT", "declarer": "N", "tricks": 13},) * 2)
        agree(table, part=2)
        rows = slip(table).rows
        assert [(row.part, row.rubber, row.number) for row in rows] == [(1, 1, 1), (2, 1, 2)]

    @pytest.mark.parametrize(
        ("stakes", "won", "ruled"),
        [(CROWN, "−13s", ()), (FINE, "−£9 19s 1¼d", ("−9", "19", "1¼")), (EURO, "−6.60", ())],
        ids=["shillings", "three coins", "euros"],
    )
    def test_an_amount_is_one_line_or_ruled(
        self, stakes: dict[str, Any], won: str, ruled: tuple[str, ...]
    ) -> None:
        table = block(stakes)
        agree(table)
        page = slip_page(table.actor, table.sitting)
        (first, *_rest) = page.money[0].cells
        assert first is not None and (first.text, first.ruled) == (won, ruled)
        assert page.money[0].head == ("Won €" if stakes is EURO else "Won")
        assert [row.is_balance for row in page.money] == [False, True]

    def test_five_or_more_have_a_row_each(self) -> None:
        evening = Evening(stakes=CROWN)
        evening.begin()
        evening.play_rubber()
        assert not slip_page(evening.actor, evening.sitting).people_down
        evening.agree("Ann Bob Eve Fred", "room")
        evening.take_seats()
        evening.sitting.refresh_from_db()
        evening.play_rubber()
        answer = host_of(evening).get(reverse("slip", args=[evening.sitting.pk]))
        html = answer.content.decode()
        assert html.count('<th scope="row">') == 6
        assert "Rubber by rubber" in html


@pytest.mark.django_db
class TestAllPaid:
    """Everything paid in one tap, and taken back in another."""

    def pay(self, table: Table, key: str = "k", seen: str | None = None) -> None:
        pay_all_at_table(
            sitting=table.sitting, seen=said_of(slip(table).owed) if seen is None else seen,
            key=key, actor=table.actor,
        )  # fmt: skip

    def test_all_is_paid_once_and_undone(self) -> None:
        table = block()
        agree(table)
        close(table)
        before = slip(table).owed
        self.pay(table)
        self.pay(table, seen="")
        assert (slip(table).owed, len(slip(table).paid)) == ((), len(before))
        batch = batch_of(slip(table).paid)
        for _twice in range(2):
            undo_all_payments(
                sitting=table.sitting, batch=batch, reason="not yet", key="u", actor=table.actor
            )
            assert (slip(table).owed, slip(table).paid) == (before, ())
        assert wrong_in(slip(table)) == []

    def test_what_has_changed_meanwhile_is_not_paid(self) -> None:
        table = block()
        agree(table)
        seen = said_of(slip(table).owed)
        close(table)
        with pytest.raises(Refused):
            self.pay(table, seen=seen)
        assert slip(table).paid == ()

    def test_one_line_paid_is_no_batch(self) -> None:
        table = block()
        agree(table)
        one = slip(table).owed[0]
        handed = Handed(one.payer.pk, one.payee.pk, "LSD", one.amount)
        pay_at_table(sitting=table.sitting, handed=handed, key="k", actor=table.actor)
        assert batch_of(slip(table).paid) == ""


# Of every cell of a slip: whether it is higher than a line, or wider than its place.
BROKEN = """
    () => [...document.querySelectorAll(".slip td:not(.out):not([colspan])")].filter((cell) => {
        const line = parseFloat(getComputedStyle(cell).fontSize) * 2.2;
        const range = document.createRange();
        range.selectNodeContents(cell.querySelector(".lsd") || cell);
        const box = range.getBoundingClientRect(), own = cell.getBoundingClientRect();
        return box.height > line || box.left < own.left - 3 || box.right > own.right + 1;
    }).map((cell) => `${cell.innerText} ${cell.getBoundingClientRect().width}`)
"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("stakes", [CROWN, FINE, EURO], ids=["crown", "fine", "euro"])
def test_no_amount_breaks_on_a_phone(open_page: Open, stakes: dict[str, Any]) -> None:
    table = block(stakes)
    agree(table)
    close(table)
    make_user(table.club, HOST, Role.DIRECTOR)
    page = open_page(f"/table/{table.sitting.pk}/slip/", login=HOST, **STEADY)
    for looks in ({}, {"size": "2"}, {"spacing": "wide"}, {"size": "2", "spacing": "wide"}):
        page.evaluate("(looks) => Object.assign(document.documentElement.dataset, looks)", looks)
        assert page.evaluate(BROKEN) == [], looks
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360, looks
        for look in looks:
            page.evaluate("(look) => delete document.documentElement.dataset[look]", look)
    assert look_at(page) == []


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_what_is_paid_leads_on_to_the_next_row(open_page: Open) -> None:
    table = block()
    agree(table)
    make_user(table.club, HOST, Role.DIRECTOR)
    page = open_page(f"/table/{table.sitting.pk}/slip/", login=HOST, **STEADY)
    heard = page.locator("#say")
    press(page.locator("#owed-1 button"))
    expect(heard).to_have_text("Paid. One left.")
    assert "Bob" in page.evaluate("document.activeElement.textContent")
    press(page.locator("#owed-1 button"))
    expect(heard).to_have_text("Paid. Nothing left.")
    assert page.evaluate("document.activeElement.id") == "pays"
    for _each in range(2):
        press(page.get_by_role("button", name="Undo payment").first)
    press(page.get_by_role("button", name="All paid"))
    expect(heard).to_have_text("All paid")
    assert page.evaluate("document.activeElement.textContent.trim()") == "Undo"
    press(page.get_by_role("button", name="Undo", exact=True))
    page.get_by_role("button", name="All paid").wait_for()
