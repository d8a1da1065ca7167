"""A movement on paper: the director's sheet, then its cards."""

from collections.abc import Callable, Sequence
from functools import partial

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.club.wording.phrases import said
from clubscore.laws.words import Listing, Phrase, gettext_noop
from clubscore.movements.counts import (
    BOARDS_A_ROUND,
    BOARDS_IN_PLAY,
    CONTESTANTS,
    ROUNDS,
    TABLES,
    counted,
)
from clubscore.movements.kinds.every_kind import KIND_NAMES
from clubscore.movements.rows import Movement, Row
from clubscore.sheets.at_the_table.board_numbers import EN_DASH, shown_boards
from clubscore.sheets.at_the_table.card_forms import GUIDES, guide_forms, table_forms
from clubscore.sheets.at_the_table.card_forms import TABLES as TABLE_CARDS
from clubscore.sheets.at_the_table.movement_cards import Names, guide_cards, table_cards
from clubscore.sheets.at_the_table.table_tents import draw_tents, table_tents
from clubscore.sheets.pieces.identity import Identity, imprint
from clubscore.sheets.pieces.paper import MARGIN, Paper
from clubscore.sheets.pieces.pen import STRONG, THIN, Pen
from clubscore.sheets.pieces.piece_sheets import Sheets, draw_sheets, planned
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit, wrapped

COPIES = gettext_noop("copies: %(copies)s")
LINE_HIGH, GAP = 15.0, 12.0
SIZE, SMALL = 11.0, 9.0
# The director's grid: wider rooms go on another band of tables below.
TABLES_ABREAST, CELL_HIGH = 9, 27.0


def movement_pdf(
    movement: Movement, paper: Paper, title: str = "", names: Names | None = None
) -> bytes:
    """Return a movement as a PDF: the director's sheet, guide cards, table cards, table tents.

    Without a title it is that of the kind; `names` are those of the contestants by number.
    """
    title = title or _(KIND_NAMES.get(movement.kind, movement.kind))
    told = imprint(title, subject=_("Movement"))
    at = partial(Identity, "", title, "")
    plans = card_plans(movement, names or {}, paper, at)
    tents = table_tents(movement, at)

    def put(pen: Pen) -> None:
        draw_director_sheet(pen, movement, title)
        for plan in plans:
            draw_sheets(pen, plan, told)
        draw_tents(pen, tents, told)

    return printed(put, paper, told, sheets=sum(plan.count for plan in plans) + len(tents))


def card_plans(
    movement: Movement,
    names: Names,
    paper: Paper,
    at: Callable[[str], Identity],
    letter: str = "",
) -> list[Sheets]:
    """Return everyone's guide card and every table's card as they go on sheets.

    `letter` is the section's where there are more, and stands before numbers of pairs and tables.
    """
    guides = guide_forms(guide_cards(movement, names, letter), at, paper)
    tables = table_forms(table_cards(movement, names, letter), at, paper)
    return [planned(guides, paper, GUIDES), planned(tables, paper, TABLE_CARDS)]


def draw_director_sheet(pen: Pen, movement: Movement, title: str) -> None:
    """Draw what the director keeps: how it goes, and the whole of it."""
    x, y, wide = MARGIN, MARGIN, pen.paper.room
    pen.fitted(x, y + 18, fit(title, SERIF, 22, wide, least=12))
    boards = movement.sets * movement.boards_per_set
    facts = Listing(
        (
            counted(CONTESTANTS[movement.contestants_are], movement.contestants),
            counted(TABLES, movement.tables),
            counted(ROUNDS, movement.rounds),
            counted(BOARDS_A_ROUND, movement.boards_per_set),
            counted(BOARDS_IN_PLAY, boards),
            Phrase(COPIES, {"copies": movement.copies}),
        )
    )
    y += 38
    for text in (said(facts), *map(said, movement.notes)):
        for line in wrapped(text, TEXT, SIZE, wide):
            pen.text(x, y, line, TEXT, SIZE)
            y += LINE_HIGH
    y += 6
    bands = -(-movement.tables // TABLES_ABREAST)
    abreast = -(-movement.tables // bands)
    for first in range(1, movement.tables + 1, abreast):
        last = min(first + abreast - 1, movement.tables)
        y = _bands(pen, movement, y, range(first, last + 1))
    pen.new_page()


def _bands(pen: Pen, movement: Movement, y: float, tables: range) -> float:
    """Draw some tables through all rounds, on as many pages as that takes; return where it ends."""
    rounds = list(range(1, movement.rounds + 1))
    while rounds:
        room = int((pen.paper.height - MARGIN - y - LINE_HIGH) // CELL_HIGH)
        # A band that would be cut begins on a page of its own, if it was not the first there.
        if room < len(rounds) and y > MARGIN and (room < 4 or len(rounds) <= _rounds_a_page(pen)):
            pen.new_page()
            y = MARGIN
            continue
        _band(pen, movement, y, tables, rounds[:room])
        y += LINE_HIGH + CELL_HIGH * len(rounds[:room]) + GAP
        rounds = rounds[room:]
    return y


def _rounds_a_page(pen: Pen) -> int:
    return int((pen.paper.tall - LINE_HIGH) // CELL_HIGH)


def _band(pen: Pen, movement: Movement, y: float, tables: range, rounds: list[int]) -> None:
    """Draw some tables in some rounds: who against whom, below it the boards."""
    x, head = MARGIN, 46.0
    wide = min(74.0, (pen.paper.room - head) / len(tables))
    middles = {at: x + head + (at - tables.start + 0.5) * wide for at in tables}
    pen.text(x, y + 11, _("round"), TEXT, SMALL)
    for table, middle in middles.items():
        word = _("table %(table)s") % {"table": table}
        pen.text(middle, y + 11, word, TEXT, SMALL, "middle")
    y += LINE_HIGH
    right = head + len(tables) * wide
    pen.rule(x, y, right, STRONG)
    for number in rounds:
        pen.text(x + 4, y + 17, str(number), BOLD, SIZE)
        for row in movement.rows_of_round(number):
            if row.table in middles:
                _cell(pen, movement, row, middles[row.table], y, wide)
        y += CELL_HIGH
        pen.rule(x, y, right, THIN)


def _cell(pen: Pen, movement: Movement, row: Row, x: float, y: float, wide: float) -> None:
    if row.is_played:
        who = f"{_side(row.ns)} {EN_DASH} {_side(row.ew)}"
        boards = shown_boards(movement.boards_of(row))
    else:
        who = _side(row.seated)
        boards = _("sits out") if row.seated else ""
    pen.fitted(x, y + 12, fit(who, TEXT, SIZE, wide - 4, least=8), "middle")
    pen.fitted(x, y + 23, fit(boards, TEXT, SMALL, wide - 4, least=8), "middle")


def _side(numbers: Sequence[int]) -> str:
    return named(numbers)
