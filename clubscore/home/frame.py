"""What stands around every page: who is before it, the frame, error pages, limits of requests.

Pages say which edition they are of and load themselves anew when an answer names another. Those
of version 0.2.0 as it first went out say nothing, and are led on when they ask for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from http.cookies import CookieError
from importlib import import_module
from typing import TypedDict
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, parse_cookie
from django.shortcuts import render
from django.template import Origin
from django.template.loader import render_to_string
from django.template.loaders import filesystem
from django.urls import Resolver404, resolve, reverse
from django.utils.cache import patch_cache_control
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore import places as edition
from clubscore.club import clock
from clubscore.club.access import (
    LEVEL_OF_ROLE,
    OPEN_TO,
    Actor,
    ClubRequest,
    Level,
    closed_clubs_of,
    current_membership,
    device_of,
    open_to,
)
from clubscore.club.entry import Refused, new_key
from clubscore.club.models import Club, Role, evening_of
from clubscore.club.statements import has_book
from clubscore.club.wording import evening_date
from clubscore.deals.file_text import AROUND_FILES, LARGEST_REQUEST
from clubscore.events import phones as event_phones
from clubscore.events.models import Event
from clubscore.events.selectors import YetToPlay
from clubscore.home.codes import pass_of
from clubscore.home.help import topic_of
from clubscore.places import PROGRAM
from clubscore.rubbers import phones as table_phones
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.pages.way_on import WayOn, way_on
from clubscore.rubbers.table_state import state_of
from clubscore.server import database_guard
from clubscore.server import live as passes
from clubscore.server.live import Scope
from clubscore.server.server import FROM_STRANGERS, NAME
from clubscore.web.hooks import OF_EXTRA, extras, is_shown
from clubscore.web.phones import known_phone


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that the form is too old, and how to go on."""
    return render(request, "errors/form_too_old.html", status=403)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Say that the request makes no sense; or let it be said that the database took nothing.

    Django takes a session that could not be written for one that was ended meanwhile.
    """
    database_guard.note_error(request, exception)
    return render(request, "errors/400.html", status=400)


def not_allowed(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Say that this is somebody else's."""
    return render(request, "errors/403.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Say that there is nothing here."""
    return render(request, "errors/404.html", status=404)


def moved_page(request: HttpRequest, clubs: Sequence[Club]) -> HttpResponse:
    """Say that somebody's club plays on another server now, and where."""
    return render(request, "room/moved.html", {"clubs": clubs}, status=HTTPStatus.GONE)


def broken(request: HttpRequest) -> HttpResponse:
    """Say that it is our fault; nothing on this page may need the database."""
    return HttpResponse(render_to_string("errors/500.html"), status=500)


# ---- Who is before the page.

# By any other a view would do what it does by GET.
METHODS = ("GET", "HEAD", "POST")
# Where a request keeps the pass of its phone until the answer takes it along.
SHOWS = "clubscore_shows"


def find_actor(request: HttpRequest) -> Actor:
    """Return whoever is before the page: a user with a membership, a phone let in, a visitor."""
    device = device_of(request)
    phone = known_phone(request, device)
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
        extra = getattr(view, OF_EXTRA, "")
        if extra and not is_shown(extra, request.actor.club):
            raise Http404
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


# ---- What stands around every page.


@dataclass(frozen=True)
class RoomKey:
    """A key of the menu; ``current`` where it leads to the room that the page is in.

    On a phone those ``at_hand`` stand at its foot, the others under More.
    """

    key: str
    label: str
    url: str
    icon: str
    at_hand: bool
    current: bool


class PageFrame(TypedDict):
    """What every template knows."""

    actor: Actor
    club: Club | None
    evening_label: str
    nav: list[RoomKey]
    no_menu: bool
    unwritable: str
    program: str
    edition: str
    helped: str


def rooms_of(actor: Actor, path: str) -> list[RoomKey]:
    """Return the keys of the rooms that somebody may enter, in order of use."""
    player = actor.level >= Level.PLAYER
    rooms = (
        # Whether they enter, key, label, page, sign, whether it is at hand on a phone.
        (True, "tonight", _("Tonight"), "home", "house", True),
        (player, "results", _("Results"), "results", "trophy", True),
        (player, "players", _("Players"), "players", "users", False),
        (has_book(actor), "book", _("Accounts"), "book", "wallet", False),
        (True, "games", _("Games"), "games", "book-open", True),
        (actor.is_director, "club", _("Club"), "club", "settings", False),
        (actor.keeps_machine, "machine", _("Clubs"), "machine", "server", False),
    )
    found = []
    for enters, key, label, page, sign, at_hand in rooms:
        if enters:
            url = reverse(page)
            here = path == url or (url != "/" and path.startswith(url))
            found.append(RoomKey(key, label, url, sign, at_hand, here))
    return found


def around_every_page(request: HttpRequest) -> PageFrame:
    """Give every template its club, its evening and its menu."""
    actor: Actor = getattr(request, "actor", Actor())
    evening, trouble = "", database_guard.standing()
    if actor.club is not None:
        evening = evening_date(evening_of(actor.club, clock.now()))
    return {
        "actor": actor,
        "club": actor.club,
        "evening_label": evening,
        "nav": rooms_of(actor, request.path),
        "no_menu": actor.level == Level.TABLE,
        "unwritable": database_guard.in_words(trouble) if trouble and actor.is_scorer else "",
        "program": PROGRAM,
        "edition": edition.page_edition(),
        "helped": topic_of(request),
    }


# ---- Pages that were overtaken since they were opened.


class RefusedMiddleware:
    """Answers an entry that cannot be with why, and the way on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Say why not; any other exception is not answered here."""
        if not isinstance(error, Refused):
            return None
        match = request.resolver_match
        where = match.kwargs if match else {}
        if isinstance(error, YetToPlay):
            return _yet_to_play(request, error)
        if "event" in where:
            of_event = {"reason": str(error), "where": where}
            return render(request, "events/not_now.html", of_event, status=409)
        of_table = {"reason": str(error), "way": _way_on(request)}
        return render(request, "rubbers/not_now.html", of_table, status=409)


def _yet_to_play(request: HttpRequest, error: YetToPlay) -> HttpResponse:
    """Say which boards the reader has yet to play; those who run the room may look all the same."""
    event = reverse("event", args=[error.event])
    context = {
        "reason": str(error),
        "event": error.event,
        "of_set": Event.objects.values_list("contest_set", flat=True).get(pk=error.event),
        "hidden": error.boards,
        "then": request.get_full_path() if request.method == "GET" else event,
        "key": new_key(),
    }
    return render(request, "events/yet_to_play.html", context, status=409)


def _way_on(request: HttpRequest) -> WayOn | None:
    """Return the page of what the table does at which somebody acted; None at no table."""
    match = request.resolver_match
    if match is None or not match.route.startswith("table/"):
        return None
    sittings = Sitting.objects.select_related("club", "table")
    sitting = sittings.filter(pk=match.kwargs["pk"]).first()
    return way_on(sitting, state_of(sitting)) if sitting is not None else None


# ---- How much of a request is taken.

# The pages that take files; tests/server/test_large_requests.py holds them against the forms.
TAKE_FILES = frozenset(
    (
        "contests",
        "event-boards-file",
        "event-bridgemate",
        "event-bring",
        "event-in",
        "event-par-file",
        "event-set-up",
        "machine-close",
        "past-in",
        "people-in",
        "sitting-bring",
        "sitting-in",
    )
)
# What Django takes of a form without files.
WITHOUT_FILES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + AROUND_FILES


def most_of(scope: Scope) -> int:
    """Return how many bytes are taken of a request; asks the database who sends it."""
    session = _session_of(scope)
    if session is None:
        return FROM_STRANGERS
    return LARGEST_REQUEST if SESSION_KEY in session and _takes_files(scope) else WITHOUT_FILES


def _session_of(scope: Scope) -> SessionBase | None:
    """Return the session that stands behind a request's cookie, None where none does."""
    headers = [value for name, value in scope["headers"] if name == b"cookie"]
    try:
        cookies = parse_cookie(b"; ".join(headers).decode("latin-1"))
    except CookieError:
        return None
    key = cookies.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key)
    try:
        return session if not session.is_empty() and session.keys() else None
    except DatabaseError:  # the page says better than we that the database is away
        return None


def _takes_files(scope: Scope) -> bool:
    try:
        name = resolve(scope["path"]).url_name
    except Resolver404:
        return False
    return name in TAKE_FILES or any(name in extra.takes_files for extra in extras())


# ---- Templates without indentation.

# Indentation and lines of tags alone make a page a fifth larger.
TAG = re.compile(r"{%\s*(\w+).*?%}")
# What begins, divides and ends a part of a template, and writes nothing itself.
BEGINS = {"if", "for", "with", "cache", "spaceless"}
DIVIDES = {"elif", "else", "empty"}
# What writes nothing, and has nothing within it.
NOTHING = re.compile(r"{#.*?#}|{%\s*load\s.*?%}")
ENDS = {f"end{name}" for name in BEGINS}


class Loader(filesystem.Loader):
    """Django's loader of our templates, which leaves out whitespace that is followed by more.

    Whitespace that means something (in a <pre> or a <textarea>) may not begin a line of a template.
    With DEBUG a template stays as it is, so that an error names its line.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return a template's text as it is worth sending."""
        text = super().get_contents(origin)
        return text if settings.DEBUG else squeezed(text)


def squeezed(text: str) -> str:
    """Return a template without indentation, and without the breaks after lines that are no text.

    Such a break goes only where the tag that began stands so too: then another stands before it,
    whichever way the tags go, and no two words come together. The first line keeps its own.
    """
    lines: list[str] = []
    begun: list[bool] = []
    for number, line in enumerate(text.split("\n")):
        words = line.strip(" \t")
        names: list[str] = TAG.findall(line)
        known = set(names) <= BEGINS | DIVIDES | ENDS
        alone = number > 0 and bool(names) and known and not TAG.sub("", words).strip()
        for name in names:
            if name in BEGINS:
                begun.append(alone)
            elif name in DIVIDES:
                alone = alone and begun[-1]
            elif name in ENDS:
                alone = begun.pop() and alone
        is_nothing = number > 0 and not NOTHING.sub("", words)
        lines.append(words if alone or is_nothing else words + "\n")
    return "".join(lines).removesuffix("\n")


# ---- Pages of an edition that runs no more.

# Scripts of 0.2.0 as it first went out put new parts into an old page, where sheets then do not
# open. Such a page asks for itself when nothing is half entered in it, and then it is led on.
ASKS_FOR_ITSELF = "table-changed"


class EditionMiddleware:
    """Says of every answer which edition gave it."""

    def __init__(self, get_response: Callable[[ClubRequest], HttpResponse]) -> None:
        self.get_response = get_response
        edition.page_edition()  # read while the files are those that were started

    def __call__(self, request: ClubRequest) -> HttpResponse:
        """Pass the request on, and mark its answer."""
        answer = self.get_response(request)
        if request.headers.get("HX-Request") and edition.HEADER not in request.headers:
            answer = _led_on(request, answer)
        answer[edition.HEADER] = edition.page_edition()
        return answer


def _led_on(request: ClubRequest, answer: HttpResponse) -> HttpResponse:
    """Return the answer to scripts of before: a page's own question, or the page that it asks for.

    The name of the question is one that only pages of now have, so here old scripts have put a part
    of now into their page.
    """
    if request.method == "GET" and NAME in request.GET and answer.status_code == 204:
        answer = HttpResponse()
        answer["HX-Trigger-After-Settle"] = ASKS_FOR_ITSELF
    own = urlsplit(request.headers.get("HX-Current-URL", "")).path == request.path
    if own and request.method == "GET" and request.headers.get("HX-Target") == "page":
        answer["HX-Refresh"] = "true"
    return answer


KEPT = 30 * 24 * 3600  # seconds


@open_to(Level.VISITOR)
@require_safe
def more(request: ClubRequest) -> HttpResponse:
    """Show as a page what a script opens as a sheet over any other page."""
    return render(request, "room/more.html")


@open_to(Level.VISITOR)
@require_safe
def look(request: ClubRequest) -> HttpResponse:
    """Show the switches of text and light, which a script lays into the sheet of a table's phone.

    Its address says of which edition it is, so a browser may keep it.
    """
    answer = render(request, "components/look.html")
    patch_cache_control(answer, private=True, max_age=KEPT)
    return answer
