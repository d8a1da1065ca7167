"""The archive: closed seasons with their champions, and the events of a year."""

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.events.in_series.past_years import PastSeries, past_events, past_series
from clubscore.events.models import Event


class ArchivePage(TypedDict):
    """A year with its closed series and its events; and which years there are."""

    years: list[int]
    year: int
    series: list[PastSeries]
    events: list[Event]


@open_to(Level.PLAYER)
@require_safe
def archive(request: ClubRequest) -> HttpResponse:
    """Show a year of the club: the newest unless one is asked for."""
    events, series = past_events(request.actor.home), past_series(request.actor)
    years = sorted({year for year, _one in [*events, *series]}, reverse=True)
    asked = whole_number(request.GET.get("year"))
    year = asked if asked in years else next(iter(years), 0)
    context: ArchivePage = {
        "years": years,
        "year": year or 0,
        "series": [one for of, one in series if of == year],
        "events": [one for of, one in events if of == year],
    }
    return render(request, "events/archive.html", context)
