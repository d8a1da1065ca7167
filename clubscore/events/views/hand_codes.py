"""A table's number and six digits, typed where no camera reads the code."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.events.phones import links_of
from clubscore.events.selectors import directed_by
from clubscore.tableside.hand_codes import open_again


@open_to(Level.SCORER)
@require_POST
def again(request: ClubRequest, event: int) -> HttpResponse:
    """Let the tables of an event be opened by hand again."""
    found = directed_by(request.actor, event)
    open_again([link for section in found.sections.all() for link in links_of(section)])
    return redirect("event-phones", event=event)
