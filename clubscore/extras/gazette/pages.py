"""The Evening Gazette: the page of an evening's stories, and what a director decides of it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.database import at_one_moment
from clubscore.club.entry import Refused
from clubscore.club.models import day_in_address
from clubscore.extras.gazette.evening import (
    GazetteChapter,
    evening_paper,
    hide,
    leave_out,
    left_out_of,
    release_of,
    show,
)
from clubscore.extras.gazette.night import Story
from clubscore.home.forms import GazetteForm


@dataclass(frozen=True)
class GazetteRead:
    """The stories that are in, by chapter, and those that a director left out."""

    chapters: Sequence[GazetteChapter]
    left_out: Sequence[Story]


@open_to(Level.PLAYER)
@require_safe
def gazette(request: ClubRequest, day: str) -> HttpResponse:
    """Show the gazette of an evening, to members once a director has shown it to them."""
    return render(request, "room/gazette.html", _page(request, day_in_address(day)))


@open_to(Level.DIRECTOR)
@require_POST
def decide(request: ClubRequest, day: str) -> HttpResponse:
    """Show the gazette to members or hide it; leave a story out, or put it back."""
    evening, form = day_in_address(day), GazetteForm(request.POST)
    try:
        _decide(request, evening, form)
        return redirect("gazette", day=day)
    except Refused as refusal:
        form.refuse(refusal, "")
    context = _page(request, evening)
    context["problems"] = form.problems
    return render(request, "room/gazette.html", context, status=422)


def _decide(request: ClubRequest, day: dt.date, form: GazetteForm) -> None:
    """Do what was asked for. Raises Refused where it cannot be."""
    what = form.words_of("do")
    if what == "show":
        show(request.actor, day)
    elif what == "hide":
        hide(request.actor, day)
    else:
        leave_out(request.actor, day, form.words_of("story"), is_out=what == "leave-out")


@at_one_moment
def _page(request: ClubRequest, day: dt.date) -> dict[str, Any]:
    actor = request.actor
    decided = release_of(actor.home, day)
    read = None
    if decided.shown_at is not None or actor.is_director:
        whole, out = evening_paper(actor.home, day), left_out_of(decided)
        struck = [story for story in whole.stories if story.key in out]
        read = GazetteRead(whole.without(out).chapters, struck if actor.is_director else [])
    return {
        "day": day,
        "decided": decided,
        "gazette": read,
        "decides": actor.is_director,
        "problems": [],
    }
