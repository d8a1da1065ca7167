"""Butler: IMPs against the datum of a board, the mean of its results without the outermost."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, product, repeat
from math import prod

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, ngettext_lazy
from clubscore.ranking.contestant import IMPS, PAIRS, POINTS
from clubscore.ranking.numbers import rounded
from clubscore.ranking.options import MISSED_BOARDS, Option
from clubscore.ranking.result import Result, Weighted
from clubscore.ranking.scoring import (
    InPbn,
    InUsebio,
    Scoring,
    ScoringFacts,
    comparison_key,
    in_imps,
)
from clubscore.ranking.unit import Method, PlainBoard, ScoreWorth, Unit, groups_of, ruled_unit
from clubscore.ranking.valuation import (
    AVERAGES,
    TRIED_AVERAGES,
    average_regulations,
    award_imps,
    imps,
    in_imps_of_averages,
)

DATUM_STEP = 10
TRIM_FROM = 4
# So many ways a board's weighted scores may fall together; no one rules that much.
MOST_WAYS = 4096
DATUM = Option(
    "datum",
    gettext_noop("Butler's average leaves out"),
    (
        ("trim-1", gettext_noop("the best score and the worst")),
        ("trim-2", gettext_noop("the two best and the two worst")),
        ("mean", gettext_noop("nothing")),
    ),
    place=60,
)


def datum(scores: Sequence[int], manner: str) -> int:
    """The mean of a board's scores without the outermost, to the nearest ten points.

    ``trim-1`` leaves out the best and the worst where there are four results or more, ``trim-2``
    the two best and worst, but never all; halves are rounded away from zero.
    """
    trimmed = sorted(scores)
    if manner != "mean" and len(scores) >= TRIM_FROM:
        off = min(int(manner[-1]), (len(scores) - 1) // 2)
        trimmed = trimmed[off : len(scores) - off]
    return int(rounded(Fraction(sum(trimmed), len(trimmed) * DATUM_STEP), 0)) * DATUM_STEP


def plain_butler(manner: str, board: PlainBoard, _expected: int) -> ScoreWorth:
    """Each score against the datum of its board."""
    middle = datum(list(chain.from_iterable(map(repeat, board.scores, board.times))), manner)
    ns = [imps(score - middle) for score in board.scores]
    return ScoreWorth(1, ns, [-points for points in ns])


def score_butler(manner: str, results: Sequence[Result], _expected: int) -> Unit:
    """The same with rulings, boards not played or a fouled deal."""
    points: dict[int, tuple[Fraction, Fraction]] = {}
    for group in groups_of(results):
        ns, ew = (_against_datum(field, manner) for field in (group.ns, group.ew))
        for line, for_ns, for_ew in zip(group.lines, ns, ew, strict=True):
            points[line] = (for_ns, -for_ew)
    return ruled_unit(results, points)


def _against_datum(field: Sequence[Weighted], manner: str) -> list[Fraction]:
    """Each line's IMPs, the weighted mean over every way the board's scores can fall together."""
    ways = prod(len(line) for line in field)
    if ways > MOST_WAYS:
        raise RuleError(
            "weights",
            ngettext_lazy(
                "The weighted scores of one board combine in %(ways)s way, but at most %(most)s"
                " can be worked out. Use fewer weights.",
                "The weighted scores of one board combine in %(ways)s ways, but at most %(most)s"
                " can be worked out. Use fewer weights.",
                "ways",
            ),
            "results",
            ways=ways,
            most=MOST_WAYS,
        )
    total = [Fraction(0)] * len(field)
    for way in product(*field):
        weight = prod((part for _, part in way), start=Fraction(1))
        scores = [score for score, _ in way]
        middle = datum(scores, manner)
        for line, score in enumerate(scores):
            total[line] += weight * imps(score - middle)
    return total


def _method(event: ScoringFacts) -> Method:
    manner = event.options.of(DATUM)
    return Method(
        comparison_key(event),
        partial(score_butler, manner),
        partial(award_imps, event.options.of(AVERAGES)),
        plain=partial(plain_butler, manner),
    )


BUTLER = Scoring(
    key="butler-imps",
    name=gettext_noop("Butler"),
    about=gettext_noop("IMPs against the average of the board"),
    method=_method,
    units=(IMPS, POINTS),
    board_unit=in_imps,
    options=(DATUM, AVERAGES),
    regulations=average_regulations,
    average=in_imps_of_averages,
    beside=(PAIRS,),
    tried=(
        (MISSED_BOARDS, ("scheduled", "all", "none")),
        (DATUM, ("trim-1", "mean", "trim-2")),
        TRIED_AVERAGES,
    ),
    usebio=InUsebio("BUTLER_PAIRS", "BUTLER_IMPS", "BUTLER_POINTS"),
    pbn=InPbn("IMP;Butler", "IMP", begins=("imp",), holds="butler"),
    bridgewebs="Butler",
    pads=21,
)
