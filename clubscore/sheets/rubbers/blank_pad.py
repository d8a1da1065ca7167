"""Pads for a pencil: empty columns, a double line, words in the corners of the sums."""

from clubscore.laws.game import Game
from clubscore.sheets.pieces.paper import MM
from clubscore.sheets.pieces.pen import LINE, STRONG, THIN, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, width
from clubscore.sheets.rubbers.pad_plan import PadHead, PadPlan, seats_of

HEAD_ROOM, HEAD, CORNER, SENTENCE = 12 * MM, 10.5, 8.0, 9.0
# A row for a pencil: as high as is wanted, and the least that will do.
WANTED, LEAST = 8 * MM, 7 * MM
DOUBLE = 2.2
BETWEEN = 22.0


def row_for(plan: PadPlan, room: float) -> float:
    """Return how high a row is where pads have so much room from their heads to their end."""
    return min(WANTED, (room - fixed_of(plan)) / plan.rows)


def fixed_of(plan: PadPlan) -> float:
    """Return the height of a pad without its rows, the sentence under it included."""
    return HEAD_ROOM + (2 * DOUBLE if plan.above else 0) + SENTENCE + 8


def draw_pads(pen: Pen, game: Game, plan: PadPlan, x: float, y: float, row: float) -> float:
    """Draw one pad over the whole width, or two abreast, and what to do; give back their end."""
    wide = pen.paper.room
    if plan.is_abreast:
        half = (wide - BETWEEN) / 2
        _pad(pen, game, plan, x, y, half, row)
        end = _pad(pen, game, plan, x + half + BETWEEN, y, half, row)
    else:
        end = _pad(pen, game, plan, x, y, wide, row)
    pen.text(x, end + SENTENCE + 5, plan.foot, TEXT, SENTENCE)
    return end + SENTENCE + 8


def draw_head(pen: Pen, x: float, y: float, wide: float, head: PadHead) -> None:
    """Draw what stands over a column: its word, and lines for names."""
    if head.word:
        pen.text(x + wide / 2, y + HEAD, head.word, BOLD, HEAD, "middle")
    bottom, step = y + HEAD_ROOM - 5, (HEAD_ROOM - 5) / max(2, head.names)
    for number in range(head.names):
        pen.rule(x + 8, bottom - step * number, wide - 16, THIN)


def _pad(pen: Pen, game: Game, plan: PadPlan, x: float, y: float, wide: float, row: float) -> float:
    column, top = wide / len(plan.heads), y
    for number, head in enumerate(plan.heads):
        draw_head(pen, x + number * column, y, column, head)
    y += HEAD_ROOM
    pen.rule(x, y, wide, LINE)
    if plan.above:
        y = _open_rows(pen, x, y, wide, row, plan.above)
        pen.rule(x, y + DOUBLE / 2, wide, LINE)
        pen.rule(x, y + DOUBLE * 1.5, wide, LINE)
        y += 2 * DOUBLE
    y = _open_rows(pen, x, y, wide, row, plan.below)
    for word in plan.sums:
        pen.rule(x, y, wide, LINE)
        pen.fitted(x + 3, y + CORNER + 1, fit(word, TEXT, CORNER, column - 6))
        y += row
    pen.rule(x, y, wide, STRONG)
    for number in range(1, len(plan.heads)):
        pen.line(x + number * column, top, x + number * column, y, STRONG)
    for word in plan.ledgers:
        y = _ledger(pen, game, word, x, y, wide, row)
    return y


def _open_rows(pen: Pen, x: float, y: float, wide: float, row: float, count: int) -> float:
    """Draw rows with dots between them and nothing in them; give back their end."""
    for number in range(1, count):
        pen.dotted_rule(x, y + number * row, wide)
    return y + count * row


def _ledger(pen: Pen, game: Game, word: str, x: float, y: float, wide: float, row: float) -> float:
    """Draw a row for an account beside the sheet: its word, then a place for every player."""
    first = width(word, TEXT, CORNER) + 8
    pen.text(x + 3, y + row / 2 + CORNER / 3, word, TEXT, CORNER)
    seats = seats_of(game)
    share = (wide - first) / len(seats)
    for number, name in enumerate(seats):
        start = x + first + number * share
        pen.line(start, y, start, y + row, THIN)
        pen.fitted(start + 3, y + CORNER + 1, fit(name, TEXT, CORNER, share - 6))
    pen.rule(x, y + row, wide, STRONG)
    return y + row
