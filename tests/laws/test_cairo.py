"""Cairo bridge: the rate by the number declared."""

import pytest

from tests.laws.tables import bid, lines_of, points_of, refusal, revoked, settled, sheet_of


@pytest.mark.parametrize(
    ("page", "text", "tricks", "points"),
    [
        ("58", "1S", 13, (28, 200)),
        ("58", "1H", 13, (28, 200)),
        ("58", "3D", 9, (30, 0)),
        ("59", "4C", 10, (64, 0)),
        ("61", "1NT", 10, (16, 0)),
        ("61", "4NT", 11, (125, 0)),
        ("61", "5NT", 11, (250, 0)),
        ("64", "2C", 11, (35, 0)),
    ],
)
def test_s1_made(page: str, text: str, tricks: int, points: tuple[int, int]) -> None:
    assert points_of("cairo", bid(text, tricks)) == {"NS": points}


def test_every_suit_counts_alike() -> None:
    for level, rate in enumerate((4, 7, 10, 16, 25, 40, 75), start=1):
        for suit in "CDHS":
            assert points_of("cairo", bid(f"{level}{suit}", 6 + level))["NS"][0] == rate * level
    for level, rate in enumerate((4, 7, 15, 25, 50, 100, 150), start=1):
        assert points_of("cairo", bid(f"{level}NT", 6 + level))["NS"][0] == rate * level


def test_s1_p62_five_clubs_failed() -> None:
    assert points_of("cairo", bid("5C", 10)) == {"EW": (0, 100)}
    assert points_of("cairo", bid("5C", 9, doubling=1)) == {"EW": (0, 400)}


def test_penalties_by_the_number_declared() -> None:
    for level, penalty in enumerate((20, 40, 60, 80, 100, 150, 200), start=1):
        assert points_of("cairo", bid(f"{level}H", 4 + level)) == {"EW": (0, 2 * penalty)}


def test_amb07_doubled_penalties_may_stay_as_they_are() -> None:
    down = bid("1S", 6, doubling=1)
    assert points_of("cairo", down) == {"EW": (0, 40)}
    assert points_of("cairo", down, cairo_penalty_doubled=False) == {"EW": (0, 20)}


def test_v6_four_hearts_doubled_five_made() -> None:
    made = bid("4H", 11, doubling=1)
    assert points_of("cairo", made) == {"NS": (160, 160)}
    assert points_of("cairo", made, cairo_bonus="flat") == {"NS": (160, 80)}
    assert points_of("cairo", made, cairo_tricks_doubled=False) == {"NS": (80, 160)}


def test_redoubled_made() -> None:
    made = bid("1S", 8, doubling=2)
    assert points_of("cairo", made) == {"NS": (32, 80)}
    assert points_of("cairo", made, cairo_bonus="flat") == {"NS": (32, 20)}


def test_v7_three_no_trumps_redoubled_two_down() -> None:
    assert points_of("cairo", bid("3NT", 7, doubling=2)) == {"EW": (0, 480)}


def test_v8_six_spades_declared_and_made() -> None:
    assert points_of("cairo", bid("6S", 12)) == {"NS": (240, 500)}
    assert points_of("cairo", bid("6S", 12), cairo_declared_slam="adds") == {"NS": (240, 600)}


def test_six_bid_and_seven_made() -> None:
    assert points_of("cairo", bid("6S", 13)) == {"NS": (280, 500)}
    assert points_of("cairo", bid("6S", 13), cairo_declared_slam="adds") == {"NS": (280, 700)}
    assert points_of("cairo", bid("7S", 13)) == {"NS": (525, 1000)}
    assert points_of("cairo", bid("7S", 13), cairo_declared_slam="adds") == {"NS": (525, 1200)}


def test_seven_bid_and_twelve_won_is_a_little_slam_that_was_not_declared() -> None:
    assert points_of("cairo", bid("7S", 12)) == {"NS": (0, 100), "EW": (0, 200)}


def test_the_adversaries_score_slams_too() -> None:
    assert points_of("cairo", bid("1S", 1)) == {"EW": (0, 6 * 20 + 100)}


def test_no_honours_unless_the_club_counts_them() -> None:
    held = bid("4H", 10, honours={"N": 2, "S": 1})
    assert refusal("cairo", held).where == "honours"
    assert points_of("cairo", held, cairo_honours="auction") == {"NS": (64, 16)}
    aces = bid("1NT", 7, honours={"N": 4})
    assert points_of("cairo", aces, cairo_honours="auction") == {"NS": (4, 100)}
    assert refusal("cairo", bid("4H", 10, chicane=["N"])).where == "chicane"


def test_rubber_and_revokes_as_at_auction() -> None:
    games = (bid("3S", 9), bid("3S", 9))
    assert settled("cairo", *games).points["N"] == 310
    assert settled("cairo", *games, rubber_bonus=100).points["N"] == 160
    saved = bid("3S", 8, doubling=1, revokes=revoked(("W", "tricks")))
    assert points_of("cairo", saved) == {"NS": (20 * 5, 0)}
    own = bid("3S", 9, revokes=revoked(("N", "points")))
    assert points_of("cairo", own, revoke_points=100) == {"EW": (0, 100)}


def test_unfinished() -> None:
    sheet = sheet_of("cairo", bid("3S", 9), unfinished_rubber=125)
    assert sheet.totals == {"NS": 155, "EW": 0}


def test_a_house_rule_is_cited() -> None:
    lines = sheet_of("cairo", bid("1S", 6, doubling=1), cairo_penalty_doubled=False).deals[0].lines
    assert str(lines[0].law) == "house rule (undertricks of a doubled contract: undoubled)"
    assert lines_of("cairo", bid("1S", 6, doubling=1)) == [
        ("EW", "above", 40, "1 trick down, doubled")
    ]
