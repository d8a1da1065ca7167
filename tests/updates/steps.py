"""A database of before, and the steps that bring it up to now."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from clubscore.club import database as held_apart

Step = tuple[str, str]
book = importlib.import_module("clubscore.club.migrations.0004_the_book_is_kept")


class EveryStep(MigrationLoader):
    """Knows each step by itself, and none that stands for others (club/database.py)."""

    def load_disk(self) -> None:
        """Leave out what stands for others."""
        super().load_disk()
        self.for_others = [step for step, each in self.disk_migrations.items() if each.replaces]
        for step in self.for_others:
            del self.disk_migrations[step]


def step_by_step() -> MigrationExecutor:
    """Return what takes a database through every step."""
    executor = MigrationExecutor(connection)
    executor.loader = every = EveryStep(connection)
    # No database of before says that it was made at once.
    for app, name in every.for_others:
        executor.recorder.record_unapplied(app, name)
    return executor


def brought_to(*steps: Step) -> Any:
    """Bring the database to steps of the migrations; what models were then."""
    step_by_step().migrate(list(steps))
    return models_at(steps)


def taken_back_to(*steps: Step) -> Any:
    """Take the database back to steps, the last of them first; what models were then.

    One at a time: from the first step that it takes back on, Django makes all models anew for every
    one that it passes, the oldest of the other apps among them.
    """
    for step in reversed(steps):
        step_by_step().migrate([step])
    return models_at(steps)


def models_at(steps: tuple[Step, ...]) -> Any:
    return step_by_step().loader.project_state(list(steps)).apps


@contextmanager
def database_of(*steps: Step) -> Iterator[Any]:
    """Models of before, in a database of before; it is up to now again in the end.

    Name a step after those that it builds upon.
    """
    held_apart.take_away("default")
    try:
        yield taken_back_to(*steps)
    finally:
        executor = step_by_step()
        executor.migrate(executor.loader.graph.leaf_nodes())
        held_apart.set_again("default")
        if connection.vendor == "sqlite":
            # A step may have set them, and the test's rows are to go: see tests/conftest.py.
            with connection.cursor() as cursor:
                for table in book.KEPT:
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_never_deleted")
