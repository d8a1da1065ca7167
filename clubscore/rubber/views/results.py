"""Results: evenings by date, each with its pads, slip and sheets."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.laws.games import find_game
from clubscore.rubber.models import Settlement, Sitting
from clubscore.rubber.selectors import event_evenings, events_of

EVENINGS_A_PAGE = 10


@open_to(Level.PLAYER)
@require_safe
def results(request: ClubRequest) -> HttpResponse:
    """List evenings, newest first; a player sees his own where the club keeps them private."""
    actor = request.actor
    club = actor.home
    sittings = Sitting.objects.filter(club=club)
    if not club.results_open and not actor.is_scorer:
        sittings = sittings.filter(candidates__person=actor.person)
    dates = sittings.order_by("-evening").values_list("evening", flat=True).distinct()
    of_events = event_evenings(club)
    evenings = sorted({*dates, *of_events}, reverse=True)
    page = Paginator(evenings, EVENINGS_A_PAGE).get_page(request.GET.get("page"))
    shown = (
        sittings.filter(evening__in=list(page.object_list))
        .select_related("table")
        .prefetch_related("parts", "candidates__person")
        .order_by("-evening", "-opened_at")
    )
    won = _points_won([sitting.pk for sitting in shown])
    by_evening: dict[Any, list[dict[str, Any]]] = {}
    for sitting in shown:
        names = {c.person_id: c.person.short_name for c in sitting.candidates.all()}
        line = sorted(won.get(sitting.pk, {}).items(), key=lambda item: -item[1])
        by_evening.setdefault(sitting.evening, []).append(
            {
                "sitting": sitting,
                "games": list(
                    dict.fromkeys(find_game(part.game).short_name for part in sitting.parts.all())
                ),
                "people": list(names.values()),
                "standing": [(names.get(who, "?"), points) for who, points in line],
            }
        )
    events: dict[Any, list[Any]] = {}
    for event in events_of(club, page.object_list):
        events.setdefault(event.evening, []).append(event)
    rows = [(day, by_evening.get(day, []), events.get(day, [])) for day in page.object_list]
    context = {"evenings": rows, "page": page, "has_events": bool(of_events)}
    return render(request, "rubber/results.html", context)


def _points_won(sittings: list[int]) -> dict[int, dict[int, int]]:
    """Return {sitting: {person: points}} of everything that was agreed. One query."""
    won: dict[int, dict[int, int]] = {}
    rows = Settlement.objects.filter(part__sitting__in=sittings)
    for sitting, points in rows.values_list("part__sitting_id", "points"):
        table = won.setdefault(sitting, {})
        for who, count in points.items():
            table[int(who)] = table.get(int(who), 0) + count
    return won
