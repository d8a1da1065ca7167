"""Lists of names and choices, by the patterns of the reader's language.

Each kind of list has four patterns, as the Unicode locale data has them: for two, and for the
start, the middle and the end of a longer one.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy


class _Patterns(NamedTuple):
    """Said late: only the pattern that a list needs is looked up, and lists stand everywhere."""

    two: Promise
    start: Promise
    middle: Promise
    end: Promise


PEOPLE = _Patterns(
    two=pgettext_lazy("two people", "%(first)s & %(last)s"),
    start=pgettext_lazy("people: start", "%(first)s, %(rest)s"),
    middle=pgettext_lazy("people: middle", "%(first)s, %(rest)s"),
    end=pgettext_lazy("people: end", "%(first)s & %(last)s"),
)
ALL = _Patterns(
    two=pgettext_lazy("two things", "%(first)s and %(last)s"),
    start=pgettext_lazy("all of several: start", "%(first)s, %(rest)s"),
    middle=pgettext_lazy("all of several: middle", "%(first)s, %(rest)s"),
    end=pgettext_lazy("all of several: end", "%(first)s and %(last)s"),
)
ONE = _Patterns(
    two=pgettext_lazy("two choices", "%(first)s or %(last)s"),
    start=pgettext_lazy("one of several: start", "%(first)s, %(rest)s"),
    middle=pgettext_lazy("one of several: middle", "%(first)s, %(rest)s"),
    end=pgettext_lazy("one of several: end", "%(first)s or %(last)s"),
)
COMMA = pgettext_lazy("enumeration", "%(first)s, %(rest)s")
SEMICOLON = pgettext_lazy("remarks", "%(first)s; %(rest)s")
# So many letters of two names stand in two lines of a ranking on a phone, in one of a wall.
IN_THEIR_PLACE = 36


def named(names: Iterable[object]) -> str:
    """Return people who belong together: "Ann", "Ann & Bob" or "Ann, Bob & Cecil"."""
    return _joined(names, PEOPLE)


def in_brief(names: Sequence[str]) -> str:
    """Return a pair whose names are long with initials: "K. Wiśniewska & M. von Hohenberg".

    Empty where they are short, or one of them has no first name to shorten.
    """
    if len(names) != 2 or sum(map(len, names)) <= IN_THEIR_PLACE:
        return ""
    parts = [name.split(" ", 1) for name in names]
    if any(len(each) < 2 or not each[0].isalpha() for each in parts):
        return ""
    return named(f"{first[0]}. {rest}" for first, rest in parts)


def both(things: Iterable[object]) -> str:
    """Return all of several things: "A", "A and B" or "A, B and C"."""
    return _joined(things, ALL)


def either(choices: Iterable[object]) -> str:
    """Return what can be chosen: "A", "A or B" or "A, B or C"."""
    return _joined(choices, ONE)


def listed(items: Iterable[object]) -> str:
    """Return a plain enumeration: "1, 2, 3"."""
    return _joined(items, _Patterns(COMMA, COMMA, COMMA, COMMA))


def remarks(parts: Iterable[object]) -> str:
    """Return remarks that stand for themselves: "Portland 1914; slams: 20/40"."""
    return _joined(parts, _Patterns(SEMICOLON, SEMICOLON, SEMICOLON, SEMICOLON))


def _joined(items: Iterable[object], patterns: _Patterns) -> str:
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    *before, one, last = texts
    said = _pair(patterns.end if before else patterns.two, one, last)
    for place in range(len(before) - 1, -1, -1):
        said = _pair(patterns.middle if place else patterns.start, before[place], said)
    return said


def _pair(pattern: Promise, first: str, last: str) -> str:
    return str(pattern) % {"first": first, "last": last, "rest": last}
