"""The recap on paper: everyone's points board by board, a list a page, on paper laid across."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.events.rankings.lists import Line, Lists, RankedList
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.leaves.leaf import Block, Head, leaves_pdf
from clubscore.sheets.events.leaves.leaf_columns import (
    Column,
    Names,
    put_heads,
    put_row,
)
from clubscore.sheets.events.leaves.leaf_head import head_of_results
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.pen import HAIR, LINE, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, width

ROW, HEADS, FIGURES = 7.6 * MM, 14.0, 9.0
PLACE, NUMBER, NAMES, SCORE = 9 * MM, 8 * MM, 62 * MM, 14 * MM
LEAST_NAMES = 54 * MM
# Of a board's column: as a rule and at most; a rule stands after so many of them.
BOARD, MOST_BOARD, EVERY = 5.8 * MM, 9 * MM, 4
SAT_OUT = "–"


class Table(NamedTuple):
    """A list with so many boards beside each other."""

    one: RankedList
    boards: Sequence[int]
    points: Mapping[str, Mapping[int, str]]


def recap_leaf(room: Room, paper: Paper) -> bytes:
    """Return everyone's points board by board as a PDF, a page for each list."""
    lists, laid = Lists(room), paper.across
    leaves: list[tuple[Head, Sequence[Block]]] = []
    for one in lists.scratch if lists.boards else []:
        points = {
            line.key: {row.board: row.points for row in lists.card(line.key)} for line in one.rows
        }
        head = head_of_results(_("Recap"), lists, [f"{one.title}."] if one.title else [])
        for boards in _bands(lists, points, one, laid):
            leaves.append((head, [_block(lists, Table(one, boards, points), laid)]))
    if not leaves:
        leaves.append((head_of_results(_("Recap"), lists, [_("No result yet.")]), []))
    return leaves_pdf(leaves, laid)


def _fixed(lists: Lists, one: RankedList) -> float:
    """How wide all but names and boards is."""
    return PLACE + _number_wide(one) + _score_wide(lists, one)


def _number_wide(one: RankedList) -> float:
    return max([NUMBER, *(width(line.key, TEXT, FIGURES) + 3 * MM for line in one.rows)])


def _score_wide(lists: Lists, one: RankedList) -> float:
    head = width(_score_word(lists), TEXT, 8.0)
    texts = (width(_score(lists, line), BOLD, FIGURES) for line in one.rows)
    return max([SCORE, head + 3 * MM, *(each + 3 * MM for each in texts)])


def _score_word(lists: Lists) -> str:
    return "%" if lists.in_percent else lists.score_word


def _score(lists: Lists, line: Line) -> str:
    return line.percent if lists.in_percent else line.score


def _board_least(points: Mapping[str, Mapping[int, str]]) -> float:
    """How wide a board's column is at least: 5.8 mm, or as its widest figure."""
    texts = {text for row in points.values() for text in row.values()}
    return max([BOARD, *(width(text, TEXT, FIGURES) + 1.4 * MM for text in texts)])


def _bands(
    lists: Lists, points: Mapping[str, Mapping[int, str]], one: RankedList, paper: Paper
) -> list[Sequence[int]]:
    """Return the boards of each page; all on one where it holds them."""
    least, room = _board_least(points), paper.room - _fixed(lists, one) - LEAST_NAMES
    most = max(1, int(room / least))
    pages = -(-len(lists.boards) // most)
    each = -(-len(lists.boards) // pages)
    return [lists.boards[at : at + each] for at in range(0, len(lists.boards), each)]


def _block(lists: Lists, table: Table, paper: Paper) -> Block:
    one, boards = table.one, table.boards
    room = paper.room - _fixed(lists, one)
    each = min(MOST_BOARD, max(_board_least(table.points), (room - NAMES) / len(boards)))
    names = Names.of([line.names for line in one.rows], room - each * len(boards) - 3 * MM)
    high = max(ROW, names.high if names.lines > 2 else 0)
    columns = [
        Column(pgettext("column: place", "pl"), PLACE, "middle", BOLD, FIGURES),
        Column(pgettext("column: number", "no"), _number_wide(one), "middle", size=FIGURES),
        Column(_("names"), room - each * len(boards), size=names.size),
        *(Column(str(board), each, "middle", size=FIGURES) for board in boards),
        Column(_score_word(lists), _score_wide(lists, one), "right", BOLD, FIGURES),
    ]
    uprights = _uprights(columns, len(boards))

    def head(pen: Pen, x: float, y: float) -> None:
        put_heads(pen, columns, x, y + 9)
        pen.rule(x, y + HEADS, paper.room, LINE)
        _draw_uprights(pen, uprights, x, y, HEADS)

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        line = one.rows[number]
        own = table.points[line.key]
        put_row(pen, columns, x, y, high, [
            (line.place,), (line.key,), names.set(line.names),
            *((own.get(board) or SAT_OUT,) for board in boards),
            (_score(lists, line),),
        ])  # fmt: skip
        pen.rule(x, y + high, paper.room, LINE if (number + 1) % EVERY == 0 else HAIR)
        _draw_uprights(pen, uprights, x, y, high)

    return Block(HEADS, head, [high] * len(one.rows), row)


def _uprights(columns: Sequence[Column], boards: int) -> list[float]:
    """Where upright rules stand: before the first board, after every four, after the last."""
    first = sum(column.wide for column in columns[:3])
    each = columns[3].wide
    return [first + each * at for at in [*range(0, boards, EVERY), boards]]


def _draw_uprights(pen: Pen, uprights: Sequence[float], x: float, y: float, high: float) -> None:
    for at in uprights:
        pen.line(x + at, y, x + at, y + high, HAIR)
