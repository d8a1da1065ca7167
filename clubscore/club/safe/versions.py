"""How far a database's tables have come, held against what this program knows."""

from functools import cache

from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from clubscore.club.at_once import Step
from clubscore.places import typed


@cache
def _read() -> dict[Step, Migration]:
    return MigrationLoader(None, ignore_no_migrations=True).disk_migrations


def known() -> frozenset[Step]:
    """Return every step that this program knows."""
    return frozenset(_read())


def lacking(steps: set[Step]) -> set[Step]:
    """Return what a database lacks that has come through these steps: steps, none for others."""
    return {step for step, migration in _read().items() if not migration.replaces} - steps


def done() -> set[Step]:
    """Return every step that the database has come through."""
    return set(MigrationRecorder(connection).applied_migrations())


def newer(steps: set[Step]) -> str:
    """Return the first of these steps that only a newer program knows, "" where there is none."""
    ours = {app for app, _name in known()}
    return next((" ".join(step) for step in sorted(steps - known()) if step[0] in ours), "")


def newer_in_words(step: str) -> str:
    """Say that the database is of a newer program, and the ways back."""
    return _(
        "The database was last used by a newer ClubScore (%(step)s), which this version"
        " cannot read. Update the program to that version again, or restore the backup made"
        " before the update: %(restore)s data/backups/before-update-….sqlite3"
        " (on PostgreSQL .dump). Anything recorded since then exists only in the newer"
        " version."
    ) % {"step": step, "restore": typed("restore")}


def refuse_newer() -> None:
    """Raise ImproperlyConfigured where the database is of a newer program."""
    step = newer(done())
    if step:
        raise ImproperlyConfigured(newer_in_words(step))
