"""Pirate bridge: four columns, partners by the deal, and the sums of book and article."""

import pytest

from tests.laws.tables import bid, points_of, refusal, revoked, settled, sheet_of

GAME = "pirate"


def pirate(
    text: str, tricks: int, declarer: str, partner: str, **more: object
) -> dict[str, object]:
    return bid(text, tricks, declarer, partner=partner, **more)


def test_122_to_declarer_and_acceptor() -> None:
    # Auction Bridge Variations 1923, p. 83.
    deal = pirate("4S", 10, "N", "E", honours={"N": 2, "E": 2})
    sheet = sheet_of(GAME, deal)
    assert sheet.deals[0].points["N"] == (36, 36 + 50)
    assert sheet.deals[0].points["E"] == (0, 122)
    rubber = sheet_of(GAME, deal, deal)
    assert rubber.deals[1].points["N"] == (36, 36 + 50 + 50)
    assert rubber.deals[1].points["E"] == (0, 122)


def test_226_lost_and_452_between_losing_and_winning() -> None:
    # p. 87: Z spades, B accepts, five odd tricks, simple honours, a game but not the rubber.
    as_adversary = settled(GAME, pirate("4S", 11, "S", "E", honours={"S": 2, "E": 1}))
    assert as_adversary.points["N"] == -226
    as_partner = settled(GAME, pirate("4S", 11, "S", "N", honours={"S": 2, "N": 1}))
    assert as_partner.points["N"] == 226
    assert as_partner.points["N"] - as_adversary.points["N"] == 452


# Examples 7 to 10 of the web article: Alan, Connor, Gracie and Mike sit N, E, S and W.
SEVEN = pirate("1S", 8, "N", "E")
EIGHT = pirate("2H", 8, "N", "S")


def test_example_7_alan_18_below_connor_18_above() -> None:
    assert points_of(GAME, SEVEN) == {"N": (18, 0), "E": (0, 18)}


def test_example_8_game_to_alan_and_66_to_gracie() -> None:
    # The article prints 64 for Gracie's 50 + 16; its own sum is 66.
    sheet = sheet_of(GAME, SEVEN, EIGHT)
    assert sheet.deals[1].points == {"N": (16, 50), "E": (0, 0), "S": (0, 66), "W": (0, 0)}
    assert sheet.totals == {"N": 18 + 16 + 50, "E": 18, "S": 66, "W": 0}
    assert sheet.games[0].winner == "N"


def test_example_9_a_second_game_is_the_rubber() -> None:
    sheet = sheet_of(GAME, SEVEN, EIGHT, pirate("3NT", 9, "N", "W"))
    assert sheet.deals[2].points == {"N": (30, 100), "E": (0, 0), "S": (0, 0), "W": (0, 80)}
    assert sheet.rubbers[0].winner == "N"
    assert sheet.rubbers[0].margin is None


def test_example_10_three_nullos_made_four() -> None:
    # The opponents took ten tricks, so declarer's side took three.
    points = points_of(GAME, pirate("3NU", 3, "S", "W"))
    assert points == {"S": (40, 50), "W": (0, 40 + 50)}
    # Eight tricks to the opponents set it; nine are enough.
    assert points_of(GAME, pirate("3NU", 5, "S", "W")) == {"N": (0, 50), "E": (0, 50)}
    assert points_of(GAME, pirate("3NU", 4, "S", "W"))["S"] == (30, 50)


def test_v4_a_rubber_among_four() -> None:
    deals = (
        pirate("2H", 9, "N", "E", doubling=1, honours={"N": 3}),
        pirate("3NT", 8, "W", "S", honours={"N": 2, "S": 2}),
        pirate("3NT", 9, "N", "W", honours={"N": 2, "W": 1}),
    )
    sheet = sheet_of(GAME, *deals)
    assert sheet.deals[0].points == {"N": (48, 166), "E": (0, 214), "S": (0, 0), "W": (0, 0)}
    assert sheet.deals[1].points == {"N": (0, 50), "E": (0, 50), "S": (0, 0), "W": (0, 0)}
    assert sheet.deals[2].points == {"N": (30, 130), "E": (0, 0), "S": (0, 0), "W": (0, 110)}
    assert sheet.totals == {"N": 424, "E": 264, "S": 0, "W": 110}
    assert settled(GAME, *deals).points == {"N": 898, "E": 258, "S": -798, "W": -358}


@pytest.mark.parametrize(("doubling", "each"), [(0, 50), (1, 100), (2, 200)])
def test_undertricks_go_whole_to_each_adversary_or_are_split(doubling: int, each: int) -> None:
    deal = pirate("3H", 7, "N", "S", doubling=doubling)
    assert points_of(GAME, deal) == {"E": (0, 2 * each), "W": (0, 2 * each)}
    assert points_of(GAME, deal, pirate_undertricks="split") == {"E": (0, each), "W": (0, each)}


def test_honours_of_each_pair_go_to_both_of_it() -> None:
    deal = pirate("1H", 7, "N", "S", honours={"E": 2, "W": 1})
    assert points_of(GAME, deal) == {"N": (8, 0), "S": (0, 8), "E": (0, 16), "W": (0, 16)}
    assert points_of(GAME, deal, pirate_honours="declarer") == points_of(GAME, deal)
    own = pirate("1H", 7, "N", "S", honours={"S": 4})
    assert points_of(GAME, own) == {"N": (8, 64), "S": (0, 72)}
    assert points_of(GAME, own, pirate_honours="declarer") == {"N": (8, 64), "S": (0, 8)}


def test_honours_of_a_contract_that_failed_still_count() -> None:
    deal = pirate("1H", 6, "N", "S", honours={"N": 3})
    assert points_of(GAME, deal) == {"N": (0, 16), "S": (0, 16), "E": (0, 50), "W": (0, 50)}


def test_doubled_bonus_and_slams_go_to_declarer_and_acceptor() -> None:
    deal = pirate("5C", 12, "W", "N", doubling=1)
    assert points_of(GAME, deal) == {"W": (72, 100 + 50 + 50), "N": (0, 72 + 100 + 50 + 50)}
    lost = pirate("1C", 1, "W", "N")
    assert points_of(GAME, lost) == {"E": (0, 350), "S": (0, 350)}
    assert points_of(GAME, lost, slams="20/40") == {"E": (0, 320), "S": (0, 320)}


def test_nullos_have_neither_slams_nor_honours() -> None:
    assert points_of(GAME, pirate("1NU", 0, "N", "E"))["N"] == (70, 50)
    assert points_of(GAME, pirate("1NU", 13, "N", "E")) == {"S": (0, 350), "W": (0, 350)}
    error = refusal(GAME, pirate("1NU", 5, "N", "E", honours={"N": 3}))
    assert (error.where, "at nullos" in str(error)) == ("honours", True)
    assert points_of(GAME, pirate("1NU", 5, "N", "E", honours={})) == {"N": (20, 0), "E": (0, 20)}


def test_nullo_value_8() -> None:
    points = points_of(GAME, pirate("3NU", 4, "N", "E"), nullo_value=8)
    assert points == {"N": (24, 0), "E": (0, 24)}


def test_game_bonus_to_declarer_alone() -> None:
    deal = pirate("3NT", 9, "N", "E")
    points = points_of(GAME, deal, pirate_game_bonus="declarer")
    assert points == {"N": (30, 80 - 30), "E": (0, 30)}
    assert points_of(GAME, deal, game_bonus=100) == {"N": (30, 100), "E": (0, 130)}


def test_rubber_bonus_as_the_club_says() -> None:
    deal = pirate("3NT", 9, "N", "E")
    assert points_of(GAME, deal, deal, rubber_bonus=250) == {"N": (30, 300), "E": (0, 80)}


def test_part_scores_lapse_or_stay() -> None:
    deals = (pirate("2NT", 8, "E", "W"), pirate("3NT", 9, "N", "E"), pirate("1NT", 7, "E", "W"))
    lapsed = sheet_of(GAME, *deals)
    assert lapsed.below_now == {"N": 0, "E": 10, "S": 0, "W": 0}
    assert len(lapsed.games) == 1
    after_two = sheet_of(GAME, *deals[:2], pirate_part_scores="keep")
    assert after_two.below_now == {"N": 0, "E": 20, "S": 0, "W": 0}
    kept = sheet_of(GAME, *deals, pirate_part_scores="keep")
    assert [won.winner for won in kept.games] == ["N", "E"]


def test_kept_part_scores_end_with_the_rubber() -> None:
    game = pirate("3NT", 9, "N", "E")
    sheet = sheet_of(GAME, pirate("2NT", 8, "E", "W"), game, game, pirate_part_scores="keep")
    assert sheet.below_now == {"N": 0, "E": 0, "S": 0, "W": 0}


def test_five_games_at_most() -> None:
    deals = [pirate("3NT", 9, seat, "N" if seat != "N" else "E") for seat in "NESWN"]
    sheet = sheet_of(GAME, *deals)
    assert [won.winner for won in sheet.games] == ["N", "E", "S", "W", "N"]
    assert sheet.rubbers[0].winner == "N"


def test_revoke_points_go_to_each_player_of_the_other_pair() -> None:
    own = pirate("2H", 9, "N", "E", revokes=revoked(("N", "points")))
    assert points_of(GAME, own) == {"S": (0, 150), "W": (0, 150)}
    theirs = pirate("2H", 8, "N", "E", revokes=revoked(("S", "points")))
    assert points_of(GAME, theirs) == {"N": (16, 150), "E": (0, 166)}
    tricks = pirate("3H", 7, "N", "E", revokes=revoked(("W", "tricks")))
    assert points_of(GAME, tricks) == {"N": (32, 50), "E": (0, 82)}


def test_the_acceptor_is_dummy_and_never_revokes() -> None:
    error = refusal(GAME, pirate("2H", 9, "N", "E", revokes=revoked(("E", "points"))))
    assert error.where == "revokes[0].by"


def test_at_nullos_a_revoke_costs_points_only() -> None:
    error = refusal(GAME, pirate("2NU", 4, "N", "E", revokes=revoked(("S", "tricks"))))
    assert error.where == "revokes[0].penalty"
    deal = pirate("2NU", 4, "N", "E", revokes=revoked(("S", "points")))
    assert points_of(GAME, deal) == {"N": (30, 200), "E": (0, 230)}


def test_a_partner_is_named_and_is_another_player() -> None:
    assert refusal(GAME, bid("2H", 8)).where == "partner"
    assert refusal(GAME, pirate("2H", 8, "N", "N")).where == "partner"
    assert refusal(GAME, pirate("2H", 8, "N", "A")).where == "partner"


def test_there_is_no_chicane_and_no_holding_by_side() -> None:
    assert refusal(GAME, pirate("2H", 8, "N", "E", chicane=["S"])).where == "chicane"
    assert refusal(GAME, pirate("2H", 8, "N", "E", honours={"N": "3"})).where == "honours.N"


def test_a_fine_goes_to_each_of_the_three_others() -> None:
    fine = [{"player": "N", "points": 100, "to": "each"}]
    points = points_of(GAME, {"passed_out": True, "fines": fine})
    assert points == {"E": (0, 100), "S": (0, 100), "W": (0, 100)}


def test_unfinished_rubber_rewards_only_one_who_is_ahead_of_all() -> None:
    game = pirate("3NT", 9, "N", "E")
    ahead = sheet_of(GAME, game, unfinished_rubber=125)
    assert ahead.unfinished is not None
    assert ahead.unfinished.bonus == {"N": 125, "E": 0, "S": 0, "W": 0}
    level = sheet_of(GAME, game, pirate("3NT", 9, "S", "E"), unfinished_rubber=125)
    assert level.unfinished is not None
    assert set(level.unfinished.bonus.values()) == {0}
