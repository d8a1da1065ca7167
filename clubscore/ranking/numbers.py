"""Exact numbers: read from a file's texts, rounded and written only where something is printed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop

_DECIMAL = re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]{1,18})?")
_RATIO = re.compile(r"(-?[0-9]{1,18})/([0-9]{1,18})")
# No score at any table comes near it; a number beyond is a slip of the keyboard.
HIGHEST_SCORE = 10_000_000


def rounded(value: Fraction | int, places: int = 2) -> Fraction:
    """The value to so many decimals, half away from zero."""
    return Fraction(_units(value, places), _ten_to(places))


def show_number(value: Fraction | int, places: int = 2) -> str:
    """The value to so many decimals, half away from zero, zeros at the end dropped: ``3.5``."""
    text = _fixed(value, places)
    return text.rstrip("0").rstrip(".") if places else text


def show_alike(values: Iterable[Fraction | int], least: int = 0) -> list[str]:
    """The values to at most two decimals, all to as many as any of them needs: 12.50, 8.25."""
    exact = [rounded(value) for value in values]
    enough = (
        each for each in (0, 1, 2) if all((v * _ten_to(each)).denominator == 1 for v in exact)
    )
    places = max(least, next(enough))
    return [_fixed(value, places) for value in exact]


def _fixed(value: Fraction | int, places: int) -> str:
    units = _units(value, places)
    whole, rest = divmod(abs(units), _ten_to(places))
    sign = "-" if units < 0 else ""
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"


def _units(value: Fraction | int, places: int) -> int:
    """How many tenths, hundredths and so on the value is, to the nearest, half away from zero."""
    over = 2 * value.denominator
    units = (2 * abs(value.numerator) * _ten_to(places) + value.denominator) // over
    return units if value >= 0 else -units


def _ten_to(places: int) -> int:
    power: int = 10**places
    return power


def exact_text(value: Fraction) -> str:
    """A number as it is read again: every decimal it has, a ratio where they have no end."""
    rest = value.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    places = 0
    while (value * _ten_to(places)).denominator != 1:
        places += 1
    return show_number(value, places)


def read_number(raw: object, where: str) -> Fraction:
    """A whole number, or a decimal as a text. RuleError at ``where`` for anything else."""
    if type(raw) is int and abs(raw) <= HIGHEST_SCORE:
        return Fraction(raw)
    if type(raw) is str and _DECIMAL.fullmatch(raw) and abs(Fraction(raw)) <= HIGHEST_SCORE:
        return Fraction(raw)
    raise RuleError(
        "number",
        gettext_noop(
            'This must be a number, for example 3 or 2.5 (in a file as text: "2.5"), not %(given)s.'
        ),
        where,
        given=shown(raw),
    )


def read_amount(raw: object, where: str) -> Fraction:
    """A number, or a ratio of two whole ones as a text: "11/3". RuleError at ``where``."""
    ratio = _RATIO.fullmatch(raw) if type(raw) is str else None
    if ratio and int(ratio[2]):
        return Fraction(int(ratio[1]), int(ratio[2]))
    return read_number(raw, where)


def read_score(raw: object, where: str) -> int:
    """The points of N-S, a whole number or its text. RuleError at ``where``."""
    if type(raw) is int or type(raw) is str:
        try:
            number = read_number(raw, where)
        except RuleError:
            number = Fraction(1, 2)
        if number.denominator == 1:
            return int(number)
    raise RuleError(
        "score",
        gettext_noop(
            "A score must be a whole number of points for North–South, for example -100, not"
            " %(given)s."
        ),
        where,
        given=shown(raw),
    )


def read_weight(raw: object, where: str) -> Fraction:
    """A part of the whole, as ``"1/3"``, ``"0.4"`` or 1. RuleError at ``where``.

    A part below nothing takes off what a team inflicted on itself (law 12C1(e)).
    """
    weight = None
    if type(raw) is int:
        weight = Fraction(raw) if raw in (0, 1) else None
    elif type(raw) is str:
        ratio = _RATIO.fullmatch(raw)
        if ratio and int(ratio[2]):
            weight = Fraction(int(ratio[1]), int(ratio[2]))
        elif _DECIMAL.fullmatch(raw):
            weight = Fraction(raw)
    if weight is None or not weight or abs(weight) > 1:
        raise RuleError(
            "weight",
            gettext_noop(
                'A weight must be a part of one, for example "1/3" or "0.4", not %(given)s.'
            ),
            where,
            given=shown(raw),
        )
    return weight
