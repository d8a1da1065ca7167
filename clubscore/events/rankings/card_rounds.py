"""A contestant's card in short: the points of each round, before board by board."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from clubscore.club.wording.figures import MINUS
from clubscore.events.rankings.lists import CardLine
from clubscore.ranking import show_number as number


class CardRound(NamedTuple):
    """A round of a card: the opponents, its lines, and their total.

    `points` and `percent` are empty where nothing is compared or points have no top.
    """

    round: int
    against: tuple[str, ...]
    lines: list[CardLine]
    points: str
    percent: str
    exact: Fraction
    top: Fraction

    @property
    def share(self) -> Fraction | None:
        """The points' part of the top, None where there is none."""
        return self.exact / self.top if self.top else None


def rounds_of(card: Iterable[CardLine]) -> list[CardRound]:
    """Return a card's lines, which are in the order of play, by rounds."""
    return [_of_round(at, list(lines)) for at, lines in groupby(card, lambda each: each.round)]


def _of_round(at: int | None, lines: list[CardLine]) -> CardRound:
    compared = [(line.exact, line.exact_top) for line in lines if line.exact is not None]
    points = sum((exact for exact, _top in compared), Fraction(0))
    top = sum((Fraction(exact_top or 0) for _exact, exact_top in compared), Fraction(0))
    against = tuple(dict.fromkeys(name for line in lines for name in line.against))
    return CardRound(
        at or 0,
        against,
        lines,
        number(points).replace("-", MINUS) if compared else "",
        number(100 * points / top) if top else "",
        points,
        top,
    )
