"""Whether this process lives and can serve, for a proxy, a guard or a container."""

import sqlite3
from collections.abc import Sequence

from django.apps import apps
from django.conf import settings
from django.core import signing
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubscore.club.access import Level, open_to
from clubscore.server import database_guard


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
    why = database_guard.gone() or _why_not()
    return _said(why, 503) if why else _said(_("Ready."))


def _why_not() -> str:
    """Say why the database cannot be used, or nothing be signed; "" where both can."""
    try:
        done = database_guard.done()
    except DatabaseError:
        return _("The database is not responding.")
    step = database_guard.newer(done)
    if step:
        return database_guard.newer_in_words(step)
    foreign = database_guard.foreign()
    if foreign:
        return foreign
    if database_guard.lacking(done):
        return _("The database must be updated first (migrate).")
    try:
        signing.loads(signing.dumps("ready"))
    except ImproperlyConfigured as error:
        return str(error)
    trouble = database_guard.still()
    return database_guard.in_words(trouble) if trouble else ""


def _said(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(text + "\n", content_type="text/plain; charset=utf-8", status=status)


# From 3.7.0 to 3.51.2 two connections that checkpoint at once could, very rarely, lose pages.
SAFE_WAL = (3, 51, 3)


@register(Tags.database)
def sqlite_is_safe(
    app_configs: object, databases: Sequence[str] | None = None, **kwargs: object
) -> list[CheckMessage]:
    """Warn of an SQLite whose write-ahead log has the reset fault."""
    uses_sqlite = str(settings.DATABASES["default"]["ENGINE"]).endswith("sqlite3")
    if not databases or not uses_sqlite or sqlite3.sqlite_version_info >= SAFE_WAL:
        return []
    return [
        Warning(
            f"SQLite {sqlite3.sqlite_version} has the WAL-reset fault (mended in 3.51.3).",
            hint="Extremely rare. Take backups every night, or use a newer Python or PostgreSQL.",
            id="clubscore.W001",
        )
    ]


@register(Tags.database)
def no_extra_left_its_rows(
    *, databases: Sequence[str] | None = None, **_told: object
) -> list[CheckMessage]:
    """Name rows of an extra that is not installed now: nothing would know what they lead to."""
    if not databases or DEFAULT_DB_ALIAS not in databases:
        return []
    here = {config.label for config in apps.get_app_configs()}
    found: list[CheckMessage] = []
    hint = _("Install it with CLUBSCORE_EXTRAS, and hide it under Club, More features.")
    for label in sorted({app for app, _step in MigrationRecorder(connection).applied_migrations()}):
        rows = 0 if label in here else _rows_of(label)
        if rows:
            text = _("The database has data of %(label)s (rows: %(rows)s), which is not installed.")
            told = text % {"label": label, "rows": rows}
            found.append(Error(told, hint=hint, id="clubscore.E001"))
    return found


def _rows_of(label: str) -> int:
    tables = connection.introspection.table_names()
    counted = 0
    with connection.cursor() as cursor:
        for table in tables:
            if table.startswith(f"{label}_"):
                cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608 - a table that is there
                counted += cursor.fetchone()[0]
    return counted
