"""A table's page at an event kept ready, until anything at the event or in the club changes.

All phones of a table ask for it when its tag has changed, and again when they wake. What it shows
is decided by the event's revision, the club's, and the reader: level, language, and which pair it
is who read at their own table, else the person and the table whose phone it is. What is each
reader's own is put in at the last moment, and so is the clock. Each process keeps its own: nothing
is lost where another process answers.
"""

from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpResponse
from django.utils.html import escape
from django.utils.translation import get_language

from clubscore.club import clock
from clubscore.club.access import ClubRequest
from clubscore.club.authorship import new_key
from clubscore.club.form_values import whole_number
from clubscore.club.remembered import Remembered
from clubscore.events.models import Event
from clubscore.events.play.clock_in_words import spoken_clock
from clubscore.events.play.directing import seconds_left
from clubscore.events.play.reporting import SIDES
from clubscore.events.play.said_wrong import WRONG
from clubscore.events.state.section_clocks import Clock
from clubscore.events.state.set_hours import closes_at
from clubscore.tableside.handing_in import make_pass
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.ready_pages import decided_by, with_own

PAGES_KEPT = 256
# Places for the reader's pass and for what the round has left.
PASS, CLOCK = f"pass-{new_key()}", f"clock-{new_key()}"


class _Ready(NamedTuple):
    """A page, and for which revisions it holds."""

    holds: tuple[object, ...]
    page: bytes
    clock: Clock


# By table and reader: what a newer revision shows takes the place of what an older one did.
_pages: Remembered[tuple[object, ...], _Ready] = Remembered(PAGES_KEPT)


def place_of(event: Event) -> str:
    """Return what a pass calls an event."""
    return f"event-{event.pk}"


def kept_page(
    request: ClubRequest,
    event: Event,
    whose: tuple[object, ...],
    make: Callable[[], HttpResponse],
    clock_now: Callable[[], Clock],
) -> HttpResponse:
    """Return the page that is ready, or make it and keep it if it is a page at all.

    `whose` is what `reader_seat.reads_as` says. Whoever makes it writes TOKEN, KEY, PASS and CLOCK
    where those belong; `clock_now` says what the last of them shows.
    """
    reader = (*whose, *_asked(request, event))
    # A set opens by the clock: no revision says it.
    until = closes_at(event.contest_set_id)
    opened = until is None or until <= clock.now()
    holds = (event.revision, until, opened, *decided_by(request))
    ready = _pages.get(reader)
    if ready is None or ready.holds != holds:
        made = make()
        if made.status_code != 200:
            return made
        ready = _Ready(holds, made.content, clock_now())
        _pages.keep(reader, ready)
    left = escape(spoken_clock(seconds_left(ready.clock)))
    page = with_own(request, ready.page).replace(CLOCK.encode(), left.encode())
    own = make_pass(request.actor, place_of(event))
    return HttpResponse(page.replace(PASS.encode(), own.encode()))


def _asked(request: ClubRequest, event: Event) -> tuple[object, ...]:
    """Which page is asked for, and how, as far as that decides what it says."""
    actor, asked, side = request.actor, request.GET, request.GET.get("side")
    return (
        event.pk,
        request.path,
        get_language(),
        int(actor.level),
        # A contest's table shows each phone its own player's cards.
        actor.device if event.contest_set_id is not None else "",
        address_of(request, "/"),
        whole_number(asked.get("board")),
        "differ" in asked,
        WRONG in asked,
        side if side in SIDES else "",
    )
