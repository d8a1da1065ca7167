"""What the change touches begins first, then long tests, dealt out to the processes.

So a fault is told early, and nothing long begins when the rest is done.

Long is what a browser does, and what is marked `long(seconds)`: about how long it takes on a quiet
machine. A run of one process keeps the order of the files.
"""

import os
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


def dealt(long: list[Thing], short: list[Thing], processes: int) -> list[Thing]:
    """Return things in the order in which each process's stretch begins with its share of the long.

    xdist hands every process a stretch of equal length, the last ones being longer by one.
    """
    left, order, rest = len(long) + len(short), list[Thing](), [*short]
    for process in range(processes):
        length = left // (processes - process)
        left -= length
        stretch = long[process::processes]
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
        long = sorted((item for item in rest if seconds_of(item)), key=seconds_of, reverse=True)
        short = [item for item in rest if not seconds_of(item)]
        items[:] = dealt([*first, *long], short, processes)
