"""Stakes as files write them and as people say them."""

from fractions import Fraction
from typing import Any

import pytest

from clubscore.laws.errors import RuleError
from clubscore.laws.money import round_coins
from clubscore.laws.settlement import Stakes, read_stake_words, read_stakes


def test_stakes_of_a_file() -> None:
    stakes = read_stakes({"amount": "2.50", "currency": "GBP", "per": 100})
    assert stakes is not None
    assert stakes.rate == Fraction(5, 2)
    assert stakes.to_dict() == {"amount": "2.50", "currency": "GBP", "per": 100}
    plain = read_stakes({"amount": "½d", "currency": "LSD"})
    assert plain is not None
    assert (plain.per, plain.rate, plain.round) == (1, 2, None)
    rounded = {"amount": "1", "currency": "JPY", "per": 10, "round": "ten"}
    assert read_stakes(rounded).to_dict() == rounded  # type: ignore[union-attr]
    assert read_stakes(None) is None


@pytest.mark.parametrize(
    ("amount", "currency", "per"),
    [("5s", "LSD", 100), ("½d", "LSD", 1), ("half a farthing", "LSD", 7), ("0.005", "GBP", 3)],
)
def test_points_come_to_their_exact_coins_rounded(amount: str, currency: str, per: int) -> None:
    stakes = read_stakes({"amount": amount, "currency": currency, "per": per})
    assert stakes is not None
    exact = {halves: stakes.rate * Fraction(halves, 2) for halves in range(-250, 251)}
    assert {halves: stakes.coins(halves) for halves in exact} == {
        halves: round_coins(coins) for halves, coins in exact.items()
    }


@pytest.mark.parametrize(
    ("stakes", "where"),
    [
        ([], "stakes"),
        ("5s", "stakes"),
        (False, "stakes"),
        ({}, "stakes.amount"),
        ({"amount": "5s"}, "stakes.currency"),
        ({"currency": "LSD"}, "stakes.amount"),
        ({"amount": 2.5, "currency": "GBP"}, "stakes.amount"),
        ({"amount": "5s", "currency": "GBP"}, "stakes.amount"),
        ({"amount": "-1", "currency": "GBP"}, "stakes.amount"),
        ({"amount": "1", "currency": "XXL"}, "stakes.currency"),
        ({"amount": "1", "currency": "GBP", "per": 0}, "stakes.per"),
        ({"amount": "1", "currency": "GBP", "per": True}, "stakes.per"),
        ({"amount": "1", "currency": "GBP", "per": "100"}, "stakes.per"),
        ({"amount": "1", "currency": "GBP", "per": None}, "stakes.per"),
        ({"amount": "1", "currency": "GBP", "round": "five"}, "stakes.round"),
        ({"amount": "1", "currency": "GBP", "round": None}, "stakes.round"),
        ({"amount": "1", "currency": "GBP", "round": []}, "stakes.round"),
        ({"amount": "1", "currency": "GBP", "unit": 1}, "stakes.unit"),
        ({"amount": "1", "currency": "GBP", 4: 1}, "stakes.4"),
    ],
)
def test_what_is_no_stake_is_refused(stakes: Any, where: str) -> None:
    with pytest.raises(RuleError) as caught:
        read_stakes(stakes)
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("rounding", "difference", "counted"),
    [
        ("ten", 264, 260),
        ("ten", 265, 260),
        ("ten", 266, 270),
        ("ten", -265, -260),
        ("ten", -266, -270),
        ("ten", 5, 0),
        ("ten", 6, 10),
        ("hundred", 50, 0),
        ("hundred", 51, 100),
        ("hundred", 250, 200),
        ("hundred", 251, 300),
        ("hundred", -250, -200),
        ("hundred", -251, -300),
        (None, 265, 265),
    ],
)
def test_differences_in_tens_and_hundreds(
    rounding: str | None, difference: int, counted: int
) -> None:
    raw: dict[str, Any] = {"amount": "1", "currency": "GBP"}
    stakes = read_stakes(raw | ({"round": rounding} if rounding else {}))
    assert stakes is not None
    assert stakes.rounded(difference) == counted


@pytest.mark.parametrize(
    ("said", "amount", "currency", "per"),
    [
        ("5s a hundred", "5s", "LSD", 100),
        ("5/- a hundred", "5/-", "LSD", 100),
        ("5/- per 100", "5/-", "LSD", 100),
        ("a crown a hundred", "a crown", "LSD", 100),
        ("half a crown a hundred", "half a crown", "LSD", 100),
        ("2/6", "2/6", "LSD", 100),
        ("1d a point", "1d", "LSD", 1),
        ("a penny a point", "a penny", "LSD", 1),
        ("5 shillings", "5s", "LSD", 100),
        ("Five shillings a hundred", "5s", "LSD", 100),
        ("2 shillings and sixpence", "2s 6d", "LSD", 100),
        ("ten bob a hundred", "10s", "LSD", 100),
        ("6 pence", "6d", "LSD", 100),
        ("5 pounds a hundred", "5", "GBP", 100),
        ("£1 4s a hundred", "£1 4s", "LSD", 100),
        ("0.50 a hundred", "0.50", "GBP", 100),
        ("0,50 a hundred", "0,50", "GBP", 100),
        ("£0.50 a hundred", "0.50", "GBP", 100),
        ("£2 a hundred", "2", "GBP", 100),
        ("€1 a hundred", "1", "EUR", 100),
        ("2 EUR per hundred", "2", "EUR", 100),
        ("EUR 2 per hundred points", "2", "EUR", 100),
        ("10/100", "10", "GBP", 100),
        ("10", "10", "GBP", 100),
        ("2 € a hundred", "2", "EUR", 100),
        ("two euros a hundred", "2", "EUR", 100),
        ("2,50 euro per 100", "2,50", "EUR", 100),
        ("$2 a hundred", "2", "USD", 100),
        ("2 dollars a hundred", "2", "USD", 100),
        ("1p a point", "0.01", "GBP", 1),
        ("50 c a hundred", "0.50", "GBP", 100),
        ("  5s   a  hundred ", "5s", "LSD", 100),
        ("5S A HUNDRED", "5s", "LSD", 100),
        ("a Crown a hundred", "a crown", "LSD", 100),
    ],
)
def test_stakes_as_people_say_them(said: str, amount: str, currency: str, per: int) -> None:
    stakes = read_stake_words(said)
    assert stakes is not None
    assert (stakes.amount.lower(), stakes.currency.code, stakes.per) == (amount, currency, per)
    assert read_stakes(stakes.to_dict()) == stakes


def test_a_club_that_counts_in_old_money_or_another() -> None:
    assert read_stake_words("£1 a hundred", "LSD") == Stakes("£1", LSD, 100)
    euros = read_stake_words("0,50 a hundred", "EUR")
    assert euros is not None
    assert euros.currency.code == "EUR"
    assert read_stake_words("5s", "EUR", per=10) == Stakes("5s", LSD, 10)
    cent = read_stake_words("1 cent", "EUR")
    assert cent is not None and cent.words() == "€0.01 a hundred"
    dollars = read_stake_words("2 dollars", "CAD")
    assert dollars is not None and dollars.currency.code == "CAD"


@pytest.mark.parametrize(
    ("said", "amount", "currency"),
    [
        ("€2 a hundred", "2", "EUR"),
        ("$2 a hundred", "2", "USD"),
        ("2 euros a hundred", "2", "EUR"),
        ("€2 per 100", "2", "EUR"),
        ("1 cent", "0.01", "EUR"),
        ("2,50 a hundred", "2,50", "EUR"),
        ("2.50", "2.50", "EUR"),
        ("£2.50", "2.50", "GBP"),
        ("£2,50", "2,50", "GBP"),
        ("£1", "£1", "LSD"),
        ("1p", "0.01", "GBP"),
        ("half a crown", "half a crown", "LSD"),
    ],
)
def test_a_club_of_old_money_that_is_paid_in_another(said: str, amount: str, currency: str) -> None:
    stakes = read_stake_words(said, "LSD", besides="EUR")
    assert stakes is not None
    assert (stakes.amount, stakes.currency.code, stakes.per) == (amount, currency, 100)
    assert read_stakes(stakes.to_dict()) == stakes


@pytest.mark.parametrize("said", ["5 a hundred", "10", "2.50 a hundred", "2,50"])
def test_a_bare_number_opens_no_money_that_the_club_has_not(said: str) -> None:
    with pytest.raises(RuleError, match="Which money is") as caught:
        read_stake_words(said, "LSD")
    assert said.partition(" ")[0] in str(caught.value)


LSD = read_stakes({"amount": "1s", "currency": "LSD"}).currency  # type: ignore[union-attr]


@pytest.mark.parametrize("said", ["love", "for love", "For Love", "", " ", "nothing", "no stakes."])
def test_love_is_a_stake(said: str) -> None:
    assert read_stake_words(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "much",
        "5 crowns of gold",
        "a hundred",
        "-5s a hundred",
        "5s a dozen",
        "0",
        "0s a hundred",
        "XYZ 5",
        "EUR 5 GBP",
        "9" * 500,
        "5s\x00",
        "5s a hundred a point",
    ],
)
def test_what_nobody_says_is_refused_with_what_would_be_right(said: str) -> None:
    with pytest.raises(RuleError) as caught:
        read_stake_words(said)
    assert caught.value.where == "stakes"
    assert "5s a hundred" in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"amount": "5/-", "currency": "LSD", "per": 100}, "5s a hundred"),
        ({"amount": "a crown", "currency": "LSD", "per": 100}, "5s a hundred"),
        ({"amount": "½d", "currency": "LSD"}, "½d a point"),
        ({"amount": "0.50", "currency": "GBP", "per": 100}, "£0.50 a hundred"),
        ({"amount": "2", "currency": "CHF", "per": 10}, "2.00 CHF for ten points"),
        ({"amount": "0.005", "currency": "GBP"}, "0.005 a point"),
        ({"amount": "1", "currency": "JPY", "per": 25}, "¥1 for 25 points"),
    ],
)
def test_stakes_are_read_back(raw: dict[str, Any], words: str) -> None:
    stakes = read_stakes(raw)
    assert stakes is not None
    assert stakes.words() == words
