"""Backups: taken while the club plays, checked, and kept in the right number."""

import datetime as dt
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from clubscore.club.logins.logins import found_club
from clubscore.club.models import Club
from clubscore.club.safe import backups, pg_copies


def clubs_in(file: Path) -> list[str]:
    copy = sqlite3.connect(file)
    names = [name for (name,) in copy.execute("SELECT name FROM club_club ORDER BY id")]
    copy.close()
    return names


def test_backup_holds_what_was_recorded(transactional_db: None, tmp_path: Path) -> None:
    found_club(name="Portland", author="a test")
    made = backups.make_backup(into=tmp_path)
    assert clubs_in(made) == ["Portland"]
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [made.name]  # no draft is left


def test_backup_is_taken_while_entries_are_recorded(together: Any, tmp_path: Path) -> None:
    def enter() -> str:
        for number in range(30):
            found_club(name=f"Club {number}", author="a test")
        return "entered"

    made, entered = together(lambda: backups.make_backup(into=tmp_path), enter)
    assert entered == "entered", entered
    assert Club.objects.count() == 30
    # Whole transactions only: every club in the copy has its line in the log.
    copy = sqlite3.connect(made)
    clubs, acts = copy.execute(
        "SELECT (SELECT count(*) FROM club_club), (SELECT count(*) FROM club_act)"
    ).fetchone()
    copy.close()
    assert clubs == acts <= 30


def test_a_broken_copy_never_gets_a_name(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(file: Path) -> None:
        raise sqlite3.DatabaseError("row 3 missing from index")

    monkeypatch.setattr(backups, "check_file", broken)
    with pytest.raises(backups.BackupRefused, match="row 3 missing"):
        backups.make_backup(into=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_check_finds_a_damaged_file(transactional_db: None, tmp_path: Path) -> None:
    made = backups.make_backup(into=tmp_path)
    content = bytearray(made.read_bytes())
    content[4096:12288] = b"\x55" * 8192
    made.write_bytes(content)
    with pytest.raises(sqlite3.DatabaseError):
        backups.check_file(made)


def test_seven_days_and_four_weeks_are_kept(tmp_path: Path) -> None:
    newest = dt.datetime(2026, 11, 21, 23, 0, tzinfo=dt.UTC)
    for hours in range(0, 24 * 60, 12):
        at = newest - dt.timedelta(hours=hours)
        (tmp_path / f"clubscore-{at.strftime(backups.STAMP)}.sqlite3").touch()
    (tmp_path / "clubscore-mine.sqlite3").touch()
    for day in range(1, 6):
        (tmp_path / f"before-update-2026-10-0{day}-120000.sqlite3").touch()
    backups.prune(tmp_path)
    kept = sorted(file.name for file in tmp_path.iterdir())
    days = [f"clubscore-2026-11-{day}-230000.sqlite3" for day in range(15, 22)]
    # 21 and 15 November are Saturday and Sunday: of two further weeks the Sundays stay.
    weeks = [f"clubscore-2026-11-{day}-230000.sqlite3" for day in ("01", "08")]
    updates = [f"before-update-2026-10-0{day}-120000.sqlite3" for day in (3, 4, 5)]
    assert kept == sorted([*days, *weeks, *updates, "clubscore-mine.sqlite3"])


def test_without_its_tools_postgresql_is_not_backed_up_and_says_so(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_club(name="Portland", author="a test")
    monkeypatch.setattr(connection, "vendor", "postgresql")
    monkeypatch.setattr(pg_copies, "_target", lambda: ("dbname=club", {}))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CommandError, match="pg_dump is not installed"):
        call_command("backup")
