"""The cards of an event's boards on paper, for those who may see them."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.refused import Refused
from clubscore.deals.dealt_board import DealtBoard
from clubscore.events.boards.who_may_see import deals_seen
from clubscore.events.selectors import event_for, must_not_be_hidden, room_for
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.event_facts import title_of
from clubscore.sheets.events.papers_of_boards import CardsPaper, find_cards_paper
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.pieces.suit_colours import suits_in
from clubscore.sheets.views.event_papers import name_of
from clubscore.sheets.views.file_answers import paper_answer
from clubscore.sheets.views.label_sheets import last_shift
from clubscore.sheets.views.plain_answers import answer_with_text


def _boards(request: ClubRequest, event: int) -> tuple[Room, list[DealtBoard]]:
    """Return an event's room and the boards with cards for this reader. Refuses where none are."""
    found = event_for(request.actor, event, told_too=True)
    room = room_for(request.actor, found)
    if request.actor.is_director:
        must_not_be_hidden(room)
    boards = [*deals_seen(request.actor, room).values()]
    if not boards:
        text = (
            _("No board has cards yet. Deal the boards or import them first.")
            if request.actor.is_director
            else _("The cards are shown once the boards have been played.")
        )
        raise Refused(text)
    return room, boards


def _paper(kind: str) -> CardsPaper:
    found = find_cards_paper(kind)
    if found is None:
        raise Http404
    return found


@open_to(Level.PLAYER)
@require_safe
def cards_pdf(request: ClubRequest, event: int, kind: str) -> HttpResponse:
    """Answer with a paper of an event's cards."""
    printed = _paper(kind)
    room, boards = _boards(request, event)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)

    def draw() -> bytes:
        with suits_in(request.GET.get("suits", "") if printed.suits else ""):
            return printed.draw(room, boards, paper, title_of(room.event), last_shift(request))

    return paper_answer(request, draw, name_of(room.event, kind))


@open_to(Level.PLAYER)
@require_safe
def cards_text(request: ClubRequest, event: int, kind: str) -> HttpResponse:
    """Answer with the same as plain text, to be read aloud or by touch."""
    printed = _paper(kind)
    room, boards = _boards(request, event)
    return answer_with_text(request, printed.text(room, boards), name_of(room.event, kind))
