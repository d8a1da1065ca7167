"""The Evening Gazette on paper: stories in two columns with their hands, and the same in words."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest
from clubscore.club.models import day_in_address
from clubscore.club.wording import full_date
from clubscore.deals.hands import SUITS
from clubscore.events.boards import ShownHand
from clubscore.extras.gazette.evening import EveningPaper, paper_for_reader
from clubscore.extras.gazette.night import StoryCards
from clubscore.laws.words import gettext_noop
from clubscore.papers.flow import (
    HEAD,
    LATER_HEAD,
    Block,
    Heading,
    Leaf,
    Lines,
    PlacedBlock,
    UnsplitBlock,
    head_of_leaf,
    pages,
)
from clubscore.papers.ledger import imprint
from clubscore.papers.paper import PaperContent, PrintedPaper, by_itself
from clubscore.papers.pen import THIN, Pen, printed
from clubscore.papers.sizes import MARGIN, MM, PaperSize
from clubscore.papers.text import suits_words
from clubscore.papers.typeface import BOLD, TEXT, fit, wrapped

LEAD = 1.25  # of the size, how high a line is
HAND = 1 + len(SUITS)  # lines: who it is, and a suit each
# Of the column's width: where West, then North and South, then East begin.
WEST, MIDDLE, EAST = 0.0, 0.3, 0.6
ROWS = (("w", WEST, HAND), ("n", MIDDLE, 0), ("e", EAST, HAND), ("s", MIDDLE, 2 * HAND))
SYMBOLS = {suit.key.lower(): suit.symbol for suit in SUITS}
SMALLEST = 8.0


@dataclass(frozen=True)
class FourHands(UnsplitBlock):
    """North above, West and East side by side, South below; who deals in the upper left corner."""

    cards: StoryCards
    size: float
    below: float = 6

    @property
    def line(self) -> float:
        """How high a line is, in points."""
        return self.size * LEAD

    @property
    def height(self) -> float:
        """Three hands below each other, and the space below them."""
        return 3 * HAND * self.line + self.below

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw them from the upper left corner."""
        hands = {hand.seat: hand for hand in self.cards.hands}
        about = wrapped(self.cards.line, TEXT, SMALLEST, MIDDLE * wide - self.size)
        with pen.tagged("P"):
            for number, text in enumerate(about):
                pen.text(x, y + self.size + number * SMALLEST * LEAD, text, TEXT, SMALLEST)
            for seat, left, first in ROWS:
                end = EAST if seat == "w" else 1.0
                room = (end - left) * wide - 0.5 * self.size
                self._hand(pen, hands[seat], x + left * wide, y + first * self.line, room)

    def _hand(self, pen: Pen, hand: ShownHand, x: float, y: float, room: float) -> None:
        pen.fitted(x, y + self.size, fit(hand.name, BOLD, self.size, room, SMALLEST))
        for number, suit in enumerate(hand.suits, start=1):
            text = f"{SYMBOLS[suit.suit]} {suit.cards or '–'}"
            shown = fit(text, TEXT, self.size, room, SMALLEST)
            pen.fitted(x, y + number * self.line + self.size, shown)


COLUMNS, GAP = 2, 8 * MM
TITLE, STORY, SIZE = 13.0, 10.5, 10.0
# A short gazette fills its page with larger letters: how much larger, the first that fits.
SCALES = (1.6, 1.45, 1.3, 1.15, 1.0)
STEP = 6.0  # by which columns are made shorter until they are alike
Columns = Sequence[Sequence[PlacedBlock]]


def gazette_pdf(gazette: EveningPaper, paper: PaperSize) -> bytes:
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


def _largest(gazette: EveningPaper, wide: float, paper: PaperSize) -> Columns:
    """Return the gazette in the largest letters in which it is one page, else in the smallest."""
    for scale in SCALES:
        columns = _columns(list(_blocks(gazette, wide, scale)), paper)
        if len(columns) <= COLUMNS:
            break
    return columns


def _columns(blocks: list[Block], paper: PaperSize) -> Columns:
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


def _cards_words(cards: StoryCards) -> Iterator[str]:
    """Say a deal in words: who deals, then the four hands."""
    yield cards.line
    for shown, hand in zip(cards.hands, cards.deal.hands, strict=True):
        yield shown.name
        yield from suits_words(hand)


def _gazette(request: ClubRequest, day: str) -> PaperContent[EveningPaper]:
    """Return the gazette. Http404 where this reader may not read it yet."""
    found = paper_for_reader(request.actor, day_in_address(day))
    if found is None:
        raise Http404
    return PaperContent(found, _("gazette of %(evening)s") % {"evening": found.day.isoformat()})


GAZETTE: PrintedPaper[dt.date, EveningPaper] = PrintedPaper(
    key="gazette",
    at="results/<slug:day>/gazette",
    title=gettext_noop("Evening Gazette"),
    named_by=by_itself,
    read=_gazette,
    pdf=gazette_pdf,
    text=gazette_words,
)
