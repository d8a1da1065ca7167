"""What the change touches begins first, then long tests, dealt out to the processes.

So a fault is told early, and nothing long begins when the rest is done.

Long is what a browser does, and what is marked `long(seconds)`: about how long it takes on a quiet
machine. `long(seconds, shared=True)` is what the tests of a file or class take together, for
they share what is made once: they go to one process. A run of one process keeps the order of the
files.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

from tests.targets import file_of, touched

Thing = TypeVar("Thing")
A_FLOW = 8  # seconds, of a browser test that does not say


def seconds_of(item: pytest.Item) -> float:
    """Return about how long a test takes, 0 for the thousands that take less than a second."""
    mark = item.get_closest_marker("long")
    if mark:
        return mark.args[0]
    return A_FLOW if item.get_closest_marker("browser") else 0


def together(items: list[pytest.Item]) -> list[tuple[float, list[pytest.Item]]]:
    """Return long tests with their seconds, the longest first; those that share as one."""
    found: dict[str, tuple[float, list[pytest.Item]]] = {}
    for item in items:
        mark = item.get_closest_marker("long")
        is_shared = mark is not None and mark.kwargs.get("shared", False)
        key = item.nodeid.rpartition("::")[0] if is_shared else item.nodeid
        found.setdefault(key, (seconds_of(item), []))[1].append(item)
    return sorted(found.values(), key=lambda each: -each[0])


def dealt(
    first: list[Thing],
    long: Sequence[tuple[float, list[Thing]]],
    short: list[Thing],
    processes: int,
) -> list[Thing]:
    """Return things in the order in which each process's stretch begins with its share.

    What is first goes around, one to each; of the long each goes to whoever has least to do.
    xdist hands every process a stretch of equal length, the last ones being longer by one.
    """
    shares = [first[process::processes] for process in range(processes)]
    seconds = [0.0] * processes
    for takes, group in long:
        least = seconds.index(min(seconds))
        seconds[least] += takes
        shares[least] += group
    left, order, rest = sum(map(len, shares)) + len(short), list[Thing](), [*short]
    for process, stretch in enumerate(shares):
        length = left // (processes - process)
        left -= length
        more = max(length - len(stretch), 0)
        order += stretch + rest[:more]
        del rest[:more]
    return order + rest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what is touched first, the cheapest file of all, then the longest of the long."""
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if processes > 1:
        order = {file: place for place, file in enumerate(touched())}
        first = sorted(
            (each for each in items if file_of(each) in order),
            key=lambda each: order[file_of(each)],
        )
        rest = [item for item in items if file_of(item) not in order]
        long = together([item for item in rest if seconds_of(item)])
        short = [item for item in rest if not seconds_of(item)]
        items[:] = dealt(first, long, short, processes)
