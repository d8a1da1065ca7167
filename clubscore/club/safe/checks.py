"""System checks of the whole program."""

import sqlite3
from collections.abc import Sequence

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register

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
