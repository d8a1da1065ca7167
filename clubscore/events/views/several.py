"""Several sessions as one ranking, for everyone in the club to put together."""

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.events.models import Event
from clubscore.events.rankings.several import Choice
from clubscore.events.terms.event_words import scoring_name
from clubscore.tableside.problems import Problem


class SeveralPage(TypedDict):
    """The sessions to choose from, and those chosen as one ranking."""

    choice: Choice
    offered: list[tuple[Event, str]]
    query: str
    problems: list[Problem]


@open_to(Level.PLAYER)
@require_safe
def as_one_ranking(request: ClubRequest) -> HttpResponse:
    """Ask which sessions, and show them as one; the choice is in the address."""
    choice = Choice(request.actor, request.GET)
    asked = bool(choice.wanted) or "asked" in request.GET
    problems = [Problem("evenings", choice.problem)] if asked and choice.problem else []
    context: SeveralPage = {
        "choice": choice,
        "offered": [(event, scoring_name(event.scoring)) for event in choice.offered],
        "query": request.GET.urlencode(),
        "problems": problems,
    }
    status = 422 if problems else 200
    return render(request, "events/several.html", context, status=status)
