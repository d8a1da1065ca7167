"""The first page of the site, and its events year by year."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from clubscore.publishing.event_summary import EventFacts
from clubscore.publishing.site_look import Look

NEWEST = 12  # events on the first page


class Evening(NamedTuple):
    """The events of an evening, and the place of its gazette if it has one."""

    day: dt.date
    events: Sequence[EventFacts]
    gazette: str


class Contents(NamedTuple):
    """What the site has: events with something to show, gazettes by evening, series, seasons."""

    events: Sequence[EventFacts]
    gazettes: Mapping[str, str]
    series: Sequence[tuple[str, str]]
    seasons: Sequence[tuple[str, str]]
    has_people: bool

    @property
    def years(self) -> list[int]:
        """The years with an event, the newest first."""
        return sorted({each.day.year for each in self.events}, reverse=True)

    def evenings(self, events: Iterable[EventFacts]) -> list[Evening]:
        """Return some events by evening, the newest first."""
        ordered = sorted(events, key=lambda each: (each.evening, each.event), reverse=True)
        return [
            Evening(dt.date.fromisoformat(day), list(found), self.gazettes.get(day, ""))
            for day, found in groupby(ordered, key=lambda each: each.evening)
        ]


def page_of_year(year: int) -> str:
    """Return the place of a year's events."""
    return f"{year}.html"


def first_page(look: Look, contents: Contents) -> bytes:
    """Return the first page: the newest events, and the ways to all else."""
    newest = sorted(contents.events, key=lambda each: (each.evening, each.event))[-NEWEST:]
    context = {
        "evenings": contents.evenings(newest),
        "years": [(year, page_of_year(year)) for year in contents.years],
        "contents": contents,
    }
    return look.page("front.html", "index.html", context)


def year_page(look: Look, contents: Contents, year: int) -> bytes:
    """Return the events of a year."""
    found = [each for each in contents.events if each.day.year == year]
    years = [(one, page_of_year(one), one == year) for one in contents.years]
    context = {"year": year, "years": years, "evenings": contents.evenings(found)}
    return look.page("year.html", page_of_year(year), context)
