"""What an organiser wants to know of a set of par boards before it is played.

Both sides must have equal chances (Auction Bridge Variations 1923, ch. XI): each seat declares as
often as any other, both sides can win as many points for tasks, and the stored par is what best
play brings, or says why not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from clubscore.deals.par import BestPlay
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import Listing, Phrase, gettext_noop, ngettext_lazy, seat_name
from clubscore.ranking.board import Board
from clubscore.ranking.tasks import SIDES

NO_PAR = ngettext_lazy(
    "Board without a par: %(boards)s.", "Boards without a par: %(boards)s.", "count"
)
OTHER_PAR = gettext_noop(
    "Board %(board)s: the par given is %(given)s, but double dummy it is %(best)s. Correct"
    " it, or add a note that gives the reason."
)
NO_DECLARER = gettext_noop("Board %(board)s: enter who declares at par.")
DECLARERS = gettext_noop("Declarers at par: %(seats)s. Equal numbers are fair to every seat.")
EACH_DECLARES = gettext_noop("%(seat)s %(count)s")
UNEQUAL_TASKS = gettext_noop(
    "Points for tasks: North–South can win %(ns)s, East–West %(ew)s. Equal points are fair."
)


class ParSet(NamedTuple):
    """A set of boards looked over: what is odd, and its sums.

    ``declarers`` is how often each seat declares at par, ``pars`` the points that best play brings
    each side over all boards, ``tasks`` what each side can win for tasks.
    """

    boards: int
    findings: tuple[Phrase, ...]
    declarers: Mapping[str, int]
    pars: Mapping[str, int]
    tasks: Mapping[str, int]

    @property
    def sum_of_pars(self) -> int:
        """What perfect play of the whole set scores, whichever side."""
        return sum(self.pars.values())


def look_over(boards: Iterable[Board], best: Mapping[int, BestPlay]) -> ParSet:
    """Look over a par set; ``best`` is the double-dummy par of the boards of which it is known."""
    boards = tuple(boards)
    findings = [finding for board in boards for finding in _of_board(board, best)]
    without = [board.number for board in boards if board.par is None]
    if without:
        findings.append(Phrase(NO_PAR, {"boards": Listing(without), "count": len(without)}))
    declarers = Counter(board.par.declarer for board in boards if board.par and board.par.declarer)
    counts = {seat: declarers[seat] for seat in COMPASS}
    if len(set(counts.values())) > 1:
        seats = Listing(
            Phrase(EACH_DECLARES, {"seat": seat_name(seat), "count": count})
            for seat, count in counts.items()
        )
        findings.append(Phrase(DECLARERS, {"seats": seats}))
    tasks = {
        side: sum(task.points for board in boards for task in board.tasks if task.side == side)
        for side in SIDES
    }
    if len(set(tasks.values())) > 1:
        findings.append(Phrase(UNEQUAL_TASKS, {"ns": tasks["NS"], "ew": tasks["EW"]}))
    scores = [board.par.score for board in boards if board.par]
    pars = {
        "NS": sum(score for score in scores if score > 0),
        "EW": -sum(score for score in scores if score < 0),
    }
    return ParSet(len(boards), tuple(findings), counts, pars, tasks)


def _of_board(board: Board, best: Mapping[int, BestPlay]) -> list[Phrase]:
    if board.par is None:
        return []
    found = []
    if board.par.declarer is None and board.par.score:
        found.append(Phrase(NO_DECLARER, {"board": board.number}))
    known = best.get(board.number)
    if known is not None and known.score != board.par.score and not board.par.note:
        params = {"board": board.number, "given": board.par.score, "best": known.score}
        found.append(Phrase(OTHER_PAR, params))
    return found
