"""Every way of scoring, from what an event chose."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from operator import attrgetter

from clubscore.ranking.event import (
    BOARD_A_MATCH,
    BUTLER,
    CROSS_IMPS,
    MATCHPOINTS,
    PAR,
    TEAM_IMPS,
    TEAMS,
    TOTAL_POINTS,
    Event,
    check_kind,
)
from clubscore.ranking.par.task_points import line_key, score_tasks
from clubscore.ranking.result import Result
from clubscore.ranking.scorings.imps import award_imps, score_butler, score_cross_imps
from clubscore.ranking.scorings.matchpoints import NONE, WIN, score_matchpoints
from clubscore.ranking.scorings.team_matches import (
    board_key,
    match_key,
    score_board_a_match,
    score_victory_points,
)
from clubscore.ranking.scorings.total_points import (
    LOSSES,
    PARS,
    TASKS,
    award_nothing,
    award_par,
    score_par,
    score_total,
)
from clubscore.ranking.unit import Method, Unit, ruled_unit


def method_of(event: Event, scoring: str | None = None, par_ranking: str | None = None) -> Method:
    """The event's way of scoring, or another for the same results.

    RuleError at ``scoring`` where the results cannot be scored so.
    """
    scoring = scoring or event.scoring
    check_kind(scoring, event.contestants_are)
    if scoring == PAR:
        return _par(event, par_ranking or event.options.par_ranking)
    if scoring == BOARD_A_MATCH and event.contestants_are != TEAMS:
        return _board_a_match_of_pairs(event)
    return _METHODS[scoring](event)


def comparison_key(event: Event) -> Callable[[Result], Hashable]:
    """Which results are compared: those of a board, in the whole field or by sections."""
    if event.options.compare == "section":
        return attrgetter("board", "section")
    return attrgetter("board")


def award_of_top(percent: Fraction, top: int) -> Fraction:
    """So many percent of the top."""
    return percent * top / 100


def _matchpoints(event: Event) -> Method:
    score = score_matchpoints(event.options.uneven_boards)
    factor = Fraction(event.options.win, WIN)
    return Method(comparison_key(event), score, award_of_top, factor, in_percent=True)


def _board_a_match(event: Event) -> Method:
    factor = Fraction(event.options.win, WIN)
    return Method(board_key, score_board_a_match, award_of_top, factor, in_percent=True)


def _board_a_match_of_pairs(event: Event) -> Method:
    """Each table against every other that played the board; a board counts the same for all."""
    count = score_matchpoints(NONE)

    def score(results: Sequence[Result], expected: int) -> Unit:
        unit = count(results, expected)
        points: dict[int, tuple[Fraction, Fraction]] = {}
        tops: dict[int, int] = {}
        for line, (ns, ew) in enumerate(zip(unit.ns, unit.ew, strict=True)):
            if ns is not None and ew is not None:
                comparisons = max(1, unit.top_of(line) // WIN)
                over = unit.denominator * comparisons
                points[line] = Fraction(ns, over), Fraction(ew, over)
                tops[line] = WIN if unit.top_of(line) else 0
        return ruled_unit(results, points, WIN, tops)

    factor = Fraction(event.options.win, WIN)
    return Method(comparison_key(event), score, award_of_top, factor, in_percent=True)


def _cross_imps(event: Event) -> Method:
    return Method(comparison_key(event), score_cross_imps(event.options.cross_imps), award_imps)


def _butler(event: Event) -> Method:
    return Method(comparison_key(event), score_butler(event.options.datum), award_imps)


def _total_points(event: Event) -> Method:
    return Method(comparison_key(event), score_total, award_nothing)


def _team_imps(event: Event) -> Method:
    score = score_victory_points(event.options.vp_scale)
    return Method(match_key, score, award_nothing, by_match=True)


def _par(event: Event, kind: str) -> Method:
    if kind == TASKS:
        score = score_tasks(event.boards)
        return Method(line_key, score, award_of_top, in_percent=True)
    return Method(
        comparison_key(event),
        score_par(kind, event.boards),
        award_par(kind),
        in_percent=kind == PARS,
        fewest=kind == LOSSES,
    )


_METHODS: dict[str, Callable[[Event], Method]] = {
    MATCHPOINTS: _matchpoints,
    CROSS_IMPS: _cross_imps,
    BUTLER: _butler,
    TOTAL_POINTS: _total_points,
    BOARD_A_MATCH: _board_a_match,
    TEAM_IMPS: _team_imps,
}
