"""Books of laws as data: parts, passages and paragraphs, each with the page on which it is printed.

The texts lie in `books/`, one file a book. Only the white space and the quotation marks are set
as today, and what the scan read wrong is put right where it is obvious; every such place is listed
in the file (:attr:`Book.corrections`). A file is read when its book is first asked for, once.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NotRequired, TypedDict

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


class _Paragraph(TypedDict):
    text: dict[str, str]
    limb: NotRequired[str]
    form: NotRequired[str]
    seat: NotRequired[str]


class _Passage(TypedDict):
    key: str
    kind: str
    page: int
    paragraphs: list[_Paragraph]
    number: NotRequired[str]
    word: NotRequired[str]
    title: NotRequired[str]


class _Part(TypedDict):
    key: str
    heading: str
    section: str
    chapter: NotRequired[str]
    page: int
    games: list[str]
    passages: list[_Passage]


class _Book(TypedDict):
    key: str
    title: str
    cited_as: str
    by: str
    published: str
    parts: list[_Part]
    corrections: list[_Correction]
    left_out: list[_LeftOut]


class _Correction(TypedDict):
    page: int
    read: str
    set: str


class _LeftOut(TypedDict):
    page: int
    what: str


@dataclass(frozen=True)
class Piece:
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

    pieces: tuple[Piece, ...]
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
class Part:
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
class LeftOut:
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
    parts: tuple[Part, ...]
    corrections: tuple[Correction, ...]
    left_out: tuple[LeftOut, ...]

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """All that stands in it, in its order."""
        return tuple(each for part in self.parts for each in part.passages)

    @cached_property
    def by_key(self) -> dict[str, Passage]:
        """Its passages by their keys."""
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
    written: _Book = json.loads(
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
        left_out=tuple(LeftOut(**each) for each in written["left_out"]),
    )


def _part(written: _Part) -> Part:
    heading = written["heading"]
    return Part(
        key=written["key"],
        heading=heading,
        section=written["section"],
        chapter=written.get("chapter", ""),
        page=written["page"],
        games=tuple(written["games"]),
        passages=tuple(_passage(each, heading) for each in written["passages"]),
    )


def _passage(written: _Passage, heading: str) -> Passage:
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


def _paragraph(written: _Paragraph) -> Paragraph:
    return Paragraph(
        pieces=tuple(Piece(int(page), text) for page, text in written["text"].items()),
        limb=written.get("limb", ""),
        form=written.get("form", "text"),
        seat=written.get("seat", ""),
    )
