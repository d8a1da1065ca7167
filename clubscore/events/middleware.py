"""What every page of the duplicate room does where the event has moved on."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubscore.events.refusing import Refusal


class RefusedMiddleware:
    """Answers an entry that comes at the wrong moment with why, and the way back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Say why not now; anything else is somebody else's to answer."""
        if not isinstance(error, Refusal):
            return None
        match = request.resolver_match
        context = {"where": match.kwargs if match else {}, "reason": str(error)}
        return render(request, "events/not_now.html", context, status=409)
