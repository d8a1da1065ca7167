"""Where a citation stands in the books: which passage, on which page.

What cites another text, a house rule or a custom stands in none of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from clubscore.lawbook.texts import LAWS_OF_BRIDGE, VARIATIONS, Book, Part, Passage, book
from clubscore.laws import citing
from clubscore.laws.citing import HOUSE_RULE, Citation

# By the name under which the lines of a score cite them.
CITED_AS = {citing.LAWS_OF_BRIDGE: LAWS_OF_BRIDGE, citing.VARIATIONS: VARIATIONS}
IN_WORDS = re.compile(rf"^{re.escape(citing.LAWS_OF_BRIDGE)}, laws? (\d+)(?: (?:to|and) (\d+))?$")

FIRST_IN_WORDS = re.compile(
    rf"({'|'.join(map(re.escape, CITED_AS))})"
    r"(?:, pp?\. (?P<page>\d+)(?:[–-]\d+)?)?(?:, laws? (?P<law>\d+))?"
)


class Place(NamedTuple):
    """A passage in its part and its book; ``page`` is the one that was cited, 0 where none was."""

    book: Book
    part: Part
    passage: Passage
    page: int = 0


def all_places(found: Book) -> Iterator[Place]:
    """Every passage of a book with its part, in the order of the book."""
    for part in found.parts:
        for passage in part.passages:
            yield Place(found, part, passage, passage.page)


def places_of(citation: Citation) -> tuple[Place, ...]:
    """The passages that a citation names, in the order in which it names them."""
    key = CITED_AS.get(citation.source)
    if key is None or citation.kind == HOUSE_RULE or citation.book:
        return ()
    numbers = re.findall(r"\d+", citation.numbers)
    named = [_best(key, number, citation) for number in numbers or [""]]
    return tuple(place for place in named if place is not None)


def places_in_words(cited: str) -> tuple[Place, ...]:
    """The same of laws that are cited in English words: "Laws of Bridge 1899, laws 14 to 20"."""
    if not (found := IN_WORDS.match(cited)):
        return ()
    first, last = int(found[1]), int(found[2] or found[1])
    wanted = {str(number) for number in range(first, last + 1)}
    laws = all_places(book(LAWS_OF_BRIDGE))
    return tuple(
        each for each in laws if each.passage.word == "law" and each.passage.number in wanted
    )


def first_in_words(told: str) -> Place | None:
    """The first passage that a sentence in English cites, by law or by page; None for none."""
    if not (found := FIRST_IN_WORDS.search(told)) or not (found["page"] or found["law"]):
        return None
    form = citing.LAW if found["law"] else ""
    cited = Citation(found[1], form, found["law"] or "", page=found["page"] or "")
    return next(iter(places_of(cited)), None)


def _best(key: str, number: str, citation: Citation) -> Place | None:
    """The passage of this number, "" for one without, that the cited pages and the game mean."""
    first, last = _pages(citation)
    may_be = [
        Place(each.book, each.part, each.passage, first or each.passage.page)
        for each in all_places(book(key))
        if each.passage.number == number
        and each.passage.word in ({"law", "rule"} if number else {""})
        and (not first or {*each.passage.pages} & {*range(first - 1, last + 1)})
    ]
    return max(may_be, key=lambda place: _fits(place, citation, first), default=None)


def _fits(place: Place, citation: Citation, page: int) -> tuple[bool, bool, bool]:
    return (
        citation.giver.key in place.part.games,
        page in place.passage.pages,
        place.passage.kind == "laws",
    )


def _pages(citation: Citation) -> tuple[int, int]:
    """The first and the last page that a citation names, 0 where it names none."""
    found = [int(page) for page in re.findall(r"\d+", citation.page)] or [0]
    return found[0], found[-1]
