"""A movement on paper: the director's sheet, then its cards."""

from collections.abc import Callable
from functools import partial

from django.utils.translation import gettext as _

from clubscore.movements.kinds import KIND_NAMES
from clubscore.movements.rows import Movement
from clubscore.sheets.at_the_table.card_forms import GUIDES, guide_forms, table_forms
from clubscore.sheets.at_the_table.card_forms import TABLES as TABLE_CARDS
from clubscore.sheets.at_the_table.movement_cards import Names, guide_cards, table_cards
from clubscore.sheets.at_the_table.table_tents import draw_tents, table_tents
from clubscore.sheets.events.leaves.movement_leaf import draw_movement
from clubscore.sheets.pieces.identity import Identity, imprint
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.pen import Feet, Pen
from clubscore.sheets.pieces.piece_sheets import Sheets, draw_sheets, planned
from clubscore.sheets.pieces.printing import count_of, printed


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

    def director(pen: Pen) -> None:
        draw_movement(pen, movement, title, names or {})

    def put(pen: Pen) -> None:
        with pen.with_feet(Feet(told, count_of(director, paper))):
            director(pen)
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
