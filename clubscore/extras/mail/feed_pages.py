"""Pages of feeds: the club's public one, a member's own by a secret address, evenings planned."""

from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.http import http_date
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.database import at_one_moment
from clubscore.club.entry import Refused
from clubscore.club.models import Club, Person
from clubscore.events.models import EventShare
from clubscore.extras.mail.feeds import (
    Addresses,
    CalendarFeed,
    bring_back,
    call_off,
    coming,
    count_of_members,
    evenings_feed,
    feed_by_token,
    feed_of,
    make_feed,
    member_page,
    plan_evenings,
    results_feed,
    token_of_feed,
    withdraw_feed,
)
from clubscore.extras.mail.models import FeedAddress, PlannedEvening
from clubscore.extras.mail.subscribing import CallOffForm, FeedForm, PlanForm
from clubscore.web.hooks import is_shown
from clubscore.web.phones import address_of, ours, token_of


class FeedLinks(NamedTuple):
    """The addresses of a calendar and of results, and the one that opens a calendar program."""

    evenings: str
    webcal: str
    results: str


@open_to(Level.PLAYER)
@require_http_methods(["GET", "HEAD", "POST"])
def own_feeds(request: ClubRequest) -> HttpResponse:
    """Show somebody's own feeds; a POST makes their address, anew too, or withdraws it."""
    person, club = request.actor.person, request.actor.home
    if request.method == "POST" and person is not None:
        change_feed(request, club, person)
        return redirect("own-feeds")
    page: dict[str, Any] = {
        "person": person,
        "links": links_of(request, feed_of(club, person)) if person is not None else None,
    }
    return render(request, "mailing/own_feeds.html", page)


def change_feed(request: ClubRequest, club: Club, person: Person | None) -> None:
    """Make or withdraw an address, as a form asks for it."""
    what = FeedForm(request.POST).words_of("do")
    if what == "make":
        make_feed(club=club, person=person, author=request.actor.label)
    elif what == "withdraw":
        withdraw_feed(club=club, person=person)


def links_of(request: ClubRequest, feed: FeedAddress | None) -> FeedLinks | None:
    """Return the addresses of a feed as other programs open them."""
    if feed is None:
        return None
    token = token_of_feed(feed)
    evenings = _absolute(request, reverse("feed-evenings", args=[token]))
    results = _absolute(request, reverse("feed-results", args=[token]))
    return FeedLinks(evenings, f"webcal://{evenings.partition('://')[2]}", results)


@open_to(Level.VISITOR)
@require_safe
def evenings(request: ClubRequest, token: str) -> HttpResponse:
    """Answer with the calendar of the club's evenings."""
    feed = _found(token)
    shares = _FeedPages(request, feed)
    made = at_one_moment(evenings_feed)(feed.club, shares.of_calendar)
    return _answer(request, made, "text/calendar; charset=utf-8", "evenings.ics")


@open_to(Level.VISITOR)
@require_safe
def results(request: ClubRequest, token: str) -> HttpResponse:
    """Answer with the club's newest results."""
    feed = _found(token)
    home = _absolute(request, reverse("home"))
    where = Addresses(_absolute(request, request.path), home, _FeedPages(request, feed).of_results)
    with_names = feed.person_id is not None
    made = at_one_moment(results_feed)(feed.club, where, with_names=with_names)
    return _answer(request, made, "application/atom+xml; charset=utf-8", "results.xml")


class _FeedPages:
    """Where a reader of a feed can open an event: members in the club, all others where shared."""

    def __init__(self, request: ClubRequest, feed: FeedAddress) -> None:
        self.request, self.is_own = request, feed.person_id is not None
        self.home = feed.club.site_address or _absolute(request, reverse("home"))
        self.shared: dict[int, str] = {}
        if not self.is_own:
            for share in EventShare.objects.filter(club=feed.club, revoked_at=None):
                if ours(share) is not None:
                    self.shared[share.event_id] = token_of(share.nonce)

    def of_calendar(self, event: int) -> str:
        """Return the page of an event, nothing where a reader can open none."""
        if self.is_own:
            return _absolute(self.request, member_page(event))
        token = self.shared.get(event)
        path = reverse("event-shared", args=[token]) if token else ""
        return _absolute(self.request, path) if path else ""

    def of_results(self, event: int) -> str:
        """Return the page of an event, the club's own where a reader can open none."""
        return self.of_calendar(event) or self.home


def _found(token: str) -> FeedAddress:
    feed = feed_by_token(token)
    if feed is None or not is_shown("mail", feed.club):
        raise Http404
    return feed


def _absolute(request: ClubRequest, path: str) -> str:
    return address_of(request, path) or request.build_absolute_uri(path)


def _answer(request: ClubRequest, feed: CalendarFeed, kind: str, name: str) -> HttpResponse:
    """Answer with a feed, or that it is unchanged since a reader last asked."""
    tag = f'"{salted_hmac("clubscore.feeds", feed.content).hexdigest()[:32]}"'
    last = int(feed.changed_at.timestamp())
    whole = HttpResponse(feed.content, content_type=kind)
    whole["ETag"], whole["Last-Modified"] = tag, http_date(last)
    whole["Content-Disposition"] = f'inline; filename="{name}"'
    answer = get_conditional_response(request, tag, last, whole) or whole
    answer["Cache-Control"] = "private, no-cache"
    return answer


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


def _page(request: ClubRequest) -> dict[str, Any]:
    club = request.actor.home
    return {
        "links": links_of(request, feed_of(club, None)),
        "members": count_of_members(club),
        "coming": coming(club),
        "typed": USUAL,
        "problems": [],
    }
