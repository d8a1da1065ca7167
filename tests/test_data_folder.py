"""A data folder and its one database: moved, lost, another's, newer, served twice."""

import datetime as dt
import os
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from clubscore.club import clock
from clubscore.club.logins import found_club
from clubscore.club.models import Act, Club
from clubscore.home import jobs as daily_backup
from clubscore.home.jobs import BACKUP, ask_for_what_is_due, works
from clubscore.home.management.commands.work import may_not_work
from clubscore.jobs import worker as working
from clubscore.jobs.models import Job
from clubscore.server import backups
from clubscore.server import database_guard as at_work
from clubscore.server import database_guard as in_place
from clubscore.server import database_guard as versions
from tests.databases import plain
from tests.house import House, client_of
from tests.test_owner_alone import rights
from tests.test_restore import command
from tests.test_serve import ROOT, Server, serving
from tests.waiting import until

TOMORROW = "INSERT INTO django_migrations (app, name, applied) VALUES ('club', '0999_tomorrow', %s)"


@pytest.fixture
def data(transactional_db: None, tmp_path: Path) -> Path:
    """A data folder with a club in an SQLite file, and a backup of it."""
    if connection.vendor != "sqlite":
        pytest.skip("of SQLite files")
    found_club(name="Portland", author="a test")
    folder = tmp_path / "data"
    kept = backups.make_backup(into=folder / "backups")
    plain(kept).rename(folder / "clubscore.sqlite3")
    return folder


def ask(server: Server, path: str, form: bytes | None = None) -> tuple[int, str]:
    try:
        return server.get(path, form)
    except urllib.error.HTTPError as refused:
        assert refused.code != 503 or path == "/readyz/" or refused.headers["Retry-After"]
        return refused.code, refused.read().decode()


@pytest.mark.long(6)
@pytest.mark.parametrize("left", ["nothing", "an empty file", "tables without a club"])
def test_a_lost_database_is_never_made_anew_without_being_asked(data: Path, left: str) -> None:
    file = data / "clubscore.sqlite3"
    if left == "tables without a club":
        with sqlite3.connect(file) as database:
            database.execute("DELETE FROM club_act")
            database.execute("DELETE FROM club_club")
        database.close()
    else:
        file.unlink()
    if left == "an empty file":
        file.touch()
    (copy,) = (data / "backups").iterdir()
    with serving(data) as server:
        assert server.ended() == 1
        assert f"There is no club in {file}, but {data} had one." in server.printed
        assert f"manage.py restore {copy}" in server.printed
        assert "manage.py serve --new" in server.printed
        assert "Traceback" not in server.printed
    assert file.exists() == (left != "nothing")
    refused = worker(data)
    assert refused.returncode and "There is no club in" in refused.stderr


def worker(data: Path, show: str = "") -> Any:
    """Load the program as a worker of gunicorn does, then run some more."""
    own = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")
    environment = {k: v for k, v in os.environ.items() if k not in own}
    return subprocess.run(
        [sys.executable, "-c", f"import clubscore.wsgi; {show}"],
        cwd=ROOT,
        env=environment | {"CLUBSCORE_DATA": str(data)},
        capture_output=True,
        encoding="utf-8",
    )


def test_a_club_of_before_its_first_backup_is_remembered_too(
    db: None, tmp_path: Path, settings: Any
) -> None:
    settings.DATA_DIR = tmp_path
    in_place.refuse_another()  # an empty folder: nothing was there
    found_club(name="Portland", author="a test")
    in_place.note_home()
    in_place.refuse_another()
    Club.objects.all().delete()
    with pytest.raises(ImproperlyConfigured, match="had one"):
        in_place.refuse_another()


@pytest.mark.long(5)
def test_whoever_asks_for_a_new_club_gets_one(data: Path) -> None:
    with sqlite3.connect(data / "clubscore.sqlite3") as database:
        database.execute("DELETE FROM club_act")
        database.execute("DELETE FROM club_club")
    database.close()
    with serving(data, words=("--new",)) as server:
        server.wait_until_open()
        assert "Log in as director" in server.printed
        server.close()
    with serving(data) as again:
        again.wait_until_open()


@pytest.mark.long(5)
def test_a_database_that_goes_while_the_server_runs(data: Path) -> None:
    file, away = data / "clubscore.sqlite3", data / "elsewhere.sqlite3"
    with serving(data) as server:
        server.wait_until_open()
        assert ask(server, "/readyz/") == (200, "Ready.\n")
        with serving(data) as second:
            assert second.ended() == 1
            assert f"ClubScore is already running on {data}." in second.printed
        file.rename(away)
        for path in ("/", "/login", "/readyz/"):
            code, said = ask(server, path)
            assert code == 503 and f"{file} was moved or deleted" in said, path
        assert ask(server, "/healthz/")[0] == 200
        assert not file.exists(), "no empty one was made in its place"
        away.rename(file)
        assert ask(server, "/login")[0] == 200
        (copy,) = (data / "backups").glob("clubscore-*")
        away.write_bytes(plain(copy).read_bytes())
        away.replace(file)
        for path in ("/login", "/readyz/"):
            code, said = ask(server, path)
            assert code == 503 and "was replaced by another" in said, path


@pytest.mark.long(5)
def test_a_database_that_is_written_over_in_its_place(data: Path) -> None:
    """Copied over with cp a file keeps its number on the disk; what stands in it is another's."""
    file = data / "clubscore.sqlite3"
    with serving(data) as server:
        server.wait_until_open()
        assert ask(server, "/login")[0] == 200
        (copy,) = (data / "backups").glob("clubscore-*")
        number = file.stat().st_ino
        file.write_bytes(plain(copy).read_bytes())
        assert file.stat().st_ino == number
        for path in ("/login", "/readyz/"):
            code, said = ask(server, path)
            assert code == 503 and "was replaced by another" in said, path
    # The next server takes the file as it is, and marks it for itself.
    for beside in data.glob("clubscore.sqlite3-*"):
        beside.unlink()
    with serving(data) as server:
        server.wait_until_open()
        assert ask(server, "/readyz/") == (200, "Ready.\n")


@pytest.mark.long(5)
def test_an_earlier_state_that_is_written_over_the_database(data: Path) -> None:
    """A copy of the file that runs bears the same mark; what was written since tells it."""
    file = data / "clubscore.sqlite3"
    with serving(data) as server:
        server.wait_until_open()
        earlier = file.read_bytes()
        with sqlite3.connect(file) as database:
            database.execute("CREATE TABLE written_since (word)")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
        assert ask(server, "/readyz/") == (200, "Ready.\n")
        file.write_bytes(earlier)
        code, said = ask(server, "/login")
        assert code == 503 and "was replaced by another" in said


def test_what_went_with_the_file_is_not_called_recorded(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = iter(["", "The database was moved."])
    monkeypatch.setattr(in_place, "gone", lambda: next(said))
    answer = client_of(house.logins["director"]).get("/players/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


def test_a_database_of_a_newer_program_is_refused(data: Path) -> None:
    with sqlite3.connect(data / "clubscore.sqlite3") as database:
        database.execute(TOMORROW % "'2030-01-01'")
    database.close()
    with serving(data) as server:
        assert server.ended() == 1
        assert "last used by a newer ClubScore (club 0999_tomorrow)" in server.printed
        assert "manage.py restore data/backups/before-update-" in server.printed
        assert "Traceback" not in server.printed
    refused = worker(data)
    assert refused.returncode and "a newer ClubScore (club 0999_tomorrow)" in refused.stderr


def test_a_server_whose_database_was_brought_further_is_not_ready(db: None) -> None:
    assert Client().get("/readyz/").status_code == 200
    with connection.cursor() as cursor:
        cursor.execute(TOMORROW, ["2030-01-01"])
    answer = Client().get("/readyz/")
    assert (answer.status_code, b"newer ClubScore" in answer.content) == (503, True)
    assert versions.newer({("some_package", "0999_tomorrow")}) == "", "a package is not ours"


# ------------------------------------------------------------------ another's, or damaged


@pytest.mark.long(6)
@pytest.mark.parametrize(
    ("left", "said"),
    [("another program's", "another program's database"), ("no database", "is not a database")],
)
def test_what_is_not_the_clubs_database_is_refused_and_left_as_it_is(
    tmp_path: Path, left: str, said: str
) -> None:
    file = tmp_path / "clubscore.sqlite3"
    if left == "no database":
        file.write_bytes(b"bid,made\n" * 2000)
    else:
        with sqlite3.connect(file) as database:
            database.execute("CREATE TABLE deals (bid)")
        database.close()
    before = file.read_bytes()
    with serving(tmp_path) as server:
        assert server.ended() == 1
        assert said in server.printed and "Traceback" not in server.printed
    refused = worker(tmp_path)
    assert refused.returncode and said in refused.stderr
    assert file.read_bytes() == before


def test_a_first_start_that_broke_off_is_not_called_anothers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = {"django_migrations", "django_content_type", "club_user"}
    monkeypatch.setattr(in_place, "_size", lambda _file: 1)
    monkeypatch.setattr(in_place, "_tables_in_file", lambda: begun)
    monkeypatch.setattr(in_place, "_tables", lambda: begun)
    assert in_place.foreign() == ""
    begun.add("polls_question")
    assert "another program's" in in_place.foreign()


def spoil_an_index(file: Path) -> None:
    """Write over a page of an index, as a disk does that errs; all rows can still be read."""
    database = sqlite3.connect(file)
    database.execute("PRAGMA journal_mode=DELETE")
    (page,) = database.execute(
        "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'duplicate_event'"
        " AND sql NOTNULL"
    ).fetchone()
    (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    content = bytearray(file.read_bytes())
    # An index without entries: its head says that it has none.
    content[(page - 1) * size : page * size] = b"\x0a" + bytes(size - 1)
    file.write_bytes(content)


@pytest.mark.long(15)
def test_a_damaged_database_is_found_told_and_written_no_more(data: Path) -> None:
    (kept,) = (data / "backups").glob("*.sqlite3.gz")
    good = data / "good.sqlite3.gz"
    kept.rename(good)
    file = data / "clubscore.sqlite3"
    spoil_an_index(file)
    with serving(data) as server:
        server.wait_until_open()
        assert ask(server, "/readyz/")[0] == 200, "nothing was read yet that is damaged"
        # The day's backup reads it all.
        until((data / "trouble.txt").exists, "trouble.txt")
        code, said = ask(server, "/readyz/")
        assert (code, "is damaged" in said) == (503, True)
        code, said = ask(server, "/login/", b"username=director")
        assert (code, "is damaged" in said) == (503, True)
        assert ask(server, "/games/")[0] == 200, "people go on reading"
        server.close()
    assert not list((data / "backups").glob("clubscore-*")), "no copy of it is called good"
    with serving(data) as again:
        again.wait_until_open()
        assert ask(again, "/readyz/")[0] == 503
        again.close()
    code, said = command(data, "restore", str(good))
    assert code == 0, said
    with serving(data) as mended:
        mended.wait_until_open()
        assert ask(mended, "/readyz/")[0] == 200
        mended.close()


def test_what_a_newer_program_has_changed_is_written_no_more(
    house: House, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    director = client_of(house.logins["director"])
    with connection.cursor() as cursor:
        cursor.execute(TOMORROW, ["2030-01-01"])
    assert "A newer ClubScore has changed the database" in may_not_work()
    before = Act.objects.count()
    answer = director.post("/club/readable/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert Act.objects.count() == before
    assert "A newer ClubScore has changed" in director.get("/results/").content.decode()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '0999_tomorrow'")
    assert may_not_work() == ""
    assert director.post("/club/readable/").status_code == 200


# ------------------------------------------------------------------ who serves the folder

HOLD = """
import sys, pathlib, django
django.setup()
from clubscore.server import database_guard as at_work
at_work.share(pathlib.Path(sys.argv[1]), at_work.this_group())
print("shared", flush=True)
sys.stdin.read()
"""


def hold(data: Path, *around: str) -> Any:
    return subprocess.Popen(
        [*around, sys.executable, "-c", HOLD, str(data)],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )


def test_workers_of_one_server_share_a_folder_and_no_other_server_does(tmp_path: Path) -> None:
    first, second = hold(tmp_path), hold(tmp_path)
    try:
        assert (first.stdout.readline(), second.stdout.readline()) == ("shared\n", "shared\n")
        # One is replaced, as gunicorn does after many requests.
        first.communicate("")
        first = hold(tmp_path)
        assert first.stdout.readline() == "shared\n"
        # The workers' own name is that of the process that started them: this one.
        with pytest.raises(ImproperlyConfigured, match=r"is already running on"):
            at_work.share(tmp_path, f"{at_work.this_process()}0")
        with pytest.raises(at_work.InUse), at_work.alone(tmp_path):
            pass
    finally:
        first.communicate("")
        second.communicate("")
    at_work.share(tmp_path, at_work.this_process())
    at_work.let_go(tmp_path)


class Windows:
    """What Windows has for locks: some bytes of a file, for one process, and it fails at once."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.locked: set[tuple[int, int]] = set()
        self.of: dict[int, tuple[int, int]] = {}

    def locking(self, handle: int, mode: int, count: int) -> None:
        where = (os.fstat(handle).st_ino, os.lseek(handle, 0, os.SEEK_CUR))
        assert (mode, count) == (self.LK_NBLCK, 1)
        if where in self.locked:
            raise OSError(36, "Resource deadlock avoided")
        self.locked.add(where)


def test_a_second_server_is_refused_on_windows_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = Windows()
    monkeypatch.setattr(at_work, "fcntl", None)
    monkeypatch.setattr(at_work, "msvcrt", windows)
    at_work.share(tmp_path, "here 1")
    at_work.share(tmp_path, "here 1")  # the same process, loading the program
    at_work.let_go(tmp_path)
    with pytest.raises(ImproperlyConfigured, match=r"is already running on"):
        at_work.share(tmp_path, "here 2")
    with pytest.raises(at_work.InUse), at_work.alone(tmp_path):
        pass
    windows.locked.clear()  # the first process ended
    with (
        at_work.alone(tmp_path),
        pytest.raises(ImproperlyConfigured, match="A backup is being restored in"),
    ):
        at_work.share(tmp_path, "here 2")


# ------------------------------------------------------------------ backups


def test_a_backup_of_no_club_is_refused_with_what_to_set(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "CLUBSCORE_DATA")
    bare = {k: v for k, v in os.environ.items() if k not in own}
    (data / "clubscore.sqlite3").unlink()
    done = subprocess.run(
        [sys.executable, "manage.py", "backup"],
        cwd=ROOT,
        env=bare | {"CLUBSCORE_DATA": str(data)},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "There is no club in" in done.stderr
    assert "DATABASE_URL" in done.stderr and "CLUBSCORE_DATA" in done.stderr
    assert len(list((data / "backups").iterdir())) == 1
    assert not (data / "clubscore.sqlite3").exists()


def test_a_backup_of_the_file_left_behind_on_postgresql_is_refused(
    db: None, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The club moved to PostgreSQL; an older file lies there, and cron knows no DATABASE_URL."""
    settings.DATA_DIR = tmp_path
    found_club(name="Portland", author="a test")
    (tmp_path / in_place.HOME).write_text("postgresql\n")
    monkeypatch.setattr(connection, "vendor", "sqlite")
    with pytest.raises(CommandError, match="on PostgreSQL, but DATABASE_URL is not"):
        call_command("backup")
    with pytest.raises(ImproperlyConfigured, match="on PostgreSQL, but DATABASE_URL is not"):
        in_place.refuse_another()


@pytest.fixture
def kept_in(transactional_db: None, tmp_path: Path, settings: Any) -> Path:
    """An empty folder of backups for a club in London."""
    if connection.vendor != "sqlite":
        pytest.skip("pg_dump is not always here")
    settings.DATA_DIR = tmp_path
    found_club(name="Portland", author="a test", settings={"time_zone": "Europe/London"})
    backups.folder().mkdir()
    return backups.folder()


def test_the_days_backup_is_due_after_six_by_the_clubs_clock(kept_in: Path) -> None:
    assert backups.is_due(kept_in)
    # 19 July 2026, 19:00 and 23:30 in London, which is an hour before UTC.
    (kept_in / "clubscore-2026-07-19-180000.sqlite3").touch()
    for moment, due in (
        ((19, 22, 30), False),
        ((20, 0, 30), False),
        ((20, 4, 59), False),
        ((20, 5, 0), True),
    ):
        day, hour, minute = moment
        with clock.at(dt.datetime(2026, 7, day, hour, minute, tzinfo=dt.UTC)):
            assert backups.is_due(kept_in) == due, moment


def test_a_server_that_runs_for_weeks_takes_a_backup_every_day(kept_in: Path) -> None:
    for day in range(1, 10):
        (kept_in / f"clubscore-2026-07-{day:02}-180000.sqlite3").touch()
    ending = threading.Event()
    looks = 0

    def look() -> None:
        nonlocal looks
        ask_for_what_is_due()
        looks += 1
        if looks == 3:
            ending.set()

    with pytest.MonkeyPatch.context() as quick:
        quick.setattr(working, "LOOK", 0.001)
        quick.setattr(working, "REGULAR", 0.001)
        working.work(ending, works(), look)
    made = [each for each in kept_in.glob("clubscore-*") if each.stat().st_size]
    assert len(made) == 1, "one a day"
    assert len(list(kept_in.glob("clubscore-2026-07-*"))) < 9, "old ones go as they do by hand"
    assert [job.state for job in Job.objects.filter(kind=BACKUP)] == [Job.State.DONE]


def test_a_backup_that_failed_is_tried_again_after_an_hour(
    kept_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_any: Any, **_more: Any) -> Path:
        raise backups.BackupRefused("The disk is full.")

    monkeypatch.setattr(backups, "make_backup", full)
    for hours, tries in ((0, 1), (0.5, 1), (1.1, 2)):
        with clock.at(dt.datetime(2026, 7, 20, 12, tzinfo=dt.UTC) + dt.timedelta(hours=hours)):
            ask_for_what_is_due()
            while job := working.take("a worker"):
                working.do(job, works())
        assert Job.objects.filter(kind=BACKUP).count() == tries, hours
    assert {job.trouble for job in Job.objects.filter(kind=BACKUP)} == {"The disk is full."}


def test_one_process_of_several_takes_the_backup(kept_in: Path) -> None:
    with at_work.one_at_a_time(kept_in.parent / "backup.lock") as is_mine:
        assert is_mine and daily_backup.take_if_due() is None
    assert daily_backup.take_if_due() is not None
    assert daily_backup.take_if_due() is None, "today has one"


WRITES = "open('written', 'w')"
COMMAND = f"from clubscore.command_line import run; run('', ['shell', '-v0', '-c', \"{WRITES}\"])"
WORKER = f"import clubscore.wsgi; {WRITES}"


@pytest.mark.long(4)
@pytest.mark.parametrize("started", [COMMAND, WORKER], ids=["a command", "a worker"])
def test_a_folder_that_others_made_is_closed_and_what_is_written_is_the_owners(
    data: Path, started: str
) -> None:
    data.chmod(0o755)
    (data / "clubscore.sqlite3").chmod(0o644)
    own = {"CLUBSCORE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    own["PYTHONPATH"] = str(ROOT)
    environment = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"} | own
    subprocess.run([sys.executable, "-c", started], cwd=data, env=environment, check=True, umask=0)
    files = [each for each in data.iterdir() if each.is_file()]
    assert data / "written" in files
    assert (rights(data), rights(*files)) == ({"700"}, {"600"})
