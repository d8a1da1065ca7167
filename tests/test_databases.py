"""The migrated database that all processes of a run copy."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState, StateApps
from django.utils.module_loading import import_string

from clubscore.server import backups as pg_copies
from clubscore.server import database_guard as versions
from clubscore.server import update as schema
from tests import databases
from tests.test_restore import tools

ROOT = Path(__file__).resolve().parent.parent
BY_STEPS = """
import django
django.setup()
from clubscore.club import database as held_apart
from tests.updates.steps import step_by_step
executor = step_by_step()
apps = executor.migrate(executor.loader.graph.leaf_nodes()).apps
held_apart.set_again("default", apps)
"""


@pytest.mark.postgres
def test_the_copy_is_of_todays_migrations(db: None) -> None:
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


@pytest.mark.postgres
def test_a_database_that_went_by_all_steps_lacks_nothing(db: None) -> None:
    """It has no row of what stands for them, as no database of before this has one."""
    executor = MigrationExecutor(connection)
    every = executor.loader.disk_migrations.items()
    for_others = [step for step, each in every if each.replaces]
    assert len(for_others) == 5
    for app, name in for_others:
        executor.recorder.record_unapplied(app, name)
    assert versions.done().isdisjoint(for_others)
    assert versions.lacking(versions.done()) == set()
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    # A step that is not done is lacking, and the others are not done again.
    executor.recorder.record_unapplied("jobs", "0003_keys_begin_with_the_club")
    assert versions.lacking(versions.done()) == {("jobs", "0003_keys_begin_with_the_club")}
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    assert [(step.app_label, step.name) for step, _back in plan] == [
        ("jobs", "0003_keys_begin_with_the_club")
    ]


def as_columns() -> StateApps:
    """Models as migrations see them: what is one to one in its club is a key and a rule."""
    state = ProjectState.from_apps(apps)
    for model in state.models.values():
        for name, field in model.fields.items():
            _name, path, args, kwargs = field.deconstruct()
            model.fields[name] = import_string(path)(*args, **kwargs)
    return state.apps


def test_tables_made_at_once_are_those_of_the_models(db: None, tmp_path: Path) -> None:
    """They are written down, and a model that changes takes a step of its own."""
    if connection.vendor != "sqlite":
        pytest.skip("on SQLite only")
    file = tmp_path / "of_models.sqlite3"
    connections["of_models"] = made = connection.copy("of_models")
    made.settings_dict = made.settings_dict | {"NAME": str(file)}
    try:
        with made.schema_editor() as editor:
            for model in (*as_columns().get_models(), MigrationRecorder.Migration):
                editor.create_model(model)
    finally:
        made.close()
        del connections["of_models"]
    at_once = schema.of_file(databases.migrated_file())
    # No model says these; tests/club has tests of each.
    tables = {thing: parts for thing, parts in at_once.items() if thing.kind != "trigger"}
    assert len(tables) > 150
    assert schema.differences(tables, schema.of_file(file)) == []


@pytest.mark.night
@pytest.mark.long(50)
@pytest.mark.postgres
def test_tables_made_at_once_are_those_that_all_steps_make(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their columns, rules, indexes and triggers; what a later step changes belongs to both."""
    if connection.vendor == "sqlite":
        environment = os.environ | {
            "CLUBSCORE_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "clubscore.settings"
        }  # fmt: skip
        subprocess.run([sys.executable, "-c", BY_STEPS], cwd=ROOT, env=environment, check=True)
        by_steps = schema.of_file(tmp_path / "clubscore.sqlite3")
        at_once = schema.of_file(databases.migrated_file())
    else:
        monkeypatch.setenv("PATH", f"{tools()}{os.pathsep}{os.environ['PATH']}")
        at_once = schema.fresh_schema()
        by_hand = "clubscore_by_steps"
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA {by_hand}")
        try:
            environment = os.environ | {
                "CLUBSCORE_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "clubscore.settings",
                "DATABASE_URL": schema._address(by_hand),
            }  # fmt: skip
            subprocess.run([sys.executable, "-c", BY_STEPS], cwd=ROOT, env=environment, check=True)
            script = pg_copies.definitions_of(by_hand).replace(f"{by_hand}.", "public.")
            by_steps = schema._pieces(script)
        finally:
            with connection.cursor() as cursor:
                cursor.execute(f"DROP SCHEMA {by_hand} CASCADE")
    assert len(at_once) > 200
    assert schema.differences(at_once, by_steps) == []


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
    more = databases.migrations_key()
    (tmp_path / databases.MADE_BY).write_text("")
    assert len({before, changed, more, databases.migrations_key()}) == 4


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
