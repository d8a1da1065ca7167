"""Lists of names and choices, by the patterns of the reader's language.

Each kind of list has four patterns, as the Unicode locale data has them: for two, and for the
start, the middle and the end of a longer one.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import pgettext


class _Patterns(NamedTuple):
    two: str
    start: str
    middle: str
    end: str


def named(names: Iterable[object]) -> str:
    """Return people who belong together: "Ann", "Ann & Bob" or "Ann, Bob & Cecil"."""
    return _joined(
        names,
        _Patterns(
            two=pgettext("two people", "%(first)s & %(last)s"),
            start=pgettext("people: start", "%(first)s, %(rest)s"),
            middle=pgettext("people: middle", "%(first)s, %(rest)s"),
            end=pgettext("people: end", "%(first)s & %(last)s"),
        ),
    )


def both(things: Iterable[object]) -> str:
    """Return all of several things: "A", "A and B" or "A, B and C"."""
    return _joined(
        things,
        _Patterns(
            two=pgettext("two things", "%(first)s and %(last)s"),
            start=pgettext("all of several: start", "%(first)s, %(rest)s"),
            middle=pgettext("all of several: middle", "%(first)s, %(rest)s"),
            end=pgettext("all of several: end", "%(first)s and %(last)s"),
        ),
    )


def either(choices: Iterable[object]) -> str:
    """Return what can be chosen: "A", "A or B" or "A, B or C"."""
    return _joined(
        choices,
        _Patterns(
            two=pgettext("two choices", "%(first)s or %(last)s"),
            start=pgettext("one of several: start", "%(first)s, %(rest)s"),
            middle=pgettext("one of several: middle", "%(first)s, %(rest)s"),
            end=pgettext("one of several: end", "%(first)s or %(last)s"),
        ),
    )


def listed(items: Iterable[object]) -> str:
    """Return a plain enumeration: "1, 2, 3"."""
    comma = pgettext("enumeration", "%(first)s, %(rest)s")
    return _joined(items, _Patterns(comma, comma, comma, comma))


def remarks(parts: Iterable[object]) -> str:
    """Return remarks that stand for themselves: "Portland 1914; slams: 20/40"."""
    semicolon = pgettext("remarks", "%(first)s; %(rest)s")
    return _joined(parts, _Patterns(semicolon, semicolon, semicolon, semicolon))


def _joined(items: Iterable[object], patterns: _Patterns) -> str:
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    *before, one, last = texts
    said = _pair(patterns.end if before else patterns.two, one, last)
    for place in range(len(before) - 1, -1, -1):
        said = _pair(patterns.middle if place else patterns.start, before[place], said)
    return said


def _pair(pattern: str, first: str, last: str) -> str:
    return pattern % {"first": first, "last": last, "rest": last}
