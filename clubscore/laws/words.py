"""The words of the table, in English, marked for translation.

The laws know no translator. They mark their texts here, by functions with the names that
translators' tools look for, and hand them over as a :class:`Phrase` with params. A param may be a
:class:`Word`, a phrase or a :class:`Listing`: translating the phrase translates it too.
"""

from collections.abc import Mapping
from typing import NamedTuple, Self


class Word(str):
    """A message id that is translated along with the phrase it is in.

    ``context`` tells two senses of one English word apart. ``many`` is the plural, taken for
    every number but one; ``counted`` names the param that holds the number.
    """

    __slots__ = ("context", "counted", "many")

    context: str
    many: str
    counted: str

    def __new__(cls, text: str, context: str = "", many: str = "", counted: str = "") -> Self:
        """Keep what a text that is a Word already says of itself."""
        if isinstance(text, Word):
            context, many, counted = text.context, text.many, text.counted
        word = super().__new__(cls, text)
        word.context, word.many, word.counted = context, many, counted
        return word


def gettext_noop(message: str) -> str:
    """Mark a message id for the translators' tools and give it back unchanged."""
    return message


def pgettext_lazy(context: str, message: str) -> Word:
    """Mark a message id that means something else in another place."""
    return Word(message, context)


def ngettext_lazy(one: str, many: str, counted: str) -> Word:
    """Mark a message id in its two forms; the param ``counted`` holds the number."""
    return Word(one, "", many, counted)


def english(message: str, params: Mapping[str, object]) -> str:
    """A message in English, its places filled."""
    if isinstance(message, Word) and message.many and params[message.counted] != 1:
        message = message.many
    return message % params if params else message


class Phrase(NamedTuple):
    """A sentence still to be translated: a message id and what fills its places."""

    phrase: str
    params: Mapping[str, object]

    def __str__(self) -> str:
        return english(self.phrase, self.params)


class Listing(tuple[object, ...]):
    """``1, 2, 3``: several things in a row. Each kind is joined in its own way in every tongue."""

    __slots__ = ()

    between = end = ", "

    def __str__(self) -> str:
        *before, last = map(str, self) if self else ("",)
        return f"{self.between.join(before)}{self.end}{last}" if before else last


class Either(Listing):
    """``N, E, S or W``: the choices that would be right."""

    __slots__ = ()

    end = " or "


class Every(Listing):
    """``North, East and South``: all of them."""

    __slots__ = ()

    end = " and "


class RemarkParts(Listing):
    """``Portland 1914; slams: 20/40``: remarks that stand for themselves."""

    __slots__ = ()

    between = end = "; "


NUMBERS = (
    pgettext_lazy("number", "no"),
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
