"""A board's answer, sealed: a piece of three parts, folded so that only its cover is outside.

A board with a directed contract has another such piece, which is opened after its auction.

The upper part is folded down over the middle one, which has the answer, the lower one back behind
it: the printed sides of the upper two lie face to face, and the cover faces out. The upper part is
full of letters and signs that mean nothing, so that what is held against the light says nothing.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.laws.cards import COMPASS
from clubscore.sheets.contest_box.box_content import Box, BoxBoard, seat_sign
from clubscore.sheets.events.hand_records import suit_lines
from clubscore.sheets.pieces.imposition import PADDING, Slots, stacked
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.pen import Pen
from clubscore.sheets.pieces.piece_sheets import cut_lines
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, width, wrapped

DOWN = 2
# The cover is a little lower than what it closes.
LOWER = 7 * MM
# From a fold to what stands next to it.
FOLD = 3 * MM
NOTE, PAR, COVER, NUMBER = 8.0, 11.0, 11.0, 24.0
PAR_HIGH, HAND_HIGH, LINE, DIRECTED_HIGH = 16.0, 10.0, 10.0, 14.0
# Between lines that mean nothing: as close as they may stand.
DENSE = 7.6
# Points that many widths, each rounded, may come to more than the whole line measured at once.
ROUNDING = 0.001
SIGNS = "♠♥♦♣AKQJ1098765432NESW+−"


class Panels(NamedTuple):
    """Where the three parts of a piece end, from its top, in points."""

    over: float
    answer: float
    cover: float


class Answer(NamedTuple):
    """What one piece seals: a board, some lines of its commentary, which piece of how many.

    One that `directs` has what is played instead of what the auction reached.
    """

    board: BoxBoard
    lines: tuple[str, ...]
    number: int
    of: int
    directs: bool = False


def panels(paper: Paper) -> Panels:
    """Return the parts of a piece on this paper: two alike, and the cover."""
    high = paper.height / DOWN
    part = (high + LOWER) / 3
    return Panels(part, 2 * part, high)


def answers(box: Box, paper: Paper) -> list[Answer]:
    """Return what each piece seals, directed contracts first; a long commentary has a second."""
    inner = paper.width / 2 - 2 * PADDING
    found = [
        Answer(board, tuple(wrapped(board.directed, TEXT, PAR, inner)), 1, 1, directs=True)
        for board in box.boards
        if board.directed
    ]
    room = panels(paper).over - 2 * FOLD - PAR_HIGH
    for board in box.boards:
        lines = list(wrapped(board.commentary, TEXT, NOTE, inner)) if board.commentary else []
        parts: list[tuple[str, ...]] = []
        while lines or not parts:
            # The hands stand on the first.
            most = int((room - (0 if parts else 5 * HAND_HIGH + 4)) / LINE)
            parts.append(tuple(lines[:most]))
            lines = lines[most:]
        found += [Answer(board, each, at, len(parts)) for at, each in enumerate(parts, 1)]
    return found


def draw_answers(pen: Pen, box: Box) -> None:
    """Draw the pieces: cut and stacked they lie in the order of the boards."""
    paper = pen.paper
    slots = Slots(DOWN, paper.width / 2, paper.height / DOWN, 0, 2)
    parts = panels(paper)
    folds = [
        (top + fold) / paper.height
        for top in (0.0, slots.high)
        for fold in (parts.over, parts.answer)
    ]
    sealed = answers(box, paper)
    where = stacked(len(sealed), slots.held)
    for sheet in range(max(each.sheet for each in where) + 1):
        cut_lines(pen, slots, folds)
        for answer, place in zip(sealed, where, strict=True):
            if place.sheet == sheet:
                x, y = slots.corner(place.slot)
                with pen.piece(box.whose(_place(answer)), x, y, slots.wide, slots.high, PADDING):
                    inner = slots.wide - 2 * PADDING
                    _over(pen, box, answer, (x + PADDING, y, inner), parts)
                    _answer(pen, answer, (x + PADDING, y + parts.over + FOLD, inner))
                    _cover(pen, box, answer, (x + PADDING, y + parts.answer + FOLD, inner))
        pen.new_page()


def _place(answer: Answer) -> str:
    values = {"n": answer.board.number, "number": answer.number, "of": answer.of}
    if answer.directs:
        return _("Board %(n)s, the contract") % values
    if answer.of == 1:
        return _("Board %(n)s") % values
    return _("Board %(n)s, part %(number)s of %(of)s") % values


def _over(
    pen: Pen, box: Box, answer: Answer, at: tuple[float, float, float], parts: Panels
) -> None:
    """Draw the part that is folded over the answer: how, and lines that mean nothing."""
    x, y, wide = at
    y += PADDING
    how = _(
        "Glue the edges of this part, fold it down over the answer, fold the cover back and glue"
        " it."
    )
    for line in wrapped(how, TEXT, NOTE, wide):
        pen.text(x, y + 7, line, TEXT, NOTE)
        y += LINE
    foot = answer_top = at[1] + parts.over - FOLD
    noise = _noise(f"{box.fingerprint} {_place(answer)}")
    while y + DENSE < min(foot, answer_top):
        pen.text(x, y + 7, _line_of(noise, wide), TEXT, NOTE)
        y += DENSE


def _noise(seed: str) -> Iterator[str]:
    """Yield signs that mean nothing, the same whenever a piece is printed."""
    at = 0
    while True:
        for byte in sha256(f"{seed} {at}".encode()).digest():
            yield SIGNS[byte % len(SIGNS)]
        at += 1


def _line_of(noise: Iterator[str], wide: float) -> str:
    """Return as many signs as a line holds."""
    line, filled = "", 0.0
    for sign in noise:
        filled += width(sign, TEXT, NOTE)
        if filled > wide + ROUNDING:
            break
        line += sign
    return line


def _answer(pen: Pen, answer: Answer, at: tuple[float, float, float]) -> None:
    """Draw the part in the middle: par, the four hands, what is said of the board."""
    x, y, wide = at
    board = answer.board
    if answer.directs:
        pen.fitted(x, y + 11, fit(_place(answer), BOLD, PAR, wide))
        for number, line in enumerate(answer.lines, 1):
            pen.text(x, y + PAR_HIGH + number * DIRECTED_HIGH, line, TEXT, PAR)
        return
    words = {"n": board.number, "par": board.par}
    head = _("Board %(n)s. %(par)s") % words if answer.number == 1 else _place(answer)
    pen.fitted(x, y + 11, fit(head, BOLD, PAR, wide))
    y += PAR_HIGH
    if answer.number == 1:
        for number, seat in enumerate(COMPASS):
            left, column = x + number * wide / 4, wide / 4 - 4
            pen.text(left, y + 8, seat_sign(seat), BOLD, NOTE)
            for down, line in enumerate(suit_lines(board.dealt.deal.hand(seat)), 1):
                pen.fitted(left, y + 8 + down * HAND_HIGH, fit(line, TEXT, NOTE, column))
        y += 5 * HAND_HIGH + 4
    for line in answer.lines:
        pen.text(x, y + 7, line, TEXT, NOTE)
        y += LINE


def _cover(pen: Pen, box: Box, answer: Answer, at: tuple[float, float, float]) -> None:
    """Draw the part that faces out: which board, of which set, when it is opened."""
    x, y, wide = at
    for line in wrapped(box.whose("").line, TEXT, NOTE, wide):
        pen.text(x, y + 7, line, TEXT, NOTE)
        y += LINE
    pen.fitted(x, y + 26, fit(_place(answer), BOLD, NUMBER, wide))
    text = _("Cut open once the board is scored and closed.")
    if answer.directs:
        text = _("Cut open once the auction of this board is over and written down.")
    pen.fitted(x, y + 44, fit(text, TEXT, COVER, wide))
