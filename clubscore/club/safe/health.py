"""Whether this process lives, and whether it can serve: for a proxy, a guard, a container."""

from django.core import signing
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubscore.club.access import Level, open_to
from clubscore.club.safe import in_place, unwritable, versions


@open_to(Level.VISITOR)
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """Say that the process answers; asks nothing of the database."""
    return _said(_("Online."))


@open_to(Level.VISITOR)
@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Say that the database answers, is the one opened and of this version; 503 where not.

    And that people can log in, for which something must be signed.
    """
    why = in_place.gone() or _why_not()
    return _said(why, 503) if why else _said(_("Ready."))


def _why_not() -> str:
    """Say why the database cannot be used, or nothing be signed; "" where both can."""
    try:
        done = versions.done()
    except DatabaseError:
        return _("The database is not responding.")
    step = versions.newer(done)
    if step:
        return versions.newer_in_words(step)
    foreign = in_place.foreign()
    if foreign:
        return foreign
    if versions.lacking(done):
        return _("The database must be updated first (migrate).")
    try:
        signing.loads(signing.dumps("ready"))
    except ImproperlyConfigured as error:
        return str(error)
    trouble = unwritable.still()
    return unwritable.in_words(trouble) if trouble else ""


def _said(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(text + "\n", content_type="text/plain; charset=utf-8", status=status)
