"""The box of a set, from the set's page: sealed for a director who may play it, else whole."""

from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level
from clubscore.club.entry import Refused
from clubscore.events.models import ContestSet
from clubscore.events.visibility import boards_closed_for, event_of
from clubscore.extras.sets.box import Box, Edition, box_of
from clubscore.extras.sets.box_pdf import box_pdf, box_text
from clubscore.laws.words import gettext_noop
from clubscore.papers.paper import PaperContent, PrintedPaper


class BoxContent(NamedTuple):
    """The box of a set, which edition of it, and the club."""

    box: Box
    edition: Edition
    club: str


def _asked(request: ClubRequest, kept: int) -> PaperContent[BoxContent]:
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
    box = box_of(event)
    told = BoxContent(box, edition, actor.home.name)
    return PaperContent(told, f"{box.name} {edition.value}")


BOX: PrintedPaper[ContestSet, BoxContent] = PrintedPaper(
    key="box",
    at="world/<int:kept>/box",
    title=gettext_noop("The box, sealed"),
    level=Level.DIRECTOR,
    read=_asked,
    pdf=lambda told, paper: box_pdf(told.box, paper, told.edition, told.club),
    text=lambda told: box_text(told.box, told.edition),
)
