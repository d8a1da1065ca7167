"""The list of ways of scoring. A way is added by its file and one line here."""

from __future__ import annotations

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import TEAMS
from clubscore.ranking.numbers import read_choice
from clubscore.ranking.options import OF_EVERY_EVENT, Option
from clubscore.ranking.scoring import Scoring
from clubscore.ranking.scorings.against_par import PAR
from clubscore.ranking.scorings.board_a_match import BOARD_A_MATCH
from clubscore.ranking.scorings.butler import BUTLER
from clubscore.ranking.scorings.cross_imps import CROSS_IMPS
from clubscore.ranking.scorings.match_points import MATCH_POINTS
from clubscore.ranking.scorings.matchpoints import MATCHPOINTS
from clubscore.ranking.scorings.total_points import TOTAL_POINTS
from clubscore.ranking.scorings.victory_points import VICTORY_POINTS

# The usual one first; what is made for matches of teams stands at the end.
SCORINGS: tuple[Scoring, ...] = (
    MATCHPOINTS,
    CROSS_IMPS,
    BUTLER,
    TOTAL_POINTS,
    PAR,
    BOARD_A_MATCH,
    VICTORY_POINTS,
    MATCH_POINTS,
)


def every_scoring() -> tuple[Scoring, ...]:
    """Every way of scoring, the usual one first."""
    return SCORINGS


def scoring_keys() -> tuple[str, ...]:
    """What event files call every way of scoring."""
    return tuple(each.key for each in SCORINGS)


def find_scoring(key: object) -> Scoring:
    """The way of scoring of this key. RuleError at ``scoring`` for one that is not there."""
    found = read_choice(key, "scoring", scoring_keys())
    return next(each for each in SCORINGS if each.key == found)


def offered_to(kind: str) -> tuple[Scoring, ...]:
    """What a director may choose where such contestants play, what is made for them first."""
    return tuple(each for each in _in_order(kind) if kind in each.offered_to)


def other_scorings(kind: str) -> tuple[Scoring, ...]:
    """What such contestants' ranking may be shown in beside the event's own scoring."""
    return tuple(each for each in _in_order(kind) if kind in each.beside)


def _in_order(kind: str) -> tuple[Scoring, ...]:
    return SCORINGS[::-1] if kind == TEAMS else SCORINGS


def every_option() -> list[Option]:
    """Every option of an event, as pages and files put them in order."""
    own = (option for scoring in SCORINGS for option in scoring.options)
    return sorted({*OF_EVERY_EVENT, *own}, key=lambda option: option.place)


def check_kind(scoring: Scoring, kind: str) -> None:
    """Victory points are of matches. RuleError at ``scoring`` where pairs or individuals play."""
    if scoring.only_for and scoring.only_for != kind:
        raise RuleError(
            "scoring",
            gettext_noop("%(scoring)s is for %(kind)s: contestants_are is %(kind)s there."),
            "scoring",
            scoring=scoring.key,
            kind=scoring.only_for,
        )
