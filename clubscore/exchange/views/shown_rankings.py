"""The ranking of an event in a file, as a page shows it before anything is recorded."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from clubscore.club.wording.figures import figure
from clubscore.ranking import Event, rank, show_number

SHOWN = 40


class ShownRow(NamedTuple):
    """A row of a ranking that a file would bring."""

    place: str
    number: str
    names: Sequence[str]
    score: str
    percent: str


class ShownRanking(NamedTuple):
    """The first rows of a ranking, and how many more there are."""

    direction: str | None
    rows: list[ShownRow]
    more: int


def rankings_shown(told: Event) -> list[ShownRanking]:
    """Return the rankings of all of an event, the first rows of each."""
    return [
        ShownRanking(
            ranking.direction,
            [
                ShownRow(
                    row.place,
                    row.entry.contestant.number,
                    row.entry.contestant.names,
                    _shown(row.entry.score),
                    _shown(row.entry.percent),
                )
                for row in ranking.rows[:SHOWN]
            ],
            max(0, len(ranking.rows) - SHOWN),
        )
        for ranking in rank(told).rankings
        if ranking.list == "scratch"
    ]


def _shown(value: Fraction | None) -> str:
    return "" if value is None else figure(show_number(value))
