"""Nullos at auction: tricks to be lost, by their value and by their rank."""

import pytest

from clubscore.laws.games import find_game
from clubscore.laws.house_rules import resolve_rules
from tests.laws.tables import bid, lines_of, points_of, refusal, revoked, sheet_of


def test_s1_p104_three_bid_four_made() -> None:
    assert points_of("nullos", bid("3NU", 3)) == {"NS": (32, 0)}


def test_s1_p104_three_bid_two_made() -> None:
    assert points_of("nullos", bid("3NU", 5)) == {"EW": (0, 50)}


def test_s1_p104_one_nullo_is_at_most_six_tricks_and_three_at_most_four() -> None:
    assert points_of("nullos", bid("1NU", 6)) == {"NS": (8, 0)}
    assert points_of("nullos", bid("1NU", 7)) == {"EW": (0, 50)}
    assert points_of("nullos", bid("3NU", 4)) == {"NS": (24, 0)}


def test_v12_two_nullos_three_tricks_taken() -> None:
    assert points_of("nullos", bid("2NU", 3)) == {"NS": (32, 0)}


def test_s1_p107_doubling_as_usual() -> None:
    assert points_of("nullos", bid("2NU", 4, doubling=1)) == {"NS": (48, 100)}
    assert points_of("nullos", bid("2NU", 6, doubling=2)) == {"EW": (0, 200)}


def test_suits_are_auction_s() -> None:
    made = bid("4S", 10, honours={"NS": "4"}, chicane=["E"])
    assert points_of("nullos", made) == {"NS": (36, 36), "EW": (0, 18)}
    assert points_of("nullos", bid("6H", 12))["NS"] == (48, 50)


def test_nullo_value_ten_and_its_rank() -> None:
    game = find_game("nullos")
    assert points_of("nullos", bid("3NU", 3), nullo_value=10) == {"NS": (40, 0)}
    usual = [each.key for each in game.bidding.ranked(resolve_rules(game, {}))]
    assert usual == ["C", "D", "NU", "H", "S", "NT"]
    higher = [each.key for each in game.bidding.ranked(resolve_rules(game, {"nullo_value": 10}))]
    assert higher == ["C", "D", "H", "S", "NU", "NT"]


def test_pirate_s_nullos_may_count_eight_and_rank_below_hearts() -> None:
    game = find_game("pirate")
    assert points_of("pirate", bid("3NU", 3, partner="E"), nullo_value=8)["N"] == (32, 50)
    lower = [each.key for each in game.bidding.ranked(resolve_rules(game, {"nullo_value": 8}))]
    assert lower == ["C", "D", "NU", "H", "S", "NT"]
    assert [each.key for each in game.bidding.ranked(resolve_rules(game, {}))][-2:] == ["NU", "NT"]


def test_no_honours_at_nullos() -> None:
    assert refusal("nullos", bid("3NU", 3, honours={"N": 3})).where == "honours"
    assert refusal("nullos", bid("3NU", 3, chicane=["N"])).where == "chicane"


@pytest.mark.parametrize(
    ("held", "worth"), [({"N": 2, "S": 1}, 30), ({"N": 2, "S": 2}, 40), ({"N": 4}, 100)]
)
def test_amb15_honours_at_nullos(held: dict[str, int], worth: int) -> None:
    deal = bid("3NU", 4, honours=held)
    for rule in ("aces", "deuces"):
        assert points_of("nullos", deal, nullo_honours=rule) == {"NS": (24, worth)}
    reversed_ = points_of("nullos", deal, nullo_honours="aces-reversed")
    assert reversed_ == {"NS": (24, 0), "EW": (0, worth)}


def test_amb15_two_aces_each_are_nothing() -> None:
    deal = bid("3NU", 4, honours={"N": 2, "E": 2})
    for rule in ("aces", "deuces", "aces-reversed"):
        assert points_of("nullos", deal, nullo_honours=rule) == {"NS": (24, 0)}


def test_amb15_what_the_lines_say() -> None:
    deal = bid("3NU", 4, honours={"NS": "3"})
    said = {
        rule: lines_of("nullos", deal, nullo_honours=rule)[-1]
        for rule in ("aces", "deuces", "aces-reversed")
    }
    assert said == {
        "aces": ("NS", "above", 30, "three aces"),
        "deuces": ("NS", "above", 30, "three twos"),
        "aces-reversed": ("EW", "above", 30, "three aces held by the other side"),
    }
    lines = sheet_of("nullos", deal, nullo_honours="deuces").deals[0].lines
    assert str(lines[-1].law) == "house rule (honours at nullos: twos, counted as aces are)"


def test_amb15_aces_at_no_trumps_stay_as_they_are() -> None:
    deal = bid("3NT", 9, honours={"N": 3})
    for rule in ("none", "aces", "deuces", "aces-reversed"):
        assert points_of("nullos", deal, nullo_honours=rule) == {"NS": (30, 30)}


def test_amb16_no_slams_at_nullos() -> None:
    assert points_of("nullos", bid("3NU", 0)) == {"NS": (56, 0)}
    assert points_of("nullos", bid("3NU", 13)) == {"EW": (0, 9 * 50)}


def test_amb16_inverted_slams() -> None:
    one = points_of("nullos", bid("3NU", 1), nullo_slams="inverted")
    assert one == {"NS": (48, 50)}
    none = points_of("nullos", bid("3NU", 0), nullo_slams="inverted")
    assert none == {"NS": (56, 100)}
    older = points_of("nullos", bid("3NU", 0), nullo_slams="inverted", slams="20/40")
    assert older == {"NS": (56, 40)}
    failed = points_of("nullos", bid("7NU", 1), nullo_slams="inverted")
    assert failed == {"NS": (0, 50), "EW": (0, 50)}
    all_lost = points_of("nullos", bid("3NU", 13), nullo_slams="inverted")
    assert all_lost == {"EW": (0, 450)}


def test_a_revoke_at_nullos_costs_points_only() -> None:
    against = bid("3NU", 3, revokes=revoked(("E", "points")))
    assert points_of("nullos", against) == {"NS": (32, 150)}
    wanted = refusal("nullos", bid("3NU", 3, revokes=revoked(("E", "tricks"))))
    assert wanted.where == "revokes[0].penalty"
    assert points_of("nullos", bid("3H", 8, revokes=revoked(("E", "tricks"))))["NS"] == (40, 0)
