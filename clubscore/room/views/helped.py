"""How does this work? The help of a page, and all of it."""

from collections.abc import Mapping
from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.room.help.more_topics import ALL_TOPICS
from clubscore.room.help.topics import Topic


class TopicPage(TypedDict):
    """The help of a family of pages."""

    topic: Topic


class AllHelpPage(TypedDict):
    """Every help by its key."""

    topics: Mapping[str, Topic]


@open_to(Level.VISITOR)
@require_safe
def topic(request: ClubRequest, key: str) -> HttpResponse:
    """Show how a page works: as a page, or as what a script lays over the page itself."""
    if key not in ALL_TOPICS:
        raise Http404
    context: TopicPage = {"topic": ALL_TOPICS[key]}
    template = "room/parts/help_sheet.html" if request.htmx else "room/help.html"
    return render(request, template, context)


@open_to(Level.VISITOR)
@require_safe
def all_topics(request: ClubRequest) -> HttpResponse:
    """List the help of all pages."""
    context: AllHelpPage = {"topics": ALL_TOPICS}
    return render(request, "room/help_all.html", context)
