"""A database of each time that clubs know comes up to now with every row that it held.

`tests/backups` holds the demo clubs of three commits: of the first version, of the second, and of
the last before the tables of a new database were written down as they are.
"""

import json
import lzma
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from clubscore.club.database import strays
from clubscore.server import restore as restoring
from clubscore.server import update as schema
from tests import databases
from tests.test_restore import command, tools
from tests.test_version_before import rows_of

KEPT = Path(__file__).parents[1] / "backups"
COMMITS = ["9f74c924", "634f1fe8", "188fcb78"]
# What each account came to, by kind and whose it is.
SUMS = (
    "SELECT a.kind, coalesce(p.name, ''), sum(CASE WHEN t.credited_id = a.id THEN amount ELSE"
    " -amount END) FROM club_posting t JOIN club_account a ON a.id IN (t.credited_id, t.debited_id)"
    " LEFT JOIN club_person p ON p.id = a.person_id GROUP BY a.kind, p.name"
)
# What says how far a database has come and who may do what; it grows with the program.
DJANGOS = ("django_", "auth_", "sqlite_")
OURS, COUNT = (
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
    "SELECT count(*) FROM {}",
)


def unpacked(kept: str, place: Path) -> Path:
    place.write_bytes(lzma.decompress((KEPT / kept).read_bytes()))
    return place


def sums_in(file: Path) -> list[tuple[str, str, int]]:
    database = sqlite3.connect(file)
    found: list[tuple[str, str, int]] = database.execute(SUMS).fetchall()
    database.close()
    return sorted(found)


def counted(file: Path) -> dict[str, int]:
    """How many rows each table of ours has, where it has any."""
    rows = rows_of(file).items()
    return {table: count for table, count in rows if count and not table.startswith(DJANGOS)}


@contextmanager
def as_it_was(dump: Path) -> Iterator[Any]:
    """A dump in a database beside ours, as the program of then left it."""
    import psycopg

    beside = "clubscore_as_it_was"
    with databases._maintenance() as server:
        server.execute(f"CREATE DATABASE {beside}")
        try:
            address = databases._address_of(beside)
            restore = [tools() / "pg_restore", "--no-owner", f"--dbname={address}", dump]
            subprocess.run(restore, check=True)
            with psycopg.connect(address) as before:
                yield before
        finally:
            server.execute(f"DROP DATABASE {beside} WITH (FORCE)")


@pytest.mark.night
@pytest.mark.long(25)
@pytest.mark.parametrize("commit", COMMITS)
def test_an_sqlite_file_of_before_comes_up_to_now(commit: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    before = unpacked(f"at_{commit}.sqlite3.xz", tmp_path / "before.sqlite3")
    file = unpacked(f"at_{commit}.sqlite3.xz", data / "clubscore.sqlite3")
    code, said = command(data, "update")
    assert code == 0, said
    assert counted(file) | counted(before) == counted(file)
    assert len(counted(before)) >= 30
    assert sums_in(file) == sums_in(before)
    assert len(sums_in(file)) > 20
    meant = schema.of_file(databases.migrated_file())
    assert schema.differences(schema.of_file(file), meant) == []
    for words in (["check_clubs"], ["backup", "--readable"]):
        code, said = command(data, *words)
        assert code == 0, said


@pytest.mark.night
@pytest.mark.long(30)
@pytest.mark.postgres
@pytest.mark.parametrize("commit", COMMITS)
def test_a_postgresql_database_of_before_comes_up_to_now(
    transactional_db: None, commit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on PostgreSQL only")
    monkeypatch.setenv("PATH", f"{tools()}:/usr/bin:/bin")
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    dump = unpacked(f"at_{commit}.dump.xz", tmp_path / "before.dump")
    with as_it_was(dump) as before:
        tables = [name for (name,) in before.execute(OURS) if not name.startswith(DJANGOS)]
        rows = {name: before.execute(COUNT.format(name)).fetchone() for name in tables}
        sums = sorted(before.execute(SUMS))
    assert len(sums) > 20 and len([count for (count,) in rows.values() if count]) >= 30
    restoring.restore(dump)
    with connection.cursor() as cursor:
        for name, count in rows.items():
            cursor.execute(COUNT.format(name))
            assert (name, cursor.fetchone()) == (name, count)
        cursor.execute(SUMS)
        assert sorted(cursor.fetchall()) == sums
    assert strays() == []


# What a club of before uses besides: an evening that feeds tell of, a pool that it follows.
USED = (
    "INSERT INTO mailing_plannedevening (club_id, day, begins, minutes, title, place, changed_at,"
    " planned_by, revision) SELECT id, '2026-12-01', '19:30', 180, 'Pairs', '', '2026-11-29',"
    " 'Ann', 1 FROM club_club",
    "INSERT INTO duplicate_followedpool (club_id, address, added_at, added_by, came, refused)"
    " SELECT id, 'https://pool.example/', '2026-11-29', 'Ann', 0, '{}' FROM club_club",
)
USUAL = {"gazette", "site", "years"}


@pytest.mark.night
@pytest.mark.long(15)
@pytest.mark.parametrize(
    ("rows", "said", "used"),
    [
        ((), {}, {"sets"}),
        (USED, {}, {"sets", "mail", "world"}),
        (
            (),
            {
                "CLUBSCORE_SMTP": "smtp+plain://127.0.0.1:25",
                "CLUBSCORE_SMTP_PRIVATE": "1",
                "CLUBSCORE_MAIL_FROM": "club@example.org",
                "CLUBSCORE_SECOND_PLACE": "/srv/second",
                "CLUBSCORE_BRIDGEMATE": "127.0.0.1:5079",
                "HTTPS": "1",
                "HTTPS_PORT": "8443",
            },
            {"sets", "mail", "second_place", "data_connector", "https"},
        ),
        ((), {"CLUBSCORE_EXTRAS": "year_book source_hands"}, {"year_book", "source_hands"}),
    ],
    ids=["rows", "more rows", "settings", "named"],
)
def test_a_club_of_before_keeps_what_it_used(
    rows: tuple[str, ...],
    said: dict[str, str],
    used: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    file = unpacked("at_188fcb78.sqlite3.xz", data / "clubscore.sqlite3")
    with sqlite3.connect(file) as database:
        for row in rows:
            assert database.execute(row).rowcount == 1
    monkeypatch.delenv("CLUBSCORE_EXTRAS")
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    code, told = command(data, "update")
    assert code == 0, told
    ((extras,),) = sqlite3.connect(file).execute("SELECT extras FROM club_club").fetchall()
    usual = set() if "CLUBSCORE_EXTRAS" in said else USUAL
    assert set(json.loads(extras)) == usual | used
