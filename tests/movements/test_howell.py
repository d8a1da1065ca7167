"""Howells: full ones from the data and beyond, reduced ones, fewer rounds, an odd pair."""

import pytest

from clubscore.laws.errors import RuleError
from clubscore.movements.checker import balance_of, check, facts_of, hundredths
from clubscore.movements.howell import howell, patterns, three_quarter
from clubscore.movements.kinds import build
from clubscore.movements.rows import Movement

FULL = {
    4: "100.00", 6: "60.00", 8: "100.00", 10: "83.33", 12: "100.00", 14: "91.30", 16: "100.00",
    18: "94.74", 20: "100.00", 22: "96.49", 24: "100.00",
    5: "38.46", 7: "60.00", 9: "81.82", 11: "90.91", 13: "78.95",
}  # fmt: skip
REDUCED = {
    (6, 4): "64.00", (8, 6): "77.14", (10, 6): "72.40", (10, 7): "84.08", (10, 8): "86.72",
    (12, 8): "86.58", (12, 9): "87.25", (12, 10): "92.14", (14, 8): "80.35", (14, 9): "80.11",
    (14, 11): "91.12", (16, 10): "85.96", (16, 12): "87.43", (16, 14): "95.28", (18, 12): "82.58",
    (20, 13): "81.01", (20, 18): "97.38", (8, 5): "68.39", (12, 7): "77.16", (16, 9): "80.43",
}  # fmt: skip


def quality(movement: Movement) -> str:
    return hundredths(balance_of(movement).quality)


@pytest.mark.parametrize("pairs", range(3, 25))
def test_in_a_full_howell_everybody_meets_everybody(pairs: int) -> None:
    movement = howell(pairs)
    assert check(movement) == ()
    assert set(facts_of(movement).meetings) == {1}
    if pairs in FULL:
        assert quality(movement) == FULL[pairs]
    rests = facts_of(movement).sit_outs
    assert set(rests.values()) == ({1} if pairs % 2 else {0})


def test_sharing_is_only_where_it_must_be() -> None:
    shared = {pairs: sum(facts_of(howell(pairs)).shared.values()) for pairs in (4, 5, 6, 8, 24)}
    assert shared == {4: 3, 5: 1, 6: 2, 8: 0, 24: 0}


def test_the_guide_card_of_fourteen_pairs_as_printed() -> None:
    movement = howell(14, name="classic")
    at_one = [(row.ns[0], row.ew[0], row.set) for row in movement.rows if row.table == 1]
    assert at_one[:2] == [(5, 12, 1), (6, 13, 2)]
    assert (check(movement), quality(movement)) == ((), "91.30")


@pytest.mark.parametrize("pairs", [26, 29, 40, 60])
def test_beyond_the_data_they_are_found(pairs: int) -> None:
    movement = howell(pairs)
    assert check(movement) == ()
    assert set(facts_of(movement).meetings) == {1}
    assert balance_of(movement).quality > 90


def test_a_howell_ends_after_any_round_and_says_what_that_costs() -> None:
    movement = howell(8, rounds=5)
    assert check(movement) == ()
    assert list(facts_of(movement).results.values()) == [2, 3, 3, 3, 4, 3, 2]
    assert "after 5 of 7 rounds" in str(movement.notes[-1])


@pytest.mark.parametrize(("pairs", "rounds"), REDUCED)
def test_reduced_howells_of_the_data(pairs: int, rounds: int) -> None:
    movement = three_quarter(pairs, rounds=rounds)
    assert (check(movement), quality(movement)) == ((), REDUCED[pairs, rounds])
    assert set(facts_of(movement).sets.values()) == {rounds}


def test_every_pattern_passes_the_checker() -> None:
    found = 0
    for pattern in patterns("reduced"):
        movement = three_quarter(pattern.contestants, rounds=pattern.rounds)
        assert check(movement) == ()
        assert set(facts_of(movement).meetings) <= {0, 1}
        found += 1
    assert found == 37


@pytest.mark.parametrize("pairs", [5, 7, 9, 11, 13, 15, 17, 19])
def test_a_missing_pair_is_one_that_stays(pairs: int) -> None:
    movement = three_quarter(pairs)
    assert check(movement) == ()
    assert sum(facts_of(movement).sit_outs.values()) == movement.rounds


def test_reduced_howells_beyond_the_data_are_found_and_evened() -> None:
    movement = three_quarter(22)
    assert (check(movement), movement.rounds) == ((), 13)
    assert balance_of(movement).quality > 75


def test_what_cannot_be_is_refused_with_what_can() -> None:
    with pytest.raises(RuleError, match="Choose 5 or 6") as refused:
        three_quarter(8, rounds=4)
    assert refused.value.where == "rounds"
    with pytest.raises(RuleError, match="3 to 60 pairs"):
        howell(61)


@pytest.mark.parametrize(
    ("pairs", "number", "round_"),
    [
        (4, 3, "4-3/3 1-2/3"),
        (6, 5, "6-5/5 3-2/5 1-4/5"),
        (8, 7, "8-7/7 2-6/1 4-5/2 3-1/4"),
        (10, 6, "10-6/6 1-3/8 9-4/1 8-7/2 2-5/4"),
        (12, 11, "12-11/11 6-4/1 1-5/6 3-9/7 10-2/9 8-7/10"),
        (14, 10, "14-10/10 2-6/11 11-12/1 9-4/2 7-5/4 3-13/7 8-1/9"),
        (16, 9, "16-9/9 1-7/10 6-13/11 11-10/12 5-2/13 15-4/14 8-3/15 14-12/3"),
    ],
)
def test_rounds_of_the_guide_cards(pairs: int, number: int, round_: str) -> None:
    rows = howell(pairs).rows_of_round(number)
    assert " ".join(f"{row.ns[0]}-{row.ew[0]}/{row.set}" for row in rows) == round_


def test_at_a_barometer_all_play_the_boards_of_the_round() -> None:
    movement = build("howell-barometer", 10, rounds=6)
    assert (check(movement), movement.copies, movement.sets) == ((), 5, 6)
    assert set(facts_of(movement).results.values()) == {5}
    assert "same boards each round" in " ".join(str(note) for note in movement.notes)
