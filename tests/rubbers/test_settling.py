"""Made up and agreed; differences; the slip of the evening; paid."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubscore.club.entry import Refused
from clubscore.club.models import Entry
from clubscore.club.payments import Handed, take_back
from clubscore.rubbers.models import Settlement
from clubscore.rubbers.recording import agree_rubber, correct_deal, take_back_last
from clubscore.rubbers.seating import (
    Agreement,
    break_off,
    close_sitting,
    reopen_sitting,
    void_sitting,
)
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.slip import Slip, pay_at_table, slip_of
from tests.rubbers.tables import CROWN, FOUR_SPADES, LAWS_BLOCK, Table
from tests.walks import by_examples

pytestmark = pytest.mark.postgres


def block(stakes: dict | None = CROWN) -> Table:
    """Play the scoring block of the Laws of Bridge at a table."""
    table = Table("straight-bridge", stakes)
    table.play(*LAWS_BLOCK)
    return table


def agree(table: Table, rubber: int = 1, part: int = 1) -> Settlement:
    return agree_rubber(
        sitting=table.sitting, part=part, rubber=rubber, key=new_key(), actor=table.actor
    )


def slip(table: Table) -> Slip:
    return slip_of(table.club, table.sitting.table, table.sitting.evening)


def won(table: Table) -> dict[str, int]:
    now = slip(table)
    return {person.name: now.totals[person.pk] for person in now.people}


def owed(table: Table) -> list[tuple[str, str, int]]:
    return [(one.payer.name, one.payee.name, one.amount) for one in slip(table).owed]


@pytest.mark.django_db
class TestTheBlock:
    """The rubber of the Laws of Bridge, pp. 30-33."""

    def test_it_is_264_and_each_pays_thirteen_shillings(self) -> None:
        table = block()
        assert table.standing.sheet.rubbers[0].margin == 264
        agree(table)
        # In tens, as p. 32 has it: 26 tens.
        assert won(table) == {"Ann": -260, "Bob": -260, "Cecil": 260, "Dora": 260}
        shillings = 4 * 12
        assert owed(table) == [("Ann", "Cecil", 13 * shillings), ("Bob", "Dora", 13 * shillings)]

    def test_nothing_is_owed_before_it_is_agreed(self) -> None:
        table = block()
        assert slip(table).rows == ()
        assert owed(table) == []

    def test_agreeing_twice_counts_once(self) -> None:
        table = block()
        assert agree(table).pk == agree(table).pk
        assert Settlement.objects.count() == 1

    def test_a_correction_posts_the_difference(self) -> None:
        table = block()
        agree(table)
        put_right(table, 4, LAWS_BLOCK[3] | {"tricks": 11})
        assert table.standing.sheet.rubbers[0].margin == 232
        rows = list(Settlement.objects.order_by("number"))
        assert [row.kind for row in rows] == ["agreed", "difference"]
        assert rows[1].reason == "wrong key"
        assert won(table) == {"Ann": -230, "Bob": -230, "Cecil": 230, "Dora": 230}
        assert owed(table)[0][2] == 11 * 48 + 24

    def test_a_rubber_taken_back_and_won_anew_is_made_up_anew(self) -> None:
        table = block()
        agree(table)
        last = table.standing.live[-1]
        take_back_last(
            sitting=table.sitting,
            part=1,
            position=last.position,
            seen=last.revision.number,
            key=new_key(),
            actor=table.actor,
        )
        assert set(won(table).values()) == {0}
        table.record(LAWS_BLOCK[5] | {"tricks": 4})
        margin = table.standing.sheet.rubbers[0].margin
        with pytest.raises(Refused):
            table.record(LAWS_BLOCK[0])
        with pytest.raises(Refused):
            close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
        agree(table)
        assert won(table)["Cecil"] == margin != 264
        assert agree(table).number == 3
        assert Settlement.objects.count() == 3
        table.record(LAWS_BLOCK[0])

    def test_a_correction_that_changes_no_point_posts_nothing(self) -> None:
        table = block()
        agree(table)
        put_right(table, 1, LAWS_BLOCK[0] | {"declarer": "S"})
        assert Settlement.objects.count() == 1

    def test_a_correction_that_turns_the_rubber_round(self) -> None:
        table = block()
        agree(table)
        put_right(table, 6, LAWS_BLOCK[5] | {"tricks": 13, "honours": {}})
        # Now North and South win it: 54 + 112 + 40 + 40 + 100 against 210.
        margin = table.standing.sheet.rubbers[0].margin
        assert margin is not None
        assert won(table)["Ann"] == won(table)["Bob"] == -won(table)["Cecil"] > 0
        for row in slip(table).rows:
            assert sum(row.points.values()) == 0

    def test_paid_with_a_tap_and_taken_back(self) -> None:
        table = block()
        agree(table)
        first = slip(table).owed[0]
        for _ in range(2):
            payment = hand_over(table, first.amount, key="one-tap")
        assert Entry.objects.filter(kind="payment").count() == 1
        assert owed(table) == [("Bob", "Dora", 13 * 48)]
        take_back(payment=payment, key=new_key(), actor=table.actor)
        assert len(owed(table)) == 2
        with pytest.raises(Refused):
            hand_over(table, first.amount - 1)

    def test_for_love_nobody_pays(self) -> None:
        table = block(None)
        agree(table)
        assert won(table)["Cecil"] == 264
        assert owed(table) == []

    def test_void_counts_nowhere_until_it_is_opened_again(self) -> None:
        table = block()
        agree(table)
        void_sitting(sitting=table.sitting, reason="mistake", key=new_key(), actor=table.actor)
        assert slip(table).rows == ()
        reopen_sitting(sitting=table.sitting, reason="", key=new_key(), actor=table.actor)
        assert won(table)["Cecil"] == 260


def hand_over(table: Table, seen: int, key: str = "") -> Entry:
    """Pay the first line of the slip, which was seen to be so much."""
    first = slip(table).owed[0] if slip(table).owed else None
    payer, payee = (first.payer.pk, first.payee.pk) if first else (0, 0)
    handed = Handed(payer, payee, "LSD", seen)
    return pay_at_table(
        sitting=table.sitting, handed=handed, key=key or new_key(), actor=table.actor
    )


def put_right(table: Table, position: int, facts: dict) -> None:
    deal = table.standing.by_position(position)
    assert deal is not None
    correct_deal(
        sitting=table.sitting,
        report=table.report(facts, position=position),
        seen=deal.revision.number,
        reason="wrong key",
        actor=table.actor,
    )


@pytest.mark.django_db
def test_a_rubber_broken_off_is_settled_as_it_stands() -> None:
    table = Table("auction", CROWN)
    table.record(FOUR_SPADES)
    with pytest.raises(Refused):
        close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
    break_off(sitting=table.sitting, part=1, reason="late", key=new_key(), actor=table.actor)
    agree(table)
    assert won(table) == {"Ann": 50, "Bob": 50, "Cecil": -50, "Dora": -50}
    close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)


@pytest.mark.django_db
def test_a_finished_rubber_must_be_agreed_before_the_end() -> None:
    table = block()
    with pytest.raises(Refused):
        close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)


@pytest.mark.django_db
def test_a_rubber_that_is_not_over_cannot_be_agreed() -> None:
    table = Table("auction", CROWN)
    table.record(FOUR_SPADES)
    with pytest.raises(Refused):
        agree(table)


@pytest.mark.django_db
def test_a_rubber_with_two_reports_cannot_be_agreed() -> None:
    table = block()
    table.record(LAWS_BLOCK[5] | {"tricks": 4}, position=6)
    with pytest.raises(Refused):
        agree(table)


@pytest.mark.django_db
def test_the_evening_adds_games_and_line_ups_on_one_slip() -> None:
    table = block()
    agree(table)
    table.people = [table.people[0], table.people[2], table.people[1], table.people[3]]
    table.agreement = Agreement("auction", {}, CROWN)
    table.seat()
    table.record(FOUR_SPADES)
    table.record(FOUR_SPADES)
    agree(table, part=2)
    rows = slip(table).rows
    assert len(rows) == 2
    assert all(sum(row.points.values()) == 0 for row in rows)
    assert sum(won(table).values()) == 0


class SlipsSumToNothing(TestCase):
    """Whatever is played, every row and every currency sums to nothing."""

    @by_examples(12, suppress_health_check=list(HealthCheck))
    @given(
        deals=st.lists(
            st.tuples(
                st.integers(1, 7),
                st.sampled_from("CDHS"),
                st.sampled_from("ABC"),
                st.integers(0, 13),
            ),
            min_size=1,
            max_size=12,
        ),
        amount=st.sampled_from(["1d", "5s", "1/6", "7s 3½d"]),
    )
    def test_cut_throat(self, deals: list[tuple[int, str, str, int]], amount: str) -> None:
        stakes = {"amount": amount, "currency": "LSD", "per": 100}
        table = Table("cut-throat", stakes)
        for level, suit, declarer, tricks in deals:
            standing = table.standing
            rubbers = standing.sheet.rubbers
            if rubbers and rubbers[-1].deal == len(standing.live):
                agree(table, len(rubbers))
            table.record({"bid": f"{level}{suit}", "declarer": declarer, "tricks": tricks})
        rubbers = table.standing.sheet.rubbers
        if rubbers and rubbers[-1].deal == len(table.standing.live):
            agree(table, len(rubbers))
        elif table.standing.sheet.unfinished is not None:
            break_off(sitting=table.sitting, part=1, reason="", key=new_key(), actor=table.actor)
            agree(table, len(rubbers) + 1)
        now = slip(table)
        assert all(sum(row.points.values()) == 0 for row in now.rows)
        for balance in now.money.values():
            assert sum(balance.values()) == 0
        paid: dict[int, int] = {}
        for one in now.owed:
            paid[one.payer.pk] = paid.get(one.payer.pk, 0) - one.amount
            paid[one.payee.pk] = paid.get(one.payee.pk, 0) + one.amount
        for who, coins in now.money.get("LSD", {}).items():
            assert paid.get(who, 0) == coins
        assert len(now.owed) <= max(len(now.people) - 1, 0)
        exact = sum(
            (Fraction(pair[3]) for row in Settlement.objects.all() for pair in row.exact),
            Fraction(0),
        )
        assert exact >= 0


@pytest.mark.django_db
def test_two_entries_of_one_person_are_one_on_the_slip() -> None:
    table = block()
    agree(table)
    ann, bob = table.people[0], table.people[2]
    elsewhere = type(ann).objects.create(club=table.club, name="Ann Archer", short_name="Ann A")
    ann.merged_into = elsewhere
    ann.save()
    now = slip(table)
    assert [person.name for person in now.people] == ["Ann Archer", "Cecil", "Bob", "Dora"]
    assert now.totals[elsewhere.pk] == -260
    assert [one.payer for one in now.owed] == [elsewhere, bob]


@pytest.mark.django_db
def test_a_correction_that_ends_a_rubber_earlier_settles_what_is_left_over() -> None:
    table = Table("auction", CROWN)
    # North and South: 20 below, then two games.
    table.play(
        {"bid": "2NT", "declarer": "N", "tricks": 8},
        FOUR_SPADES | {"bid": "2S", "tricks": 8, "honours": {}},
        FOUR_SPADES | {"honours": {}},
    )
    agree(table)
    before = won(table)["Ann"]
    close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
    # Each of the first two deals was a game, so the last deal begins another rubber.
    put_right(table, 1, {"bid": "2NT", "declarer": "N", "tricks": 9})
    put_right(table, 2, FOUR_SPADES | {"honours": {}})
    sheet = table.standing.sheet
    assert [rubber.deal for rubber in sheet.rubbers] == [2]
    assert sheet.unfinished is not None
    assert won(table)["Ann"] == settled_by_hand(table) != before
    assert all(sum(row.points.values()) == 0 for row in slip(table).rows)


def settled_by_hand(table: Table) -> int:
    """What Ann wins by the sheet: each rubber's difference in tens, one left over as it stands."""
    sheet = table.standing.sheet
    totals = [rubber.totals for rubber in sheet.rubbers]
    if sheet.unfinished is not None:
        totals.append(sheet.unfinished.totals)
    differences = [each["NS"] - each["EW"] for each in totals]
    return sum((abs(d) + 4) // 10 * 10 * (1 if d > 0 else -1) for d in differences)
