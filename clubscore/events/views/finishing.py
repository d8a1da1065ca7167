"""The end of a session: boards without a result are asked about together; or it is reopened."""

from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.refused import Refused
from clubscore.events.finish.finishing import finish, open_again
from clubscore.events.finish.forms import EndForm
from clubscore.events.finish.missing_results import Loose, loose_boards, read_ends, ways_to_end
from clubscore.events.models import Event
from clubscore.events.selectors import directed_by
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
        "final_at": EndForm(request.POST).typed("final_at"),
        "problems": problems,
        "key": new_key(),
    }
    return render(request, "events/loose.html", context, status=422)
