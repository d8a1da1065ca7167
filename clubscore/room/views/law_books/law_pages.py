"""The law book: its books, their contents, a part to read, a law by itself, and what is found."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.caching import anybody_keeps
from clubscore.club.wording.law_places import numbered, pages_named, pages_of_part, place_url
from clubscore.lawbook.books import (
    FILES,
    LAWS,
    Bit,
    Book,
    NotInTheBooks,
    Part,
    Place,
    all_places,
    book,
    find,
    games_by_law,
)
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from clubscore.room.forms import LawSearchForm
from clubscore.room.views.law_books.shelf import ReadingRow, reading_rows
from clubscore.room.views.law_books.text_shown import ShownPassage, shown

MOST_FOUND = 60
# Words of an excerpt, by whether they were looked for.
MARKED = {True: "<mark>{}</mark>", False: "{}"}


@dataclass(frozen=True)
class PartRow:
    """A part of a book as its contents list it."""

    url: str
    heading: str
    chapter: str
    numbers: str
    pages: str


@dataclass(frozen=True)
class Section:
    """The parts that stand under one heading of the contents."""

    heading: str
    rows: list[PartRow]


@dataclass(frozen=True)
class BookRow:
    """A book with what there is of it to read."""

    book: Book
    numbered: int
    reading: list[ReadingRow]


@dataclass(frozen=True)
class Hit:
    """A passage that was found: what it is called, where it stands, and the words around."""

    url: str
    name: str
    heading: str
    book: str
    pages: str
    excerpt: SafeString


@dataclass(frozen=True)
class Way:
    """The way to a neighbour."""

    url: str
    name: str


class LawsPage(TypedDict):
    """The books, and what was found in them."""

    books: list[BookRow]
    games: Sequence[Game]
    q: str
    chosen: Game | None
    hits: list[Hit] | None
    found: int


class BookPage(TypedDict):
    """The contents of a book."""

    book: Book
    sections: list[Section]


class PartPage(TypedDict):
    """A part of a book to read."""

    book: Book
    part: Part
    pages: str
    passages: list[ShownPassage]
    games: list[Game]
    before: Way | None
    after: Way | None


class LawPage(TypedDict):
    """A law by itself."""

    book: Book
    part: Part
    name: str
    pages: str
    passages: list[ShownPassage]
    games: tuple[Game, ...]
    before: Way | None
    after: Way | None


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def laws(request: ClubRequest) -> HttpResponse:
    """Show the books, or what is found in them by number, word and game."""
    asked = LawSearchForm(request.GET)
    text, chosen = asked.words_of("q"), _game(asked.words_of("game"))
    hits = None
    if text or chosen is not None:
        found = find(text, chosen.key if chosen else "")
        hits = [_hit(each.place, each.excerpt) for each in found]
    context: LawsPage = {
        "books": [_book_row(book(each)) for each in FILES],
        "games": GAMES if chosen is None or chosen in GAMES else (*GAMES, chosen),
        "q": text,
        "chosen": chosen,
        "hits": hits if hits is None else hits[:MOST_FOUND],
        "found": len(hits or []),
    }
    return render(request, "room/laws/laws.html", context)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def law_book(request: ClubRequest, book: str) -> HttpResponse:
    """Show the contents of a book, and what of its scan was put right."""
    found = _book(book)
    context: BookPage = {
        "book": found,
        "sections": [
            Section(heading, [_row(found, part) for part in parts])
            for heading, parts in groupby(found.parts, key=lambda part: part.section)
        ],
    }
    return render(request, "room/laws/book.html", context)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def law_part(request: ClubRequest, book: str, part: str) -> HttpResponse:
    """Show a part of a book, each law with its own anchor and each printed page in the margin."""
    found = _book(book)
    at = _part_at(found, part)
    context: PartPage = {
        "book": found,
        "part": found.parts[at],
        "pages": pages_named(pages_of_part(found.parts[at])),
        "passages": shown(found.parts[at].passages),
        "games": [find_game(key) for key in found.parts[at].games],
        "before": _way_to(found, at - 1),
        "after": _way_to(found, at + 1),
    }
    return render(request, "room/laws/part.html", context)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def law(request: ClubRequest, book: str, part: str, passage: str) -> HttpResponse:
    """Show a law by itself, with the games that go by it and the laws beside it."""
    found = _book(book)
    here = found.parts[_part_at(found, part)]
    places = [
        Place(found, each, one) for each in found.parts for one in each.passages if one.number
    ]
    try:
        at = [place.passage.key for place in places].index(passage)
    except ValueError:
        raise Http404 from None
    if places[at].part is not here:
        raise Http404
    one = places[at].passage
    context: LawPage = {
        "book": found,
        "part": here,
        "name": numbered(one),
        "pages": pages_named(one.pages),
        "passages": shown([one]),
        "games": games_by_law().get(one, ()),
        "before": _way(places, at - 1),
        "after": _way(places, at + 1),
    }
    return render(request, "room/laws/law.html", context)


def _game(key: str) -> Game | None:
    """Return the game of this key, None where there is none such."""
    try:
        return find_game(key)
    except RuleError:
        return None


def _book(key: str) -> Book:
    try:
        return book(key)
    except NotInTheBooks:
        raise Http404 from None


def _part_at(found: Book, key: str) -> int:
    try:
        return [part.key for part in found.parts].index(key)
    except ValueError:
        raise Http404 from None


def _way_to(found: Book, at: int) -> Way | None:
    """Return the way to the part at this place, None past either end."""
    if not 0 <= at < len(found.parts):
        return None
    part = found.parts[at]
    return Way(reverse("law-part", args=[found.key, part.key]), part.heading)


def _way(places: list[Place], at: int) -> Way | None:
    """Return the way to a law beside, None past either end of its numbers."""
    if not 0 <= at < len(places):
        return None
    return Way(place_url(places[at]), numbered(places[at].passage))


def _book_row(found: Book) -> BookRow:
    laws = [each for each in found.passages if each.number and each.kind == LAWS]
    return BookRow(found, len(laws), list(reading_rows(all_places(found))))


def _row(found: Book, part: Part) -> PartRow:
    numbers = [each.number for each in part.passages if each.word == "law"]
    named = ""
    if len(numbers) == 1:
        named = _("law %(number)s") % {"number": numbers[0]}
    elif numbers:
        named = _("laws %(first)s–%(last)s") % {"first": numbers[0], "last": numbers[-1]}
    return PartRow(
        url=reverse("law-part", args=[found.key, part.key]),
        heading=part.heading,
        chapter=part.chapter,
        numbers=named,
        pages=pages_named(pages_of_part(part)),
    )


def _hit(place: Place, excerpt: tuple[Bit, ...]) -> Hit:
    passage = place.passage
    return Hit(
        url=place_url(place),
        name=numbered(passage),
        heading=passage.title or passage.heading,
        book=place.book.title,
        pages=pages_named(passage.pages),
        excerpt=SafeString("".join(format_html(MARKED[bit.found], bit.text) for bit in excerpt)),
    )
