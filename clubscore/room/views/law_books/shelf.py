"""What there is to read of a book, or about a game: a row for each, with its printed pages."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse

from clubscore.club.wording.law_places import pages_named, pages_of_part, place_url
from clubscore.lawbook.books import LAWS, READING, Book, Part, Place, about_game, laws_of

# More parts of a book than this are not listed one by one: its contents list them.
FEW = 3


@dataclass(frozen=True)
class ReadingRow:
    """Something to read: where it is, of which part or book, what it is called, on which pages."""

    url: str
    of: str
    heading: str
    pages: str


@dataclass(frozen=True)
class Shelf:
    """What the books have about a game: where its laws stand, and what is advice or history.

    `goes_by` is whether it goes by any of their laws.
    """

    goes_by: bool
    laws: list[ReadingRow]
    reading: list[ReadingRow]


def shelf_of(game: str) -> Shelf:
    """Return what there is about the game of this key."""
    places = about_game(game)
    laws: list[ReadingRow] = []
    for _key, of_book in groupby(places, key=lambda place: place.book.key):
        found = list(of_book)
        parts = _parts(place for place in found if place.passage.kind == LAWS)
        laws += _whole_or_parts(found[0].book, parts)
    return Shelf(bool(laws_of(game)), laws, list(reading_rows(places)))


def reading_rows(places: Iterable[Place]) -> Iterator[ReadingRow]:
    """Give a row to each passage that is to be read, one to all that are numbered in a part."""
    for each in places:
        part, passage = each.part, each.passage
        if passage.kind != READING or (passage.number and passage is not part.passages[0]):
            continue
        whole = bool(passage.number) or len(part.passages) == 1
        yield ReadingRow(
            url=_part_url(each.book, part) if whole else place_url(each),
            of="" if whole or passage.title == "" else part.heading,
            heading=part.heading if whole else passage.title or part.heading,
            pages=pages_named(pages_of_part(part) if whole else passage.pages),
        )


def _parts(places: Iterable[Place]) -> list[Part]:
    found: list[Part] = []
    for place in places:
        if place.part not in found:
            found.append(place.part)
    return found


def _whole_or_parts(book: Book, parts: list[Part]) -> list[ReadingRow]:
    if len(parts) > FEW:
        return [ReadingRow(reverse("law-book", args=[book.key]), "", book.title, "")]
    return [
        ReadingRow(
            _part_url(book, part), book.title, part.heading, pages_named(pages_of_part(part))
        )
        for part in parts
    ]


def _part_url(book: Book, part: Part) -> str:
    return reverse("law-part", args=[book.key, part.key])
