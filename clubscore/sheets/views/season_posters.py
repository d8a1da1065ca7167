"""The poster of a series, for the wall, and the same in words."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.events.in_series.series_now import SeriesNow
from clubscore.events.in_series.series_write import series_for
from clubscore.sheets.events.texts.season_poster_text import (
    SeasonPoster,
    poster_words,
    season_poster,
)
from clubscore.sheets.pieces.paper import A3, paper_for
from clubscore.sheets.views.file_answers import paper_answer
from clubscore.sheets.views.plain_answers import answer_with_text
from clubscore.tableside.phone_addresses import address_of


def _poster(request: ClubRequest, pk: int) -> tuple[SeasonPoster, str]:
    """Return what the poster says, and what its file is called."""
    now = SeriesNow(series_for(request.actor, pk), request.actor)
    told = season_poster(now, address_of(request, reverse("series", args=[pk])))
    return told, _("Season poster %(series)s") % {"series": told.series}


@open_to(Level.PLAYER)
@require_safe
def poster_pdf(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer with the poster as a PDF file; ?paper=a3 is the size of a wall."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.events.leaves.season_poster_pdf import season_poster_pdf

    told, name = _poster(request, pk)
    wanted = request.GET.get("paper", "")
    paper = A3 if wanted.lower() == A3.key else paper_for(wanted, request.actor.club)
    return paper_answer(request, lambda: season_poster_pdf(told, paper), name)


@open_to(Level.PLAYER)
@require_safe
def poster_text(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer with the same in whole words, to be read aloud or by touch."""
    told, name = _poster(request, pk)
    return answer_with_text(request, poster_words(told), name)
