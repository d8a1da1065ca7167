"""International Match Points: the scale of law 78B."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import INDIVIDUALS, PAIRS
from clubscore.ranking.options import Option, Options
from clubscore.ranking.regulations import AVERAGE_AT_IMPS, Regulation, regulation
from clubscore.ranking.result import Adjusted
from clubscore.ranking.way_of_scoring import Played

# Laws of Duplicate Bridge 2017, law 78B: the lowest difference for 1 to 24 IMPs.
LOWEST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip


def imps(difference: int) -> int:
    """The IMPs of a difference in points, with its sign."""
    won = bisect_right(LOWEST, abs(difference))
    return won if difference > 0 else -won


_AVERAGE = regulation(AVERAGE_AT_IMPS)
_WORDS = {"3": gettext_noop("3 IMPs"), "2": gettext_noop("2 IMPs")}
AVERAGES = Option(
    _AVERAGE.option,
    gettext_noop("At IMPs, A+ and A− are plus and minus"),
    tuple((value, _WORDS[value]) for value in _AVERAGE.values),
    place=75,
    asked_of=(PAIRS, INDIVIDUALS),
)


# Some programs have the one and some the other, and no file says so.
TRIED_AVERAGES = (AVERAGES, AVERAGES.choices)


def in_imps_of_averages(options: Options) -> str:
    """Return how many IMPs an average plus is."""
    return options.of(AVERAGES)


def award_imps(average: str, percent: Fraction, _top: int = 0) -> Fraction:
    """An artificial score in IMPs of a board: 60 percent are ``average``, an average plus."""
    return int(average) * (percent - 50) / 10


def average_regulations(event: Played) -> tuple[Regulation, ...]:
    """What averages at IMPs are worth, where an event has any."""
    if any(isinstance(each.ruling, Adjusted) for each in event.results):
        return (_AVERAGE.chosen(event.options.of(AVERAGES)),)
    return ()
