"""Five hundred: bids by their schedule, set-backs, the others' tricks, first to 500."""

from typing import Any

import pytest

from clubscore.laws.deal_reading import read_deal
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import default_rules
from tests.laws.tables import lines_of, points_of, refusal, settled, sheet_of

GAME = "five-hundred"
# Auction Bridge Variations 1923, p. 156, by suit for six to ten tricks.
PRINTED = {
    "S": (40, 140, 240, 340, 440),
    "C": (60, 160, 260, 360, 460),
    "D": (80, 180, 280, 380, 480),
    "H": (100, 200, 300, 400, 500),
    "NT": (120, 220, 320, 420, 520),
}


def played(bid: str, tricks: int, bidder: str = "A", *others: int) -> dict[str, Any]:
    """A deal; the tricks that are left go to the next player unless told."""
    seats = [seat for seat in "ABC" if seat != bidder]
    won = others or (10 - tricks, 0)
    return {
        "bid": bid,
        "declarer": bidder,
        "tricks": tricks,
        "defenders": dict(zip(seats, won, strict=True)),
    }


@pytest.mark.parametrize("suit", PRINTED)
def test_the_schedule_as_printed(suit: str) -> None:
    for tricks, worth in enumerate(PRINTED[suit], 6):
        made = points_of(GAME, played(f"{tricks}{suit}", tricks))["A"]
        assert made == (0, max(worth, 250) if tricks == 10 else worth)
        lost = points_of(GAME, played(f"{tricks}{suit}", tricks - 1))["A"]
        assert lost == (0, -worth)


def test_no_two_bids_are_worth_the_same_and_they_rank_by_worth() -> None:
    game = find_game(GAME)
    worths = [game.bidding.schedule[text] for text in game.bidding.bids]
    assert len(set(worths)) == 25
    assert worths == sorted(worths)


def test_v16_all_ten_tricks_and_a_set_back() -> None:
    assert points_of(GAME, played("6S", 10)) == {"A": (0, 250)}
    assert points_of(GAME, played("7H", 5, "A", 3, 2)) == {
        "A": (0, -200),
        "B": (0, 30),
        "C": (0, 20),
    }
    assert points_of(GAME, played("7D", 9, "A", 1, 0)) == {"A": (0, 180), "B": (0, 10)}
    assert points_of(GAME, played("8C", 10)) == {"A": (0, 260)}


def test_nothing_for_overtricks() -> None:
    assert points_of(GAME, played("7D", 9), five_hundred_defenders=0) == {"A": (0, 180)}


def test_the_others_tricks_as_the_club_says() -> None:
    assert points_of(GAME, played("6H", 6, "B", 3, 1)) == {
        "A": (0, 30),
        "B": (0, 100),
        "C": (0, 10),
    }
    assert points_of(GAME, played("6H", 6, "B", 3, 1), five_hundred_defenders=0) == {"B": (0, 100)}


def test_all_passed_and_played_at_no_trumps() -> None:
    passed = {"passed_out": True}
    assert points_of(GAME, passed) == {}
    told = passed | {"defenders": {"A": 5, "B": 4, "C": 1}}
    assert points_of(GAME, told) == {"A": (0, 50), "B": (0, 40), "C": (0, 10)}
    assert points_of(GAME, told, five_hundred_defenders=0) == {}
    assert points_of(GAME, passed | {"defenders": {"C": 10}}) == {"C": (0, 100)}
    assert lines_of(GAME, told)[-1] == ("C", "above", 10, "1 trick, no bid")


def test_a_game_is_won_at_five_hundred_and_is_settled_by_differences() -> None:
    deals = (played("10NT", 10), played("6S", 6, "B", 4, 0))
    sheet = sheet_of(GAME, *deals)
    assert [(won.deal, won.winner) for won in sheet.games] == [(1, "A")]
    assert [(won.deal, won.winner, won.margin) for won in sheet.rubbers] == [(1, "A", None)]
    assert sheet.rubbers[0].totals == {"A": 520, "B": 0, "C": 0}
    assert sheet.unfinished is not None
    assert sheet.unfinished.totals == {"A": 40, "B": 40, "C": 0}
    assert sheet.needs == {"A": 460, "B": 460, "C": 500}
    assert settled(GAME, *deals).points == {"A": 1040 + 40, "B": -520 + 40, "C": -520 - 80}


def near_the_end(*scores: int) -> list[dict[str, Any]]:
    """Deals after which A, B and C stand at these scores, by fines that each other pays."""
    # Everybody has the fines of the two others: all fines but his own.
    a, b, c = scores
    half = (a + b + c) // 2
    return [
        {"passed_out": True, "fines": [{"player": seat, "points": points, "to": "each"}]}
        for seat, points in (("A", half - a), ("B", half - b), ("C", half - c))
    ]


def winner(*deals: dict[str, Any]) -> str | None:
    return sheet_of(GAME, *deals).rubbers[0].winner


def test_two_over_five_hundred_in_one_deal() -> None:
    # The bidder first, though an opponent has more.
    assert winner(*near_the_end(470, 410, 490), played("6H", 6, "B", 1, 3)) == "B"
    # Else the higher.
    assert winner(*near_the_end(470, 200, 490), played("6H", 6, "B", 1, 3)) == "C"
    # Else the next player after the bidder.
    assert winner(*near_the_end(480, 200, 480), played("6H", 6, "B", 2, 2)) == "C"
    assert winner(*near_the_end(480, 480, 200), played("6H", 5, "C", 3, 2)) == "A"


def test_two_over_five_hundred_where_nobody_bid() -> None:
    passed = {"passed_out": True}
    higher = passed | {"defenders": {"A": 3, "B": 7}}
    assert winner(*near_the_end(470, 490, 100), higher) == "B"
    equal = passed | {"defenders": {"A": 0, "B": 5, "C": 5}}
    assert winner(*near_the_end(100, 460, 460), equal) == "B"


def test_tricks_make_ten_and_are_told() -> None:
    deal = played("7H", 5, "A", 3, 2)
    del deal["defenders"]
    assert refusal(GAME, deal).where == "defenders"
    # Where all ten are the bidder's, or the others' count nothing, nothing is wanting.
    assert points_of(GAME, deal | {"tricks": 10}) == {"A": (0, 250)}
    assert points_of(GAME, deal, five_hundred_defenders=0) == {"A": (0, -200)}
    assert refusal(GAME, played("7H", 5, "A", 3, 3)).where == "defenders"
    assert "11" in str(refusal(GAME, played("7H", 5, "A", 3, 3)))
    assert refusal(GAME, {"passed_out": True, "defenders": {"A": 4}}).where == "defenders"


@pytest.mark.parametrize(
    ("told", "where"),
    [
        ({"A": 3, "B": 2}, "defenders.A"),
        ({"B": 11}, "defenders.B"),
        ({"B": True}, "defenders.B"),
        ({"dummy": 5}, "defenders.dummy"),
        ([3, 2], "defenders"),
    ],
)
def test_others_tricks_that_cannot_be(told: object, where: str) -> None:
    assert refusal(GAME, played("7H", 5) | {"defenders": told}).where == where


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"bid": "5H"}, "bid"),
        ({"bid": "11H"}, "bid"),
        ({"bid": "7NU"}, "bid"),
        ({"tricks": 11}, "tricks"),
        ({"declarer": "dummy"}, "declarer"),
        ({"doubling": 1}, "doubling"),
        ({"honours": {"A": 3}}, "honours"),
        ({"chicane": ["A"]}, "chicane"),
        ({"revokes": [{"by": "A", "penalty": "points"}]}, "revokes"),
        ({"vulnerable": "none"}, "vulnerable"),
    ],
)
def test_what_five_hundred_does_not_have(more: dict[str, Any], where: str) -> None:
    assert refusal(GAME, played("7H", 5) | more).where == where


def test_facts_are_written_back() -> None:
    game = find_game(GAME)
    for facts in (played("7H", 5, "A", 3, 2), {"passed_out": True, "defenders": {"A": 4, "B": 6}}):
        assert read_deal(game, default_rules(game), facts).facts() == facts
