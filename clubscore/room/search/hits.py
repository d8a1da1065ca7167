"""What a search finds, and whether a text has what was typed."""

import re
from typing import NamedTuple

from django.utils.functional import Promise

MOST = 5
# "laws 17 to 26" is also law 20.
SEVERAL = re.compile(r"\b([0-9]{1,3}) (?:to|and) ([0-9]{1,3})\b")


class Hit(NamedTuple):
    """Something that was found: what it is called, where it leads, and what tells it apart.

    `quoted` is a heading of an old book, in English; it stands after the title, if there is one.
    """

    title: str
    url: str
    where: str = ""
    quoted: str = ""


class Group(NamedTuple):
    """What was found of a kind, five at most."""

    label: str | Promise
    hits: list[Hit]


def words_of(text: str) -> list[str]:
    """Return what was typed word by word, in small letters."""
    return text.casefold().split()


def has_words(text: str, words: list[str]) -> bool:
    """Whether every word is somewhere in a text; a number only as a whole one."""
    told = text.casefold()
    return all(_has_number(told, word) if word.isdigit() else word in told for word in words)


def _has_number(text: str, number: str) -> bool:
    if re.search(rf"(?<![0-9]){number}(?![0-9])", text):
        return True
    spans: list[tuple[str, str]] = SEVERAL.findall(text)
    return any(int(low) <= int(number) <= int(high) for low, high in spans)
