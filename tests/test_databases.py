"""The migrated database that all processes of a run copy."""

import shutil
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests import databases


@pytest.mark.postgres
def test_the_copy_is_of_todays_migrations(db: None) -> None:
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


def test_nothing_opens_the_file_that_sqlite_has_locks_on(
    django_db_setup: None, tmp_path: Path
) -> None:
    """A test copied it once, and the next one that started a program broke all later tests."""
    if connection.vendor != "sqlite":
        pytest.skip("on SQLite only")
    file = Path(connection.settings_dict["NAME"])
    with pytest.raises(RuntimeError, match="in use by SQLite"):
        shutil.copy(file, tmp_path)
    with pytest.raises(RuntimeError, match="in use by SQLite"):
        file.read_bytes()
    assert shutil.copy(databases.migrated_file(), tmp_path)


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


@pytest.mark.postgres
def test_a_server_that_is_new_gets_the_tables_that_another_had(
    django_db_setup: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept is what it says: of a table made by hand instead of all migrations."""
    if connection.vendor != "postgresql":
        pytest.skip("on PostgreSQL only")
    import psycopg

    def by_hand(DATABASE_URL: str) -> None:
        with psycopg.connect(DATABASE_URL) as server:
            server.execute("CREATE TABLE made (id serial, word text)")
            server.execute("INSERT INTO made (word) VALUES ('a\\b')")

    monkeypatch.setattr(databases, "KEPT", tmp_path)
    monkeypatch.setattr(databases, "migrate", by_hand)
    name, kept = "clubscore_made_by_hand", tmp_path / "kept.sql"
    address = databases._address_of(name)
    for _time in ("migrated", "by the script that was kept"):
        with databases._maintenance() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            cursor.execute(f"CREATE DATABASE {name}")
        databases._fill(address, kept)
        monkeypatch.setattr(databases, "migrate", None)
        with psycopg.connect(address) as server:
            server.execute("INSERT INTO made (word) VALUES ('next')")
            found = server.execute("SELECT * FROM made ORDER BY id").fetchall()
        assert found == [(1, "a\\b"), (2, "next")]
    databases.remove(name)
    assert [file.name for file in tmp_path.iterdir()] == ["kept.sql"]
