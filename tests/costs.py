"""What a run costs by kind: counts that do not vary, and seconds of the processor.

Kinds are those of tests/targets.py. Counted are tests, pages that Django answered in a process of
the tests, pages opened in a browser, papers drawn, and queries. The processor is told beside a loop
that is timed over and over in the same processes: a busy machine makes both slower, so their ratio
stays. Where CLUBSCORE_COSTS names a file, a run writes there what it cost.
"""

import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import psutil
import pytest

from tests.gathered import gather
from tests.targets import has, kind_of

COSTS = "CLUBSCORE_COSTS"
BEGAN = pytest.StashKey[tuple[float, Counter[str]]]()
DEAREST = 12  # tests, told by name
MANY, STRIDE = 30_000, 7_919
OFTEN = 100  # after so many tests the loop is timed again
counted: Counter[str] = Counter()


@cache
def rows() -> list[dict[str, Any]]:
    """Return what the loop walks: more than a core's own memory holds, in no order."""
    made: list[dict[str, Any]] = [{"number": n, "text": f"row {n}"} for n in range(MANY)]
    return [made[n * STRIDE % MANY] for n in range(MANY)]


def reference() -> float:
    """Return the seconds of processor that a loop takes which is always the same.

    It walks many small things, as the program does: where several processes share two cores, what
    they do with memory takes half as long again, and arithmetic alone would not say so.
    """
    walked = rows()
    began, seen = time.thread_time(), dict[str, int]()
    for row in walked:
        seen[row["text"]] = row["number"] + len(seen)
    return time.thread_time() - began


def spent(*, with_children: bool) -> float:
    """Return the seconds of processor of this process and those that it waited for.

    With children, of those that still run as well, as a browser does from test to test.
    """
    took = sum(os.times()[:4])
    for child in psutil.Process().children(recursive=True) if with_children else ():
        try:
            took += sum(child.cpu_times()[:4])
        except psutil.Error:
            continue  # it ended just now, and whoever waited for it has its time
    return took


def count(owner: type, name: str, what: str) -> None:
    """Count how often a method is called."""
    real: Callable[..., Any] = getattr(owner, name)

    def counting(*given: Any, **named: Any) -> Any:
        counted[what] += 1
        return real(*given, **named)

    setattr(owner, name, counting)


def count_everything() -> None:
    """Count from now on in this process."""
    from django.core.signals import request_started
    from django.db.backends.utils import CursorWrapper
    from playwright.sync_api import BrowserContext
    from reportlab.pdfgen.canvas import Canvas

    count(CursorWrapper, "execute", "queries")
    count(CursorWrapper, "executemany", "queries")
    count(BrowserContext, "new_page", "opened")
    count(Canvas, "save", "papers")
    request_started.connect(_page, weak=False, dispatch_uid="counted by tests/costs.py")


def _page(**_given: object) -> None:
    counted["pages"] += 1


class Costs:
    """What the tests of one process cost, by kind."""

    def __init__(self) -> None:
        self.kinds: dict[str, Counter[str]] = defaultdict(Counter)
        self.loops = [reference()]
        self.tests = 0
        self.dearest: list[tuple[float, str]] = []
        count_everything()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Begin to count."""
        item.stash[BEGAN] = spent(with_children=has(item, "browser")), counted.copy()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item, nextitem: pytest.Item | None) -> Any:
        """Add up what the test cost; what a process does as its last thing belongs to no test."""
        if nextitem is None:
            self._add(item)
            return (yield)
        try:
            return (yield)
        finally:
            self._add(item)

    def _add(self, item: pytest.Item) -> None:
        took, before = item.stash[BEGAN]
        kind = self.kinds[kind_of(item)]
        spent_now = spent(with_children=has(item, "browser")) - took
        kind["seconds"] += spent_now  # type: ignore[assignment]
        self.dearest = sorted([*self.dearest, (spent_now, item.nodeid)], reverse=True)[:DEAREST]
        kind["tests"] += 1
        kind.update(counted - before)
        self.tests += 1
        if self.tests % OFTEN == 0:
            self.loops.append(reference())

    def told(self) -> dict[str, Any]:
        """Return it, for the process that began all others."""
        kinds = {name: dict(each) for name, each in self.kinds.items()}
        return {"kinds": kinds, "loops": self.loops, "dearest": self.dearest}


class Costed:
    """What all processes of a run cost."""

    def __init__(self) -> None:
        self.kinds: dict[str, Counter[str]] = defaultdict(Counter)
        self.loops: list[float] = []
        self.dearest: list[tuple[float, str]] = []

    def add(self, told: dict[str, Any]) -> None:
        """Add one process's."""
        for kind, each in told["kinds"].items():
            self.kinds[kind].update(each)
        self.loops += told["loops"]
        self.dearest += [(took, name) for took, name in told["dearest"]]

    def write(self, file: Path) -> None:
        """Write it down."""
        dearest = sorted(self.dearest, reverse=True)[:DEAREST]
        told = {"kinds": self.kinds, "loop": median(self.loops or [0]), "dearest": dearest}
        file.write_text(json.dumps(told))


def pytest_configure(config: pytest.Config) -> None:
    """Count where the run is asked what it costs."""
    gather(config, COSTS, Costs, Costed)
