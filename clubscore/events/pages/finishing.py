"""The pages on which an event ends: boards without a result are asked about together."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused, new_key
from clubscore.events.finishing import (
    EndForm,
    Loose,
    MissingForm,
    finish,
    loose_boards,
    open_again,
    overdue_boards,
    read_ends,
    settle_back,
    settle_missing,
    settled_last,
    ways_to_end,
    what_averages_are,
)
from clubscore.events.models import Event
from clubscore.events.pages.director import usual_end
from clubscore.events.selectors import directed_by, room_for
from clubscore.events.state import room_of
from clubscore.web.forms import Problem


@open_to(Level.SCORER)
@require_POST
def end(request: ClubRequest, event: int) -> HttpResponse:
    """Finish the session, provisional until a day and time; or reopen it.

    Boards without a result are listed first, with what they may get.
    """
    found, form = directed_by(request.actor, event), EndForm(request.POST)
    given, key = request.POST, form.key
    if form.sends("again"):
        open_again(event=found, reason=form.words_of("reason"), key=key, actor=request.actor)
        return redirect("event", event=event)
    final_at = form.moment(found.club) or usual_end(found)
    loose = loose_boards(room_of(found))
    if any(each.is_disputed for each in loose) or (loose and not form.sends("all")):
        return loose_page(request, found, given, loose, finishes=True)
    lines, problems = read_ends(loose, given)
    if problems:
        return loose_page(request, found, given, loose, problems, finishes=True)
    try:
        finish(event=found, final_at=final_at, settled=lines, key=key, actor=request.actor)
    except Refused as refused:
        now = loose_boards(room_of(found))
        if not now:
            raise
        refusal = [Problem("", str(refused))]
        return loose_page(request, found, QueryDict(), now, refusal, finishes=True)
    return redirect("event-ranking", event=event)


def loose_page(
    request: ClubRequest,
    event: Event,
    given: QueryDict,
    loose: list[Loose],
    problems: Sequence[Problem] = (),
    *,
    finishes: bool = False,
) -> HttpResponse:
    """Show the boards without a result, and what they may get."""
    disputed = sum(each.is_disputed for each in loose)
    context: dict[str, Any] = {
        "event": event,
        "finishes": finishes,
        "rows": [(each, given.get(f"gets-{each.name}", "")) for each in loose],
        "disputed": disputed,
        "open_rows": len(loose) - disputed,
        "ways": ways_to_end(),
        "averages": what_averages_are(event),
        "settled": None if finishes else settled_last(room_for(request.actor, event)),
        "final_at": EndForm(request.POST).typed("final_at") if finishes else "",
        "problems": list(problems),
        "key": new_key(),
    }
    status = 422 if finishes or problems else 200
    return render(request, "events/loose.html", context, status=status)


@open_to(Level.SCORER)
def missing(request: ClubRequest, event: int) -> HttpResponse:
    """List the boards without a result; a POST gives them one, or undoes what it gave last."""
    found = directed_by(request.actor, event)
    if request.method != "POST":
        return loose_page(request, found, QueryDict(), overdue_boards(room_of(found)))
    form = MissingForm(request.POST)
    if settled := form.words_of("undo"):
        settle_back(event=found, settled=settled, key=form.key, actor=request.actor)
        return redirect("event-missing", event=event)
    loose = _not_disputed(overdue_boards(room_of(found)))
    lines, problems = read_ends(loose, request.POST, may_stay=True)
    if problems:
        return loose_page(request, found, request.POST, overdue_boards(room_of(found)), problems)
    try:
        settle_missing(event=found, lines=lines, key=form.key, actor=request.actor)
    except Refused as refused:
        now = overdue_boards(room_of(found))
        return loose_page(request, found, request.POST, now, [Problem("", str(refused))])
    return redirect("event-missing", event=event)


def _not_disputed(loose: list[Loose]) -> list[Loose]:
    """What its two sides disagree on is settled by itself."""
    return [each for each in loose if not each.is_disputed]
