"""The club over its years, and behind each figure the evenings and people that it counts."""

import datetime as dt
from dataclasses import dataclass, field
from typing import Any, TypedDict

from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubscore.charts.picture import Picture
from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.club.models import Club, Person
from clubscore.events.models import Event
from clubscore.events.selectors import events_of
from clubscore.room.club_years.counted_years import (
    Faithful,
    days_by_person,
    days_played,
    people_of,
    years_of,
)
from clubscore.room.club_years.years_table import FaithfulTable, YearsTable, pictures_of
from clubscore.rubbers.models import Sitting

A_PAGE = 30  # evenings, people
ALL = "all"


class YearsPage(TypedDict):
    """The club over its years; people only where the reader may see who played."""

    table: YearsTable
    pictures: list[Picture]
    people: FaithfulTable | None


@dataclass
class Evening:
    """What there was on an evening: card tables, events."""

    day: dt.date
    tables: list[Sitting] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


class YearPage(TypedDict):
    """The evenings of a year, or its people; `who` where they are one person's."""

    year: str
    of: str
    who: Person | None
    evenings: list[Evening]
    people: FaithfulTable | None
    page: Page[Any] | None
    found: int


@open_to(Level.PLAYER)
@require_safe
def club_years(request: ClubRequest) -> HttpResponse:
    """Show the club year by year, in a table and in pictures."""
    found, seen = years_of(request.actor.home), sees_people(request.actor)
    table = YearsTable(found.years, with_links=seen).sorted_by(request)
    people = FaithfulTable(found.people) if seen else None
    if people is not None:
        people.prefix = "most-"
        people.sorted_by(request, A_PAGE)
    context: YearsPage = {
        "table": table,
        "pictures": pictures_of(found.years, found.games),
        "people": people,
    }
    return render(request, "room/club_years.html", context)


@open_to(Level.PLAYER)
@require_safe
def club_year(request: ClubRequest, year: str) -> HttpResponse:
    """Show the evenings of a year, or who played in it: all that its figures count.

    Where a club keeps results to their players only those who keep them see it.
    """
    actor, number = request.actor, whole_number(year)
    if year != ALL and (number is None or not dt.MINYEAR <= number <= dt.MAXYEAR):
        raise Http404
    if not sees_people(actor):
        raise PermissionDenied
    who = _who(actor.home, request.GET.get("who"))
    of = request.GET.get("of", "")
    context: YearPage = {
        "year": year,
        "of": of,
        "who": who,
        "evenings": [],
        "people": None,
        "page": None,
        "found": 0,
    }
    if of in ("players", "new") and who is None:
        people = people_of(actor.home, number)
        if of == "new":
            people = _first_time(people_of(actor.home), number)
        context["found"] = len(people)
        # Of new members all evenings are counted, of others those of the year.
        table = FaithfulTable(people, ALL if of == "new" else year)
        context["people"] = table.sorted_by(request, A_PAGE)
    else:
        pages = Paginator(_days(actor.home, number, who, of), A_PAGE)
        page = pages.get_page(request.GET.get("page"))
        context["found"], context["page"] = pages.count, page
        context["evenings"] = _evenings(actor.home, [row[1] for row in page], of)
    return render(request, "room/club_year.html", context)


def sees_people(actor: Actor) -> bool:
    """Whether somebody may see who played and where: all, unless the club keeps results private."""
    return actor.home.results_open or actor.is_scorer


def _first_time(people: list[Faithful], year: int | None) -> list[Faithful]:
    """Return the members who played their first evening in a year."""
    return [
        one
        for one in people
        if one.person.kind == Person.Kind.MEMBER and year in (None, one.first.year)
    ]


def _who(club: Club, number: str | None) -> Person | None:
    key = whole_number(number)
    if key is None:
        return None
    person: Person = get_object_or_404(Person, club=club, pk=key)
    return person.merged_into or person


def _days(club: Club, year: int | None, who: Person | None, of: str) -> "QuerySet[Any, Any]":
    """Return the evenings that are asked for, the newest first; a row's second value is the day."""
    years = () if year is None else (year,)
    if who is not None:
        return days_by_person(club, who.pk, years).order_by("-day")
    return days_played(club, of, years).order_by("-day")


def _evenings(club: Club, days: list[dt.date], of: str) -> list[Evening]:
    """Return what there was on some evenings, or the tables or events of them. Two queries."""
    found: dict[dt.date, Evening] = {day: Evening(day) for day in days}
    sittings = Sitting.objects.filter(club=club, voided_at=None, evening__in=days)
    if of != "events":
        for sitting in sittings.select_related("table").order_by("opened_at"):
            found[sitting.evening].tables.append(sitting)
    if of != "tables":
        for event in events_of(club, days):
            found[event.evening].events.append(event)
    return list(found.values())
