"""Backups at a second place: locked to a key, thinned, read back; the director sees it all."""

import datetime as dt
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from clubscore.club import clock
from clubscore.club.models import Act
from clubscore.club.refused import Refused
from clubscore.club.safe import backup_key, backups, second_place
from clubscore.jobs import working
from clubscore.jobs.models import Job
from clubscore.room.kinds_of_jobs import KINDS, SECOND, ask_for_what_is_due
from tests.house import build_house, client_of
from tests.test_restore import names_in
from tests.test_serve import ROOT

PAGE = "/club/second-place/"


@pytest.fixture
def there(transactional_db: None, tmp_path: Path, settings: Any) -> Path:
    """A second place, a key, and a club with the day's backup."""
    if connection.vendor != "sqlite":
        pytest.skip("pg_dump is not always here")
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    settings.CLUBSCORE_SECOND_PLACE = tmp_path / "disk"
    settings.CLUBSCORE_SECOND_PLACE.mkdir()
    build_house()
    backups.make_backup()
    return tmp_path / "disk"


def send() -> list[tuple[int, int]]:
    said: list[tuple[int, int]] = []
    second_place.send_and_prove(lambda done, total: said.append((done, total)))
    return said


def test_a_backup_is_locked_sent_and_read_back(there: Path) -> None:
    secret = backup_key.make()
    assert second_place.is_due()
    assert send()[-1] == (3, 3)
    (copy,) = there.iterdir()
    (made,) = backups.folder().iterdir()
    assert copy.name == f"{made.name}.age"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert b"Portland" in made.read_bytes() and b"Portland" not in copy.read_bytes()
    assert second_place.last_proved() is not None and not second_place.is_due()
    with backup_key.opened(copy, secret) as plain:
        assert plain.read_bytes() == made.read_bytes()
    assert not plain.exists()
    # The secret is nowhere on this machine.
    kept = [file for file in there.parent.rglob("*") if file.is_file()]
    assert [file for file in kept if secret.encode() in file.read_bytes()] == []
    assert len(kept) > 3


def test_it_is_due_again_after_a_day_or_with_a_newer_backup(there: Path) -> None:
    backup_key.make()
    send()
    now = clock.now()
    with clock.at(now + dt.timedelta(hours=25)):
        assert second_place.is_due()
        send()
        assert not second_place.is_due()
    (backups.folder() / "clubscore-2090-01-01-000000.sqlite3").write_bytes(b"newer")
    assert second_place.is_due()


@pytest.mark.parametrize("what", ["altered", "missing"])
def test_a_copy_that_is_altered_or_missing_is_told_and_written_again(
    there: Path, what: str
) -> None:
    backup_key.make()
    send()
    (copy,) = there.iterdir()
    if what == "missing":
        copy.unlink()
    else:
        content = bytearray(copy.read_bytes())
        content[5000] ^= 1
        copy.write_bytes(content)
    with pytest.raises(Refused, match="missing or was altered"):
        send()
    assert second_place.is_due() and second_place.last_proved() is None
    send()
    assert second_place.last_proved() is not None


def test_a_disk_that_is_not_connected_is_told_and_no_folder_is_made_for_it(there: Path) -> None:
    backup_key.make()
    there.rmdir()
    ask_for_what_is_due()
    while job := working.take("a worker"):
        working.do(job, KINDS)
    job = Job.objects.get(kind=SECOND)
    assert job.state == Job.State.FAILED and "Is its disk connected?" in job.trouble
    assert not there.exists()
    ask_for_what_is_due()
    assert Job.objects.filter(kind=SECOND).count() == 1, "not again for an hour"
    there.mkdir()
    with clock.at(clock.now() + dt.timedelta(minutes=61)):
        ask_for_what_is_due()
        while job := working.take("a worker"):
            working.do(job, KINDS)
    assert len(list(there.iterdir())) == 1


def test_without_a_place_or_a_key_nothing_is_due(there: Path, settings: Any) -> None:
    assert not second_place.is_due()
    send()
    backup_key.make()
    settings.CLUBSCORE_SECOND_PLACE = None
    assert not second_place.is_due()
    send()
    assert list(there.iterdir()) == []


def test_days_weeks_and_months_are_kept(there: Path) -> None:
    newest = dt.datetime(2026, 11, 21, 23, 0, tzinfo=dt.UTC)
    index = {}
    for days in range(500):
        at = newest - dt.timedelta(days=days)
        name = f"clubscore-{at.strftime(backups.STAMP)}.sqlite3.age"
        (there / name).write_bytes(b"")
        index[name] = ["", at.isoformat(), None]
    second_place._index().write_text(json.dumps(index))
    (there / "mine.age").touch()
    second_place._thin(there)
    kept = sorted(file.name[10:20] for file in there.glob("clubscore-*"))
    assert kept[-7:] == [f"2026-11-{day}" for day in range(15, 22)]
    assert [day[:7] for day in kept[:10]] == [
        "2025-12", *(f"2026-{month:02}" for month in range(1, 10))
    ]  # fmt: skip
    assert len(kept) == 20 and len(second_place.known()) == 20
    assert (there / "mine.age").exists()


def test_only_the_secret_of_the_key_proves_it(there: Path) -> None:
    with pytest.raises(backup_key.WrongKey):
        backup_key.prove("AGE-SECRET-KEY-1")
    first = backup_key.make()
    second = backup_key.make()
    for wrong in (first, second[:-1], "", "age1", second.replace("1", "l", 1)):
        with pytest.raises(backup_key.WrongKey):
            backup_key.prove(wrong)
    key = backup_key.known()
    assert key is not None and key.proved_at is None
    backup_key.prove(f"  {second.lower()}\n")
    key = backup_key.known()
    assert key is not None and key.proved_at is not None


def test_the_director_makes_a_key_proves_it_and_sees_when_a_copy_was_proved(there: Path) -> None:
    from clubscore.club.models import Membership, Role

    director = client_of(Membership.objects.get(role=Role.DIRECTOR).user)
    assert "Make a key" in director.get(PAGE).content.decode()
    shown = director.post(PAGE, {"make": "1"})
    assert "no-store" in shown["Cache-Control"]
    found = re.search(r"AGE-SECRET-KEY-1\w+", shown.content.decode())
    assert found is not None
    page = director.get(PAGE).content.decode()
    assert found[0] not in page and "Prove once that you have" in page
    refused = director.post(PAGE, {"secret": "AGE-SECRET-KEY-1XYZ"})
    assert refused.status_code == 422 and "XYZ" not in refused.content.decode()
    assert director.post(PAGE, {"secret": found[0]}).status_code == 302
    assert "You proved that you have" in director.get(PAGE).content.decode()
    acts = set(Act.objects.values_list("what", flat=True))
    assert {"backup key made", "backup key proved"} <= acts
    assert director.post(PAGE, {"now": "1"}).status_code == 302
    while job := working.take("a worker"):
        working.do(job, KINDS)
    page = director.get(PAGE).content.decode()
    assert "Last read back and checked" in page and ".sqlite3.age" in page
    assert "Last backup elsewhere read back and checked" in director.get("/club/").content.decode()


@pytest.mark.long(12)
def test_a_locked_backup_is_put_back_with_its_secret_alone(there: Path, tmp_path: Path) -> None:
    secret = backup_key.make()
    send()
    (copy,) = there.iterdir()
    data = tmp_path / "elsewhere"
    data.mkdir()

    def restore(told: str, file: Path = copy) -> tuple[int, str]:
        own = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")
        environment = {k: v for k, v in os.environ.items() if k not in own}
        done = subprocess.run(
            [sys.executable, "manage.py", "restore", str(file)],
            cwd=ROOT,
            env=environment | {"CLUBSCORE_DATA": str(data)},
            input=told,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        assert "Traceback" not in done.stdout, done.stdout
        return done.returncode, done.stdout

    code, said = restore(backup_key.make() + "\n")
    assert code == 1 and "not the secret key to which" in said
    short = tmp_path / "short.sqlite3.age"
    short.write_bytes(copy.read_bytes()[:-5000])
    code, said = restore(secret, short)
    assert code == 1 and "is damaged" in said
    code, said = restore(secret + "\n")
    assert code == 0, said
    assert names_in(data / "clubscore.sqlite3") == ["Portland"]
    assert not list(data.glob(".restore-*"))
