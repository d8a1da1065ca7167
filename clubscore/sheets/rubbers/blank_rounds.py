"""Blank sheets of games without games: rounds of so many deals, and a score that runs on.

Chicago has a round of four deals with its wheel: an X, and in it whose turn it is to deal. Five
Hundred has a row a deal with what was bid, made and scored by each player.
"""

from collections.abc import Sequence
from functools import partial
from itertools import accumulate

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.laws.game import Game
from clubscore.laws.words import seat_name
from clubscore.sheets.pieces.paper import MM
from clubscore.sheets.pieces.pen import LINE, STRONG, THIN, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit
from clubscore.sheets.rubbers.blank_pad import (
    CORNER,
    HEAD,
    HEAD_ROOM,
    LEAST,
    SENTENCE,
    WANTED,
    draw_head,
)
from clubscore.sheets.rubbers.pad_plan import PadPlan

ROUNDS, RUNNING_ROWS = 5, 24
HEADS, ROUND_GAP = 11.0, 5 * MM
WHEEL = 20 * MM
# Shares of a round's width after the wheel: number, dealer, vulnerability, contract, two sides.
ROUND_SHARES = (9.0, 24.0, 26.0, 45.0, 31.0, 31.0)
NUMBER = 8 * MM
RUNNING_SHARES = (16.0, 11.0, 19.0)
TAIL = SENTENCE + 8


def draw_rounds(pen: Pen, game: Game, plan: PadPlan, x: float, y: float, room: float) -> float:
    """Draw as many rounds as usual, one below the other; give back where they end."""
    deals = game.course.deals
    each = (room - TAIL) / ROUNDS
    row = max(LEAST, min(WANTED, (each - HEADS - ROUND_GAP) / (deals + 1)))
    for _round in range(ROUNDS):
        _wheel(pen, x, y + HEADS, min(WHEEL - 4 * MM, deals * row), deals)
        y = _round_rows(pen, game, plan, x + WHEEL, y, row) + ROUND_GAP
    told = _(
        "Second and third deal: in some clubs the other side is vulnerable (tick ☐). A part score"
        " goes on into the next deal of the round."
    )
    pen.text(x, y - ROUND_GAP + SENTENCE + 5, told, TEXT, SENTENCE)
    return y - ROUND_GAP + TAIL


def _wheel(pen: Pen, x: float, y: float, size: float, deals: int) -> None:
    """Draw the X, and in its four corners the number of the deal that is dealt from there."""
    pen.line(x, y, x + size, y + size, LINE)
    pen.line(x, y + size, x + size, y, LINE)
    middle, near, far = size / 2, size * 0.14, size * 0.86
    # The first deal on top, the next to its left as players sit: to the right on paper.
    places = ((middle, near), (far, middle), (middle, far), (near, middle))
    for number, (across, down) in zip(range(1, deals + 1), places, strict=False):
        pen.text(x + across, y + down + 4, str(number), BOLD, HEAD, "middle")


def _round_rows(pen: Pen, game: Game, plan: PadPlan, x: float, y: float, row: float) -> float:
    wide = pen.paper.room - WHEEL
    edges = _edges(x, wide, ROUND_SHARES)
    sides = [
        head.word or named([_(seat_name(seat)) for seat in column.seats])
        for head, column in zip(plan.heads, game.columns, strict=True)
    ]
    heads = (_("deal"), _("dealer"), _("vulnerable"), _("contract, by, result"), *sides)
    _words(pen, edges, y + CORNER, heads, CORNER)
    top = y + HEADS
    for number in range(game.course.deals):
        line = top + number * row
        pen.rule(x, line, wide, THIN)
        cells = (str(number + 1), "", _vulnerable(game, number))
        middle = line + row / 2 + 3
        pen.text((edges[0] + edges[1]) / 2, middle, cells[0], BOLD, HEAD, "middle")
        pen.text((edges[2] + edges[3]) / 2, middle, cells[2], TEXT, 9, "middle")
    bottom = top + game.course.deals * row
    pen.rule(x, bottom, wide, THIN)
    for edge in edges:
        end = bottom + row if edge >= edges[4] else bottom
        pen.line(edge, top, edge, end, THIN)
    pen.text(edges[4] - 4, bottom + row / 2 + 3, _("round"), TEXT, 9, "right")
    pen.rule(edges[4], bottom, edges[-1] - edges[4], LINE)
    pen.rule(edges[4], bottom + row, edges[-1] - edges[4], LINE)
    return bottom + row


def _vulnerable(game: Game, played: int) -> str:
    """Return who is vulnerable in a deal of the round, by the side that deals it."""
    said = game.dealing.usual_facts(played, game.seats[0]).get("vulnerable")
    if said == "none":
        return _("no one")
    return _("both") if said == "both" else _("dealer’s side")


def draw_running(pen: Pen, game: Game, plan: PadPlan, x: float, y: float, room: float) -> float:
    """Draw a row a deal with three columns a player; give back where they end."""
    wide = pen.paper.room
    share = (wide - NUMBER) / len(plan.heads)
    row = min(WANTED, (room - HEAD_ROOM - HEADS - TAIL) / (RUNNING_ROWS + 1))
    top, head = y, y + HEAD_ROOM
    for number, each in enumerate(plan.heads):
        start = x + NUMBER + number * share
        draw_head(pen, start, y, share, each)
        edges = _edges(start, share, RUNNING_SHARES)
        _words(pen, edges, head + CORNER, (_("bid"), _("made"), _("score")), CORNER)
    y = head + HEADS
    end = y + (RUNNING_ROWS + 1) * row
    ruled = partial(pen.rule, x, wide=wide)
    ruled(y, weight=LINE)
    for number in range(1, RUNNING_ROWS + 1):
        pen.text(x + NUMBER - 5, y + (number - 0.5) * row + 3, str(number), TEXT, 9, "right")
        ruled(y + number * row, weight=LINE if number in (12, RUNNING_ROWS) else THIN)
    pen.text(x + NUMBER + 3, end - row + CORNER + 1, plan.sums[-1], TEXT, CORNER)
    for number in range(len(plan.heads)):
        edges = _edges(x + NUMBER + number * share, share, RUNNING_SHARES)
        pen.line(edges[0], top, edges[0], end, STRONG)
        for edge in edges[1:-1]:
            pen.line(edge, head, edge, end - row, THIN)
    ruled(end, weight=STRONG)
    told = _("A row for each deal: what was bid, the tricks made, the score so far.")
    pen.text(x, end + SENTENCE + 5, told, TEXT, SENTENCE)
    return end + TAIL


def _edges(x: float, wide: float, shares: Sequence[float]) -> list[float]:
    """Return where columns of these shares begin, and where the last one ends."""
    whole = sum(shares)
    return [x + wide * part / whole for part in accumulate((0.0, *shares))]


def _words(pen: Pen, edges: Sequence[float], y: float, words: Sequence[str], size: float) -> None:
    for start, end, word in zip(edges, edges[1:], words, strict=False):
        pen.fitted((start + end) / 2, y, fit(word, TEXT, size, end - start - 4), "middle")
