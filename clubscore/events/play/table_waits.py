"""What waits at a table apart from the board shown: disputes, boards not agreed yet."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.events.play.reporting import other_side
from clubscore.events.play.table_page import TablePage
from clubscore.events.state.spot_state import State


class Waiting(NamedTuple):
    """A board of this round that was reported but does not count yet: disputed or not agreed."""

    board: int
    text: str
    is_disputed: bool


def waiting_at(page: TablePage) -> list[Waiting]:
    """Return what waits here, disputes first; nothing for spectators."""
    if page.table is None or not page.voice.speaks:
        return []
    found = []
    for each in page.table.boards:
        if each is page.standing:
            continue
        if each.state is State.DISPUTED:
            text = _("Board %(n)s: the two sides disagree. The director sees both results.")
            found.append(Waiting(each.spot.board, text % {"n": each.spot.board}, True))
        elif each.state is State.TOLD:
            who = named(page.names[other_side(each.told_by)])
            text = _("Board %(n)s: waiting for %(who)s to agree.")
            values = {"n": each.spot.board, "who": who}
            found.append(Waiting(each.spot.board, text % values, False))
        elif each.proposed:
            text = _("Board %(n)s: said to be wrong. What was agreed counts until both agree.")
            found.append(Waiting(each.spot.board, text % {"n": each.spot.board}, False))
    return sorted(found, key=lambda each: (not each.is_disputed, each.board))
