"""Stop-gap: the difference of two sides in one deal, hundreds when play stops."""

import pytest

from clubscore.laws.games import find_game
from tests.laws.tables import bid, lines_of, points_of, refusal, revoked, settled, sheet_of

GAME = "stop-gap"
# Auction Bridge Variations 1923, pp. 150-151: the four examples in their order.
TWO_SPADES = bid("2S", 8, "A", honours={"A": 3})
AGAINST_ACES = bid("1NT", 7, "A", honours={"B": 2, "C": 1})
FORTY_ACES = bid("3NT", 9, "A", honours={"A": 3, "dummy": 1})
ONE_DOWN = bid("4S", 9, "A", doubling=1, honours={"A": 3, "dummy": 1})
EXAMPLES = (TWO_SPADES, AGAINST_ACES, FORTY_ACES, ONE_DOWN)


def test_v5_the_four_examples_in_one_session() -> None:
    sheet = sheet_of(GAME, *EXAMPLES)
    assert [scored.points["A"] for scored in sheet.deals] == [(0, 36), (0, 0), (0, 270), (0, 0)]
    assert [scored.points["B"] for scored in sheet.deals] == [(0, 0), (0, 20), (0, 0), (0, 64)]
    assert sheet.totals == {"A": 306, "B": 84, "C": 84}
    assert (sheet.games, sheet.rubbers) == ((), ())
    assert sheet.unfinished is not None
    assert sheet.unfinished.below == {"A": 0, "B": 0, "C": 0}
    assert settled(GAME, *EXAMPLES).points == {"A": 400, "B": -200, "C": -200}


def test_the_better_side_has_its_items_and_one_line_less() -> None:
    assert lines_of(GAME, AGAINST_ACES) == [
        ("B", "above", 30, "three aces"),
        ("C", "above", 30, "three aces"),
        ("B", "above", -10, "less the other side's 10"),
        ("C", "above", -10, "less the other side's 10"),
    ]
    assert lines_of(GAME, FORTY_ACES) == [
        ("A", "above", 30, "3 odd tricks at no-trumps"),
        ("A", "above", 40, "four aces"),
        ("A", "above", 200, "thirty or more in one deal"),
    ]


def test_sides_that_are_equal_score_nothing() -> None:
    level = bid("1H", 8, "A", honours={"B": 2, "C": 1})
    assert points_of(GAME, level) == {}
    assert lines_of(GAME, level) == []


def test_the_bonus_is_for_trick_points_alone() -> None:
    # p. 150: 18 and 18 are 36, and no bonus comes to it.
    assert points_of(GAME, TWO_SPADES) == {"A": (0, 36)}
    assert points_of(GAME, bid("3NT", 9, "A")) == {"A": (0, 230)}
    assert points_of(GAME, bid("3NT", 9, "A"), game_bonus=100) == {"A": (0, 130)}
    assert points_of(GAME, bid("2C", 8, "A", doubling=2)) == {"A": (0, 48 + 100 + 200)}


def test_nothing_carries_over_from_deal_to_deal() -> None:
    part = bid("2NT", 8, "A")
    assert points_of(GAME, part, part) == {"A": (0, 20)}


@pytest.mark.parametrize(
    ("points", "counted"), [(270, 300), (250, 200), (64, 100), (36, 0), (50, 0), (51, 100)]
)
def test_columns_are_counted_in_hundreds(points: int, counted: int) -> None:
    # p. 152: fifty and under are dropped, more counts as a hundred.
    fine = {"passed_out": True, "fines": [{"player": "B", "points": points, "to": "each"}]}
    assert settled(GAME, fine).points == {"A": counted, "B": -2 * counted, "C": counted}


def test_other_manners_of_counting_in_hundreds() -> None:
    assert settled(GAME, *EXAMPLES, stop_gap_rounding="differences").points == {
        "A": 400,
        "B": -200,
        "C": -200,
    }
    close = (bid("3NT", 9, "A"), bid("4S", 9, "A", doubling=1))
    # 230 against 100: 200 and 100 by columns, 130 as a difference.
    assert settled(GAME, *close).points["A"] == 200
    closer = (*close, TWO_SPADES)
    assert settled(GAME, *closer).points["A"] == 2 * (300 - 100)
    assert settled(GAME, *closer, stop_gap_rounding="differences").points["A"] == 2 * 200
    assert settled(GAME, *closer, stop_gap_rounding="none").points["A"] == 2 * (266 - 100)


def test_a_revoke_stands_inside_the_difference_a_fine_outside() -> None:
    own = bid("2H", 9, "A", honours={"A": 3}, revokes=revoked(("A", "points")))
    assert points_of(GAME, own) == {"B": (0, 150 - 16), "C": (0, 150 - 16)}
    assert points_of(GAME, own, revoke_points=50) == {"B": (0, 34), "C": (0, 34)}
    theirs = bid("2H", 7, "A", honours={"C": 4}, revokes=revoked(("B", "points")))
    assert points_of(GAME, theirs) == {"A": (0, 150 - 64)}
    tricks = bid("2H", 7, "A", revokes=revoked(("B", "tricks")))
    assert points_of(GAME, tricks) == {"A": (0, 32 + 200)}
    fine = [{"player": "A", "points": 100, "to": "each"}]
    fined = bid("2H", 8, "A", fines=fine)
    assert points_of(GAME, fined) == {"A": (0, 16), "B": (0, 100), "C": (0, 100)}


def test_slams_of_either_side_stand_inside_the_difference() -> None:
    assert points_of(GAME, bid("1C", 12, "B")) == {"B": (0, 36 + 200 + 50)}
    lost = bid("1C", 0, "B", honours={"B": 3})
    assert points_of(GAME, lost) == {"A": (0, 350 + 100 - 12), "C": (0, 350 + 100 - 12)}
    assert points_of(GAME, bid("1C", 12, "B"), slams="20/40") == {"B": (0, 256)}


def test_dummys_honours_are_declarers_and_the_others_count_together() -> None:
    deal = bid("1H", 7, "C", honours={"C": 1, "dummy": 2, "A": 1, "B": 1})
    assert points_of(GAME, deal) == {"C": (0, 8 + 16)}
    assert refusal(GAME, bid("1H", 7, "C", honours={"C": "3"})).where == "honours.C"
    assert refusal(GAME, bid("1H", 7, "C", chicane=["A"])).where == "chicane"


def test_the_sheet_shows_what_stands_on_it() -> None:
    assert sheet_of(GAME, *EXAMPLES).below_now == {"A": 306, "B": 84, "C": 84}
    game = find_game(GAME)
    assert (game.course.has_line, game.course.unit, game.course.game_points) == (False, "sheet", 0)
