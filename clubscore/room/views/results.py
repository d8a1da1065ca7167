"""Results: evenings by date, each with its pads, slip and sheets."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict

from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Club
from clubscore.club.wording.phrases import said
from clubscore.events.finish.calling_off import called_off_events
from clubscore.events.models import Event
from clubscore.events.selectors import events_of
from clubscore.gazette.release import released
from clubscore.laws.games import find_game
from clubscore.room.evenings_seen import EVENINGS_A_PAGE, evenings_seen
from clubscore.rubbers.models import Settlement, Sitting
from clubscore.rubbers.selectors import sittings_seen


@dataclass(frozen=True)
class SittingRow:
    """A sitting as the list shows it: its games, its people, who won how much."""

    sitting: Sitting
    games: list[str]
    people: list[str]
    standing: list[tuple[str, int]]


class ResultsPage(TypedDict):
    """What the list of results shows: each evening with its card tables and its events.

    `gazettes` are the evenings whose gazette the reader may open.
    """

    evenings: list[tuple[dt.date, list[SittingRow], list[Event]]]
    page: Page[dt.date]
    has_events: bool
    has_called_off: bool
    gazettes: set[dt.date]


@open_to(Level.PLAYER)
@require_safe
def results(request: ClubRequest) -> HttpResponse:
    """List evenings, newest first; players see their own where the club keeps them private."""
    actor = request.actor
    club = actor.home
    page = Paginator(evenings_seen(actor), EVENINGS_A_PAGE).get_page(request.GET.get("page"))
    days = list(page.object_list)
    shown = (
        sittings_seen(actor)
        .filter(evening__in=days)
        .select_related("table")
        .prefetch_related("parts", "candidates__person")
        .order_by("-evening", "-opened_at")
    )
    won = _points_won([sitting.pk for sitting in shown])
    by_evening: dict[dt.date, list[SittingRow]] = {}
    for sitting in shown:
        row = _sitting_row(sitting, won.get(sitting.pk, {}))
        by_evening.setdefault(sitting.evening, []).append(row)
    events = _events_by_evening(club, days)
    rows = [(day, by_evening.get(day, []), events.get(day, [])) for day in days]
    context: ResultsPage = {
        "evenings": rows,
        "page": page,
        "has_events": events_of(club, None).exists(),
        "gazettes": set(days) if actor.is_director else released(club, days),
        "has_called_off": actor.is_scorer and bool(called_off_events(club)),
    }
    return render(request, "room/results.html", context)


def _sitting_row(sitting: Sitting, won: dict[int, int]) -> SittingRow:
    names = {c.person_id: c.person.short_name for c in sitting.candidates.all()}
    line = sorted(won.items(), key=lambda item: -item[1])
    games = dict.fromkeys(said(find_game(part.game).short_name) for part in sitting.parts.all())
    return SittingRow(
        sitting,
        list(games),
        list(names.values()),
        [(names.get(who, "?"), points) for who, points in line],
    )


def _events_by_evening(club: Club, evenings: Iterable[dt.date]) -> dict[dt.date, list[Event]]:
    """Return {evening: events of the duplicate room}."""
    found: dict[dt.date, list[Event]] = {}
    for event in events_of(club, evenings):
        found.setdefault(event.evening, []).append(event)
    return found


def _points_won(sittings: list[int]) -> dict[int, dict[int, int]]:
    """Return {sitting: {person: points}} of everything that was agreed. One query."""
    won: dict[int, dict[int, int]] = {}
    agreed = Settlement.objects.filter(part__sitting__in=sittings)
    rows: Iterable[tuple[int, dict[str, int]]] = agreed.values_list("part__sitting_id", "points")
    for sitting, points in rows:
        table = won.setdefault(sitting, {})
        for who, count in points.items():
            table[int(who)] = table.get(int(who), 0) + count
    return won
