"""The Evening Gazette as a PDF file and as plain text, for whoever may read its page."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.evening import day_in_address
from clubscore.club.one_moment import at_one_moment
from clubscore.gazette.evening_paper import EveningPaper
from clubscore.gazette.release import paper_for_reader
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.file_answers import paper_answer
from clubscore.sheets.views.plain_answers import answer_with_text


@at_one_moment
def _gazette(request: ClubRequest, day: str) -> tuple[EveningPaper, str]:
    """Return the gazette, and its file's name. Http404 where this reader may not read it yet."""
    found = paper_for_reader(request.actor, day_in_address(day))
    if found is None:
        raise Http404
    return found, _("gazette of %(evening)s") % {"evening": found.day.isoformat()}


@open_to(Level.PLAYER)
@require_safe
def pdf(request: ClubRequest, day: str) -> HttpResponse:
    """Answer with the gazette as a PDF file."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.club.gazette_pdf import gazette_pdf

    found, name = _gazette(request, day)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    return paper_answer(request, lambda: gazette_pdf(found, paper), name)


@open_to(Level.PLAYER)
@require_safe
def text(request: ClubRequest, day: str) -> HttpResponse:
    """Answer with the same as plain text, to be read aloud or by touch."""
    from clubscore.sheets.club.gazette_pdf import gazette_words

    found, name = _gazette(request, day)
    return answer_with_text(request, gazette_words(found), name)
