"""A whole installation copied into another database, proved on both sides, or left as it was."""

from __future__ import annotations

import datetime as dt
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.db.backends.base.base import BaseDatabaseWrapper

from clubscore.club import clock
from clubscore.club.entry import authored, new_key
from clubscore.club.models import BroughtForward, Person, User
from clubscore.club.record_words import OwnWords
from clubscore.events.models import PastImport, PlanChange
from clubscore.extras.machines import moving
from clubscore.extras.machines.moving import MoveRefused, move_database
from clubscore.extras.mail.models import Letter, PlannedEvening
from clubscore.files import club_import as whole_copy
from clubscore.files.club_import import LEFT_OUT, copied_models
from tests.databases import _address_of, migrated_file
from tests.events.evenings import Evening
from tests.house import House
from tests.settings import BASE_DIR


def connected(wrapper: BaseDatabaseWrapper) -> None:
    """Connect, as Django does outside its tests: those know of no second database."""
    if wrapper.connection is None:
        wrapper.connect()


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty database with our tables."""
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", connected)
    file = tmp_path / "other.sqlite3"
    shutil.copyfile(migrated_file(), file)
    return file


def copy_into(file: Path) -> Any:
    """Copy everything into a file, as a move does."""
    return moving._copy({"ENGINE": "django.db.backends.sqlite3", "NAME": file})


# Numbers and text, as those of other kinds are, for which a row would have to be sought.
AS_OTHERS = {
    models.AutoField,
    models.GenericIPAddressField,
    models.PositiveBigIntegerField,
    models.TextField,
}


def _kind_of(field: Any) -> type:
    """Return the kind of a field, of a foreign key that of the key."""
    return type(field.target_field if field.is_relation else field)


def build_one_of_each_kind(house: House) -> None:
    """Fill what a house leaves empty: an hour, a mark, bytes, mail, a list of our own words."""
    club, now, evening = house.club, clock.now(), Evening(4, club=house.club)
    PlanChange.objects.create(
        section=evening.section, number=1, title=OwnWords("misheard"),
        effects=[OwnWords("misheard"), "Pair 3 sits out."], was={}, plan={},
        **authored(evening.actor, club.pk, new_key()),
    )  # fmt: skip
    Person.objects.filter(pk=house.people[0].pk).update(email="ann@example.org")
    Letter.objects.create(club=club, kind=Letter.Kind.TEST, key="test")
    PlannedEvening.objects.create(
        club=club, day=now.date(), begins=dt.time(19, 30), title="Rubber", planned_by="a test"
    )
    PastImport.objects.create(club=club, source="old results", packed=b"PK\x03\x04\0\xff")


def rows(file: Path, table: str) -> int:
    """Return how many rows a table of a file has."""
    database = sqlite3.connect(file)
    try:
        return int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
    finally:
        database.close()


def test_every_model_is_copied_or_left_out_by_name_and_reason() -> None:
    every = {model._meta.label for model in apps.get_models(include_auto_created=True)}
    copied = {model._meta.label for model in copied_models()}
    assert copied | set(LEFT_OUT) == every
    assert not copied & set(LEFT_OUT)
    assert all(LEFT_OUT.values())


def test_a_field_of_every_kind_is_copied_and_read_on_both_sides(house: House, other: Path) -> None:
    """No kind of field is left without a row here that holds something in it."""
    build_one_of_each_kind(house)
    told = copy_into(other)
    held = {
        _kind_of(field)
        for model in copied_models()
        for field in model._meta.concrete_fields
        if told[model._meta.label].rows
        and model._base_manager.exclude(**{field.name: field.empty_values[0]}).exists()
    }
    every = {_kind_of(field) for model in copied_models() for field in model._meta.concrete_fields}
    assert every - held == AS_OTHERS


@pytest.mark.postgres
def test_every_row_is_on_both_sides_and_counted(house: House, other: Path) -> None:
    User.objects.create(username="last").delete()
    told = copy_into(other)
    assert told["club.Person"].rows == Person.objects.count() == rows(other, "club_person") == 4
    assert told["rubber.TableLink"].rows == 1
    assert BroughtForward._meta.label not in told
    database = sqlite3.connect(other)
    kept = database.execute("SELECT username, password FROM club_user ORDER BY id").fetchall()
    next_key = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'club_user'")
    assert kept == [*User.objects.order_by("pk").values_list("username", "password")]
    assert next_key.fetchone()[0] > max(User.objects.values_list("pk", flat=True))
    database.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE club_person SET name = 'Eve' WHERE name = 'Ann'",
        "DELETE FROM rubber_tablelink",
        "UPDATE rubber_dealrevision SET facts = replace(facts, '10', '11')",
        "UPDATE rubber_sitting SET opened_at = '2026-03-02 10:00:00'",
    ],
)
def test_what_is_not_the_same_there_is_seen_and_nothing_stays(
    house: House, other: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    copy_all = whole_copy.copy_all

    def copy_wrongly(source: str, target: str) -> None:
        copy_all(source, target)
        with moving.connections[target].cursor() as cursor:
            cursor.execute(change)

    monkeypatch.setattr(whole_copy, "copy_all", copy_wrongly)
    with pytest.raises(MoveRefused, match="is not the same on both sides"):
        copy_into(other)
    assert rows(other, "club_person") == 0


def test_a_row_that_is_refused_there_leaves_everything_as_it_was(house: House, other: Path) -> None:
    database = sqlite3.connect(other)
    database.execute("CREATE UNIQUE INDEX stricter ON rubber_dealrevision (kind)")
    database.close()
    with pytest.raises(MoveRefused, match="the other database refused a row"):
        copy_into(other)
    assert rows(other, "club_person") == 0


def test_a_database_that_holds_something_is_not_filled(house: House, other: Path) -> None:
    database = sqlite3.connect(other)
    database.execute("INSERT INTO auth_group (name) VALUES ('x')")
    database.commit()
    database.close()
    with pytest.raises(MoveRefused, match="is not empty"):
        copy_into(other)
    assert rows(other, "club_person") == 0


def test_the_command_says_what_is_wrong(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="is there already"):
        call_command("move_database", "sqlite")
    with pytest.raises(CommandError, match="The other database cannot be used: DATABASE_URL is"):
        call_command("move_database", "mysql://x")
    monkeypatch.setattr(moving.database_guard, "done", set)
    with pytest.raises(CommandError, match="Update the database first"):
        call_command("move_database", "postgresql://127.0.0.1:1/x")


def test_nothing_is_moved_while_a_server_runs(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_data: Path) -> Iterator[None]:
        raise moving.InUse

    monkeypatch.setattr(moving, "alone", busy)
    with pytest.raises(MoveRefused, match="Close it first"):
        move_database("postgresql://127.0.0.1:1/x")


BUILD = """
from tests.house import build_house
from tests.test_moving_database import build_one_of_each_kind
build_one_of_each_kind(build_house())
"""


def run(folder: Path, *arguments: str, address: str = "") -> str:
    """Run a command on a data folder, in a process of its own; return what it says."""
    left_out = ("DATABASE_URL", "CLUBSCORE_TEST_FOLDER", "DJANGO_SETTINGS_MODULE")
    environment = {key: value for key, value in os.environ.items() if key not in left_out}
    environment |= {"CLUBSCORE_DATA": str(folder), "CLUBSCORE_PROFILE": "club-network"}
    environment |= {"DATABASE_URL": address} if address else {}
    command = [sys.executable, str(BASE_DIR / "manage.py"), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.postgres
@pytest.mark.long(60)
def test_everything_goes_to_postgresql_and_comes_back(tmp_path: Path) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on PostgreSQL only")
    import psycopg

    name = f"clubscore_moved_{os.getpid()}"
    address, data = _address_of(name), tmp_path / "data"
    data.mkdir()
    shutil.copyfile(migrated_file(), data / "clubscore.sqlite3")
    run(data, "shell", "-v0", "-c", BUILD)
    with closing(sqlite3.connect(data / "clubscore.sqlite3")) as database, database:
        database.execute("INSERT INTO django_session VALUES ('browser-of-then', '', '2036-01-01')")
    run(data, "export_club", "portland", str(tmp_path / "before.jsonl"))
    with psycopg.connect(_address_of("postgres"), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    try:
        said = run(data, "move_database", address)
        assert "every row was read on both sides and is the same" in said
        assert not (data / "clubscore.sqlite3").exists()
        (kept,) = data.glob("backups/before-move-*/clubscore.sqlite3")
        assert b"browser-of-then" not in kept.read_bytes()
        assert (data / "database.txt").read_text() == "postgresql\n"
        there = tmp_path / "there.jsonl"
        run(data, "export_club", "portland", str(there), address=address)
        assert there.read_bytes() == (tmp_path / "before.jsonl").read_bytes()
        run(data, "reset_password", "director-portland", address=address)
        run(data, "move_database", "sqlite", address=address)
    finally:
        with psycopg.connect(_address_of("postgres"), autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    back = tmp_path / "back.jsonl"
    run(data, "export_club", "portland", str(back))
    assert b"password renewed" in back.read_bytes()
    assert not [*data.glob(".move-*")]
