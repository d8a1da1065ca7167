"""Recording deals: once, in order, never overwritten."""

import pytest

from clubscore.club.entry import Refused
from clubscore.laws.errors import RuleError
from clubscore.rubbers.models import DealRevision, Draft
from clubscore.rubbers.recording import (
    TooLate,
    change_dealer,
    choose_report,
    correct_deal,
    note_contract,
    put_back_last,
    take_back_last,
)
from clubscore.rubbers.selectors import KeyUsed, new_key
from tests.rubbers.tables import FOUR_SPADES, LAWS_BLOCK, Table

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

ONE_OVER = FOUR_SPADES | {"tricks": 11}


def test_a_deal_is_recorded_and_scored() -> None:
    table = Table()
    recorded = table.record(FOUR_SPADES)
    assert recorded.what == "recorded"
    assert table.standing.sheet.deals[0].points["NS"] == (36, 18)


def test_the_same_entry_twice_counts_once() -> None:
    table = Table()
    report = table.report(FOUR_SPADES, key="tapped-twice")
    for _ in range(2):
        table.record(FOUR_SPADES, key=report.key, position=report.position)
    assert len(table.standing.live) == 1


def test_a_key_with_other_facts_is_refused() -> None:
    table = Table()
    table.record(FOUR_SPADES, key="once")
    with pytest.raises(KeyUsed):
        table.record(ONE_OVER, key="once", position=1)


def test_two_phones_that_agree_make_one_deal() -> None:
    table = Table()
    table.record(FOUR_SPADES, position=1)
    assert table.record(FOUR_SPADES, position=1).what == "same"
    assert DealRevision.objects.count() == 1


def test_two_phones_that_differ_are_both_kept() -> None:
    table = Table()
    table.record(FOUR_SPADES, position=1)
    assert table.record(ONE_OVER, position=1).what == "rival"
    (deal,) = table.standing.live
    assert deal.facts["tricks"] == 10
    assert [rival.facts["tricks"] for rival in deal.rivals] == [11]


def test_the_right_one_of_two_reports_is_chosen() -> None:
    table = Table()
    table.record(FOUR_SPADES, position=1)
    table.record(ONE_OVER, position=1)
    choose_report(
        sitting=table.sitting,
        part=1,
        position=1,
        chosen=2,
        two_deals=False,
        key=new_key(),
        actor=table.actor,
    )
    (deal,) = table.standing.live
    assert deal.facts["tricks"] == 11
    assert deal.rivals == ()


def test_two_reports_can_be_two_deals() -> None:
    table = Table()
    table.record(FOUR_SPADES, position=1)
    table.record(ONE_OVER, position=1)
    choose_report(
        sitting=table.sitting,
        part=1,
        position=1,
        chosen=0,
        two_deals=True,
        key=new_key(),
        actor=table.actor,
    )
    assert [deal.facts["tricks"] for deal in table.standing.live] == [10, 11]
    assert not table.standing.has_rivals


def test_a_report_that_is_not_there_cannot_be_chosen() -> None:
    table = Table()
    table.record(FOUR_SPADES, position=1)
    table.record(ONE_OVER, position=1)
    with pytest.raises(Refused, match="Choose one"):
        choose_report(
            sitting=table.sitting,
            part=1,
            position=1,
            chosen=9,
            two_deals=False,
            key=new_key(),
            actor=table.actor,
        )
    assert table.standing.has_rivals


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        (FOUR_SPADES | {"tricks": 14}, "tricks"),
        (FOUR_SPADES | {"declarer": "X"}, "declarer"),
        (FOUR_SPADES | {"bid": "8S"}, "bid"),
        (FOUR_SPADES | {"doubling": 3}, "doubling"),
        (FOUR_SPADES | {"honours": {"N": 4, "E": 2}}, "honours"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(facts: dict, where: str) -> None:
    table = Table()
    with pytest.raises(RuleError) as refused:
        table.record(facts)
    assert refused.value.where.startswith(where)
    assert not DealRevision.objects.exists()


def test_the_last_deal_is_taken_back_and_stays_in_the_history() -> None:
    table = Table()
    table.play(FOUR_SPADES, FOUR_SPADES | {"declarer": "E", "honours": {}})
    take_back_last(
        sitting=table.sitting, part=1, position=2, seen=1, key=new_key(), actor=table.actor
    )
    assert len(table.standing.live) == 1
    assert DealRevision.objects.filter(deal__position=2).count() == 2
    table.record(FOUR_SPADES | {"bid": "1S", "tricks": 7})
    assert [deal.position for deal in table.standing.live] == [1, 3]


def taken_back(table: Table) -> None:
    """Take the last deal back."""
    last = table.standing.live[-1]
    take_back_last(sitting=table.sitting, part=1, position=last.position,
                   seen=last.revision.number, key=new_key(), actor=table.actor)  # fmt: skip


class TestPutBack:
    def test_what_was_taken_back_counts_again_as_it_was_reported(self) -> None:
        table = Table()
        table.play(FOUR_SPADES, FOUR_SPADES | {"declarer": "E", "honours": {}})
        before = table.standing
        taken_back(table)
        gone = table.standing.taken_back
        assert gone is not None and (gone.number, gone.position) == (2, 2)
        for _twice in range(2):
            put_back_last(sitting=table.sitting, part=1, position=2, key="again", actor=table.actor)
        now = table.standing
        assert (now.facts, now.sheet, now.taken_back) == (before.facts, before.sheet, None)
        newest = now.live[-1].revision
        assert (newest.kind, newest.number, newest.reason) == ("recorded", 3, "put back")
        table.record(FOUR_SPADES)
        assert [deal.position for deal in table.standing.live] == [1, 2, 3]

    def test_it_is_as_it_was_corrected(self) -> None:
        table = Table()
        table.record(FOUR_SPADES)
        correct_deal(sitting=table.sitting, report=table.report(ONE_OVER, position=1), seen=1,
                     reason="miscounted", actor=table.actor)  # fmt: skip
        taken_back(table)
        put_back_last(sitting=table.sitting, part=1, position=1, key=new_key(), actor=table.actor)
        assert table.standing.live[0].facts["tricks"] == 11

    def test_not_once_another_deal_was_recorded(self) -> None:
        table = Table()
        table.play(FOUR_SPADES, FOUR_SPADES)
        taken_back(table)
        table.record(FOUR_SPADES | {"bid": "1S", "tricks": 7})
        assert table.standing.taken_back is None
        with pytest.raises(Refused):
            put_back_last(
                sitting=table.sitting, part=1, position=2, key=new_key(), actor=table.actor
            )


def test_only_the_last_deal_is_taken_back() -> None:
    table = Table()
    table.play(FOUR_SPADES, {"passed_out": True})
    with pytest.raises(Refused):
        take_back_last(
            sitting=table.sitting, part=1, position=1, seen=1, key=new_key(), actor=table.actor
        )


def test_a_correction_keeps_reason_author_before_and_after() -> None:
    table = Table()
    table.record(FOUR_SPADES)
    correct_deal(
        sitting=table.sitting,
        report=table.report(ONE_OVER, position=1),
        seen=1,
        reason="miscounted",
        actor=table.actor,
    )
    before, after = DealRevision.objects.order_by("number")
    assert (before.facts["tricks"], after.facts["tricks"]) == (10, 11)
    assert (after.kind, after.reason, after.author) == ("corrected", "miscounted", "the program")


def test_the_second_of_two_correctors_is_told() -> None:
    table = Table()
    table.record(FOUR_SPADES)
    for_one = table.report(ONE_OVER, position=1)
    correct_deal(
        sitting=table.sitting, report=for_one, seen=1, reason="miscounted", actor=table.actor
    )
    with pytest.raises(TooLate) as late:
        correct_deal(
            sitting=table.sitting,
            report=table.report(FOUR_SPADES | {"tricks": 12}, position=1),
            seen=1,
            reason="misheard",
            actor=table.actor,
        )
    assert late.value.now.facts["tricks"] == 11


def test_a_revision_is_never_changed_nor_deleted() -> None:
    table = Table()
    revision = table.record(FOUR_SPADES).revision
    revision.reason = "another"
    with pytest.raises(TypeError):
        revision.save()
    with pytest.raises(TypeError):
        revision.delete()
    with pytest.raises(TypeError):
        DealRevision.objects.all().delete()
    with pytest.raises(TypeError):
        DealRevision.objects.update(reason="another")


def test_the_deal_goes_round_and_a_misdeal_keeps_the_dealer() -> None:
    table = Table()
    assert table.standing.dealer == "N"
    table.play({"passed_out": True})
    assert table.standing.dealer == "E"
    change_dealer(
        sitting=table.sitting, part=1, seat="E", misdeal=True, key=new_key(), actor=table.actor
    )
    assert table.standing.dealer == "E"
    change_dealer(
        sitting=table.sitting, part=1, seat="W", misdeal=False, key=new_key(), actor=table.actor
    )
    table.play({"passed_out": True})
    assert [deal.revision.dealer for deal in table.standing.live] == ["N", "W"]
    assert table.standing.dealer == "N"


def test_the_contract_noted_before_the_play_is_forgotten_after_it() -> None:
    table = Table()
    contract = {"bid": "4S", "declarer": "N", "doubling": 1}
    note_contract(sitting=table.sitting, part=1, position=1, facts=contract, actor=table.actor)
    assert Draft.objects.get().facts == contract
    table.record(FOUR_SPADES)
    assert not Draft.objects.exists()


def test_the_next_rubber_waits_until_this_one_is_agreed() -> None:
    table = Table("straight-bridge")
    table.play(*LAWS_BLOCK)
    with pytest.raises(Refused):
        table.record(LAWS_BLOCK[0])


@pytest.mark.django_db(transaction=True)
def test_one_entry_sent_by_eight_hands_at_once_counts_once(together) -> None:
    table = Table()
    report = table.report(FOUR_SPADES, key="eight-hands")

    def send() -> str:
        return table.record(FOUR_SPADES, key=report.key, position=1).what

    answers = together(*[send] * 8)
    assert sorted(answers) == ["recorded"] + ["same"] * 7
    assert len(table.standing.live) == 1


@pytest.mark.django_db(transaction=True)
def test_eight_different_reports_at_once_are_all_kept(together) -> None:
    table = Table()

    def send(tricks: int) -> str:
        return table.record(FOUR_SPADES | {"tricks": tricks}, position=1).what

    answers = together(*[lambda tricks=n: send(tricks) for n in range(6, 14)])
    assert sorted(answers) == ["recorded"] + ["rival"] * 7
    (deal,) = table.standing.live
    assert sorted([deal.facts["tricks"], *(r.facts["tricks"] for r in deal.rivals)]) == list(
        range(6, 14)
    )


@pytest.mark.django_db(transaction=True)
def test_two_correctors_at_once_one_is_told(together) -> None:
    table = Table()
    table.record(FOUR_SPADES)

    def put_right(tricks: int) -> DealRevision:
        return correct_deal(
            sitting=table.sitting,
            report=table.report(FOUR_SPADES | {"tricks": tricks}, position=1),
            seen=1,
            reason="miscounted",
            actor=table.actor,
        )

    answers = together(lambda: put_right(11), lambda: put_right(12))
    assert sorted(type(answer).__name__ for answer in answers) == ["DealRevision", "TooLate"]


def test_who_held_the_joker_is_not_left_out() -> None:
    """The 25 always stand: a deal that does not say whose they are is refused at that field."""
    table = Table("joker")
    with pytest.raises(RuleError, match="Who held the joker") as refused:
        table.record(FOUR_SPADES)
    assert refused.value.where == "joker"
    table.record(FOUR_SPADES | {"joker": "E"})
    assert table.standing.sheet.deals[0].points["EW"] == (0, 25)
    told = FOUR_SPADES | {"joker": "E", "tricks": 11}
    report = table.report(FOUR_SPADES | {"tricks": 11}, position=1)
    with pytest.raises(RuleError, match="Who held the joker"):
        correct_deal(
            sitting=table.sitting, report=report, seen=1, reason="misheard", actor=table.actor
        )
    table.record({"passed_out": True})
    assert table.record(told, position=1).what == "rival"
