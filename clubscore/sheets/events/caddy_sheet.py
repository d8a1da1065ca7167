"""Which boards to carry where at every change of rounds, on paper and as text."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.events.movement.carried_boards import Carried, boards_after
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.tables_pdf import Block, Column


def caddy_blocks(room: Room) -> list[Block]:
    """A table for each change from now on, section by section; what is not drawn yet is missing."""
    columns = (
        Column(_("Boards"), 1.0),
        Column(_("from table"), 1.0),
        Column(_("to table"), 1.0),
        Column("", 1.0),
    )
    return [
        Block(change.title, change.letter, columns, [_row(e) for e in change.carried])
        for number in range(room.rounds)
        for section in room.sections
        if section.pk in room.plans
        and number >= room.now(section.pk)
        and (change := boards_after(room, section, number)).carried
    ]


def _row(one: Carried) -> list[str]:
    """A set of boards; one that stays says so where it goes."""
    to = pgettext("boards", "stay") if one.stays else one.to
    return [one.boards, one.out_of, to, pgettext("boards", "shared") if one.shared else ""]
