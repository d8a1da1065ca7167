"""A table's page kept ready, until anything at the table or in the club changes.

All phones of a table ask for the same page every few seconds. What it shows is decided by the
sitting's revision, the club's revision, the reader's level and language; only the two secrets of
its forms are everyone's own, so they are put in at the last moment. A deal more changes little
of the page; so its frame is kept too, with places left open for what changes with every deal.
Each process keeps its own: nothing is lost where another process answers.
"""

from collections.abc import Callable, Mapping

from django.core.cache import cache
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.utils.translation import get_language

from clubscore.club.access import ClubRequest
from clubscore.laws import LAW_VERSION
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.selectors import may_enter, tonight
from clubscore.rubbers.state.part_state import Standing

# What stands in a kept page until the reader's own is put in. No one can know them beforehand:
# made again whenever the program starts.
TOKEN, KEY = f"token-{new_key()}", f"key-{new_key()}"
# Likewise for what a deal more changes in the frame of a page.
CHANGES = ("number", "position", "seen", "score", "last")
PLACES = {name: f"{name}-{new_key()}" for name in CHANGES}
KEPT = 600  # seconds


def _name(request: ClubRequest, sitting: Sitting, *more: object) -> str:
    """Return what a kept text is known by: whatever decides what it says."""
    actor = request.actor
    return ":".join(
        str(each)
        for each in (
            sitting.pk,
            actor.home.revision,
            tonight(actor.home),
            int(actor.level),
            may_enter(actor, sitting),
            request.path,
            get_language(),
            LAW_VERSION,
            *more,
        )
    )


def kept_page(
    request: ClubRequest, sitting: Sitting, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the page that is ready, or make it and keep it if it is a page at all.

    Whoever makes it writes TOKEN and KEY where the secrets of its forms belong.
    """
    asked = request.GET.get("step")
    step = asked if asked in ("contract", "passed") else ""
    name = _name(request, sitting, "page", sitting.revision, step)
    text: str | None = cache.get(name)
    if text is None:
        made = make()
        if made.status_code != 200:
            return made
        text = made.content.decode()
        cache.set(name, text, KEPT)
    return HttpResponse(text.replace(TOKEN, get_token(request)).replace(KEY, new_key()))


def framed(
    request: ClubRequest,
    standing: Standing,
    changes: Mapping[str, object],
    make: Callable[[Mapping[str, object]], str],
) -> str:
    """Return a page with `changes` in its frame, which `make` renders where it is not at hand.

    Everything else that the frame says must be decided by the part, its people and the dealer.
    """
    part = standing.part
    decides = (standing.seated, standing.dealer, *standing.usual_facts.values())
    name = _name(request, part.sitting, "frame", part.pk, *decides)
    frame: str | None = cache.get(name)
    if frame is None:
        frame = make(PLACES)
        cache.set(name, frame, KEPT)
    for place, change in changes.items():
        frame = frame.replace(PLACES[place], str(change))
    return frame
