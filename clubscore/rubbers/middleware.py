"""What every page of the card room does where the table has moved on."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubscore.rubbers.line_up.table_state import state_of
from clubscore.rubbers.locks import NotNow
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.views.moved_on import Way, way_on


class NotNowMiddleware:
    """Answers an entry that comes at the wrong moment with why, and the way on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Say why not now; anything else is somebody else's to answer."""
        if not isinstance(error, NotNow):
            return None
        context = {"reason": str(error), "way": _way_on(request)}
        return render(request, "rubbers/not_now.html", context, status=409)


def _way_on(request: HttpRequest) -> Way | None:
    """Return the page of what the table does at which somebody acted; None at no table."""
    match = request.resolver_match
    if match is None or not match.route.startswith("table/"):
        return None
    sittings = Sitting.objects.select_related("club", "table")
    sitting = sittings.filter(pk=match.kwargs["pk"]).first()
    return way_on(sitting, state_of(sitting)) if sitting is not None else None
