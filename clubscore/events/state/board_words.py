"""A board in words: who deals it, and who is vulnerable where the event's game counts that."""

from django.utils.translation import gettext as _

from clubscore.events.models import Event
from clubscore.events.state.scoring import valuation_of
from clubscore.laws.words import SEATS
from clubscore.ranking import Board


def vulnerability(board: Board) -> str:
    """Return who is vulnerable, in words."""
    words = {
        "none": _("none vulnerable"),
        "NS": _("North–South vulnerable"),
        "EW": _("East–West vulnerable"),
        "both": _("both vulnerable"),
    }
    return words[board.vulnerable]


def counts_vulnerability(event: Event) -> bool:
    """Whether a result of this event's game depends on who is vulnerable: none of 1917 does."""
    return event.told or valuation_of(event).counts_vulnerability


def board_title(board: Board, event: Event) -> str:
    """Return a board with its dealer and who is vulnerable: Board 6 · East deals · ..."""
    values = {"n": board.number, "dealer": _(SEATS[board.dealer])}
    if not counts_vulnerability(event):
        return _("Board %(n)s · %(dealer)s deals") % values
    text = _("Board %(n)s · %(dealer)s deals · %(vulnerable)s")
    return text % {**values, "vulnerable": vulnerability(board)}


def dealt_line(board: Board, event: Event) -> str:
    """Return the same without its number: East deals, all vulnerable."""
    dealer = _(SEATS[board.dealer])
    if not counts_vulnerability(event):
        return _("%(dealer)s deals") % {"dealer": dealer}
    words = {"dealer": dealer, "who": vulnerability(board)}
    return _("%(dealer)s deals, %(who)s") % words
