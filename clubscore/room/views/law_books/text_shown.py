"""A passage of a book as a page shows it, the printed page beside each line that begins one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubscore.lawbook.books import Paragraph, Passage, Piece

NOTHING = SafeString("")


@dataclass(frozen=True)
class HandShown:
    """A hand of cards, suit by suit; `seat` as the book calls it."""

    seat: str
    suits: list[SafeString]


@dataclass(frozen=True)
class Block:
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
    blocks: list[Block]


def shown(passages: Iterable[Passage]) -> list[ShownPassage]:
    """Return passages that follow one another as a page shows them."""
    begun: set[int] = {0}
    return [ShownPassage(each, list(_blocks(each, begun))) for each in passages]


def _blocks(passage: Passage, begun: set[int]) -> Iterator[Block]:
    for form, group in groupby(passage.paragraphs, key=lambda paragraph: paragraph.form):
        if form == "hand":
            hands = list(group)
            marks = NOTHING.join(_marks(each, begun) for each in hands)
            yield Block("hands", SafeString(marks), hands=[_hand(each) for each in hands])
        else:
            for paragraph in group:
                yield _block(paragraph, begun)


def _block(paragraph: Paragraph, begun: set[int]) -> Block:
    if paragraph.form == "table":
        head, *rows = (line.split("\t") for line in paragraph.pieces[0].text.split("\n"))
        return Block("table", _marks(paragraph, begun), head=head, rows=rows)
    if paragraph.form == "lines":
        lines = [_italics(line) for line in paragraph.pieces[0].text.split("\n")]
        return Block("lines", _marks(paragraph, begun), lines=lines)
    text = NOTHING.join(_on_its_page(piece, begun) for piece in paragraph.pieces)
    return Block("text", SafeString(text), paragraph.limb)


def _hand(paragraph: Paragraph) -> HandShown:
    lines = [line for piece in paragraph.pieces for line in piece.text.split("\n")]
    return HandShown(paragraph.seat, [_italics(line) for line in lines])


def _on_its_page(piece: Piece, begun: set[int]) -> SafeString:
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
