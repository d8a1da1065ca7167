"""One search over the whole club."""

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.room.forms import SearchForm
from clubscore.room.search.hits import Group
from clubscore.room.search.searching import found


class SearchPage(TypedDict):
    """What was typed, and what it finds."""

    q: str
    groups: list[Group]


@open_to(Level.VISITOR)
@require_safe
def search(request: ClubRequest) -> HttpResponse:
    """Show what a text finds, as far as the reader may see it."""
    text = SearchForm(request.GET).words_of("q")
    context: SearchPage = {"q": text, "groups": found(request.actor, text) if text else []}
    return render(request, "room/search.html", context)
