"""Results at the table: one side says, the other agrees; disputes; the director puts right."""

import pytest

from clubscore.club.entry import Refused, new_key
from clubscore.events.board_state import BoardStage
from clubscore.events.corrections import foul, move_to_board, rule, take_back, turn_round
from clubscore.events.models import ResultRevision
from clubscore.events.rankings import Lists
from clubscore.events.reporting import agree
from clubscore.events.scoring import Scorer, looks_odd
from clubscore.laws.errors import RuleError
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_a_result_is_in_when_the_other_side_agrees() -> None:
    evening = Evening(6)
    evening.tell(1, 1, FOUR_SPADES)
    assert evening.standing(1, 1).state is BoardStage.TOLD
    evening.agree(1, 1)
    assert evening.standing(1, 1).state is BoardStage.IN
    assert evening.standing(1, 1).facts == FOUR_SPADES


def test_two_sides_who_say_the_same_agree_without_a_further_tap() -> None:
    evening = Evening(6)
    evening.tell(1, 1, FOUR_SPADES)
    evening.tell(1, 1, FOUR_SPADES, "ew")
    assert evening.standing(1, 1).state is BoardStage.IN


def test_two_sides_who_differ_are_both_kept_until_one_takes_the_others_word() -> None:
    evening = Evening(6)
    evening.tell(1, 1, FOUR_SPADES)
    evening.tell(1, 1, ONE_DOWN, "ew")
    standing = evening.standing(1, 1)
    assert standing.state is BoardStage.DISPUTED
    assert {side: each.facts for side, each in standing.versions.items()} == {
        "ns": FOUR_SPADES,
        "ew": ONE_DOWN,
    }
    assert standing.result is None
    section, seen = evening.section, standing.versions["ew"].number
    agree(
        section=section,
        spot=standing.spot,
        seen=seen,
        side="ns",
        key=new_key(),
        actor=evening.actor,
    )
    assert evening.standing(1, 1).facts == ONE_DOWN


def test_the_same_report_sent_twice_counts_once() -> None:
    evening = Evening(6)
    for _again in range(2):
        evening.tell(1, 1, FOUR_SPADES, key="one-tap")
    assert ResultRevision.objects.count() == 1


def test_nobody_agrees_with_what_he_has_not_read() -> None:
    evening = Evening(6)
    evening.tell(1, 1, FOUR_SPADES)
    spot = evening.spot(1, 1)
    evening.tell(1, 1, ONE_DOWN)
    with pytest.raises(Refused, match="Check again"):
        agree(
            section=evening.section, spot=spot, seen=1, side="ew", key=new_key(),
            actor=evening.actor,
        )  # fmt: skip


def test_a_board_that_is_not_due_is_refused_with_the_reason() -> None:
    evening = Evening(6)
    with pytest.raises(Refused, match="Due there: 1 and 2"):
        evening.tell(1, 5, FOUR_SPADES)


def test_what_is_agreed_only_the_director_puts_right() -> None:
    evening = Evening(6)
    evening.play()
    with pytest.raises(Refused, match="ask the director"):
        evening.tell(1, 1, ONE_DOWN)
    rule(
        section=evening.section,
        spot=evening.spot(1, 1),
        facts=ONE_DOWN,
        entered=evening.entered(1, 1),
        actor=evening.actor,
    )
    standing = evening.standing(1, 1)
    assert standing.facts == ONE_DOWN
    assert [each.kind for each in standing.revisions] == ["told", "agreed", "ruled"]
    assert standing.revisions[-1].reason == "misread"


def test_a_corrector_who_saw_something_else_is_told() -> None:
    evening = Evening(6)
    entered = evening.entered(1, 1)
    evening.tell(1, 1, FOUR_SPADES)
    with pytest.raises(Refused, match="Check again"):
        take_back(
            section=evening.section, spot=evening.spot(1, 1), entered=entered, actor=evening.actor
        )


def test_turned_round_the_pairs_change_sides_and_the_score_stays() -> None:
    evening = Evening(6)
    evening.play()
    before = {row.key: row.percent for one in Lists(evening.room).rankings for row in one.rows}
    rule(
        section=evening.section, spot=evening.spot(1, 1), facts=ONE_DOWN,
        entered=evening.entered(1, 1), actor=evening.actor,
    )  # fmt: skip
    turn_round(
        section=evening.section,
        spots=[evening.spot(1, 1)],
        entered=evening.entered(1, 1),
        actor=evening.actor,
    )
    last = evening.standing(1, 1).revisions[-1]
    place = evening.table(1).place
    assert (last.ns, last.ew) == (place.ew, place.ns)
    assert last.facts == ONE_DOWN
    assert set(before.values()) == {""}


def test_a_result_of_another_board_moves_there() -> None:
    evening = Evening(6)
    evening.tell(1, 1, FOUR_SPADES)
    evening.agree(1, 1)
    move_to_board(
        section=evening.section,
        spot=evening.spot(1, 1),
        board=5,
        entered=evening.entered(1, 1),
        actor=evening.actor,
    )
    assert evening.standing(1, 1).state is BoardStage.TO_COME
    assert evening.standing(1, 5).facts == FOUR_SPADES
    results = Scorer(evening.room).event().results
    assert [result.board for result in results] == [5]


def test_a_fouled_board_is_compared_in_two_groups_from_that_round_on() -> None:
    evening = Evening(6)
    evening.play()
    evening.next_round()
    evening.play()
    foul(
        section=evening.section,
        board=1,
        from_round=2,
        entered=evening.entered(1, 1),
        actor=evening.actor,
    )
    groups = {
        result.round: result.fouled_group
        for result in Scorer(evening.room).event().results
        if result.board == 1
    }
    assert groups == {1: "", 2: "B"}


def test_a_result_unlike_all_others_is_odd_and_one_alone_is_not() -> None:
    evening = Evening(6)
    evening.play()
    evening.next_round()
    where = next(t for t in evening.room.tables() if 1 in t.place.boards)
    spot = evening.spot(where.number, 1)
    wrong_side = {"contract": "4S", "declarer": "E", "tricks": 10}
    scorer = Scorer(evening.room)
    assert not looks_odd(scorer, spot, wrong_side), "one other result is no field"
    evening.play()
    evening.next_round()
    where = next(t for t in evening.room.tables() if 1 in t.place.boards)
    scorer = Scorer(evening.room)
    spot = evening.spot(where.number, 1)
    assert looks_odd(scorer, spot, wrong_side)
    assert not looks_odd(scorer, spot, FOUR_SPADES)
    assert not looks_odd(scorer, spot, {"not_played": True})


def test_facts_that_cannot_be_are_refused_with_their_field() -> None:
    evening = Evening(6)
    with pytest.raises(RuleError) as refused:
        Scorer(evening.room).score(
            evening.spot(1, 1), {"contract": "8S", "declarer": "S", "tricks": 10}
        )
    assert refused.value.where == "contract"


def test_matchpoints_of_a_board_by_hand() -> None:
    evening = Evening(6)
    for facts in (FOUR_SPADES, ONE_DOWN, FOUR_SPADES):
        evening.play(facts)
        if evening.event.round < 3:
            evening.next_round()
    lists = Lists(evening.room)
    rows = lists.traveller(1)
    assert [row.ns_points for row in rows] == ["3", "3", "0"]
    assert [row.ew_points for row in rows] == ["1", "1", "4"]
    own = lists.card("1")
    assert [line.board for line in own] == [1, 2, 3, 4, 5, 6]
    assert [one.direction for one in lists.rankings] == ["NS", "EW"]
