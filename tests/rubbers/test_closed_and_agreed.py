"""What is closed and agreed a scorer alone changes, who says why; who has no right at a table."""

import datetime as dt
from typing import Any

import pytest
from django.urls import reverse

from clubscore.club import clock
from clubscore.club.ledger import Owed, owed_in
from clubscore.club.models import Club, Entry, Membership, Person, Role, TableFee
from clubscore.club.table_money import set_fee
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.phones import let_phones_in, link_of
from clubscore.rubbers.seating import close_sitting
from clubscore.rubbers.selectors import new_key
from tests.house import client_of, make_user
from tests.rubbers.tables import LAWS_BLOCK, Table
from tests.rubbers.test_settling import agree, block, slip

pytestmark = pytest.mark.django_db


def client(club: Club, person: Person | None = None, role: Role = Role.PLAYER) -> Any:
    Membership.objects.filter(club=club, person=person).update(person=None)
    return client_of(make_user(club, f"u-{new_key()[:8].lower()}", role, person))


def closed(*, fee: bool = False) -> Table:
    """Return a table at which a rubber was played and agreed, and which has ended."""
    table = block()
    if fee:
        set_fee(club=table.club, amount=12, per=TableFee.Per.PERSON, currency="LSD",
                author="a test")  # fmt: skip
    agree(table)
    close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
    return table


def first_owed(table: Table) -> Owed:
    return slip(table).owed[0]


def loser(table: Table) -> Any:
    return client(table.club, first_owed(table).payer)


def post(caller: Any, name: str, table: Table, **given: Any) -> int:
    answer = caller.post(reverse(name, args=[table.sitting.pk]), given | {"key": new_key()})
    return int(answer.status_code)


def pay_one(table: Table) -> Entry:
    """Let the first on the slip pay at the table."""
    one = first_owed(table)
    line = {"payer": one.payer.pk, "payee": one.payee.pk, "amount": one.amount,
            "currency": one.currency.code}  # fmt: skip
    assert post(client(table.club, one.payer), "paid", table, **line) == 302
    return Entry.objects.get(kind="payment")


class TestOneWhoLostCannotUndoIt:
    def test_void_and_reopen(self) -> None:
        table = closed()
        owed = slip(table).owed
        his = loser(table)
        for name in ("void", "reopen"):
            assert post(his, name, table, reason="mistake") == 409
        assert slip(table).owed == owed and Sitting.objects.get().closed_at is not None
        page = his.get(reverse("slip", args=[table.sitting.pk])).content.decode()
        assert "A scorer or the director can change it" in page and "/reopen/" not in page

    @pytest.mark.parametrize("name", ["void", "reopen"])
    def test_a_scorer_says_why(self, name: str) -> None:
        table = closed()
        scorer = client(table.club, role=Role.SCORER)
        assert f"/{name}/" in scorer.get(reverse("slip", args=[table.sitting.pk])).content.decode()
        assert post(scorer, name, table) == 409
        assert post(scorer, name, table, reason="the wrong table") == 302
        assert table.sitting.happenings.get(kind={"void": "voided", "reopen": "reopened"}[name])

    def test_what_was_opened_by_mistake_goes_as_ever(self) -> None:
        table = Table()
        his = client(table.club, table.people[0])
        assert post(his, "void", table, reason="") == 302
        assert post(his, "reopen", table, reason="") == 302

    def test_a_payment_is_taken_back_by_a_scorer(self) -> None:
        table = closed()
        payment = pay_one(table)
        his = client(table.club, payment.postings.get().credited.person)
        assert post(his, "not-paid", table, payment=payment.pk, reason="no") == 409
        assert (
            "/not-paid/" not in his.get(reverse("slip", args=[table.sitting.pk])).content.decode()
        )
        scorer = client(table.club, role=Role.SCORER)
        assert post(scorer, "not-paid", table, payment=payment.pk) == 409
        assert post(scorer, "not-paid", table, payment=payment.pk, reason="the coin was bad") == 302
        assert Entry.objects.get(kind="not-paid").reason == "the coin was bad"

    def test_all_that_was_paid_in_one_tap_too(self) -> None:
        table = closed()
        his = loser(table)
        page = his.get(reverse("slip", args=[table.sitting.pk]))
        assert post(his, "all-paid", table, seen=page.context["page"].seen) == 302
        batch = his.get(reverse("slip", args=[table.sitting.pk])).context["page"].batch
        assert post(his, "all-paid", table, batch=batch, reason="no") == 409
        assert not Entry.objects.filter(kind="not-paid").exists()

    def test_table_money_is_let_off_by_a_scorer(self) -> None:
        table = closed(fee=True)
        charged = Entry.objects.filter(kind="table-money").first()
        assert charged is not None
        his = loser(table)
        assert post(his, "table-money", table, entry=charged.pk, reason="no") == 409
        scorer = client(table.club, role=Role.SCORER)
        assert post(scorer, "table-money", table, entry=charged.pk) == 409
        assert post(scorer, "table-money", table, entry=charged.pk, reason="a guest of ours") == 302
        waived = Entry.objects.get(kind="waived")
        assert post(his, "table-money", table, entry=waived.pk, after_all=1) == 409
        assert post(scorer, "table-money", table, entry=waived.pk, after_all=1) == 302


class TestBeforeThatThoseConcerned:
    def test_a_payment_while_the_table_is_open(self) -> None:
        table = block()
        agree(table)
        payment = pay_one(table)
        posting = payment.postings.get()
        theirs = {posting.debited.person, posting.credited.person}
        other = next(each for each in table.people if each not in theirs)
        for role in Role.PLAYER, Role.SCORER:
            assert (role == Role.SCORER) == (
                post(client(table.club, other, role), "not-paid", table, payment=payment.pk) == 302
            )

    def test_in_the_accounts_it_is_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        table = closed()
        tomorrow = clock.now() + dt.timedelta(days=1)
        monkeypatch.setattr(clock, "now", lambda: tomorrow)
        one = owed_in(table.club)[0]
        his = client(table.club, one.payer)
        line = {"payer": one.payer.pk, "payee": one.payee.pk, "amount": one.amount,
                "currency": one.currency.code, "key": new_key()}  # fmt: skip
        assert his.post(reverse("book-paid"), line).status_code == 302
        payment = Entry.objects.get(kind="payment")
        later = tomorrow + dt.timedelta(days=39)
        monkeypatch.setattr(clock, "now", lambda: later)
        given = {"payment": payment.pk, "key": new_key(), "reason": "no"}
        assert his.post(reverse("book-not-paid"), given).status_code == 409
        assert "book/not-paid" not in his.get(reverse("book")).content.decode()
        scorer = client(table.club, role=Role.DIRECTOR)
        assert 'name="reason"' in scorer.get(reverse("book")).content.decode()
        assert scorer.post(reverse("book-not-paid"), given).status_code == 302


class TestWhoOnlyCameAndLeft:
    def test_has_no_right_and_no_phones_there(self) -> None:
        """A member joins strangers, lets phones in, leaves, and tries to go on."""
        table = Table("straight-bridge")
        table.play(*LAWS_BLOCK[:1])
        Club.objects.update(results_open=True)
        eve = Person.objects.create(club=table.club, name="Eve", short_name="Eve")
        hers = client(table.club, eve)
        assert post(hers, "join-table", table, who=eve.pk) == 302
        assert hers.get(reverse("table", args=[table.sitting.pk])).status_code == 200
        assert post(hers, "table-phones", table) == 302
        link = link_of(table.sitting)
        assert link is not None and link.made_by == "Eve"
        assert post(hers, "leave-table", table, who=eve.pk) in (302, 403)
        assert link_of(table.sitting) is None
        for name, given in (("void", {"reason": "x"}), ("table-phones", {}), ("undo", {})):
            assert post(hers, name, table, **given) == 403, name
        Club.objects.update(results_open=False)
        for name in ("table", "pad", "slip"):
            assert hers.get(reverse(name, args=[table.sitting.pk])).status_code == 403, name

    def test_a_stranger_comes_to_no_table_of_a_club_that_keeps_results_private(self) -> None:
        table = block()
        Club.objects.update(results_open=False)
        eve = Person.objects.create(club=table.club, name="Eve", short_name="Eve")
        hers = client(table.club, eve)
        assert post(hers, "join-table", table, who=eve.pk) == 403
        assert not table.sitting.candidates.filter(person=eve).exists()

    def test_who_played_keeps_it_and_so_do_the_phones_of_others(self) -> None:
        table = Table(names=(*"ABCD",))
        table.play({"bid": "1H", "declarer": "N", "tricks": 7, "honours": {}})
        let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
        his = client(table.club, table.people[0])
        table.sitting.candidates.filter(person=table.people[0]).update(left_at=clock.now())
        Club.objects.update(results_open=False)
        assert his.get(reverse("pad", args=[table.sitting.pk])).status_code == 200
        assert link_of(table.sitting) is not None
