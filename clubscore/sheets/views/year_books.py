"""The book of a year as a booklet, and the same in words; with money for directors alone."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.one_moment import at_one_moment
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.file_answers import paper_answer
from clubscore.sheets.views.plain_answers import answer_with_text
from clubscore.sheets.year_book.year_content import YearBook
from clubscore.sheets.year_book.year_gathering import year_book
from clubscore.sheets.year_book.year_words import book_title, book_words

TREASURER = "treasurer"


@at_one_moment
def _book(request: ClubRequest, year: int) -> tuple[YearBook, str]:
    """Return the book and what its file is called. Http404 for a year in which no one played."""
    for_treasurer = request.GET.get("copy") == TREASURER
    if for_treasurer and not request.actor.is_director:
        raise PermissionDenied
    book = year_book(request.actor, year, for_treasurer=for_treasurer)
    if book is None:
        raise Http404
    title = book_title(book)
    name = _("%(book)s for the treasurer") % {"book": title} if for_treasurer else title
    return book, name


@open_to(Level.PLAYER)
@require_safe
def book_pdf(request: ClubRequest, year: int) -> HttpResponse:
    """Answer with the book as a PDF file; ?copy=treasurer has the year's money."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.year_book.year_book_pdf import year_book_pdf

    book, name = _book(request, year)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    return paper_answer(request, lambda: year_book_pdf(book, paper), name)


@open_to(Level.PLAYER)
@require_safe
def book_text(request: ClubRequest, year: int) -> HttpResponse:
    """Answer with the same in whole words, to be read aloud or by touch."""
    book, name = _book(request, year)
    return answer_with_text(request, book_words(book), name)
