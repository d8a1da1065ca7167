"""Several machines on the loopback, as deploy/machines sets them up; and settings for a pooler."""

import http.client
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from clubscore.server import backups as pg_copies
from clubscore.server import update as schema
from deploy.machines import programs
from deploy.machines.cluster import Machines
from tests.test_serve import ROOT

TWO = "postgresql://clubscore:so%40me@a.example:1,b.example:2/club?target_session_attrs=read-write"


def cluster(act: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Type one of its commands."""
    command = [sys.executable, "-m", "deploy.machines", act, str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder to which whoever runs the database comes through, with machines that go again."""
    absent = programs.missing()
    if absent:
        pytest.skip(f"CANNOT RUN HERE: without {', '.join(absent)}")
    with tempfile.TemporaryDirectory(prefix="clubscore-m-") as place:
        Path(place).chmod(0o711)
        yield Path(place) / "m"
        cluster("down", Path(place) / "m")


def ready(port: int) -> bytes:
    """What the proxy answers when asked whether it is ready."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        line.request("GET", "/readyz/")
        return line.getresponse().read()
    finally:
        line.close()


def told(machines: Machines, key: str) -> list[str]:
    """Write a key into whichever database writes; return all that stand there."""
    with psycopg.connect(machines.url) as line:
        line.execute("CREATE TABLE IF NOT EXISTS told (key text)")
        line.execute("INSERT INTO told VALUES (%s)", [key])
        return [row[0] for row in line.execute("SELECT key FROM told ORDER BY key")]


@pytest.mark.long(30)
def test_machines_are_made_changed_over_and_ended(folder: Path) -> None:
    up = cluster("up", folder)
    assert up.returncode == 0, up.stdout + up.stderr
    assert up.stdout.splitlines()[1].startswith("PostgreSQL b, standby in sync")
    first = Machines(folder)
    assert first.primary.database.has(first.standby.database)
    assert first.primary.pooler.say("SHOW CONFIG").count("pool_mode|transaction|") == 1
    assert told(first, "one") == ["one"] and b"Ready." in ready(first.port)
    first.bury(first.primary, "postgresql")
    assert cluster("promote", folder).returncode == 0
    second = Machines(folder)
    assert second.primary.name == "b" and told(second, "two") == ["one", "two"]
    assert b"Ready." in ready(first.port)
    joined = cluster("join", folder)
    assert joined.returncode == 0, joined.stdout + joined.stderr
    assert second.primary.database.has(second.standby.database)
    assert cluster("down", folder).returncode == 0
    known = json.loads((folder / "machines.json").read_text())
    assert known["processes"] == {} and known["primary"] == "b"
    again = cluster("up", folder)
    assert again.returncode == 1 and "There are machines" in again.stdout


@pytest.mark.long(20)
def test_a_primary_waits_for_its_standby(folder: Path) -> None:
    machines = Machines(folder)
    machines.start_databases(quiet)
    machines.bury(machines.standby)
    with psycopg.connect(machines.url) as line:
        line.execute("CREATE TABLE told (key text)")
        told = threading.Thread(target=line.commit, daemon=True)
        told.start()
        waits = "SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        programs.until(lambda: machines.primary.database.ask(waits) == "t", "nobody waits")
        # It stands in the log of one machine, and nobody is told so.
        assert told.is_alive() and not machines.primary.database.has(machines.standby.database)
        machines.join_standby(quiet)
        told.join(programs.PATIENCE)
        assert not told.is_alive()


def quiet(_text: str) -> None:
    """Say nothing."""


def test_what_is_missing_is_said_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(programs, "MORE_PLACES", ())
    monkeypatch.setattr(programs, "DEBIANS", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(programs.NotThere) as missing:
        programs.programs()
    assert "Missing on this machine: postgresql, pgbouncer, haproxy" in str(missing.value)
    line = "apt-get install -y --no-install-recommends postgresql pgbouncer haproxy"
    assert line in str(missing.value)


def test_a_process_is_not_taken_for_another(tmp_path: Path) -> None:
    sleeps = programs.begin(["sleep", "60"], tmp_path / "log")
    assert programs.is_alive(sleeps) and programs.family(sleeps) == [sleeps]
    other = sleeps._replace(began=sleeps.began - 1)
    programs.send([other], programs.signal.SIGKILL)
    assert not programs.is_alive(other) and programs.is_alive(sleeps)
    programs.send([sleeps], programs.signal.SIGKILL)
    programs.until_gone([sleeps])
    assert programs.family(sleeps) == []


def cursors_and_tools(**environment: str) -> tuple[bool, str]:
    """Whether cursors outlive transactions, with these settings, and which hosts tools ask."""
    show = (
        "import json, django; django.setup()\n"
        "from django.db import connection\nfrom clubscore.server import backups as pg_copies\n"
        "print(json.dumps([connection.settings_dict['DISABLE_SERVER_SIDE_CURSORS'],"
        " str(pg_copies.server_itself()['host'])]))"
    )
    own = {"PATH": "", "DJANGO_SETTINGS_MODULE": "clubscore.settings", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", show],
        env=own | environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    cursors, host = json.loads(done.stdout)
    return cursors, host


def test_before_a_pooler_cursors_end_with_their_transaction_and_tools_go_past_it(
    tmp_path: Path,
) -> None:
    pooled = {
        "CLUBSCORE_DATA": str(tmp_path),
        "DATABASE_URL": "postgresql://clubscore:x@pooler.example:6432/club",
    }
    assert cursors_and_tools(**pooled) == (False, "pooler.example")
    assert cursors_and_tools(**pooled, NEWS_DATABASE_URL=TWO) == (True, "a.example,b.example")


def test_tables_beside_the_clubs_are_made_past_a_pooler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "NEWS_DATABASE_URL", TWO)
    address = schema._address("beside")
    assert address == (
        "postgresql://clubscore:so%40me@a.example:1,b.example:2/club"
        "?target_session_attrs=read-write&options=-c%20search_path%3Dbeside"
    )


def test_a_tool_is_led_to_whichever_database_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "NEWS_DATABASE_URL", TWO)
    name, environment = pg_copies._target()
    assert "host=a.example,b.example" in name and "target_session_attrs=read-write" in name
    assert "so@me" not in name and environment["PGPASSWORD"] == "so@me"
