"""A database that cannot be written: refused in words, told to the director, red meanwhile."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils.html import escape

from clubscore.rubbers.models import DealRevision
from clubscore.server import database_guard as unwritable
from clubscore.server.database_guard import StorageTrouble, trouble_of
from tests.house import House, build_house, client_of
from tests.soak.faulty_disk import Fault, FaultyDisk

ENTRIES = {"level": "1", "denomination": "S", "doubling": "0", "declarer": "N", "result": "-1",
           "honours": "none", "part": "1", "position": "1"}  # fmt: skip
# One entry after the other; says of each whether it was taken.
WRITING = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1] + "/clubscore.sqlite3", isolation_level=None)
file.execute("PRAGMA journal_mode=WAL")
file.execute("PRAGMA synchronous=FULL")
file.execute("CREATE TABLE IF NOT EXISTS told (number)")
for number in range(40):
    try:
        file.execute("INSERT INTO told VALUES (?)", (number,))
        print("taken", flush=True)
    except sqlite3.Error as error:
        print(error.sqlite_errorname, flush=True)
"""


@pytest.fixture(autouse=True)
def well_again() -> Iterator[None]:
    yield
    unwritable.forget()


@pytest.fixture
def house(transactional_db: None) -> House:
    return build_house()


def record(director: Client, house: House, key: str) -> Any:
    return director.post(f"/table/{house.sitting.pk}/record/", ENTRIES | {"key": key})


class Failing:
    """Lets every write of the database fail as it fails when something is wrong with the disk."""

    def __init__(self, name: str, only: str = "") -> None:
        self.name, self.only = name, only

    def __call__(self, ask: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if (
            self.name
            and self.only in sql
            and sql.split(maxsplit=1)[0] in ("INSERT", "UPDATE", "PRAGMA")
        ):
            fault = OperationalError("database or disk is full")
            fault.sqlite_errorname = self.name  # type: ignore[attr-defined]
            raise fault
        return ask(sql, params, many, context)


@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("SQLITE_FULL", StorageTrouble.FULL),
        ("SQLITE_READONLY_DIRECTORY", StorageTrouble.READ_ONLY),
        ("SQLITE_IOERR_WRITE", StorageTrouble.BROKEN),
    ],
)
def test_an_entry_that_cannot_be_written_is_refused_in_words(
    house: House, name: str, trouble: StorageTrouble
) -> None:
    failing = Failing(name)
    director = client_of(house.logins["director"])
    director.raise_request_exception = False
    before, told = DealRevision.objects.count(), escape(unwritable.in_words(trouble))
    with connection.execute_wrapper(failing):
        answer = record(director, house, "k1")
        assert answer.status_code == 503
        assert told in answer.content.decode()
        assert Client().get("/readyz/").content.decode() == unwritable.in_words(trouble) + "\n"
        page = director.get("/results/").content.decode()
        assert told in page
    assert DealRevision.objects.count() == before
    failing.name = ""
    assert Client().get("/readyz/").status_code == 200
    assert told not in director.get("/results/").content.decode()
    assert record(director, house, "k1").status_code == 302
    assert DealRevision.objects.count() == before + 1


def test_a_session_that_cannot_be_written_is_no_fault_of_the_phones(house: House) -> None:
    phone, failing = Client(raise_request_exception=False), Failing("", 'UPDATE "django_session"')
    address = f"/t/{house.token}/"
    phone.get(address)
    with connection.execute_wrapper(failing):
        failing.name = "SQLITE_FULL"
        assert phone.post(address, {"person": ""}).status_code == 503
        failing.name = ""
        assert phone.post(address, {"person": ""}).status_code == 302


def test_it_is_over_when_something_was_recorded(house: House) -> None:
    unwritable.note(StorageTrouble.FULL)
    assert record(client_of(house.logins["director"]), house, "k1").status_code == 302
    assert unwritable.standing() is None


def test_a_player_is_not_told_what_only_the_director_can_mend(house: House) -> None:
    unwritable.note(StorageTrouble.FULL)
    page = client_of(house.logins["player"]).get("/results/").content.decode()
    assert escape(unwritable.in_words(StorageTrouble.FULL)) not in page


def test_what_says_nothing_of_writing_is_no_trouble() -> None:
    assert trouble_of(OperationalError("no such table: x")) is None
    assert trouble_of(ValueError("SQLITE_FULL")) is None


@pytest.mark.skipif(sys.platform != "linux", reason="laid under SQLite by LD_PRELOAD")
@pytest.mark.parametrize(
    ("fault", "names"),
    [
        (Fault.NONE, set()),
        (Fault.FULL, {"SQLITE_FULL"}),
        (Fault.SHORT, {"SQLITE_FULL"}),
        (Fault.BROKEN, {"SQLITE_IOERR_WRITE"}),
        (Fault.KILL_BEFORE_COMMIT, set()),
    ],
)
def test_a_faulty_disk_fails_as_it_is_told(tmp_path: Path, fault: Fault, names: set[str]) -> None:
    disk = FaultyDisk(tmp_path)
    disk.set(fault, after=30)
    done = subprocess.run(
        [sys.executable, "-c", WRITING, str(tmp_path)],
        env=os.environ | disk.environment, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    said = done.stdout.split()
    assert "taken" in said and {*said} - {"taken"} == names
    assert disk.done() > 0 or fault == Fault.NONE
    killed = fault == Fault.KILL_BEFORE_COMMIT
    assert done.returncode == (-signal.SIGKILL if killed else 0), done.stderr
    disk.set(Fault.NONE)
    again = subprocess.run(
        [sys.executable, "-c", WRITING, str(tmp_path)],
        env=os.environ | disk.environment, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert {*again.stdout.split()} == {"taken"}, "the file is sound afterwards"
