"""Tables over many evenings: each series of events, and the card tables' season by points."""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Max, Min

from clubscore.club.access import Actor, Level
from clubscore.club.models import Club, Person
from clubscore.club.people.published_names import PublishedNames
from clubscore.club.wording.figures import signed
from clubscore.club.wording.names import named
from clubscore.events.in_series.series_now import SeriesNow
from clubscore.events.models import Series
from clubscore.publishing.site_look import Look
from clubscore.rubbers.season.adding_up import season_of, settlements_of


class SeriesRow(NamedTuple):
    """A line of a series; without names where somebody of it is not named."""

    place: str
    names: str
    played: int
    total: str


class SeasonRow(NamedTuple):
    """Somebody's season at the card tables."""

    person: Person
    rubbers: int
    won: int
    points: str


class PublishedSeries(SeriesNow):
    """A series of which only published events count."""

    def __init__(self, series: Series, published: Iterable[int]) -> None:
        super().__init__(series, Actor(level=Level.PLAYER, club=series.club))
        known = set(published)
        self.events = [event for event in self.events if event.pk in known]
        self._at = {event.pk: at for at, event in enumerate(self.events)}


def page_of_series(series: Series) -> str:
    """Return the place of a series."""
    return f"series/{series.pk}.html"


def series_page(
    look: Look, series: Series, published: Sequence[int], names: PublishedNames
) -> bytes:
    """Return the table of a series."""
    now = PublishedSeries(series, published)
    rows = [
        SeriesRow(
            line.place,
            named(line.names) if all(pk in names.named for pk in line.keys) else "",
            line.played,
            line.total,
        )
        for line in now.lines
    ]
    context = {
        "series": series,
        "events": len(now.events),
        "placed": [row for row in rows if row.place],
        "below": [row for row in rows if not row.place],
    }
    return look.page("series.html", page_of_series(series), context)


def page_of_season(year: int) -> str:
    """Return the place of a year's season at the card tables."""
    return f"season/{year}.html"


def seasons_played(club: Club) -> list[int]:
    """Return the years in which anything was agreed at card tables, newest first. One query."""
    ends: dict[str, dt.date | None] = settlements_of(club).aggregate(
        first=Min("part__sitting__evening"), last=Max("part__sitting__evening")
    )
    first, last = ends["first"], ends["last"]
    return [] if first is None or last is None else [*range(last.year, first.year - 1, -1)]


def season_page(look: Look, year: int, names: PublishedNames) -> bytes:
    """Return a year at the card tables, by points: never money; of those who are named."""
    evenings = (dt.date(year, 1, 1), dt.date(year, 12, 31))
    agreed = settlements_of(look.club).filter(part__sitting__evening__range=evenings)
    scores = season_of(look.club, agreed).by_member()
    ordered = sorted(scores.items(), key=lambda each: (-each[1].points, each[0]))
    rows = [
        SeasonRow(names.people[pk], score.rubbers, score.won, signed(score.points))
        for pk, score in ordered
        if pk in names.named
    ]
    context = {"year": year, "rows": rows, "hidden": len(ordered) - len(rows)}
    return look.page("season.html", page_of_season(year), context)
