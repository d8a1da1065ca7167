"""Which tests a target runs: `make quick`, `make test`, the gate of .ci/run, and `make night`.

The night runs every test there is. The gate and the others choose by what stands in the repository
alone, so the same commit runs the same tests: what is quick (not in tests/times.txt), what is
marked `always` or `gate`, the flows that tests/flows/named.toml names, and the files that
tools/run_tests.py finds touched by the change. On PostgreSQL it is tests/on_postgresql.toml that
names. Whoever names files or tests gets them all.
"""

import os
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.times import seconds

HERE = Path(__file__).resolve().parent
TARGETS = ("quick", "test", "gate", "night")
# The files that the change touches, as tools/run_tests.py says to every process.
TOUCHED = "CLUBSCORE_TOUCHED_TESTS"
# Every test of a run before its target's are chosen.
COLLECTED = pytest.StashKey[list[pytest.Item]]()
NOT_QUICK = ("browser", "long", "walk", "night", "gate")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run be that of a target."""
    parser.addoption("--target", choices=TARGETS, help="run what `make TARGET` runs")


def has(item: pytest.Item, mark: str) -> bool:
    """Say whether a test is marked so."""
    return item.get_closest_marker(mark) is not None


def name_of(item: pytest.Item) -> str:
    """Return the name that all cases of a test share."""
    return item.nodeid.partition("[")[0]


def file_of(item: pytest.Item) -> str:
    """Return the file of a test."""
    return item.nodeid.partition("::")[0]


def on_postgresql() -> bool:
    """Say whether this run is on PostgreSQL."""
    return os.environ.get("DATABASE_URL", "").startswith("postgres")


@cache
def touched() -> dict[str, None]:
    """Return the files that the change touches, cheapest first."""
    return dict.fromkeys(os.environ.get(TOUCHED, "").split())


@cache
def flows(target: str) -> frozenset[str]:
    """Return the names of the flows that a target runs; the gate has those of `make test`, too."""
    lists = tomllib.loads((HERE / "flows" / "named.toml").read_text("utf-8"))
    return frozenset({"test": lists["test"], "gate": lists["test"] + lists["gate"]}[target])


@cache
def there() -> dict[str, frozenset[str]]:
    """Return which files the gate runs whole on PostgreSQL, and which other tests."""
    lists = tomllib.loads((HERE / "on_postgresql.toml").read_text("utf-8"))
    return {name: frozenset(each) for name, each in lists.items()}


def is_quick(item: pytest.Item) -> bool:
    """Say whether a test takes milliseconds, without a browser."""
    return not seconds(item) and not any(has(item, mark) for mark in NOT_QUICK)


def is_named(item: pytest.Item, names: frozenset[str]) -> bool:
    """Say whether a list names a test, or one of its cases."""
    return item.nodeid in names or name_of(item) in names


def commits(item: pytest.Item) -> bool:
    """Say whether a test commits, instead of being rolled back."""
    mark = item.get_closest_marker("django_db")
    asked = getattr(item, "fixturenames", ())
    return bool(mark and mark.kwargs.get("transaction")) or "transactional_db" in asked


def races(item: pytest.Item) -> bool:
    """Say whether a test lets several write at the same moment."""
    return "together" in getattr(item, "fixturenames", ())


def belongs(item: pytest.Item, target: str) -> bool:
    """Say whether a target runs a test, on the database of this run."""
    if on_postgresql():
        return has(item, "postgres") and _belongs_there(item, target)
    if target == "night":
        return not is_share(item)
    if has(item, "night"):
        return False
    if target == "quick" or is_quick(item):
        return is_quick(item)
    if has(item, "always") or file_of(item) in touched() or is_named(item, flows(target)):
        return True
    return target == "gate" and (has(item, "gate") or is_short_walk(item))


def is_share(item: pytest.Item) -> bool:
    """Say whether a test is the gate's share of another, which the night does whole."""
    mark = item.get_closest_marker("gate")
    return mark is not None and mark.kwargs.get("share", False)


def is_short_walk(item: pytest.Item) -> bool:
    """Say whether a test is a walk of which the gate takes its share: no long one, none to see."""
    return has(item, "walk") and not has(item, "long") and not has(item, "browser")


def _belongs_there(item: pytest.Item, target: str) -> bool:
    if target == "night":
        return True
    if has(item, "night") or target == "quick":
        return False
    if races(item) or target == "test":
        return races(item)
    named = there()
    return (
        commits(item)
        or file_of(item) in {*named["whole"], *touched()}
        or is_named(item, named["others"])
    )


def kind_of(item: pytest.Item) -> str:
    """Return under which heading of tests/budget.toml a test is counted, whichever target runs."""
    file = file_of(item)
    subject = file.removeprefix("tests/").split("/")[0].removesuffix(".py").removeprefix("test_")
    kinds = (
        ("postgresql", on_postgresql()),
        ("quick", is_quick(item)),
        ("flows", is_named(item, flows("gate"))),
        (subject, has(item, "gate")),
        ("always", has(item, "always")),
        ("walks", is_short_walk(item)),
        ("touched", file in touched()),
    )
    return next((kind for kind, holds in kinds if holds), "night")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what the target runs."""
    config.stash[COLLECTED] = [*items]
    target = config.getoption("--target")
    if target:
        kept = [item for item in items if belongs(item, target)]
        left_out: list[Any] = [item for item in items if not belongs(item, target)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept
