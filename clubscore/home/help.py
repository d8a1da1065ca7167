"""How does this work? The help of each page, found by the name of its address, and all of it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.home.help_topics import topic_of_address, topics, topics_for
from clubscore.web.hooks import may_be_opened


def topic_of(request: HttpRequest) -> str:
    """Return the key of the help of the page that is asked for, "" where it has none."""
    found = request.resolver_match
    return topic_of_address(found.url_name or "") if found else ""


@open_to(Level.VISITOR)
@require_safe
def topic(request: ClubRequest, key: str) -> HttpResponse:
    """Show how a page works: as a page, or as what a script lays over the page itself."""
    if key not in topics():
        raise Http404
    found = topics()[key]
    leads_on = may_be_opened(found.page, request.actor.club)
    context: dict[str, Any] = {"topic": found, "leads_on": leads_on}
    template = "room/parts/help_sheet.html" if request.htmx else "room/help.html"
    return render(request, template, context)


@open_to(Level.VISITOR)
@require_safe
def all_topics(request: ClubRequest) -> HttpResponse:
    """List the help of all pages."""
    context: dict[str, Any] = {"topics": topics_for(request.actor.club)}
    return render(request, "room/help_all.html", context)
