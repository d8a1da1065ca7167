"""Every code of the checker has a movement that earns it; no single wrong number goes through."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.movements.checker import check
from clubscore.movements.howell import howell
from clubscore.movements.mitchell import mitchell, share_and_relay, straight
from clubscore.movements.rows import Movement, MovementRow
from clubscore.movements.teams import american_whist


def codes(movement: Movement) -> set[str]:
    return {fault.code for fault in check(movement)}


def changed(movement: Movement, at: int, **fields: object) -> Movement:
    rows = list(movement.rows)
    rows[at] = rows[at]._replace(**fields)  # type: ignore[arg-type]
    return replace(movement, rows=tuple(rows))


SEVEN = mitchell(7)


@pytest.mark.parametrize(
    ("code", "broken"),
    [
        ("E1", changed(SEVEN, 0, table=2)),
        ("E2", changed(SEVEN, 0, ns=(2,))),
        ("E3", changed(SEVEN, 0, set=2)),
        ("E4", changed(SEVEN, 0, ew=(14,))),
        ("E5", changed(SEVEN, 0, ew=(1,))),
        ("E6", changed(SEVEN, 0, set=8)),
        ("E7", replace(mitchell(6, form=share_and_relay(6)), shares=())),
        ("E8", changed(american_whist(5, 4), 0, set=1)),
    ],
)
def test_each_fault_has_its_code(code: str, broken: Movement) -> None:
    assert code in codes(broken)
    assert all(str(fault).startswith(fault.code) for fault in check(broken))


def test_two_pairs_never_meet_twice() -> None:
    movement = replace(SEVEN, sets=8)
    again = MovementRow(7, 1, (1,), (8,), 8)
    assert "E4" in codes(replace(movement, rows=(*movement.rows[:-7], again)))


def test_a_straight_mitchell_of_even_tables_fails_right_after_half() -> None:
    for tables in range(4, 15, 2):
        faults = check(mitchell(tables, form=straight(tables)))
        assert min(fault.round for fault in faults) == tables // 2 + 1
        assert {fault.code for fault in faults} == {"E3"}


@given(st.sampled_from([8, 10, 12, 14, 16, 18, 20, 22, 24]), st.integers(0, 10**9))
def test_any_single_wrong_number_in_a_full_howell_is_found(pairs: int, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - which number is wrong, not a secret
    movement = howell(pairs)
    at = chance.randrange(len(movement.rows))
    field = chance.choice(["round", "table", "ns", "ew", "set"])
    old = getattr(movement.rows[at], field)
    number = old[0] if isinstance(old, tuple) else old
    other = chance.choice([each for each in range(pairs + 3) if each != number])
    wrong = (other,) if isinstance(old, tuple) else other
    assert check(changed(movement, at, **{field: wrong}))


def test_what_happened_is_not_reproached_but_what_comes_must_fit() -> None:
    """Two tables that shared by mistake did; a board that was played is played for all that."""
    played = changed(SEVEN, 0, set=3)
    assert codes(replace(played, played=1)) == {"E3"}
    assert {fault.round for fault in check(replace(played, played=1))} == {2, 3}


def test_boards_that_were_played_in_place_of_others_count() -> None:
    """Table 1 plays board 5 for board 4: whoever meets board 5 there again is told."""
    four = replace(SEVEN, boards_per_set=4)
    strayed = changed(four, 0, boards=(1, 2, 3, 5))
    again = [fault for fault in check(replace(strayed, played=1)) if fault.code == "E3"]
    assert [fault.phrase.params["board"] for fault in again] == [5, 5]
    assert sorted(fault.phrase.params["number"] for fault in again) == [1, 8]
