"""Equality, Joker, Bridge Whist and Braille: auction with one thing of their own."""

from typing import Any

import pytest

from clubscore.laws.games import find_game
from clubscore.laws.house_rules import default_rules
from tests.laws.tables import bid, lines_of, points_of, refusal, revoked, settled, sheet_of

LIKE_AUCTION = ("equality", "joker", "bridge-whist", "braille")
V1 = (
    bid("3H", 10, honours={"N": 2, "S": 1}),
    bid("4S", 8, "E", doubling=1, honours={"E": 2, "W": 2}),
    bid("2NT", 9, "E"),
    bid("1C", 8, doubling=2),
)


@pytest.mark.parametrize("game", LIKE_AUCTION)
def test_a_rubber_comes_to_what_it_comes_to_at_auction(game: str) -> None:
    # V1 without its aces, which Equality cannot have.
    sheet = sheet_of(game, *V1)
    assert sheet.rubbers[0].totals == {"NS": 746, "EW": 96 - 30}
    assert sheet.deals[1].points == sheet_of("auction", *V1).deals[1].points


@pytest.mark.parametrize("game", LIKE_AUCTION)
def test_house_rules_work_as_at_auction(game: str) -> None:
    slam = bid("6S", 12, chicane=["E"], honours={"NS": "3"})
    assert points_of(game, slam) == {"NS": (54, 18 + 50), "EW": (0, 18)}
    assert points_of(game, slam, slams="20/40")["NS"] == (54, 18 + 20)
    assert points_of(game, slam, chicane="off") == {"NS": (54, 68)}
    assert points_of(game, slam, chicane="us") == {"NS": (54, 50)}
    own = bid("1C", 7, revokes=revoked(("N", "points")))
    assert points_of(game, own, revoke_points=50) == {"EW": (0, 50)}
    assert points_of(game, own, preset="whistclub-1920") == {"EW": (0, 100)}
    twice = (bid("3NT", 9), bid("3NT", 9))
    assert settled(game, *twice, rubber_bonus=77).points["N"] == 137
    assert sheet_of(game, twice[0], unfinished_rubber=125).totals["NS"] == 155
    seen = bid("2H", 7, revokes=revoked(("E", "points")))
    assert points_of(game, seen, revoke_bars="both") == {"NS": (0, 150)}


# Equality


def test_equality_at_no_trumps_every_hand_holds_one_ace() -> None:
    each = {"N": 1, "E": 1, "S": 1, "W": 1}
    assert points_of("equality", bid("1NT", 7, honours=each)) == {"NS": (10, 0)}
    for held, where in (({"N": 2}, "honours.N"), ({"NS": "3"}, "honours.NS")):
        error = refusal("equality", bid("1NT", 7, honours=held))
        assert (error.code, error.where) == ("equality-aces", where)
    assert points_of("equality", bid("1S", 7, honours={"N": 5}))["NS"] == (9, 90)


def test_equality_s1_p76_the_auctions_are_enough_by_value_and_by_number() -> None:
    value = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10}
    game = find_game("equality")
    rank = [each.key for each in game.bidding.ranked(default_rules(game))]
    for auction in (
        ("1NT", "2D", "2S", "3D", "3S", "4D", "4S", "4NT"),
        ("1C", "1H", "1NT"),
        ("1NT", "2H", "2NT"),
    ):
        bids = [game.bidding.bids[text] for text in auction]
        by_value = [(each.level * value[each.denomination.key], each.level) for each in bids]
        by_number = [(each.level, rank.index(each.denomination.key)) for each in bids]
        assert by_value == sorted(set(by_value))
        assert by_number == sorted(set(by_number))


# Joker


def test_joker_v19_with_the_adversaries() -> None:
    deal = bid("1NT", 7, honours={"N": 2, "S": 1}, joker="E")
    assert points_of("joker", deal) == {"NS": (10, 30), "EW": (0, 25)}
    assert lines_of("joker", deal)[-1] == ("EW", "above", 25, "the joker")


def test_joker_s1_p115_in_every_declaration_whatever_became_of_it() -> None:
    assert points_of("joker", bid("4S", 9, joker="S")) == {"NS": (0, 25), "EW": (0, 50)}
    assert points_of("joker", bid("4S", 10, doubling=2, joker="S"))["NS"] == (144, 125)
    lines = sheet_of("joker", bid("4S", 9, joker="S")).deals[0].lines
    assert str(lines[-1].law) == "Auction Bridge Variations 1923, p. 115"


def test_joker_stands_even_where_both_sides_revoked() -> None:
    both = revoked(("N", "points"), ("E", "points"))
    assert points_of("joker", bid("4S", 10, joker="W", revokes=both)) == {"EW": (0, 25)}
    one = revoked(("N", "points"))
    assert points_of("joker", bid("4S", 10, joker="S", revokes=one)) == {
        "NS": (0, 25),
        "EW": (0, 150),
    }


def test_joker_is_no_trump_card_and_leaves_chicane_unless_the_club_says_so() -> None:
    deal = bid("4S", 10, chicane=["E"], joker="E")
    assert points_of("joker", deal) == {"NS": (36, 0), "EW": (0, 43)}
    broken = points_of("joker", deal, joker_breaks_chicane=True)
    assert broken == {"NS": (36, 0), "EW": (0, 25)}
    other = bid("4S", 10, chicane=["E"], joker="W")
    assert points_of("joker", other, joker_breaks_chicane=True)["EW"] == (0, 43)


@pytest.mark.parametrize("holder", ["dummy", "NS", "", None, 3, ["N"]])
def test_joker_was_held_by_a_hand(holder: Any) -> None:
    assert refusal("joker", bid("4S", 10, joker=holder)).where == "joker"


def test_joker_may_be_left_out_and_not_told_where_all_passed() -> None:
    assert points_of("joker", bid("4S", 10)) == {"NS": (36, 0)}
    assert refusal("joker", {"passed_out": True, "joker": "N"}).where == "joker"
    assert refusal("auction", bid("4S", 10, joker="N")).where == "joker"


# Bridge whist and Braille


def test_bridge_whist_has_no_dummy_so_declarer_s_partner_may_revoke() -> None:
    deal = bid("2S", 9, revokes=revoked(("S", "points")))
    assert points_of("bridge-whist", deal) == {"EW": (0, 150)}
    assert refusal("braille", deal).where == "revokes[0].by"
    assert refusal("auction", deal).where == "revokes[0].by"


def test_braille_s1_p124_scores_as_auction() -> None:
    assert points_of("braille", bid("4S", 10, honours={"NS": "4"})) == {"NS": (36, 36)}
