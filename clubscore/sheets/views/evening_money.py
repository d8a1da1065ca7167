"""The money of an evening over all card tables, on paper and in words, for the treasurer."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.accounts.who_sees import book_of
from clubscore.club.evening import day_in_address
from clubscore.club.one_moment import at_one_moment
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.rubbers.evening_takings import EveningTakings, evening_takings, takings_words
from clubscore.sheets.views.file_answers import paper_answer
from clubscore.sheets.views.plain_answers import answer_with_text


@at_one_moment
def _takings(request: ClubRequest, day: str) -> tuple[EveningTakings, str]:
    """Return what the sheet says, and its file's name. Http404 for an evening without tables."""
    evening = day_in_address(day)
    found = evening_takings(book_of(request.actor), evening)
    if found is None:
        raise Http404
    return found, _("money of %(evening)s") % {"evening": evening.isoformat()}


@open_to(Level.DIRECTOR)
@require_safe
def evening_pdf(request: ClubRequest, day: str) -> HttpResponse:
    """Answer with the treasurer's sheet as a PDF file."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.rubbers.evening_takings_pdf import takings_pdf

    found, name = _takings(request, day)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    return paper_answer(request, lambda: takings_pdf(found, paper), name)


@open_to(Level.DIRECTOR)
@require_safe
def evening_text(request: ClubRequest, day: str) -> HttpResponse:
    """Answer with the same in whole words, to be read aloud or by touch."""
    found, name = _takings(request, day)
    return answer_with_text(request, takings_words(found), name)
