"""Movements as plain values: kept as JSON and made again the same."""

import json

import pytest

from clubscore.movements import KINDS, build, leaving, plain_values
from clubscore.movements.surgery.late_and_leaving import as_played


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_movement_is_the_same_after_being_kept(kind: str) -> None:
    count = {"teams-head-to-head": 2, "bowman-mitchell": 16, "web-mitchell": 16}.get(kind, 12)
    movement = build(kind, count)
    assert plain_values.read(json.loads(json.dumps(plain_values.written(movement)))) == movement


def test_so_is_one_that_was_changed() -> None:
    for offer in leaving(as_played(build("mitchell", 13), 2).movement, 3):
        written = json.loads(json.dumps(plain_values.written(offer.movement)))
        assert plain_values.read(written) == offer.movement
