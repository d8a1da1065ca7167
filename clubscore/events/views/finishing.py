"""The end of a session: boards without a result are asked about together; or it is reopened."""

import datetime as dt
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import key_of, new_key
from clubscore.club.evening import zone_of
from clubscore.club.refused import Refused
from clubscore.events.finish.finishing import finish, open_again
from clubscore.events.finish.missing_results import Loose, loose_boards, read_ends, ways_to_end
from clubscore.events.models import Event
from clubscore.events.selectors import directed_by
from clubscore.events.state.event_now import room_of
from clubscore.events.views.directing import usual_end
from clubscore.tableside.problems import Problem

LATEST_DAYS = 30


@open_to(Level.SCORER)
@require_POST
def end(request: ClubRequest, event: int) -> HttpResponse:
    """Finish the session, provisional until a day and time; or reopen it.

    Boards without a result are listed first, with what they may get.
    """
    found, given = directed_by(request.actor, event), request.POST
    key = key_of(given)
    if "again" in given:
        reason = given.get("reason", "").strip()[:200]
        open_again(event=found, reason=reason, key=key, actor=request.actor)
        return redirect("event", event=event)
    final_at = _final_at(found, given.get("final_at", ""))
    loose = loose_boards(room_of(found))
    if any(each.is_disputed for each in loose) or (loose and "all" not in given):
        return _page(request, found, given, loose, [])
    lines, problems = read_ends(loose, given)
    if problems:
        return _page(request, found, given, loose, problems)
    try:
        finish(event=found, final_at=final_at, settled=lines, key=key, actor=request.actor)
    except Refused as refused:
        now = loose_boards(room_of(found))
        if not now:
            raise
        return _page(request, found, QueryDict(), now, [Problem("", str(refused))])
    return redirect("event-ranking", event=event)


class LoosePage(TypedDict):
    """The boards without a result, each with what the form gives it."""

    event: Event
    rows: list[tuple[Loose, str]]
    disputed: int
    ways: list[tuple[str, str]]
    final_at: str
    problems: list[Problem]
    key: str


def _page(
    request: ClubRequest,
    event: Event,
    given: QueryDict,
    loose: list[Loose],
    problems: list[Problem],
) -> HttpResponse:
    context: LoosePage = {
        "event": event,
        "rows": [(each, given.get(f"gets-{each.name}", "")) for each in loose],
        "disputed": sum(each.is_disputed for each in loose),
        "ways": ways_to_end(),
        "final_at": request.POST.get("final_at", ""),
        "problems": problems,
        "key": new_key(),
    }
    return render(request, "events/loose.html", context, status=422)


def _final_at(event: Event, text: str) -> dt.datetime:
    """Read a day and an hour by the club's clock. Refuses one that is past or far away."""
    if not text:
        return usual_end(event)
    try:
        moment = dt.datetime.fromisoformat(text).replace(tzinfo=zone_of(event.club))
    except ValueError:
        raise Refused(_("Enter a date and time, like 2026-11-25 20:00.")) from None
    if not clock.now() <= moment <= clock.now() + dt.timedelta(days=LATEST_DAYS):
        text = _("Choose a time from now on. Days for corrections: at most %(days)s.")
        raise Refused(text % {"days": LATEST_DAYS})
    return moment
