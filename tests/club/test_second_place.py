"""Backups at a second place: locked to a key, thinned, read back; the director sees it all."""

import datetime as dt
import gzip
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.db import connection

from clubscore.club import clock
from clubscore.club.entry import Refused
from clubscore.club.models import Act
from clubscore.extras.second_place import copies as backup_key
from clubscore.extras.second_place import copies as second_place
from clubscore.extras.second_place import copies as stores
from clubscore.extras.second_place.pages import SECOND
from clubscore.home.jobs import ask_for_what_is_due, works
from clubscore.jobs import worker as working
from clubscore.jobs.models import Job
from clubscore.server import backups
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
    whole = made.read_bytes()
    whole = gzip.decompress(whole) if made.suffix == ".gz" else whole
    assert b"Portland" in whole and b"Portland" not in copy.read_bytes()
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
        working.do(job, works())
    job = Job.objects.get(kind=SECOND)
    assert job.state == Job.State.FAILED and "Is its disk connected?" in job.trouble
    assert not there.exists()
    ask_for_what_is_due()
    assert Job.objects.filter(kind=SECOND).count() == 1, "not again for an hour"
    there.mkdir()
    with clock.at(clock.now() + dt.timedelta(minutes=61)):
        ask_for_what_is_due()
        while job := working.take("a worker"):
            working.do(job, works())
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
    second_place._thin(stores.Folder(there))
    kept = sorted(file.name[10:20] for file in there.glob("clubscore-*"))
    assert kept[-7:] == [f"2026-11-{day}" for day in range(15, 22)]
    assert [day[:7] for day in kept[:10]] == [
        "2025-12", *(f"2026-{month:02}" for month in range(1, 10))
    ]  # fmt: skip
    assert len(kept) == 20 and len(second_place.known_of_second_place()) == 20
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
        working.do(job, works())
    page = director.get(PAGE).content.decode()
    assert "Last read back and checked" in page and ".sqlite3.gz.age" in page
    assert "Last backup elsewhere read back and checked" in director.get("/club/").content.decode()


def test_the_director_is_asked_for_what_is_missing(there: Path, settings: Any) -> None:
    from clubscore.club.models import Membership, Role

    director = client_of(Membership.objects.get(role=Role.DIRECTOR).user)

    def asked(*words: str) -> bool:
        page = director.get("/club/").content.decode()
        return all(word in page for word in words) and f'href="{PAGE}"' in page

    assert asked("wait for a key")
    secret = backup_key.make()
    assert asked("Prove once that you have the secret key")
    backup_key.prove(secret)
    send()
    assert second_place.next_step() == ""
    with clock.at(clock.now() + dt.timedelta(hours=71)):
        assert second_place.next_step() == ""
    with clock.at(clock.now() + dt.timedelta(hours=73)):
        assert asked("for three days")
    settings.CLUBSCORE_SECOND_PLACE = ""
    assert second_place.next_step() == ""


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
    short = tmp_path / "short.sqlite3.gz.age"
    short.write_bytes(copy.read_bytes()[:-5000])
    code, said = restore(secret, short)
    assert code == 1 and "is damaged" in said
    code, said = restore(secret + "\n")
    assert code == 0, said
    assert names_in(data / "clubscore.sqlite3") == ["Portland"]
    assert not list(data.glob(".restore-*"))


# ------------------------------------------------------------------ a store that speaks S3


class Cloud:
    """What we ask of boto3, with a bucket in memory."""

    class exceptions:
        class NoSuchKey(Exception):
            pass

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], bytes] = {}
        self.fault: Exception | None = None

    def head_bucket(self, **asked: str) -> None:
        if self.fault:
            raise self.fault

    def upload_file(self, file: str, bucket: str, name: str) -> None:
        self.kept[bucket, name] = Path(file).read_bytes()

    def get_object(self, **asked: str) -> dict[str, Any]:
        try:
            return {"Body": io.BytesIO(self.kept[asked["Bucket"], asked["Key"]])}
        except KeyError:
            raise self.exceptions.NoSuchKey from None

    def delete_object(self, **asked: str) -> None:
        self.kept.pop((asked["Bucket"], asked["Key"]), None)


@pytest.fixture
def cloud(there: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Cloud:
    """A store in memory, chosen as the second place."""
    made = Cloud()
    boto3, botocore = ModuleType("boto3"), ModuleType("botocore")
    faults, of_core = ModuleType("boto3.exceptions"), ModuleType("botocore.exceptions")
    boto3.client = lambda _service: made  # type: ignore[attr-defined]
    faults.Boto3Error = type("Boto3Error", (Exception,), {})  # type: ignore[attr-defined]
    of_core.BotoCoreError = type("BotoCoreError", (Exception,), {})  # type: ignore[attr-defined]
    of_core.ClientError = type("ClientError", (Exception,), {})  # type: ignore[attr-defined]
    for each in (boto3, botocore, faults, of_core):
        monkeypatch.setitem(sys.modules, each.__name__, each)
    settings.CLUBSCORE_SECOND_PLACE = "s3://safe/club/portland"
    return made


def test_a_store_keeps_what_a_folder_does(cloud: Cloud) -> None:
    secret = backup_key.make()
    send()
    ((bucket, name),) = cloud.kept
    (made,) = backups.folder().iterdir()
    assert (bucket, name) == ("safe", f"club/portland/{made.name}.age")
    assert b"Portland" not in cloud.kept[bucket, name]
    assert second_place.last_proved() is not None and secret not in str(cloud.kept)
    assert not list(made.parent.parent.glob(".second-*"))
    cloud.kept[bucket, name] = cloud.kept[bucket, name][:-1]
    with pytest.raises(Refused, match="missing or was altered"):
        send()
    cloud.kept.clear()
    send()
    assert len(cloud.kept) == 1
    stores.store_at("s3://safe/club/portland").remove(f"{made.name}.age")
    with pytest.raises(Refused, match="missing or was altered"):
        send()


def test_a_store_that_refuses_is_told(cloud: Cloud) -> None:
    backup_key.make()
    cloud.fault = sys.modules["botocore.exceptions"].ClientError("Access denied")
    with pytest.raises(Refused, match=r"s3://safe/club/portland, cannot be used \(Access denied"):
        send()


def test_without_its_package_a_store_is_refused_with_what_to_install(
    cloud: Cloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup_key.make()
    monkeypatch.setitem(sys.modules, "boto3", None)
    with pytest.raises(Refused, match="boto3 is missing: python3 tools/setup"):
        send()
    assert "boto3" in (ROOT / "deploy/s3-requirements.txt").read_text()
