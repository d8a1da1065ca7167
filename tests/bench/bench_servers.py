"""Which server the club's pages stand behind: the same program, club and phones behind each.

    python tests/bench/bench_servers.py [--rounds 2] [--seconds 8] [--lines 2000]

Each server in its turn, and all of them again: so many idle phones keep a line open, 200 more ask
as a page without a stream does, and sixteen browsers open a table's page as fast as they are
answered. Told are pages a second, how long one took, the processor of a page, lines that were
still open at the end, and memory. One process, and a process a core.
A server whose package is not there (`pip install granian==2.8.7`) is named as not measured. Exits
with 1 where an answer was not as it should be.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.smallest import begun_in, judged, sized  # noqa: E402
from tests.soak.full_room import Line, Room  # noqa: E402
from tests.soak.server import SHORT, Server, machine, part  # noqa: E402
from tests.soak.soak import Soak  # noqa: E402

BROWSERS, ASKERS, EVERY = sized(16, 2), sized(200, 2), sized(3.0, 0.1)
CORES = os.cpu_count() or 1


@dataclass
class Kind:
    """A server and how it is started; {port} and {workers} are put in."""

    name: str
    command: list[str]
    needs: str
    streams: bool
    workers: int = 1


GUNICORN = ["-m", "gunicorn", "--log-level", "critical"]
GTHREAD = [*GUNICORN, "-k", "gthread", "--threads", "8", "--keep-alive", "75"]
# It lets as many lines in as it may have waiting, unless it is told more.
GRANIAN = [
    "-m",
    "granian",
    "--interface",
    "asgi",
    "--host",
    "127.0.0.1",
    "--port",
    "{port}",
    "--backlog",
    "6000",
    "--backpressure",
    "6000",
]
KINDS = [
    Kind("waitress", ["-m", "waitress", "--listen=127.0.0.1:{port}", "--threads=8",
                      "--connection-limit=6000", "--asyncore-use-poll",
                      "clubscore.wsgi:application"],
         "waitress", False),
    *(
        kind
        for workers in sorted({1, CORES})
        for kind in (
            Kind("gunicorn, threads", [*GTHREAD, "-w", "{workers}", "-b", "127.0.0.1:{port}",
                                       "clubscore.wsgi"], "gunicorn", False, workers),
            Kind("uvicorn, by gunicorn", [*GUNICORN, "--config", "deploy/gunicorn.conf.py",
                                          "clubscore.asgi"], "uvicorn_worker", True, workers),
            Kind("granian", [*GRANIAN, "--workers", "{workers}", "--log-level", "error",
                             "clubscore.asgi:application"], "granian", True, workers),
        )
    ),
    Kind("uvicorn, `serve`", ["manage.py", "serve"], "uvicorn", True),
]  # fmt: skip


@dataclass
class Measured:
    """One server in one round."""

    pages: float
    half: float
    last: float
    cost: float
    held: int
    memory: float


class Behind:
    """The club behind one server."""

    def __init__(self, soak: Soak, kind: Kind, seconds: float, lines: int) -> None:
        self.kind, self.seconds, self.lines = kind, seconds, lines
        environment = soak.environment | {"WORKERS": str(kind.workers), "HOST": "127.0.0.1"}
        self.server = Server([sys.executable], environment)
        port = self.server.port
        self.server.command += [
            each.format(port=port, workers=kind.workers) for each in kind.command
        ]
        self.room, self.wrong = Room(self.server, soak.codes, soak.login), list[str]()
        self.times: list[float] = []
        self.end = 0.0

    async def measure(self) -> Measured:
        """Have everybody there at once."""
        line = Line(self.server.port)
        live = await self.room.come_in(line, self.room.codes[0])
        page = live.partition("live/")[0]
        idle = await self.hold(line, live)
        used, begun = self.server.processor(), time.monotonic()
        self.end = begun + self.seconds
        await asyncio.gather(
            *(self.browser(dict(line.cookies), page) for _one in range(BROWSERS)),
            *(self.asker(dict(line.cookies), live, n) for n in range(ASKERS)),
        )
        lasted = time.monotonic() - begun
        cost = 1000 * (self.server.processor() - used) / max(len(self.times), 1)
        held = sum(not reader.at_eof() for reader, _writer in idle)
        memory = memory_of_all(self.server)
        for _reader, writer in idle:
            writer.close()
        return Measured(
            len(self.times) / lasted, part(self.times, 0.5), part(self.times, 0.99), cost, held,
            memory,
        )  # fmt: skip

    async def hold(
        self, line: Line, live: str
    ) -> list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Open the idle lines: each has its answer, and the server keeps it."""
        held = []
        cookies = "; ".join(f"{name}={value}" for name, value in line.cookies.items())
        for _line in range(self.lines):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
            writer.write(
                f"GET /healthz/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n\r\n".encode()
            )
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
            held.append((reader, writer))
        return held

    async def browser(self, cookies: dict[str, str], page: str) -> None:
        """Open the page again and again."""
        line = Line(self.server.port, cookies)
        while time.monotonic() < self.end:
            begun = time.monotonic()
            status, _text, _where = await line.ask(page)
            self.times.append(1000 * (time.monotonic() - begun))
            if status != 200:
                self.wrong.append(f"{self.kind.name}: a page answers {status}")

    async def asker(self, cookies: dict[str, str], live: str, number: int) -> None:
        """Ask whether anything changed, as a page without a stream does."""
        line = Line(self.server.port, cookies)
        await asyncio.sleep(EVERY * number / ASKERS)
        while time.monotonic() < self.end:
            status, _text, _where = await line.ask(live)
            if status != 204:
                self.wrong.append(f"{self.kind.name}: an ask is answered {status}")
            await asyncio.sleep(EVERY)


def memory_of_all(server: Server) -> float:
    """Return the megabytes that a server and its workers hold together."""
    found = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            cells = file.read_text().rpartition(")")[2].split()
            if server.process is not None and int(cells[3]) == server.process.pid:
                lines = (file.parent / "smaps_rollup").read_text().splitlines()
                found += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except OSError:
            continue  # ended meanwhile
    return found / 1024


def main() -> int:
    """Measure each server in turn."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=sized(2, 1))
    parser.add_argument("--seconds", type=float, default=sized(8, 0.1))
    parser.add_argument("--lines", type=int, default=sized(2000, 4))
    given = parser.parse_args()
    found, wrong = defaultdict[str, list[Measured]](list), list[str]()
    with tempfile.TemporaryDirectory(prefix="clubscore-servers-") as folder:
        begun_in(folder)
        soak = Soak("SQLite", Path(folder), events=sized("1", SHORT))
        for _round in range(given.rounds):
            for kind in sized(KINDS, KINDS[-1:]):
                name = f"{kind.name}, {kind.workers}"
                if find_spec(kind.needs) is None:
                    print(f"{name}: NOT MEASURED, its package is not there", flush=True)
                    continue
                behind = Behind(soak, kind, given.seconds, given.lines)
                behind.server.start()
                try:
                    found[name].append(asyncio.run(behind.measure()))
                except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
                    print(f"{name}: does not hold {given.lines} lines: {error!r}", flush=True)
                finally:
                    behind.server.kill()
                wrong += behind.wrong
    print(
        "| server, processes | pages/s | half within | 99 % within | ms a page | lines kept | MB |"
    )
    print("|---|---|---|---|---|---|---|")
    for name, rounds in found.items():
        rows = zip(
            *((m.pages, m.half, m.last, m.cost, m.held, m.memory) for m in rounds), strict=True
        )
        print(f"| {name} | {' | '.join(', '.join(f'{v:.0f}' for v in row) for row in rows)} |")
    print(f"\n{machine()}")
    for each in sorted(set(wrong))[:10]:
        print(f"WRONG: {each}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(judged(main()))
