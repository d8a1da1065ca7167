"""The end of a session: boards without a result are asked about together; or it is reopened."""

from collections.abc import Sequence
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.refused import Refused
from clubscore.events.finish.finishing import finish, open_again
from clubscore.events.finish.forms import EndForm
from clubscore.events.finish.missing_results import (
    Loose,
    loose_boards,
    read_ends,
    ways_to_end,
    what_averages_are,
)
from clubscore.events.finish.settled_together import Settled, settled_last
from clubscore.events.models import Event
from clubscore.events.selectors import directed_by, room_for
from clubscore.events.state.event_now import room_of
from clubscore.events.views.directing import usual_end
from clubscore.tableside.problems import Problem


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


class LoosePage(TypedDict):
    """The boards without a result, each with what the form gives it.

    `finishes` where the session ends with it; else `settled` is what can be undone.
    """

    event: Event
    finishes: bool
    rows: list[tuple[Loose, str]]
    disputed: int
    open_rows: int
    ways: list[tuple[str, str]]
    averages: str
    settled: Settled | None
    final_at: str
    problems: list[Problem]
    key: str


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
    context: LoosePage = {
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
