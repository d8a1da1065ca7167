"""Tests of extras run where these are installed: what a file imports says of which it is.

With CLUBSCORE_EXTRAS a program with some of them alone is tested: `tools/extras_apart.py`.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from clubscore import places

ROOT = Path(__file__).resolve().parent.parent
IMPORTED = re.compile(r"clubscore\.extras\.(\w+)|from clubscore\.extras import (\w+)")
HELPERS = re.compile(
    r"(?m)^\s*(?:from tests\.([\w.]+) import"
    r"|from tests import ([\w, ]+)|import tests\.([\w.]+))"
)
# Files that import nothing of what they look at: all formats, all papers, all tables, all pages.
BESIDES = {
    "tests/files/test_result_words.py": {"bbo"},
    "tests/club/test_search.py": {"years"},
    "tests/papers/test_paper_pictures.py": {"gazette", "sets", "year_book"},
    "tests/papers/test_event_texts.py": {"sets"},
    "tests/files/test_demo.py": {"mail"},
    "tests/test_databases.py": {"mail"},
    "tests/test_clubs_apart.py": {"mail"},
    "tests/files/club_file/test_bad_files.py": {"mail"},
    "tests/bench/bench_nullos.py": {"nullos"},
    "tests/test_benches.py": {"nullos", "years", "site", "world"},
}
LEFT: list[str] = []


@cache
def extras_of(path: Path) -> frozenset[str]:
    """Return the extras that a file of tests is about: what it and its helpers import."""
    return frozenset(_imported(path, set())) | BESIDES.get(path.relative_to(ROOT).as_posix(), set())


def _imported(path: Path, seen: set[Path]) -> set[str]:
    seen.add(path)
    text = path.read_text("utf-8")
    found = {one or other for one, other in IMPORTED.findall(text)}
    for dotted, listed, whole in HELPERS.findall(text):
        one = dotted or whole
        for name in [one] if one else [each.strip() for each in listed.split(",")]:
            helper = ROOT / "tests" / f"{name.replace('.', '/')}.py"
            if helper.exists() and helper not in seen:
                found |= _imported(helper, seen)
    return found


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out a file of an extra that is not installed."""
    if not places.named_extras() or collection_path.suffix != ".py":
        return None
    missing = extras_of(collection_path) - {*places.extras()}
    if missing:
        LEFT.append(f"{collection_path.relative_to(ROOT)}: {', '.join(sorted(missing))}")
    return bool(missing) or None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly that files were left out."""
    if LEFT:
        terminalreporter.section("of extras that are not installed")
        terminalreporter.line(f"{len({*LEFT})} files of tests were left out")
