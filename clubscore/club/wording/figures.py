"""Numbers and amounts for the eye, and what people type of them.

The rooms at the foot write numbers for files: a point, a hyphen, the same in every language. What
a page shows comes through here.
"""

from fractions import Fraction

from django.utils import formats
from django.utils.translation import pgettext

from clubscore.laws.money import Currency, read_amount, show_amount

MINUS = "\N{MINUS SIGN}"


def figure(value: object) -> str:
    """Return a number, whole or as a file writes it, with a true minus and the decimal sign."""
    separator: str = formats.get_format("DECIMAL_SEPARATOR")
    return str(value).replace("-", MINUS).replace(".", separator)


def signed(value: int) -> str:
    """Return a whole number with its sign, zero without one."""
    return f"+{value}" if value > 0 else figure(value)


def percent(value: object) -> str:
    """Return a percentage, given as a file writes it: "56.25 %", never broken before its sign."""
    return pgettext("percentage", "%(number)s\N{NO-BREAK SPACE}%%") % {"number": figure(value)}


def an_amount(currency: Currency) -> str:
    """Return some amount as it is written in a currency, for the help beside a field of money."""
    some = {None: 5 * 48, 0: 500}.get(currency.decimals, currency.coins * 5 // 2)
    return speak_amount(some, currency)


def typed_amount(text: str, currency: Currency) -> int | Fraction:
    """Return an amount that was typed, as `read_amount`, with or without its own symbol or code.

    So what a page shows can be sent as it stands. Raises RuleError.
    """
    plain = text.strip()
    for sign in (currency.symbol, currency.code) if currency.decimals is not None else ():
        if sign and len(sign) < len(plain):
            plain = plain.removeprefix(sign).removesuffix(sign).strip()
    return read_amount(plain, currency)


def speak_amount(coins: int, currency: Currency) -> str:
    """Return an amount in smallest coins with its symbol or code: "£6.60", "6.60 CHF", "−1s"."""
    text = show_amount(abs(coins), currency)
    if currency.decimals is not None:
        number = figure(text)
        if currency.symbol:
            pattern = pgettext("amount of money", "%(symbol)s%(number)s")
            text = pattern % {"symbol": currency.symbol, "number": number}
        else:
            pattern = pgettext("amount of money", "%(number)s %(code)s")
            text = pattern % {"number": number, "code": currency.code}
    return f"{MINUS}{text}" if coins < 0 else text


def typed_number(text: str) -> str:
    """Return a number that somebody typed, with comma or point and any minus, as files have it."""
    return text.strip().replace(",", ".").replace(MINUS, "-")
