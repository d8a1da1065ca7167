"""Three-way matches: who is chosen, what they play, and that the checker sees a broken one."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.movements import (
    MovementRow,
    Off,
    Trio,
    at_change,
    check,
    free_set,
    growing,
    pair_up,
    pair_up_with_trio,
)
from clubscore.movements.checker import half_played
from clubscore.movements.swiss import SwissMeeting as Meeting
from clubscore.movements.walks import guide, table_round
from tests.movements.test_surgery import nobody_replays
from tests.walks import by_examples

FIVE = growing(5, "teams", 4, [([(1, 2)], None)], [Trio(1, (3, 4, 5), (1, 2, 5), (3, 4, 5))])


def test_both_rounds_stand_from_the_draw_on_beside_the_other_tables() -> None:
    assert check(FIVE) == ()
    assert (FIVE.tables, FIVE.sets, FIVE.copies) == (5, 5, 2)
    assert [row.table for row in FIVE.rows_of_round(2)] == [3, 4, 5]
    assert half_played(FIVE) == []


def test_north_south_stay_and_the_boards_of_a_match_go_where_its_other_half_is() -> None:
    whole = growing(5, "teams", 4, [([(1, 2)], None), ([(2, 1)], None)],
                    [Trio(1, (3, 4, 5), (1, 2, 5), (3, 4, 5))])  # fmt: skip
    first = {row.table: table_round(whole, row) for row in whole.rows_of_round(1)}
    assert [first[at].boards_to for at in (3, 4, 5)] == [4, 5, 3]
    assert [(each.number, each.table) for each in first[4].going] == [(4, 4), (5, 3)]
    assert {stop.table for stop in guide(whole, 4, "NS")[:2]} == {4}


def test_boards_are_carried_from_match_to_match_and_other_copies_are_new() -> None:
    trio = Trio(1, (5, 6, 7), (1, 2, 5), (5, 6, 7))
    meetings = [([(1, 2), (3, 4)], None), ([(1, 3), (2, 4)], None), ([(1, 4), (2, 3)], 5)]
    seven = growing(7, "teams", 4, meetings, [trio])
    moves = {(each.boards, each.before, each.after): each.off_before
             for each in at_change(seven, 1) if each.after}  # fmt: skip
    assert moves == {
        ((1,), (5,), (6,)): None,
        ((2,), (6,), (7,)): None,
        ((5,), (7,), (5,)): None,
        ((2,), (), (1, 2)): Off.NEW,
        ((2,), (), (3, 4)): Off.NEW,
    }


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda row: row.turned(), "E8"),
        (lambda row: row._replace(set=2), "E3"),
        (lambda row: row._replace(ns=(5,)), "E5"),
        (lambda row: row._replace(table=4), "E1"),
        (lambda row: None, "E8"),
    ],
)
def test_the_checker_sees_a_broken_three_way_match(change: object, code: str) -> None:
    at = next(row for row in FIVE.rows if row[:2] == (2, 3))
    broken = change(at)  # type: ignore[operator]
    rows = [broken if row == at else row for row in FIVE.rows if row != at or broken]
    assert code in {fault.code for fault in check(FIVE.with_rows(rows))}


def test_the_lowest_three_who_have_not_met_and_were_in_no_trio_play_each_other() -> None:
    assert pair_up_with_trio([4, 1, 5, 2, 3, 7, 6]).trio == (3, 7, 6)
    met: list[list[Meeting]] = [[(3, 6)]]
    assert pair_up_with_trio([4, 1, 5, 2, 3, 7, 6], met).trio == (2, 7, 6)
    found = pair_up_with_trio([4, 1, 5, 2, 3, 7, 6], met, been=[7, 6])
    assert found.trio == (5, 2, 3)
    assert found.meetings == ((4, 1), (7, 6))
    assert found.notes == ()


def test_another_three_are_taken_where_the_rest_could_not_be_paired() -> None:
    met: list[list[Meeting]] = [[(1, 2)]]
    assert pair_up_with_trio([1, 2, 3, 4, 5], met).trio == (2, 4, 5)


def test_three_teams_play_each_other_again_where_there_are_no_others_and_that_is_said() -> None:
    met: list[list[Meeting]] = [[(1, 2), (2, 3), (3, 1)]]
    found = pair_up_with_trio([1, 2, 3], met, been=[1, 2, 3])
    assert (found.meetings, found.trio) == ((), (1, 2, 3))
    assert "3 matches repeat" in str(found.notes[0])
    with pytest.raises(ValueError, match="fewer than three"):
        pair_up_with_trio([1])


def test_a_large_field_is_drawn_at_once() -> None:
    found = pair_up_with_trio(range(1, 200))
    assert (found.trio, len(found.meetings)) == ((197, 198, 199), 98)


def test_who_leaves_a_three_way_match_leaves_one_bye_to_each_of_the_others() -> None:
    trio = Trio(1, (3, 4, 5), (1, 2, 5), (3, 4, 5), ((5, 2),))
    movement = growing(5, "teams", 4, [([(1, 2)], None)], [trio])
    assert trio.byes == (2, (3, 4))
    assert [row for row in movement.rows_of_round(2) if row.is_played] == [
        MovementRow(2, 4, (4,), (3,), 1)
    ]
    alone = trio._replace(left=((5, 2), (4, 2)))
    assert alone.byes == (2, (3,))
    assert not alone.goes_on(2)
    assert not [row for row in alone.rows() if row.round == 2]


def test_a_third_set_is_one_that_none_of_the_three_has_had() -> None:
    assert free_set(FIVE, (1, 2, 3), 5) == 6
    assert free_set(growing(5, "teams", 4), (1, 2, 3), 5) == 5


@by_examples(60)
@given(st.sampled_from(range(3, 22, 2)), st.integers(2, 8), st.integers(0, 10**9))
def test_an_odd_field_plays_every_round(teams: int, rounds: int, seed: int) -> None:
    """A trio's teams meet once each; nobody meets twice in a row where there is another choice."""
    chance = random.Random(seed)  # noqa: S311 - which ranking it is, not a secret
    rounds = min(rounds, teams)
    drawn: list[tuple[tuple[Meeting, ...], int | None]] = []
    trios: list[Trio] = []
    met: list[list[Meeting]] = [[] for _round in range(rounds)]
    byes: list[int] = []
    for number in range(1, rounds + 1):
        ranking = chance.sample(range(1, teams + 1), teams)
        busy = next((each for each in trios if each.goes_on(number)), None)
        here = [each for each in ranking if not busy or each not in busy.teams]
        before = met[: number - 1]
        if len(here) % 2 == 0 or number == rounds:
            found = pair_up(here, before, byes=byes)
        else:
            been = {each for trio in trios for each in trio.teams}
            found = pair_up_with_trio(here, before, been=been)
        byes += [found.bye] if found.bye else []
        if found.trio:
            movement = growing(teams, "teams", rounds, drawn, trios)
            third = free_set(movement, found.trio, rounds + 1)
            tables = (teams - 2, teams - 1, teams)
            trios.append(Trio(number, found.trio, (number, number + 1, third), tables))
            one, two, three = found.trio
            for at in (number, number + 1):
                met[at - 1] += [(one, two), (two, three), (one, three)]
            now = {frozenset(two) for two in (*found.meetings, *met[number - 1])}
        else:
            now = {frozenset(two) for two in found.meetings}
        last = {frozenset(two) for two in met[number - 2]} if number > 1 else set()
        # Two who are left beside a trio have only each other, and so have three and a bye.
        if len(here) > 5:
            assert not now & last, found
        met[number - 1] += found.meetings
        drawn.append((found.meetings, found.bye))
    movement = growing(teams, "teams", rounds, drawn, trios)
    assert {fault.code for fault in check(movement)} <= {"E4"}
    assert nobody_replays(movement)
    assert half_played(movement) == []
    for trio in trios:
        rows = [
            row
            for row in movement.rows
            if row.table in trio.tables
            and trio.round <= row.round <= trio.last
            and set(row.seated) <= set(trio.teams)
        ]
        halves = Counter((*row.ns, *row.ew) for row in rows)
        assert set(halves.values()) == {1}
        assert len(halves) == 6
        sets = {frozenset(two): {row.set for row in rows if {*row.seated} == {*two}}
                for two in halves}  # fmt: skip
        assert all(len(each) == 1 for each in sets.values())
        assert len({number for each in sets.values() for number in each}) == 3
    # Nobody is idle but who has the bye of the last round.
    playing = Counter(n for row in movement.rows if row.is_played for n in row.seated)
    assert all(count in (2 * rounds, 2 * rounds - 2) for count in playing.values())
