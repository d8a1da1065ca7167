"""The attendance list of an event, for whoever stands at the door."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.events.selectors import directed_by
from clubscore.events.state.event_now import room_of
from clubscore.sheets.events.attendance import attendance_text
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.event_papers import name_of
from clubscore.sheets.views.file_answers import paper_answer
from clubscore.sheets.views.plain_answers import answer_with_text


@open_to(Level.SCORER)
@require_safe
def attendance_pdf(request: ClubRequest, event: int) -> HttpResponse:
    """Answer with the list as a PDF file."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.events.leaves.attendance_leaf import attendance_leaf

    found = directed_by(request.actor, event)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    room = room_of(found)
    return paper_answer(request, lambda: attendance_leaf(room, paper), name_of(found, "attendance"))


@open_to(Level.SCORER)
@require_safe
def attendance_words(request: ClubRequest, event: int) -> HttpResponse:
    """Answer with the same in whole words, to be read aloud or by touch."""
    found = directed_by(request.actor, event)
    return answer_with_text(request, attendance_text(room_of(found)), name_of(found, "attendance"))
