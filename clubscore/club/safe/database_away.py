"""What is answered while the database is away or takes nothing: 503, to phones out of touch.

A connection ends when the database is restarted, moved or cut off. What may be done twice is then
tried once more on a new one: reading, and an entry whose key makes it count once. Everything else
is refused before anybody believes that it was recorded.
"""

import sys
from collections.abc import Callable, Iterator

from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from clubscore.club.safe import in_place, unwritable

BAD = 400
AGAIN = 5  # seconds until a browser or a proxy may ask again
HEALTH = ("/health", "/healthz/", "/readyz/")
# Connection exceptions, and a server that shuts down, crashed or starts (Appendix A, error codes).
ENDED = ("08", "57P01", "57P02", "57P03")
LOST, UNWRITTEN = "clubscore_lost_the_database", "clubscore_wrote_nothing"


class AwayMiddleware:
    """Answers where the database does not, and records nothing in a file that is not the club's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on where the database is in its place, before and after."""
        if request.path in HEALTH:
            return self.get_response(request)
        why = in_place.gone() or _may_not_be_written(request)
        answer = _away(why) if why else self._answer(request)
        # What was written meanwhile may have gone with the file.
        why = why or in_place.gone()
        return _away(why) if why else answer

    def _answer(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        trouble: unwritable.Trouble | None = vars(request).pop(UNWRITTEN, None)
        if trouble is not None:
            unwritable.note(trouble)
            connection.close()
            return _away(unwritable.in_words(trouble))
        if unwritable.standing() and request.method == "POST" and answer.status_code < BAD:
            unwritable.forget()
        lost = _was_lost(request)
        if lost and _counts_once(request):
            # Who is before the page was read on the connection that is gone.
            vars(request).pop("_cached_user", None)
            answer = self.get_response(request)
            lost = _was_lost(request)
        return _away(_("The database is not responding.")) if lost else answer


def _may_not_be_written(request: HttpRequest) -> str:
    """Say why nothing may be recorded, where something is to be; "" where it may."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return ""
    trouble = unwritable.lasting()
    return unwritable.in_words(trouble) if trouble else ""


def _counts_once(request: HttpRequest) -> bool:
    """Whether a request may be answered twice: it only reads, or its key makes it count once."""
    return request.method in ("GET", "HEAD") or bool(request.POST.get("key"))


def _was_lost(request: HttpRequest) -> bool:
    """Whether the answer just made is of a connection that was lost; asked once an answer."""
    if not vars(request).pop(LOST, False):
        return False
    connection.close()
    return True


def note_lost(request: HttpRequest, **given: object) -> None:
    """Note with a request that broke whether it did because of the database, and how."""
    note_error(request, sys.exc_info()[1])


def note_error(request: HttpRequest, error: BaseException | None) -> None:
    """Note with a request whether this error is the database's, and how it came to it."""
    trouble = unwritable.trouble_of(error) if error is not None else None
    if trouble is not None:
        setattr(request, UNWRITTEN, trouble)
    elif any(_is_of_a_lost_connection(each) for each in _chain(error)):
        setattr(request, LOST, True)


def _is_of_a_lost_connection(error: BaseException) -> bool:
    """Whether an error says that the database is away, or too busy to be waited for."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    # PostgreSQL's word for why, None where it could not say any more: by now, where a transaction
    # was cleared up, there may be a new connection that knows nothing of it.
    state = getattr(error.__cause__, "sqlstate", "")
    ended = state is None or state.startswith(ENDED)
    is_locked = "database is locked" in str(error)
    return ended or is_locked or connection.connection is None or not connection.is_usable()


got_request_exception.connect(note_lost)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _away(why: str) -> HttpResponse:
    """Say why nothing can be shown or recorded now; asks nothing of the database."""
    page = render_to_string("errors/away.html", {"why": why})
    headers = {"Retry-After": str(AGAIN), "Cache-Control": "no-store"}
    return HttpResponse(page, status=503, headers=headers)
