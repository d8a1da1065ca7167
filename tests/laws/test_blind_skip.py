"""Blind skip: cut-throat's numbers, with four blind cards among the hands."""

import pytest

from tests.laws.tables import bid, points_of, refusal, revoked, settled

GAME = "blind-skip"


def test_honours_are_counted_hand_by_hand_dummys_apart() -> None:
    deal = bid("2S", 8, "A", honours={"A": 2, "dummy": 2, "C": 1})
    assert points_of(GAME, deal) == {"A": (18, 18 + 18), "C": (0, 9)}
    assert points_of(GAME, deal, skip_dummy_honours="combined") == {"A": (18, 72), "C": (0, 9)}
    assert points_of(GAME, deal, skip_dummy_honours="none") == {"A": (18, 18), "C": (0, 9)}


@pytest.mark.parametrize("counted", ["after", "before"])
def test_whether_blind_cards_count_changes_no_sum(counted: str) -> None:
    deal = bid("2S", 8, "A", honours={"A": 2, "B": 1})
    assert points_of(GAME, deal, blind_honours=counted) == {"A": (18, 18), "B": (0, 9)}


def test_undertricks_slams_games_and_rubbers_as_cut_throat() -> None:
    assert points_of(GAME, bid("3C", 7, "B", doubling=1)) == {"A": (0, 200), "C": (0, 200)}
    assert points_of(GAME, bid("1C", 13, "C")) == {"C": (42, 100 + 100)}
    assert points_of(GAME, bid("1C", 13, "C"), slams="20/40") == {"C": (42, 40 + 100)}
    game = bid("3NT", 9, "A")
    assert points_of(GAME, game, game) == {"A": (30, 350)}
    assert points_of(GAME, game, game, game_bonus=125, rubber_bonus=100) == {"A": (30, 225)}


def test_a_revoke_and_a_fine() -> None:
    own = bid("2H", 9, "A", revokes=revoked(("A", "points")))
    assert points_of(GAME, own) == {"B": (0, 150), "C": (0, 150)}
    assert points_of(GAME, own, revoke_points=100) == {"B": (0, 100), "C": (0, 100)}
    theirs = bid("2H", 7, "A", revokes=revoked(("C", "tricks")))
    assert points_of(GAME, theirs) == {"A": (32, 100)}
    fine = [{"player": "B", "points": 100, "to": "each"}]
    assert points_of(GAME, bid("1C", 7, "A", fines=fine)) == {"A": (6, 100), "C": (0, 100)}


def test_each_settles_with_each() -> None:
    assert settled(GAME, bid("2H", 8, "B", honours={"A": 1, "B": 2})).points == {
        "A": -16,
        "B": 56,
        "C": -40,
    }


def test_what_cannot_be() -> None:
    assert refusal(GAME, bid("2H", 8, "dummy")).where == "declarer"
    assert refusal(GAME, bid("2H", 8, "A", honours={"A": 3, "dummy": 3})).where == "honours"
    assert refusal(GAME, bid("2H", 8, "A", honours={"A": "3"})).where == "honours.A"
    assert refusal(GAME, bid("2H", 8, "A", chicane=["B"])).where == "chicane"
