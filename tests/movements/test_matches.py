"""Teams and individuals while they play: whatever is offered, nobody plays a board again."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.movements import Movement, as_told, build, check, growing, late, put_match_right
from clubscore.movements.changes import as_played, leaving, other_length
from clubscore.movements.checker import half_played
from clubscore.movements.repair import put_right
from clubscore.movements.rows import MovementRow
from tests.movements.test_surgery import changed, keeps_the_past, keys, nobody_replays, said
from tests.walks import by_examples

SIX = build("teams-round-robin", 6)
FIVE = build("teams-round-robin", 5)
EIGHT = build("individual", 8)
OTHERS = SIX.boards_of_set(3)
DRAWN = [([(1, 2), (3, 4)], None), ([(1, 3), (2, 4)], None), ([(1, 4), (2, 3)], None)]


def running(kind: str, count: int, played: int) -> Movement:
    return as_played(build(kind, count), played).movement


def test_half_a_match_with_other_boards_is_whole_again_where_the_other_table_plays_them_too() -> (
    None
):
    repair = put_match_right(SIX, 1, changed(SIX, 1, 1, boards=OTHERS), {(1, 2)})
    first = repair.offers[0]
    assert first.key == "likewise"
    assert {row.boards for row in first.movement.rows_of_round(1)[:2]} == {OTHERS}
    assert half_played(first.movement) == []
    assert "Everyone plays 25 boards" in said(first)


def test_once_both_have_played_unlike_boards_have_nothing_to_compare() -> None:
    repair = put_match_right(SIX, 1, changed(SIX, 1, 1, boards=OTHERS))
    assert keys(repair.offers) == ["other-boards", "left-out"]
    other, left = repair.offers
    assert "did not both play boards 11, 12, 13, 14, 15" in said(other)
    assert "Round 3, table 1 plays boards 26" in said(other)
    assert "Round 3: 1 and 3 do not play each other" in said(left)


def test_a_team_that_sits_north_south_twice_has_no_result_there() -> None:
    turned = changed(SIX, 1, 1, ns=(6,), ew=(1,))
    (offer,) = put_match_right(SIX, 1, turned).offers
    assert "team 6 sits North–South at both tables" in said(offer)
    assert (1, 1) not in {row[:2] for row in offer.movement.rows}
    likewise = put_match_right(SIX, 1, turned, {(1, 2)}).offers[0]
    assert [row.ns for row in likewise.movement.rows_of_round(1)[:2]] == [(6,), (1,)]
    assert half_played(likewise.movement) == []


def test_the_half_to_come_of_a_match_that_fell_is_not_played() -> None:
    """American Whist: the halves of a match lie rounds apart."""
    (offer,) = put_match_right(FIVE, 1, changed(FIVE, 1, 1, ns=(3,), ew=(1,))).offers
    assert "Round 4: 3 and 1 do not play each other" in said(offer)
    assert half_played(offer.movement) == []


def test_a_late_team_plays_whole_matches_in_the_place_of_one_that_left() -> None:
    left = leaving(running("teams-round-robin", 6, 1), 2)[0].movement
    first = late(left)[0]
    assert first.key == "empty-place"
    played = [row for row in first.movement.rows if 7 in row.seated]
    assert len(played) == 8
    assert {row.round for row in played} == {2, 3, 4, 5}
    assert half_played(first.movement) == []


@pytest.mark.parametrize(("teams", "played"), [(6, 1), (4, 1), (8, 2), (5, 0), (5, 4)])
def test_a_late_team_joins_a_new_plan_of_whole_matches(teams: int, played: int) -> None:
    before = running("teams-round-robin", teams, played)
    offers = late(before)
    assert bool(offers) == (played < before.rounds)
    for offer in offers:
        assert any(teams + 1 in row.seated and row.is_played for row in offer.movement.rows)
        assert half_played(offer.movement) == []
        meetings = [frozenset(r.seated) for r in offer.movement.rows if r.ns < r.ew]
        assert len(meetings) == len(set(meetings))


def test_while_matches_are_half_played_nobody_joins_them() -> None:
    assert late(running("teams-round-robin", 5, 1)) == ()


@pytest.mark.parametrize("players", [8, 12, 16, 20])
def test_a_late_player_is_the_partner_of_whoever_lost_his(players: int) -> None:
    left = leaving(running("individual", players, 2), 5)[0].movement
    (offer,) = late(left)
    coming = [row for row in offer.movement.rows if row.round > 2]
    assert all(row.is_played for row in coming)
    assert sum(players + 1 in row.seated for row in coming) == left.rounds - 2
    assert late(running("individual", players, 2)) == ()


def test_players_who_had_the_wrong_boards_all_take_new_ones_where_they_were_due() -> None:
    wrong = EIGHT.boards_of_set(3)
    repair = put_right(EIGHT, 1, changed(EIGHT, 1, 1, boards=wrong))
    spare = repair.offers[0]
    assert spare.key == "spare-boards"
    assert "boards 29, 30, 31, 32 instead of 9, 10, 11, 12, at all tables" in said(spare)
    assert all(row.is_played for row in spare.movement.rows)


def test_players_who_sat_the_wrong_way_count_as_they_sat() -> None:
    row = EIGHT.rows[0]
    repair = put_right(EIGHT, 1, changed(EIGHT, 1, 1, ns=row.ew, ew=row.ns))
    assert "pair 2 and 4 North–South, pair 8 and 1 East–West" in str(repair.said[0])
    assert keys(repair.offers) == ["go-on"]


@pytest.mark.parametrize("are", ["teams", "pairs"])
def test_a_later_round_of_a_swiss_leaves_out_what_somebody_has_had(are: str) -> None:
    swiss = growing(4, are, 3, DRAWN)  # type: ignore[arg-type]
    first = swiss.rows[0]
    told = as_told(swiss, [first._replace(boards=(3,))], 4)
    assert nobody_replays(told)
    assert told.rows_of_round(2) == swiss.rows_of_round(2)
    # In round 3 all of them meet somebody who has had board 3.
    assert {row.set for row in told.rows_of_round(3)} == ({4, 5} if are == "teams" else {4})
    kept = as_told(swiss, [MovementRow(1, 1, (), (), 1)], 4)
    assert (1, 1) not in {row[:2] for row in kept.rows}


KINDS = st.sampled_from(
    [("teams-round-robin", n) for n in range(3, 11)] + [("individual", n) for n in (8, 12, 16, 20)]
)


@by_examples(25)
@given(KINDS, st.integers(0, 10**9))
def test_whoever_comes_or_leaves_nobody_plays_a_board_again(
    kind: tuple[str, int], seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 - which evening it is, not a secret
    movement = build(*kind)
    before = as_played(movement, chance.randrange(movement.rounds)).movement
    left = leaving(before, chance.randrange(1, before.contestants + 1))
    lengths = other_length(before, max(1, before.played + chance.randrange(3)))
    newcomers = [
        offer for each in (before, *(one.movement for one in left)) for offer in late(each)
    ]
    assert left
    for offer in (*left, *newcomers, *lengths):
        assert nobody_replays(offer.movement), offer.key
        assert keeps_the_past(before, offer.movement), offer.key
        assert check(offer.movement) == ()


@by_examples(25)
@given(KINDS, st.integers(0, 10**9))
def test_no_mishap_of_a_match_makes_anybody_play_a_board_again(
    kind: tuple[str, int], seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 - which evening it is, not a secret
    movement = build(*kind)
    played = chance.randrange(1, movement.rounds + 1)
    rows = [row for row in movement.rows if row.round <= played]
    at = chance.randrange(len(rows))
    if chance.random() < 0.5:
        rows[at] = rows[at].turned()
    else:
        boards = movement.boards_of_set(chance.randrange(1, movement.sets + 1))
        rows[at] = rows[at]._replace(boards=boards)
    teams = movement.contestants_are == "teams"
    repair = (put_match_right if teams else put_right)(movement, played, rows)
    assert repair.offers
    for offer in repair.offers:
        assert nobody_replays(offer.movement), offer.key
        assert check(offer.movement) == ()
