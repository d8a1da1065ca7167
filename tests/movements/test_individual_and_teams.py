"""Individuals, teams and Swiss."""

import pytest

from clubscore.laws.errors import RuleError
from clubscore.movements.checker import check, facts_of
from clubscore.movements.howell import individual
from clubscore.movements.rows import Movement, MovementRow
from clubscore.movements.swiss import first_round, pair_up
from clubscore.movements.teams import (
    american_whist,
    head_to_head,
    new_england,
    round_robin,
    three_way,
)


def opposed(movement: Movement) -> set[int]:
    """How often any two players meet as opponents."""
    times = {(one, two): 0 for one in range(1, movement.contestants + 1) for two in range(1, one)}
    for row in movement.rows:
        for one in row.ns:
            for other in row.ew:
                times[max(one, other), min(one, other)] += 1
    return set(times.values())


@pytest.mark.parametrize("players", [4, 8, 12, 16])
def test_everybody_is_everybodys_partner_once(players: int) -> None:
    movement = individual(players)
    assert check(movement) == ()
    assert set(facts_of(movement).meetings) == {1}
    assert movement.copies == 1


@pytest.mark.parametrize("players", [8, 12, 16])
def test_where_all_tables_play_the_same_all_oppose_all_twice(players: int) -> None:
    movement = individual(players, together=True)
    assert (check(movement), opposed(movement)) == ((), {2})


@pytest.mark.parametrize("players", [20, 28, 44, 52])
def test_in_a_rainbow_nobody_meets_anybody_twice(players: int) -> None:
    movement = individual(players)
    assert check(movement) == ()
    assert opposed(movement) == {0, 1}
    assert movement.rows_of_round(2)[0].seated == (
        1,
        *(k * players // 4 + k + 1 for k in (1, 2, 3)),
    )


def test_other_sizes_are_refused_with_those_that_go() -> None:
    with pytest.raises(RuleError, match="8, 12, 16, 20, 28, 44 or 52, not 24"):
        individual(24)


@pytest.mark.parametrize("teams", range(2, 13))
def test_teams_meet_once_and_both_halves_play_the_boards(teams: int) -> None:
    for movement in (
        round_robin(teams),
        *([new_england(teams)] if teams % 2 == 0 and teams > 2 else []),
    ):
        assert check(movement) == ()
        assert set(facts_of(movement).meetings) == {2 if teams > 2 else 4}


def test_american_whist_with_five_teams_as_printed() -> None:
    movement = american_whist(5, 4)
    assert [row[2:5] for row in movement.rows_of_round(1)] == [
        ((1,), (3,), 2), ((2,), (4,), 3), ((3,), (5,), 4), ((4,), (1,), 5), ((5,), (2,), 1),
    ]  # fmt: skip
    assert movement.shares == ()


def test_rounds_of_teams_stop_only_where_matches_are_whole() -> None:
    assert check(american_whist(7, 4)) == ()
    assert check(new_england(8, 3)) == ()


@pytest.mark.parametrize(("teams", "most"), [(3, 2), (5, 4), (8, 7), (30, 29)])
def test_too_many_rounds_are_refused_with_how_many_there_are(teams: int, most: int) -> None:
    assert check(round_robin(teams, rounds=most)) == ()
    said = rf"\({teams}\) can play at most {most} rounds, not {most + 1}\."
    with pytest.raises(RuleError, match=said):
        round_robin(teams, rounds=most + 1)


def test_half_a_match_is_refused_with_the_rounds_that_make_it_whole() -> None:
    said = r"rounds 1 and 6 belong together \(teams: 7\)\. Play 4 rounds, or leave out both\."
    with pytest.raises(RuleError, match=said):
        american_whist(7, 3)


def test_two_teams_exchange_boards() -> None:
    movement = head_to_head(2)
    assert [(row.round, row.table, row.set) for row in movement.rows] == [
        (1, 1, 1), (1, 2, 2), (2, 1, 2), (2, 2, 1),
    ]  # fmt: skip
    assert check(movement) == ()


def test_swiss_pairs_the_best_with_the_best_he_has_not_met() -> None:
    assert pair_up([3, 1, 2, 4], [[(1, 2), (3, 4)]]).meetings == ((3, 1), (2, 4))


def test_swiss_looks_ahead_where_the_first_choice_would_leave_two_who_met() -> None:
    found = pair_up([1, 2, 3, 4], [[(3, 4), (1, 5)], [(1, 3), (2, 6)]])
    assert found.meetings == ((1, 4), (2, 3))


def test_swiss_gives_the_bye_to_the_lowest_who_had_none() -> None:
    found = pair_up([1, 2, 3, 4, 5], [[(1, 2), (3, 4)]], byes=[5])
    assert (found.bye, found.meetings) == (4, ((1, 3), (2, 5)))


def test_swiss_repeats_as_little_as_possible_and_says_so() -> None:
    rounds = [[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)]]
    found = pair_up([1, 2, 3, 4], rounds)
    assert found.repeated == ((1, 2), (3, 4))
    assert "2 matches repeat earlier ones" in str(found.notes[0])
    assert pair_up([1, 2], [[(1, 2)]]).repeated == ((1, 2),)
    assert pair_up([1, 2, 3, 4], rounds, again_after=2).repeated == ()


def test_swiss_may_fold() -> None:
    assert pair_up(range(1, 7), fold=True).meetings == ((1, 6), (2, 5), (3, 4))


def test_a_swiss_evening_never_repeats_while_it_can() -> None:
    rounds: list[tuple[tuple[int, int], ...]] = []
    for number in range(7):
        ranking = sorted(range(1, 13), key=lambda each: (each * (number + 3)) % 13)
        found = pair_up(ranking, rounds)
        assert not found.repeated
        rounds.append(found.meetings)


@pytest.mark.parametrize("teams", [4, 7, 10])
def test_the_first_round_of_a_swiss_is_sound(teams: int) -> None:
    assert check(first_round(teams, "teams")) == ()
    assert check(first_round(teams, "pairs")) == ()


def test_three_teams_play_each_other_over_two_rounds() -> None:
    rows = three_way((11, 12, 13), 1)
    assert rows[:3] == (
        MovementRow(1, 1, (11,), (12,), 1),
        MovementRow(1, 2, (12,), (13,), 2),
        MovementRow(1, 3, (13,), (11,), 3),
    )
    assert [(row.ns[0], row.ew[0], row.set) for row in rows[3:]] == [
        (11, 13, 3), (12, 11, 1), (13, 12, 2),
    ]  # fmt: skip
