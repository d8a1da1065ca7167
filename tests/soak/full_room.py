"""A full room on one `serve`: phones that ask, bodies that trickle, a newcomer every other second.

    python tests/soak/full_room.py [--phones 300] [--slow 40] [--guessers 0] [--seconds 60]

Everything happens on this machine's loopback, in a folder that goes away. Exits with 1 where a
phone or a slow sender was answered nothing, or something else than it should be, or a newcomer
waited longer than a second; with guessers at passwords also where the director, in a browser that
has logged in before, did not come in each time. Its rows are those of docs/keeping-it-safe.md.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from clubscore.places import HEADER
from tests.soak.phones import live_of
from tests.soak.server import Server, in_time, machine, part
from tests.soak.soak import Soak

ANSWERED_WITHIN = 1.0  # seconds that a newcomer may wait
LET_IN_AT_ONCE = 8  # phones that come in at the same time before the room is full
EVERY = {"card": 3.0, "event": 4.0}  # seconds between two asks, as the pages have it
TRICKLED = 20  # bytes, one a second


@dataclass
class Line:
    """One connection that is kept as long as the server keeps it."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    calls: int = 0
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None
    packed: bool = False  # whether it takes gzip, as browsers do

    async def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Send one request, once more where the line was cut; return status, text, where to."""
        try:
            return await self._once(path, form)
        except (OSError, asyncio.IncompleteReadError):
            self.hang_up()
            return await self._once(path, form)

    def head(self, path: str, length: int | None) -> bytes:
        """Return the head of a request, with a body of so many bytes."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = [f"{'GET' if length is None else 'POST'} {path} HTTP/1.1", "Host: 127.0.0.1"]
        lines.append(f"{HEADER}: of a phone")
        lines += [f"Cookie: {cookies}"] if cookies else []
        lines += ["Accept-Encoding: gzip"] if self.packed else []
        if length is not None:
            lines.append("Content-Type: application/x-www-form-urlencoded")
            lines.append(f"Content-Length: {length}")
        return "\r\n".join([*lines, "", ""]).encode()

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return the connection, made now where there is none."""
        if self.reader is None or self.writer is None:
            self.calls += 1
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self.reader, self.writer

    async def _once(self, path: str, form: dict[str, str] | None) -> tuple[int, str, str]:
        body = urlencode(form).encode() if form is not None else b""
        _reader, writer = await self.open()
        writer.write(self.head(path, None if form is None else len(body)) + body)
        return await self.answer()

    async def answer(self) -> tuple[int, str, str]:
        """Read one answer."""
        reader, _writer = await self.open()
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        length, where = 0, ""
        for line in lines:
            name, _, value = line.partition(": ")
            name = name.lower()
            if name == "set-cookie":
                cookie, _, given = value.strip().partition(";")[0].partition("=")
                self.cookies[cookie] = given
            length = int(value) if name == "content-length" else length
            where = value.partition("?")[0] if name == "location" else where
        body, said = await reader.readexactly(length), {line.lower() for line in lines}
        if "content-encoding: gzip" in said:
            body = gzip.decompress(body)
        if "connection: close" in said:
            self.hang_up()
        return int(first.split()[1]), body.decode("utf-8", "replace"), where

    def hang_up(self) -> None:
        """End the connection."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


@dataclass
class Room:
    """Everybody who is there, and what became of each."""

    server: Server
    codes: list[str]
    login: list[str]  # name and password of the director
    end: float = 0.0
    processor: float = 0.0  # of a core, while everybody was there
    # Answers of each phone and of each slow sender; seconds of each ask and of each newcomer.
    phones: list[int] = field(default_factory=list)
    slow: list[int] = field(default_factory=list)
    asks: list[float] = field(default_factory=list)
    newcomers: list[float] = field(default_factory=list)
    # Seconds of each login of the director; how many guesses had which answer.
    logins: list[float] = field(default_factory=list)
    guesses: Counter[int] = field(default_factory=Counter)
    calls: int = 0
    wrong: list[str] = field(default_factory=list)

    def line(self) -> Line:
        """Return a connection that is not made yet."""
        return Line(self.server.port)

    async def come_in(self, line: Line, code: str) -> str:
        """Be let in by a table's code; return the address at which its page asks for news."""
        await line.ask(code)
        form = {"csrfmiddlewaretoken": line.cookies["csrftoken"], "person": ""}
        status, _text, where = await line.ask(code, form)
        if status != 302:
            raise RuntimeError(f"not let in at {code}: {status}")
        _status, page, _where = await line.ask(where)
        return live_of(page)

    async def phone(self, number: int, line: Line, live: str) -> None:
        """Ask for news as a table's page does, until the end."""
        code = self.codes[number % len(self.codes)]
        every = EVERY["event" if code.startswith("/e/") else "card"]
        await asyncio.sleep(every * number / len(self.phones))
        before = line.calls
        while time.monotonic() < self.end:
            begun = time.monotonic()
            status, _text, _where = await line.ask(live)
            self.asks.append(time.monotonic() - begun)
            self.phones[number] += status == 204
            if status != 204:
                self.wrong.append(f"{live} answers {status}")
            await asyncio.sleep(every)
        self.calls += line.calls - before

    async def sender(self, number: int) -> None:
        """Send a form byte by byte, and again once it is answered."""
        line = self.line()
        await asyncio.sleep(number / len(self.slow))
        while time.monotonic() < self.end - TRICKLED - 1:
            _reader, writer = await line.open()
            writer.write(line.head("/login", TRICKLED))
            for _byte in range(TRICKLED):
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(1)
            status, _text, _where = await line.answer()
            self.slow[number] += status == 403  # a form without its token, read to its end
            if status != 403:
                self.wrong.append(f"a slow sender is answered {status}")

    async def newcomer(self) -> None:
        """Scan a table's code every other second, each time with another phone."""
        while time.monotonic() < self.end:
            line, begun = self.line(), time.monotonic()
            status, _text, _where = await line.ask(
                self.codes[len(self.newcomers) % len(self.codes)]
            )
            self.newcomers.append(time.monotonic() - begun)
            line.hang_up()
            if status != 200:
                self.wrong.append(f"a newcomer is answered {status}")
            await asyncio.sleep(2)

    async def log_in(self, line: Line, name: str, password: str) -> int:
        """Give name and password on the login's page; return the status of the answer."""
        if "csrftoken" not in line.cookies:
            await line.ask("/login")
        token = line.cookies["csrftoken"]
        form = {"csrfmiddlewaretoken": token, "username": name, "password": password}
        return (await line.ask("/login", form))[0]

    async def guesser(self, number: int) -> None:
        """Give wrong passwords as fast as they are answered, for the director and for others."""
        line, tries = self.line(), 0
        while time.monotonic() < self.end:
            name = self.login[0] if tries % 2 else f"player-{number}-{tries}"
            self.guesses[await self.log_in(line, name, f"guess-{tries}")] += 1
            tries += 1
            await asyncio.sleep(0.1)

    async def director(self, line: Line) -> None:
        """Log in every other second, where the director has logged in before."""
        while time.monotonic() < self.end:
            line.cookies.pop("sessionid")
            begun = time.monotonic()
            status = await self.log_in(line, *self.login)
            self.logins.append(time.monotonic() - begun)
            if status != 302:
                self.wrong.append(f"the director is answered {status}")
                return
            await asyncio.sleep(2)

    async def everybody(self, phones: int, slow: int, guessers: int, seconds: float) -> None:
        """Let all phones in, then have everybody there at once."""
        self.phones, self.slow = [0] * phones, [0] * slow
        doors, lines = asyncio.Semaphore(LET_IN_AT_ONCE), [self.line() for _phone in range(phones)]

        async def let_in(number: int) -> str:
            async with doors:
                return await self.come_in(lines[number], self.codes[number % len(self.codes)])

        lives = await asyncio.gather(*map(let_in, range(phones)))
        desk = self.line()
        if await self.log_in(desk, *self.login) != 302:
            raise RuntimeError("the director cannot log in")
        used, begun = self.server.processor(), time.monotonic()
        self.end = begun + seconds
        await asyncio.gather(
            *(self.phone(n, lines[n], lives[n]) for n in range(phones)),
            *(self.sender(n) for n in range(slow)),
            *(self.guesser(n) for n in range(guessers)),
            *([self.director(desk)] if guessers else []),
            self.newcomer(),
        )
        self.processor = (self.server.processor() - used) / (time.monotonic() - begun)

    def faults(self) -> list[str]:
        """Return what should not have been."""
        silent = [name for name in ("phones", "slow") if not all(getattr(self, name))]
        late = max(self.newcomers) > ANSWERED_WITHIN
        return [
            *sorted(set(self.wrong)),
            *(f"not all {name} were answered" for name in silent),
            *(["a newcomer waited longer than a second"] if late else []),
        ]

    def figures(self) -> dict[str, str]:
        """Return what happened, in the rows of a table."""
        guessed = {
            "wrong passwords given, looked at": f"{self.guesses.total():,}, {self.guesses[200]}",
            "the director's logins meanwhile: how many, slowest": f"{len(self.logins)},"
            f" {in_time(1000 * max(self.logins, default=0))}",
        }
        return {
            "phones that asked, each kept waiting for news": f"{len(self.phones)}",
            "answers, the fewest that a phone got": f"{len(self.asks):,}, {min(self.phones)}",
            "connections that phones had to make again": str(self.calls),
            "an answer: half within, slowest hundredth from": spread(self.asks),
            "bodies that trickled in, a byte a second": f"{len(self.slow)}, each answered"
            f" {min(self.slow, default=0)} times or more",
            "a newcomer: half within, slowest": f"{in_time(1000 * part(self.newcomers, 0.5))},"
            f" {in_time(1000 * max(self.newcomers))}",
            **(guessed if self.guesses else {}),
            "processor": f"{self.processor:.2f} of a core",
        }


def spread(seconds: list[float]) -> str:
    """Return half and the slowest hundredth of some times."""
    return ", ".join(in_time(1000 * part(seconds, share)) for share in (0.5, 0.99))


def main() -> int:
    """Fill a room and return 1 where somebody was not answered as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=300)
    parser.add_argument("--slow", type=int, default=40)
    parser.add_argument("--guessers", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clubscore-room-") as folder:
        data = Path(folder) / "data"
        data.mkdir()
        one = Soak("a full room", data)
        one.server.start()
        try:
            room = Room(one.server, one.codes, one.login)
            asyncio.run(room.everybody(chosen.phones, chosen.slow, chosen.guessers, chosen.seconds))
        finally:
            one.server.kill()
    lines = [["a full room", f"{chosen.seconds:.0f} s"], ["---", "---"]]
    lines += [[name, figure] for name, figure in room.figures().items()]
    print("\n".join(f"| {name} | {figure} |" for name, figure in lines))
    print(f"\n{machine()}")
    for fault in room.faults()[:10]:
        print(f"NOT SO: {fault}")
    return 1 if room.faults() else 0


if __name__ == "__main__":
    sys.exit(main())
