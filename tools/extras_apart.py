#!/usr/bin/env python3
"""The program without its extras, and with each alone: all that it has is tested then.

    python tools/extras_apart.py [NAME ...]

Without extras every quick test of the core runs; with each alone the tests that are of it and of no
other. What stands between extras is tested where all are.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from clubscore import places  # noqa: E402
from tests.of_extras import extras_of  # noqa: E402

NO_TESTS = 5  # as pytest ends where there are none


def run(name: str, *words: str) -> bool:
    """Run tests with this extra alone; say whether they were good."""
    print(f"== {name} alone" if name != "none" else "== without extras", flush=True)
    environment = os.environ | {places.EXTRAS: name}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", *words]
    return subprocess.run(command, cwd=ROOT, env=environment).returncode in (0, NO_TESTS)


def own_tests(name: str) -> list[str]:
    """Return the files of tests that are of this extra and of no other."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(file.relative_to(ROOT)) for file in files if extras_of(file) == {name}]


def main(names: list[str]) -> int:
    """Run what is asked for, all where nothing is; 1 where anything was red."""
    good = True
    os.environ.pop(places.EXTRAS, None)
    for name in names or ["none", *places.extras()]:
        words = ["--target", "quick"] if name == "none" else own_tests(name)
        if words:
            good &= run(name, "-m", "not browser and not postgres", *words)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
