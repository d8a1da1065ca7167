"""What stands behind More: the other rooms, text and light, and the way out."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to

KEPT = 30 * 24 * 3600  # seconds


@open_to(Level.VISITOR)
@require_safe
def more(request: ClubRequest) -> HttpResponse:
    """Show as a page what a script opens as a sheet over any other page."""
    return render(request, "room/more.html")


@open_to(Level.VISITOR)
@require_safe
def look(request: ClubRequest) -> HttpResponse:
    """Show the switches of text and light, which a script lays into the sheet of a table's phone.

    Its address says of which edition it is, so a browser may keep it.
    """
    answer = render(request, "components/look.html")
    patch_cache_control(answer, private=True, max_age=KEPT)
    return answer
