"""The law book's pages: its books, their contents, a passage to read, and what a search finds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.wording import numbered, pages_named, pages_of_part, place_url
from clubscore.home.forms import LawSearchForm
from clubscore.lawbook.books import (
    FILES,
    LAWS,
    READING,
    Bit,
    Book,
    BookPart,
    NotInTheBooks,
    Paragraph,
    Passage,
    PassagePiece,
    PassagePlace,
    about_game,
    all_places,
    book,
    find,
    games_by_law,
    laws_of,
)
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from clubscore.web.caching import anybody_keeps

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


def reading_rows(places: Iterable[PassagePlace]) -> Iterator[ReadingRow]:
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


def _parts(places: Iterable[PassagePlace]) -> list[BookPart]:
    found: list[BookPart] = []
    for place in places:
        if place.part not in found:
            found.append(place.part)
    return found


def _whole_or_parts(book: Book, parts: list[BookPart]) -> list[ReadingRow]:
    if len(parts) > FEW:
        return [ReadingRow(reverse("law-book", args=[book.key]), "", book.title, "")]
    return [
        ReadingRow(
            _part_url(book, part), book.title, part.heading, pages_named(pages_of_part(part))
        )
        for part in parts
    ]


def _part_url(book: Book, part: BookPart) -> str:
    return reverse("law-part", args=[book.key, part.key])


# ---- A passage as a page shows it.

NOTHING = SafeString("")


@dataclass(frozen=True)
class HandShown:
    """A hand of cards, suit by suit; `seat` as the book calls it."""

    seat: str
    suits: list[SafeString]


@dataclass(frozen=True)
class TextBlock:
    """A paragraph, some hands that lie together, or a table.

    `form` is "text", "lines", "hands" or "table"; `text` is that of a paragraph, the marks of the
    pages that begin in it included, else those marks alone.
    """

    form: str
    text: SafeString
    limb: str = ""
    lines: list[SafeString] = field(default_factory=list)
    hands: list[HandShown] = field(default_factory=list)
    head: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)


@dataclass(frozen=True)
class ShownPassage:
    """A passage with its blocks."""

    passage: Passage
    blocks: list[TextBlock]


def shown(passages: Iterable[Passage]) -> list[ShownPassage]:
    """Return passages that follow one another as a page shows them."""
    begun: set[int] = {0}
    return [ShownPassage(each, list(_blocks(each, begun))) for each in passages]


def _blocks(passage: Passage, begun: set[int]) -> Iterator[TextBlock]:
    for form, group in groupby(passage.paragraphs, key=lambda paragraph: paragraph.form):
        if form == "hand":
            hands = list(group)
            marks = NOTHING.join(_marks(each, begun) for each in hands)
            yield TextBlock("hands", SafeString(marks), hands=[_hand(each) for each in hands])
        else:
            for paragraph in group:
                yield _block(paragraph, begun)


def _block(paragraph: Paragraph, begun: set[int]) -> TextBlock:
    if paragraph.form == "table":
        head, *rows = (line.split("\t") for line in paragraph.pieces[0].text.split("\n"))
        return TextBlock("table", _marks(paragraph, begun), head=head, rows=rows)
    if paragraph.form == "lines":
        lines = [_italics(line) for line in paragraph.pieces[0].text.split("\n")]
        return TextBlock("lines", _marks(paragraph, begun), lines=lines)
    text = NOTHING.join(_on_its_page(piece, begun) for piece in paragraph.pieces)
    return TextBlock("text", SafeString(text), paragraph.limb)


def _hand(paragraph: Paragraph) -> HandShown:
    lines = [line for piece in paragraph.pieces for line in piece.text.split("\n")]
    return HandShown(paragraph.seat, [_italics(line) for line in lines])


def _on_its_page(piece: PassagePiece, begun: set[int]) -> SafeString:
    mark = _mark(piece.page, begun)
    # A word broken over two pages stands whole, its page beside it.
    broken = piece.text.endswith("-")
    text = _italics(piece.text[:-1] if broken else piece.text)
    return format_html("{}{}{}", mark, text, "" if broken else " ")


def _marks(paragraph: Paragraph, begun: set[int]) -> SafeString:
    return SafeString(NOTHING.join(_mark(piece.page, begun) for piece in paragraph.pieces))


def _mark(page: int, begun: set[int]) -> SafeString:
    """Return the number of a page that begins here, a link to itself; nothing later on it."""
    if page in begun:
        return NOTHING
    begun.add(page)
    return format_html(
        '<a class="printed" id="p{0}" href="#p{0}">'
        '<span class="visually-hidden" lang="{1}">{2} </span>{0}</a>',
        page,
        get_language() or "en",
        _("page"),
    )


def _italics(text: str) -> SafeString:
    """Words between two asterisks are in italics."""
    found = NOTHING
    for number, part in enumerate(text.split("*")):
        found += format_html("<em>{}</em>" if number % 2 else "{}", part) if part else NOTHING
    return found


# ---- The pages.

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
class ContentsSection:
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
class LawHit:
    """A passage that was found: what it is called, where it stands, and the words around."""

    url: str
    name: str
    heading: str
    book: str
    pages: str
    excerpt: SafeString


@dataclass(frozen=True)
class NeighbourLink:
    """The way to a neighbour."""

    url: str
    name: str


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
    context: dict[str, Any] = {
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
    context: dict[str, Any] = {
        "book": found,
        "sections": [
            ContentsSection(heading, [_row(found, part) for part in parts])
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
    context: dict[str, Any] = {
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
        PassagePlace(found, each, one)
        for each in found.parts
        for one in each.passages
        if one.number
    ]
    try:
        at = [place.passage.key for place in places].index(passage)
    except ValueError:
        raise Http404 from None
    if places[at].part is not here:
        raise Http404
    one = places[at].passage
    context: dict[str, Any] = {
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


def _way_to(found: Book, at: int) -> NeighbourLink | None:
    """Return the way to the part at this place, None past either end."""
    if not 0 <= at < len(found.parts):
        return None
    part = found.parts[at]
    return NeighbourLink(reverse("law-part", args=[found.key, part.key]), part.heading)


def _way(places: list[PassagePlace], at: int) -> NeighbourLink | None:
    """Return the way to a law beside, None past either end of its numbers."""
    if not 0 <= at < len(places):
        return None
    return NeighbourLink(place_url(places[at]), numbered(places[at].passage))


def _book_row(found: Book) -> BookRow:
    laws = [each for each in found.passages if each.number and each.kind == LAWS]
    return BookRow(found, len(laws), list(reading_rows(all_places(found))))


def _row(found: Book, part: BookPart) -> PartRow:
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


def _hit(place: PassagePlace, excerpt: tuple[Bit, ...]) -> LawHit:
    passage = place.passage
    return LawHit(
        url=place_url(place),
        name=numbered(passage),
        heading=passage.title or passage.heading,
        book=place.book.title,
        pages=pages_named(passage.pages),
        excerpt=SafeString("".join(format_html(MARKED[bit.found], bit.text) for bit in excerpt)),
    )
