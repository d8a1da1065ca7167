"""The migrated database that all processes of a run copy."""

from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests import databases


def test_the_copy_is_of_todays_migrations(db: None) -> None:
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


def test_a_migration_that_changes_asks_for_another_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "clubscore" / "club" / "migrations"
    folder.mkdir(parents=True)
    file = folder / "0001_initial.py"
    file.write_text("operations = []\n")
    monkeypatch.setattr(databases, "BASE_DIR", tmp_path)
    before = databases.migrations_key()
    assert databases.migrations_key() == before
    file.write_text("operations = [1]\n")
    changed = databases.migrations_key()
    file.with_name("0002_more.py").write_text("operations = []\n")
    assert len({before, changed, databases.migrations_key()}) == 3
