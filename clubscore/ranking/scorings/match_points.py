"""Victory points of matches of pairs, as they were published: an event that came from a file.

Which scale turns a match into victory points is an organiser's choice that no file names: those
for matchpoints differ by country and by the boards of a match. So what a match brought is a fact of
the file, and nothing of it is worked out here. Our own Swiss events of pairs go by their boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import PAIRS, POINTS, VP
from clubscore.ranking.result import Result, Side
from clubscore.ranking.scoring import MatchesInUsebio, Scoring, ScoringFacts, award_nothing
from clubscore.ranking.scorings.team_matches import match_key
from clubscore.ranking.unit import Credit, Method, Unit


def _score(results: Sequence[Result], _expected: int) -> Unit:
    """A whole match: what its results say that it brought."""
    won: dict[Side, Fraction] = {}
    for result in results:
        brought = result.match_vp or (Fraction(0), Fraction(0))
        for side, points in zip((result.ns, result.ew), brought, strict=True):
            won[side] = won.get(side, Fraction(0)) + points
    boards = len({result.board for result in results if result.played})
    nothing = [None] * len(results)
    credits = {side: Credit(points, 0, boards) for side, points in won.items()}
    return Unit(results, 1, nothing, nothing, credits=credits)


def _method(_event: ScoringFacts) -> Method:
    return Method(match_key, _score, award_nothing, by_match=True)


def _check(event: ScoringFacts) -> None:
    """RuleError at ``results`` where no result says what its match brought."""
    if event.results and not any(result.match_vp for result in event.results):
        raise RuleError(
            "match-vp",
            gettext_noop("No result says what its match brought. Add match_vp to one of each."),
            "results",
        )


MATCH_POINTS = Scoring(
    key="match-vp",
    name=gettext_noop("Victory points of matches"),
    about=gettext_noop("what each match of pairs brought, as it was published"),
    method=_method,
    units=(VP, POINTS),
    offered_to=(),
    only_for=PAIRS,
    check=_check,
    usebio_matches=MatchesInUsebio("SWISS_PAIRS", "", "VPS", ()),
)
