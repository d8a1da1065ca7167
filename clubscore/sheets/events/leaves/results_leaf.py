"""Every board's results on paper: with names, or with numbers and a key to them."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.figures import signed
from clubscore.club.wording.names import named
from clubscore.events.rankings.lists import Lists, ResultLine
from clubscore.events.results.result_form import ShownResult
from clubscore.events.state.board_words import dealt_line
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.card_summary import worth_of
from clubscore.sheets.events.leaves.leaf import Block, leaf_pdf
from clubscore.sheets.events.leaves.leaf_columns import (
    Column,
    Names,
    put_cell,
    put_heads,
    put_row,
    row_high,
)
from clubscore.sheets.events.leaves.leaf_head import head_of_results
from clubscore.sheets.events.leaves.result_cells import (
    contract_cell,
    plain_cell,
    tricks_cell,
)
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.pen import HAIR, LINE, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, width

BOARD, HEADS, TITLE, LOW = 16.0, 13.0, 18.0, 5 * MM
MOST_WITH_NAMES = 6
BETWEEN = 6 * MM

CONTRACT, TRICKS = 4, 7


class Sheet(NamedTuple):
    """How a board is set: its columns, how names are, and the least height of a row.

    A ruling in several lines makes its own row higher, and no other.
    """

    columns: Sequence[Column]
    names: Names | None
    high: float

    @property
    def wide(self) -> float:
        """The width of the columns."""
        return sum(column.wide for column in self.columns)


def results_leaf(room: Room, paper: Paper, names: bool | None = None) -> bytes:
    """Return every board as a PDF; ``names`` forces names or numbers, else few rows have names."""
    lists = Lists(room)
    travellers = {board: lists.traveller(board) for board in lists.boards}
    most = max((len(rows) for rows in travellers.values()), default=0)
    with_names = most <= MOST_WITH_NAMES if names is None else names
    head = head_of_results(_("Results"), lists)
    if with_names:
        sheet = _with_names(travellers.values(), paper)
        blocks = [
            _board(lists, sheet, board, rows, _highs(sheet, rows))
            for board, rows in travellers.items()
        ]
    else:
        sheet = _with_numbers(travellers.values(), paper)
        boards = list(travellers)
        pairs = [boards[at : at + 2] for at in range(0, len(boards), 2)]
        blocks = [_key(lists, paper)]
        for pair in pairs:
            # Two boards beside each other have their rows in common.
            both = [_highs(sheet, travellers[board]) for board in pair]
            highs = [max(each) for each in zip_longest(*both, fillvalue=0.0)]
            made = [_board(lists, sheet, board, travellers[board], highs) for board in pair]
            blocks.append(_abreast(made, sheet.wide + BETWEEN))
    return leaf_pdf(head, blocks, paper)


def _key_wide(travellers: Sequence[ResultLine], size: float) -> float:
    keys = (key for row in travellers for each in (row.ns_key, row.ew_key) for key in [each])
    texts = (part for key in keys for part in key.split("+"))
    return max((width(text, BOLD, size) for text in texts), default=0) + 3 * MM


def _with_names(travellers: Iterable[Sequence[ResultLine]], paper: Paper) -> Sheet:
    rows = [row for found in travellers for row in found]
    number = max(9 * MM, _key_wide(rows, 11.0))
    points = _points_wide(rows, 10.5 * MM)
    rest = (15 + 8 + 10 + 14 + 14) * MM + 2 * number + 2 * points
    room = (paper.room - rest) / 2
    names = Names.of([side for row in rows for side in (row.ns, row.ew)], room - 3 * MM)
    columns = _columns(number, room, points, (15 * MM, 8 * MM, 10 * MM, 14 * MM), names.size)
    return Sheet(columns, names, max(names.high, row_high(2)))


def _with_numbers(travellers: Iterable[Sequence[ResultLine]], paper: Paper) -> Sheet:
    rows = [row for found in travellers for row in found]
    number = max(10 * MM, _key_wide(rows, 9.5))
    points = _points_wide(rows, 7.5 * MM)
    half = (paper.room - BETWEEN) / 2
    tricks, by = 9 * MM, 7 * MM
    score = 12 * MM
    contract = half - 2 * number - 2 * points - tricks - by - 2 * score
    columns = _columns(number, 0, points, (contract, by, tricks, score), 9.0)
    return Sheet(columns, None, LOW)


def _highs(sheet: Sheet, rows: Sequence[ResultLine]) -> list[float]:
    """Return the height of each row: that of all, or what a result in several lines needs."""
    lines = [len(plain_cell(row.result, _result_room(sheet.columns))) for row in rows]
    return [max(sheet.high, row_high(count) if count > 1 else 0.0) for count in lines]


def _points_wide(rows: Sequence[ResultLine], least: float) -> float:
    texts = (text for row in rows for text in (row.ns_points, row.ew_points))
    return max([least, *(width(text, TEXT, 9.5) + 2.6 * MM for text in texts)])


def _columns(
    number: float, names: float, points: float, of_result: Sequence[float], size: float
) -> list[Column]:
    contract, by, tricks, score = of_result
    bold = 11.0 if names else 9.5
    return [
        Column(_("NS"), number, "middle", BOLD, bold),
        Column("", names, size=size),
        Column(_("EW"), number, "middle", BOLD, bold),
        Column("", names, size=size),
        Column(_("contract"), contract, "middle"),
        Column(pgettext("column: declarer", "by"), by, "middle"),
        Column(_("tricks"), tricks, "middle"),
        Column(_("NS +"), score, "right"),
        Column(_("NS −"), score, "right"),
        Column(_("NS"), points, "right"),
        Column(_("EW"), points, "right"),
    ]


def _result_room(columns: Sequence[Column]) -> float:
    return sum(column.wide for column in columns[CONTRACT:TRICKS])


def _board(
    lists: Lists, sheet: Sheet, board: int, rows: Sequence[ResultLine], highs: Sequence[float]
) -> Block:
    facts = [dealt_line(lists.scorer.boards[board], lists.room.event), *_average(lists, board)]

    def head(pen: Pen, x: float, y: float) -> None:
        number = str(board)
        with pen.tagged("Caption"):
            pen.text(x, y + 13, number, BOLD, BOARD)
        beside = width(number, BOLD, BOARD) + 4 * MM
        about = fit(" · ".join(facts), TEXT, 9.0, sheet.wide - beside)
        with pen.tagged("Caption"):
            pen.fitted(x + beside, y + 13, about)
        put_heads(pen, sheet.columns, x, y + TITLE + 9)
        pen.rule(x, y + TITLE + HEADS, sheet.wide, LINE)

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        with pen.tagged("TR"):
            _row(pen, sheet._replace(high=highs[number]), x, y, rows[number])
        pen.rule(x, y + highs[number], sheet.wide, HAIR)

    return Block(TITLE + HEADS, head, highs[: len(rows)], row)


def _average(lists: Lists, board: int) -> list[str]:
    """What an average is worth on a board, where it has a top; and par, if it was set."""
    found = []
    par = lists.scorer.boards[board].par
    if par is not None:
        found.append(_("par %(score)s") % {"score": signed(par.score)})
    worth = worth_of(lists, board)
    if worth is not None:
        found.append(_("average %(average)s of %(top)s") % worth._asdict())
    return found


def _row(pen: Pen, sheet: Sheet, x: float, y: float, row: ResultLine) -> None:
    lefts = _lefts(sheet.columns, x)
    columns, high = sheet.columns, sheet.high

    def put(at: int, *lines: str) -> None:
        put_cell(pen, columns[at], lefts[at], y, high, lines)

    for at, key, names in ((0, row.ns_key, row.ns), (2, row.ew_key, row.ew)):
        if sheet.names is None:
            put(at, named(key.split("+")))
        else:
            put(at, *key.split("+"))
            put(at + 1, *sheet.names.set(names))
    _put_result(pen, sheet, lefts, y, row.result)
    if row.score is not None:
        put(7 if row.score >= 0 else 8, str(abs(row.score)))
    put(9, row.ns_points)
    put(10, row.ew_points)


def _put_result(
    pen: Pen, sheet: Sheet, lefts: Sequence[float], y: float, result: ShownResult
) -> None:
    columns = sheet.columns
    said = plain_cell(result, _result_room(columns))
    if said:
        whole = columns[CONTRACT]._replace(wide=_result_room(columns), size=8.0)
        put_cell(pen, whole, lefts[CONTRACT], y, sheet.high, said)
        return
    cells = (contract_cell(result), result.seat, tricks_cell(result))
    for at, text in enumerate(cells, CONTRACT):
        put_cell(pen, columns[at], lefts[at], y, sheet.high, (text,))


def _lefts(columns: Sequence[Column], x: float) -> list[float]:
    lefts = []
    for column in columns:
        lefts.append(x)
        x += column.wide
    return lefts


def _abreast(pair: Sequence[Block], apart: float) -> Block:
    """Two boards beside each other, as one block with as many rows as the longer has."""
    longest = max(pair, key=lambda block: len(block.rows))

    def head(pen: Pen, x: float, y: float) -> None:
        for at, block in enumerate(pair):
            block.draw_head(pen, x + at * apart, y)

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        for at, block in enumerate(pair):
            if number < len(block.rows):
                block.row(pen, x + at * apart, y, number)

    return Block(longest.head, head, longest.rows, row)


def by_section(key: str) -> tuple[str, int, str]:
    """Return what orders numbers that may have the letter of their section: A9, A10, B1."""
    letter, number = key.rstrip("0123456789"), len(key.rstrip("0123456789"))
    return letter, int(key[number:] or 0), key


def _key(lists: Lists, paper: Paper) -> Block:
    """Who the numbers are, in two columns, in the order of the numbers."""
    who = {line.key: line.names for one in lists.scratch for line in one.rows}
    keys = sorted(who, key=by_section)
    half = (paper.room - BETWEEN) / 2
    number = max((width(key, BOLD, 9.0) for key in keys), default=0) + 4 * MM
    names = Names.of([[named(who[key])] for key in keys], half - number - 3 * MM)
    high, down = names.high, -(-len(keys) // 2)
    columns = [
        Column("", number, "right", BOLD, 9.0),
        Column("", half - number, size=names.size),
    ]

    def row(pen: Pen, x: float, y: float, at: int) -> None:
        for side in range(2):
            if at + side * down < len(keys):
                key = keys[at + side * down]
                left = x + side * (half + BETWEEN)
                cells = ((key,), names.set([named(who[key])]))
                put_row(pen, columns, left, y, high, cells)

    return Block(0.0, _nothing, [high] * down, row)


def _nothing(_pen: Pen, _x: float, _y: float) -> None:
    """The key has no head."""
