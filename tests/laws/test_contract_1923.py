"""Contract of 1923: printed examples, and each of the house rules that its readers quarrel over."""

import pytest

from tests.laws.tables import bid, lines_of, points_of, refusal, revoked, settled, sheet_of

GAME = "contract-1923"
VALUES = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10}


def test_three_hearts_bid_and_made_is_plus_74() -> None:
    # Auction Bridge Variations 1923, p. 49.
    assert points_of(GAME, bid("3H", 9)) == {"NS": (24, 50)}


def test_four_hearts_doubled_one_down_loses_200() -> None:
    # p. 49; p. 69 adds that a plain one down loses only 100.
    assert points_of(GAME, bid("4H", 9, doubling=1)) == {"EW": (0, 200)}
    assert points_of(GAME, bid("4H", 9)) == {"EW": (0, 100)}


def test_four_diamonds_doubled_three_down_loses_400() -> None:
    # p. 37.
    assert points_of(GAME, bid("4D", 7, doubling=1)) == {"EW": (0, 400)}


def test_the_rubber_game_scores_400_and_two_nothing_500() -> None:
    # p. 17: a hundred for the game and three hundred for the rubber.
    game = bid("3NT", 9)
    assert points_of(GAME, game) == {"NS": (30, 50 + 100)}
    assert points_of(GAME, game, game) == {"NS": (30, 50 + 400)}
    assert sheet_of(GAME, game, game).totals["NS"] == 2 * 80 + 500


def test_v2_a_rubber_of_542() -> None:
    deals = (
        bid("3NT", 10, "N"),
        bid("2H", 7, "N", doubling=1),
        bid("4S", 10, "E", honours={"E": 4}),
        bid("5D", 12, "N", doubling=1),
    )
    sheet = sheet_of(GAME, *deals)
    assert [deal.points for deal in sheet.deals] == [
        {"NS": (30, 200), "EW": (0, 0)},
        {"NS": (0, 0), "EW": (0, 200)},
        {"NS": (0, 0), "EW": (36, 222)},
        {"NS": (70, 700), "EW": (0, 0)},
    ]
    assert sheet.totals == {"NS": 1000, "EW": 458}
    assert settled(GAME, *deals).points["N"] == 542


@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize("trump", VALUES)
def test_only_tricks_that_were_bid_count_below(level: int, trump: str) -> None:
    for tricks in range(6 + level, 14):
        over = tricks - 6 - level
        slam = {12: 100, 13: 200}.get(tricks, 0)
        for doubling, each in ((0, 50), (1, 100), (2, 200)):
            below = VALUES[trump] * level * 2**doubling
            game = 100 if below >= 30 else 0
            deal = bid(f"{level}{trump}", tricks, doubling=doubling)
            assert points_of(GAME, deal) == {"NS": (below, each * (1 + over) + slam + game)}


@pytest.mark.parametrize("doubling", [0, 1, 2])
def test_undertricks_are_100_first_and_50_after(doubling: int) -> None:
    for tricks in range(10):
        down = 10 - tricks
        slam = {1: 100, 0: 200}.get(tricks, 0)
        lost = (100 + 50 * (down - 1)) * 2**doubling
        assert points_of(GAME, bid("4H", tricks, doubling=doubling)) == {"EW": (0, lost + slam)}


@pytest.mark.parametrize(
    ("rule", "doubled", "redoubled"),
    [("multiplied", 100, 200), ("additive", 100, 150), ("unaffected", 50, 50)],
)
def test_doubled_contract_in_its_three_readings(rule: str, doubled: int, redoubled: int) -> None:
    rules = {"doubled_contract": rule}
    assert points_of(GAME, bid("1C", 7), **rules) == {"NS": (6, 50)}
    assert points_of(GAME, bid("1C", 7, doubling=1), **rules) == {"NS": (12, doubled)}
    assert points_of(GAME, bid("1C", 9, doubling=1), **rules) == {"NS": (12, 3 * doubled)}
    assert points_of(GAME, bid("1C", 7, doubling=2), **rules) == {"NS": (24, redoubled)}
    assert points_of(GAME, bid("1C", 8, doubling=2), **rules) == {"NS": (24, 2 * redoubled)}


def test_overtricks_at_the_value_of_the_trick() -> None:
    rules = {"contract_overtricks": "trick-value"}
    assert points_of(GAME, bid("1S", 9), **rules) == {"NS": (9, 50 + 18)}
    assert points_of(GAME, bid("1S", 9, doubling=1), **rules) == {"NS": (18, 100 + 36)}


@pytest.mark.parametrize(
    ("rule", "level", "tricks", "slam"),
    [
        ("made", 6, 12, 100),
        ("made", 6, 13, 200),
        ("made", 7, 13, 200),
        ("declared", 5, 12, 100),
        ("declared", 5, 13, 200),
        ("declared", 6, 12, 250),
        ("declared", 6, 13, 250),
        ("declared", 7, 13, 500),
        ("declared-added", 5, 13, 200),
        ("declared-added", 6, 12, 350),
        ("declared-added", 6, 13, 450),
        ("declared-added", 7, 13, 700),
    ],
)
def test_slams_made_and_declared(rule: str, level: int, tricks: int, slam: int) -> None:
    over = tricks - 6 - level
    points = points_of(GAME, bid(f"{level}C", tricks), contract_slams=rule)
    assert points == {"NS": (6 * level, 50 + 50 * over + slam + 100)}


@pytest.mark.parametrize("rule", ["made", "declared", "declared-added"])
def test_seven_bid_and_twelve_won_is_a_little_slam_nobody_declared(rule: str) -> None:
    points = points_of(GAME, bid("7C", 12), contract_slams=rule)
    assert points == {"NS": (0, 100), "EW": (0, 100)}
    # The adversaries' slam is never one that was declared.
    assert points_of(GAME, bid("7C", 0), contract_slams=rule) == {"EW": (0, 700 + 200)}


@pytest.mark.parametrize(("at", "trump"), list(enumerate(VALUES)))
def test_honours_count_only_four_in_one_hand(at: int, trump: str) -> None:
    value = VALUES[trump]
    made = {"NS": (value, 50)}
    assert points_of(GAME, bid(f"1{trump}", 7, honours={"N": 2, "S": 2})) == made
    assert points_of(GAME, bid(f"1{trump}", 7, honours={"NS": "3"})) == made
    if trump == "NT":
        assert points_of(GAME, bid("1NT", 7, honours={"S": 4})) == {"NS": (10, 150)}
        return
    for honours, times in (({"N": 4}, 8), ({"N": 4, "S": 1}, 9), ({"S": 5}, 10)):
        points = points_of(GAME, bid(f"1{trump}", 7, honours=honours))
        assert points == {"NS": (value, 50 + times * value)}
    fifth = bid(f"1{trump}", 7, honours={"NS": "4+1"})
    assert points_of(GAME, fifth, fifth_honour=False) == {"NS": (value, 50 + 8 * value)}
    assert points_of(GAME, bid(f"1{trump}", 7, honours={"N": 3, "S": 2})) == made


def test_there_is_no_chicane() -> None:
    assert refusal(GAME, bid("1C", 7, chicane=["E"])).where == "chicane"


def test_tricks_taken_for_a_revoke_earn_only_the_flat_50() -> None:
    # Rule 9, pp. 17-18.
    completed = bid("3H", 7, doubling=1, revokes=revoked(("E", "tricks")))
    assert points_of(GAME, completed) == {"NS": (48, 50 + 100)}
    assert "contract completed by penalty tricks" in {
        item for _, _, _, item in lines_of(GAME, completed)
    }


def test_a_contract_made_in_play_keeps_its_bonuses_beside_penalty_tricks() -> None:
    made = bid("1H", 8, doubling=1, revokes=revoked(("E", "tricks")))
    assert points_of(GAME, made) == {"NS": (16, 100 + 100)}


def test_points_for_a_revoke() -> None:
    assert points_of(GAME, bid("1H", 7, revokes=revoked(("E", "points")))) == {"NS": (8, 50 + 150)}
    assert points_of(GAME, bid("1H", 7, revokes=revoked(("N", "points")))) == {"EW": (0, 150)}


def test_game_and_rubber_as_the_club_says() -> None:
    game = bid("3NT", 9)
    assert points_of(GAME, game, game_bonus=125) == {"NS": (30, 175)}
    assert points_of(GAME, game, game, rubber_bonus=0, game_bonus=0) == {"NS": (30, 50)}
    sheet = sheet_of(GAME, game, unfinished_rubber=125)
    assert sheet.totals == {"NS": 180 + 125, "EW": 0}
