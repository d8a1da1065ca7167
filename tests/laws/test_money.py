"""Money: coins of every currency, and pounds, shillings and pence."""

from fractions import Fraction

import pytest

from clubscore.laws.errors import RuleError
from clubscore.laws.money import (
    CURRENCIES,
    LSD,
    find_currency,
    read_amount,
    round_coins,
    show_amount,
    speak_amount,
)

GBP, JPY, KWD = (find_currency(code) for code in ("GBP", "JPY", "KWD"))
SHILLING, PENNY, POUND = 48, 4, 960


@pytest.mark.parametrize(
    ("text", "farthings"),
    [
        ("5s", 5 * SHILLING),
        ("5/-", 5 * SHILLING),
        ("2s6d", 2 * SHILLING + 6 * PENNY),
        ("2s 6d", 2 * SHILLING + 6 * PENNY),
        ("1/6", SHILLING + 6 * PENNY),
        ("£1 4s", POUND + 4 * SHILLING),
        ("£1 4s 6½d", POUND + 4 * SHILLING + 6 * PENNY + 2),
        ("£1/4/6", POUND + 4 * SHILLING + 6 * PENNY),
        ("£3", 3 * POUND),
        ("½d", 2),
        ("¼d", 1),
        ("¾d", 3),
        ("1½d", 6),
        ("6d", 24),
        ("2/6½", 2 * SHILLING + 6 * PENNY + 2),
        ("  5s ", 5 * SHILLING),
        ("a crown", 5 * SHILLING),
        ("crown", 5 * SHILLING),
        ("half a crown", 2 * SHILLING + 6 * PENNY),
        ("half-crown", 2 * SHILLING + 6 * PENNY),
        ("half crown", 2 * SHILLING + 6 * PENNY),
        ("a florin", 2 * SHILLING),
        ("a shilling", SHILLING),
        ("sixpence", 6 * PENNY),
        ("a penny", PENNY),
        ("a halfpenny", 2),
        ("a farthing", 1),
        ("a guinea", 21 * SHILLING),
        ("half a guinea", 10 * SHILLING + 6 * PENNY),
        ("a pound", POUND),
        ("a sovereign", POUND),
        ("0s", 0),
    ],
)
def test_old_money_as_it_is_written_and_said(text: str, farthings: int) -> None:
    assert read_amount(text, LSD) == farthings
    assert type(read_amount(text, LSD)) is int


@pytest.mark.parametrize(
    "text",
    [
        "",
        "s",
        "d",
        "£",
        "5",
        "2.50",
        "-5s",
        "5s -6d",
        "a dollar",
        "half",
        "5 pounds",
        "1/",
        "/6",
        5,
        None,
        "5s5s",
    ],
)
def test_what_is_no_old_money_is_refused(text: object) -> None:
    with pytest.raises(RuleError) as caught:
        read_amount(text, LSD)
    assert caught.value.where == "amount"
    assert '"2s6d"' in str(caught.value)


@pytest.mark.parametrize(
    ("farthings", "text"),
    [
        (0, "0s"),
        (17 * SHILLING, "17s"),
        (14 * SHILLING + 2 * PENNY, "14s 2d"),
        (-(POUND + 4 * SHILLING + 26), "-£1 4s 6½d"),
        (1, "¼d"),
        (-3, "-¾d"),
        (5, "1¼d"),
        (POUND, "£1"),
        (POUND + PENNY, "£1 1d"),
        (1000 * POUND, "£1000"),
    ],
)
def test_old_money_is_shown_without_empty_parts(farthings: int, text: str) -> None:
    assert show_amount(farthings, LSD) == text
    assert read_amount(text.removeprefix("-"), LSD) == abs(farthings)


@pytest.mark.parametrize(
    ("text", "currency", "coins"),
    [
        ("2.50", GBP, 250),
        ("2,50", GBP, 250),
        ("2", GBP, 200),
        ("0.5", GBP, 50),
        ("0.005", GBP, Fraction(1, 2)),
        ("100", JPY, 100),
        ("0.5", JPY, Fraction(1, 2)),
        ("1.234", KWD, 1234),
        ("0", GBP, 0),
    ],
)
def test_decimal_amounts(text: str, currency: object, coins: int | Fraction) -> None:
    assert read_amount(text, currency) == coins  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "2.",
        ".5",
        "-1",
        "+1",
        "1e3",
        "NaN",
        "Infinity",
        "1 000",
        "£2",
        "٣",
        "²",
        2.5,
        2,
        None,
        True,
        ["2"],
        "9" * 400,
        "2.50\n",
    ],
)
def test_what_is_no_decimal_amount_is_refused(text: object) -> None:
    if text == "2.50\n":
        # Blanks around an amount are nobody's mistake.
        assert read_amount(text, GBP) == 250
        return
    with pytest.raises(RuleError) as caught:
        read_amount(text, GBP)
    assert caught.value.where == "amount"


@pytest.mark.parametrize(
    ("coins", "currency", "text", "spoken"),
    [
        (660, GBP, "6.60", "£6.60"),
        (-660, GBP, "-6.60", "−£6.60"),
        (5, GBP, "0.05", "£0.05"),
        (0, GBP, "0.00", "£0.00"),
        (-7, JPY, "-7", "−¥7"),
        (1234, KWD, "1.234", "1.234 KWD"),
        (-48, LSD, "-1s", "−1s"),
    ],
)
def test_amounts_for_files_and_for_the_eye(
    coins: int, currency: object, text: str, spoken: str
) -> None:
    assert show_amount(coins, currency) == text  # type: ignore[arg-type]
    assert speak_amount(coins, currency) == spoken  # type: ignore[arg-type]


def test_currencies_by_code() -> None:
    decimals = {code: find_currency(code).decimals for code in ("EUR", "JPY", "BHD", "LSD", "ISK")}
    assert decimals == {"EUR": 2, "JPY": 0, "BHD": 3, "LSD": None, "ISK": 0}
    assert len(CURRENCIES) > 150
    for wrong in ("gbp", "XYZ", "", None, 3, [], "GBPX"):
        with pytest.raises(RuleError) as caught:
            find_currency(wrong)
        assert caught.value.where == "currency"


def test_half_a_coin_is_rounded_away_from_nothing() -> None:
    halves = {Fraction(1, 2): 1, Fraction(-1, 2): -1, Fraction(3, 2): 2, Fraction(49, 100): 0}
    assert {amount: round_coins(amount) for amount in halves} == halves
    assert round_coins(Fraction(-249, 100)) == -2
    assert round_coins(Fraction(7)) == 7
    assert [round_coins(coins, 4) for coins in (-6, -2, 1, 2, 6, Fraction(1, 2))] == [
        -2,
        -1,
        0,
        1,
        2,
        0,
    ]
