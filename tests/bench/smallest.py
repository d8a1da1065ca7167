"""The smallest size of each bench, at which the gate runs it to see that it still runs.

    python tests/bench/bench_book.py --smallest

Figures are printed at that size, too, but say nothing: no limit is judged. What a bench starts is
told by the environment. Where that names a migrated database, nothing is migrated again.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import TypeVar

Size = TypeVar("Size")
OPTION = "--smallest"
# The environment names the size, and a migrated SQLite file.
SAID, MIGRATED = "BENCH_SMALLEST", "BENCH_MIGRATED"

if OPTION in sys.argv:
    sys.argv.remove(OPTION)
    os.environ[SAID] = "1"
SMALLEST = bool(os.environ.get(SAID))


def sized(usual: Size, smallest: Size) -> Size:
    """Return a size: the usual one, or the smallest."""
    return smallest if SMALLEST else usual


def judged(code: int) -> int:
    """Return the exit code of a bench: at the smallest size it has come to its end, no more."""
    if SMALLEST:
        # On its own way out: what a bench starts of itself is read by it.
        print("At its smallest size: its limits are not judged.", file=sys.stderr, flush=True)
        return 0
    return code


def begun_in(folder: Path | str) -> None:
    """Put a migrated database into a data folder, where there is one to copy."""
    kept = os.environ.get(MIGRATED)
    if kept:
        shutil.copyfile(kept, Path(folder) / "clubscore.sqlite3")


def gather() -> None:
    """Gather static files, as a server does; at the smallest size pages name them as they lie."""
    from django.conf import settings
    from django.core.management import call_command

    if SMALLEST:
        settings.STORAGES["staticfiles"] = {
            "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        }
        return
    call_command("collectstatic", verbosity=0, interactive=False)
