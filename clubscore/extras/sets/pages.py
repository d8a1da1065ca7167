"""The box of a set, from the set's page: sealed for a director who may play it, else whole."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused
from clubscore.events.models import ContestSet
from clubscore.events.visibility import event_of
from clubscore.extras.sets.box import Box, Edition, box_of
from clubscore.extras.sets.box_pdf import box_text
from clubscore.extras.world.packages import boards_closed_for
from clubscore.papers.paper import answer_with_text, paper_answer
from clubscore.papers.sizes import paper_for


@open_to(Level.DIRECTOR)
@require_safe
def box_as_pdf(request: ClubRequest, kept: int) -> HttpResponse:
    """Answer with the box of a set; ``?edition=`` whole or answers for who may see all of it."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.extras.sets.box_pdf import box_pdf

    box, edition = _asked(request, kept)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    club = request.actor.home.name
    return paper_answer(request, lambda: box_pdf(box, paper, edition, club), _name(box, edition))


@open_to(Level.DIRECTOR)
@require_safe
def box_as_text(request: ClubRequest, kept: int) -> HttpResponse:
    """Answer with the same as plain text, to be read aloud or by touch."""
    box, edition = _asked(request, kept)
    return answer_with_text(request, box_text(box, edition), _name(box, edition))


def _asked(request: ClubRequest, kept: int) -> tuple[Box, Edition]:
    """Return the box and which edition of it. Refused where its reader has boards yet to play."""
    actor = request.actor
    found = ContestSet.objects.filter(club=actor.home, pk=kept).first()
    if found is None:
        raise Http404
    asked = request.GET.get("edition", Edition.SEALED.value)
    edition = next((each for each in Edition if each.value == asked), Edition.SEALED)
    event = event_of(found)
    if edition is not Edition.SEALED and not boards_closed_for(actor, found) >= event.boards.keys():
        raise Refused(
            _(
                "Hands and answers are not printed for someone who may still play the set. Print"
                " the sealed edition, or say on its page that you will not play it."
            )
        )
    return box_of(event), edition


def _name(box: Box, edition: Edition) -> str:
    return f"{box.name} {edition.value}"
