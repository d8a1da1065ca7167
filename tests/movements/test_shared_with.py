"""Tables that play from one set: who with whom, on cards, on phones, and before it is chosen."""

import pytest

from clubscore.movements import build, shared_with
from clubscore.movements.chooser import SHARES, sharing
from clubscore.sheets.at_the_table.movement_cards import guide_cards, table_card


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
    apart = next(each for each in range(1, 13) if each not in (one, other))
    assert all(isinstance(row[5], str) for row in table_card(movement, apart, {}).rows)
    guides = [row[-1] for each in guide_cards(movement, {}) for row in each.rows]
    assert sum(isinstance(cell, tuple) for cell in guides) == 4 * movement.rounds


@pytest.mark.parametrize("pairs", [8, 10, 14])
def test_where_every_table_has_its_own_nothing_is_told(pairs: int) -> None:
    assert shared_with(build("howell", pairs)) == {}
