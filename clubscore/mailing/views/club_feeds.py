"""The club's page of feeds: its public address, the evenings that are planned, who has one."""

from collections.abc import Sequence
from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.refused import Refused
from clubscore.mailing.feed_addresses import count_of_members, feed_of
from clubscore.mailing.forms import CallOffForm, PlanForm
from clubscore.mailing.models import PlannedEvening
from clubscore.mailing.planning import bring_back, call_off, coming, plan_evenings
from clubscore.mailing.views.feeds import FeedLinks, change_feed, links_of
from clubscore.tableside.problems import Problem


class ClubFeedsPage(TypedDict):
    """What the page shows; `links` where there is a public address, `typed` what was refused."""

    links: FeedLinks | None
    members: int
    coming: Sequence[PlannedEvening]
    typed: dict[str, str]
    problems: Sequence[Problem]


USUAL = {"title": "", "day": "", "begins": "19:30", "minutes": "180", "weeks": "1", "place": ""}


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def club_feeds(request: ClubRequest) -> HttpResponse:
    """Show the club's feeds; a POST makes the public address, anew too, or withdraws it."""
    if request.method == "POST":
        change_feed(request, request.actor.home, None)
        return redirect("club-feeds")
    return render(request, "mailing/club_feeds.html", _page(request))


@open_to(Level.DIRECTOR)
@require_POST
def plan(request: ClubRequest) -> HttpResponse:
    """Plan an evening, or one a week."""
    form = PlanForm(request.POST)
    if form.is_valid():
        try:
            plan_evenings(plan=_planned(request, form), weeks=form.number_of("weeks") or 0)
            return redirect("club-feeds")
        except Refused as refusal:
            form.refuse(refusal, refusal.field or "")
    page = _page(request)
    page["problems"] = form.problems
    page["typed"] = {name: form.typed(name) for name in USUAL}
    return render(request, "mailing/club_feeds.html", page, status=422)


def _planned(request: ClubRequest, form: PlanForm) -> PlannedEvening:
    """Return what was typed, not stored."""
    read = form.read
    return PlannedEvening(
        club=request.actor.home,
        day=read["day"],
        begins=read["begins"],
        minutes=form.number_of("minutes") or 0,
        title=read["title"],
        place=read["place"],
        planned_by=request.actor.label,
    )


@open_to(Level.DIRECTOR)
@require_POST
def call_off_or_back(request: ClubRequest) -> HttpResponse:
    """Call a planned evening off, or let it take place after all."""
    form = CallOffForm(request.POST)
    here = PlannedEvening.objects.filter(club=request.actor.home)
    found = here.filter(pk=form.number_of("evening") or 0).first()
    if found is None:
        raise Http404
    if form.words_of("do") == "off":
        call_off(plan=found)
    elif form.words_of("do") == "back":
        bring_back(plan=found)
    return redirect("club-feeds")


def _page(request: ClubRequest) -> ClubFeedsPage:
    club = request.actor.home
    return {
        "links": links_of(request, feed_of(club, None)),
        "members": count_of_members(club),
        "coming": coming(club),
        "typed": USUAL,
        "problems": [],
    }
