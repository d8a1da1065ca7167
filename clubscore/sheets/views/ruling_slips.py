"""The slip of a ruling on paper, and as plain text."""

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.events.correct.ruling_log import rulings_of
from clubscore.events.models import EventHappening
from clubscore.events.models.kept_facts import RulingGiven
from clubscore.events.selectors import directed_by, must_not_be_hidden, room_for
from clubscore.sheets.events.event_facts import title_of
from clubscore.sheets.events.ruling_slip import SlipContent, slip_lines, slip_of
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.event_papers import name_of
from clubscore.sheets.views.plain_answers import answer_with_text
from clubscore.sheets.views.sitting_sheets import answer_with


def _slip(request: ClubRequest, ruling: int) -> tuple[SlipContent, str]:
    """What the slip says, and the name of its file. Http404 for no ruling that they may see."""
    given = EventHappening.objects.filter(kind=EventHappening.Kind.RULING, pk=ruling).first()
    if given is None:
        raise Http404
    room = room_for(request.actor, directed_by(request.actor, given.event_id))
    must_not_be_hidden(room, given.told_as(RulingGiven)["board"])
    (line,) = rulings_of(room, ruling=ruling)
    identity = f"{title_of(room.event)} · {room.event.club.name}"
    return slip_of(room, line, identity), name_of(room.event, f"ruling {ruling}")


@open_to(Level.SCORER)
@require_safe
def ruling_pdf(request: ClubRequest, ruling: int) -> HttpResponse:
    """Answer with the slip of a ruling, twice on a leaf."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.events.ruling_slip_pdf import slip_pdf

    slip, name = _slip(request, ruling)
    pdf = slip_pdf(slip, paper_for(request.GET.get("paper", ""), request.actor.club))
    return answer_with(pdf, "application/pdf", f"{name}.pdf", "")


@open_to(Level.SCORER)
@require_safe
def ruling_text(request: ClubRequest, ruling: int) -> HttpResponse:
    """Answer with the same as plain text, to be read aloud or by touch."""
    slip, name = _slip(request, ruling)
    return answer_with_text(slip_lines(slip), name)
