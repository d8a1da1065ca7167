"""Every board without a result on one page: all get the same, or each its own; and undone."""

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.refused import Refused
from clubscore.events.finish.forms import MissingForm
from clubscore.events.finish.missing_results import Loose, overdue_boards, read_ends
from clubscore.events.finish.settled_together import settle_back, settle_missing
from clubscore.events.selectors import directed_by
from clubscore.events.state.event_now import room_of
from clubscore.events.views.finishing import loose_page
from clubscore.tableside.problems import Problem


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
