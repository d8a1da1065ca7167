"""The season: its tables by member, game and partner, and its chart."""

import datetime as dt
from typing import TypedDict

from django.db.models import Max, Min
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.club.models import Club, Person
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.season.adding_up import season_of, settlements_of
from clubscore.rubbers.season.season_table import (
    WAYS,
    SeasonFilter,
    SeasonTable,
    bars,
    curve,
    rows_of,
    table_of,
)

A_PAGE = 50


class SeasonPage(TypedDict):
    """What the page of a season shows: its table, and a chart where there is one.

    ``book_of`` is the year whose book it offers: where it shows one in which something was agreed.
    """

    filter: SeasonFilter
    table: SeasonTable
    found: int
    who: Person | None
    way: str
    ways: list[tuple[str, Promise]]
    bars: object
    curve: object
    book_of: int | None


@open_to(Level.PLAYER)
@require_safe
def season(request: ClubRequest) -> HttpResponse:
    """Show a season: everybody's, or one person's."""
    actor = request.actor
    club = actor.home
    years = years_played(club)
    who = _who(actor, request.GET.get("who"))
    given = request.GET.copy()
    given.setdefault("year", str(years[0]) if years else "")
    chosen = SeasonFilter(given, queryset=settlements_of(club), years=years)
    found = season_of(club, chosen.qs)
    way = request.GET.get("by", "")
    way = way if way in WAYS else ("game" if who else "member")
    if who is not None and way == "member":
        way = "game"
    rows = rows_of(found, way, who.pk if who else None)
    currencies = found.currencies if shows_coins(actor, who) else []
    table = table_of(rows, currencies, way)
    if way == "game" and who is None:
        table.exclude = ("won", "points", *currencies)
    RequestConfig(request, paginate={"per_page": A_PAGE}).configure(table)
    context: SeasonPage = {
        "filter": chosen,
        "table": table,
        "found": len(rows),
        "who": who,
        "way": way,
        "ways": [(key, label) for key, label in WAYS.items() if not (who and key == "member")],
        "bars": bars(rows) if way != "game" or who else None,
        "curve": curve(found.evenings_of(who.pk)) if who else None,
        "book_of": _book_of(chosen) if rows else None,
    }
    return render(request, "room/season.html", context)


def _book_of(chosen: SeasonFilter) -> int | None:
    """Return the year that is shown; None where all are."""
    return whole_number(chosen.form.cleaned_data.get("year")) if chosen.is_valid() else None


def years_played(club: Club) -> list[int]:
    """Return the years in which people sat down, newest first. One query."""
    ends: dict[str, dt.date | None] = Sitting.objects.filter(club=club).aggregate(
        first=Min("evening"), last=Max("evening")
    )
    first, last = ends["first"], ends["last"]
    if first is None or last is None:
        return []
    return list(range(last.year, first.year - 1, -1))


def _who(actor: Actor, number: str | None) -> Person | None:
    """Return whose season is asked for; where results are private everybody sees their own."""
    if not actor.home.results_open and not actor.is_scorer:
        if actor.person is None:
            raise Http404
        return actor.person
    key = whole_number(number)
    if key is None:
        return None
    person = Person.objects.filter(club=actor.home, pk=key).select_related("merged_into").first()
    if person is None:
        raise Http404
    return person.merged_into or person


def shows_coins(actor: Actor, who: Person | None) -> bool:
    """Whether coins are shown: all to the director, each person's own to that person."""
    if not actor.home.plays_for_money:
        return False
    return actor.is_director or (who is not None and actor.person == who)
