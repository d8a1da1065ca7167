"""The cards of an event's boards on paper, for whoever may see them."""

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.deals.dealt import DealtBoard
from clubscore.duplicate.boards_seen import deals_seen
from clubscore.duplicate.models import Event
from clubscore.duplicate.refusing import Refusal
from clubscore.duplicate.room import room_of
from clubscore.duplicate.selectors import event_for
from clubscore.sheets.hand_records import HandRecord, hand_records_text
from clubscore.sheets.paper import Paper, paper_for
from clubscore.sheets.views import answer_with

HAND_RECORDS = "hand-records"
KINDS = (HAND_RECORDS, "dealing-sheets", "curtain-cards", "par-cards")


def _boards(request: ClubRequest, event: int) -> tuple[Event, list[DealtBoard]]:
    """Return an event and the boards whose cards this reader may see. Refuses where none is."""
    found = event_for(request.actor, event, told_too=True)
    boards = [*deals_seen(request.actor, room_of(found)).values()]
    if not boards:
        text = (
            _("No board has cards yet.")
            if request.actor.is_director
            else _("The cards are shown once the boards were played.")
        )
        raise Refusal(text, found)
    return found, boards


def _title(event: Event) -> str:
    return f"{event.name}, {event.evening.isoformat()}"


def _pdf(kind: str, boards: Sequence[DealtBoard], paper: Paper, title: str) -> bytes:
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.board_cards_pdf import curtain_cards_pdf, dealing_sheets_pdf
    from clubscore.sheets.hand_records_pdf import hand_records_pdf
    from clubscore.sheets.par_cards_pdf import par_cards_pdf

    if kind == HAND_RECORDS:
        return hand_records_pdf([HandRecord(board) for board in boards], paper, title)
    draw = {
        "dealing-sheets": dealing_sheets_pdf,
        "curtain-cards": curtain_cards_pdf,
        "par-cards": par_cards_pdf,
    }[kind]
    return draw(boards, paper, title)


@open_to(Level.PLAYER)
@require_safe
def cards_pdf(request: ClubRequest, event: int, kind: str) -> HttpResponse:
    """Answer with hand records, dealing sheets, curtain cards or par cards of an event."""
    if kind not in KINDS:
        raise Http404
    found, boards = _boards(request, event)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    pdf = _pdf(kind, boards, paper, _title(found))
    return answer_with(pdf, "application/pdf", f"{_title(found)} {kind}.pdf", "")


@open_to(Level.PLAYER)
@require_safe
def cards_text(request: ClubRequest, event: int) -> HttpResponse:
    """Answer with the hand records as plain text, to be read aloud or by touch."""
    found, boards = _boards(request, event)
    text = hand_records_text([HandRecord(board) for board in boards], _title(found))
    name = f"{_title(found)} {HAND_RECORDS}.txt"
    return answer_with(text.encode(), "text/plain; charset=utf-8", name, "")
