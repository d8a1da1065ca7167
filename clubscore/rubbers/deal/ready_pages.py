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

from clubscore.club.access import ClubRequest
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.selectors import may_enter
from clubscore.rubbers.state.part_state import Standing
from clubscore.tableside.ready_pages import decided_by, with_own

# What stands in the frame of a page until what a deal more changes is put in.
CHANGES = ("number", "position", "seen", "news", "score", "last")
PLACES = {name: f"{name}-{new_key()}" for name in CHANGES}
KEPT = 600  # seconds


def _name(request: ClubRequest, sitting: Sitting, *more: object) -> str:
    """Return what a kept text is known by: whatever decides what it says."""
    may = may_enter(request.actor, sitting)
    return ":".join(str(each) for each in (sitting.pk, *decided_by(request), may, *more))


def kept_page(
    request: ClubRequest, sitting: Sitting, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the page that is ready, or make it and keep it if it is a page at all.

    Whoever makes it writes `ready_pages.TOKEN` and KEY where the secrets of its forms belong.
    """
    asked = request.GET.get("step")
    step = asked if asked in ("contract", "passed") else ""
    name = _name(request, sitting, "page", sitting.revision, step)
    page: bytes | None = cache.get(name)
    if page is None:
        made = make()
        if made.status_code != 200:
            return made
        page = made.content
        cache.set(name, page, KEPT)
    return HttpResponse(with_own(request, page))


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
