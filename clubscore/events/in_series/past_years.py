"""What a club looks up of past years: its closed series with their champions, and its events."""

from typing import NamedTuple

from clubscore.club.access import Actor
from clubscore.club.models import Club
from clubscore.club.wording.names import named
from clubscore.events.in_series.series_now import SeriesNow
from clubscore.events.in_series.series_write import series_of
from clubscore.events.models import Event, Series


class PastSeries(NamedTuple):
    """A series that is closed, and who won it: all who share the first place."""

    series: Series
    champions: str


def past_events(club: Club) -> list[tuple[int, Event]]:
    """Return the events of a club that are over, with their years, the newest first. One query."""
    found = Event.sessions.filter(club=club, called_off_at=None)
    found = found.exclude(finished_at=None, told=False).order_by("-evening", "-pk")
    return [(event.evening.year, event) for event in found]


def past_series(actor: Actor) -> list[tuple[int, PastSeries]]:
    """Return the closed series that a reader may see, with the years in which they ended."""
    closed = [one for one in series_of(actor.home) if one.closed_at is not None]
    return [_won(one, actor) for one in closed]


def _won(series: Series, actor: Actor) -> tuple[int, PastSeries]:
    now = SeriesNow(series, actor)
    first = [named(line.names) for line in now.lines if line.place.rstrip("=") == "1"]
    assert series.closed_at is not None  # noqa: S101 - only closed ones are asked about
    year = now.events[-1].evening.year if now.events else series.closed_at.year
    return year, PastSeries(series, "; ".join(first))
