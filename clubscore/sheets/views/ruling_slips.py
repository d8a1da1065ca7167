"""The slip of a ruling on paper, and as plain text."""

from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.events.correct.ruling_log import rulings_of
from clubscore.events.models import Event, EventHappening
from clubscore.events.models.kept_facts import RulingGiven
from clubscore.events.selectors import directed_by, must_not_be_hidden, room_for
from clubscore.sheets.events.event_facts import title_of
from clubscore.sheets.events.ruling_slip import SlipContent, for_both, slip_lines, slip_of
from clubscore.sheets.pieces.identity import fingerprint, imprint
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.event_papers import name_of
from clubscore.sheets.views.file_answers import answer_with
from clubscore.sheets.views.plain_answers import answer_with_text


def _slip(request: ClubRequest, ruling: int) -> tuple[SlipContent, Event]:
    """What the slip says, and of which event. Http404 for no ruling that they may see."""
    given = EventHappening.objects.filter(kind=EventHappening.Kind.RULING, pk=ruling).first()
    if given is None:
        raise Http404
    room = room_for(request.actor, directed_by(request.actor, given.event_id))
    must_not_be_hidden(room, given.told_as(RulingGiven)["board"])
    (line,) = rulings_of(room, ruling=ruling)
    return slip_of(room, line), room.event


@open_to(Level.SCORER)
@require_safe
def ruling_pdf(request: ClubRequest, ruling: int) -> HttpResponseBase:
    """Answer with the slip of a ruling, for the table and for the director, appeals behind it."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.events.ruling_slip_pdf import slips_pdf

    slip, event = _slip(request, ruling)
    title = _("%(paper)s, %(event)s") % {"paper": slip.identity.place, "event": title_of(event)}
    told = imprint(title, event.club.name, _("Ruling slip"))
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    etag = fingerprint(told, paper, slip)
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    pdf = slips_pdf(for_both(slip), paper, told)
    return answer_with(pdf, "application/pdf", f"{_name(event, ruling)}.pdf", etag)


@open_to(Level.SCORER)
@require_safe
def ruling_text(request: ClubRequest, ruling: int) -> HttpResponse:
    """Answer with the same as plain text, to be read aloud or by touch."""
    slip, event = _slip(request, ruling)
    return answer_with_text(request, slip_lines(slip), _name(event, ruling))


def _name(event: Event, ruling: int) -> str:
    return name_of(event, f"ruling {ruling}")
