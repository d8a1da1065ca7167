"""Who is before the page: somebody logged in, a phone let in at a table, a visitor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils.functional import SimpleLazyObject

from clubscore.club.access import (
    LEVEL_OF_ROLE,
    OPEN_TO,
    Actor,
    ClubRequest,
    Level,
    closed_clubs_of,
    current_membership,
    device_of,
)
from clubscore.club.models import Role
from clubscore.events import phones as event_phones
from clubscore.front import passes
from clubscore.room.error_pages import moved_page
from clubscore.room.news_of_tables import pass_of
from clubscore.rubbers.sitting import phones as table_phones

# By any other a view would do what it does by GET.
METHODS = ("GET", "HEAD", "POST")
# Where a request keeps the pass of its phone until the answer takes it along.
SHOWS = "clubscore_shows"


def find_actor(request: HttpRequest) -> Actor:
    """Return whoever is before the page: a user with a membership, a phone let in, a visitor."""
    device = device_of(request)
    phone = event_phones.known_phone(request, device) or table_phones.known_phone(request, device)
    if phone is not None:
        return phone
    if not request.user.is_authenticated:
        at_event = event_phones.actor_of_phone(request, device)
        return at_event or table_phones.actor_of_phone(request, device) or Actor(device=device)
    membership = current_membership(request, request.user)
    if membership is None:
        return Actor(user=request.user, device=device)
    return Actor(
        level=LEVEL_OF_ROLE[Role(membership.role)],
        club=membership.club,
        user=request.user,
        person=membership.person,
        device=device,
    )


class AccessMiddleware:
    """Gives every request its actor and closes every view that does not say whom it opens to."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, with its actor."""
        request.actor = SimpleLazyObject(lambda: find_actor(request))  # type: ignore[attr-defined]
        response = self.get_response(request)
        carried = getattr(request, SHOWS, None)
        if carried is not None and request.COOKIES.get(passes.COOKIE) != carried:
            response.set_cookie(
                passes.COOKIE,
                carried,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Strict",
            )
        return response

    def process_view(
        self,
        request: ClubRequest,
        view: Callable[..., HttpResponse],
        args: Sequence[object],
        kwargs: Mapping[str, object],
    ) -> HttpResponse | None:
        """Turn away whoever may not open this view, and what no page sends."""
        if request.method not in METHODS:
            return HttpResponseNotAllowed(METHODS)
        needed: Level | None = getattr(view, OPEN_TO, None)
        if needed is None:
            raise PermissionDenied(f"{view} does not say whom it opens to")
        if needed == Level.VISITOR:
            return None
        if request.actor.may_open(needed):
            shown = pass_of(request.actor)
            if shown is not None:
                setattr(request, SHOWS, passes.write(shown))
            return None
        if request.user.is_authenticated and (moved := closed_clubs_of(request.user)):
            return moved_page(request, moved)
        is_visitor = not request.user.is_authenticated and request.actor.link is None
        # A page that is open and asks for news has no place for the page to log in.
        if is_visitor and request.method in ("GET", "HEAD") and "HX-Request" not in request.headers:
            return redirect_to_login(request.get_full_path())
        raise PermissionDenied
