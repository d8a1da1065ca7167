"""The slip of an evening to hand out, on paper and in words."""

from django.http import HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.one_moment import at_one_moment
from clubscore.rubbers.selectors import may_enter, sitting_for
from clubscore.sheets.pieces.identity import fingerprint, imprint
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.rubbers.slip_copies import SlipCopies, slip_copies, slip_words
from clubscore.sheets.views.file_answers import answer_with
from clubscore.sheets.views.plain_answers import answer_with_text


@at_one_moment
def _copies(request: ClubRequest, pk: int) -> tuple[SlipCopies, str]:
    """Return what the copies say, and what their file is called."""
    sitting = sitting_for(request.actor, pk)
    copies = slip_copies(sitting, with_money=may_enter(request.actor, sitting))
    words = {"table": sitting.table.name, "evening": sitting.evening.isoformat()}
    return copies, _("%(table)s slip %(evening)s") % words


@open_to(Level.TABLE)
@require_safe
def slips_pdf(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Answer with a copy of the slip for each who played, as a PDF file."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.rubbers.slip_copies_pdf import slip_copies_pdf

    copies, name = _copies(request, pk)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    etag = fingerprint(imprint(name, copies.club), copies, paper.key, get_language())
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    return answer_with(slip_copies_pdf(copies, paper), "application/pdf", f"{name}.pdf", etag)


@open_to(Level.TABLE)
@require_safe
def slips_text(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer with the same in whole words, to be read aloud or by touch."""
    copies, name = _copies(request, pk)
    return answer_with_text(request, slip_words(copies), name)
