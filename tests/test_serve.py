"""`manage.py serve`, as `make run` starts it: a real process on a real port."""

import io
import os
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubscore.environment import choose_profile, listen, read_plan
from clubscore.extras.https.secure_door import authority_of, fingerprint
from clubscore.home.management.commands import serve
from clubscore.server import health as checks
from tests import databases
from tests.waiting import until

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 240  # seconds


class Server:
    """A running server, what it has printed so far, and how it ended."""

    def __init__(self, data: Path, words: tuple[str, ...] = (), **chosen: str) -> None:
        self.port = free_port()
        self.printed = ""
        own = ("CLUBSCORE_", "DJANGO_", "DATABASE_URL", "HOST", "PORT", "HTTPS")
        environment = {k: v for k, v in os.environ.items() if not k.startswith(own)}
        environment |= {"CLUBSCORE_DATA": str(data), "PORT": str(self.port), "DEMO": "0"}
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", *words],
            cwd=ROOT,
            env=environment | {"PYTHONIOENCODING": "utf-8"} | chosen,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.printed += line

    def wait_until_open(self) -> None:
        self.wait_for("Ctrl-C")

    def wait_for(self, words: str, after: float = 0.05) -> None:
        """Wait until it has printed this."""

        def printed() -> bool:
            assert words in self.printed or self.process.poll() is None, self.printed
            return words in self.printed

        until(printed, words, after=after, told=lambda: self.printed)

    def get(self, path: str, form: bytes | None = None) -> tuple[int, str]:
        """Ask for a page; with a form, send it there."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", form) as answer:
            return answer.status, answer.read().decode()

    def close(self, by: int = signal.SIGINT) -> int:
        self.process.send_signal(by)
        return self.ended()

    def ended(self) -> int:
        code = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return code


@contextmanager
def serving(data: Path, words: tuple[str, ...] = (), **chosen: str) -> Iterator[Server]:
    """Run a server; it is gone afterwards whatever happens."""
    server = Server(data, words, **chosen)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def password_in(printed: str) -> str | None:
    found = re.search(r"Log in as director with the password (\S+)", printed)
    return found and found[1]


@pytest.mark.long(15)
def test_first_start_opens_a_club_and_the_second_keeps_it(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        first.wait_until_open()
        assert first.get("/health") == (200, "Online.\n")
        assert f"http://localhost:{first.port}/" in first.printed
        assert password_in(first.printed)
        assert "there is no TLS" in first.printed
        # Nobody asked for https.
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", first.port + 443))
        assert not (tmp_path / "https").exists()
        assert first.close() == 0
        assert "ClubScore is closed" in first.printed
        assert "Traceback" not in first.printed
    with serving(tmp_path) as second:
        second.wait_until_open()
        assert password_in(second.printed) is None
        assert "Database created" not in second.printed
        assert second.close(signal.SIGTERM) == 0
    clubs, logins, currency = opened_in(tmp_path)
    assert (clubs, logins) == (1, 1)
    # Pounds, shillings and pence are a choice.
    assert currency == "GBP"


@pytest.mark.long(4)
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_closes_one_that_was_started_in_the_background(migrated: Path) -> None:
    """Such a job begins by ignoring Ctrl-C; one sent before the doors opened was lost."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        server = Server(migrated)
    finally:
        signal.signal(signal.SIGINT, before)
    try:
        server.wait_for("is running", after=0.001)
        assert server.close() == 0
    finally:
        server.process.kill()
        server.process.wait()


def opened_in(data: Path) -> tuple[int, int, str]:
    """Return how many clubs and logins there are, and the first club's currency."""
    file = sqlite3.connect(data / "clubscore.sqlite3")
    row = file.execute(
        "SELECT (SELECT count(*) FROM club_club), (SELECT count(*) FROM club_user),"
        " (SELECT currency FROM club_club)"
    )
    found = row.fetchone()
    file.close()
    return found


@pytest.fixture
def migrated(tmp_path: Path) -> Path:
    """A data folder whose database is up to date and empty, which an empty one would be made into.

    Only what is about the first start waits for it.
    """
    shutil.copyfile(databases.migrated_file(), tmp_path / "clubscore.sqlite3")
    return tmp_path


@pytest.mark.long(8)
def test_an_update_takes_a_backup_before_it_migrates(migrated: Path) -> None:
    tmp_path = migrated
    with serving(tmp_path) as first:
        first.wait_until_open()
        first.close()
    for file in (tmp_path / "backups").glob("*"):
        file.unlink()
    # The database as an older ClubScore left it: the newest step of the log-in guard not yet done.
    database = sqlite3.connect(tmp_path / "clubscore.sqlite3")
    newest = "SELECT max(id) FROM django_migrations WHERE app = 'sessions'"
    database.execute(f"DELETE FROM django_migrations WHERE id = ({newest})")
    database.execute("DROP TABLE django_session")
    database.commit()
    database.close()
    with serving(tmp_path) as second:
        second.wait_until_open()
        assert "before-update-" in second.printed
        assert "Database updated" in second.printed
        second.close()
    (backup,) = (tmp_path / "backups").glob("before-update-*.sqlite3")
    with sqlite3.connect(backup) as copy:
        names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
    copy.close()
    assert "django_session" not in names and "club_club" in names


def test_a_taken_port_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as door:
        door.bind(("0.0.0.0", 0))
        door.listen()
        port = door.getsockname()[1]
        with serving(tmp_path, PORT=str(port)) as server:
            assert server.ended() == 1
            assert f"Port {port} on 0.0.0.0 cannot be had" in server.printed
            assert "Traceback" not in server.printed
    assert not (tmp_path / "clubscore.sqlite3").exists()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PORT", "eighty", "PORT is 'eighty'; a number from 1 to 65535 is wanted."),
        ("DEMO", "maybe", "DEMO is 'maybe'"),
        ("HTTPS", "maybe", "HTTPS is 'maybe'; 1 (https as well) or 0 is wanted."),
        ("CLUBSCORE_URL", "bridge.example.org", "the address people open is wanted"),
        ("CLUBSCORE_DATA", "/dev/null/club", "cannot be written"),
        ("CLUBSCORE_PROFILE", "lax", "'public' or 'club-network'"),
        ("DATABASE_URL", "mysql://db/club", "no address of a PostgreSQL database"),
        ("DATABASE_URL", "postgresql://127.0.0.1:1/club", "The database cannot be used"),
        ("HOST", "no.such.host.invalid", "no address of this machine"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    name: str, value: str, said: str, tmp_path: Path
) -> None:
    with serving(tmp_path, **{name: value}) as server:
        assert server.ended() == 1
        assert said in server.printed
        assert "Traceback" not in server.printed


@pytest.mark.long(5)
def test_with_tls_cookies_are_secure_and_nothing_is_called_weak(migrated: Path) -> None:
    chosen = {"CLUBSCORE_URL": "https://bridge.example.org", "HOST": "127.0.0.1"}
    with serving(migrated, **chosen) as server:
        server.wait_until_open()
        assert "https://bridge.example.org/" in server.printed
        assert "there is no TLS" not in server.printed
        # The proxy on this machine says what it was asked for.
        request = urllib.request.Request(
            f"http://127.0.0.1:{server.port}/login",
            headers={"Host": "bridge.example.org", "X-Forwarded-Proto": "https"},
        )
        with urllib.request.urlopen(request) as answer:
            assert answer.status == 200
            assert "Secure" in answer.headers["Set-Cookie"]
            assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
        server.close()


@pytest.mark.long(5)
def test_https_is_spoken_beside_plain_http(migrated: Path) -> None:
    secure = free_port()
    words = ("--https",)
    with serving(migrated, words, HTTPS_PORT=str(secure), HOST="127.0.0.1") as server:
        server.wait_until_open()
        assert f"https://127.0.0.1:{secure}/" in server.printed
        authority = migrated / "https" / "authority.crt"
        shown = fingerprint(authority_of(migrated) or b"")
        assert shown in re.sub(r":\s+", ":", server.printed)
        assert "there is no TLS" not in server.printed
        assert server.get("/health") == (200, "Online.\n")
        trusting = ssl.create_default_context(cafile=authority)
        address = f"https://localhost:{secure}/login"
        with urllib.request.urlopen(address, context=trusting) as answer:
            assert answer.status == 200
            # Nobody is made to insist on https where plain http is beside it.
            assert answer.headers["Strict-Transport-Security"] is None
            (given,) = answer.headers.get_all("Set-Cookie")
            assert given.startswith("__Secure-csrftoken=") and given.endswith("; Secure")
            token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.read().decode())
        assert token is not None
        # What is sent is taken from pages of this very door, and from no other.
        for origin, status in ((f"https://localhost:{secure}", 200), ("https://evil.lan", 403)):
            form = f"csrfmiddlewaretoken={token[1]}&username=nobody&password=wrong".encode()
            headers = {"Cookie": given.partition(";")[0], "Origin": origin}
            asked = urllib.request.Request(address, form, headers)
            assert status_of(asked, trusting) == status
        assert server.close(signal.SIGTERM) == 0
        assert "ClubScore is closed" in server.printed


def status_of(asked: urllib.request.Request, trusting: ssl.SSLContext) -> int:
    try:
        with urllib.request.urlopen(asked, context=trusting) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code


def test_a_taken_port_for_https_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        chosen = {"HTTPS_PORT": str(port), "HOST": "127.0.0.1"}
        with serving(tmp_path, ("--https",), **chosen) as server:
            assert server.ended() == 1
            assert f"Port {port} on 127.0.0.1 cannot be had" in server.printed
            assert f"HTTPS_PORT={port + 1}" in server.printed


def test_profile_follows_the_address_unless_one_is_named() -> None:
    far = read_plan({"CLUBSCORE_URL": "https://bridge.example.org/"})
    near = read_plan({})
    assert choose_profile(far, {}) == "public"
    assert choose_profile(near, {}) == "club-network"
    assert choose_profile(near, {"CLUBSCORE_PROFILE": "public"}) == "public"
    assert far.url == "https://bridge.example.org"


def test_addresses_for_this_machine_and_for_phones() -> None:
    alone = read_plan({"HOST": "127.0.0.1", "PORT": "9000"})
    assert (alone.here, alone.for_phones) == ("http://127.0.0.1:9000/", None)
    named = read_plan({"CLUBSCORE_URL": "http://club.lan:8000"})
    assert (named.here, named.for_phones) == ("http://localhost:8000/", "http://club.lan:8000/")
    assert read_plan({"HOST": "fd00::7"}).for_phones == "http://[fd00::7]:8000/"


@pytest.mark.django_db
def test_where_it_is_open_is_read_before_faults_of_the_database(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A newcomer read first of a fault of SQLite's library."""
    monkeypatch.setattr(checks, "SAFE_WAL", (99,))
    said = io.StringIO()
    command = serve.Command(stdout=said)
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        serve.bring_up_to_date(door, command.say)
    command.announce(read_plan({"HOST": "127.0.0.1"}), None, None, "Stays awake.")
    address, fault = (said.getvalue().find(each) for each in ("http://127.0.0.1", "SQLite"))
    assert 0 < address < fault


def test_listening_twice_on_one_port_is_refused() -> None:
    plan = read_plan({"HOST": "127.0.0.1", "PORT": str(free_port())})
    with listen(plan), pytest.raises(ImproperlyConfigured, match="cannot be had"):
        listen(plan)
