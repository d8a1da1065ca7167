"""What a phone costs while nothing happens, and how soon it hears that something did.

    python tests/bench/bench_news.py [--phones 2000] [--seconds 20]

A club of forty tables on one `serve`, on the loopback. Three ways of knowing what is new: by asking
Django every few seconds, as pages of before did; by asking with a pass, which is answered before
Django; by a stream, with a sign of life every ten seconds. Then so many phones hold a stream each,
a change is written from outside, and every phone of the table must hear of it, no other. Exits with
1 where a phone heard nothing or too much, or an answer was another than expected.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.smallest import begun_in, judged, sized  # noqa: E402
from tests.soak.full_room import Line, Room  # noqa: E402
from tests.soak.server import SHORT, Server, machine, part  # noqa: E402
from tests.soak.soak import Soak  # noqa: E402

ASKS = {"card": 20, "event": 15}  # a minute, as pages have it
SIGNS = 6  # of life a minute, beside a stream
MANY = {
    "Django": sized(200, 2),
    "pass": sized(3000, 2),
    "sign": sized(3000, 2),
}  # requests of a kind, in each of the turns
TURNS = sized(5, 1)  # of which the median counts
CHANGES = sized(5, 1)
HERE = "/news/here"
# Passes of many phones at the card tables, made with the server's own secret.
PASSES = """
import django, json, sys; django.setup()
from clubscore.server.live import HearingPass, write
from clubscore.rubbers.models import TableLink
links = [*TableLink.objects.order_by("pk").values_list("pk", "sitting")]
phones = [(*links[n % len(links)], f"{n:06x}") for n in range(int(sys.argv[1]))]
print(json.dumps([(table, write(HearingPass("card", link, name))) for link, table, name in phones]))
"""


@dataclass
class Stream:
    """A phone that holds a stream, and when it heard what."""

    table: int
    carried: str
    heard: list[tuple[float, dict[str, str]]] = field(default_factory=list)

    async def listen(self, port: int, ready: asyncio.Event) -> None:
        """Hold the stream until it ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"GET /news/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: news={self.carried}\r\n\r\n"
        writer.write(head.encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"data: {"):
                    self.heard.append((time.monotonic(), json.loads(line[6:])))
                    ready.set()
        finally:
            writer.close()


class Bench:
    """The club, its server, and what was found wrong."""

    def __init__(self, soak: Soak, phones: int, seconds: float) -> None:
        self.soak, self.server = soak, soak.server
        self.phones, self.seconds = phones, seconds
        self.wrong: list[str] = []

    async def costs_of_asking(self) -> dict[str, dict[str, float]]:
        """Return milliseconds of processor of one question, by kind of table and way."""
        room = Room(self.server, [], [])
        codes = {"card": self.soak.codes[0], "event": self.soak.codes[-1]}
        lines, found = {}, defaultdict[tuple[str, str], list[float]](list)
        for kind, code in codes.items():
            line = Line(self.server.port)
            live = await room.come_in(line, code)
            ways = {"Django": live.replace("about=", "old="), "pass": live, "sign": HERE}
            lines[kind] = (line, ways)
        for _turn in range(TURNS):
            for kind, (line, ways) in lines.items():
                for way, path in ways.items():
                    found[kind, way].append(await self.cost_of(line, path, MANY[way]))
        return {kind: {way: median(found[kind, way]) for way in MANY} for kind in codes}

    async def cost_of(self, line: Line, path: str, many: int) -> float:
        """Return the milliseconds of processor of one request, as a mean of many."""
        await line.ask(path, {} if path == HERE else None)
        used, wrong = processor_of(self.server), 0
        for _time in range(many):
            status, _text, _where = await line.ask(path, {} if path == HERE else None)
            wrong += status != 204
        if wrong:
            self.wrong.append(f"{wrong} of {many} answers to {path} are no 204")
        return 1000 * (processor_of(self.server) - used) / many

    async def streams(self) -> dict[str, float]:
        """Hold all streams; return what they cost and how soon they hear."""
        own = self.soak.environment | {"DJANGO_SETTINGS_MODULE": "clubscore.settings"}
        made = subprocess.run(
            [sys.executable, "-c", PASSES, str(self.phones)],
            env=own | {"PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            check=True,
        )
        before = memory_of(self.server)
        phones = [Stream(table, carried) for table, carried in json.loads(made.stdout)]
        waits = [asyncio.Event() for _phone in phones]
        held = []
        for phone, ready in zip(phones, waits, strict=True):
            held.append(asyncio.create_task(phone.listen(self.server.port, ready)))
            if len(held) % 50 == 0:
                await ready.wait()
        await asyncio.wait_for(asyncio.gather(*(each.wait() for each in waits)), 60)
        await asyncio.sleep(2)
        used, begun = processor_of(self.server), time.monotonic()
        await asyncio.sleep(self.seconds)
        idle = (processor_of(self.server) - used) / (time.monotonic() - begun)
        memory = memory_of(self.server) - before
        late, cost = await self.changes(phones)
        for each in held:
            each.cancel()
        return {
            "idle": idle,
            "memory": memory,
            "half": part(late, 0.5),
            "last": part(late, 0.99),
            "push": cost,
        }

    async def changes(self, phones: list[Stream]) -> tuple[list[float], float]:
        """Change a table several times; return when each of its phones heard, and at what cost."""
        late: list[float] = []
        used = processor_of(self.server)
        tables = sorted({phone.table for phone in phones})
        for table in tables[:CHANGES]:
            before = [len(phone.heard) for phone in phones]
            with sqlite3.connect(self.soak.data / "clubscore.sqlite3") as database:
                database.execute(
                    "UPDATE rubber_sitting SET revision = revision + 1 WHERE id = ?", [table]
                )
            begun = time.monotonic()
            await asyncio.sleep(1.5)
            for phone, had in zip(phones, before, strict=True):
                new = phone.heard[had:]
                if len(new) != (phone.table == table):
                    self.wrong.append(f"a phone at table {phone.table} heard {new} of {table}")
                late += [1000 * (at - begun) for at, _tags in new]
        pushes = len(late)
        return late, 1000 * (processor_of(self.server) - used) / max(pushes, 1)


def processor_of(server: Server) -> float:
    """Return the seconds of processor of the process that answers; background jobs have another."""
    assert server.process is not None
    cells = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(cells[11]) + int(cells[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(server: Server) -> float:
    """Return the megabytes that a server's main process holds; 0 where unknown."""
    try:
        assert server.process is not None
        lines = Path(f"/proc/{server.process.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    except OSError:
        return 0.0


def told(costs: dict[str, dict[str, float]], streams: dict[str, float], phones: int) -> None:
    """Print the figures."""
    held = 60_000 * streams["idle"] / phones
    print(
        f"{machine()}\n\n| an idle minute of a phone at | a card table | an event |\n|---|---|---|"
    )
    minutes = {
        "asks Django": [ASKS[kind] * costs[kind]["Django"] for kind in ASKS],
        "asks with a pass": [ASKS[kind] * costs[kind]["pass"] for kind in ASKS],
        "holds a stream": [held + SIGNS * costs[kind]["sign"] for kind in ASKS],
    }
    first = minutes["asks Django"]
    for way, used in minutes.items():
        cells = (
            f"{each:.1f} ms, 1/{was / (each or was or 1):.0f}"
            for each, was in zip(used, first, strict=True)
        )
        print(f"| {way} | {' | '.join(cells)} |")
    print(
        f"\n{phones} streams: {100 * streams['idle']:.1f} % of a core, {streams['memory']:.0f} MB"
        f" more; a change is heard by half within {streams['half']:.0f} ms, by all but a hundredth"
        f" within {streams['last']:.0f}, for {streams['push']:.2f} ms of processor a phone."
    )


def main() -> int:
    """Measure on a club that goes away."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--phones", type=int, default=sized(2000, 6))
    parser.add_argument("--seconds", type=float, default=sized(20, 0.1))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clubscore-news-") as folder:
        begun_in(folder)
        soak = Soak("SQLite", Path(folder), events=sized("1", SHORT))
        bench = Bench(soak, given.phones, given.seconds)
        soak.server.start()
        try:
            costs = asyncio.run(bench.costs_of_asking())
            streams = asyncio.run(bench.streams())
        finally:
            soak.server.close()
    told(costs, streams, given.phones)
    for each in bench.wrong[:10]:
        print(f"WRONG: {each}")
    return 1 if bench.wrong else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONPATH", str(ROOT))
    sys.exit(judged(main()))
