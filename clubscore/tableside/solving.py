"""What each card comes to, asked while a page waits: one position at a time, those are remembered.

A lead takes a tenth of a second. Where another page is asking, this one waits for a moment, and
then goes without: its cards are shown without their tricks.
"""

import threading
from collections import OrderedDict
from typing import NamedTuple

from clubscore.deals.card_play import CardPlay
from clubscore.deals.solved_cards import Outcome, solver, written
from clubscore.laws.errors import RuleError

KEPT = 2000  # positions
PATIENCE = 0.3  # seconds that a page waits for its turn; more would hold up other pages


class Solved(NamedTuple):
    """What each card comes to in tricks of declarer's side, and the best line to the end.

    `trouble` says why there is none; nothing where another page is asking.
    """

    outcome: Outcome
    line: tuple[str, ...]
    trouble: RuleError | None = None


NOTHING = Solved({}, ())
_asking = threading.Lock()
# By position, declarer and the tricks that their side has. No writing changes what is in it.
_known: OrderedDict[tuple[str, str, int], Solved] = OrderedDict()


def solved(play: CardPlay) -> Solved:
    """Return what each card comes to; nothing where it cannot be asked just now."""
    key = (written(play), play.declarer, play.taken[play.side])
    known = _known.get(key)
    if known is not None:
        return known
    if not _asking.acquire(timeout=PATIENCE):
        return NOTHING
    try:
        with solver() as asked:
            found = _known[key] = Solved(asked.outcome(play), asked.best_line(play))
        while len(_known) > KEPT:
            _known.popitem(last=False)
    except RuleError as error:
        return Solved({}, (), error)
    finally:
        _asking.release()
    return found
