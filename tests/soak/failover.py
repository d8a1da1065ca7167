"""A primary that dies under load, ten times, and the standby that takes its place.

    make soak ARGS=--failover

Two nodes and a proxy (`deploy/machines`), forty tables that enter, forty phones that hold streams.
By turns the primary's server is killed, or its whole node falls silent as one whose power is gone:
database, pooler and worker, none of which says a word any more. Each only when the standby is in
sync. Whoever watches looks twice a second, and has it replaced after three looks without an answer.
"""

from __future__ import annotations

import os
import random
import signal
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from deploy.machines.cluster import Machines, Node
from deploy.machines.programs import NotDone, send
from tests.soak.judgement import judge
from tests.soak.phones import Book
from tests.soak.played_event import Group
from tests.soak.server import part
from tests.soak.soak import FOR_AN_EVENT, LEAST_EVENTS, Soak
from tests.soak.streams import Listener, Place
from tests.soak.things_done import worked

if TYPE_CHECKING:
    import argparse

    from deploy.machines.programs import Process

SERVER, NODE = "the server killed", "the whole node silent"
# Seconds until writes are acknowledged again, from the kill on.
LIMITS = {SERVER: 15.0, NODE: 40.0}
FOR_A_FAILOVER = 45  # seconds, to know how many events there must be
LOOKS, BETWEEN_LOOKS = 3, 0.5
PATIENCE = 120.0  # seconds for writes to come again, and the phase fails without them
HEARD_WITHIN = 60.0  # seconds for every stream to say something after that
ROOMS = ("card", "event")
PROGRAMS = ("worker", "postgresql", "pgbouncer")


class Behind:
    """The machines, as the soak knows a server: by the proxy's port."""

    def __init__(self, machines: Machines) -> None:
        self.machines, self.port = machines, machines.port

    def processor(self) -> float:
        """Return the seconds of processor that both workers have used."""
        return self.used_by("worker")

    def used_by(self, program: str) -> float:
        """Return the seconds of processor that a program has used on both nodes."""
        nodes = self.machines.nodes.values()
        found = (each for node in nodes for each in self.machines.processes(node, program))
        return sum(map(_used, found))

    def kill(self) -> None:
        """End it all."""
        self.machines.down()


def _used(process: Process) -> float:
    """Return what a process used, and those of its children that have ended."""
    try:
        cells = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, cells[11:15])) / os.sysconf("SC_CLK_TCK")


class FailoverSoak(Soak):
    """The soak on several machines."""

    def __init__(self, machines: Machines, events: int) -> None:
        self.machines = machines
        name = f"PostgreSQL {machines.programs.postgresql.parent.name}, two nodes"
        super().__init__(name, machines.primary.data, events=events)
        self.listeners = [
            *(Listener(machines.port, _at_cards(table.code, table.at)) for table in self.cards),
            *(
                Listener(machines.port, _at_event(table.group, table.number))
                for table in self.events
            ),
        ]
        self.times: dict[str, dict[str, list[float]]] = {SERVER: {}, NODE: {}}

    def _chosen(self, database: str) -> dict[str, str]:
        return self.machines.environment(self.machines.primary) | {"DEMO": "0"}

    def _serve(self, database: str, under: dict[str, str]) -> Behind:
        return Behind(self.machines)

    def steady(self, seconds: float) -> None:
        """Enter for a while; note what each program used for an entry and the pages around it."""
        before = {program: self.server.used_by(program) for program in PROGRAMS}
        super().steady(seconds)
        entries = max(1, sum(self.counted().values()))
        used = {program: self.server.used_by(program) - before[program] for program in PROGRAMS}
        told = ", ".join(f"{name} {1000 * each / entries:.0f}" for name, each in used.items())
        self.figures["processor for an entry and the pages around it, ms"] = told

    def failed_over(self, times: int, chance: random.Random) -> None:
        """Have the primary die so many times, by turns in each way."""
        for listener in self.listeners:
            listener.start()
        with self.entering() as book:
            for number in range(times):
                way = (SERVER, NODE)[number % 2]
                time.sleep(chance.uniform(2, 5))
                self.once(way, book)
            book.wait_for_both_rooms()
        self.figures |= {
            "the primary was lost": f"{times} times, each with its standby in sync",
            "entered meanwhile": worked(book.done),
            "requests sent again": f"{book.again:,}",
            "errors meanwhile": str(len(book.wrong)),
        }
        for way, found in self.times.items():
            for what, seconds in found.items():
                told = ", ".join(f"{each:.1f}" for each in seconds)
                self.figures[f"{way}: {what}, s"] = f"{told}; half within {part(seconds, 0.5):.1f}"
        self.compare(f"{times} failovers", book)
        self.streams_heard()

    def once(self, way: str, book: Book) -> None:
        """Lose the primary in one way, replace it, and make what was lost the standby."""
        machines = self.machines
        lost, next_one = machines.primary, machines.standby
        in_sync = lost.database.has(next_one.database)
        self.expect(f"{way}: standby {next_one.name} is in sync before it", in_sync)
        begun = time.monotonic()
        lose(machines, lost, way)
        watch(lost)
        promoted = time.monotonic()
        try:
            machines.promote(_quiet)
        except NotDone as error:
            self.expect(f"{way}: the standby was promoted: {error}", False)
        seconds = self.until_written(book, promoted, begun, any)
        self.note(way, "a write again after", seconds)
        seconds = self.until_written(book, promoted, begun, all)
        self.expect(
            f"{way}: both rooms write again {in_words(seconds)} (at most {LIMITS[way]:.0f} s)",
            seconds is not None and seconds <= LIMITS[way],
        )
        self.note(way, "noticed", promoted - begun)
        self.note(way, "both rooms write again after", seconds)
        self.note(way, "streams heard again after", self.until_heard(promoted, begun))
        # What is silent is put out of its misery before it is anything else.
        machines.bury(lost, *(() if way == NODE else ("postgresql",)))
        self.note(way, "in sync again after", self._join(lost, begun))

    def _join(self, lost: Node, begun: float) -> float | None:
        if self.machines.primary is lost:
            return None  # nobody took its place
        self.machines.join_standby(_quiet)
        self.machines.start_again(lost)
        return time.monotonic() - begun

    def until_written(
        self, book: Book, since: float, begun: float, of: Callable[[Iterable[bool]], bool]
    ) -> float | None:
        """Wait until any room, or all, is told that something stands; return the seconds."""
        told = _until(lambda: of(book.newest[room] > since for room in ROOMS), PATIENCE)
        return max(book.newest.values()) - begun if told else None

    def until_heard(self, since: float, begun: float) -> float | None:
        """Wait until each stream said something; return the seconds until the last did."""
        found = _until(lambda: all(each.heard_at > since for each in self.listeners), HEARD_WITHIN)
        deaf = [each.place()[1] for each in self.listeners if each.heard_at <= since]
        self.expect(f"{len(self.listeners) - len(deaf)} streams hear again {deaf or ''}", found)
        return time.monotonic() - begun if found else None

    def note(self, way: str, what: str, seconds: float | None) -> None:
        """Keep a time for the table of figures."""
        if seconds is not None:
            self.times[way].setdefault(what, []).append(seconds)

    def streams_heard(self) -> None:
        """See that every stream said what its page is, now that all is still."""
        missed = [each.missed() for each in self.listeners]
        for listener in self.listeners:
            listener.stop.set()
        wrong = [text for text in missed if text]
        for text in wrong[:10]:
            print("   ", text)
        same = missed.count("")
        self.expect(f"{same} streams said what their pages are", not wrong and same > 0)
        self.figures["streams that said last what their pages are"] = f"{same} of {len(missed)}"
        begun = sum(each.streams for each in self.listeners)
        self.figures["streams begun"] = f"{begun:,}"


def lose(machines: Machines, node: Node, way: str) -> None:
    """Kill a node's database server, all its processes; or let the node say nothing any more."""
    if way == SERVER:
        send(machines.processes(node, "postgresql"), signal.SIGKILL)
    else:
        # Its connections stay open, and nobody is told that it is gone: as without power.
        send(machines.processes(node), signal.SIGSTOP)


def watch(node: Node) -> None:
    """Return when a database did not answer several looks in a row."""
    missed = 0
    while missed < LOOKS:
        missed = 0 if node.database.is_up() else missed + 1
        if missed < LOOKS:
            time.sleep(BETWEEN_LOOKS)


def failover(chosen: argparse.Namespace) -> FailoverSoak:
    """Run everything on several machines."""
    with tempfile.TemporaryDirectory(prefix="clubscore-m-") as folder:
        Path(folder).chmod(0o711)  # whoever runs the database comes through
        machines = Machines(
            Path(folder) / "m", {"CLUBSCORE_PROFILE": "club-network", "WORKERS": "2"}
        )
        try:
            machines.start_databases(print)
            lasts = chosen.seconds + FOR_A_FAILOVER * chosen.failovers
            one = FailoverSoak(machines, LEAST_EVENTS + int(lasts / FOR_AN_EVENT))
            machines.start_workers(print)
            one.steady(chosen.seconds)
            if chosen.failovers:
                one.failed_over(chosen.failovers, random.Random(chosen.seed))  # noqa: S311
            one.until_each_kind_played()
            one.all_tables_entered()
            judge(one)
        finally:
            machines.down()
        return one


def in_words(seconds: float | None) -> str:
    """Say after how long: "after 6.2 s"."""
    return "never" if seconds is None else f"after {seconds:.1f} s"


def _at_cards(code: str, address: str) -> Callable[[], Place]:
    return lambda: (code, address)


def _at_event(group: Group, table: int) -> Callable[[], Place]:
    """The table in the event that its group plays now."""
    name = f"A{table}"
    return lambda: (group.now.codes[name], f"{group.now.address}at/{name}/")


def _until(holds: Callable[[], bool], within: float) -> bool:
    end = time.monotonic() + within
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def _quiet(_text: str) -> None:
    """Say nothing."""
