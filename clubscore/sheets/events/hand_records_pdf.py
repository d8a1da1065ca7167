"""Hand records on paper: twelve boards a page, an evening of thirty-six on three."""

import re
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from clubscore.club.templatetags.clubscore import BID
from clubscore.deals.hands import Hand
from clubscore.events.boards.boards_page import honour_points, line_of
from clubscore.laws.cards import COMPASS
from clubscore.sheets.events.hand_records import (
    DECLARERS,
    DENOMINATIONS,
    HandRecord,
    by_pages,
    denomination_sign,
    suit_lines,
)
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, Paper
from clubscore.sheets.pieces.pen import THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, ELLIPSIS, TEXT, fit, wrapped

ACROSS, DOWN = 3, 4
A_PAGE = ACROSS * DOWN
GAP = 8.0
# Thirteen cards of a suit are small, but all of them are there.
SIZE, SMALL, NUMBER, SMALLEST = 10.0, 7.5, 17.0, 4.5
# Where a hand begins, as a share of the width: West at the edge, North and South, East.
WEST, MIDDLE, EAST = 0.0, 0.31, 0.62
# What lies beside a long suit is not to be read as a part of it.
BETWEEN = 4.0
# Lines a board: North's four, East and West beside each other, South's four.
LINES = 12
PAR_LINES = 6


def hand_records_pdf(records: Sequence[HandRecord], paper: Paper, title: str) -> bytes:
    """Return hand records as a PDF; the same records always give the same bytes."""

    def put(pen: Pen) -> None:
        pages = by_pages(records, A_PAGE)
        for number, page in enumerate(pages, 1):
            _page(pen, page, f"{title} · {number}/{len(pages)}")

    return printed(put, paper, imprint(title))


def _page(pen: Pen, records: Sequence[HandRecord], title: str) -> None:
    paper = pen.paper
    pen.page_head(title, SMALL + 1)
    wide = (paper.room - GAP * (ACROSS - 1)) / ACROSS
    high = (paper.tall - GAP * (DOWN - 1)) / DOWN
    for at, record in enumerate(records):
        x = MARGIN + at % ACROSS * (wide + GAP)
        y = MARGIN + at // ACROSS * (high + GAP)
        pen.box(x, y, wide, high, THIN)
        _record(pen, record, x + 5, y + 4, wide - 10, high - 8)
    pen.new_page()


def _record(pen: Pen, record: HandRecord, x: float, y: float, wide: float, high: float) -> None:
    board = record.board
    step = high / LINES
    pen.text(x, y + NUMBER - 2, str(board.number), BOLD, NUMBER)
    about = wrapped(line_of(board), TEXT, SMALL, wide * MIDDLE - 4)
    for number, line in enumerate(about):
        pen.text(x, y + NUMBER + 8 + number * 9, line, TEXT, SMALL)
    places = {"N": (MIDDLE, 0), "W": (WEST, 4), "E": (EAST, 4), "S": (MIDDLE, 8)}
    for seat, (left, first) in places.items():
        room = wide * (1 - left) if seat == "E" else wide * (EAST - left) - BETWEEN
        _hand(pen, board.deal.hand(seat), x + wide * left, y + first * step, room, step)
    _points(pen, record, x, y + 9 * step, step)
    if record.tricks is not None:
        _table(pen, record.tricks, x + wide * EAST, y + high - 5 * 9.5, wide * (1 - EAST))
    if record.par:
        _par(pen, record.par, x + wide * EAST, y + SMALL + 1, wide * (1 - EAST))


def _par(pen: Pen, par: str, x: float, y: float, room: float) -> None:
    """Par above East's hand; where it has more contracts than go there, with a mark."""
    lines = wrapped(_("Par %(par)s") % {"par": BID.sub(_signed, par)}, TEXT, SMALL, room)
    for number, line in enumerate(lines[:PAR_LINES]):
        goes_on = number == PAR_LINES - 1 and len(lines) > PAR_LINES
        text = f"{line}{ELLIPSIS}" if goes_on else line
        pen.fitted(x, y + number * 9, fit(text, TEXT, SMALL, room, least=5.5))


def _signed(bid: re.Match[str]) -> str:
    return f"{bid[1]}{denomination_sign(bid[2])}{'×' * len(bid[3])}"


def _hand(pen: Pen, hand: Hand, x: float, y: float, room: float, step: float) -> None:
    for number, line in enumerate(suit_lines(hand)):
        pen.fitted(x, y + number * step + SIZE, fit(line, TEXT, SIZE, room, least=SMALLEST))


def _points(pen: Pen, record: HandRecord, x: float, y: float, step: float) -> None:
    """The honour points of the four hands, each where its hand lies."""
    points = {seat: str(honour_points(record.board.deal.hand(seat))) for seat in COMPASS}
    pen.text(x + 18, y + SIZE, points["N"], TEXT, SIZE, "middle")
    pen.text(x + 4, y + step + SIZE, points["W"], TEXT, SIZE, "middle")
    pen.text(x + 32, y + step + SIZE, points["E"], TEXT, SIZE, "middle")
    pen.text(x + 18, y + 2 * step + SIZE, points["S"], TEXT, SIZE, "middle")


def _table(
    pen: Pen, tricks: Mapping[str, Mapping[str, int]], x: float, y: float, wide: float
) -> None:
    """Tricks double dummy: a row for each declarer, a column for each denomination."""
    across = (wide - 9) / len(DENOMINATIONS)
    for number, key in enumerate(DENOMINATIONS):
        middle = x + 9 + (number + 0.5) * across
        pen.text(middle, y + 8, denomination_sign(key), TEXT, SMALL, "middle")
        for row, seat in enumerate(DECLARERS, 1):
            figure = str(tricks[key][seat])
            pen.text(middle, y + 8 + row * 9.5, figure, TEXT, SMALL, "middle")
    for row, seat in enumerate(DECLARERS, 1):
        pen.text(x, y + 8 + row * 9.5, seat, BOLD, SMALL)
