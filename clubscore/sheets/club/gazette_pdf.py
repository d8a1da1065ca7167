"""The Evening Gazette on paper: stories in two columns under one head, in words for ears too."""

from collections.abc import Iterator, Sequence
from functools import partial

from django.utils.translation import gettext as _

from clubscore.club.wording.days import full_date
from clubscore.gazette.evening_paper import EveningPaper
from clubscore.gazette.story import Cards
from clubscore.sheets.club.four_hands import FourHands
from clubscore.sheets.pieces.block_leaf import HEAD, LATER_HEAD, Leaf, head_of_leaf
from clubscore.sheets.pieces.blocks import Heading, Lines
from clubscore.sheets.pieces.flow import Block, Placed, pages
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, MM, Paper
from clubscore.sheets.pieces.pen import THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, TEXT
from clubscore.sheets.plain_words import suits_words

COLUMNS, GAP = 2, 8 * MM
TITLE, STORY, SIZE = 13.0, 10.5, 10.0
# A short gazette fills its page with larger letters: how much larger, the first that fits.
SCALES = (1.6, 1.45, 1.3, 1.15, 1.0)
STEP = 6.0  # by which columns are made shorter until they are alike
Columns = Sequence[Sequence[Placed]]


def gazette_pdf(gazette: EveningPaper, paper: Paper) -> bytes:
    """Return the gazette as a PDF file: one page, where its stories fit on one."""
    title, wide = _("The Evening Gazette"), (paper.room - GAP) / COLUMNS
    day = full_date(gazette.day)
    facts = {"club": gazette.club.name, "day": day}
    leaf = Leaf(gazette.club.name, title, _("%(club)s · %(day)s") % facts, title)
    columns = _largest(gazette, wide, paper)
    sheets = [columns[at : at + COLUMNS] for at in range(0, len(columns), COLUMNS)]
    named = _("%(paper)s, %(evening)s") % {"paper": title, "evening": day}

    def put(pen: Pen) -> None:
        for number, sheet in enumerate(sheets, start=1):
            head_of_leaf(leaf, pen, number == 1)
            _draw(pen, sheet, wide, MARGIN + (HEAD if number == 1 else LATER_HEAD))
            pen.new_page(goes_on=_("goes on") if number < len(sheets) else "")

    told = imprint(named, gazette.club.name, title)
    return printed(put, paper, told, feet=True, pages=len(sheets))


def _largest(gazette: EveningPaper, wide: float, paper: Paper) -> Columns:
    """Return the gazette in the largest letters in which it is one page, else in the smallest."""
    for scale in SCALES:
        columns = _columns(list(_blocks(gazette, wide, scale)), paper)
        if len(columns) <= COLUMNS:
            break
    return columns


def _columns(blocks: list[Block], paper: Paper) -> Columns:
    """Return blocks in columns; those of a single page end at about the same height."""
    flow = partial(pages, blocks, first=MARGIN + HEAD, others=MARGIN + HEAD)
    bottom = paper.height - MARGIN
    found = flow(bottom=bottom)
    while len(found) <= COLUMNS and bottom > MARGIN + HEAD + STEP:
        shorter = flow(bottom=bottom - STEP)
        if len(shorter) > COLUMNS:
            break
        found, bottom = shorter, bottom - STEP
    return found


def _draw(pen: Pen, columns: Columns, wide: float, top: float) -> None:
    for number, column in enumerate(columns):
        left = MARGIN + number * (wide + GAP)
        for each in column:
            each.block.draw(pen, left, each.y, wide)
    if len(columns) > 1:
        foot = max(each.y + each.block.height for column in columns for each in column)
        middle = MARGIN + wide + GAP / 2
        pen.line(middle, top, middle, foot, THIN)


def _blocks(gazette: EveningPaper, wide: float, scale: float) -> Iterator[Block]:
    if not gazette.chapters:
        yield Lines.of(nothing_to_tell(), wide, TEXT, SIZE * scale)
    for chapter in gazette.chapters:
        title = chapter.title or _("At the card tables")
        yield Lines.of(title, wide, BOLD, TITLE * scale, below=4, keeps_next=True)
        for story in chapter.stories:
            yield Heading(story.head, STORY * scale, below=1)
            cards = story.cards
            below = (3 if cards else 9) * scale
            yield Lines.of(story.text, wide, TEXT, SIZE * scale, below, keeps_next=bool(cards))
            if cards is not None:
                yield FourHands(cards, SIZE * scale, below=9 * scale)


def nothing_to_tell() -> str:
    """Return what is said of an evening of which nothing is over."""
    return _("There is nothing to report of this evening yet.")


def gazette_words(gazette: EveningPaper) -> Iterator[str]:
    """Return the gazette in whole words, a story below its head."""
    yield _("The Evening Gazette")
    yield full_date(gazette.day)
    yield gazette.club.name
    if not gazette.chapters:
        yield ""
        yield nothing_to_tell()
    for chapter in gazette.chapters:
        yield ""
        yield chapter.title or _("At the card tables")
        for story in chapter.stories:
            yield ""
            yield story.head
            yield story.text
            if story.cards is not None:
                yield from _cards_words(story.cards)


def _cards_words(cards: Cards) -> Iterator[str]:
    """Say a deal in words: who deals, then the four hands."""
    yield cards.line
    for shown, hand in zip(cards.hands, cards.deal.hands, strict=True):
        yield shown.name
        yield from suits_words(hand)
