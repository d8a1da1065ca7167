"""What tests take: kept in tests/times.txt, where `make times` writes it anew.

A line is the seconds of processor that the cases of a test take on average, and its name. What is
not listed is quick and runs always; what is runs where a change touches it, and in the night
(tests/targets.py). What is marked `long` says itself how long it takes.
"""

import os
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

KEPT = Path(__file__).with_suffix(".txt")
# What is chosen by other rules, or waits for a browser, is not listed.
NOT_LISTED = ("browser", "long", "walk", "night", "gate")
SLOW = 0.04  # seconds, from which a test is listed
MEASURED = pytest.StashKey[tuple[float, float]]()


def read(text: str) -> dict[str, float]:
    """Return seconds by the name of a test."""
    pairs = (line.partition(" ") for line in text.splitlines())
    return {name: float(seconds) for seconds, _space, name in pairs}


def written(seconds: dict[str, float]) -> str:
    """Return the lines of what is listed, by name."""
    kept = {name: round(took, 2) for name, took in seconds.items() if took >= SLOW}
    return "".join(f"{kept[name]:.2f} {name}\n" for name in sorted(kept))


@cache
def kept() -> dict[str, float]:
    """Return the seconds that are kept."""
    return read(KEPT.read_text("utf-8"))


def seconds(item: pytest.Item) -> float:
    """Return about how long a test takes, 0 where it is quick."""
    return kept().get(item.nodeid.partition("[")[0], 0)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run measure the tests."""
    parser.addoption("--times", action="store_true", help=f"write {KEPT.name} anew")


def pytest_configure(config: pytest.Config) -> None:
    """Gather what every process measures, where it is asked for."""
    if config.getoption("--times") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Measured(), "gathered-times")


def _spent() -> float:
    """Return what this process and those that it waited for have taken of the processor."""
    return sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin to measure."""
    item.stash[MEASURED] = _spent(), os.times().elapsed


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Tell with the last report of a test what it took, with what it built first."""
    made = yield
    is_listed = not any(map(item.get_closest_marker, NOT_LISTED))
    if call.when == "teardown" and is_listed and MEASURED in item.stash:
        spent, began = item.stash[MEASURED]
        # A browser that ends is waited for by the test that happens to run then.
        made.get_result().took = min(_spent() - spent, os.times().elapsed - began)


class Measured:
    """What tests took, by name; written when all is done."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = defaultdict(list)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note what a test took."""
        if hasattr(report, "took"):
            self.took[report.nodeid.partition("[")[0]].append(report.took)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Write the means, unless the run was cut off."""
        if exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return
        means = {name: sum(all_) / len(all_) for name, all_ in self.took.items()}
        KEPT.write_text(written(means), "utf-8")
