"""Scores that no contract gives: named where a file or the keyboard has one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.figures import figure
from clubscore.events.state.board_words import vulnerability
from clubscore.ranking import Board, Event, Valuation
from clubscore.ranking.result import ResultFacts, members

MOST_NAMED = 6


def impossible_in(event: Event) -> Iterator[str]:
    """Return what is odd about the scores of an event that a file has, a sentence each."""
    found = event.impossible()
    for result, score in islice(found, MOST_NAMED):
        ns, ew = (" & ".join(members(side)) for side in (result.ns, result.ew))
        text = _("%(what)s (%(ns)s against %(ew)s)")
        yield text % {"what": _named(event.boards[result.board], score), "ns": ns, "ew": ew}
    more = sum(1 for _each in found)
    if more:
        text = ngettext("and %(n)s more like these", "and %(n)s more like these", more)
        yield text % {"n": more}


def impossible_typed(valuation: Valuation, board: Board, facts: ResultFacts) -> str:
    """Return what is odd about a score that was typed alone; nothing if a contract gives it."""
    score = facts.get("score")
    if score is None or valuation.may_be(score, board.vulnerable):
        return ""
    return f"{_named(board, score)}."


def _named(board: Board, score: int) -> str:
    text = _("Board %(board)s: no contract gives %(score)s for North–South, %(vulnerable)s")
    told = {"score": figure(str(score)), "vulnerable": vulnerability(board)}
    return text % {"board": board.number, **told}
