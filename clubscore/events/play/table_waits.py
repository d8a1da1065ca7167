"""What waits at a table besides the board before its reader: disputes, boards not agreed yet."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.events.play.reporting import other_side
from clubscore.events.play.table_page import TablePage
from clubscore.events.state.spot_state import State


class Waiting(NamedTuple):
    """A board of this round that is not in though somebody told it; disputed or not agreed."""

    board: int
    text: str
    is_disputed: bool


def waiting_at(page: TablePage) -> list[Waiting]:
    """Return what waits here, disputes first; nothing for somebody who only looks on."""
    if page.table is None or not page.voice.speaks:
        return []
    found = []
    for each in page.table.boards:
        if each is page.standing:
            continue
        if each.state is State.DISPUTED:
            text = _("the two sides say different things. The director sees it too.")
            found.append(Waiting(each.spot.board, text, True))
        elif each.state is State.TOLD:
            who = named(page.names[other_side(each.told_by)])
            text = _("waits for the yes of %(who)s.") % {"who": who}
            found.append(Waiting(each.spot.board, text, False))
    return sorted(found, key=lambda each: (not each.is_disputed, each.board))
