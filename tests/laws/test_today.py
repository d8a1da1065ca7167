"""Today's games: rubber bridge and Chicago."""

from typing import Any

import pytest

from tests.laws.tables import bid, lines_of, points_of, refusal, revoked, settled, sheet_of

GAME = bid("3NT", 9)


@pytest.mark.parametrize(
    ("text", "below"),
    [("1C", 20), ("1D", 20), ("1H", 30), ("1S", 30), ("1NT", 40), ("3NT", 100), ("5D", 100)],
)
def test_contracted_tricks_below(text: str, below: int) -> None:
    deal = bid(text, 6 + int(text[0]))
    assert points_of("rubber-bridge", deal) == {"NS": (below, 0)}
    doubled = points_of("rubber-bridge", deal | {"doubling": 1})
    assert doubled == {"NS": (2 * below, 50)}
    assert points_of("rubber-bridge", deal | {"doubling": 2}) == {"NS": (4 * below, 100)}


def test_overtricks_above() -> None:
    assert points_of("rubber-bridge", bid("1NT", 9)) == {"NS": (40, 60)}
    assert points_of("rubber-bridge", bid("2C", 9)) == {"NS": (40, 20)}
    assert points_of("rubber-bridge", bid("2H", 9, doubling=1)) == {"NS": (120, 150)}
    assert points_of("rubber-bridge", bid("2H", 9, doubling=2)) == {"NS": (240, 300)}
    assert points_of("rubber-bridge", GAME, bid("2H", 9, doubling=1))["NS"] == (120, 250 + 700)
    assert points_of("rubber-bridge", GAME, bid("2H", 9, doubling=2))["NS"] == (240, 500 + 700)


def test_undertricks_not_vulnerable() -> None:
    for down, points in ((1, 50), (3, 150), (7, 350)):
        assert points_of("rubber-bridge", bid("1H", 7 - down))["EW"] == (0, points)
    doubled = [points_of("rubber-bridge", bid("7H", 13 - n, doubling=1))["EW"] for n in (1, 2, 3)]
    assert doubled == [(0, 100), (0, 300), (0, 500)]
    assert points_of("rubber-bridge", bid("4D", 6, doubling=1))["EW"] == (0, 800)
    assert points_of("rubber-bridge", bid("2C", 3, doubling=2))["EW"] == (0, 2200)


def test_undertricks_vulnerable() -> None:
    def after_a_game(deal: dict[str, Any]) -> tuple[int, int]:
        return points_of("rubber-bridge", GAME, deal)["EW"]

    assert after_a_game(bid("4H", 7)) == (0, 300)
    assert after_a_game(bid("4H", 9, doubling=1)) == (0, 200)
    assert after_a_game(bid("4H", 7, doubling=1)) == (0, 800)
    assert after_a_game(bid("2C", 3, doubling=2)) == (0, 2800)
    assert after_a_game(bid("7NT", 0, doubling=2)) == (0, 7600)
    assert lines_of("rubber-bridge", GAME, bid("4H", 9, doubling=1)) == [
        ("EW", "above", 200, "1 trick down, doubled, vulnerable")
    ]


def test_the_other_side_is_not_vulnerable_for_it() -> None:
    assert points_of("rubber-bridge", GAME, bid("4H", 7, "E"))["NS"] == (0, 150)


def test_slams_only_where_bid() -> None:
    assert points_of("rubber-bridge", bid("4S", 12)) == {"NS": (120, 60)}
    assert points_of("rubber-bridge", bid("6S", 12)) == {"NS": (180, 500)}
    assert points_of("rubber-bridge", bid("6S", 13)) == {"NS": (180, 530)}
    assert points_of("rubber-bridge", bid("7S", 13)) == {"NS": (210, 1000)}
    assert points_of("rubber-bridge", bid("7S", 12)) == {"EW": (0, 50)}
    assert points_of("rubber-bridge", GAME, bid("6S", 12))["NS"] == (180, 750 + 700)
    assert points_of("rubber-bridge", GAME, bid("7S", 13))["NS"] == (210, 1500 + 700)


def test_honours_in_one_hand_alone() -> None:
    def above(held: dict[str, Any], text: str = "1S") -> tuple[int, int]:
        return points_of("rubber-bridge", bid(text, 7, honours=held))["NS"]

    assert above({"N": 4}) == (30, 100)
    assert above({"N": 4, "S": 1}) == (30, 100)
    assert above({"NS": "5-in-one"}) == (30, 150)
    assert above({"N": 3, "S": 2}) == (30, 0)
    assert above({"N": 4}, "1NT") == (40, 150)
    assert above({"N": 3, "S": 1}, "1NT") == (40, 0)
    assert points_of("rubber-bridge", bid("1S", 7, honours={"E": 4}))["EW"] == (0, 100)


def test_a_rubber_in_two_games_and_in_three() -> None:
    quick = sheet_of("rubber-bridge", GAME, GAME)
    assert quick.rubbers[0].totals == {"NS": 900, "EW": 0}
    theirs = bid("3NT", 9, "E")
    slow = sheet_of("rubber-bridge", GAME, theirs, GAME)
    assert slow.rubbers[0].totals == {"NS": 700, "EW": 100}
    assert slow.rubbers[0].margin == 600
    assert settled("rubber-bridge", GAME, theirs, GAME).points["W"] == -600


def test_part_scores_lapse_when_the_other_side_wins_a_game() -> None:
    sheet = sheet_of("rubber-bridge", bid("2H", 8, "E"), GAME)
    assert sheet.below_now == {"NS": 0, "EW": 0}
    assert sheet.needs == {"NS": 100, "EW": 100}


def test_unfinished_rubber() -> None:
    part = bid("2H", 8, "E")
    ahead = sheet_of("rubber-bridge", GAME)
    assert ahead.unfinished is not None
    assert ahead.unfinished.bonus == {"NS": 300, "EW": 0}
    assert sheet_of("rubber-bridge", part).totals == {"NS": 0, "EW": 60 + 100}
    both = sheet_of("rubber-bridge", GAME, part)
    assert both.totals == {"NS": 100 + 300, "EW": 60 + 100}
    assert sheet_of("rubber-bridge", part, bid("2H", 8)).totals == {"NS": 60, "EW": 60}
    assert sheet_of("rubber-bridge", GAME, bid("3NT", 9, "E")).totals == {"NS": 100, "EW": 100}


@pytest.mark.parametrize("game", ["rubber-bridge", "chicago"])
@pytest.mark.parametrize(
    ("deal", "where"),
    [
        (bid("3NT", 9, revokes=[{"by": "E", "penalty": "points"}]), "revokes[0].penalty"),
        (bid("3NT", 9, revokes=[{"by": "S", "penalty": "one-trick"}]), "revokes[0].by"),
        (bid("3S", 9, chicane=["E"]), "chicane"),
        (bid("3NU", 3), "bid"),
        (bid("3S", 9, doubling=3), "doubling"),
        (bid("3S", 9, joker="N"), "joker"),
    ],
)
def test_fields_that_today_s_games_do_not_have(game: str, deal: Any, where: str) -> None:
    assert refusal(game, deal).where == where


# Revokes: law 64, tricks change hands as if they had been won so in play.


@pytest.mark.parametrize("game", ["rubber-bridge", "chicago"])
def test_tricks_change_hands_for_a_revoke(game: str) -> None:
    one, two = revoked(("E", "one-trick")), revoked(("E", "two-tricks"))
    below = points_of(game, bid("2H", 7, revokes=one))
    assert below == points_of(game, bid("2H", 8)) == {"NS": (60, 0)}
    assert points_of(game, bid("6H", 10, revokes=two)) == points_of(game, bid("6H", 12))
    own = bid("2H", 9, revokes=revoked(("N", "two-tricks")))
    assert points_of(game, own) == points_of(game, bid("2H", 7))
    twice = revoked(("E", "one-trick"), ("W", "one-trick"))
    assert points_of(game, bid("2H", 7, revokes=twice)) == points_of(game, bid("2H", 9))


def test_a_side_gives_no_more_tricks_than_it_won() -> None:
    assert points_of("rubber-bridge", bid("7S", 12, revokes=revoked(("W", "two-tricks")))) == (
        points_of("rubber-bridge", bid("7S", 13))
    )
    none = bid("1S", 0, revokes=revoked(("N", "two-tricks")))
    assert points_of("rubber-bridge", none) == points_of("rubber-bridge", bid("1S", 0))


def test_where_both_sides_revoked_nothing_changes_hands() -> None:
    both = revoked(("N", "two-tricks"), ("E", "one-trick"))
    assert points_of("rubber-bridge", bid("2H", 8, revokes=both)) == {"NS": (60, 0)}


def test_honours_stand_beside_a_revoke_of_today() -> None:
    held = bid("2H", 9, honours={"E": 4}, revokes=revoked(("N", "two-tricks")))
    assert points_of("rubber-bridge", held) == {"EW": (0, 50 + 100)}


# Chicago


def test_vulnerability_follows_the_deal_s_number() -> None:
    down = bid("1H", 6)
    sheet = sheet_of("chicago", down, down, down, down, down)
    assert [scored.points["EW"][1] for scored in sheet.deals] == [50, 50, 100, 100, 50]
    theirs = bid("1H", 6, "E")
    sheet = sheet_of("chicago", *[theirs] * 4)
    assert [scored.points["NS"][1] for scored in sheet.deals] == [50, 100, 50, 100]


def test_vulnerability_may_be_told() -> None:
    down = bid("1H", 6)
    for told, points in (("none", 50), ("NS", 100), ("EW", 50), ("both", 100)):
        assert points_of("chicago", down | {"vulnerable": told})["EW"] == (0, points)


@pytest.mark.parametrize("told", ["all", "", None, 1, ["NS"], "N"])
def test_vulnerability_in_the_words_of_the_file(told: Any) -> None:
    assert refusal("chicago", bid("1H", 7, vulnerable=told)).where == "vulnerable"
    assert refusal("rubber-bridge", bid("1H", 7, vulnerable="NS")).where == "vulnerable"


def test_a_passed_out_deal_is_dealt_again_and_does_not_count() -> None:
    down, passed = bid("1H", 6), {"passed_out": True}
    sheet = sheet_of("chicago", down, passed, down, passed, passed, down)
    assert [scored.points["EW"][1] for scored in sheet.deals] == [50, 0, 50, 0, 0, 100]
    assert sheet.rubbers == ()
    assert sheet_of("chicago", down, passed, down, down, down).rubbers[0].deal == 5


def test_game_bonus_by_vulnerability() -> None:
    assert points_of("chicago", GAME) == {"NS": (100, 300)}
    vulnerable = points_of("chicago", GAME | {"vulnerable": "NS"})
    assert vulnerable == {"NS": (100, 500)}
    assert points_of("chicago", GAME | {"vulnerable": "EW"}) == {"NS": (100, 300)}


def test_part_scores_carry_until_a_game() -> None:
    sheet = sheet_of("chicago", bid("2H", 8), bid("2S", 8))
    assert sheet.deals[1].points["NS"] == (60, 300)
    assert [(won.deal, won.winner) for won in sheet.games] == [(2, "NS")]
    assert sheet.rubbers == ()
    lapsed = sheet_of("chicago", bid("2H", 8, "E"), GAME, bid("2H", 8, "E"))
    assert lapsed.below_now == {"NS": 0, "EW": 60}


def test_a_part_score_on_the_fourth_deal() -> None:
    down = bid("1H", 6)
    sheet = sheet_of("chicago", down, down, down, bid("2H", 8))
    assert sheet.deals[3].points["NS"] == (60, 100)
    assert [line.item for line in sheet.deals[3].lines][-1] == "part score on the last deal"
    third = sheet_of("chicago", down, down, bid("2H", 8), down)
    assert third.deals[2].points["NS"] == (60, 0)
    assert third.deals[3].points["NS"] == (0, 0)
    completed = sheet_of("chicago", down, down, bid("2H", 8), bid("2H", 8))
    assert completed.deals[3].points["NS"] == (60, 500)


def test_four_deals_are_a_rubber_and_the_higher_total_wins_it() -> None:
    sheet = sheet_of("chicago", GAME, bid("1H", 6), bid("1H", 6), bid("1H", 6))
    (rubber,) = sheet.rubbers
    assert (rubber.winner, rubber.totals, rubber.margin) == ("NS", {"NS": 400, "EW": 250}, 150)
    assert sheet.deals[3].won == "end"
    assert settled("chicago", GAME, bid("1H", 6), bid("1H", 6), bid("1H", 6)).points["N"] == 150


def test_a_game_on_the_last_deal() -> None:
    down = bid("1H", 6)
    sheet = sheet_of("chicago", down, down, down, GAME)
    assert (sheet.deals[3].won, sheet.deals[3].winner) == ("rubber", "NS")
    assert [(won.deal, won.winner) for won in sheet.games] == [(4, "NS")]


def test_a_game_on_the_last_deal_may_go_to_the_side_that_loses_the_rubber() -> None:
    slam = bid("7NT", 13, "E")
    sheet = sheet_of("chicago", slam, bid("1H", 6), bid("1H", 6), GAME)
    assert sheet.games[-1].winner == "NS"
    assert sheet.rubbers[0].winner == "EW"
    assert sheet.deals[3].won == "game-and-end"


def test_a_rubber_may_end_level() -> None:
    down = bid("1H", 6)
    sheet = sheet_of(
        "chicago", down, bid("1H", 6, "E", vulnerable="none"), down, down | {"declarer": "E"}
    )
    (rubber,) = sheet.rubbers
    assert (rubber.winner, rubber.margin) == (None, 0)
    assert rubber.totals == {"NS": 150, "EW": 150}


def test_an_unfinished_rubber_has_no_bonus() -> None:
    sheet = sheet_of("chicago", GAME, bid("2H", 8))
    assert sheet.unfinished is not None
    assert sheet.unfinished.bonus == {"NS": 0, "EW": 0}
