"""The books of laws as data: passages with their printed pages, cited, found, and by game.

The texts lie in `books/`, one file a book. Only white space and quotation marks are set as today,
and what the scan read wrong is put right where it is obvious; every such place is listed in the
file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple, NotRequired, TypedDict

from clubscore.laws import citing
from clubscore.laws.citing import HOUSE_RULE, Citation
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.laws.reckoning import reckoner_for

LAWS_OF_BRIDGE = "laws-of-bridge-1899"
VARIATIONS = "auction-bridge-variations-1923"
# The edition that we have says no year.
FOSTER = "foster-hoyle"
FILES = {
    LAWS_OF_BRIDGE: "laws_of_bridge_1899.json",
    VARIATIONS: "auction_bridge_variations_1923.json",
    FOSTER: "foster_hoyle.json",
}

LAWS, READING = "laws", "reading"


class NotInTheBooks(LookupError):
    """No book, law or passage of this name."""


class _KeptParagraph(TypedDict):
    text: dict[str, str]
    limb: NotRequired[str]
    form: NotRequired[str]
    seat: NotRequired[str]


class _KeptPassage(TypedDict):
    key: str
    kind: str
    page: int
    paragraphs: list[_KeptParagraph]
    number: NotRequired[str]
    word: NotRequired[str]
    title: NotRequired[str]


class _KeptPart(TypedDict):
    key: str
    heading: str
    section: str
    chapter: NotRequired[str]
    page: int
    games: list[str]
    passages: list[_KeptPassage]


class _KeptBook(TypedDict):
    key: str
    title: str
    cited_as: str
    by: str
    published: str
    parts: list[_KeptPart]
    corrections: list[_CorrectionOfText]
    left_out: list[_LeftOut]


class _CorrectionOfText(TypedDict):
    page: int
    read: str
    set: str


class _LeftOut(TypedDict):
    page: int
    what: str


@dataclass(frozen=True)
class PassagePiece:
    """What stands of a paragraph on one page; page 0 where the text has no pages.

    Words between two asterisks are printed in italics: :attr:`Paragraph.text` has them without.
    """

    page: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """A paragraph, or a limb of a law ("II").

    ``form`` is "text", "lines" (kept line by line), "hand" (cards, of ``seat``) or "table" (its
    cells parted by tabs).
    """

    pieces: tuple[PassagePiece, ...]
    limb: str = ""
    form: str = "text"
    seat: str = ""

    @property
    def page(self) -> int:
        """The page on which it begins."""
        return self.pieces[0].page

    @cached_property
    def text(self) -> str:
        """The whole of it; a word broken over a page is whole again."""
        found = ""
        for piece in self.pieces:
            found = found[:-1] + piece.text if found.endswith("-") else f"{found} {piece.text}"
        return found.strip().replace("*", "")


@dataclass(frozen=True)
class Passage:
    """A law, a rule, a hint, or what stands under one heading.

    ``number`` is "87" or "" where it has none, ``word`` what the book numbers ("law", "rule",
    "hint"); ``heading`` is that of its part ("The Revoke"), ``title`` its own where it has one.
    ``kind`` is :data:`LAWS` where it says how the game is played, :data:`READING` where it is
    advice, manners or history.
    """

    key: str
    number: str
    page: int
    paragraphs: tuple[Paragraph, ...]
    heading: str
    kind: str = LAWS
    word: str = ""
    title: str = ""

    def limb(self, limb: str) -> tuple[Paragraph, ...]:
        """The paragraphs of this limb ("II"); law 6 has two of each. Empty where there is none."""
        return tuple(each for each in self.paragraphs if each.limb == limb)

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages on which it stands, in their order."""
        return tuple(dict.fromkeys(p.page for each in self.paragraphs for p in each.pieces))

    @cached_property
    def text(self) -> str:
        """Its paragraphs one below the other, each limb with its number."""
        return "\n".join(
            f"{each.limb}. {each.text}" if each.limb else each.text for each in self.paragraphs
        )


@dataclass(frozen=True)
class BookPart:
    """What stands under one heading of the contents.

    ``section`` is the heading above it, ``chapter`` its number ("XIII", "No. 2") or "";
    ``games`` are the keys of the games that it is about.
    """

    key: str
    heading: str
    section: str
    chapter: str
    page: int
    games: tuple[str, ...]
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Correction:
    """What the scan read on a page, and what was obviously printed there."""

    page: int
    read: str
    set: str


@dataclass(frozen=True)
class TextGap:
    """What is printed on a page and is not in our text: a picture, a table that is one."""

    page: int
    what: str


@dataclass(frozen=True)
class Book:
    """A book of laws; ``cited_as`` is how the lines of a score name it."""

    key: str
    title: str
    cited_as: str
    by: str
    published: str
    parts: tuple[BookPart, ...]
    corrections: tuple[Correction, ...]
    left_out: tuple[TextGap, ...]

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """All that stands in it, in its order."""
        return tuple(each for part in self.parts for each in part.passages)

    @cached_property
    def by_key(self) -> dict[str, Passage]:
        return {each.key: each for each in self.passages}


def book(key: str) -> Book:
    """The book of this key; raises :class:`NotInTheBooks`."""
    if key not in FILES:
        raise NotInTheBooks(key)
    return _read(key)


def passage(book_key: str, key: str) -> Passage:
    """The passage of this key ("law-87", "hint-3", "the-lead"); raises :class:`NotInTheBooks`."""
    found = book(book_key).by_key.get(key)
    if found is None:
        raise NotInTheBooks(f"{book_key}: {key}")
    return found


def law(book_key: str, number: str | int) -> Passage:
    """The law of this number; raises :class:`NotInTheBooks`.

    Of a book that numbers its laws once through. Where each chapter begins anew, it is a
    :func:`passage`.
    """
    return passage(book_key, f"law-{number}")


@cache
def _read(key: str) -> Book:
    written: _KeptBook = json.loads(
        (Path(__file__).parent / "books" / FILES[key]).read_text(encoding="utf-8")
    )
    return Book(
        key=written["key"],
        title=written["title"],
        cited_as=written["cited_as"],
        by=written["by"],
        published=written["published"],
        parts=tuple(map(_part, written["parts"])),
        corrections=tuple(Correction(**each) for each in written["corrections"]),
        left_out=tuple(TextGap(**each) for each in written["left_out"]),
    )


def _part(written: _KeptPart) -> BookPart:
    heading = written["heading"]
    return BookPart(
        key=written["key"],
        heading=heading,
        section=written["section"],
        chapter=written.get("chapter", ""),
        page=written["page"],
        games=tuple(written["games"]),
        passages=tuple(_passage(each, heading) for each in written["passages"]),
    )


def _passage(written: _KeptPassage, heading: str) -> Passage:
    return Passage(
        key=written["key"],
        number=written.get("number", ""),
        page=written["page"],
        paragraphs=tuple(map(_paragraph, written["paragraphs"])),
        heading=heading,
        kind=written["kind"],
        word=written.get("word", ""),
        title=written.get("title", ""),
    )


def _paragraph(written: _KeptParagraph) -> Paragraph:
    return Paragraph(
        pieces=tuple(PassagePiece(int(page), text) for page, text in written["text"].items()),
        limb=written.get("limb", ""),
        form=written.get("form", "text"),
        seat=written.get("seat", ""),
    )


# By the name under which the lines of a score cite them.
CITED_AS = {citing.LAWS_OF_BRIDGE: LAWS_OF_BRIDGE, citing.VARIATIONS: VARIATIONS}
IN_WORDS = re.compile(rf"^{re.escape(citing.LAWS_OF_BRIDGE)}, laws? (\d+)(?: (?:to|and) (\d+))?$")

FIRST_IN_WORDS = re.compile(
    rf"({'|'.join(map(re.escape, CITED_AS))})"
    r"(?:, pp?\. (?P<page>\d+)(?:[–-]\d+)?)?(?:, laws? (?P<law>\d+))?"
)


class PassagePlace(NamedTuple):
    """A passage in its part and its book; ``page`` is the one that was cited, 0 where none was."""

    book: Book
    part: BookPart
    passage: Passage
    page: int = 0


def all_places(found: Book) -> Iterator[PassagePlace]:
    """Every passage of a book with its part, in the order of the book."""
    for part in found.parts:
        for passage in part.passages:
            yield PassagePlace(found, part, passage, passage.page)


def places_of(citation: Citation) -> tuple[PassagePlace, ...]:
    """The passages that a citation names, in the order in which it names them.

    What cites another text, a house rule or a custom stands in none.
    """
    key = CITED_AS.get(citation.source)
    if key is None or citation.kind == HOUSE_RULE or citation.book:
        return ()
    numbers = re.findall(r"\d+", citation.numbers)
    named = [_best(key, number, citation) for number in numbers or [""]]
    return tuple(place for place in named if place is not None)


def places_in_words(cited: str) -> tuple[PassagePlace, ...]:
    """The same of laws that are cited in English words: "Laws of Bridge 1899, laws 14 to 20"."""
    if not (found := IN_WORDS.match(cited)):
        return ()
    first, last = int(found[1]), int(found[2] or found[1])
    wanted = {str(number) for number in range(first, last + 1)}
    laws = all_places(book(LAWS_OF_BRIDGE))
    return tuple(
        each for each in laws if each.passage.word == "law" and each.passage.number in wanted
    )


def first_in_words(told: str) -> PassagePlace | None:
    """The first passage that a sentence in English cites, by law or by page; None for none."""
    if not (found := FIRST_IN_WORDS.search(told)) or not (found["page"] or found["law"]):
        return None
    form = citing.LAW if found["law"] else ""
    cited = Citation(found[1], form, found["law"] or "", page=found["page"] or "")
    return next(iter(places_of(cited)), None)


def _best(key: str, number: str, citation: Citation) -> PassagePlace | None:
    """The passage of this number, "" for one without, that the cited pages and the game mean."""
    first, last = _pages(citation)
    may_be = [
        PassagePlace(each.book, each.part, each.passage, first or each.passage.page)
        for each in all_places(book(key))
        if each.passage.number == number
        and each.passage.word in ({"law", "rule"} if number else {""})
        and (not first or {*each.passage.pages} & {*range(first - 1, last + 1)})
    ]
    return max(may_be, key=lambda place: _fits(place, citation, first), default=None)


def _fits(place: PassagePlace, citation: Citation, page: int) -> tuple[bool, bool, bool]:
    return (
        citation.giver.key in place.part.games,
        page in place.passage.pages,
        place.passage.kind == "laws",
    )


def _pages(citation: Citation) -> tuple[int, int]:
    """The first and the last page that a citation names, 0 where it names none."""
    found = [int(page) for page in re.findall(r"\d+", citation.page)] or [0]
    return found[0], found[-1]


# What comes of a layer over a game is told of in the game's chapter and in the layer's.
TOLD_AT = {"-with-joker": "joker", "-as-contract": "contract-1923"}


@cache
def about_game(key: str) -> tuple[PassagePlace, ...]:
    """The chapters that are about a game of this key, passage by passage, in the books' order."""
    keys = {key}
    for layer, game in TOLD_AT.items():
        if key.endswith(layer):
            keys = {key.removesuffix(layer), game}
    every = (place for name in FILES for place in all_places(book(name)))
    return tuple(place for place in every if keys & {*place.part.games})


def reading_about(key: str) -> tuple[PassagePlace, ...]:
    """What there is to read about a game: advice, manners and history."""
    return tuple(place for place in about_game(key) if place.passage.kind == READING)


@cache
def laws_of(key: str) -> tuple[PassagePlace, ...]:
    """The passages by which a game goes, by any of its codes: its chapters and all that it cites.

    Raises RuleError for a game that is not there.
    """
    game = find_game(key)
    cited = {place.passage for each in _cited(game) for place in places_of(each)}
    cited |= {place.passage for place in places_in_words(game.dealing.cutting.law)}
    cited |= {place.passage for place in about_game(key)}
    every = (place for name in FILES for place in all_places(book(name)))
    return tuple(place for place in every if place.passage in cited)


@cache
def games_by_law() -> dict[Passage, tuple[Game, ...]]:
    """The games that go by each law, in the order in which pages show games."""
    found: dict[Passage, tuple[Game, ...]] = {}
    for game in GAMES:
        for place in laws_of(game.key):
            found[place.passage] = (*found.get(place.passage, ()), game)
    return found


def _cited(game: Game) -> Iterator[Citation]:
    for preset in game.codes.presets:
        rules = resolve_rules(game, {"preset": preset.key})
        yield from reckoner_for(game, rules).tariff.laws.values()
    yield from game.codes.correction_laws
    for penalty in game.counting.revoke_law.every:
        yield penalty.law
    for fine in game.bidding.named_fines:
        yield fine.law


NUMBERED = {"law", "laws", "rule", "rules", "hint", "hints", "no", "number"}
PAGED = {"p", "page", "pp"}
LIMBED = {"limb", "limbs"}
ROMAN = re.compile(r"[ivx]+")
# They stand in every law, and are looked for only where nothing else was typed.
EVERYWHERE = {"a", "an", "and", "at", "by", "for", "in", "is", "it", "of", "on", "or", "the", "to"}
TYPED = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
# "exposes" finds "expose" and "exposed"; "of" finds no "often".
SHORT = 4
ENDING = re.compile(r"(?:ing|ed|es|e|s)$")
AROUND = 90


class LawQuery(NamedTuple):
    """What was typed: words, all of them together, what is numbered, a page, a limb; or nothing."""

    words: tuple[str, ...]
    phrase: str = ""
    number: str = ""
    kind: str = ""
    page: int = 0
    limb: str = ""


class Bit(NamedTuple):
    """Some words of an excerpt, and whether they are what was looked for."""

    text: str
    found: bool = False


class FoundPassage(NamedTuple):
    """A passage with an excerpt from it."""

    place: PassagePlace
    excerpt: tuple[Bit, ...]


def read(text: str) -> LawQuery:
    """What somebody typed: "87", "law 87 limb II", "p. 17", "revoke claimed"."""
    words: list[str] = []
    number, kind, page, limb, before = "", "", 0, "", ""
    typed: list[str] = TYPED.findall(text.casefold())
    for word in typed:
        if word.isdigit() and before in PAGED:
            page = int(word)
        elif word.isdigit() and not number:
            number, kind = str(int(word)), before.removesuffix("s") if before in NUMBERED else ""
        elif ROMAN.fullmatch(word) and (before in LIMBED or (before.isdigit() and number)):
            limb = word.upper()
        elif word not in NUMBERED | PAGED | LIMBED:
            words.append(word)
        before = word
    telling = [word for word in words if word not in EVERYWHERE]
    return LawQuery(tuple(telling or words), " ".join(words), number, kind, page, limb)


def find(text: str, game: str = "") -> list[FoundPassage]:
    """The passages that have all that was typed: first those that have it in their heading, or
    word by word as it was typed.

    Only those by which a game goes, where its key is given; raises RuleError for one that is not
    there. An empty text finds all of them for a game, and nothing without one.
    """
    asked = read(text)
    if not any(asked) and not game:
        return []
    places = laws_of(game) if game else _everything()
    hits = [place for place in places if _has(place, asked)]
    hits.sort(key=lambda place: -_nearness(place.passage, asked))
    return [FoundPassage(place, _excerpt(place.passage, asked)) for place in hits]


@cache
def _everything() -> tuple[PassagePlace, ...]:
    return tuple(place for key in FILES for place in all_places(book(key)))


def _has(place: PassagePlace, asked: LawQuery) -> bool:
    passage = place.passage
    if asked.number and passage.number != asked.number:
        return False
    if asked.page and asked.page not in passage.pages:
        return False
    if asked.limb and not passage.limb(asked.limb):
        return False
    told = _folded(f"{passage.heading} {passage.title} {passage.text}")
    return all(_beginning(word).search(told) for word in asked.words)


def _nearness(passage: Passage, asked: LawQuery) -> int:
    """How near a passage comes: a point for each word in its heading, two for all as typed.

    And one where it is a law, if a law of a number was asked for, or a rule or a hint.
    """
    heading = _folded(f"{passage.heading} {passage.title}")
    headed = sum(bool(_beginning(word).search(heading)) for word in asked.words)
    headed += bool(asked.kind) and asked.kind == passage.word
    return headed + 2 * (len(asked.words) > 1 and asked.phrase in _folded(passage.text))


def _folded(text: str) -> str:
    return text.casefold().replace("’", "'")


@cache
def _beginning(word: str) -> re.Pattern[str]:
    """What finds a word: a longer one in any of its forms, a shorter one as it stands."""
    word = _folded(word)
    stem = ENDING.sub("", word) if len(word) > SHORT else word
    rest = r"[^\W_]*" if len(word) >= SHORT else r"(?![^\W_])"
    return re.compile(rf"(?<![^\W_]){re.escape(stem)}{rest}")


def _excerpt(passage: Passage, asked: LawQuery) -> tuple[Bit, ...]:
    """The words around the first that was found, of the limb that was asked for if any."""
    chosen = passage.limb(asked.limb) if asked.limb else passage.paragraphs
    text = " ".join(paragraph.text.replace("\n", " ") for paragraph in chosen)
    told = _folded(text)
    spans = sorted(each.span() for word in asked.words for each in _beginning(word).finditer(told))
    start, stop = _window(text, _thickest(spans))
    bits, at = [Bit("… ")] if start else [], start
    for low, high in spans:
        if low >= at and high <= stop:
            bits += [Bit(text[at:low]), Bit(text[low:high], found=True)]
            at = high
    bits += [Bit(text[at:stop])]
    if stop < len(text):
        bits += [Bit(" …")]
    return tuple(bit for bit in bits if bit.text)


def _thickest(spans: list[tuple[int, int]]) -> int:
    """Where the most of what was found follows within an excerpt; the first of such places."""
    starts = [low for low, _high in spans]
    near = {low: sum(low <= other < low + AROUND for other in starts) for low in starts}
    return max(starts, key=lambda low: near[low], default=0)


def _window(text: str, centre: int) -> tuple[int, int]:
    """Where an excerpt around this place begins and ends: between two words."""
    start = 0 if centre <= AROUND else text.find(" ", centre - AROUND) + 1
    stop = text.rfind(" ", 0, centre + 2 * AROUND) if centre + 2 * AROUND < len(text) else len(text)
    return start, max(stop, start)
