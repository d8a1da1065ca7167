"""A language that puts every translated text between two signs, and readers of what stands outside.

What a page, paper or command shows outside the signs was never given to a translator. Names and
words that people typed are given as `known`; figures and single letters count for nothing.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any
from unittest.mock import patch
from zoneinfo import available_timezones

from django.utils import translation

from clubscore.club.record_words import text_of
from clubscore.laws.money import CURRENCIES

OPEN, CLOSE = "«", "»"
SIGNS = re.compile(f"([{OPEN}{CLOSE}])")
# Letters; times and divided by stand among them.
WORD = re.compile("[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]{2,}")
# One longer than a line of a text goes on below, to its last stroke.
ADDRESS = re.compile(r"https?://\S+(?:\n +[\w-]+/(?=\n))?|(?<![\w/])/(?:[\w.-]+/)+")
# A result as it is typed: English in every language, like the files.
TYPED = re.compile(
    r"\b\d+ (?:[1-7](?:[CDHS]|NT)X{0,2}\S* ?\S*|PASS|NP)(?: [NESW])?(?: [SHDC]\w)?(?!\w)"
)
# The same with its signs, as papers have it.
SIGNED = re.compile(
    r"\b[1-7]NT(?: ?×{1,2})?(?: [NESW](?: (?:=|[+\u2212]\d+))?)(?!\w)|\b[1-7]NT ?×{1,2}|^[1-7]NT$",
    re.M,
)
# Cards of a suit: the letters of cards and of no trump are those of files.
HELD = re.compile(r"[♠♥♦♣] [AKQJT0-9]+")
# A password or a backup's key as it is made, the number of a contestant as files have it, a
# package as a text.
MADE = re.compile(
    r"\b(?:\w{4}-\w{4}-\w{4}|\d+[ /]?(?:NS|EW)|CP\.[A-Z2-7.]{40,}|AGE-SECRET-KEY-[A-Z0-9]+)\b"
)
# Books are cited as they are printed, with their laws and pages.
CITED = re.compile(
    r"Portland Club 1914|(?:Laws of Bridge 1899)?, laws? \d+(?: to \d+)?|, pp?\. [\d–-]+"
    r"|Auction Bridge Variations 1923(?:, pp?\. [\d–-]+)?"
)
# Names that every language writes alike.
LETTERS = ("Aa", "ClubScore", "NT", "NU", "OUT", "BOL", "LSD")
SAME_EVERYWHERE = (*LETTERS, *CURRENCIES, *available_timezones())
SPOKEN = {"alt", "aria-description", "aria-label", "aria-roledescription", "placeholder", "title"}
FOR_SCRIPTS = {"data-needs", "data-then", "data-lands"}
SILENT = {"script", "style", "template"}
# What stands within is a quotation from an old book, English in every language.
QUOTED = ("lang", "en")
# They have no end.
VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Put every text that is asked of a catalogue between the signs, lazy ones included."""
    catalogue = translation._trans

    def marked(name: str) -> Any:
        given = getattr(catalogue, name)
        return patch.object(
            catalogue, name, lambda *asked: f"{OPEN}{given(*asked)}{CLOSE}" if any(asked) else ""
        )

    text_of.cache_clear()  # what was said before in a language of people
    with marked("gettext"), marked("ngettext"), marked("pgettext"), marked("npgettext"):
        yield
    text_of.cache_clear()


class _Page(HTMLParser):
    """The running text of a page, and each attribute that is read out or shown."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.attributes: list[str] = []
        self._silent: list[str] = []
        self._json = False
        self._quoted = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        if self._quoted or (QUOTED in attrs and tag != "html"):
            self._quoted += tag not in VOID
            return
        for name, value in known.items():
            button = tag == "input" and known.get("type") in ("submit", "button", "reset")
            if name in SPOKEN or (name == "value" and button) or _is_sentence(name, value):
                self.attributes.append(value)
        if tag in SILENT:
            self._silent.append(tag)
            self._json = known.get("type") == "application/json"

    def handle_endtag(self, tag: str) -> None:
        self._quoted -= bool(self._quoted)
        if self._silent and tag == self._silent[-1]:
            self._silent.pop()
            self._json = False

    def handle_data(self, data: str) -> None:
        if self._json:
            self.attributes += [text for text in _strings(json.loads(data)) if " " in text]
        elif not self._silent and not self._quoted:
            self.texts.append(data)


def _is_sentence(name: str, value: str) -> bool:
    """Whether an attribute for a script carries words for people: two or more, and no address."""
    if not name.startswith("data-") or name in FOR_SCRIPTS:
        return False
    return " " in value.strip() and "/" not in value


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def unmarked_in_page(html: str, known: frozenset[str] = frozenset()) -> list[str]:
    """Return the words of a page that no translator saw."""
    page = _Page()
    page.feed(html)
    found = unmarked("\n".join(page.texts), known)
    return found + [word for text in page.attributes for word in unmarked(text, known)]


def unmarked(text: str, known: frozenset[str] = frozenset()) -> list[str]:
    """Return what of a text has words and stands outside the signs; a sign too many is told."""
    depth, outside = 0, list[str]()
    for at, piece in enumerate(SIGNS.split(text)):
        if at % 2 == 0:
            outside += [piece] if depth == 0 else []
        elif piece == OPEN:
            depth += 1
        elif depth == 0:
            return [f"a sign too many: {text.strip()[:80]}"]
        else:
            depth -= 1
            outside.append("\n")
    if depth:
        return [f"a sign is lost: {text.strip()[:80]}"]
    rest = ADDRESS.sub("", "".join(outside))
    if not WORD.search(rest):
        return []
    rest = _without(known)(rest)
    for pattern in (TYPED, SIGNED, HELD, MADE, CITED):
        rest = pattern.sub("", rest)
    return [line.strip() for line in rest.splitlines() if WORD.search(line)]


@lru_cache(maxsize=8)
def _without(known: frozenset[str]) -> Callable[[str], str]:
    """Return a function that takes names out of a text, the longest first, over lines too."""
    words = sorted({*known, *SAME_EVERYWHERE} - {""}, key=len, reverse=True)
    escaped = (re.escape(word).replace(r"\ ", r"\s+") for word in words)
    names = re.compile(rf"(?<!\w)(?:{'|'.join(escaped)})(?!\w)")
    return lambda text: names.sub("", text)
