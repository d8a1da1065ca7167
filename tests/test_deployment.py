"""What docs/install-and-host.md gives to type: it works to the letter, or a test says where not."""

import json
import os
import re
import shlex
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.db import connection

from tests.conftest import cannot_run
from tests.test_serve import ROOT
from tools import setup

PAGE = (ROOT / "docs/install-and-host.md").read_text()
UNIT = (ROOT / "deploy/clubscore.service").read_text()
SHOW = "import json, os; print(json.dumps(dict(os.environ)))"
SETTINGS = """
import json
from clubscore import settings
database = settings.DATABASES["default"]
print(json.dumps([database[key] for key in ("USER", "PASSWORD", "HOST", "PORT", "NAME")]
                 + [settings.PROFILE, settings.ALLOWED_HOSTS, settings.LOG_FORMAT]))
"""


def blocks() -> list[list[str]]:
    """Return what is set off on the page, each as its lines."""
    found: list[list[str]] = [[]]
    for line in PAGE.splitlines():
        if line.startswith("    "):
            found[-1].append(line[4:])
        elif found[-1]:
            found.append([])
    return [block for block in found if block]


def settings_file() -> list[str]:
    """Return the lines of the example of /etc/clubscore.env."""
    (lines,) = [block for block in blocks() if block[0].startswith("DATABASE_URL=")]
    return lines


def as_systemd_reads(lines: list[str]) -> dict[str, str]:
    """Read assignments as systemd does: whatever follows the first "=" is the value."""
    return dict(line.split("=", 1) for line in lines)


def test_systemd_and_a_shell_read_the_same_settings(tmp_path: Path) -> None:
    lines = settings_file()
    file = tmp_path / "clubscore.env"
    file.write_text("\n".join(lines) + "\n")
    assert [line for line in lines if not re.fullmatch(r"[A-Z_]+=[^\s#'\"$…]+", line)] == []
    read = f"set -a; . {file}; set +a; exec {shlex.quote(sys.executable)} -c {shlex.quote(SHOW)}"
    done = subprocess.run(["sh", "-c", read], env={}, capture_output=True, text=True, check=True)
    in_a_shell = json.loads(done.stdout)
    expected = as_systemd_reads(lines)
    assert {name: in_a_shell[name] for name in expected} == expected


def test_the_program_takes_the_settings_as_they_stand_there(tmp_path: Path) -> None:
    chosen = as_systemd_reads(settings_file()) | {"CLUBSCORE_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SETTINGS],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]} | chosen,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    database = ["clubscore", "PASSWORD", "127.0.0.1", 5432, "clubscore"]
    assert json.loads(done.stdout) == [*database, "public", ["bridge.example.org"], "json"]


def test_the_service_is_the_one_that_the_page_prepares() -> None:
    read = dict(re.findall(r"^(\w+)=(.+)$", UNIT, re.M))
    folder, file = read["WorkingDirectory"], read["EnvironmentFile"]
    assert f"git clone ADDRESS-OF-THE-PROJECT {folder}" in PAGE
    assert f"chmod 0640 {file}" in PAGE and f"chown root:{read['User']} {file}" in PAGE
    assert as_systemd_reads(settings_file())["CLUBSCORE_DATA"] == read["ReadWritePaths"]
    assert f"--home {read['ReadWritePaths']} {read['User']}" in PAGE
    assert {line.split()[0] for line in re.findall(r"^Exec\w+=(.+)$", UNIT, re.M)} == {
        f"{folder}/.venv/bin/python",
        f"{folder}/.venv/bin/gunicorn",
    }
    assert all(line == line.rstrip() for line in UNIT.splitlines())


def commands() -> list[list[str]]:
    """Return the commands of the program that the page and the service give, as words."""
    text = "\n".join(line for block in blocks() for line in block) + "\n" + UNIT
    found = re.findall(r"bin/python manage\.py ([^'\n]+)", text)
    assert len(found) >= 6
    return [shlex.split(each) for each in found]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_is_there_with_its_options(words: list[str]) -> None:
    app = get_commands()[words[0]]
    assert isinstance(app, str)
    load_command_class(app, words[0]).create_parser("manage.py", words[0]).parse_args(words[1:])


@pytest.mark.postgres
def test_the_role_and_the_database_of_the_page_serve_the_program(
    transactional_db: None, tmp_path: Path
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on PostgreSQL only")
    import psycopg

    own = f"clubscore_{uuid.uuid4().hex[:12]}"
    told = re.findall(r'psql -c "(CREATE [^"]+)"', PAGE)
    assert [each.split()[1] for each in told] == ["ROLE", "DATABASE"]
    known = connection.get_connection_params()
    named = {key: known[key] for key in ("host", "port", "user", "password") if key in known}
    with psycopg.connect(**named, dbname="postgres", autocommit=True) as line:
        try:
            for statement in told:
                line.execute(statement.replace("clubscore", own))  # type: ignore[call-overload]
            as_told = named | {"user": own, "password": "PASSWORD", "dbname": own}
            with psycopg.connect(**as_told) as its_own:
                # What migrate needs: tables of its own, in a schema that is not everybody's.
                its_own.execute("CREATE TABLE deals (bid text)")
                assert its_own.execute("SHOW server_encoding").fetchone() == ("UTF8",)
        finally:
            line.execute(f"DROP DATABASE IF EXISTS {own}")
            line.execute(f"DROP ROLE IF EXISTS {own}")


def test_a_server_gets_no_pictures_and_numbers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """endplay asks for matplotlib, numpy and more; of it we use one file."""
    called: list[list[str]] = []

    def pretend(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        called.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(setup, "ENVIRONMENT", tmp_path)
    monkeypatch.setattr(setup, "make_environment", lambda: None)
    monkeypatch.setattr(setup.subprocess, "run", pretend)
    monkeypatch.setattr(sys, "argv", ["tools/setup.py", "deploy"])
    assert setup.main() == 0
    with_all_they_ask_for = [words for words in called if "--no-deps" not in words]
    locks = [
        (ROOT / lock).read_text() for lock in ("requirements.lock", "deploy/requirements.lock")
    ]
    assert [Path(words[-1]).read_text() for words in with_all_they_ask_for] == locks
    assert "django==5.2.19 \\" in locks[0] and "gunicorn==27.0.1 \\" in locks[1]
    assert "endplay" not in "".join(locks)
    assert "python3 tools/setup.py deploy" in PAGE and "pip install" not in PAGE
    monkeypatch.setattr(sys, "argv", ["tools/setup.py", "pictures"])
    assert setup.main() == 1


def test_systemd_finds_nothing_wrong_with_the_service(tmp_path: Path) -> None:
    """Where systemd is on this machine it reads the file itself."""
    from shutil import which

    if which("systemd-analyze") is None:
        cannot_run("no systemd-analyze") if not os.environ.get("CI") else pytest.skip("no systemd")
    # Its programs are not on this machine: ones that are take their place.
    unit = re.sub(r"/opt/clubscore/\.venv/bin/\w+", "/bin/true", UNIT)
    file = tmp_path / "clubscore.service"
    file.write_text(unit.replace("User=clubscore", "User=root"))
    done = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True)
    assert [line for line in done.stderr.splitlines() if "clubscore.service" in line] == []


@pytest.mark.always
def test_the_servers_of_the_page_start(tmp_path: Path) -> None:
    """As the service does: the configuration is read and the program loaded, before any worker."""
    data = tmp_path / "data"
    environment = {"PATH": os.environ["PATH"], "CLUBSCORE_DATA": str(data), "WORKERS": "1"}
    made = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(made, cwd=ROOT, env=environment, check=True)
    words = ["--check-config", "--config", "deploy/gunicorn.conf.py", "clubscore.asgi"]
    done = subprocess.run(
        [sys.executable, "-m", "gunicorn", *words],
        cwd=ROOT, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
