"""Sheets as files."""

from django.http import HttpResponse

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.rubber.selectors import sitting_for


@open_to(Level.TABLE)
def sheet_pdf(request: ClubRequest, pk: int) -> HttpResponse:
    sitting_for(request.actor, pk)
    return HttpResponse("")


@open_to(Level.TABLE)
def sheet_text(request: ClubRequest, pk: int) -> HttpResponse:
    sitting_for(request.actor, pk)
    return HttpResponse("")


@open_to(Level.VISITOR)
def blank_sheet(request: ClubRequest, key: str) -> HttpResponse:
    return HttpResponse("")
