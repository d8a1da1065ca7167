"""Programs of other people that a set of machines is made of, and the processes they run in.

A process is remembered with the moment it began, so that no other is taken for it later.
"""

from __future__ import annotations

import http.client
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

# Where Debian keeps what is not meant to be typed.
MORE_PLACES = ("/usr/sbin", "/sbin")
DEBIANS = Path("/usr/lib/postgresql")
OF_POSTGRESQL = ("postgres", "initdb", "pg_basebackup", "psql")
PACKAGES = {"pgbouncer": "pgbouncer", "haproxy": "haproxy"}
PATIENCE = 60.0  # seconds for a program to do what it was asked for


class NotThere(Exception):
    """A program is missing; the text says which, and the line that installs it."""


class NotDone(Exception):
    """A program did not do what it was asked for; the text is what it said."""


class Process(NamedTuple):
    """A process, and when it began, in ticks since the machine did."""

    pid: int
    began: int


class Programs(NamedTuple):
    """Where each program lies, and who may run PostgreSQL and PgBouncer, which refuse root."""

    postgresql: Path
    pgbouncer: str
    haproxy: str
    user: str | None

    def of_postgresql(self, name: str) -> str:
        """Return the path of one of PostgreSQL's programs."""
        return str(self.postgresql / name)


def missing() -> list[str]:
    """Return the Debian packages that this machine lacks."""
    absent = [package for name, package in PACKAGES.items() if not _which(name)]
    return absent if _folder_of_postgresql() else ["postgresql", *absent]


def programs() -> Programs:
    """Find all programs; raises NotThere with the line that installs what is missing."""
    absent = missing()
    folder = _folder_of_postgresql()
    if absent or folder is None:
        raise NotThere(
            f"Missing on this machine: {', '.join(absent)}. As root, on Debian or Ubuntu:"
            f"\n    apt-get install -y --no-install-recommends {' '.join(absent)}"
        )
    return Programs(folder, _which("pgbouncer"), _which("haproxy"), _user())


def _which(name: str) -> str:
    path = os.pathsep.join([os.environ.get("PATH", ""), *MORE_PLACES])
    return shutil.which(name, path=path) or ""


def _folder_of_postgresql() -> Path | None:
    """Return the folder with the newest PostgreSQL of the system."""
    versions = (each for each in DEBIANS.glob("*/bin") if each.parent.name.isdigit())
    newest = sorted(versions, key=lambda each: int(each.parent.name), reverse=True)
    found = shutil.which("initdb")
    for folder in [*newest, *([Path(found).parent] if found else [])]:
        if all((folder / name).exists() for name in OF_POSTGRESQL):
            return folder
    return None


def _user() -> str | None:
    """Return whose processes they are; None where we are nobody special."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return "nobody"


def own(path: Path, user: str | None) -> None:
    """Give a folder or file to whoever runs what lies in it; nobody else may look."""
    path.chmod(0o700 if path.is_dir() else 0o600)
    if user is not None:
        shutil.chown(path, user, pwd.getpwnam(user).pw_gid)


def begin(
    command: list[str],
    log: Path,
    *,
    user: str | None = None,
    environment: dict[str, str] | None = None,
    at: Path | None = None,
) -> Process:
    """Start a program that goes on by itself; what it says goes to the end of a file."""
    with log.open("ab") as said:
        started = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            cwd=at or log.parent,
            env=environment,
            start_new_session=True,
            **as_user(user),
        )
    return Process(started.pid, _began(started.pid) or 0)


def do(
    command: list[str],
    *,
    user: str | None = None,
    environment: dict[str, str] | None = None,
    at: Path | None = None,
    within: float = PATIENCE,
    given: str = "",
) -> str:
    """Run a program on what it is given; return what it printed. Raises NotDone: its complaint."""
    try:
        done = subprocess.run(
            command,
            input=given,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            env=environment,
            cwd=at or "/",
            timeout=within,
            check=False,
            **as_user(user),
        )
    except subprocess.TimeoutExpired as error:
        raise NotDone(f"{command[0]} does not come to an end") from error
    if done.returncode:
        raise NotDone(f"{' '.join(command)[:120]}: {done.stderr.strip()[-800:]}")
    return done.stdout.strip()


def as_user(user: str | None) -> dict[str, object]:
    """Return what Popen is told so that a process is somebody's."""
    if user is None:
        return {}
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


def is_alive(process: Process) -> bool:
    """Whether it still runs, also where it is held."""
    with suppress(ChildProcessError):
        os.waitpid(process.pid, os.WNOHANG)
    return _began(process.pid) == process.began


def family(process: Process) -> list[Process]:
    """Return a process and all that it began, and they, as far as they run."""
    if not is_alive(process):
        return []
    children: dict[int, list[int]] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            children.setdefault(int(_cells(file)[1]), []).append(int(file.parent.name))
    found, left = [], [process.pid]
    while left:
        pid = left.pop()
        left += children.get(pid, [])
        began = _began(pid)
        if began is not None:
            found.append(Process(pid, began))
    return found


def send(processes: list[Process], by: signal.Signals) -> None:
    """Send a signal to each of them that is still there."""
    for process in processes:
        if is_alive(process):
            with suppress(ProcessLookupError):
                os.kill(process.pid, by)


def until_gone(processes: list[Process]) -> None:
    """Wait until none of them runs."""
    until(lambda: not any(map(is_alive, processes)), "a process does not end")


def until(holds: Callable[[], bool], complaint: str, within: float = PATIENCE) -> float:
    """Wait until something holds; return the seconds it took. Raises NotDone with the complaint."""
    begun = time.monotonic()
    while not holds():
        if time.monotonic() - begun > within:
            raise NotDone(complaint)
        time.sleep(0.05)
    return time.monotonic() - begun


def serves(port: int) -> bool:
    """Whether a worker, or the proxy with one behind it, answers on a port of the loopback."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        line.request("GET", "/healthz/")
        return line.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def free_ports(count: int) -> list[int]:
    """Return so many ports of the loopback that nobody listens to."""
    doors = [socket.socket() for _each in range(count)]
    try:
        for door in doors:
            door.bind(("127.0.0.1", 0))
        return [door.getsockname()[1] for door in doors]
    finally:
        for door in doors:
            door.close()


def _began(pid: int) -> int | None:
    """Return when a process began; None where it is gone, or dead and not yet buried."""
    try:
        cells = _cells(Path(f"/proc/{pid}/stat"))
    except OSError:
        return None
    return None if cells[0] in "ZX" else int(cells[19])


def _cells(file: Path) -> list[str]:
    """Return the cells of a process's line behind its name: state, parent, ..."""
    return file.read_text().rpartition(")")[2].split()
