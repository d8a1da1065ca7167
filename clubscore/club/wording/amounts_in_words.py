"""Amounts of money spelt out, as a receipt has them: "twelve shillings and sixpence halfpenny".

A figure can be altered with a stroke of a pen, words cannot.
"""

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from clubscore.club.wording.names import both
from clubscore.laws.money import (
    FARTHINGS_PER_PENNY,
    FARTHINGS_PER_POUND,
    FARTHINGS_PER_SHILLING,
    Currency,
)

_SMALL: tuple[Promise, ...] = (
    pgettext_lazy("number in words", "nought"),
    pgettext_lazy("number in words", "one"),
    pgettext_lazy("number in words", "two"),
    pgettext_lazy("number in words", "three"),
    pgettext_lazy("number in words", "four"),
    pgettext_lazy("number in words", "five"),
    pgettext_lazy("number in words", "six"),
    pgettext_lazy("number in words", "seven"),
    pgettext_lazy("number in words", "eight"),
    pgettext_lazy("number in words", "nine"),
    pgettext_lazy("number in words", "ten"),
    pgettext_lazy("number in words", "eleven"),
    pgettext_lazy("number in words", "twelve"),
    pgettext_lazy("number in words", "thirteen"),
    pgettext_lazy("number in words", "fourteen"),
    pgettext_lazy("number in words", "fifteen"),
    pgettext_lazy("number in words", "sixteen"),
    pgettext_lazy("number in words", "seventeen"),
    pgettext_lazy("number in words", "eighteen"),
    pgettext_lazy("number in words", "nineteen"),
)
_TENS: tuple[Promise, ...] = (
    pgettext_lazy("number in words", "twenty"),
    pgettext_lazy("number in words", "thirty"),
    pgettext_lazy("number in words", "forty"),
    pgettext_lazy("number in words", "fifty"),
    pgettext_lazy("number in words", "sixty"),
    pgettext_lazy("number in words", "seventy"),
    pgettext_lazy("number in words", "eighty"),
    pgettext_lazy("number in words", "ninety"),
)
_HUNDRED = 100
_LARGE: tuple[tuple[int, Promise], ...] = (
    (10**15, pgettext_lazy("number in words", "%(count)s quadrillion")),
    (10**12, pgettext_lazy("number in words", "%(count)s trillion")),
    (10**9, pgettext_lazy("number in words", "%(count)s billion")),
    (10**6, pgettext_lazy("number in words", "%(count)s million")),
    (10**3, pgettext_lazy("number in words", "%(count)s thousand")),
    (_HUNDRED, pgettext_lazy("number in words", "%(count)s hundred")),
)
_FRACTIONS: tuple[Promise, ...] = (
    pgettext_lazy("old money", "a farthing"),
    pgettext_lazy("old money", "a halfpenny"),
    pgettext_lazy("old money", "three farthings"),
)


def number_in_words(value: int) -> str:
    """Return a whole number from nothing on: "one thousand two hundred and five"."""
    for size, pattern in _LARGE:
        if value >= size:
            count, rest = divmod(value, size)
            head = str(pattern) % {"count": number_in_words(count)}
            if not rest:
                return head
            words = {"head": head, "rest": number_in_words(rest)}
            if rest < _HUNDRED:
                return pgettext("number in words", "%(head)s and %(rest)s") % words
            return pgettext("number in words", "%(head)s %(rest)s") % words
    return _below_hundred(value)


def _below_hundred(value: int) -> str:
    if value < len(_SMALL):
        return str(_SMALL[value])
    tens, ones = divmod(value, 10)
    if not ones:
        return str(_TENS[tens - 2])
    words = {"tens": str(_TENS[tens - 2]), "ones": str(_SMALL[ones])}
    return pgettext("number in words", "%(tens)s-%(ones)s") % words


def amount_in_words(coins: int, currency: Currency) -> str:
    """Return an amount from nothing on, in smallest coins, in words."""
    if currency.decimals is None:
        return both(_old_money(coins)) or _("no money")
    units, rest = divmod(coins, currency.coins)
    said = _UNITS.get(currency.code)
    if said is not None:
        unit, part = said
        return both(
            [*([unit(units)] if units or not rest else []), *([part(rest)] if rest else [])]
        )
    words = {"units": number_in_words(units), "code": currency.code, "coins": currency.coins}
    if not rest:
        return _("%(units)s %(code)s") % words
    part_words = words | {"rest": f"{rest:0{currency.decimals}d}"}
    return _("%(units)s and %(rest)s/%(coins)s %(code)s") % part_words


def _old_money(coins: int) -> list[str]:
    """Return pounds, shillings, pence and farthings that are something."""
    pounds, rest = divmod(coins, FARTHINGS_PER_POUND)
    shillings, rest = divmod(rest, FARTHINGS_PER_SHILLING)
    pence, farthings = divmod(rest, FARTHINGS_PER_PENNY)
    found = []
    if pounds:
        found.append(_pounds(pounds))
    if shillings:
        text = ngettext("%(count)s shilling", "%(count)s shillings", shillings)
        found.append(text % {"count": number_in_words(shillings)})
    if pence:
        found.append(_pence(pence))
    if farthings:
        found.append(str(_FRACTIONS[farthings - 1]))
    return found


def _pounds(count: int) -> str:
    text = ngettext("%(count)s pound", "%(count)s pounds", count)
    return text % {"count": number_in_words(count)}


def _pence(count: int) -> str:
    text = ngettext("%(count)s penny", "%(count)s pence", count)
    return text % {"count": number_in_words(count)}


def _euros(count: int) -> str:
    text = ngettext("%(count)s euro", "%(count)s euros", count)
    return text % {"count": number_in_words(count)}


def _dollars(count: int) -> str:
    text = ngettext("%(count)s US dollar", "%(count)s US dollars", count)
    return text % {"count": number_in_words(count)}


def _cents(count: int) -> str:
    text = ngettext("%(count)s cent", "%(count)s cents", count)
    return text % {"count": number_in_words(count)}


_UNITS: dict[str, tuple[Callable[[int], str], Callable[[int], str]]] = {
    "GBP": (_pounds, _pence),
    "EUR": (_euros, _cents),
    "USD": (_dollars, _cents),
}
