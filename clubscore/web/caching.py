"""Who may keep an answer: nobody unless its page says so, and phones to play on out of touch.

What shows people or money leaves nothing behind. Exempt are what is everybody's, papers with
their tags, and what a phone keeps to play on; that goes when the phone is let in no more
(static/js/kept.js, worker.js). The worker's script stands at the root, for it rules over nothing
above its own address.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.utils.cache import patch_cache_control
from django.utils.http import http_date
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore import places as edition
from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, device_of, open_to
from clubscore.club.entry import new_key
from clubscore.club.models import evening_of
from clubscore.laws import LAW_VERSION
from clubscore.server import database_guard as unwritable

# ---- Who may keep an answer: nobody, unless a view says otherwise.
#
# What shows people or money leaves nothing behind in a browser or on the way to it. Exempt are what
# is everybody's (games, laws, rankings shared by an address), papers, whose tags say whether they
# are drawn again, and what a table's phone keeps so that it can play on out of touch. That goes
# when the phone is let in no more (static/js/kept.js, worker.js).

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


# ---- Pages of tables kept ready for all readers: what decides them, and what is each one's own.

# What stands in a kept page until the reader's own is put in. No one can know them beforehand:
# made again whenever the program starts.
TOKEN, KEY = f"token-{new_key()}", f"key-{new_key()}"
# Before the short name of a phone, which to its own reader is this phone.
PHONE = f"phone-{new_key()}-"
PHONES_OF_READY_PAGES = re.compile(rf"{PHONE}(\w+)".encode())


def decided_by(request: ClubRequest) -> tuple[object, ...]:
    """Return what decides every page of a club that is the same for all readers of one level."""
    actor = request.actor
    return (
        actor.home.revision,
        evening_of(actor.home, clock.now()),
        int(actor.level),
        request.path,
        get_language(),
        LAW_VERSION,
        unwritable.standing(),
    )


def with_own(request: HttpRequest, page: bytes) -> bytes:
    """Return a kept page with the secrets of one reader's forms, and their phone called theirs."""

    def named(phone: re.Match[bytes]) -> bytes:
        device = phone[1].decode()
        own = device == device_of(request)
        return (_("this phone") if own else _("phone %(device)s") % {"device": device}).encode()

    page = PHONES_OF_READY_PAGES.sub(named, page)
    page = page.replace(TOKEN.encode(), get_token(request).encode())
    return page.replace(KEY.encode(), new_key().encode())


# ---- The script that lets a table's page open again without the server, where browsers allow it.
#
# It has to stand at the root, for a worker rules over nothing above its own address.


@cache
def _script() -> str:
    return Path(str(finders.find("js/worker.js"))).read_text()


@open_to(Level.VISITOR)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Answer with the script; browsers look for a newer one each time.

    Its store bears the edition in its name: each update is a newer script with a store of its own.
    """
    script = _script().replace("EDITION", edition.page_edition())
    return HttpResponse(
        script, content_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )
