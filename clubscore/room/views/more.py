"""What stands behind More: the other rooms, text and light, and the way out."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to


@open_to(Level.VISITOR)
@require_safe
def more(request: ClubRequest) -> HttpResponse:
    """Show as a page what a script opens as a sheet over any other page."""
    return render(request, "room/more.html")
