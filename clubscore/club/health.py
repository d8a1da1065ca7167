"""Whether this process lives, and whether it can serve: for a proxy, a guard, a container."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubscore.club.access import Level, open_to

_seen_up_to_date: list[bool] = []


@open_to(Level.VISITOR)
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """Say that the process answers; asks nothing of the database."""
    return _said(_("In touch."))


@open_to(Level.VISITOR)
@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Say that the database answers and is of this version; 503 with the reason where not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _is_up_to_date():
            return _said(_("The database waits to be brought up to date (migrate)."), 503)
    except DatabaseError:
        return _said(_("The database does not answer."), 503)
    return _said(_("Ready."))


def _is_up_to_date() -> bool:
    """Whether the database is of this version. Asked until it is, then never again."""
    if not _seen_up_to_date:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return False
        _seen_up_to_date.append(True)
    return True


def _said(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(text + "\n", content_type="text/plain; charset=utf-8", status=status)
