"""Accounts as files to print. Only the director sees another person's."""

from django.http import Http404, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.accounts.statement import Period, statement_of
from clubscore.club.accounts.who_sees import account_for, period_of
from clubscore.club.models import Person
from clubscore.rubbers.season.adding_up import season_of, settlements_of
from clubscore.sheets.club.account_text import account_text
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.file_answers import disposition
from clubscore.sheets.views.plain_answers import answer_with_text


@open_to(Level.PLAYER)
@require_safe
def account_sheet(request: ClubRequest, person: int) -> HttpResponse:
    """Answer with an account over a period as a PDF file."""
    from clubscore.sheets.club.account_pdf import account_pdf

    whose = account_for(request.actor, person)
    club = request.actor.home
    statement = statement_of(club, whose, period_of(request))
    paper = paper_for(request.GET.get("paper", ""), club)
    name = _("Account %(name)s") % {"name": whose.name}
    return _pdf(account_pdf(club, statement, paper), f"{name}.pdf")


@open_to(Level.PLAYER)
@require_safe
def account_as_text(request: ClubRequest, person: int) -> HttpResponse:
    """Answer with the same as plain text."""
    whose = account_for(request.actor, person)
    club = request.actor.home
    statement = statement_of(club, whose, period_of(request))
    name = _("Account %(name)s") % {"name": whose.name}
    answer = answer_with_text(request, account_text(club, statement), name)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


@open_to(Level.PLAYER)
@require_safe
def account_year(request: ClubRequest, person: int, year: int) -> HttpResponse:
    """Answer with one person's year on one page."""
    from clubscore.sheets.club.account_pdf import Year, year_pdf

    whose: Person = account_for(request.actor, person)
    if not 1900 <= year <= 9000:
        raise Http404
    club, period = request.actor.home, Period.year(year)
    evenings = settlements_of(club).filter(
        part__sitting__evening__range=(period.first, period.last)
    )
    page = Year(whose, year, season_of(club, evenings), statement_of(club, whose, period))
    paper = paper_for(request.GET.get("paper", ""), club)
    return _pdf(year_pdf(club, page, paper), f"{whose.name} {year}.pdf")


def _pdf(content: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = disposition(name)
    patch_cache_control(answer, private=True, no_store=True)
    return answer
