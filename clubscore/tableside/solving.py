"""What each card comes to, asked while a page waits: one position at a time, those are remembered.

A lead takes a tenth of a second, one at nullos some seconds where it can be worked out at all.
Where another page is asking, this one waits for a moment, and then goes without: its cards are
shown without their tricks.
"""

import threading
from collections import OrderedDict
from typing import NamedTuple

from clubscore.deals.card_play import CardPlay
from clubscore.deals.ducked_cards import nullo_cards
from clubscore.deals.given_up import Ending
from clubscore.deals.solved_cards import Outcome, solver, written
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

KEPT = 2000  # positions
NULLO_LINE_FROM = 12  # cards played
PATIENCE = 0.3  # seconds that a page waits for its turn; more would hold up other pages


class Solved(NamedTuple):
    """What each card comes to in tricks of declarer's side, and the best line to the end.

    `trouble` says why there is none; nothing where another page is asking.
    """

    outcome: Outcome
    line: tuple[str, ...]
    trouble: RuleError | None = None


NOTHING = Solved({}, ())
TOO_HARD = gettext_noop(
    "With so many cards left these nullos take too long to work out. Play some cards on."
)
_asking = threading.Lock()
# By position, declarer, the tricks that their side has, and whether the line is wanted. No writing
# changes what is in it.
_known: OrderedDict[tuple[str, str, int, bool], Solved] = OrderedDict()


def solved(play: CardPlay, *, with_line: bool = True) -> Solved:
    """Return what each card comes to; nothing where it cannot be asked just now."""
    key = (written(play), play.declarer, play.taken[play.side], with_line)
    known = _known.get(key)
    if known is not None:
        return known
    if not _asking.acquire(timeout=PATIENCE):
        return NOTHING
    try:
        found = _known[key] = _asked(play, with_line)
        while len(_known) > KEPT:
            _known.popitem(last=False)
    except RuleError as error:
        return Solved({}, (), error)
    finally:
        _asking.release()
    return found


def solved_ending(ending: Ending, side: str) -> int | None:
    """Return the tricks that a side still takes; None where another page is asking just now.

    RuleError as :meth:`clubscore.deals.given_up.Ending.tricks_of`.
    """
    if not _asking.acquire(timeout=PATIENCE):
        return None
    try:
        with solver() as asked:
            return ending.tricks_of(side, asked)
    finally:
        _asking.release()


def _asked(play: CardPlay, with_line: bool) -> Solved:
    with nullo_cards() if play.loses else solver() as asked:
        outcome = asked.outcome(play)
        # At nullos a line takes as long as its first cards each: only that of few cards is shown.
        is_long = play.loses and len(play.played) < NULLO_LINE_FROM
        trouble = None
        if play.loses and not outcome and not play.is_over:
            trouble = RuleError("nullos-too-hard", TOO_HARD)
        return Solved(outcome, asked.best_line(play) if with_line and not is_long else (), trouble)
