"""Victory points of a match from its IMPs: the WBF's continuous scale and the ACBL's bands.

Both give twenty points to a match. The continuous scale is worked out in decimals of fifty places
and is exact in hundredths; no binary fraction comes near it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import ceil, lcm

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, ngettext_lazy
from clubscore.ranking.contestant import POINTS, TEAMS, VP
from clubscore.ranking.numbers import rounded
from clubscore.ranking.options import Option
from clubscore.ranking.result import Result, Side
from clubscore.ranking.scoring import MatchesInUsebio, Scoring, ScoringFacts, award_nothing, in_imps
from clubscore.ranking.scorings.team_matches import BoardOfMatch, boards_of, match_key, write_points
from clubscore.ranking.unit import Credit, Method, Unit
from clubscore.ranking.valuation import (
    AVERAGES,
    average_regulations,
    award_imps,
    imps,
    in_imps_of_averages,
)

WBF, ACBL = "wbf-20", "acbl-20"
SCALE = Option(
    "vp_scale",
    gettext_noop("Victory point scale"),
    (
        (WBF, gettext_noop("World Bridge Federation, to hundredths")),
        (ACBL, gettext_noop("ACBL, whole points")),
    ),
    place=80,
    asked_of=(TEAMS,),
)
TOP = 20
HUNDREDTHS = 100
EVEN = 10 * HUNDREDTHS
# The lowest margins for 11 to 20 victory points, by the most boards of a match.
BANDS = (
    (8, (1, 3, 5, 8, 11, 14, 17, 20, 24, 28)),
    (11, (1, 3, 6, 10, 14, 18, 22, 26, 31, 36)),
    (15, (1, 4, 7, 11, 15, 20, 25, 30, 36, 42)),
    (20, (2, 5, 9, 14, 19, 25, 32, 39, 47, 56)),
    (27, (3, 7, 12, 18, 25, 33, 42, 51, 61, 72)),
    (36, (4, 9, 15, 22, 30, 39, 49, 60, 72, 85)),
)


def victory_points(margin: Fraction | int, boards: int, scale: str = WBF) -> Fraction:
    """What a side has that is ahead by so many IMPs over so many boards; behind is negative.

    A margin that is no whole number (by a weighted score) is rounded first, half away from zero,
    because the scales are tables of whole IMPs. RuleError at ``options.vp_scale`` where the scale
    does not go so far.
    """
    whole = int(rounded(margin, 0))
    winner = _continuous(boards, abs(whole)) if scale == WBF else _in_bands(boards, abs(whole))
    return winner if whole >= 0 else TOP - winner


def _in_bands(boards: int, margin: int) -> Fraction:
    for most, lowest in BANDS:
        if boards <= most:
            return Fraction(TOP // 2 + bisect_right(lowest, margin))
    raise RuleError(
        "vp-scale",
        ngettext_lazy(
            "acbl-20 is for at most %(most)s board, not %(boards)s. Choose wbf-20.",
            "acbl-20 is for at most %(most)s boards, not %(boards)s. Choose wbf-20.",
            "most",
        ),
        "options.vp_scale",
        most=BANDS[-1][0],
        boards=boards,
    )  # fmt: skip


def _continuous(boards: int, margin: int) -> Fraction:
    table = wbf_scale(boards)
    return Fraction(table[min(margin, len(table) - 1)], HUNDREDTHS)


@lru_cache(maxsize=256)
def wbf_scale(boards: int) -> tuple[int, ...]:
    """The winner's hundredths of a victory point by margin, 0 to the first that gives all twenty.

    WBF 2013: with X = 15 sqrt(N) and R = sqrt(5) - 2, the cube of the golden section, a margin of
    i is worth 10 + 10 (1 - R^(i/X)) / (1 - R). No step may be larger than the one before it; where
    rounding made it so, hundredths are added from below.
    """
    with localcontext() as context:
        context.prec = 50
        ratio = Decimal(5).sqrt() - 2
        most = 15 * Decimal(boards).sqrt()
        table = []
        for margin in range(ceil(most) + 1):
            part = 1 - (ratio.ln() * margin / most).exp()
            points = EVEN + EVEN * part / (1 - ratio)
            table.append(min(int(points.quantize(Decimal(1), ROUND_HALF_UP)), 2 * EVEN))
    while _smoothed(table):
        pass
    return tuple(table)


def _smoothed(table: list[int]) -> bool:
    """Add a hundredth wherever a step is larger than the one before; whether any was added."""
    added = False
    for at in range(1, len(table) - 1):
        if table[at + 1] - table[at] > table[at] - table[at - 1]:
            table[at] += 1
            added = True
    return added


def score_victory_points(
    scale: str, average: str = AVERAGES.usual
) -> Callable[[Sequence[Result], int], Unit]:
    """A whole match: IMPs board by board, their sum in victory points of this scale."""

    def score(results: Sequence[Result], _expected: int) -> Unit:
        boards = list(boards_of(results, imps))
        got = [board.points or _awarded(board, average) for board in boards]
        denominator = 1
        for pair in got:
            denominator = lcm(denominator, pair[0].denominator, pair[1].denominator)
        ns: list[int | None] = [None] * len(results)
        ew: list[int | None] = [None] * len(results)
        margins: dict[Side, Fraction] = {}
        for board, pair in zip(boards, got, strict=True):
            for team, won in zip(board.teams, pair, strict=True):
                margins[team] = margins.get(team, Fraction(0)) + won
            write_points(board, results, pair, denominator, (ns, ew))
        credits = {
            team: Credit(victory_points(margin, len(boards), scale), 0, len(boards))
            for team, margin in margins.items()
        }
        return Unit(results, denominator, ns, ew, credits=credits)

    return score


def _awarded(board: BoardOfMatch, average: str) -> tuple[Fraction, Fraction]:
    """Artificial scores in a match, in IMPs; both teams may gain."""
    ns, ew = (
        sum((award_imps(average, each.percent) for each in awards), Fraction(0))
        / max(1, len(awards))
        for awards in board.awards
    )
    return ns, ew


def _method(event: ScoringFacts) -> Method:
    score = score_victory_points(event.options.of(SCALE), event.options.of(AVERAGES))
    return Method(match_key, score, award_nothing, by_match=True)


VICTORY_POINTS = Scoring(
    key="imps-vp",
    name=gettext_noop("IMPs and victory points"),
    about=gettext_noop("IMPs of a match, converted to victory points"),
    method=_method,
    units=(VP, POINTS),
    board_unit=in_imps,
    options=(SCALE,),
    offered_to=(TEAMS,),
    beside=(TEAMS,),
    only_for=TEAMS,
    victory_points=True,
    regulations=average_regulations,
    average=in_imps_of_averages,
    tried=((SCALE, (WBF, ACBL)),),
    usebio_matches=MatchesInUsebio("SWISS_TEAMS", "IMPS", "VPS", ("IMPS",)),
)
