"""A database of before, and the steps that bring it up to now."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from clubscore.club.safe import held_apart

Step = tuple[str, str]
book = importlib.import_module("clubscore.club.migrations.0004_the_book_is_kept")


def brought_to(*steps: Step) -> Any:
    """Bring the database to steps of the migrations; what models were then."""
    executor = MigrationExecutor(connection)
    executor.migrate(list(steps))
    return MigrationExecutor(connection).loader.project_state(list(steps)).apps


@contextmanager
def database_of(*steps: Step) -> Iterator[Any]:
    """Models of before, in a database of before; it is up to now again in the end."""
    held_apart.take_away("default")
    try:
        yield brought_to(*steps)
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
        held_apart.set_again("default")
        if connection.vendor == "sqlite":
            # A step may have set them, and the test's rows are to go: see tests/conftest.py.
            with connection.cursor() as cursor:
                for table in book.KEPT:
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_never_deleted")
