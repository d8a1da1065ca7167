"""Money of any currency in whole smallest coins, and pounds, shillings and pence.

Amounts are ``int`` coins, or ``Fraction`` where a stake is finer than a coin. For ``LSD`` the coin
is the farthing: four to a penny, twelve pence to a shilling, twenty shillings to a pound.
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.record import ComparedRecord
from clubscore.laws.words import gettext_noop

if TYPE_CHECKING:
    from fractions import Fraction

FARTHINGS_PER_PENNY = 4
FARTHINGS_PER_SHILLING = 48
FARTHINGS_PER_POUND = 960

# Currencies in use by their ISO 4217 code; those not of two decimals stand by themselves.
_NO_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
_THREE_DECIMALS = "BHD IQD JOD KWD LYD OMR TND"
_TWO_DECIMALS = (
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD "
    "CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD "
    "GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD "
    "MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP "
    "PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS "
    "TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG"
)


class Currency(ComparedRecord):
    """A currency by its code; ``decimals`` is None for pounds, shillings and pence."""

    code: str
    decimals: int | None
    symbol: str = ""

    @property
    def coins(self) -> int:
        """How many smallest coins make one unit."""
        return FARTHINGS_PER_POUND if self.decimals is None else 10**self.decimals


LSD = Currency("LSD", None, "£")
_SYMBOLS = {"GBP": "£", "EUR": "€", "USD": "$", "JPY": "¥", "INR": "₹", "ILS": "₪", "KRW": "₩"}
CURRENCIES: dict[str, Currency] = {
    "LSD": LSD,
    **{
        code: Currency(code, decimals, _SYMBOLS.get(code, ""))
        for codes, decimals in ((_TWO_DECIMALS, 2), (_NO_DECIMALS, 0), (_THREE_DECIMALS, 3))
        for code in codes.split()
    },
}


def find_currency(code: object) -> Currency:
    """The currency of this code. RuleError at ``currency`` for one that is not known."""
    if isinstance(code, str) and code in CURRENCIES:
        return CURRENCIES[code]
    raise RuleError(
        "currency",
        gettext_noop(
            "A currency must be a code of three letters, for example GBP or EUR, or LSD for"
            " pounds, shillings and pence, not %(given)s."
        ),
        "currency",
        given=shown(code),
    )


# Patterns are compiled when the first amount is read: many who load this read none.
_DECIMAL = r"([0-9]{1,12})(?:[.,]([0-9]{1,6}))?\Z"
_FRACTIONS = {"¼": 1, "½": 2, "¾": 3}
_PENCE = r"(?P<pence>[0-9]{1,9})?(?P<part>[¼½¾])?"
_LSD_FORMS = (
    # £1 4s 6½d and every part of it alone
    (
        r"(?:£ ?(?P<pounds>[0-9]{1,9}))? ?(?:(?P<shillings>[0-9]{1,9}) ?s\.?)? ?"
        rf"(?:{_PENCE} ?d\.?)?\Z"
    ),
    # £1/4/6, 5/-, 1/6, 2/6½
    (
        r"(?:£ ?(?P<pounds>[0-9]{1,9})/)?(?P<shillings>[0-9]{1,9})/"
        rf"(?:-|(?=.){_PENCE})\Z"
    ),
)
COINS = {
    "guinea": 21 * FARTHINGS_PER_SHILLING,
    "sovereign": FARTHINGS_PER_POUND,
    "pound": FARTHINGS_PER_POUND,
    "quid": FARTHINGS_PER_POUND,
    "crown": 5 * FARTHINGS_PER_SHILLING,
    "florin": 2 * FARTHINGS_PER_SHILLING,
    "shilling": FARTHINGS_PER_SHILLING,
    "bob": FARTHINGS_PER_SHILLING,
    "sixpence": 6 * FARTHINGS_PER_PENNY,
    "tanner": 6 * FARTHINGS_PER_PENNY,
    "threepence": 3 * FARTHINGS_PER_PENNY,
    "penny": FARTHINGS_PER_PENNY,
    "halfpenny": 2,
    "farthing": 1,
}
_COIN_WORDS = r"(?:(?P<half>half(?: an?|-)? ?)|(?:an?|one) )?(?P<coin>[a-z]+)\Z"


def read_amount(text: object, currency: Currency) -> "int | Fraction":
    """An amount, for example "2.50", "5/-", "half a crown" or "£1 4s" in smallest coins.

    A Fraction where it is finer than a coin. RuleError at ``amount`` for anything else.
    """
    if isinstance(text, str):
        found = _amount(text, currency)
        if found is not None:
            return found
    phrase = gettext_noop('An amount must be written like "2.50", not %(given)s.')
    if currency.decimals is None:
        phrase = gettext_noop(
            'An amount must be written like "5s", "2s6d", "1/6" or "½d", not %(given)s.'
        )
    raise RuleError("amount", phrase, "amount", given=shown(text))


@lru_cache(maxsize=256)
def _amount(text: str, currency: Currency) -> "int | Fraction | None":
    """An amount in smallest coins; the same stakes are read again with every rubber."""
    plain = " ".join(text.split())
    return _old_money(plain) if currency.decimals is None else _decimal(plain, currency)


def _decimal(text: str, currency: Currency) -> "int | Fraction | None":
    match = re.match(_DECIMAL, text)
    if match is None:
        return None
    whole, part = match[1], match[2] or ""
    return _divided(int(whole + part) * currency.coins, 10 ** len(part))


def _old_money(text: str) -> "int | Fraction | None":
    text = text.lower()
    for form in _LSD_FORMS:
        match = re.match(form, text)
        if match is not None and any(match.groupdict().values()):
            return _farthings(match.groupdict())
    match = re.match(_COIN_WORDS, text)
    if match is None or match["coin"] not in COINS:
        return None
    return _divided(COINS[match["coin"]], 2 if match["half"] else 1)


def _divided(coins: int, parts: int) -> "int | Fraction":
    """One of so many equal parts, exactly."""
    if coins % parts == 0:
        return coins // parts
    # Few amounts are finer than a coin, and to load fractions takes a while.
    from fractions import Fraction

    return Fraction(coins, parts)


def _farthings(parts: dict[str, str | None]) -> int:
    return (
        int(parts["pounds"] or 0) * FARTHINGS_PER_POUND
        + int(parts["shillings"] or 0) * FARTHINGS_PER_SHILLING
        + int(parts["pence"] or 0) * FARTHINGS_PER_PENNY
        + _FRACTIONS.get(parts["part"] or "", 0)
    )


def round_coins(amount: "int | Fraction", parts: int = 1) -> int:
    """One of so many equal parts to the nearest whole coin, half a coin away from nothing."""
    over, under = abs(amount.numerator), amount.denominator * parts
    rounded = (2 * over + under) // (2 * under)
    return -rounded if amount < 0 else rounded


def show_amount(coins: int, currency: Currency) -> str:
    """An amount as the score file writes it: ``6.60``, ``-£1 4s 6½d``, ``17s``, ``0s``."""
    if currency.decimals is None:
        return _show_old_money(coins)
    if currency.decimals == 0:
        return str(coins)
    whole, part = divmod(abs(coins), currency.coins)
    return f"{'-' if coins < 0 else ''}{whole}.{part:0{currency.decimals}d}"


def speak_amount(coins: int, currency: Currency) -> str:
    """An amount for the eye: its symbol or code, and a real minus sign."""
    text = show_amount(abs(coins), currency)
    if currency.decimals is not None:
        text = f"{currency.symbol}{text}" if currency.symbol else f"{text} {currency.code}"
    return f"−{text}" if coins < 0 else text


def old_money(farthings: int) -> tuple[str, str, str]:
    """Pounds, shillings and pence, each as it is written, empty for none."""
    pounds, rest = divmod(abs(farthings), FARTHINGS_PER_POUND)
    shillings, rest = divmod(rest, FARTHINGS_PER_SHILLING)
    pence, part = divmod(rest, FARTHINGS_PER_PENNY)
    return (
        str(pounds or ""),
        str(shillings or ""),
        f"{pence or ''}{('', '¼', '½', '¾')[part]}",
    )


def _show_old_money(farthings: int) -> str:
    pounds, shillings, pence = old_money(farthings)
    said = [f"£{pounds}"] if pounds else []
    said += [f"{shillings}s"] if shillings else []
    said += [f"{pence}d"] if pence else []
    text = " ".join(said) or "0s"
    return f"-{text}" if farthings < 0 else text
