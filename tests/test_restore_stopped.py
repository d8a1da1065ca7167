"""A restore that says how far it is, is stopped by Ctrl-C or killed, and is begun again."""

import _thread
import errno
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clubscore.server import backups
from clubscore.server import database_guard as at_work
from clubscore.server import restore as restoring_steps
from tests.test_restore import ROOT, backup, change, command, names_in  # noqa: F401

BY_SIGNAL = pytest.mark.skipif(os.name != "posix", reason="ends a process by signal")


@pytest.fixture
def data(backup: Path, tmp_path: Path) -> Path:  # noqa: F811
    """A data folder whose club is called Baldwin; the backup's is called Portland."""
    folder = tmp_path / "data"
    folder.mkdir()
    now = folder / "clubscore.sqlite3"
    now.write_bytes(backup.read_bytes())
    change(now, "UPDATE club_club SET name = 'Baldwin'")
    return folder


@contextmanager
def ctrl_c_is_heard() -> Iterator[None]:
    """A process of a run with several ignores the key, and so does what it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def ended_by(number: int, data: Path, file: Path, after: str) -> tuple[int, str]:
    """Restore in a process that gets a signal once it has said something."""
    own = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")
    environment = {k: v for k, v in os.environ.items() if k not in own}
    told = []
    with ctrl_c_is_heard(), subprocess.Popen(
        [sys.executable, "manage.py", "restore", str(file)],
        cwd=ROOT, env=environment | {"CLUBSCORE_DATA": str(data)}, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            told.append(line)
            if after in line:
                process.send_signal(number)
    assert "Traceback" not in "".join(told)
    return process.returncode, "".join(told)


def left_in(data: Path) -> list[str]:
    return [each.name for each in data.iterdir() if each.name.startswith(".restore-")]


@BY_SIGNAL
@pytest.mark.long(10)
def test_it_says_how_far_it_is_and_can_be_stopped_killed_and_begun_again(
    backup: Path,  # noqa: F811
    data: Path,
) -> None:
    now = data / "clubscore.sqlite3"
    before = now.read_bytes()
    change(backup, "DELETE FROM django_migrations WHERE app = 'sessions'",
           "DROP TABLE django_session")  # fmt: skip

    code, said = ended_by(signal.SIGINT, data, backup, "Updating the copy")
    assert code == 130 and "Stopped. Everything is as it was." in said
    assert now.read_bytes() == before and left_in(data) == []

    code, _said = ended_by(signal.SIGKILL, data, backup, "Updating the copy")
    assert code == -signal.SIGKILL
    assert now.read_bytes() == before and len(left_in(data)) == 1

    code, said = command(data, "restore", str(backup))
    assert (code, names_in(now), left_in(data)) == (0, ["Portland"], [])
    steps = ["Copying the backup: ", "Checking the copy",
             "Updating the copy to this version: 1 step", "Checking it once more",
             "Putting it in its place", "Restored."]  # fmt: skip
    at = [said.find(each) for each in steps]
    assert at == sorted(at) and -1 not in at


def test_the_place_of_one_that_goes_on_is_left_alone(
    tmp_path: Path, settings: pytest.FixtureRequest
) -> None:
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    left, goes_on, older = (tmp_path / f".restore-{name}" for name in ("left", "goes", "older"))
    for place in (left, goes_on, older):
        place.mkdir()
    (left / restoring_steps.LOCK).touch()
    hour = 2 * restoring_steps.LEFT
    os.utime(older, (older.stat().st_mtime - hour,) * 2)
    with at_work.one_at_a_time(goes_on / restoring_steps.LOCK) as is_mine:
        assert is_mine
        restoring_steps.clear_what_was_left()
        assert left_in(tmp_path) == [goes_on.name]


@BY_SIGNAL
@pytest.mark.parametrize("known", [True, False])
def test_a_lock_keeps_others_out_only_where_the_disk_knows_locks(
    known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answers(_handle: object, _how: int) -> None:
        raise BlockingIOError(errno.EAGAIN, "taken") if known else OSError(errno.ENOLCK, "none")

    monkeypatch.setattr(at_work.fcntl, "flock", answers)
    with at_work.one_at_a_time(tmp_path / "lock") as is_mine:
        assert is_mine is not known
    # Who works on the data is never guessed.
    with pytest.raises(at_work.InUse), at_work.alone(tmp_path):
        pass


@pytest.mark.parametrize("moves", range(4))
@pytest.mark.parametrize("knows_links", [True, False])
def test_a_kill_between_two_moves_loses_nothing(
    moves: int, knows_links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, copy, kept = (tmp_path / name for name in ("now", "copy", "kept"))
    kept.mkdir()
    files = {"now": b"ours", "now-wal": b"our log", "now-shm": b"its index", "copy": b"backup"}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    left, replace = moves, os.replace

    def killed(*which: Path) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise SystemExit
        replace(*which)

    def no_link(*_which: Path) -> None:
        raise OSError

    monkeypatch.setattr(os, "replace", killed)
    if not knows_links:
        monkeypatch.setattr(os, "link", no_link)
    with pytest.raises(SystemExit):
        restoring_steps.put_in_place(copy, now, kept)
        raise SystemExit  # four moves are all where a disk knows links
    kept_now = {each.name: each.read_bytes() for each in kept.iterdir()}
    there = {each.name: each.read_bytes() for each in tmp_path.iterdir() if each.is_file()}
    for name in ("now", "now-wal", "now-shm"):
        assert files[name] in (kept_now.get(name), there.get(name)), name
    if there.get("now") == b"backup":
        assert "now-wal" not in there, "a log beside a database that is not its own"
    if knows_links:
        assert there["now"] in (b"ours", b"backup")


def test_ctrl_c_is_heard_while_a_copy_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "large.sqlite3"
    change(file, "CREATE TABLE large (one integer, other text)",
           "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)"
           " INSERT INTO large SELECT i, hex(i) FROM n",
           "CREATE INDEX by_one ON large (one)",
           "CREATE INDEX by_other ON large (other)")  # fmt: skip
    backups.check_file(file)
    monkeypatch.setattr(backups, "STEPS", 100)
    with ctrl_c_is_heard(), pytest.raises(KeyboardInterrupt) as stopped:
        threading.Timer(0.02, _thread.interrupt_main).start()
        backups.check_file(file)
    # SQLite broke off, instead of the key being heard when all was done.
    assert isinstance(stopped.value.__cause__, sqlite3.OperationalError)
