"""Exact numbers and fields as a file has them: read strictly, and rounded only where printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import Either, Every, gettext_noop, ngettext_lazy

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


LONGEST_TEXT = 1000


def only_fields(raw: object, fields: Sequence[str], needed: Sequence[str] = ()) -> Unverified:
    """The object, after verifying which fields it has. RuleError names the field."""
    if not isinstance(raw, Mapping):
        raise RuleError(
            "type",
            gettext_noop("This must be an object with %(fields)s, not %(given)s."),
            fields=Every(fields),
            given=shown(raw),
        )
    for key in raw:
        if key not in fields:
            raise RuleError(
                "unknown-field",
                gettext_noop("There is no field %(field)s here, only %(fields)s."),
                key if isinstance(key, str) else shown(key),
                field=shown(key),
                fields=Every(fields),
            )
    for key in needed:
        if key not in raw:
            raise RuleError(
                "missing", gettext_noop("The field %(field)s is missing."), key, field=key
            )
    return raw


def read_choice(raw: object, where: str, choices: Sequence[str]) -> str:
    """One of these words. RuleError at ``where``."""
    if type(raw) is str and raw in choices:
        return raw
    raise RuleError(
        "choice",
        gettext_noop("%(field)s must be %(choices)s, not %(given)s."),
        where,
        field=where,
        choices=Either(choices),
        given=shown(raw),
    )


def read_whole(raw: object, where: str, low: int, high: int) -> int:
    """A whole number between these. RuleError at ``where``."""
    if type(raw) is int and low <= raw <= high:
        return raw
    raise RuleError(
        "number",
        gettext_noop("%(field)s must be a whole number from %(low)s to %(high)s, not %(given)s."),
        where,
        field=where,
        low=low,
        high=high,
        given=shown(raw),
    )


def read_list(raw: object, where: str) -> list[object]:
    """A list. RuleError at ``where``."""
    if isinstance(raw, list):
        return raw
    raise RuleError(
        "type",
        gettext_noop("%(field)s must be a list, not %(given)s."),
        where,
        field=where,
        given=shown(raw),
    )


def read_text(raw: object, where: str, most: int = LONGEST_TEXT) -> str:
    """A text that can be written and is not empty. RuleError at ``where``."""
    if type(raw) is not str or not raw or len(raw) > most:
        raise RuleError(
            "type",
            ngettext_lazy(
                "%(field)s must be a text of at most %(most)s character, not %(given)s.",
                "%(field)s must be a text of at most %(most)s characters, not %(given)s.",
                "most",
            ),
            where,
            field=where,
            most=most,
            given=shown(raw),
        )
    if any("\ud800" <= letter <= "\udfff" for letter in raw):
        raise RuleError(
            "text",
            gettext_noop("This text holds half a character and cannot be written. Type it again."),
            where,
        )
    return raw


def optional_text(raw: Unverified, key: str, most: int = LONGEST_TEXT) -> str | None:
    """The text of a field that may be left out. RuleError at ``key``."""
    return None if raw.get(key) is None else read_text(raw[key], key, most)
