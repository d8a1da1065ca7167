"""What every page does where things have moved on since it was opened."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from clubscore.club.authorship import new_key
from clubscore.club.refused import Refused
from clubscore.events.models import Event
from clubscore.events.selectors import YetToPlay
from clubscore.rubbers.line_up.table_state import state_of
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.views.moved_on import Way, way_on


class RefusedMiddleware:
    """Answers an entry that cannot be with why, and the way on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Say why not; any other exception is not answered here."""
        if not isinstance(error, Refused):
            return None
        match = request.resolver_match
        where = match.kwargs if match else {}
        if isinstance(error, YetToPlay):
            return _yet_to_play(request, error)
        if "event" in where:
            of_event = {"reason": str(error), "where": where}
            return render(request, "events/not_now.html", of_event, status=409)
        of_table = {"reason": str(error), "way": _way_on(request)}
        return render(request, "rubbers/not_now.html", of_table, status=409)


def _yet_to_play(request: HttpRequest, error: YetToPlay) -> HttpResponse:
    """Say which boards the reader has yet to play; those who run the room may look all the same."""
    event = reverse("event", args=[error.event])
    context = {
        "reason": str(error),
        "event": error.event,
        "of_set": Event.objects.values_list("contest_set", flat=True).get(pk=error.event),
        "hidden": error.boards,
        "then": request.get_full_path() if request.method == "GET" else event,
        "key": new_key(),
    }
    return render(request, "events/yet_to_play.html", context, status=409)


def _way_on(request: HttpRequest) -> Way | None:
    """Return the page of what the table does at which somebody acted; None at no table."""
    match = request.resolver_match
    if match is None or not match.route.startswith("table/"):
        return None
    sittings = Sitting.objects.select_related("club", "table")
    sitting = sittings.filter(pk=match.kwargs["pk"]).first()
    return way_on(sitting, state_of(sitting)) if sitting is not None else None
