"""The director's sheet of a movement by itself, before it is anybody's evening."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from clubscore.club.wording.phrases import said
from clubscore.events.who_sits import Side
from clubscore.laws.words import Phrase, gettext_noop
from clubscore.movements.rows import BOARDS_IN_PLAY, Movement, Row, counted
from clubscore.sheets.events.leaves.hall_grid import (
    Hall,
    Meeting,
    facts_of,
    meeting_of,
    sheet_of,
)
from clubscore.sheets.events.leaves.leaf import Block, Head, draw_leaf
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.pen import Pen

COPIES = gettext_noop("copies: %(copies)s")


def draw_movement(
    pen: Pen, movement: Movement, title: str, names: Mapping[int, tuple[str, ...]]
) -> None:
    """Draw who sits where with which boards; who is who where any names are known."""
    draw_leaf(pen, *_sheet(movement, title, names, pen.paper))


def _sheet(
    movement: Movement, title: str, names: Mapping[int, tuple[str, ...]], paper: Paper
) -> tuple[Head, list[Block]]:
    rows = {(row.round, row.table): row for row in movement.rows}
    rounds = range(1, movement.rounds + 1)
    hall = Hall(
        title="",
        facts=(),
        rounds=movement.rounds,
        tables=[
            (str(table), [_meeting(movement, rows.get((number, table))) for number in rounds])
            for table in range(1, movement.tables + 1)
        ],
        out=[_resting(movement, number) for number in rounds],
        who=[(str(number), names[number]) for number in sorted(names)],
    )
    boards = counted(BOARDS_IN_PLAY, movement.sets * movement.boards_per_set)
    copies = Phrase(COPIES, {"copies": movement.copies})
    more = _("%(boards)s, %(copies)s.") % {"boards": said(boards), "copies": said(copies)}
    head = Head(_("Director's sheet"), title, (*facts_of(movement), more), "")
    return sheet_of(head, [hall], paper)


def _meeting(movement: Movement, row: Row | None) -> Meeting:
    if row is None or not row.is_played:
        return Meeting()
    return meeting_of(_side(row.ns), _side(row.ew), movement.boards_of(row))


def _side(seated: Sequence[int]) -> Side:
    return (seated[0], seated[1]) if len(seated) > 1 else seated[0]


def _resting(movement: Movement, number: int) -> str:
    """Return who sits out in a round, wherever they wait."""
    resting = (one for row in movement.rows_of_round(number) if not row.is_played
               for one in row.seated)  # fmt: skip
    return ", ".join(map(str, sorted(resting)))
