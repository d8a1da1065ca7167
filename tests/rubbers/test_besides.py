"""Stakes of one's own, and bets beside the rubber."""

from typing import Any

import pytest
from django.urls import reverse

from clubscore.club.ledger import balances_of, postings_in
from clubscore.club.models import Club, Entry, Role
from clubscore.laws.errors import RuleError
from clubscore.laws.settlement import read_stakes
from clubscore.rubbers.models import BetOutcome, OwnStake, SideBet
from clubscore.rubbers.seating import break_off, reopen_sitting, void_sitting
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.settling import agree_bet, decide_bet
from clubscore.rubbers.stakes import agree_own_stake
from tests.house import client_of, make_user
from tests.rubbers.tables import CROWN, FOUR_SPADES, LAWS_BLOCK, Table
from tests.rubbers.test_settling import agree, put_right, slip

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]

TEN_SHILLINGS = {"amount": "10s", "currency": "LSD", "per": 100}
HALF_A_CROWN = {"amount": "2s6d", "currency": "LSD", "per": 100}
SHILLING = 48


def own(table: Table, one: int, other: int | None, stakes: dict[str, Any] | None) -> OwnStake:
    """Let one of the table (in the order N, E, S, W) play for a stake of his own."""
    return agree_own_stake(
        sitting=table.sitting,
        one=table.people[one],
        other=None if other is None else table.people[other],
        stakes=read_stakes(stakes),
        key=new_key(),
        actor=table.actor,
    )


def won(table: Table) -> list[int]:
    """Return what each of the table won, in shillings."""
    money = slip(table).money.get("LSD", {})
    return [money.get(person.pk, 0) // SHILLING for person in table.people]


class TestOwnStakes:
    """260 points at a crown are 13s: Ann (N) pays Cecil (E), Bob (S) pays Dora (W)."""

    def play(self, *stakes: tuple[int, int | None, dict[str, Any] | None],
             table_stake: dict[str, Any] | None = CROWN) -> Table:  # fmt: skip
        table = Table("straight-bridge", table_stake)
        for each in stakes:
            own(table, *each)
        table.play(*LAWS_BLOCK)
        agree(table)
        return table

    def test_two_between_them(self) -> None:
        table = self.play((0, 1, TEN_SHILLINGS))
        assert won(table) == [-26, 26, -13, 13]
        # Points are the table's.
        assert [slip(table).totals[p.pk] for p in table.people] == [-260, 260, -260, 260]

    def test_one_with_everybody_he_settles_with(self) -> None:
        assert won(self.play((3, None, HALF_A_CROWN))) == [-13, 13, -7, 6]

    def test_of_two_own_stakes_the_lower_counts(self) -> None:
        assert won(self.play((0, None, TEN_SHILLINGS), (1, None, TEN_SHILLINGS))) == [
            -26, 26, -13, 13
        ]  # fmt: skip
        assert won(self.play((2, None, TEN_SHILLINGS), (3, None, CROWN))) == [-13, 13, -13, 13]

    def test_partners_do_not_settle_with_each_other(self) -> None:
        assert won(self.play((0, 2, TEN_SHILLINGS))) == [-13, 13, -13, 13]

    def test_at_a_table_for_love_only_the_two_pay(self) -> None:
        table = self.play((0, 1, CROWN), table_stake=None)
        assert won(table)[2:] == [0, 0]
        # 264, for love counted to the point, unless the game counts in tens.
        assert won(table)[1] == 13

    def test_the_tables_stake_again(self) -> None:
        assert won(self.play((0, 1, TEN_SHILLINGS), (0, 1, None))) == [-13, 13, -13, 13]

    def test_a_correction_follows_the_stake_of_its_rubber(self) -> None:
        table = self.play((0, 1, TEN_SHILLINGS))
        own(table, 0, 1, None)
        put_right(table, 4, LAWS_BLOCK[3] | {"tricks": 11})
        assert won(table) == [-23, 23, -12, 11]  # 11s 6d rounds down for him who pays

    def test_another_currency_than_the_tables_is_refused(self) -> None:
        table = Table("auction", CROWN)
        with pytest.raises(RuleError) as error:
            own(table, 0, 1, {"amount": "2.50", "currency": "EUR", "per": 100})
        assert error.value.where == "stake"
        with pytest.raises(RuleError):
            own(table, 0, 0, CROWN)


class TestBets:
    def bet(self, table: Table, key: str = "") -> SideBet:
        return agree_bet(
            sitting=table.sitting, one=table.people[1], other=table.people[3],
            words="that it rains", currency="LSD", amount=5 * SHILLING,
            key=key or new_key(), actor=table.actor,
        )  # fmt: skip

    def decide(self, table: Table, bet: SideBet, winner: int | None, key: str = "") -> None:
        person = None if winner is None else table.people[winner]
        decide_bet(bet=bet, winner=person, key=key or new_key(), actor=table.actor)

    def sums(self, table: Table) -> list[int]:
        won = balances_of(postings_in(table.club)).get("LSD", {})
        return [won.get(person.pk, 0) // SHILLING for person in table.people]

    def test_it_is_owed_once_it_is_decided(self) -> None:
        table = Table("auction", None)
        bet = self.bet(table)
        assert self.sums(table) == [0, 0, 0, 0]
        self.decide(table, bet, 1, key="tap")
        self.decide(table, bet, 1, key="tap")
        assert self.sums(table) == [0, 5, 0, -5]
        (line,) = slip(table).besides
        assert (line.words, line.kind) == ("that it rains", "side-bet")
        assert [(o.payer.name, o.payee.name) for o in slip(table).owed] == [("Dora", "Cecil")]

    def test_the_newest_word_counts_and_the_book_is_put_right_by_a_contrary_entry(self) -> None:
        table = Table("auction", None)
        bet = self.bet(table)
        for winner, sums in ((1, [0, 5, 0, -5]), (3, [0, -5, 0, 5]), (None, [0] * 4)):
            self.decide(table, bet, winner)
            assert self.sums(table) == sums
        first, second, third = Entry.objects.order_by("pk")
        assert second.corrects == third.corrects == first
        assert slip(table).besides == ()

    def test_void_counts_nowhere(self) -> None:
        table = Table("auction", None)
        self.decide(table, self.bet(table), 1)
        void_sitting(sitting=table.sitting, reason="", key=new_key(), actor=table.actor)
        assert self.sums(table) == [0, 0, 0, 0]
        reopen_sitting(sitting=table.sitting, reason="", key=new_key(), actor=table.actor)
        assert self.sums(table) == [0, 5, 0, -5]

    def test_who_is_no_party_does_not_win_it(self) -> None:
        table = Table("auction", None)
        bet = self.bet(table)
        with pytest.raises(RuleError):
            self.decide(table, bet, 0)
        assert not BetOutcome.objects.exists()

    def test_it_leaves_the_rubber_alone(self) -> None:
        table = Table("auction", CROWN)
        self.decide(table, self.bet(table), 1)
        table.record(FOUR_SPADES)
        break_off(sitting=table.sitting, part=1, reason="", key=new_key(), actor=table.actor)
        agree(table)
        assert won(table) == [2, -3, 2, -3]


class TestThePage:
    def client(self, table: Table) -> Any:
        return client_of(make_user(table.club, f"host-{new_key()[:8].lower()}", Role.DIRECTOR))

    def test_agreed_and_decided_with_taps(self) -> None:
        table = Table("auction", CROWN)
        client, page = self.client(table), reverse("besides", args=[table.sitting.pk])
        one, other = (str(person.pk) for person in table.people[:2])
        form = {"what": "bet", "one": one, "other": other, "amount": "5s", "words": "rain"}
        for _again in range(2):
            assert client.post(page, form | {"key": "same"}).status_code == 302
        bet = SideBet.objects.get()
        assert "bets Cecil: rain" in client.get(page).content.decode()
        decided = reverse("bet-decided", args=[table.sitting.pk])
        client.post(decided, {"bet": bet.pk, "winner": other})
        assert "Ann lost to Cecil" in client.get(page).content.decode()
        form = {"what": "stake", "one": one, "other": "", "stake": "10s a hundred"}
        assert client.post(page, form).status_code == 302
        assert "Ann with everyone" in client.get(page).content.decode()

    @pytest.mark.parametrize(
        ("form", "said"),
        [
            ({"what": "bet", "amount": ""}, "A bet needs an amount"),
            ({"what": "bet", "amount": "lots"}, "lots"),
            ({"what": "bet", "amount": "5s", "other": "me"}, "Choose a player at this table"),
            ({"what": "stake", "stake": "plenty"}, "A stake is written like"),
            ({"what": "stake", "stake": "2.50 EUR"}, "This table plays in LSD"),
            ({"what": "stake", "one": "0", "stake": "5s"}, "Choose a player at this table"),
        ],
    )
    def test_what_is_not_right_is_said_and_nothing_typed_is_lost(
        self, form: dict[str, str], said: str
    ) -> None:
        table = Table("auction", CROWN)
        one, other = (str(person.pk) for person in table.people[:2])
        page = reverse("besides", args=[table.sitting.pk])
        answer = self.client(table).post(page, {"one": one, "other": other} | form)
        text = answer.content.decode()
        assert (answer.status_code, said in text) == (422, True)
        assert all(f'value="{form[name]}"' in text for name in ("amount", "stake") if name in form)

    def test_a_club_that_plays_for_love_has_none(self) -> None:
        table = Table("auction", None)
        Club.objects.filter(pk=table.club.pk).update(plays_for_money=False)
        page = reverse("besides", args=[table.sitting.pk])
        assert self.client(table).get(page).status_code == 404
