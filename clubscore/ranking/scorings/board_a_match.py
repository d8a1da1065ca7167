"""Board-a-match: each board of a match won, level or lost; of pairs against every other table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import INDIVIDUALS, PAIRS, PERCENT_OF_TOP, POINTS, TEAMS
from clubscore.ranking.result import Award, Result, Side
from clubscore.ranking.scoring import (
    InPbn,
    InUsebio,
    MatchesInUsebio,
    Scoring,
    ScoringFacts,
    award_of_top,
    comparison_key,
    in_shares,
)
from clubscore.ranking.scorings.matchpoints import NONE, WIN, plain_matchpoints, score_matchpoints
from clubscore.ranking.scorings.team_matches import board_key, boards_of, write_points
from clubscore.ranking.unit import (
    Artificial,
    Credit,
    Method,
    PlainBoard,
    ScoreWorth,
    Unit,
    ruled_unit,
)

# A board that is won counts two, one that is level one.
TOP = 2


def score_board_a_match(results: Sequence[Result], _expected: int) -> Unit:
    """One board of a match: won, level or lost, by whatever difference."""
    ns: list[int | None] = [None] * len(results)
    ew: list[int | None] = [None] * len(results)
    credits: dict[Side, Credit] = {}
    artificial: list[Artificial] = []
    denominator = 1
    for board in boards_of(results, lambda difference: 1 + (difference > 0) - (difference < 0)):
        if board.points is None:
            artificial += map(_artificial, board.teams, board.awards)
            continue
        denominator = lcm(*(points.denominator for points in board.points))
        for team, points in zip(board.teams, board.points, strict=True):
            credits[team] = Credit(points, TOP, 1)
        write_points(board, results, board.points, denominator, (ns, ew))
    return Unit(results, denominator, ns, ew, TOP, None, tuple(artificial), credits)


def _artificial(team: Side, awards: tuple[Award, ...]) -> Artificial:
    return Artificial(team, awards, TOP)


def _of_pairs(event: ScoringFacts) -> Method:
    """Each table against every other that played the board; a board counts the same for all."""

    def plain(board: PlainBoard, expected: int) -> ScoreWorth:
        worth = plain_matchpoints(NONE, board, expected)
        comparisons = max(1, worth.top // WIN)
        top = WIN if worth.top else 0
        return ScoreWorth(worth.denominator * comparisons, worth.ns, worth.ew, top, usual_top=WIN)

    def score(results: Sequence[Result], expected: int) -> Unit:
        unit = score_matchpoints(NONE, results, expected)
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
    key = comparison_key(event)
    return Method(key, score, award_of_top, factor, in_percent=True, plain=plain)


def _method(event: ScoringFacts) -> Method:
    if event.contestants_are != TEAMS:
        return _of_pairs(event)
    factor = Fraction(event.options.win, WIN)
    return Method(board_key, score_board_a_match, award_of_top, factor, in_percent=True)


BOARD_A_MATCH = Scoring(
    key="board-a-match",
    name=gettext_noop("Point-a-board"),
    about=gettext_noop("each board won, halved or lost"),
    method=_method,
    units=(PERCENT_OF_TOP, POINTS),
    board_unit=in_shares,
    offered_to=(PAIRS, INDIVIDUALS, TEAMS),
    beside=(TEAMS,),
    usebio=InUsebio("PAIRS", "BAM", "MATCH_POINTS"),
    usebio_matches=MatchesInUsebio("TEAMS", "BAM", "BAM", ("TEAM_POINTS", "OPPOSING_TEAM_POINTS")),
    pbn=InPbn("BAM", "MP"),
)
