"""The games for two: auction between two players, and where each of them differs."""

from typing import Any

import pytest

from clubscore.laws.games import find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.laws.reckoning import reckoner_for
from tests.laws.tables import bid, lines_of, points_of, refusal, revoked, settled, sheet_of

WITH_DUMMIES = (
    "double-dummy",
    "blind-trick-double-dummy",
    "hidden-dummies-1",
    "hidden-dummies-2",
    "hidden-dummies-3",
)
BLIND_TRICK = ("blind-trick-double-dummy", "hidden-dummies-2")
WITHOUT_HONOURS = ("twenty-six-cards", "blind-auction", "draw-auction")
AS_WON = ("canfield-dummy", "twenty-six-tricks")
ALL = (*WITH_DUMMIES, *AS_WON, *WITHOUT_HONOURS, "kwantung")


@pytest.mark.parametrize("game", WITH_DUMMIES)
def test_honours_of_hand_and_dummy_are_one_sides(game: str) -> None:
    deal = bid("4S", 10, "A", honours={"A": 2, "A-dummy": 2})
    assert points_of(game, deal) == {"A": (36, 36)}
    assert points_of(game, bid("4S", 10, "A", honours={"A": "4"})) == {"A": (36, 36)}
    one = bid("4S", 10, "A", honours={"B-dummy": 4, "B": 1})
    assert points_of(game, one) == {"A": (36, 0), "B": (0, 81)}
    assert points_of(game, bid("4S", 10, "A", honours={"B": "4+1"})) == {
        "A": (36, 0),
        "B": (0, 81),
    }
    assert points_of(game, bid("1NT", 7, "B", honours={"B-dummy": 4})) == {"B": (10, 100)}
    assert points_of(game, bid("1NT", 7, "B", honours={"A": 2, "B": 2})) == {"B": (10, 0)}


@pytest.mark.parametrize("game", WITH_DUMMIES)
def test_honours_that_cannot_be(game: str) -> None:
    assert refusal(game, bid("1H", 7, "A", honours={"A": 3, "B-dummy": 3})).where == "honours"
    assert refusal(game, bid("1H", 7, "A", honours={"dummy": 3})).where == "honours.dummy"
    assert refusal(game, bid("1H", 7, "A", honours={"A": "3", "B-dummy": 1})).where == "honours"
    assert refusal(game, bid("1NT", 7, "A", honours={"A": "5"})).where == "honours.A"
    assert refusal(game, bid("1NT", 7, "A", honours={"A": 3, "B": 2})).where == "honours"


@pytest.mark.parametrize("game", ALL)
def test_undertricks_doubles_and_the_rubber(game: str) -> None:
    values = {"twenty-six-cards": 15}
    value = values.get(game, 8)
    book = find_game(game).book
    doubled = points_of(game, bid("2H", book + 3, "A", doubling=1))
    assert doubled == {"A": (3 * value * 2, 100)}
    down = points_of(game, bid("2H", book, "A", doubling=2))
    assert down == {"B": (0, 2 * 4 * (30 if game == "twenty-six-cards" else 50))}
    won = bid("4S", book + 4, "B")
    bonus = 100 if game == "kwantung" else 250
    assert points_of(game, won, won)["B"][1] == bonus
    assert points_of(game, won, won, rubber_bonus=77)["B"][1] == 77
    rubber = sheet_of(game, won, won).rubbers[0]
    assert (rubber.winner, rubber.margin) == ("B", rubber.totals["B"])


@pytest.mark.parametrize("game", ALL)
def test_the_difference_is_settled_between_the_two(game: str) -> None:
    won = bid("1NT", find_game(game).book + 1, "B")
    points = sheet_of(game, won).totals["B"]
    settlement = settled(game, won, stakes={"amount": "1", "currency": "EUR"})
    assert settlement.points == {"A": -points, "B": points}
    assert [tuple(each) for each in settlement.payments] == [("A", "B", points * 100)]


@pytest.mark.parametrize("game", ALL)
def test_an_unfinished_rubber_and_revokes(game: str) -> None:
    book = find_game(game).book
    ahead = sheet_of(game, bid("4S", book + 4, "A"), unfinished_rubber=125)
    assert ahead.unfinished is not None
    assert ahead.unfinished.bonus == {"A": 125, "B": 0}
    own = bid("2H", book + 3, "A", revokes=revoked(("A", "points")))
    assert points_of(game, own) == {"B": (0, 150)}
    assert points_of(game, own, revoke_points=50) == {"B": (0, 50)}
    points = bid("2H", book + 2, "A", revokes=revoked(("B", "points")))
    value = 15 if game == "twenty-six-cards" else 8
    assert points_of(game, points) == {"A": (2 * value, 150)}
    assert points_of(game, points, revoke_bars="both") == {"A": (0, 150)}
    tricks = bid("2H", book, "A", revokes=revoked(("B", "tricks")))
    assert points_of(game, tricks) == {"A": (3 * value, 0)}


@pytest.mark.parametrize("game", ALL)
def test_dummies_never_revoke_and_never_declare(game: str) -> None:
    by_dummy = bid("2H", 8, "A", revokes=revoked(("B-dummy", "points")))
    assert refusal(game, by_dummy).where == "revokes[0].by"
    assert refusal(game, bid("2H", 8, "A-dummy")).where == "declarer"
    assert refusal(game, bid("2H", 8, "A", chicane=["A"])).where == "chicane"
    assert refusal(game, bid("2H", 8, "A", revokes=revoked(("A", "tricks")))).where == (
        "revokes[0].penalty"
    )
    fine = [{"player": "A", "points": 100, "to": "each"}]
    assert points_of(game, {"passed_out": True, "fines": fine}) == {"B": (0, 100)}


@pytest.mark.parametrize("game", ALL)
def test_slams(game: str) -> None:
    if game == "twenty-six-tricks":
        return  # below, by its own table
    suit, no_trumps = points_of(game, bid("1C", 12, "A")), points_of(game, bid("1NT", 13, "A"))
    assert suit["A"][1] == (0 if game == "kwantung" else 50)
    assert no_trumps["A"][1] == 100
    assert points_of(game, bid("1NT", 13, "A"), slams="20/40")["A"][1] == 40


@pytest.mark.parametrize("game", WITHOUT_HONOURS)
def test_games_without_honours_refuse_them(game: str) -> None:
    assert refusal(game, bid("2H", 8, "A", honours={"A": 3})).where == "honours"
    assert refusal(game, bid("2NT", 8, "A", honours={"A": 4})).where == "honours"
    assert points_of(game, bid("1D", 7, "A", honours={}))["A"][1] == 0


@pytest.mark.parametrize("game", BLIND_TRICK)
def test_the_blind_trick_is_among_declarers_tricks(game: str) -> None:
    assert refusal(game, bid("1H", 0, "A")).where == "tricks"
    assert "from 1 to 13" in str(refusal(game, bid("1H", 0, "A")))
    assert points_of(game, bid("1H", 1, "A")) == {"B": (0, 300 + 50)}
    assert points_of(game, bid("7C", 13, "A")) == {"A": (42, 100)}


@pytest.mark.parametrize("game", BLIND_TRICK)
@pytest.mark.parametrize("counted", ["none", "declarer"])
def test_honours_of_the_blind_trick_change_no_sum(game: str, counted: str) -> None:
    deal = bid("1H", 7, "A", honours={"A": 2, "A-dummy": 1})
    assert points_of(game, deal, blind_trick_honours=counted) == {"A": (8, 16)}
    found = find_game(game)
    rules = resolve_rules(found, {"blind_trick_honours": counted})
    # Only where declarer has those of the blind trick must one side hold three.
    assert reckoner_for(found, rules).tariff.all_honours_held == (counted == "declarer")


@pytest.mark.parametrize("game", AS_WON)
def test_honours_count_as_they_were_won(game: str) -> None:
    """Auction Bridge Variations 1923, p. 168: a trick's value each, an ace ten."""
    book = find_game(game).book
    values = {"C": 6, "D": 7, "H": 8, "S": 9}
    for suit, value in values.items():
        for won in range(1, 6):
            deal = bid(f"1{suit}", book + 1, "A", honours={"B": won})
            assert points_of(game, deal)["B"] == (0, won * value)
    aces = bid("1NT", book + 1, "A", honours={"A": 3, "B": 1})
    assert points_of(game, aces) == {"A": (10, 30), "B": (0, 10)}
    assert points_of(game, aces, honours_won="none") == {"A": (10, 0)}
    assert points_of(game, bid("1NT", book + 1, "A", honours={"B": 4}))["B"] == (0, 40)
    assert ("B", "above", 10, "1 ace won") in lines_of(game, aces)


@pytest.mark.parametrize("game", AS_WON)
@pytest.mark.parametrize(
    ("honours", "where"),
    [
        ({"A-dummy": 2}, "honours.A-dummy"),
        ({"A": "3"}, "honours.A"),
        ({"A": 3, "B": 3}, "honours"),
        ({"A": 6}, "honours.A"),
    ],
)
def test_only_players_win_honours(game: str, honours: dict[str, Any], where: str) -> None:
    assert refusal(game, bid("2H", 15, "A", honours=honours) | {"tricks": 9}).where == where


class TestTwentySixTricks:
    """Auction Bridge Variations 1923, pp. 169-172."""

    game = "twenty-six-tricks"

    def test_v15_seven_hearts_and_twenty_five_tricks(self) -> None:
        assert points_of(self.game, bid("7H", 25, "A")) == {"A": (96, 500)}

    @pytest.mark.parametrize(
        ("tricks", "slam"), [(22, 0), (23, 100), (24, 250), (25, 500), (26, 1000)]
    )
    def test_four_kinds_of_slam_and_only_the_highest(self, tricks: int, slam: int) -> None:
        assert points_of(self.game, bid("1C", tricks, "A"))["A"] == ((tricks - 13) * 6, slam)
        against = points_of(self.game, bid("1C", 26 - tricks, "A"))["B"]
        assert against == (0, (14 - (26 - tricks)) * 50 + slam)

    def test_the_names_of_the_slams(self) -> None:
        names = [lines_of(self.game, bid("1C", n, "A"))[-1][3] for n in (23, 24, 25, 26)]
        assert names == ["slamette", "near slam", "small slam", "grand slam"]

    def test_a_book_of_thirteen_and_bids_to_thirteen(self) -> None:
        assert points_of(self.game, bid("4S", 18, "A")) == {"A": (45, 0)}
        assert points_of(self.game, bid("7H", 20, "A")) == {"A": (56, 0)}
        assert points_of(self.game, bid("7H", 18, "A")) == {"B": (0, 100)}
        assert points_of(self.game, bid("13NT", 26, "A")) == {"A": (130, 1000)}
        assert points_of(self.game, bid("13NT", 0, "A")) == {"B": (0, 26 * 50 + 1000)}
        assert refusal(self.game, bid("14C", 26, "A")).where == "bid"
        assert refusal(self.game, bid("1C", 27, "A")).where == "tricks"
        assert refusal(self.game, bid("1C", 14, "A") | {"bid": "0C"}).where == "bid"


class TestTwentySixCards:
    """Auction Bridge Variations 1923, pp. 172-174; AMB-23: two tricks in a major are game."""

    game = "twenty-six-cards"

    @pytest.mark.parametrize(
        ("text", "below"), [("3C", 30), ("3D", 30), ("2H", 30), ("2S", 30), ("1NT", 30)]
    )
    def test_game_from_love(self, text: str, below: int) -> None:
        sheet = sheet_of(self.game, bid(text, 6 + int(text[0]), "A"))
        assert sheet.deals[0].points["A"] == (below, 0)
        assert [won.winner for won in sheet.games] == ["A"]

    def test_v14_undertricks_are_twice_the_trick(self) -> None:
        assert points_of(self.game, bid("1NT", 6, "A", doubling=1)) == {"B": (0, 120)}
        assert points_of(self.game, bid("3C", 8, "A")) == {"B": (0, 20)}
        assert points_of(self.game, bid("2S", 6, "A", doubling=2)) == {"B": (0, 2 * 30 * 4)}

    def test_the_bonus_of_a_doubled_contract(self) -> None:
        over = bid("1S", 9, "A", doubling=1)
        assert points_of(self.game, over) == {"A": (90, 50 + 2 * 50)}
        assert points_of(self.game, over, doubled_bonus="scaled") == {"A": (90, 30 + 2 * 30)}
        redoubled = bid("1NT", 7, "A", doubling=2)
        assert points_of(self.game, redoubled) == {"A": (120, 100)}
        assert points_of(self.game, redoubled, doubled_bonus="scaled") == {"A": (120, 120)}


class TestKwantung:
    """Auction Bridge Variations 1923, p. 185."""

    game = "kwantung"

    def test_suits_have_neither_honours_nor_slams(self) -> None:
        assert points_of(self.game, bid("4S", 13, "A")) == {"A": (63, 0)}
        assert points_of(self.game, bid("1S", 0, "A")) == {"B": (0, 350)}
        assert refusal(self.game, bid("4S", 10, "A", honours={"A": 3})).where == "honours"

    def test_aces_at_no_trumps(self) -> None:
        four = bid("2NT", 8, "A", honours={"B": 4})
        assert points_of(self.game, four) == {"A": (20, 0), "B": (0, 100)}
        assert points_of(self.game, bid("2NT", 8, "A", honours={"A": 3})) == {"A": (20, 30)}
        assert points_of(self.game, bid("2NT", 8, "A", honours={"A": 2, "B": 2})) == {"A": (20, 0)}
        # Nobody has a partner, so a holding is told by its number.
        holding = bid("2NT", 8, "A", honours={"A": "4-in-one"})
        assert refusal(self.game, holding).where == "honours.A"
        assert points_of(self.game, bid("2NT", 13, "A")) == {"A": (70, 100)}

    @pytest.mark.parametrize("bonus", [100, 50, 250])
    def test_fifty_or_a_hundred_for_the_rubber(self, bonus: int) -> None:
        won = bid("4S", 10, "A")
        assert points_of(self.game, won, won, rubber_bonus=bonus) == {"A": (36, bonus)}


def test_numerical_bidding_is_by_agreement() -> None:
    """Auction Bridge Variations 1923, pp. 159-160."""
    for game in ALL:
        assert resolve_rules(find_game(game), {"bidding": "numerical"})["bidding"] == "numerical"
        whist_club = resolve_rules(find_game(game), {"preset": "whistclub-1920"})
        assert (whist_club["bidding"], whist_club["revoke_points"]) == ("numerical", 100)
