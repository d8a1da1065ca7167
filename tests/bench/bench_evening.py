"""Forty tables that enter beside what another commit made of them: entries a second, and pages.

    python tests/bench/bench_evening.py TREE [--runs 5] [--seconds 15] [--port 0]

TREE is a checkout of the commit to compare with; the Python that runs this must have what its code
needs. The servers are started by turns, TREE's first, as people start them (`manage.py serve`, with
their bytecode kept), each on a copy of a folder that its own tree's services furnished: twenty card
tables, and an event of twenty tables that plays its ninth round. One process drives all.

Each card table enters a deal, is led to the table's page by the answer, and enters the next as soon
as that page is read; at each table of the event one side so tells what a board came to, and tells
it otherwise, over and over. Besides, 200 phones, five a table, show its page and have nothing half
entered. A phone that hears of a change fetches its table's page; meanwhile it asks nothing, and
where a stream told of one more, four seconds later. It hears as its page's own script does:

- TREE's asks every three seconds, at the event every four, as all did before there were streams,
  and where the answer says that there is something new fetches the page;
- this tree's holds a stream, and says every ten seconds that it is there;
- or it asks as often with its pass, as this tree's does where it cannot hold a stream.

Not modelled: scripts and styles, which browsers keep; a contract that is noted before its play, and
the sentence of a deal that is not recorded yet; blank forms that a phone takes along. Each contract
fails, so no rubber ends.

Before that, while no one else does anything, what takes how much of the processor at all tables at
once: an entry; the page after it for the first who asks, on another phone, and for three more, at
an event each the phone of one of the four who sit there; and the first one's page once more. "A
page" is the mean of those four. Counted are all processes of the server, user and system.

Ends with 1 where an answer was not as it should be; where the database holds other entries than
were answered, a phone does not come to show the last deal, or a stream is open no more; and where
entries a second, by stream, are not five times TREE's, or a page of an event takes more than a
fifth of the processor.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from pathlib import Path
from statistics import mean, median
from typing import Any

import uvloop

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.evening_room import (  # noqa: E402
    ALL_PHONES,
    BEFORE,
    PASS,
    PHONES,
    STREAM,
    TABLES,
    Phone,
    Table,
    Turn,
)
from tests.bench.smallest import begun_in, judged, sized  # noqa: E402
from tests.soak.full_room import LET_IN_AT_ONCE, Line  # noqa: E402
from tests.soak.server import Server, machine  # noqa: E402

BOARDS, ROUNDS = 3, sized(8, 1)  # of a round, the last for the evening itself; played before
STILL = 0.03  # of a core: a server that uses less does nothing
LEARNS_WITHIN = 20.0  # seconds until a phone shows the last deal
TIMES, PART = 5, 1 / 5  # as many entries a second; as much of the processor for an event's page
# Run by the code of each tree, in its folder: what it imports has been there under these names.
FURNISH = f"""
import json, os
os.environ["DJANGO_SETTINGS_MODULE"] = "clubscore.settings"
from tests.bench.page_server import open_table
from django.core.management import call_command
from clubscore.club.access import Actor, Level
from clubscore.club.logins import found_club
from clubscore.events.phones import let_phones_in, links_of
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.phones import make_link
from clubscore.web.phones import token_of
from tests.events.evenings import Evening

call_command("migrate", verbosity=0)
club = found_club(name="Evening", author="bench")
actor = Actor(level=Level.DIRECTOR, club=club)
sittings = [open_table(club, number, actor) for number in range({TABLES})]
links = [make_link(sitting=sitting, author="bench") for sitting in sittings]
cards = [dict(code=f"/t/{{token_of(link.nonce)}}/", boards=[]) for link in links]
evening = Evening({2 * TABLES}, boards={BOARDS}, club=club)
for _round in range({ROUNDS}):
    evening.play()
    evening.next_round()
let_phones_in(section=evening.section, key=new_key(), actor=evening.actor)
boards = {{each.number: list(each.place.boards) for each in evening.room.tables()}}
events = [
    dict(code=f"/e/{{token_of(link.nonce)}}/", boards=boards[link.table])
    for link in links_of(evening.section)
]
print(json.dumps(dict(cards=cards, events=events)))
"""


class Evening:
    """Everybody at one server, and what came of it."""

    def __init__(self, server: Server, data: Path, turn: Turn) -> None:
        self.server, self.data, self.turn = server, data, turn

    async def spend(self, made: dict[str, Any], seconds: float) -> None:
        """Measure one after the other what costs what, then forty tables at once."""
        had = keys_in(self.data)
        events = await self.seat(made["events"], PHONES)
        cards = await self.seat(made["cards"], PHONES)
        self.settle()
        await self.cost("event", events)
        await self.cost("card", cards)
        held = len(self.turn.answered)
        await self.rush([*cards, *events], seconds)
        self.turn.entries = len(self.turn.answered) - held
        self.turn.rows = list((Counter(keys_in(self.data)) - Counter(had)).elements())

    async def seat(self, places: list[dict[str, Any]], others: int) -> list[Table]:
        """Let a phone that enters and so many others in at each table."""
        doors = asyncio.Semaphore(LET_IN_AT_ONCE)

        async def let_in(code: str, number: int) -> Phone:
            phone = Phone(Line(self.server.port, packed=True), self.turn)
            async with doors:
                await phone.come_in(code, number)
            return phone

        async def sit_down(place: dict[str, Any]) -> Table:
            ours = (let_in(place["code"], number) for number in range(others + 1))
            phone, *rest = await asyncio.gather(*ours)
            return Table(phone, rest, place["boards"])

        return await asyncio.gather(*map(sit_down, places))

    def settle(self) -> None:
        """Wait until the server does nothing: beside it begins what does its background jobs."""
        for _second in range(sized(30, 1)):
            used = self.server.processor()
            time.sleep(1)
            if self.server.processor() - used < STILL:
                return
        self.turn.wrong.append("the server does not come to rest")

    async def cost(self, room: str, tables: list[Table]) -> None:
        """Note what entries and pages take, as a mean of all tables; two of each board."""
        for number in range(2 * (BOARDS - 1)):
            await asyncio.gather(*(table.prepare(number) for table in tables))
            spent = {
                "an entry": await self.taken(table.enter() for table in tables),
                "the first page": await self.taken(each.others[0].look() for each in tables),
                "another page": await self.taken(
                    phone.look() for each in tables for phone in each.others[1:4]
                )
                / 3,
                "the same once more": await self.taken(each.others[0].look() for each in tables),
            }
            spent["a page"] = (spent["the first page"] + 3 * spent["another page"]) / 4
            for what, seconds in spent.items():
                self.turn.costs[f"{room}: {what}"].append(1000 * seconds / TABLES)

    async def taken(self, acts: Iterable[Coroutine[Any, Any, Any]]) -> float:
        """Return the seconds of processor that the server takes for all of some things at once."""
        used = self.server.processor()
        await asyncio.gather(*acts)
        return self.server.processor() - used

    async def rush(self, tables: list[Table], seconds: float) -> None:
        """Have all tables enter while all phones learn of it."""
        phones = [phone for table in tables for phone in table.others]
        for table in tables:
            await table.prepare(2 * (BOARDS - 1))
        tasks = [asyncio.create_task(each) for each in self.learning(phones)]
        await asyncio.sleep(1)
        self.turn.done.clear()
        used, own, begun = self.server.processor(), time.process_time(), time.monotonic()
        await asyncio.gather(*(table.play(begun + seconds) for table in tables))
        self.turn.seconds = time.monotonic() - begun
        self.turn.processor = self.server.processor() - used
        self.turn.client = time.process_time() - own
        done = self.turn.done.copy()
        await self.until_learned(tables)
        self.turn.done = done
        self.turn.streams = sum(phone.holds for phone in phones)
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if not isinstance(ended, asyncio.CancelledError):
                self.turn.wrong.append(f"a phone stopped: {ended!r}")

    def learning(self, phones: list[Phone]) -> Iterator[Coroutine[Any, Any, None]]:
        """Return what the phones do to learn news, each in its way."""
        for number, phone in enumerate(phones):
            if self.turn.way == STREAM:
                yield from (phone.listen(), phone.follow(), phone.be_there(number))
            else:
                yield phone.ask_again_and_again(number)

    async def until_learned(self, tables: list[Table]) -> None:
        """Wait until every phone shows what its table entered last; count those that do not."""
        end = time.monotonic() + LEARNS_WITHIN
        for table in tables:
            await table.phone.look(table.here)
        while True:
            late = [
                each for table in tables for each in table.others if each.seen != table.phone.seen
            ]
            self.turn.behind = len(late)
            if not late or time.monotonic() > end:
                return
            await asyncio.sleep(0.1)


def keys_in(data: Path) -> list[str]:
    """Return the keys of all entries that a database holds, of deals and of boards."""
    with sqlite3.connect(data / "clubscore.sqlite3") as database:
        return [
            key
            for table in ("rubber_dealrevision", "duplicate_resultrevision")
            for (key,) in database.execute(f"SELECT key FROM {table}")
        ]


def environment_of(data: Path) -> dict[str, str]:
    """Return what a tree's commands are started with."""
    own = ("CLUBSCORE_", "DJANGO_", "DATABASE_URL", "HOST", "PORT", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    chosen = {"CLUBSCORE_PROFILE": "club-network", "HOST": "127.0.0.1", "DEMO": "0"}
    return kept | chosen | {"CLUBSCORE_DATA": str(data)}


def furnished(tree: Path, data: Path) -> dict[str, Any]:
    """Have a tree furnish a folder; return its tables."""
    data.mkdir()
    begun_in(data)
    command = [sys.executable, "-c", FURNISH]
    done = subprocess.run(
        command, cwd=tree, env=environment_of(data), stdout=subprocess.PIPE, check=True
    )
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def evening_at(tree: Path, kept: Path, made: dict[str, Any], way: str, given: Any) -> Turn:
    """Spend an evening at a server of a tree, on a copy of what it furnished."""
    turn = Turn(way)
    with tempfile.TemporaryDirectory(prefix="clubscore-evening-") as folder:
        data = Path(folder) / "data"
        shutil.copytree(kept, data)
        command = [sys.executable, str(tree / "manage.py"), "serve"]
        server = Server(command, environment_of(data))
        if given.port:
            server.port = given.port
            server.environment["PORT"] = str(given.port)
        server.start()
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(Evening(server, data, turn).spend(made, given.seconds))
        finally:
            server.kill()
    return turn


def faults_of(turn: Turn) -> list[str]:
    """Return what should not have been in an evening."""
    lost, strange = (
        Counter(turn.answered) - Counter(turn.rows),
        Counter(turn.rows) - Counter(turn.answered),
    )
    found = [*sorted(set(turn.wrong))[:5]]
    found += [f"{lost.total()} entries were answered and are not there"] if lost else []
    found += [f"{strange.total()} entries are there and were not answered"] if strange else []
    found += [f"{turn.behind} phones do not show the last deal"] if turn.behind else []
    if turn.way == STREAM and turn.streams != ALL_PHONES:
        found.append(f"{turn.streams} streams of {ALL_PHONES} are open in the end")
    return [f"{turn.way}: {each}" for each in found]


def rate(turns: Iterable[Turn]) -> float:
    """Return entries a second, the median of some evenings."""
    return median(turn.entries / turn.seconds for turn in turns)


def cost_in(turns: Iterable[Turn], what: str) -> float:
    """Return milliseconds of processor, the median of the means of some evenings; 0 of none."""
    found = [turn.costs[what] for turn in turns if turn.costs.get(what)]
    return median(mean(each) for each in found) if found else 0.0


def beyond(ways: Mapping[str, list[Turn]]) -> list[str]:
    """Return which limits are not kept."""
    times = rate(ways[STREAM]) / rate(ways[BEFORE])
    was, now = (cost_in(ways[way], "event: a page") for way in (BEFORE, STREAM))
    part = now / was
    found = []
    if times < TIMES:
        found.append(f"{times:.2f} times as many entries a second, at least {TIMES} wanted")
    if part > PART:
        found.append(f"a page of an event takes {part:.3f} of the processor, at most {PART} wanted")
    return found


def told(ways: Mapping[str, list[Turn]]) -> None:
    """Print the figures."""
    first = ways[BEFORE]
    for way, turns in ways.items():
        times = rate(turns) / rate(first)
        print(f"\n{way}: {rate(turns):.1f} entries a second, {times:.2f} times")
        for turn in turns:
            print(f"    {turn}")
    print("\nmilliseconds of processor, before and now")
    for what in first[0].costs:
        was, now = cost_in(first, what), cost_in([*ways[STREAM], *ways[PASS]], what)
        print(f"    {what:24} {was:7.2f} {now:7.2f}  1/{was / now:.1f}")
    print(f"\n{machine()}")


def main() -> int:
    """Spend evenings by turns and compare them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tree", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--runs", type=int, default=sized(5, 1))
    parser.add_argument("--seconds", type=float, default=sized(15, 0.1))
    parser.add_argument("--port", type=int, default=0)
    given = parser.parse_args()
    trees = {BEFORE: given.tree.resolve(), STREAM: ROOT, PASS: ROOT}
    ways: dict[str, list[Turn]] = {way: [] for way in trees}
    with tempfile.TemporaryDirectory(prefix="clubscore-furnished-") as folder:
        kept = {tree: Path(folder) / str(n) for n, tree in enumerate(set(trees.values()))}
        made = {tree: furnished(tree, data) for tree, data in kept.items()}
        for _run in range(given.runs):
            for way, tree in trees.items():
                ways[way].append(evening_at(tree, kept[tree], made[tree], way, given))
                print(f"{way}: {ways[way][-1]}", flush=True)
    told(ways)
    faults = [each for turns in ways.values() for turn in turns for each in faults_of(turn)]
    faults += beyond(ways)
    for each in faults:
        print(f"NOT SO: {each}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(judged(main()))
