"""Receipts on paper and in words, one or several that follow one another."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.accounts.receipts import MOST, given, receipts_of
from clubscore.club.accounts.who_sees import book_of
from clubscore.club.one_moment import at_one_moment
from clubscore.sheets.club.receipt_content import PrintedReceipt, printed_receipt, receipts_text
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.file_answers import paper_answer
from clubscore.sheets.views.plain_answers import answer_with_text


@at_one_moment
def _receipts(request: ClubRequest, first: int, last: int) -> tuple[list[PrintedReceipt], str]:
    """Return receipts by their numbers and their file's name. Http404 for none, or too many."""
    club = book_of(request.actor)
    if not first <= last < first + MOST:
        raise Http404
    found = given(receipts_of(club).filter(number__range=(first, last)).order_by("number"))
    if not found:
        raise Http404
    words = {"first": first, "last": found[-1].receipt.number}
    return [printed_receipt(club, each) for each in found], _("receipts %(first)s-%(last)s") % words


@open_to(Level.DIRECTOR)
@require_safe
def pdf(request: ClubRequest, first: int, last: int) -> HttpResponse:
    """Answer with receipts, three a sheet, as a PDF file."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.club.receipts_pdf import receipts_pdf

    found, name = _receipts(request, first, last)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    return paper_answer(request, lambda: receipts_pdf(found, paper), name)


@open_to(Level.DIRECTOR)
@require_safe
def text(request: ClubRequest, first: int, last: int) -> HttpResponse:
    """Answer with the same in whole words, to be read aloud or by touch."""
    found, name = _receipts(request, first, last)
    return answer_with_text(request, receipts_text(found), name)
