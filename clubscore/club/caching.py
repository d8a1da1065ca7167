"""Who may keep an answer: nobody, unless a view says otherwise.

What shows people or money leaves nothing behind in a browser or on the way to it. Exempt are what
is everybody's (games, laws, rankings shared by an address), papers, whose tags say whether they are
drawn again, and what a table's phone keeps so that it can play on out of touch. That goes when the
phone is let in no more (static/js/kept.js, worker.js).
"""

from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.http import http_date

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
HOW = "clubscore_kept_by"
ANYBODY, PHONES = "anybody", "phones"
UNTIL = "X-Kept-Until"


def anybody_keeps(view: View) -> View:
    """Mark a view whose answer is everybody's."""
    setattr(view, HOW, ANYBODY)
    return view


def phones_keep(view: View) -> View:
    """Mark a view whose answer a table's phone keeps as long as it is let in."""
    setattr(view, HOW, PHONES)
    return view


class CacheMiddleware:
    """Says of every answer who may keep it."""

    def __init__(self, get_response: Callable[[ClubRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: ClubRequest) -> HttpResponse:
        """Pass the request on, and mark its answer."""
        answer = self.get_response(request)
        how = vars(request).get(HOW) if answer.status_code in (200, 304) else None
        given = answer.get("Cache-Control", "")
        if how == ANYBODY:
            _for_anybody(request, answer)
        elif how == PHONES:
            patch_cache_control(answer, private=True, no_cache=True)
            answer[UNTIL] = http_date(_let_in_until(request))
        else:
            # A view that says something itself has its reason; but nobody on the way keeps it.
            patch_cache_control(answer, private=True, **({} if given else {"no_store": True}))
        return answer

    def process_view(
        self, request: ClubRequest, view: object, args: object, kwargs: object
    ) -> None:
        """Note what the view says of its answer."""
        vars(request)[HOW] = getattr(view, HOW, None)


def _for_anybody(request: ClubRequest, answer: HttpResponse) -> None:
    """Let others on the way keep a page that is the same for everybody who is not in."""
    actor = request.actor
    is_own = actor.level > Level.VISITOR or actor.keeps_machine or answer.cookies
    patch_cache_control(answer, no_cache=True, **{"private" if is_own else "public": True})


def _let_in_until(request: ClubRequest) -> float:
    """Return when whoever is before the page is let in no more, in seconds since 1970."""
    link, later = request.actor.link, clock.now().timestamp() + settings.SESSION_COOKIE_AGE
    return link.expires_at.timestamp() if link else later
