"""Everybody's way and every table's evening, read off the rows."""

from clubscore.movements import build, guide, table_rounds
from clubscore.movements.walks import Going


def test_a_pairs_way_through_a_half_table() -> None:
    way = guide(build("mitchell", 13), 1)
    assert [(stop.table, stop.seat, stop.opponents) for stop in way[:3]] == [
        (1, "NS", (8,)), (1, "NS", ()), (1, "NS", (13,)),
    ]  # fmt: skip
    assert (way[0].boards, way[1].boards) == ((1, 2, 3, 4), ())


def test_a_players_partner_and_seat() -> None:
    stop = guide(build("individual", 8, boards=14), 4)[0]
    assert (stop.table, stop.seat, stop.partner, stop.opponents) == (1, "W", 2, (8, 1))


def test_halves_of_a_team_go_their_own_ways() -> None:
    movement = build("teams-round-robin", 5)
    assert [stop.table for stop in guide(movement, 1, "NS")] == [1, 1, 1, 1]
    assert [stop.opponents for stop in guide(movement, 1, "EW")] == [(4,), (2,), (5,), (3,)]


def test_a_rover_stands_somewhere_every_round() -> None:
    movement = build("rover-mitchell", 15)
    assert [stop.table for stop in guide(movement, 15)] == [0, 7, 5, 3, 1, 6, 4]
    assert [stop.round for stop in guide(movement, 7) if not stop.opponents] == [2]


def test_a_table_says_where_people_and_boards_go() -> None:
    first = table_rounds(build("mitchell", 12), 4)[0]
    assert first.going == (Going(4, 4, "NS"), Going(10, 5, "EW"))
    assert (first.boards, first.boards_to) == ((17, 18, 19, 20), 0)
    last = table_rounds(build("mitchell", 12), 4)[-1]
    assert (last.going, last.boards_to) == ((), None)


def test_boards_of_a_half_table_lie_there() -> None:
    second = table_rounds(build("mitchell", 13), 2)[0]
    assert second.boards_to == 1
