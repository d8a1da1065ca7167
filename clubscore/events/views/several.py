"""Several sessions as one ranking: put together by everyone, on the wall, behind a link."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.caching import anybody_keeps
from clubscore.club.refused import Refused
from clubscore.events.models import Event, SeveralShare
from clubscore.events.phones import (
    events_of_share,
    several_by_token,
    several_share_of,
    share_several,
    stop_sharing_several,
)
from clubscore.events.rankings.several import Choice, Several, as_one, tag_of_several
from clubscore.events.terms.event_words import scoring_name
from clubscore.events.views.reading import is_unchanged, unchanged
from clubscore.laws.errors import RuleError
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.problems import Problem
from clubscore.tableside.secret_addresses import token_of


class SeveralPage(TypedDict):
    """The sessions to choose from, and those chosen as one ranking."""

    choice: Choice
    offered: list[tuple[Event, str]]
    query: str
    problems: list[Problem]
    closed: list[str]
    share: NotRequired[SeveralShare]
    address: NotRequired[str]


class SeveralShown(TypedDict):
    """Several sessions as one ranking, alone on a page; nothing where one is not open."""

    events: Sequence[Event]
    several: Several | None
    tag: str
    query: NotRequired[str]
    share: NotRequired[SeveralShare]
    no_menu: bool


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
        "closed": [event.name for event in choice.chosen if not event.ranking_open],
    }
    found = several_share_of(request.actor.home, choice.chosen, only_all=choice.only_all)
    if found is not None and request.actor.is_scorer:
        path = reverse("several-shared", args=[token_of(found.nonce)])
        context |= {"share": found, "address": address_of(request, path)}
    status = 422 if problems else 200
    return render(request, "events/several.html", context, status=status)


@open_to(Level.PLAYER)
@require_safe
def wall(request: ClubRequest) -> HttpResponse:
    """Show several sessions as one on the wall, once the ranking of each is open to players."""
    choice = Choice(request.actor, request.GET)
    events = choice.chosen
    tag = tag_of_several(events, str(choice.only_all))
    if is_unchanged(request, tag):
        return unchanged(tag)
    is_open = all(event.ranking_open for event in events)
    context: SeveralShown = {
        "events": events,
        "several": choice.several if is_open else None,
        "tag": tag,
        "query": request.GET.urlencode(),
        "no_menu": True,
    }
    answer = render(request, "events/several_wall.html", context)
    answer["ETag"] = tag
    return answer


@open_to(Level.SCORER)
@require_POST
def share(request: ClubRequest) -> HttpResponse:
    """Create the link to several sessions as one, or turn it off; the choice is in the address."""
    choice = Choice(request.actor, request.GET)
    if choice.several is None:
        raise Refused(choice.problem)
    if not all(event.ranking_open for event in choice.chosen):
        raise Refused(_("Show each ranking to players first."))
    if request.POST.get("what") == "stop":
        stop_sharing_several(
            club=request.actor.home, events=choice.chosen, only_all=choice.only_all
        )
    else:
        share_several(
            events=choice.chosen,
            only_all=choice.only_all,
            hides_names=bool(request.POST.get("hides_names")),
            actor=request.actor,
        )
    return redirect(f"{reverse('results-as-one')}?{request.GET.urlencode()}")


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def shared(request: ClubRequest, token: str) -> HttpResponse:
    """Show several sessions as one to anyone with the link, while the ranking of each is open."""
    found = several_by_token(token)
    events = events_of_share(found) if found is not None else []
    if found is None or not events:
        return render(request, "events/not_shared.html", status=404)
    tag = tag_of_several(events, str(found.pk))
    if is_unchanged(request, tag):
        return unchanged(tag)
    try:
        several = as_one(events, only_all=found.only_all, hides_names=found.hides_names)
    except RuleError:
        # Put right since, so that they are not scored alike any more.
        return render(request, "events/not_shared.html", status=404)
    context: SeveralShown = {
        "events": events,
        "several": several,
        "share": found,
        "tag": tag,
        "no_menu": True,
    }
    answer = render(request, "events/several_shared.html", context)
    answer["ETag"] = tag
    return answer
