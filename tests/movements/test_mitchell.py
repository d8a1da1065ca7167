"""The Mitchell family against the numbers that directors have published or we computed twice."""

import pytest

from clubscore.laws.errors import RuleError
from clubscore.movements.checker import balance_of, check, facts_of, hundredths, rests_of, shares_of
from clubscore.movements.kinds import build
from clubscore.movements.mitchell import (
    arrow_switch,
    bowman,
    half_table,
    mitchell,
    rover,
    share_and_relay,
    skip,
    straight,
    usual_switch,
    web,
)
from clubscore.movements.rows import Movement

SWITCHED = {
    4: "42.86 42.86 32.14 42.86",
    5: "44.44 65.36 30.03 30.03",
    6: "45.45 77.68 41.74 33.53",
    7: "46.15 90.46 48.81 32.15",
    8: "46.67 90.11 60.08 39.30",
    9: "47.06 92.97 69.30 41.89",
    10: "47.37 89.26 77.34 50.23",
    11: "47.62 88.64 84.49 54.88",
    12: "47.83 85.06 88.50 62.57",
    13: "48.00 83.63 92.53 67.79",
    14: "48.15 80.74 93.55 74.06",
    16: "48.39 77.03 94.51 83.10",
}
ROVERS = [
    ("straight", 5, 5, "5 3 1 4"),
    ("straight", 7, 7, "7 5 3 1 6 4"),
    ("relay", 6, 6, "6 3 1 4 2"),
    ("relay", 8, 8, "8 2 4 6 1 3 5"),
    ("relay", 10, 10, "10 3 5 9 1 6 4 2 7"),
    ("skip", 6, 5, "6 4 2 5"),
    ("skip", 8, 7, "8 5 3 1 7 4"),
]
FORMS = {"straight": straight, "skip": skip, "relay": share_and_relay}


def complete(tables: int) -> Movement:
    return mitchell(tables, form=straight(tables) if tables % 2 else share_and_relay(tables))


def cells(movement: Movement, number: int) -> str:
    rows = movement.rows_of_round(number)
    return " ".join(f"{row.ns[0]}-{row.ew[0]}/{row.set}" for row in rows)


@pytest.mark.parametrize("tables", range(4, 17))
def test_a_complete_mitchell_brings_all_boards_and_all_opponents(tables: int) -> None:
    movement = complete(tables)
    assert check(movement) == ()
    facts = facts_of(movement)
    assert set(facts.sets.values()) == {tables}
    assert facts.meetings == {0: tables * (tables - 1), 1: tables * tables}
    assert sum(facts.shared.values()) == (0 if tables % 2 else tables)


@pytest.mark.parametrize("tables", SWITCHED)
def test_quality_after_turning_the_last_rounds(tables: int) -> None:
    found = []
    for last in range(4):
        turned = arrow_switch(complete(tables), range(tables - last + 1, tables + 1))
        found.append(hundredths(balance_of(turned).quality))
    assert " ".join(found) == SWITCHED[tables]


def test_the_last_eighth_is_turned() -> None:
    assert [len(usual_switch(rounds)) for rounds in (3, 8, 11, 12, 19, 20)] == [1, 1, 1, 2, 2, 3]
    assert usual_switch(13) == (12, 13)


def test_east_west_go_up_and_boards_come_down() -> None:
    movement = mitchell(5)
    assert cells(movement, 1) == "1-6/1 2-7/2 3-8/3 4-9/4 5-10/5"
    assert cells(movement, 2) == "1-10/2 2-6/3 3-7/4 4-8/5 5-9/1"


@pytest.mark.parametrize("tables", range(4, 15, 2))
def test_a_skip_mitchell_lacks_its_last_round_only(tables: int) -> None:
    assert check(mitchell(tables, form=skip(tables))) == ()
    assert check(mitchell(tables, form=skip(tables)._replace(rounds=tables)))
    with pytest.raises(RuleError, match=f"At most {tables - 1} rounds"):
        mitchell(tables, rounds=tables, form=skip(tables))


def test_share_and_relay_shares_first_with_last_and_rests_in_the_middle() -> None:
    movement = complete(6)
    assert {share.tables for share in movement.shares} == {(1, 6)}
    assert [rest[2:] for rest in rests_of(movement)] == [(None, 3), *[(4, 3)] * 4]


@pytest.mark.parametrize(
    ("tables", "rounds", "shared"), [(4, 3, 0), (8, 6, 0), (10, 8, 0), (14, 13, 0), (8, 3, 5)]
)
def test_web_needs_two_copies(tables: int, rounds: int, shared: int) -> None:
    movement = mitchell(tables, form=web(tables, rounds))
    assert (check(movement), movement.copies, len(movement.shares)) == ((), 2, shared)
    assert set(facts_of(movement).sets.values()) == {rounds}


@pytest.mark.parametrize("rounds", range(3, 14))
def test_bowman_shares_once_where_rounds_are_odd(rounds: int) -> None:
    movement = mitchell(rounds + 2, form=bowman(rounds))
    assert check(movement) == ()
    middle = [(rounds + 1) // 2] if rounds % 2 else []
    assert [share.round for share in movement.shares] == middle


@pytest.mark.parametrize("pairs", range(5, 32, 2))
def test_a_half_table_gives_everybody_opposite_one_rest(pairs: int) -> None:
    movement = half_table(pairs)
    assert check(movement) == ()
    rests = facts_of(movement).sit_outs
    assert sum(rests.values()) == movement.rounds
    assert max(rests.values()) == 1
    assert shares_of(movement) == ()


@pytest.mark.parametrize(("form", "tables", "rounds", "places"), ROVERS)
def test_where_the_rover_goes(form: str, tables: int, rounds: int, places: str) -> None:
    movement = rover(tables, form=FORMS[form](tables))
    assert (check(movement), movement.rounds) == ((), rounds)
    number = 2 * tables + 1
    found = {row.round: row.table for row in movement.rows if row.ns == (number,)}
    assert " ".join(str(found[each]) for each in range(2, rounds + 1)) == places
    assert facts_of(movement).sit_outs[number] == 1


@pytest.mark.parametrize("tables", [9, 15])
def test_a_rover_among_nine_or_fifteen_tables_lacks_the_last_round(tables: int) -> None:
    assert rover(tables).rounds == tables - 1
    with pytest.raises(RuleError, match=f"Choose {tables - 1}"):
        rover(tables, rounds=tables)


def standing(movement: Movement, expert: int) -> dict[int, int]:
    """Matchpoints, two for each result beaten, where one pair wins every board and all else tie."""
    points = dict.fromkeys(range(1, movement.contestants + 1), 0)
    for number in range(1, movement.sets + 1):
        rows = [row for row in movement.rows if row.set == number]
        scores = [1 if expert in row.ns else -1 if expert in row.ew else 0 for row in rows]
        for row, score in zip(rows, scores, strict=True):
            ns = sum(1 + (score > other) - (score < other) for other in scores) - 1
            points[row.ns[0]] += ns
            points[row.ew[0]] += 2 * (len(rows) - 1) - ns
    return points


def test_turning_the_last_round_shares_an_experts_damage_out() -> None:
    """The well-known proof with eight tables, an expert pair at North-South 1 and a top of 14."""
    plain = standing(complete(8), 1)
    assert [plain[each] for each in range(1, 9)] == [112] + [48] * 7
    assert {plain[each] for each in range(9, 17)} == {56}
    turned = standing(arrow_switch(complete(8), [8]), 1)
    assert turned[1] == 112
    others = sorted(turned[each] for each in range(2, 17))
    assert others == [48, *[52] * 12, 56, 56]
    assert turned[8] == 48


def test_half_rounds_let_four_tables_turn_half_a_round_for_a_more_even_field() -> None:
    whole = build("mitchell", 8, winners=1)
    halves = build("half-round-mitchell", 8, winners=1)
    assert check(halves) == ()
    assert (halves.rounds, halves.sets, halves.boards_per_set) == (8, 8, 3)
    assert hundredths(balance_of(whole).quality) == "42.86"
    assert hundredths(balance_of(halves).quality) == "73.47"
    turned = {row.round for row in halves.rows if row.ns[0] > row.ew[0]}
    assert turned == {8}
    with pytest.raises(RuleError, match="choose 6 or 8, not 7"):
        build("half-round-mitchell", 8, rounds=7)
