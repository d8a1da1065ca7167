"""The year book as a booklet: pages of half a sheet, drawn at their size, two on each side."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.sheets.pieces.booklet import (
    OUTER,
    SPINE,
    filled,
    left_margin,
    spreads,
)
from clubscore.sheets.pieces.identity import Identity, imprint
from clubscore.sheets.pieces.imposition import PADDING
from clubscore.sheets.pieces.ink import Turned
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.pen import FOOT, FOOT_HIGH, LINE, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, width, wrapped
from clubscore.sheets.year_book.year_blocks import (
    GAP,
    INDENT,
    LEADING,
    SIZE,
    SectionTitle,
)
from clubscore.sheets.year_book.year_content import YearBook
from clubscore.sheets.year_book.year_sections import BookPage, Entry, Text, sections
from clubscore.sheets.year_book.year_words import book_title, counts_in_words

# Of a page of A5: the text, the running head above it.
WIDE, TALL = 120 * MM, 180 * MM
HEAD_SIZE, HEAD_LEADING, HEAD_HIGH = 8.0, 8.5, 7 * MM
# Lines that a running head of this height has, and of the width what its first line may take.
HEAD_LINES, HEAD_WIDE = 2, 0.7
# The cover, and the contents on its back.
BEFORE = 2
CLUB, CALLED = 20.0, 34.0


class _Bound(NamedTuple):
    """A book with its pages in order, as they are bound: None for a page that stays empty."""

    book: YearBook
    pages: list[BookPage | None]
    entries: list[Entry]
    heads: tuple[str, ...]
    text: Text
    printed: str


def year_book_pdf(book: YearBook, paper: Paper) -> bytes:
    """Return the book as a PDF: print it on both sides, fold the sheets, lay them together."""
    sheet = paper.across
    half = sheet.width / 2
    top = OUTER + HEAD_HIGH
    wide = min(WIDE, half - SPINE - OUTER)
    heads = _heads(book, wide)
    more = max(0, len(heads) - HEAD_LINES) * HEAD_LEADING
    text = Text(wide, top + more, top + TALL)
    made, entries = sections(book, text, BEFORE + 1)
    count = filled(BEFORE + len(made))
    pages = [*made, *[None] * (count - BEFORE - len(made))]
    told = imprint(f"{book_title(book)}, {book.club}", book.club, _("Year book"))
    bound = _Bound(book, pages, entries, heads, text, told.printed)

    def put(pen: Pen) -> None:
        for left, right in spreads(count):
            for number, at in ((left, 0.0), (right, half)):
                _page(pen, bound, number, at)
            pen.new_page()

    return printed(put, sheet, told, sheets=count // 4, backs=Turned.SHORT_EDGE)


def _heads(book: YearBook, wide: float) -> tuple[str, ...]:
    """Return whose book it is in a line, or in several where the name of the club is long."""
    title = book_title(book)
    one = f"{book.club} · {title}"
    if width(one, TEXT, HEAD_SIZE) <= HEAD_WIDE * wide:
        return (one,)
    return (*wrapped(book.club, TEXT, HEAD_SIZE, wide), title)


def _page(pen: Pen, bound: _Bound, number: int, at: float) -> None:
    """Draw a page on its half of the sheet. The last is the back of the cover."""
    book, count = bound.book, BEFORE + len(bound.pages)
    page = bound.pages[number - BEFORE - 1] if number > BEFORE else None
    if page is None and number == count:
        return
    place = _("page %(page)s") % {"page": number}
    whose = Identity(book.club, _("Year book"), str(book.year), place)
    half, x = pen.paper.width / 2, at + left_margin(number)
    with pen.piece(whose, at, 0, half, pen.paper.height, PADDING):
        if number == 1:
            _cover(pen, bound, x)
            return
        about = _("Contents") if number == BEFORE else page.about if page else _("Notes")
        _furniture(pen, bound, number, x, about)
        if number == BEFORE:
            _contents(pen, bound, x)
        elif page is None:
            _for_notes(pen, bound, x)
        else:
            for each in page.placed:
                each.block.draw(pen, x, each.y, bound.text.wide)


def _furniture(pen: Pen, bound: _Bound, number: int, x: float, about: str) -> None:
    """Draw the running head, and the number at the outer corner."""
    wide, base = bound.text.wide, OUTER + HEAD_SIZE - 1.5
    for line in bound.heads:
        pen.text(x, base, line, TEXT, HEAD_SIZE)
        base += HEAD_LEADING
    pen.text(x + wide, base - HEAD_LEADING, about, TEXT, HEAD_SIZE, "right")
    pen.rule(x, bound.text.top - 2, wide, LINE)
    foot = pen.paper.height - FOOT_HIGH
    if number % 2:
        pen.text(x + wide, foot, str(number), TEXT, SIZE, "right")
    else:
        pen.text(x, foot, str(number), TEXT, SIZE)
    if number == BEFORE:
        said = _("printed %(time)s") % {"time": bound.printed}
        pen.text(x + wide, foot, said, TEXT, FOOT, "right")


def _cover(pen: Pen, bound: _Bound, x: float) -> None:
    """Draw the cover: a double frame, the club, the book and its year, how much was played."""
    book, text = bound.book, bound.text
    top, foot, wide = OUTER, text.foot, text.wide
    pen.box(x, top, wide, foot - top, LINE)
    inside = 2 * MM
    pen.box(x + inside, top + inside, wide - 2 * inside, foot - top - 2 * inside, LINE)
    middle, room = x + wide / 2, wide - 12 * inside
    y = top + 0.16 * (foot - top)
    y = _middle(pen, book.club, SERIF, CLUB, (middle, y, room)) + 0.12 * (foot - top)
    with pen.tagged("H1"):
        y = _middle(pen, _("Year book"), SERIF, CALLED, (middle, y, room))
        y = _middle(pen, str(book.year), SERIF, CALLED, (middle, y, room))
    y += 2 * LEADING
    for line in counts_in_words(book.counts):
        y = _middle(pen, line, TEXT, 10.5, (middle, y, room))
    if book.money is not None:
        at = (middle, foot - 0.1 * (foot - top), room)
        _middle(pen, _("Treasurer's copy"), BOLD, 10.5, at)


def _middle(pen: Pen, text: str, font: str, size: float, at: tuple[float, float, float]) -> float:
    """Write a text around the middle, in as many lines as it needs; where the next begins."""
    middle, y, room = at
    for line in wrapped(text, font, size, room):
        pen.text(middle, y, line, font, size, "middle")
        y += size * 1.3
    return y


def _contents(pen: Pen, bound: _Bound, x: float) -> None:
    """Draw what begins on which page, dots between, and notes at the foot."""
    wide = bound.text.wide
    title = SectionTitle(_("Contents"), wide)
    title.draw(pen, x, bound.text.top, wide)
    y = bound.text.top + title.height
    for each in bound.entries:
        font, start = (TEXT, INDENT) if each.is_part else (BOLD, 0.0)
        y += 1.3 * LEADING
        with pen.tagged("P"):
            pen.text(x + start, y, each.text, font, SIZE)
            pen.text(x + wide, y, str(each.page), TEXT, SIZE, "right")
        begin = x + start + width(each.text, font, SIZE) + GAP / 2
        end = x + wide - width(str(each.page), TEXT, SIZE) - GAP / 2
        pen.dotted_rule(begin, y, end - begin)
    notes = [line for text in bound.book.notes for line in wrapped(text, TEXT, SIZE, wide)]
    y = bound.text.foot - len(notes) * LEADING
    for number, line in enumerate(notes):
        pen.text(x, y + SIZE + number * LEADING, line, TEXT, SIZE)


def _for_notes(pen: Pen, bound: _Bound, x: float) -> None:
    """Draw lines for a pencil on a page that is left over."""
    title = SectionTitle(_("Notes"), bound.text.wide)
    title.draw(pen, x, bound.text.top, bound.text.wide)
    y = bound.text.top + title.height + 8 * MM
    while y <= bound.text.foot:
        pen.dotted_rule(x, y, bound.text.wide)
        y += 8 * MM
