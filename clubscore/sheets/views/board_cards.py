"""The cards of an event's boards on paper, for whoever may see them."""

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.refused import Refused
from clubscore.deals.dealt_board import DealtBoard
from clubscore.events.boards.who_may_see import deals_seen
from clubscore.events.imported.imported import told_of
from clubscore.events.par.par_page import best_in_words, par_in_words, worked_of
from clubscore.events.selectors import event_for
from clubscore.events.state.event_now import Room, room_of
from clubscore.ranking import Board, Par
from clubscore.sheets.events.hand_records import HandRecord, hand_records_text
from clubscore.sheets.pieces.paper import Paper, paper_for
from clubscore.sheets.views.event_papers import name_of, title_of
from clubscore.sheets.views.sitting_sheets import answer_with

HAND_RECORDS = "hand-records"
KINDS = (HAND_RECORDS, "dealing-sheets", "curtain-cards", "par-cards")


def _boards(request: ClubRequest, event: int) -> tuple[Room, list[DealtBoard]]:
    """Return an event's room and the boards with cards for this reader. Refuses where none are."""
    found = event_for(request.actor, event, told_too=True)
    room = room_of(found)
    boards = [*deals_seen(request.actor, room).values()]
    if not boards:
        text = (
            _("No board has cards yet.")
            if request.actor.is_director
            else _("The cards are shown once the boards were played.")
        )
        raise Refused(text)
    return room, boards


def hand_records(room: Room, boards: Sequence[DealtBoard]) -> list[HandRecord]:
    """Return boards with double dummy where it was worked out, and par: as it was set, else so."""
    dealt = [Board(each.number, each.dealer, each.vulnerable, each.deal.pbn()) for each in boards]
    worked = worked_of(room, dealt)
    records = []
    for board, known in zip(boards, par_set(room, dealt), strict=True):
        found = worked.get(board.number)
        par = par_in_words(known) if known else ""
        if not par and found and found.best:
            par = best_in_words(found.best)
        records.append(HandRecord(board, found.tricks if found else None, par))
    return records


def par_set(room: Room, boards: Sequence[Board]) -> list[Par | None]:
    """Return the par that the organiser, or the event's file, set for each of these boards."""
    if room.event.told:
        told = told_of(room.event).boards
        return [told[board.number].par for board in boards]
    pars = room.pars
    return [pars[each.number].board.par if each.number in pars else None for each in boards]


def _pdf(kind: str, room: Room, boards: Sequence[DealtBoard], paper: Paper) -> bytes:
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.events.board_cards_pdf import curtain_cards_pdf, dealing_sheets_pdf
    from clubscore.sheets.events.hand_records_pdf import hand_records_pdf
    from clubscore.sheets.events.par_cards_pdf import par_cards_pdf

    title = title_of(room.event)
    if kind == HAND_RECORDS:
        return hand_records_pdf(hand_records(room, boards), paper, title)
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
    room, boards = _boards(request, event)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    pdf = _pdf(kind, room, boards, paper)
    return answer_with(pdf, "application/pdf", f"{name_of(room.event, kind)}.pdf", "")


@open_to(Level.PLAYER)
@require_safe
def cards_text(request: ClubRequest, event: int) -> HttpResponse:
    """Answer with the hand records as plain text, to be read aloud or by touch."""
    room, boards = _boards(request, event)
    text = hand_records_text(hand_records(room, boards), title_of(room.event))
    name = f"{name_of(room.event, HAND_RECORDS)}.txt"
    return answer_with(text.encode(), "text/plain; charset=utf-8", name, "")
