"""The table of a series on paper and as plain text."""

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.events.in_series.series_now import SeriesNow
from clubscore.events.in_series.series_write import series_for
from clubscore.sheets.events.certificate import Certificate, certificates
from clubscore.sheets.events.certificate import certificates_pdf as drawn
from clubscore.sheets.events.certificate import certificates_text as said
from clubscore.sheets.events.texts.series_text import series_text as series_words
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.file_answers import paper_answer
from clubscore.sheets.views.plain_answers import answer_with_text


@open_to(Level.PLAYER)
@require_safe
def series_pdf(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer with the table as PDF, its rules above and its events below."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.events.leaves.series_leaf import series_leaf

    now = SeriesNow(series_for(request.actor, pk), request.actor)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    name = now.series.name
    club = request.actor.home.name
    return paper_answer(request, lambda: series_leaf(now, club, paper), name)


@open_to(Level.PLAYER)
@require_safe
def series_text(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer with the same as plain text, to be read aloud or by touch."""
    now = SeriesNow(series_for(request.actor, pk), request.actor)
    return answer_with_text(request, series_words(now, request.actor.home.name), now.series.name)


@open_to(Level.PLAYER)
@require_safe
def certificates_pdf(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Answer with the certificates of the first three as PDF; the series where nobody has any."""
    found = _certificates(request, pk)
    if not found:
        return redirect("series", pk)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    name = _("Certificates %(event)s") % {"event": found[0].event}
    return paper_answer(request, lambda: drawn(found, paper), name)


@open_to(Level.PLAYER)
@require_safe
def certificates_text(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Answer with the same as plain text."""
    found = _certificates(request, pk)
    if not found:
        return redirect("series", pk)
    name = _("Certificates %(event)s") % {"event": found[0].event}
    return answer_with_text(request, said(found), name)


def _certificates(request: ClubRequest, pk: int) -> list[Certificate]:
    now = SeriesNow(series_for(request.actor, pk), request.actor)
    return certificates(now, request.actor.home.name)
