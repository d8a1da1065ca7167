"""The words of the table, in English, marked for translation.

The laws know no translator. They mark their texts with :func:`gettext_noop`, hand them over as a
phrase with params, and a param that is itself a text to translate is a :class:`Word`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


def gettext_noop(message: str) -> str:
    """Mark a message id for the translators' tools and give it back unchanged."""
    return message


class Word(str):
    """A param that is a message id of its own; whoever translates the phrase translates it too."""

    __slots__ = ()


class Phrase(NamedTuple):
    """A sentence still to be translated: a message id and what fills its places."""

    phrase: str
    params: Mapping[str, Any]

    def __str__(self) -> str:
        return self.phrase % self.params if self.params else self.phrase


NUMBERS = (
    gettext_noop("no"),
    gettext_noop("one"),
    gettext_noop("two"),
    gettext_noop("three"),
    gettext_noop("four"),
    gettext_noop("five"),
    gettext_noop("six"),
    gettext_noop("seven"),
    gettext_noop("eight"),
    gettext_noop("nine"),
    gettext_noop("ten"),
    gettext_noop("eleven"),
    gettext_noop("twelve"),
    gettext_noop("thirteen"),
)

SEATS = {
    "N": gettext_noop("North"),
    "E": gettext_noop("East"),
    "S": gettext_noop("South"),
    "W": gettext_noop("West"),
    "A": gettext_noop("A"),
    "B": gettext_noop("B"),
    "C": gettext_noop("C"),
    "dummy": gettext_noop("dummy"),
    "A-dummy": gettext_noop("A's dummy"),
    "B-dummy": gettext_noop("B's dummy"),
    "NS": gettext_noop("North and South"),
    "EW": gettext_noop("East and West"),
    "BC": gettext_noop("B and C"),
}


def number_word(number: int) -> Word:
    """``4`` as ``four``; beyond thirteen the figures themselves."""
    return Word(NUMBERS[number]) if 0 <= number < len(NUMBERS) else Word(str(number))


def seat_name(key: str) -> Word:
    """The name of a seat, hand or column."""
    return Word(SEATS.get(key, key))


def listed(values: Iterable[object]) -> str:
    """``N, E, S or W``: the choices that would be right."""
    items = [str(value) for value in values]
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} or {items[-1]}"
