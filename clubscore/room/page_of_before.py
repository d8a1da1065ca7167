"""A page that was open while the program was updated is led on to the program that runs.

Pages say which edition they are of (`static/js/edition.js`) and load themselves anew when an answer
names another. Those of version 0.2.0 as it first went out say nothing: their scripts put new parts
into an old page, where sheets then do not open. They are led on at the one moment when they have
nothing half entered, because just then they ask for themselves.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.http import HttpResponse

from clubscore import edition
from clubscore.club.access import ClubRequest
from clubscore.front.asked import NAME

ASKS_FOR_ITSELF = "table-changed"


class EditionMiddleware:
    """Says of every answer which edition gave it."""

    def __init__(self, get_response: Callable[[ClubRequest], HttpResponse]) -> None:
        self.get_response = get_response
        edition.running()  # read while the files are those that were started

    def __call__(self, request: ClubRequest) -> HttpResponse:
        """Pass the request on, and mark its answer."""
        answer = self.get_response(request)
        if request.headers.get("HX-Request") and edition.HEADER not in request.headers:
            answer = _led_on(request, answer)
        answer[edition.HEADER] = edition.running()
        return answer


def _led_on(request: ClubRequest, answer: HttpResponse) -> HttpResponse:
    """Return the answer to scripts of before: a page's own question, or the page that it asks for.

    The name of the question is one that only pages of now have, so here old scripts have put a part
    of now into their page.
    """
    if request.method == "GET" and NAME in request.GET and answer.status_code == 204:
        answer = HttpResponse()
        answer["HX-Trigger-After-Settle"] = ASKS_FOR_ITSELF
    own = urlsplit(request.headers.get("HX-Current-URL", "")).path == request.path
    if own and request.method == "GET" and request.headers.get("HX-Target") == "page":
        answer["HX-Refresh"] = "true"
    return answer
