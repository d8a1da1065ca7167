"""Tables' codes on paper, for those who may connect phones."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.refused import Refused
from clubscore.club.templatetags.clubscore import no_address
from clubscore.events.selectors import directed_by
from clubscore.events.state.event_now import room_of
from clubscore.rubbers.selectors import sitting_for
from clubscore.rubbers.sitting.phones import link_of
from clubscore.sheets.club.code_cards import CodeCard, card_of_table, code_cards
from clubscore.sheets.club.codes_text import codes_text
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.file_answers import paper_answer
from clubscore.sheets.views.plain_answers import answer_with_text


@open_to(Level.SCORER)
@require_safe
def event_codes(request: ClubRequest, event: int) -> HttpResponse:
    """Answer with the codes of an event's tables."""
    return _answer(request, *_of_event(request, event))


@open_to(Level.SCORER)
@require_safe
def event_codes_as_text(request: ClubRequest, event: int) -> HttpResponse:
    """Answer with the same to be typed."""
    cards, title = _of_event(request, event)
    return answer_with_text(request, codes_text(cards), f"{title} codes")


@open_to(Level.TABLE)
@require_safe
def table_code(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer with the code of a card table."""
    return _answer(request, *_of_table(request, pk))


@open_to(Level.TABLE)
@require_safe
def table_code_as_text(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer with the same to be typed."""
    cards, title = _of_table(request, pk)
    return answer_with_text(request, codes_text(cards), f"{title} codes")


def _of_event(request: ClubRequest, event: int) -> tuple[list[CodeCard], str]:
    found = directed_by(request.actor, event)
    cards = code_cards(request, room_of(found))
    if not cards:
        raise Refused(_("No phones are connected yet. Connect phones first."))
    return _reached(cards), f"{found.name}, {found.evening.isoformat()}"


def _of_table(request: ClubRequest, pk: int) -> tuple[list[CodeCard], str]:
    sitting = sitting_for(request.actor, pk, enter=True)
    link = link_of(sitting)
    if link is None:
        raise Refused(_("No phone is connected at this table. Connect one first."))
    title = f"{sitting.table.name}, {sitting.evening.isoformat()}"
    return _reached([card_of_table(request, link)]), title


def _reached(cards: list[CodeCard]) -> list[CodeCard]:
    """Return cards that lead somewhere. Refuses where phones could not open their address."""
    if not cards[0].address:
        raise Refused(no_address())
    return cards


def _answer(request: ClubRequest, cards: Sequence[CodeCard], title: str) -> HttpResponse:
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.club.codes_pdf import codes_pdf

    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    return paper_answer(request, lambda: codes_pdf(cards, paper, title), f"{title} codes")
