"""Straight bridge: the numbers printed in the Laws of Bridge of 1899, and each choice of a club."""

import pytest

from clubscore.laws.deal_reading import must_be_told, read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import default_rules
from tests.laws.tables import bid, lines_of, points_of, refusal, revoked, settled, sheet_of

GAME = "straight-bridge"
VALUES = {"S": 2, "C": 4, "D": 6, "H": 8, "NT": 12}

# Laws of Bridge 1899, pp. 30-32.
BLOCK = (
    bid("H", 7, "N", honours={"N": 2, "S": 1}),
    bid("S", 9, "E", honours={"E": 2, "W": 1}),
    bid("D", 11, "N", honours={"N": 2, "S": 2}),
    bid("NT", 12, "E", honours={"E": 4}),
    bid("C", 10, "N", honours={"E": 2, "W": 1}),
    bid("H", 5, "N", doubling=1, honours={"E": 2, "W": 1}),
)


def test_the_scoring_block_of_the_laws_of_bridge() -> None:
    sheet = sheet_of(GAME, *BLOCK)
    assert [deal.points for deal in sheet.deals] == [
        {"NS": (8, 16), "EW": (0, 0)},
        {"NS": (0, 0), "EW": (6, 4)},
        {"NS": (30, 24), "EW": (0, 0)},
        {"NS": (0, 0), "EW": (72, 120)},
        {"NS": (16, 0), "EW": (0, 8)},
        {"NS": (0, 0), "EW": (32, 116)},
    ]
    assert sheet.totals == {"NS": 94, "EW": 358}
    (rubber,) = sheet.rubbers
    assert (rubber.deal, rubber.winner, rubber.margin) == (6, "EW", 264)
    assert [tuple(game) for game in sheet.games] == [(3, "NS"), (4, "EW"), (6, "EW")]
    assert [(deal.rubber, deal.game) for deal in sheet.deals] == [
        (1, 1),
        (1, 1),
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 3),
    ]
    assert sheet.unfinished is None


def test_the_block_settled_in_tens_is_26() -> None:
    stakes = {"amount": "1", "currency": "GBP", "per": 10, "round": "ten"}
    result = settled(GAME, *BLOCK, stakes=stakes)
    assert result.points == {"N": -260, "E": 260, "S": -260, "W": 260}
    assert result.money == {"N": -2600, "E": 2600, "S": -2600, "W": 2600}


def test_deal_4_with_one_trick_less_makes_it_232() -> None:
    changed = [*BLOCK[:3], bid("NT", 11, "E", honours={"E": 4}), *BLOCK[4:]]
    assert sheet_of(GAME, *changed).rubbers[0].margin == 264 - 12 - 20


@pytest.mark.parametrize("suit", "SCDH")
def test_every_trick_over_six_counts_for_whoever_won_it(suit: str) -> None:
    value = VALUES[suit]
    for tricks in range(14):
        points = points_of(GAME, bid(suit, tricks))
        below = {column: here for column, (here, _) in points.items() if here}
        expected = {}
        if tricks > 6:
            expected["NS"] = (tricks - 6) * value
        elif tricks < 7:
            expected["EW"] = (7 - tricks) * value
        assert below == expected


def test_no_trumps_count_twelve() -> None:
    assert points_of(GAME, bid("NT", 7)) == {"NS": (12, 0)}
    assert points_of(GAME, bid("NT", 6)) == {"EW": (12, 0)}


# The table of the Laws of Bridge 1899, p. 39, cell by cell.
TABLE = {
    "3": (4, 8, 12, 16, 30),
    "4": (8, 16, 24, 32, 40),
    "5": (10, 20, 30, 40, None),
    "4-in-one": (16, 32, 48, 64, 100),
    "4+1": (18, 36, 54, 72, None),
    "5-in-one": (20, 40, 60, 80, None),
}
BY_HAND = {
    "3": {"N": 2, "S": 1},
    "4": {"N": 2, "S": 2},
    "5": {"N": 3, "S": 2},
    "4-in-one": {"N": 4},
    "4+1": {"N": 4, "S": 1},
    "5-in-one": {"S": 5},
}


@pytest.mark.parametrize("holding", TABLE)
@pytest.mark.parametrize(("at", "trump"), list(enumerate(("S", "C", "D", "H", "NT"))))
def test_honours_in_every_holding_by_hand_and_by_side(holding: str, at: int, trump: str) -> None:
    worth = TABLE[holding][at]
    if worth is None:
        error = refusal(GAME, bid(trump, 7, honours={"NS": holding}))
        assert error.where == "honours.NS"
        return
    below = VALUES[trump]
    by_side = points_of(GAME, bid(trump, 7, honours={"NS": holding}))
    by_hand = points_of(GAME, bid(trump, 7, honours=BY_HAND[holding]))
    assert by_side == by_hand == {"NS": (below, worth)}


def test_three_honours_in_one_hand_are_simple_honours() -> None:
    assert points_of(GAME, bid("H", 7, honours={"N": 3})) == {"NS": (8, 16)}


def test_honours_count_for_the_side_that_holds_them_and_are_not_doubled() -> None:
    deal = bid("H", 7, doubling=2, honours={"E": 4, "S": 1})
    assert points_of(GAME, deal) == {"NS": (32, 0), "EW": (0, 64)}


def test_two_aces_each_score_nothing() -> None:
    assert points_of(GAME, bid("NT", 7, honours={"N": 2, "E": 2})) == {"NS": (12, 0)}


@pytest.mark.parametrize(("suit", "worth"), [("S", 4), ("C", 8), ("D", 12), ("H", 16)])
def test_chicane_is_twice_the_value_of_a_trick(suit: str, worth: int) -> None:
    assert points_of(GAME, bid(suit, 7, chicane=["E"]))["EW"] == (0, worth)
    assert points_of(GAME, bid(suit, 7, chicane=["E", "W"]))["EW"] == (0, 2 * worth)
    both = points_of(GAME, bid(suit, 7, chicane=["E", "N"]))
    assert both == {"NS": (VALUES[suit], worth), "EW": (0, worth)}


def test_chicane_off_is_accepted_and_scores_nothing() -> None:
    assert points_of(GAME, bid("H", 7, chicane=["E"]), chicane="off") == {"NS": (8, 0)}


def test_american_chicane_joins_own_honours_or_is_taken_off_theirs() -> None:
    own = bid("H", 7, honours={"N": 3}, chicane=["S"])
    assert points_of(GAME, own, chicane="us") == {"NS": (8, 32)}
    theirs = bid("H", 7, honours={"N": 3}, chicane=["E"])
    assert points_of(GAME, theirs, chicane="us") == {"NS": (8, 0)}
    five = bid("H", 7, honours={"N": 3, "S": 2}, chicane=["E", "W"])
    assert points_of(GAME, five, chicane="us") == {"NS": (8, 40 - 32)}
    assert ("NS", "above", -32, "less the other side's chicane") in lines_of(
        GAME, five, chicane="us"
    )


def test_american_chicane_without_honours_leaves_nothing_less_than_nothing() -> None:
    assert points_of(GAME, bid("H", 7, chicane=["E"]), chicane="us") == {"NS": (8, 0)}


def test_slams_are_20_and_40_for_either_side() -> None:
    assert points_of(GAME, bid("S", 12)) == {"NS": (12, 20)}
    assert points_of(GAME, bid("S", 13)) == {"NS": (14, 40)}
    assert points_of(GAME, bid("S", 1)) == {"EW": (12, 20)}
    assert points_of(GAME, bid("S", 0)) == {"EW": (14, 40)}


def test_hearts_doubled_and_redoubled_one_odd_trick_is_game() -> None:
    sheet = sheet_of(GAME, bid("H", 7, doubling=2))
    assert sheet.deals[0].points["NS"] == (32, 0)
    assert sheet.deals[0].won == "game"
    assert sheet.deals[0].winner == "NS"


def test_spades_redoubled_eight_a_trick_game_from_six_or_from_love() -> None:
    from_six = sheet_of(GAME, bid("S", 9), bid("S", 9, doubling=2))
    assert from_six.games[0].deal == 2
    assert from_six.deals[1].points["NS"] == (24, 0)
    from_love = sheet_of(GAME, bid("S", 10, doubling=2))
    assert from_love.deals[0].points["NS"] == (32, 0)
    assert from_love.games[0].deal == 1


def test_a_black_trump_cannot_lose_the_game_even_by_a_slam() -> None:
    sheet = sheet_of(GAME, bid("C", 0))
    assert sheet.deals[0].points["EW"] == (28, 40)
    assert sheet.games == ()


def test_twelve_points_by_each_denomination() -> None:
    assert points_of(GAME, bid("S", 12))["NS"][0] == 12
    assert points_of(GAME, bid("C", 9))["NS"][0] == 12
    assert points_of(GAME, bid("D", 8))["NS"][0] == 12
    assert points_of(GAME, bid("H", 8))["NS"][0] == 16
    assert points_of(GAME, bid("NT", 7))["NS"][0] == 12


def test_doubling_goes_on_for_ever_where_no_limit_is_played() -> None:
    assert points_of(GAME, bid("NT", 7, doubling=5)) == {"NS": (12 * 32, 0)}
    assert points_of(GAME, bid("NT", 7, doubling=1000)) == {"NS": (12 * 2**1000, 0)}
    assert refusal(GAME, bid("NT", 7, doubling=1001)).where == "doubling"


def test_doubling_limit_100_clamps_the_trick() -> None:
    assert points_of(GAME, bid("NT", 8, doubling=3), doubling_limit=100) == {"NS": (192, 0)}
    assert points_of(GAME, bid("NT", 8, doubling=4), doubling_limit=100) == {"NS": (200, 0)}
    assert points_of(GAME, bid("NT", 8, doubling=9), doubling_limit=100) == {"NS": (200, 0)}


def test_doubling_limit_stop_refuses_to_double_what_counts_100() -> None:
    # 12, 24, 48, 96, 192: the fourth double is of a trick that counts 96.
    assert points_of(GAME, bid("NT", 7, doubling=4), doubling_limit="stop") == {"NS": (192, 0)}
    error = refusal(GAME, bid("NT", 7, doubling=5), doubling_limit="stop")
    assert error.where == "doubling"
    assert "at most 4" in str(error)


def test_revoke_three_tricks_are_taken_of_those_won_in_play() -> None:
    deal = bid("H", 9, revokes=revoked(("N", "tricks")))
    assert points_of(GAME, deal) == {"EW": (8, 0)}
    few = bid("H", 2, revokes=revoked(("S", "tricks")))
    assert points_of(GAME, few) == {"EW": (7 * 8, 0)}


def test_revoke_tricks_both_ways_are_taken_of_tricks_won_in_play() -> None:
    # 2 and 11: the first gives its two, the second three of its eleven; 3 and 10 remain.
    deal = bid("H", 2, revokes=revoked(("N", "tricks"), ("E", "tricks")))
    assert points_of(GAME, deal) == {"EW": (28, 0)}
    lines = [line[2] for line in lines_of(GAME, deal) if line[0] == "EW"]
    assert lines == [32, -4]


def test_revoke_value_is_added_to_the_other_side_and_may_win_the_game() -> None:
    sheet = sheet_of(GAME, bid("H", 8, revokes=revoked(("E", "add"))))
    assert sheet.deals[0].points["NS"] == (16 + 24, 0)
    assert sheet.games[0].winner == "NS"


def test_revoke_value_is_deducted_but_never_below_nothing_for_the_deal() -> None:
    deal = bid("H", 10, revokes=revoked(("N", "deduct")))
    assert points_of(GAME, deal) == {"NS": (32 - 24, 0)}
    less = bid("H", 8, revokes=revoked(("N", "deduct")))
    assert points_of(GAME, less) == {}
    sheet = sheet_of(GAME, bid("H", 9), less)
    assert sheet.unfinished is not None
    assert sheet.unfinished.totals == {"NS": 24, "EW": 0}


def test_revoke_order_additions_come_before_deductions() -> None:
    # NS revokes (deduct 24) and is owed an addition (24) for EW's revoke: 8 + 24 - 24 = 8.
    deal = bid("H", 7, revokes=revoked(("N", "deduct"), ("E", "add")))
    turned = bid("H", 7, revokes=revoked(("E", "add"), ("N", "deduct")))
    assert points_of(GAME, deal) == points_of(GAME, turned) == {"NS": (8, 0)}


def test_revoke_tricks_come_before_values() -> None:
    # 10 tricks less 3 are 7: 8 below; then less 24 leaves nothing.
    deal = bid("H", 10, revokes=revoked(("N", "deduct"), ("N", "tricks")))
    assert points_of(GAME, deal) == {}


def test_revoke_value_is_doubled_unless_the_club_says_original() -> None:
    deal = bid("D", 8, doubling=1, revokes=revoked(("E", "add")))
    assert points_of(GAME, deal) == {"NS": (24 + 36, 0)}
    assert points_of(GAME, deal, revoke_value="original") == {"NS": (24 + 18, 0)}


def test_revoke_value_stays_under_the_limit() -> None:
    deal = bid("NT", 7, doubling=5, revokes=revoked(("E", "add")))
    assert points_of(GAME, deal, doubling_limit=100) == {"NS": (100 + 300, 0)}


def test_a_side_that_revoked_is_cut_to_28_towards_the_game() -> None:
    deal = bid("H", 11, revokes=revoked(("N", "add")))
    sheet = sheet_of(GAME, deal)
    assert sheet.deals[0].points == {"NS": (28, 0), "EW": (24, 0)}
    assert sheet.games == ()
    assert ("NS", "below", -12, "limited to 28 towards the game for a revoke") in lines_of(
        GAME, deal
    )


def test_the_cut_counts_what_stood_before() -> None:
    sheet = sheet_of(GAME, bid("H", 8), bid("H", 9, revokes=revoked(("N", "add"))))
    assert sheet.deals[1].points["NS"] == (12, 0)
    assert sheet.below_now == {"NS": 28, "EW": 24}
    third = sheet_of(GAME, bid("H", 8), bid("H", 9, revokes=revoked(("N", "add"))), bid("S", 7))
    assert third.games[0].deal == 3


def test_where_both_sides_revoke_neither_wins_the_game() -> None:
    deal = bid("NT", 10, revokes=revoked(("N", "add"), ("E", "add")))
    sheet = sheet_of(GAME, deal)
    assert sheet.deals[0].points == {"NS": (28, 0), "EW": (28, 0)}
    assert sheet.games == ()


def test_a_side_that_revoked_scores_no_slam_the_other_does() -> None:
    assert points_of(GAME, bid("S", 12, revokes=revoked(("N", "deduct")))) == {"NS": (6, 0)}
    deal = bid("S", 12, revokes=revoked(("E", "tricks")))
    assert points_of(GAME, deal) == {"NS": (14, 20)}


def test_revokes_leave_honours_and_chicane_alone() -> None:
    deal = bid("H", 9, honours={"N": 3}, chicane=["E"], revokes=revoked(("N", "tricks")))
    assert points_of(GAME, deal) == {"NS": (0, 16), "EW": (8, 16)}


def test_any_seat_may_have_revoked() -> None:
    for seat in "NESW":
        assert points_of(GAME, bid("H", 7, revokes=revoked((seat, "tricks"))))


def test_each_revoke_counts() -> None:
    deal = bid("H", 7, revokes=revoked(("E", "add"), ("W", "add")))
    assert points_of(GAME, deal) == {"NS": (8 + 48, 0)}


def test_penalty_points_of_auction_are_refused() -> None:
    error = refusal(GAME, bid("H", 7, revokes=revoked(("E", "points"))))
    assert error.where == "revokes[0].penalty"
    assert "tricks, deduct or add" in str(error)


def test_rubber_is_100_or_what_the_club_says() -> None:
    two = (bid("NT", 9), bid("NT", 9))
    assert points_of(GAME, *two) == {"NS": (36, 100)}
    assert points_of(GAME, *two, rubber_bonus=250) == {"NS": (36, 250)}
    assert points_of(GAME, *two, rubber_bonus=0) == {"NS": (36, 0)}


def test_fosters_hoyle_plays_a_limit_of_100() -> None:
    deal = bid("NT", 7, doubling=6)
    assert points_of(GAME, deal, preset="foster-hoyle") == {"NS": (100, 0)}
    assert points_of(GAME, deal, preset="bridge-1899") == {"NS": (768, 0)}


def test_unfinished_rubber_gives_nothing_unless_the_club_says_125() -> None:
    sheet = sheet_of(GAME, bid("NT", 9))
    assert sheet.unfinished is not None
    assert sheet.unfinished.totals == {"NS": 36, "EW": 0}
    ahead = sheet_of(GAME, bid("NT", 9), unfinished_rubber=125)
    assert ahead.unfinished is not None
    assert ahead.unfinished.bonus == {"NS": 125, "EW": 0}
    assert ahead.totals == {"NS": 161, "EW": 0}


def test_dummy_is_not_liable_in_a_file_either() -> None:
    """Law 66; the dealer's partner is dummy, whoever of the two named the trump."""
    straight = find_game("straight-bridge")
    rules = default_rules(straight)
    facts = bid("H", 8, "N", revokes=revoked(("S", "tricks")))
    deal = read_deal(straight, rules, facts)
    must_be_told(straight, deal)
    must_be_told(straight, deal, "S")
    with pytest.raises(RuleError) as caught:
        must_be_told(straight, deal, "N")
    assert caught.value.where == "revokes[0].by"
    assert refusal("straight-bridge", facts | {"dealer": "N"}).where == "revokes[0].by"
    assert read_deal(straight, rules, facts | {"dealer": "S"}).facts()["dealer"] == "S"
    assert refusal("straight-bridge", facts | {"dealer": "E"}).where == "dealer"
    assert refusal("straight-bridge", facts | {"dealer": "dummy"}).where == "dealer"
    both = bid("H", 8, "N", revokes=revoked(("N", "tricks"), ("S", "tricks")))
    with pytest.raises(RuleError) as caught:
        must_be_told(straight, read_deal(straight, rules, both))
    assert caught.value.where == "revokes"
    theirs = bid("H", 8, "N", revokes=revoked(("E", "tricks"), ("W", "tricks")))
    must_be_told(straight, read_deal(straight, rules, theirs))


def test_lines_of_revokes_cite_their_limb() -> None:
    def cited(*pairs: tuple[str, str]) -> list[str]:
        sheet = sheet_of("straight-bridge", bid("H", 8, "N", revokes=revoked(*pairs)))
        return [str(line.law) for line in sheet.deals[0].lines if line.kind == "revoke"]

    assert cited(("E", "add")) == ["Laws of Bridge 1899, law 87, limb I, p. 17"]
    assert cited(("E", "add"), ("W", "add")) == [
        "Laws of Bridge 1899, law 87, limbs I and II, p. 17"
    ]
    assert cited(("E", "add"), ("N", "deduct")) == ["Laws of Bridge 1899, law 95, p. 19"] * 2
