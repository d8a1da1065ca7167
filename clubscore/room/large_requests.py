"""How much of a request is taken, by who sends it and where to: asked before anything large is."""

from http.cookies import CookieError
from importlib import import_module

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.db import DatabaseError
from django.http import parse_cookie
from django.urls import Resolver404, resolve

from clubscore.deals.file_size import AROUND_FILES, LARGEST_REQUEST
from clubscore.front.stream import Scope
from clubscore.front.whole_requests import FROM_STRANGERS

# The pages that take files; tests/front/test_large_requests.py holds them against the forms.
TAKE_FILES = frozenset(
    (
        "contests",
        "event-boards-file",
        "event-bridgemate",
        "event-bring",
        "event-in",
        "event-par-file",
        "event-set-up",
        "machine-close",
        "past-in",
        "people-in",
        "sitting-bring",
        "sitting-in",
        "world-bring",
    )
)
# What Django takes of a form without files.
WITHOUT_FILES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + AROUND_FILES


def most_of(scope: Scope) -> int:
    """Return how many bytes are taken of a request; asks the database who sends it."""
    session = _session_of(scope)
    if session is None:
        return FROM_STRANGERS
    return LARGEST_REQUEST if SESSION_KEY in session and _takes_files(scope) else WITHOUT_FILES


def _session_of(scope: Scope) -> SessionBase | None:
    """Return the session that stands behind a request's cookie, None where none does."""
    headers = [value for name, value in scope["headers"] if name == b"cookie"]
    try:
        cookies = parse_cookie(b"; ".join(headers).decode("latin-1"))
    except CookieError:
        return None
    key = cookies.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key)
    try:
        return session if not session.is_empty() and session.keys() else None
    except DatabaseError:  # the page says better than we that the database is away
        return None


def _takes_files(scope: Scope) -> bool:
    try:
        return resolve(scope["path"]).url_name in TAKE_FILES
    except Resolver404:
        return False
