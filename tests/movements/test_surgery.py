"""Changing a movement while it runs: whatever is offered, nobody plays a board again."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.laws.errors import RuleError
from clubscore.movements import Movement, MovementRow, Offer, build, check, facts_of
from clubscore.movements.changes import as_played, late_pairs, leaving, other_length
from clubscore.movements.repair import put_right
from tests.walks import by_examples


def running(kind: str, count: int, played: int, **wishes: int) -> Movement:
    return as_played(build(kind, count, **wishes), played).movement


def keys(offers: tuple[Offer, ...]) -> list[str]:
    return [offer.key for offer in offers]


def said(offer: Offer) -> str:
    return " ".join(str(each) for each in (offer.title, *offer.effects))


def nobody_replays(movement: Movement) -> bool:
    """Judged without the checker."""
    had: set[tuple[int, int, bool]] = set()
    halves = movement.contestants_are == "teams"
    for row in movement.rows:
        for side, numbers in ((False, row.ns), (halves, row.ew)):
            for number in numbers:
                for board in movement.boards_of(row):
                    if (number, board, side) in had:
                        return False
                    had.add((number, board, side))
    return True


def keeps_the_past(before: Movement, after: Movement) -> bool:
    past = [row for row in before.rows if row.round <= before.played]
    return past == [row for row in after.rows if row.round <= before.played]


def test_a_late_pair_fills_the_half_table() -> None:
    first, *_ = late_pairs(running("mitchell", 13, 1))
    assert first.key == "empty-place"
    assert "Rounds missed: 1." in said(first)
    assert "No one sits out from round 2." in said(first)
    assert facts_of(first.movement).sit_outs[14] == 1
    assert all(row.is_played for row in first.movement.rows if row.round > 1)


def test_who_comes_when_somebody_left_finds_a_way_through_all_empty_places() -> None:
    left = leaving(running("mitchell", 13, 2), 3)[0].movement
    first, *_ = late_pairs(left)
    assert first.key == "empty-place"
    met = [row for row in first.movement.rows if 14 in row.seated]
    assert len({row.set for row in met}) == len(met) == 5


def test_at_the_empty_end_of_a_relay_the_newcomers_tables_share() -> None:
    first, *_ = late_pairs(running("mitchell", 11, 1))
    assert "Tables 1 and 6 share boards in rounds 2, 3, 4, 5 and 6" in said(first)
    assert facts_of(first.movement).shared == {1: 0, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}


@pytest.mark.parametrize(
    ("pairs", "way"), [(10, "5 3 1 4"), (14, "7 5 3 1 6 4"), (12, "6 3 1 4 2")]
)
def test_at_full_tables_a_late_pair_becomes_the_rover(pairs: int, way: str) -> None:
    first, *_ = late_pairs(running("mitchell", pairs, 1))
    assert first.key == "rover"
    rows = [row for row in first.movement.rows if row.ns == (pairs + 1,)]
    assert " ".join(str(row.table) for row in rows) == way


@pytest.mark.parametrize("pairs", [10, 14, 16, 18])
def test_two_late_pairs_make_a_table_more(pairs: int) -> None:
    """An odd room of tables gets its skip, an even one with a skip loses it."""
    rounds = {"rounds": pairs // 2 - 1} if pairs % 4 == 0 else {}
    offers = late_pairs(running("mitchell", pairs, 1, **rounds), 2)
    table = next(offer for offer in offers if offer.key == "table")
    assert table.movement.tables == pairs // 2 + 1
    assert "also come into play" in said(table)


def test_a_full_howell_keeps_the_late_pair_in_reserve_or_is_planned_anew() -> None:
    before = running("howell", 8, 1)
    assert keys(late_pairs(before)) == ["new-plan", "reserve"]
    new = late_pairs(before)[0].movement
    assert new.contestants == 9
    assert facts_of(new).sit_outs[9] <= 2


def test_a_pair_that_leaves_becomes_an_empty_place_and_its_results_stand() -> None:
    before = running("howell", 8, 3)
    offers = leaving(before, 3)
    assert keys(offers)[0] == "empty-place"
    after = offers[0].movement
    assert "Number 3: results already played still count" in said(offers[0])
    assert [row.round for row in after.rows if 3 in row.seated] == [1, 2, 3]


def test_a_player_who_leaves_an_individual_takes_his_partners_board_along() -> None:
    (offer,) = leaving(running("individual", 8, 2), 5)
    assert "Player 5 leaves an empty place" in said(offer)
    for number in range(3, 8):
        rows = offer.movement.rows_of_round(number)
        assert sorted(each for row in rows for each in row.seated) == [1, 2, 3, 4, 6, 7, 8]
        assert sum(row.is_played for row in rows) == 1


def test_a_team_that_leaves_breaks_half_played_matches_off() -> None:
    (offer,) = leaving(running("teams-round-robin", 5, 2), 2)
    assert "has no result" in said(offer)
    assert all(2 not in row.seated for row in offer.movement.rows if row.round > 2)
    assert check(offer.movement) == ()


def test_where_two_are_missing_a_new_plan_lets_everybody_play() -> None:
    offers = leaving(running("howell", 7, 2), 3)
    assert "empty-place" in keys(offers)
    for offer in offers:
        if offer.key == "new-plan":
            assert "No one sits out" in said(offer)


def test_curtailed_boards_have_unlike_numbers_of_results() -> None:
    (offer,) = other_length(running("howell", 8, 3), 5)
    assert "Results on each board: 2 to 4" in said(offer)
    assert list(facts_of(offer.movement).results.values()) == [2, 3, 3, 3, 4, 3, 2]


def test_a_lost_turn_is_told_and_may_be_made_earlier() -> None:
    end, turned = other_length(running("mitchell", 14, 3, winners=1), 5)
    assert "two winners would be fairer" in said(end)
    assert [row.ns[0] > 7 for row in turned.movement.rows_of_round(5)] == [True] * 7


def test_teams_end_only_where_every_match_is_whole() -> None:
    (offer,) = other_length(running("teams-round-robin", 7, 2), 5)
    assert offer.movement.rounds in (4, 6)
    assert "Choose 4 rounds" in said(offer)
    assert check(offer.movement) == ()


def test_a_mitchell_that_was_cut_short_just_goes_on() -> None:
    before = running("mitchell", 16, 3, rounds=5)
    first = other_length(before, 7)[0]
    assert first.key == "go-on"
    assert first.movement.rows == build("mitchell", 16, rounds=7).rows


def test_a_complete_movement_goes_on_only_with_new_boards() -> None:
    (again,) = other_length(running("howell", 8, 7), 9)
    assert again.key == "again"
    assert again.movement.rows_of_round(8)[0].set == 8
    with pytest.raises(RuleError, match="7 rounds have been played"):
        other_length(running("howell", 8, 7), 6)


def changed(movement: Movement, number: int, table: int, **fields: object) -> list[MovementRow]:
    return [
        row._replace(**fields) if (row.round, row.table) == (number, table) else row  # type: ignore[arg-type]
        for row in movement.rows
        if row.round <= number
    ]


SEVEN = build("mitchell", 14)


def test_who_sat_the_wrong_way_counts_as_he_sat() -> None:
    repair = put_right(SEVEN, 1, changed(SEVEN, 1, 3, ns=(10,), ew=(3,)))
    assert "pair 10 North–South, pair 3 East–West" in str(repair.said[0])
    assert keys(repair.offers) == ["go-on"]


def test_the_wrong_boards_count_and_are_not_played_again() -> None:
    repair = put_right(SEVEN, 1, changed(SEVEN, 1, 3, set=5))
    assert "boards 17, 18, 19, 20 were played instead of 9, 10, 11, 12" in str(repair.said[0])
    assert "left-out" in keys(repair.offers)
    for offer in repair.offers:
        assert any(row.set == 5 and row.round == 1 for row in offer.movement.rows)


def test_one_wrong_board_costs_one_board() -> None:
    repair = put_right(SEVEN, 1, changed(SEVEN, 1, 3, boards=(9, 10, 11, 14)))
    left = next(offer for offer in repair.offers if offer.key == "left-out")
    assert "table 3 plays boards 13, 15, 16" in said(left)


def test_a_second_go_at_a_board_does_not_count() -> None:
    repair = put_right(SEVEN, 2, changed(SEVEN, 2, 2, set=2))
    assert [row.boards for row in repair.past.void] == [(5, 6, 7, 8)]
    assert "The second time does not count" in str(repair.said[-1])


def test_who_met_by_mistake_may_meet_again_but_never_at_the_same_boards() -> None:
    rows = [
        row._replace(ew={8: (9,), 9: (8,)}.get(row.ew[0], row.ew)) if row.round == 1 else row
        for row in SEVEN.rows
        if row.round <= 1
    ]
    repair = put_right(SEVEN, 1, rows)
    left = next(offer for offer in repair.offers if offer.key == "left-out")
    assert "Pairs 1 and 9 meet twice" in said(left)
    assert nobody_replays(left.movement)


FIELDS = st.sampled_from(
    [("mitchell", n) for n in range(7, 21)]
    + [("howell", n) for n in range(6, 15)]
    + [("three-quarter-howell", n) for n in (8, 10, 12, 13)]
)


def drawn(kind: str, count: int, seed: int) -> tuple[Movement, random.Random]:
    chance = random.Random(seed)  # noqa: S311 - which evening it is, not a secret
    movement = build(kind, count, winners=chance.choice([1, None]))
    return movement, chance


@by_examples(25)
@given(FIELDS, st.integers(0, 10**9))
def test_no_surgery_ever_makes_anybody_play_a_board_again(
    field: tuple[str, int], seed: int
) -> None:
    movement, chance = drawn(*field, seed)
    played = chance.randrange(movement.rounds)
    before = as_played(movement, played).movement
    offers = [
        *late_pairs(before, chance.choice([1, 2])),
        *leaving(before, chance.randrange(1, before.contestants + 1)),
        *other_length(before, max(1, played + chance.randrange(4))),
    ]
    for offer in offers:
        assert nobody_replays(offer.movement), offer.key
        assert keeps_the_past(before, offer.movement), offer.key
        assert check(offer.movement) == ()
        assert offer.effects


@by_examples(25)
@given(FIELDS, st.integers(0, 10**9))
def test_no_mishap_makes_anybody_play_a_board_again(field: tuple[str, int], seed: int) -> None:
    movement, chance = drawn(*field, seed)
    played = chance.randrange(1, movement.rounds + 1)
    rows = []
    for row in movement.rows:
        if row.round > played:
            continue
        mishap = chance.randrange(8)
        if mishap == 0 and row.is_played:
            row = row.turned()  # noqa: PLW2901
        if mishap == 1:
            row = row._replace(set=chance.randrange(1, movement.sets + 1))  # noqa: PLW2901
        rows.append(row)
    repair = put_right(movement, played, rows)
    assert repair.offers
    for offer in repair.offers:
        assert nobody_replays(offer.movement), offer.key
        assert keeps_the_past(repair.past.movement, offer.movement)
    past = repair.past.movement
    for row in rows:
        here = [each for each in (*past.rows, *repair.past.void) if each[:2] == row[:2]]
        accounted = sorted(board for each in here for board in past.boards_of(each))
        assert accounted == list(movement.boards_of(row))


def test_a_broken_plan_is_not_offered() -> None:
    before = running("mitchell", 14, 1)
    broken = replace(before, rows=(*before.rows, before.rows[-1]._replace(table=1)))
    assert "empty-place" not in keys(leaving(broken, 3))
