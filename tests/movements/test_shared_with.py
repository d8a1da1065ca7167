"""Tables that share a set, and sets on a stand: on cards, on phones, before it is chosen."""

import pytest

from clubscore.movements import beside, build, describe, shared_with
from clubscore.movements.checker import ByStand, stand_between
from clubscore.movements.chooser import SHARES, STAND, sharing
from clubscore.papers.movement_cards import guide_cards, table_card


def test_a_full_field_shares_at_its_first_and_last_table() -> None:
    """Twelve tables of a Mitchell with a relay: 1 and 12 have the same boards in every round."""
    movement = build("mitchell", 24, rounds=12)
    shared = shared_with(movement)
    assert {each.phrase for each in sharing(movement)} == {SHARES}
    one, other = sorted({table for _round, table in shared})
    assert all(shared[round_, one] == (other,) for round_ in range(1, movement.rounds + 1))
    assert all(shared[round_, other] == (one,) for round_ in range(1, movement.rounds + 1))
    card = table_card(movement, one, {})
    assert all(row[5] == (row[5][0], f"with {other}") for row in card.rows)
    assert all(isinstance(row[5], str) for row in table_card(movement, 3, {}).rows)
    guides = [row[-1] for each in guide_cards(movement, {}) for row in each.rows]
    with_others = [cell for cell in guides if isinstance(cell, tuple) and "with" in cell[1]]
    assert len(with_others) == 4 * movement.rounds


def test_its_stand_is_named_where_boards_go_there_and_come_from_it() -> None:
    """Between 6 and 7: what 7 has played waits a round, then 6 has it. The first set is new."""
    movement = build("mitchell", 24, rounds=12)
    assert stand_between(movement) == (6, 7)
    (told,) = (each for each in describe(movement).bad if each.phrase == STAND)
    assert told.params == {"low": 6, "high": 7}
    found = beside(movement)
    assert {table for _round, table in found} == {6, 7}
    assert found[3, 6] == ByStand(True, 0) and (2, 6) not in found
    assert found[1, 7] == ByStand(False, 6) and (12, 7) not in found
    going = [row[8] for row in table_card(movement, 7, {}).rows]
    assert going[:10] == [("to the stand", "for table 6")] * 10
    coming = [row[5] for row in table_card(movement, 6, {}).rows]
    assert all(cell[1] == "from the stand" for cell in coming[2:])
    guides = [row[-1] for each in guide_cards(movement, {}) for row in each.rows]
    assert sum(isinstance(cell, tuple) and "from the stand" in cell for cell in guides) == 2 * 10


def test_a_movement_with_several_stands_names_the_table_that_comes_next() -> None:
    movement = build("three-quarter-howell", 14)
    assert stand_between(movement) is None
    assert {each.goes_for for each in beside(movement).values()} - {0} == {5, 6}
    assert beside(build("mitchell", 14)) == {}


@pytest.mark.parametrize("pairs", [8, 10, 14])
def test_where_every_table_has_its_own_nothing_is_told(pairs: int) -> None:
    assert shared_with(build("howell", pairs)) == {}
