"""Pages of the club itself."""

from django.http import HttpRequest, HttpResponse

from clubscore.club.access import Level, open_to


@open_to(Level.VISITOR)
def health(request: HttpRequest) -> HttpResponse:
    """Say that the server answers."""
    return HttpResponse("In touch.\n", content_type="text/plain; charset=utf-8")
