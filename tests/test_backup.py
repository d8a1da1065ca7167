"""Backups: taken while the club plays, checked, and kept in the right number."""

import datetime as dt
import gzip
import io
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person
from clubscore.extras.mail.feeds import feed_by_token, make_feed
from clubscore.extras.mail.models import FeedAddress, Subscription
from clubscore.extras.mail.subscribing import ask_for_mail
from clubscore.laws.errors import RuleError
from clubscore.rubbers.door import door_by_token, door_of, open_door
from clubscore.rubbers.models import RoomLink
from clubscore.server import backups
from clubscore.server import backups as no_keys
from clubscore.server import backups as pg_copies
from clubscore.web.hand_codes import Guesser, code_of, open_by_code
from clubscore.web.models import WrongCode
from clubscore.web.phones import token_of
from tests.databases import plain


def clubs_in(file: Path) -> list[str]:
    copy = sqlite3.connect(file)
    names = [name for (name,) in copy.execute("SELECT name FROM club_club ORDER BY id")]
    copy.close()
    return names


def test_backup_holds_what_was_recorded(transactional_db: None, tmp_path: Path) -> None:
    found_club(name="Portland", author="a test")
    made = backups.make_backup(into=tmp_path)
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [made.name]  # no draft is left
    assert clubs_in(plain(made)) == ["Portland"]


def test_backup_is_taken_while_entries_are_recorded(together: Any, tmp_path: Path) -> None:
    def enter() -> str:
        for number in range(30):
            found_club(name=f"Club {number}", author="a test")
        return "entered"

    made, entered = together(lambda: backups.make_backup(into=tmp_path), enter)
    assert entered == "entered", entered
    assert Club.objects.count() == 30
    # Whole transactions only: every club in the copy has its line in the log.
    copy = sqlite3.connect(plain(made))
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


def test_a_backup_is_packed_to_a_fraction_and_read_back_before_it_has_its_name(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(200):
        found_club(name=f"Club {number}", author="a test")
    made = backups.make_backup(into=tmp_path)
    assert made.name.endswith(".sqlite3.gz")
    assert 5 * made.stat().st_size < plain(made).stat().st_size
    before = backups.make_backup(into=tmp_path / "before", prefix=backups.BEFORE_UPDATE)
    # The version of before may have to read it.
    assert before.suffix == ".sqlite3" and before.read_bytes().startswith(b"SQLite format 3")
    monkeypatch.setattr(backups.gzip, "open", spoilt(gzip.open))
    with pytest.raises(backups.BackupRefused, match="read back"):
        backups.make_backup(into=tmp_path / "other")
    assert list((tmp_path / "other").iterdir()) == []


def spoilt(opened: Any) -> Any:
    """A disk that gives back something else than was written."""

    def opens(file: Any, *how: Any) -> Any:
        return opened(file, *how) if how else io.BytesIO(b"something else")

    return opens


def test_check_finds_a_damaged_file(transactional_db: None, tmp_path: Path) -> None:
    made = plain(backups.make_backup(into=tmp_path))
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


def let_in(club: Club) -> dict[str, str]:
    """Make one of all that lets somebody in; returns what would be found of it in a copy."""
    actor = Actor(level=Level.DIRECTOR, club=club)
    person = Person.objects.create(club=club, name="Ann Hart", short_name="Ann")
    session = Session.objects.create(
        session_key="k" * 32, session_data="held" * 9, expire_date=clock.now()
    )
    guess = WrongCode.objects.create(club=club, address="a" * 64, client="c" * 40)
    make_feed(club=club, person=None, author="a test")
    ask_for_mail(person=person, mails_to="ann@example.org", card=True, gazette=False)
    return {
        "a browser": session.session_key,
        "what it is": session.session_data,
        "a guess": guess.client,
        "the door": open_door(club=club, actor=actor).nonce,
        "a feed": FeedAddress.objects.get().nonce,
        "a mail": Subscription.objects.get().link_nonce,
    }


def found_in(file: Path, keys: dict[str, str]) -> list[str]:
    content = file.read_bytes()
    return [what for what, key in keys.items() if key.encode() in content]


def test_a_backup_lets_nobody_in_and_what_is_printed_opens_when_it_is_put_back(
    transactional_db: None, tmp_path: Path
) -> None:
    club = found_club(name="Portland", author="a test")
    keys = let_in(club)
    printed = token_of(keys["the door"])
    made = backups.make_backup(into=tmp_path)
    assert found_in(plain(made), keys) == []
    # As when it is put back: the address still opens, and nobody can write it down again.
    no_keys.empty_database()
    assert (door_by_token(printed), door_of(club)) == (RoomLink.objects.get(), None)
    assert feed_by_token(token_of(keys["a feed"])) == FeedAddress.objects.get()
    assert not Session.objects.exists()
    with pytest.raises(RuleError):  # the digits of nothing
        open_by_code([RoomLink.objects.get()], code_of(""), Guesser("a phone", club))
    again = open_door(club=club, actor=Actor(level=Level.DIRECTOR, club=club))
    assert (door_of(club), door_by_token(printed)) == (again, None)


def test_a_database_that_is_put_aside_lets_nobody_in_unless_it_is_damaged(
    transactional_db: None, tmp_path: Path
) -> None:
    keys = let_in(found_club(name="Portland", author="a test"))
    aside, damaged = tmp_path / "aside.sqlite3", tmp_path / "damaged.sqlite3"
    source = sqlite3.connect(connection.settings_dict["NAME"])
    source.execute("VACUUM INTO ?", (str(aside),))
    source.close()
    assert found_in(aside, keys) == list(keys)
    content = bytearray(aside.read_bytes())
    content[4096:12288] = b"\x55" * 8192
    damaged.write_bytes(content)
    no_keys.empty_kept(aside)
    no_keys.empty_kept(damaged)
    assert (found_in(aside, keys), clubs_in(aside)) == ([], ["Portland"])
    assert damaged.read_bytes() == bytes(content)


def test_every_column_that_an_address_is_made_from_is_emptied() -> None:
    models = apps.get_models(include_auto_created=True)
    fields = [field for model in models for field in model._meta.fields]
    columns = {field.column for field in fields if "nonce" in field.name}
    assert columns - {"out_nonce"} == set(no_keys.MADE_FROM)
    assert {Session._meta.db_table, WrongCode._meta.db_table} == set(no_keys.ROWS)
