"""What results are called in files of other programs and from the keyboard: one vocabulary.

The words stand in result_words.toml, each with where it was seen.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from clubscore.ranking.result import ResultFacts

WORDS = Path(__file__).with_suffix(".toml")
SYMBOLS = str.maketrans("♣♦♥♠\N{MINUS SIGN}\N{EN DASH}", "CDHS--")
CONTRACT = re.compile(r"([1-7])(C|D|H|S|NT?)(.*)", re.IGNORECASE)
PERCENTS = re.compile(
    r"A([0-9]{2})([0-9]{2})|A?([0-9]{2,3})[/-]([0-9]{2,3})|([0-9]{1,3})%[/-]([0-9]{1,3})%"
)
TRICKS = re.compile(r"[0-9]{1,2}")
RELATIVE = re.compile(r"=|[+-][0-9]{1,2}")
BOOK = 6


@cache
def words() -> dict[str, dict[str, Any]]:
    """Return the words by what they mean."""
    return tomllib.loads(WORDS.read_text("utf-8"))


def plain(text: str) -> str:
    """Return a word as the list has it: in capitals, without spaces."""
    return "".join(text.translate(SYMBOLS).upper().split())


def outcome_by_word(text: str) -> ResultFacts:
    """Return what a word that stands for a whole result says; nothing where it is none."""
    word = plain(text)
    if means("passed_out", word):
        return {"passed_out": True}
    if means("not_played", word):
        return {"not_played": True}
    if word in words()["average"]:
        ns, ew, _seen = words()["average"][word]
        return {"adjusted": {"ns": ns, "ew": ew}}
    percents = PERCENTS.fullmatch(word)
    if percents is None:
        return {}
    ns, ew = (each for each in percents.groups() if each is not None)
    return {"adjusted": {"ns": ns, "ew": ew}}


def means(kind: str, text: str) -> bool:
    """Return whether a text is a word of this kind, such as ``turned``."""
    return plain(text) in words()[kind]


def averages(ns: str, ew: str) -> ResultFacts:
    """Return an average that each side has in a column of its own; nothing where one has none."""
    found = average_of_side(ns), average_of_side(ew)
    return {"adjusted": {"ns": found[0], "ew": found[1]}} if all(found) else {}


def average_of_side(text: str) -> str:
    """Return the percentage that a word for one side's average means; empty where it is none."""
    percent: str = words()["side"].get(plain(text), [""])[0]
    return percent


def doubled_words() -> list[str]:
    """Return every word for doubled and redoubled, longer ones first."""
    return sorted(words()["doubled"], key=len, reverse=True)


def doubling_of(text: str) -> str:
    """Return X or XX for a word behind a contract; empty where it is none."""
    doubled: str = words()["doubled"].get(plain(text), [""])[0]
    return doubled


def contract_of(text: str) -> tuple[str, str, str] | None:
    """Return level, denomination and doubling ("", X or XX) of a contract; None for no contract."""
    match = CONTRACT.fullmatch(plain(text))
    if match is None:
        return None
    doubled = doubling_of(match[3])
    if match[3] and not doubled:
        return None
    return match[1], "NT" if match[2].upper().startswith("N") else match[2].upper(), doubled


def tricks_of(level: str, text: str) -> int | None:
    """Return how many tricks were made, told as a number or beside the contract ("=", "-1")."""
    word = plain(text)
    if TRICKS.fullmatch(word):
        return int(word)
    if RELATIVE.fullmatch(word):
        return int(level) + BOOK + (0 if word == "=" else int(word))
    return None
