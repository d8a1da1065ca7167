"""An update of the database: copied first, told how far it is, put back where it fails."""

import os
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as now
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from clubscore.club.logins import found_club
from clubscore.club.models import Club
from clubscore.server import backups
from clubscore.server import backups as pg_copies
from clubscore.server import database_guard as at_work
from clubscore.server import update as updating
from clubscore.server.server import BeforeOpen
from tests.databases import plain
from tests.test_restore import tools
from tests.test_serve import ROOT, serving

TOMORROW = {"DJANGO_SETTINGS_MODULE": "tests.updates.settings"}
FAILS = TOMORROW | {"TOMORROW": "fails"}


@pytest.fixture
def data(transactional_db: None, tmp_path: Path) -> Path:
    """A data folder with a club in an SQLite file."""
    if connection.vendor != "sqlite":
        pytest.skip("of SQLite files")
    found_club(name="Portland", author="a test")
    folder = tmp_path / "data"
    made = plain(backups.make_backup(into=tmp_path / "made"))
    folder.mkdir()
    (folder / "clubscore.sqlite3").write_bytes(made.read_bytes())
    return folder


def rows_of(file: Path) -> list[str]:
    """Every row and every table of a database, as text."""
    database = sqlite3.connect(file)
    dumped = list(database.iterdump())
    database.close()
    return dumped


def run(data: Path, *words: str, **chosen: str) -> tuple[int, str]:
    own = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")
    environment = {k: v for k, v in os.environ.items() if k not in own}
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment | {"CLUBSCORE_DATA": str(data)} | chosen,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert "Traceback" not in done.stdout, done.stdout
    return done.returncode, done.stdout


def test_the_service_updates_before_it_starts() -> None:
    unit = (ROOT / "deploy/clubscore.service").read_text()
    steps = [line.partition("manage.py ")[2] for line in unit.splitlines() if "manage.py" in line]
    assert steps == ["update", "collectstatic --no-input"]


LOGGED_IN = "INSERT INTO django_session VALUES ('browser-of-then', '', '2036-01-01')"


@pytest.mark.long(12)
def test_an_update_that_fails_halfway_puts_every_row_back(data: Path) -> None:
    file = data / "clubscore.sqlite3"
    before = rows_of(file)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(LOGGED_IN)
    code, said = run(data, "update", **FAILS)
    assert code == 1
    assert "failed at tomorrow 0002_second: a deal without a dealer." in said
    assert "step 1 of 2" in said and "step 2 of 2" in said
    assert "the database is as it was before" in said
    assert rows_of(file) == before
    # The one that failed, with the step that came through, is there to be looked at.
    (aside,) = (data / "backups").glob("failed-update-*")
    assert "Changed" in "".join(rows_of(aside / file.name))
    # It lets nobody in, nor does what came back.
    assert b"browser-of-then" not in (aside / file.name).read_bytes()
    assert b"browser-of-then" not in file.read_bytes()
    assert str(aside) in said
    assert not list(data.glob(".clubscore*"))
    # Tried again by a service it leaves no more, and pushes no older backup out.
    assert run(data, "update", **FAILS)[0] == 1
    assert [each.name[:14] for each in (data / "backups").iterdir()] == ["failed-update-"]
    # Mended, the same update goes through.
    code, said = run(data, "update", **TOMORROW)
    assert (code, "Database updated." in said) == (0, True), said
    assert run(data, "update", **TOMORROW)[1].strip() == "The database is up to date."


@pytest.mark.long(5)
def test_a_start_whose_update_fails_ends_with_the_database_as_it_was(data: Path) -> None:
    before = rows_of(data / "clubscore.sqlite3")
    with serving(data, **FAILS) as server:
        assert server.ended() == 1
    assert "Traceback" not in server.printed
    assert "a deal without a dealer" in server.printed
    assert rows_of(data / "clubscore.sqlite3") == before


@pytest.mark.long(5)
def test_no_start_waits_for_the_days_backup(data: Path) -> None:
    with serving(data) as server:
        server.wait_until_open()
        assert "Backup made" not in server.printed
        server.close()


def test_a_copy_that_cannot_be_put_back_is_told_with_the_way_by_hand(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_any: Any, **_more: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(updating, "_file_back", full)
    said = updating._put_back(Path("before-update-1.sqlite3"), set())
    assert "The database is not as it was." in said
    assert "manage.py restore before-update-1.sqlite3" in said and "No space left" in said


def test_no_update_begins_beside_a_running_server_or_without_its_copy(
    data: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = data
    with at_work.alone(data), pytest.raises(CommandError, match="is running on this data"):
        call_command("update")

    def refused(**_any: Any) -> Path:
        raise backups.BackupRefused("No backup was made: the disk is full.")

    def never(*_any: Any, **_more: Any) -> None:
        raise AssertionError("an update without its copy")

    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("sessions", "0001_initial")
    monkeypatch.setattr(backups, "make_backup", refused)
    monkeypatch.setattr(updating, "call_command", never)
    try:
        with pytest.raises(CommandError, match="disk is full"):
            call_command("update")
    finally:
        recorder.record_applied("sessions", "0001_initial")


def test_the_copy_says_how_far_it_is(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    enough = threading.Event()

    def say(text: str) -> None:
        said.append(text)
        enough.set()

    monkeypatch.setattr(updating, "EVERY", 0.01)
    draft = tmp_path / "draft"
    draft.write_bytes(b"x" * 3_000_000)
    with updating._told(say) as grows:
        grows(draft)
        assert enough.wait(30)
        enough.clear()
        assert enough.wait(30)
    assert said[-1].startswith("Copying the database before the update: 3 of about ")


def ask(port: int, path: str, method: str = "GET") -> tuple[int, str, str]:
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", method=method)
    try:
        with urllib.request.urlopen(asked) as answer:
            return answer.status, answer.read().decode(), ""
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode(), refused.headers["Retry-After"]


def test_whoever_comes_before_the_club_is_open_is_told_what_is_being_done() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        with BeforeOpen(door, "ClubScore is starting.") as waiting:
            code, page, again = ask(port, "/")
            assert (code, again) == (503, "5") and "ClubScore is starting." in page
            waiting.words = "Updating: step 2 of 3 <b>"
            with socket.create_connection(("127.0.0.1", port)):
                pass  # one who says nothing keeps nobody else
            assert "step 2 of 3 &lt;b&gt;" in ask(port, "/table/1/")[1]
            assert ask(port, "/readyz/")[0] == 503
            assert ask(port, "/healthz/")[0] == 200
            assert ask(port, "/", "HEAD")[:2] == (503, "")
        assert door.gettimeout() is None


@pytest.mark.postgres
def test_on_postgresql_what_was_done_before_the_step_that_failed_is_put_back(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on PostgreSQL only")
    monkeypatch.setenv("PATH", f"{tools()}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(now, "DATA_DIR", tmp_path)
    monkeypatch.setattr(pg_copies, "others_connected", lambda: 0)
    found_club(name="Portland", author="a test")
    had = updating.database_guard.done()

    def fails(steps: updating.MigrationSteps, **_any: Any) -> None:
        Club.objects.update(name="Changed")
        MigrationRecorder(connection).record_applied("tomorrow", "0001_first")
        steps.at = "tomorrow 0002_second"
        raise ValueError("a deal without a dealer")

    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("sessions", "0001_initial")
    monkeypatch.setattr(updating, "call_command", fails)
    try:
        with pytest.raises(updating.UpdateFailed, match="the database is as it was before"):
            updating.bring_up_to_date(lambda _text: None)
        assert list(Club.objects.values_list("name", flat=True)) == ["Portland"]
        assert updating.database_guard.done() == had - {("sessions", "0001_initial")}
        # While others are connected what they write would be lost: the way by hand is told.
        monkeypatch.setattr(pg_copies, "others_connected", lambda: 1)
        with pytest.raises(updating.UpdateFailed, match=r"manage\.py restore"):
            updating.bring_up_to_date(lambda _text: None)
        assert list(Club.objects.values_list("name", flat=True)) == ["Changed"]
    finally:
        recorder = MigrationRecorder(connection)
        recorder.record_applied("sessions", "0001_initial")
        recorder.record_unapplied("tomorrow", "0001_first")


@pytest.mark.postgres
def test_on_postgresql_a_step_that_fails_leaves_nothing(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on PostgreSQL only")
    from django.db.migrations import Migration, RunPython, RunSQL
    from django.db.migrations.executor import MigrationExecutor

    found_club(name="Portland", author="a test")

    def fail(*_any: Any) -> None:
        raise ValueError("a deal without a dealer")

    step = Migration("0001_first", "tomorrow")
    step.operations = [
        RunSQL("CREATE TABLE tomorrow (day integer)"),
        RunSQL("UPDATE club_club SET name = 'Changed'"),
        RunPython(fail),
    ]
    executor = MigrationExecutor(connection)
    with pytest.raises(ValueError, match="without a dealer"):
        executor.apply_migration(executor.loader.project_state(), step)
    assert list(Club.objects.values_list("name", flat=True)) == ["Portland"]
    assert "tomorrow" not in connection.introspection.table_names()
    assert updating._put_back(Path("a.dump"), updating.database_guard.done()).startswith(
        "PostgreSQL"
    )
