"""One event ranked in several ways side by side: matchpoints, IMPs, total points, par."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording.phrases import said
from clubscore.events.par.par_page import with_par
from clubscore.events.rankings.lists import SCRATCH, Lists
from clubscore.events.terms.event_words import scoring_name
from clubscore.laws.errors import RuleError
from clubscore.ranking import Entry, Ranked, places_of, rank, show_number
from clubscore.ranking.scorings import shown_beside


class Way(NamedTuple):
    """A way of ranking: its name, and {contestant: (place, score)}."""

    name: str
    places: dict[str, tuple[str, str]]


class Cell(NamedTuple):
    """A place and a score in one way of ranking."""

    way: str
    place: str
    score: str


class Row(NamedTuple):
    """A contestant with its places in every way."""

    key: str
    names: list[str]
    cells: list[Cell]


class Group(NamedTuple):
    """A list of contestants; without a title if it is the only one."""

    title: str
    rows: list[Row]


class SideBySide:
    """An event's own ranking, and next to it the others."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists
        event = lists.scorer.event()
        self.ways = [_way(event.scoring, lists.ranked)]
        self.left_out: list[tuple[str, str]] = []
        for scoring in shown_beside(event.contestants_are):
            if scoring.key == event.scoring:
                continue
            try:
                ranked = with_par(lists.room, event) if scoring.needs_par else event
                self.ways.append(_way(scoring.key, rank(ranked, scoring.key)))
            except RuleError as error:
                self.left_out.append((_(scoring.name), said(error)))

    @property
    def groups(self) -> list[Group]:
        """The lists, a row for each contestant with its place and score in every way."""
        return [
            Group(
                one.title,
                [
                    Row(
                        row.key,
                        row.names,
                        [Cell(way.name, *way.places[row.key]) for way in self.ways],
                    )
                    for row in one.rows
                ],
            )
            for one in self.lists.scratch
        ]


def _way(scoring: str, ranked: Ranked) -> Way:
    places = {
        row.entry.contestant.number: (place, _score(row.entry))
        for ranking in ranked.rankings
        if ranking.list == SCRATCH
        for row, place in zip(ranking.rows, places_of(ranking), strict=True)
    }
    return Way(scoring_name(scoring), places)


def _score(entry: Entry) -> str:
    if not entry.boards:
        return ""
    if entry.percent is not None:
        return f"{show_number(entry.percent)} %"
    return show_number(entry.score).replace("-", "\N{MINUS SIGN}")
