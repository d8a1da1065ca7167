"""Points into money: the sums of the old books, exact and rounded once."""

from fractions import Fraction

import pytest

from clubscore.laws.games import find_game
from clubscore.laws.house_rules import default_rules
from clubscore.laws.record import replace
from clubscore.laws.score_sheet import RubberWon, ScoreSheet
from clubscore.laws.settlement import read_stakes, settle, settle_rubber
from clubscore.laws.tariff import EveryPair
from tests.laws.tables import bid, settled, sheet_of

AUCTION = find_game("auction")
RULES = default_rules(AUCTION)
CROWN = {"amount": "5s", "currency": "LSD", "per": 100}


def rubber(points: int) -> dict[str, int]:
    return {"NS": points, "EW": 0}


def sitting(*differences: int) -> ScoreSheet:
    """A sheet of rubbers that North and South won by so much."""
    blank = sheet_of("auction")
    won = tuple(RubberWon(at, "NS", rubber(each), each) for at, each in enumerate(differences, 1))
    return replace(blank, rubbers=won)


def test_340_points_at_a_crown_a_hundred_are_seventeen_shillings() -> None:
    # Badsworth 1898, p. 51.
    result = settle_rubber(AUCTION, RULES, rubber(340), read_stakes(CROWN))
    assert result.money == {"N": 17 * 48, "E": -17 * 48, "S": 17 * 48, "W": -17 * 48}
    assert result.payments == (("E", "N", 17 * 48), ("W", "S", 17 * 48))


def test_170_pence_are_fourteen_shillings_and_twopence() -> None:
    # Badsworth 1898, p. 51: 340 points at a halfpenny a point.
    stakes = read_stakes({"amount": "½d", "currency": "LSD"})
    result = settle_rubber(AUCTION, RULES, rubber(340), stakes)
    assert result.money is not None
    assert result.money["N"] == 14 * 48 + 2 * 4


def test_a_rubber_of_260_at_five_shillings_a_hundred_costs_13s() -> None:
    result = settle_rubber(AUCTION, RULES, rubber(260), read_stakes(CROWN))
    assert result.money is not None
    assert result.money["E"] == -13 * 48


def test_pairwise_among_three_as_printed_in_1911() -> None:
    # Encyclopaedia Britannica 1911: 212, 290 and 312; A pays 78 and 100, B pays 22.
    cut_throat = find_game("cut-throat")
    totals = {"A": 212, "B": 290, "C": 312}
    pairs = EveryPair().pairs(cut_throat, default_rules(cut_throat), totals, lambda points: points)
    assert [(pair.winner, pair.loser, pair.points) for pair in pairs] == [
        ("A", "B", -78),
        ("A", "C", -100),
        ("B", "C", -22),
    ]
    result = settle_rubber(cut_throat, default_rules(cut_throat), totals, None)
    assert result.points == {"A": -178, "B": 56, "C": 122}
    assert [pair[:3] for pair in result.pairs] == [("A", "B", 78), ("A", "C", 100), ("B", "C", 22)]


def test_the_master_rubber_of_1913_makes_412() -> None:
    # Work, Auction of To-day, ch. X: 518 against 356, and 250.
    assert settle_rubber(AUCTION, RULES, {"NS": 518 + 250, "EW": 356}, None).points["N"] == 412


def test_love_has_points_and_no_money() -> None:
    result = settled("auction", bid("4S", 10))
    assert result.points == {"N": 36, "E": -36, "S": 36, "W": -36}
    assert (result.money, result.payments) == (None, ())


def test_fractions_are_added_over_the_sitting_and_rounded_once() -> None:
    # Three rubbers of a third of a penny and a half: each would round to nothing or to too much.
    stakes = read_stakes({"amount": "0.01", "currency": "GBP", "per": 10})
    result = settle(AUCTION, RULES, sitting(4, 4, 4), stakes)
    assert result.money == {"N": 1, "E": -1, "S": 1, "W": -1}
    assert result.pairs[0].coins == Fraction(12, 10)
    half = settle(AUCTION, RULES, sitting(5), stakes)
    assert half.money == {"N": 1, "E": -1, "S": 1, "W": -1}
    against = settle(AUCTION, RULES, sitting(-5), stakes)
    assert against.money == {"N": -1, "E": 1, "S": -1, "W": 1}


def test_every_rubber_is_rounded_by_itself() -> None:
    stakes = read_stakes({"amount": "1", "currency": "GBP", "per": 10, "round": "ten"})
    result = settle(AUCTION, RULES, sitting(266, 265, -6), stakes)
    assert result.points["N"] == 270 + 260 - 10
    hundreds = read_stakes({"amount": "1", "currency": "GBP", "per": 100, "round": "hundred"})
    assert settle(AUCTION, RULES, sitting(250, 251, -51), hundreds).points["N"] == 200 + 300 - 100


def test_an_unfinished_rubber_is_settled_as_it_stands() -> None:
    result = settled("auction", bid("4S", 10), bid("4S", 10), bid("1C", 8))
    assert result.points["N"] == 36 + 36 + 250 + 12


def test_an_unfinished_bonus_is_settled_too() -> None:
    result = settled("auction", bid("4S", 10), unfinished_rubber=125)
    assert result.points["N"] == 36 + 125


@pytest.mark.parametrize("currency", ["LSD", "GBP", "JPY", "KWD"])
def test_money_and_payments_sum_to_nothing(currency: str) -> None:
    amount = "7d" if currency == "LSD" else "0.37"
    stakes = {"amount": amount, "currency": currency, "per": 3}
    deals = [
        bid("2H", 9, "N", partner="E", honours={"N": 3}),
        bid("3NT", 8, "W", partner="S", doubling=1),
        bid("3NT", 9, "N", partner="W"),
    ]
    result = settled("pirate", *deals, stakes=stakes)
    assert result.money is not None
    assert sum(result.money.values()) == 0
    left = dict(result.money)
    for payer, payee, paid in result.payments:
        left[payer] += paid
        left[payee] -= paid
    assert set(left.values()) == {0}


def test_pairwise_money_is_the_sum_of_the_pairs_each_rounded() -> None:
    cut_throat = find_game("cut-throat")
    stakes = read_stakes({"amount": "0.01", "currency": "GBP", "per": 2})
    totals = {"A": 3, "B": 2, "C": 1}
    result = settle_rubber(cut_throat, default_rules(cut_throat), totals, stakes)
    # Half a penny, a penny and half a penny: one each to A, A and B, halves away from nothing.
    assert result.money == {"A": 2, "B": 0, "C": -2}


def test_nobody_owes_where_all_is_even() -> None:
    result = settle_rubber(AUCTION, RULES, rubber(0), read_stakes(CROWN))
    assert set(result.points.values()) == {0}
    assert result.payments == ()
    empty = settle(AUCTION, RULES, sheet_of("auction"), read_stakes(CROWN))
    assert empty.money == {"N": 0, "E": 0, "S": 0, "W": 0}
