"""Hand records: every board with its cards, the tricks that can be made, and what is par on it.

Twelve boards stand on a page in shared frames, or fifteen where that saves one and there is room.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.templatetags.clubscore import BID
from clubscore.club.wording import either, listed, remarks
from clubscore.deals.hands import DealtBoard
from clubscore.deals.par import BestPlay
from clubscore.events.boards import honour_points, line_of, seat_words
from clubscore.events.imported import told_of
from clubscore.events.models import Event
from clubscore.events.pars import best_in_words, par_in_words, worked_of
from clubscore.events.result_words import bid_in_words, scored_words
from clubscore.events.scoring import dealt_line
from clubscore.events.state import EventState
from clubscore.laws.cards import COMPASS
from clubscore.papers.event_head import heading
from clubscore.papers.hands import (
    DECLARERS,
    DENOMINATIONS,
    HandRecord,
    by_pages,
    denomination_sign,
    denomination_word,
    made,
    suits_held,
)
from clubscore.papers.ledger import imprint
from clubscore.papers.pen import ABOVE, BELOW, LINE, Pen, printed
from clubscore.papers.sizes import MARGIN, MM, PaperSize
from clubscore.papers.text import suits_words
from clubscore.papers.typeface import BOLD, ELLIPSIS, SERIF, TEXT, fit, width, wrapped
from clubscore.ranking import Board, Par

# Boards beside each other, below each other as a rule, and where that saves a page.
ACROSS, DOWN, MORE_DOWN = 3, 4, 5
# Of South, what makes stands beside at the foot of the lower frames.
LONGEST_SOUTH = 6
TITLE, WHOSE, HEAD, LAST = 15.0, 9.0, 9 * MM, 5 * MM
CARDS, SMALL, NUMBER, MAKES = 9.0, 8.0, 20.0, 8.5
# Of a card's size: what lies between two cards, and between those of a long suit.
GAP, CLOSE = 0.22, 0.12
# From the left of a board: West, then North and South, then East; and where the cards begin.
WEST, MIDDLE, EAST, AFTER_SIGN = 2 * MM, 20 * MM, 33 * MM, 3.6 * MM
# What lies beside a long suit is not to be read as a part of it.
BETWEEN, BESIDE = 2 * MM, 1 * MM
LINE_HIGH, PAR_HIGH, PAR_LINE = 3.75 * MM, 4.2 * MM, 3.2 * MM
PAR_LINES = 2
# Of its height, how low a line of cards has its base; where who deals begins, in steps at most.
ON_LINE, ABOUT, ABOUT_STEP = 0.78, 23.6, 8.6
MAKES_HIGH, MAKES_WIDE = 3.05 * MM, 22 * MM


class RecordFrame(NamedTuple):
    """A board's frame on its page: its upper left corner, its size, and par as it is printed."""

    x: float
    y: float
    wide: float
    high: float
    par: Sequence[str]

    @property
    def par_high(self) -> float:
        """How high the foot with par is."""
        return PAR_HIGH + PAR_LINE * max(0, len(self.par) - 1)

    @property
    def line(self) -> float:
        """How high a line of cards is: as it should be, or as twelve of them fit above par."""
        return min(LINE_HIGH, (self.high - self.par_high - 2.5 * MM) / 12)

    @property
    def about(self) -> float:
        """How far from each other its lines below the number are: none reaches into West's hand."""
        west = (4 + ON_LINE) * self.line - ABOVE * CARDS
        return min(ABOUT_STEP, (west - BELOW * SMALL - ABOUT) / 2)

    @property
    def top(self) -> float:
        """Where the first line of North's hand begins."""
        return self.y + 1.2 * MM

    @property
    def makes_low(self) -> float:
        """Where what makes begins, at the foot of the board."""
        return self.y + self.high - self.par_high - 5 * MAKES_HIGH - 0.2 * MM

    @property
    def makes_left(self) -> float:
        """Where it begins from the left."""
        return self.x + self.wide - MAKES_WIDE - 1 * MM


def hand_records_pdf(
    records: Sequence[HandRecord], paper: PaperSize, identity: str, club: str = ""
) -> bytes:
    """Return hand records as a PDF; `identity` says whose they are."""
    down = _down(records, paper)

    def put(pen: Pen) -> None:
        for page in by_pages(records, ACROSS * down):
            _page(pen, page, identity, down)

    title = _("Hand records")
    return printed(put, paper, imprint(f"{title}, {identity}", club, title), feet=True)


def _down(records: Sequence[HandRecord], paper: PaperSize) -> int:
    """Return how many boards stand below each other: more where that saves a page, if all fit."""
    few, many = (-(-len(records) // (ACROSS * down)) for down in (MORE_DOWN, DOWN))
    if few == many:
        return DOWN
    wide, high = _frame(paper, MORE_DOWN)
    places = ((each, RecordFrame(0, 0, wide, high, _par_lines(each.par, wide))) for each in records)
    return MORE_DOWN if all(_fits_low(record, at) for record, at in places) else DOWN


def _fits_low(record: HandRecord, at: RecordFrame) -> bool:
    """Whether a board fits into a lower frame: what makes stands beside all of South there."""
    south = record.board.deal.hand("S")
    if len(at.par) > 1 or max(map(len, south)) > LONGEST_SOUTH:
        return False
    return record.tricks is None or not _reach(record, at, "S", 8, at.makes_low)


def _frame(paper: PaperSize, down: int) -> tuple[float, float]:
    """Return how wide and how high a board's frame is."""
    return paper.room / ACROSS, (paper.tall - HEAD - LAST) / down


def _page(pen: Pen, records: Sequence[HandRecord], identity: str, down: int) -> None:
    paper, title = pen.paper, _("Hand records")
    with pen.tagged("H1"):
        pen.text(MARGIN, MARGIN + 12, title, SERIF, TITLE)
    room = paper.room - width(title, SERIF, TITLE) - 6 * MM
    whose = fit(identity, TEXT, WHOSE, room)
    pen.fitted(MARGIN + paper.room, MARGIN + 12, whose, "right")
    wide, high = _frame(paper, down)
    for at, record in enumerate(records):
        x, y = MARGIN + at % ACROSS * wide, MARGIN + HEAD + at // ACROSS * high
        pen.box(x, y, wide, high, LINE)
        with pen.tagged("P"):
            _record(pen, record, RecordFrame(x, y, wide, high, _par_lines(record.par, wide)))
    pen.new_page()


def _record(pen: Pen, record: HandRecord, at: RecordFrame) -> None:
    board, top, line = record.board, at.top, at.line
    pen.text(at.x + WEST, top + 14.6, str(board.number), BOLD, NUMBER)
    about = wrapped(line_of(board), TEXT, SMALL, MIDDLE - WEST - 1.5 * MM)
    for number, text in enumerate(about[:3]):
        pen.text(at.x + WEST, top + ABOUT + number * at.about, text, TEXT, SMALL)
    right = at.x + at.wide - 1 * MM
    makes = _makes_top(record, at) if record.tricks is not None else None
    places = {
        "N": (MIDDLE, 0, right),
        "W": (WEST, 4, at.x + EAST - BETWEEN),
        "E": (EAST, 4, right),
        "S": (MIDDLE, 8, right),
    }
    for seat, (left, first, end) in places.items():
        for number, (sign, cards) in enumerate(suits_held(board.deal.hand(seat))):
            y = top + (first + number) * line
            beside = seat in "NS" and _beside(makes, y, line)
            until = at.makes_left - BESIDE if beside else end
            _suit(pen, at.x + left, y + line * ON_LINE, sign, cards, until)
    _points(pen, record, at.x + WEST, top + 8.6 * line, line)
    if record.tricks is not None and makes is not None:
        _makes(pen, record.tricks, at.makes_left, makes)
    _par(pen, at)


def _beside(makes: float | None, y: float, line: float) -> bool:
    """Whether a line of cards stands beside what makes."""
    return makes is not None and y + line > makes and y < makes + 5 * MAKES_HIGH


def _makes_top(record: HandRecord, at: RecordFrame) -> float:
    """Where what makes begins: at the foot, or beside North where South's suits are longer."""
    low, high = at.makes_low, at.y + 0.5 * MM
    return low if _reach(record, at, "S", 8, low) <= _reach(record, at, "N", 0, high) else high


def _reach(record: HandRecord, at: RecordFrame, seat: str, first: int, makes: float) -> float:
    """By how much a hand's suits reach into what makes, lying close; 0 for not at all."""
    room = at.makes_left - BESIDE - at.x - MIDDLE - AFTER_SIGN
    return max(
        0.0,
        *(
            _cards_wide(cards, CLOSE) - room
            for number, (_sign, cards) in enumerate(suits_held(record.board.deal.hand(seat)))
            if _beside(makes, at.top + (first + number) * at.line, at.line)
        ),
        0.0,
    )


def _cards_wide(cards: Sequence[str], gap: float, size: float = CARDS) -> float:
    """How wide cards are that lie so far apart."""
    return sum(width(card, TEXT, size) for card in cards) + gap * size * (len(cards) - 1)


def _suit(pen: Pen, x: float, y: float, sign: str, cards: Sequence[str], until: float) -> None:
    """Write a suit, its cards apart; closer, then smaller, where there is no room for that."""
    pen.text(x, y, sign, TEXT, CARDS)
    left, size = x + AFTER_SIGN, CARDS
    gap = GAP if _cards_wide(cards, GAP) <= until - left else CLOSE
    wide = _cards_wide(cards, gap)
    if wide > until - left:
        size = CARDS * (until - left) / wide
    for card in cards:
        pen.text(left, y, card, TEXT, size)
        left += width(card, TEXT, size) + gap * size


def _points(pen: Pen, record: HandRecord, x: float, y: float, line: float) -> None:
    """The honour points of the four hands as a cross, each where its hand lies."""
    points = {seat: str(honour_points(record.board.deal.hand(seat))) for seat in COMPASS}
    for seat, across, down in (("N", 7, 1), ("W", 2, 2), ("E", 12, 2), ("S", 7, 3)):
        pen.text(x + across * MM, y + down * line, points[seat], TEXT, CARDS, "middle")


def _makes(pen: Pen, tricks: Mapping[str, Mapping[str, int]], x: float, y: float) -> None:
    """What each declarer makes: a row for each, a column for each denomination."""
    across = (MAKES_WIDE - 4 * MM) / len(DENOMINATIONS)
    for number, key in enumerate(reversed(DENOMINATIONS)):
        middle = x + 4 * MM + (number + 0.5) * across
        pen.text(middle, y + MAKES_HIGH * 0.8, denomination_sign(key), TEXT, MAKES, "middle")
        for row, seat in enumerate(DECLARERS, 1):
            figure = made(tricks[key][seat]) or "–"
            pen.text(middle, y + MAKES_HIGH * (row + 0.8), figure, TEXT, MAKES, "middle")
    for row, seat in enumerate(DECLARERS, 1):
        pen.text(x, y + MAKES_HIGH * (row + 0.8), seat, BOLD, MAKES)


def _par_lines(par: str, wide: float) -> Sequence[str]:
    """Par as it is printed; where it has more contracts than two lines hold, with a mark."""
    if not par:
        return ()
    said = _("Par %(par)s") % {"par": BID.sub(_signed, par)}
    lines = wrapped(said, TEXT, SMALL, wide - 2 * WEST)
    return lines if len(lines) <= PAR_LINES else (lines[0], f"{lines[1]}{ELLIPSIS}")


def _par(pen: Pen, at: RecordFrame) -> None:
    """Par on a line of its own at the foot, or on two."""
    if not at.par:
        return
    y = at.y + at.high - at.par_high
    pen.rule(at.x, y, at.wide, LINE)
    for number, text in enumerate(at.par):
        line = fit(text, TEXT, SMALL, at.wide - 2 * WEST)
        pen.fitted(at.x + WEST, y + PAR_HIGH * 0.72 + number * PAR_LINE, line)


def _signed(bid: re.Match[str]) -> str:
    return f"{bid[1]}{denomination_sign(bid[2])}{'×' * len(bid[3])}"


def hand_records(room: EventState, boards: Sequence[DealtBoard]) -> list[HandRecord]:
    """Return boards with double dummy where it was worked out, and par: as it was set, else so."""
    dealt = [Board(each.number, each.dealer, each.vulnerable, each.deal.pbn()) for each in boards]
    worked = worked_of(room, dealt)
    records = []
    for board, known in zip(boards, par_set(room, dealt), strict=True):
        found = worked.get(board.number)
        par = said = ""
        if known:
            par, said = par_in_words(known), par_text(known)
        elif found and found.best:
            par, said = best_in_words(found.best), best_score_text(found.best)
        records.append(HandRecord(board, found.tricks if found else None, par, said))
    return records


def best_score_text(best: BestPlay) -> str:
    """Return the best of both sides in words: "plus 420 to North-South; 4 spades by South"."""
    said = either(
        bid_in_words(f"{each.bid}{'X' if each.doubled else ''}", seat)
        for each in best.contracts
        for seat in each.hands
    )
    return remarks(filter(None, (scored_words(best.score), said)))


def par_text(par: Par) -> str:
    """Return the par that was set in words."""
    contract = bid_in_words(par.contract, par.declarer or "") if par.contract else ""
    return remarks(filter(None, (scored_words(par.score), contract)))


def par_set(room: EventState, boards: Sequence[Board]) -> list[Par | None]:
    """Return the par that the organiser, or the event's file, set for each of these boards."""
    if room.event.told:
        told = told_of(room.event).boards
        return [told[board.number].par for board in boards]
    pars = room.pars
    return [pars[each.number].board.par if each.number in pars else None for each in boards]


def hands_text(records: Iterable[HandRecord], event: Event) -> Iterator[str]:
    """Every board: dealer and vulnerability, the four hands, double dummy and par if known."""
    yield from heading(_("Hand records"), event)
    for record in records:
        board = record.board
        yield ""
        yield _("Board %(n)s") % {"n": board.number}
        yield dealt_line(Board(board.number, board.dealer, board.vulnerable), event)
        for seat in COMPASS:
            yield seat_words(seat)
            yield from suits_words(board.deal.hand(seat))
        if record.tricks is not None:
            yield _("What each declarer makes, double dummy")
            none = pgettext("makes", "nothing")
            for key in DENOMINATIONS:
                tricks = record.tricks[key]
                told = listed(
                    f"{seat_words(seat)} {made(tricks[seat]) or none}" for seat in DECLARERS
                )
                said = {"denomination": denomination_word(key), "tricks": told}
                yield " " + pgettext("makes", "%(denomination)s: %(tricks)s") % said
        if record.par_words:
            yield _("Par: %(par)s") % {"par": record.par_words}
