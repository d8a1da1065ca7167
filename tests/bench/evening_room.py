"""Those who spend an evening at the tables that bench_evening.py measures, whichever code serves.

A phone that shows a table's page hears of a change as its page's own script does, and so does
nothing that the script would not do: of a change it fetches its page once, and not meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.bench.bench_pages import ENTRY
from tests.bench.smallest import sized
from tests.soak.full_room import Line
from tests.soak.phones import Forms, key_of_a_phone, live_of

TABLES, PHONES = sized(20, 3), sized(5, 4)  # of each room; that show the page of a table
ALL_PHONES = 2 * TABLES * PHONES
# Seconds between two asks, of a card table's page and an event's; between two signs of life; and
# from the page that came of one change to the question for the next.
EVERY, EVERY_OF_EVENT, HERE, RESTS = 3.0, 4.0, 10.0, 4.0
BEFORE, STREAM, PASS = "the other tree", "by stream", "asking with a pass"


@dataclass
class Turn:
    """What came of one evening at one server. Processor in seconds; costs in milliseconds."""

    way: str
    seconds: float = 0.0
    answered: list[str] = field(default_factory=list)  # keys of entries
    rows: list[str] = field(default_factory=list)  # keys that the database holds since
    done: Counter[str] = field(default_factory=Counter)  # pages, asks, news
    processor: float = 0.0
    client: float = 0.0  # of the process that drives, the same seconds
    streams: int = 0
    behind: int = 0  # phones that do not show the last deal
    entries: int = 0  # of the evening, without those whose cost was measured
    costs: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        done, each = self.done, 1000 * self.processor / max(1, self.entries)
        return (
            f"{self.entries} entries in {self.seconds:.1f} s; of {len(self.answered)} answered"
            f" {len(self.rows)} rows; {done['pages']} pages, {done['asks']} asks,"
            f" {done['news']} of them with news; {done['heard']} pages fetched of what was heard;"
            f" {self.streams} streams open;"
            f" server {self.processor / self.seconds:.2f} of a core,"
            f" {each:.1f} ms an entry with all that follows;"
            f" client {self.client / self.seconds:.2f} of a core"
        )


@dataclass
class Phone:
    """A browser at a table, let in by the table's code."""

    line: Line
    turn: Turn
    at: str = ""
    live: str = ""
    asked: tuple[str, str] = ("", "")  # what its page was when it asked last, and of which change
    tags: dict[str, str] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    holds: bool = False

    async def come_in(self, code: str, number: int) -> None:
        """Be the table's phone, or where there is a choice that of one of its people."""
        _status, page, _where = await self.line.ask(code)
        # Of an event the table's phone, its four people, and then the table's phone once more.
        who = [*re.findall(r'name="person" value="(\d*)"', page)[:PHONES], *[""] * PHONES][number]
        form = {"csrfmiddlewaretoken": self.line.cookies["csrftoken"], "person": who}
        status, _page, where = await self.line.ask(code, form)
        while status == 302:
            self.at = where
            status, _page, where = await self.line.ask(where)
        await self.look()

    async def look(self, more: str = "") -> str:
        """Fetch the table's page, and return it."""
        status, page, _where = await self.line.ask(self.at + more)
        self.turn.done["pages"] += 1
        if status != 200:
            self.turn.wrong.append(f"{self.at} answers {status}")
        else:
            self.live = live_of(page)
        return page

    @property
    def seen(self) -> str:
        """What its page shows, as the page says it itself."""
        return parse_qs(urlsplit(self.live).query)["seen"][0]

    async def ask(self) -> bool:
        """Ask for news, and fetch the page where there are; return whether there were."""
        status, _text, _where = await self.line.ask(self.live)
        self.turn.done["asks"] += 1
        if status not in (200, 204):
            self.turn.wrong.append(f"{self.live} answers {status}")
        if status != 200:
            return False
        self.turn.done["news"] += 1
        await self.look()
        return True

    async def ask_again_and_again(self, number: int) -> None:
        """Ask every few seconds; a page that was fetched asks so much later."""
        every = EVERY_OF_EVENT if self.at.startswith("/event/") else EVERY
        await asyncio.sleep(every * number / ALL_PHONES)
        while True:
            begun = time.monotonic()
            took = 0.0 if await self.ask() else time.monotonic() - begun
            await asyncio.sleep(max(0.0, every - took))

    async def listen(self) -> None:
        """Hold a stream of news."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.line.port)
        writer.write(self.line.head("/news/", None))
        try:
            while said := await reader.readline():
                if said.startswith(b"data: {"):
                    self.holds, self.tags = True, json.loads(said[6:])
                    self.news.set()
        finally:
            self.holds = False
            writer.close()

    async def follow(self) -> None:
        """Fetch the page at a change that the stream tells of; for those that follow later."""
        name = parse_qs(urlsplit(self.live).query)["about"][0]
        while True:
            await self.news.wait()
            self.news.clear()
            while self.tags[name] != self.seen and self.asked != (self.live, self.tags[name]):
                self.asked = (self.live, self.tags[name])
                await self.look()
                self.turn.done["heard"] += 1
                await asyncio.sleep(RESTS)

    async def be_there(self, number: int) -> None:
        """Say every few seconds that it is there."""
        await asyncio.sleep(HERE * number / ALL_PHONES)
        line = Line(self.line.port, self.line.cookies)
        while True:
            status, _text, _where = await line.ask("/news/here", {})
            if status != 204:
                self.turn.wrong.append(f"/news/here answers {status}")
            await asyncio.sleep(HERE)


@dataclass
class Table:
    """A table: the phone that enters, and those that show its page."""

    phone: Phone
    others: list[Phone]
    boards: list[int]
    form: tuple[str, dict[str, Any]] = ("", {})
    here: str = ""  # "?board=3" of an event

    async def prepare(self, number: int) -> None:
        """Have the form of the next entry ready; of an event's it is the one of that number."""
        ends, named = "/record/", {"id": "entry"}
        if self.boards:
            self.here = f"?board={self.boards[number // 2]}"
            ends, named = ("/agree/", {}) if number % 2 else ("/tell/", named)
        forms = Forms(await self.phone.look(self.here))
        is_here = forms.to("/here/")
        if is_here is not None and not number:
            await self.phone.line.ask(*is_here)
            forms = Forms(await self.phone.look(self.here))
        found = forms.to(ends, **named)
        if found is None:
            raise RuntimeError(f"{self.phone.at}{self.here} has no form for {ends}")
        entered = ENTRY | {"looked": "1"} if named else {}
        self.form = (found[0], found[1] | entered)

    async def enter(self) -> str:
        """Send the form; return where the answer leads, "" where it was refused."""
        address, fields = self.form
        status, text, where = await self.phone.line.ask(address, fields)
        if status != 302:
            self.phone.turn.wrong.append(f"{address} answers {status}: {text[:200]}")
            return ""
        self.phone.turn.answered.append(fields["key"])
        return where

    async def play(self, end: float) -> None:
        """Enter one after the other, each once the page of the one before is there.

        At a card table that is deal after deal; at an event one board, of which one side tells now
        this result and now that, since a round has only so many boards.
        """
        fields, turn = self.form[1], 0
        while time.monotonic() < end and await self.enter():
            await self.phone.look(self.here)
            turn += 1
            fields["key"] = key_of_a_phone()
            if self.boards:
                fields["result"] = ("-2", "-1")[turn % 2]
            else:
                fields["position"] = str(int(fields["position"]) + 1)
