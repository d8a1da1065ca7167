"""Pages that say what went wrong, in the club's words and never with a traceback."""

from collections.abc import Sequence
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from clubscore.club.models import Club
from clubscore.club.safe import database_away


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that the form is too old, and how to go on."""
    return render(request, "errors/form_too_old.html", status=403)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Say that the request makes no sense; or let it be said that the database took nothing.

    Django takes a session that could not be written for one that was ended meanwhile.
    """
    database_away.note_error(request, exception)
    return render(request, "errors/400.html", status=400)


def not_allowed(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Say that this is somebody else's."""
    return render(request, "errors/403.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Say that there is nothing here."""
    return render(request, "errors/404.html", status=404)


def moved_page(request: HttpRequest, clubs: Sequence[Club]) -> HttpResponse:
    """Say that somebody's club plays on another server now, and where."""
    return render(request, "room/moved.html", {"clubs": clubs}, status=HTTPStatus.GONE)


def broken(request: HttpRequest) -> HttpResponse:
    """Say that it is our fault; nothing on this page may need the database."""
    return HttpResponse(render_to_string("errors/500.html"), status=500)
