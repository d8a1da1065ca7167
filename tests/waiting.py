"""Waiting for another process or thread: asked again and again, so many times, and never longer.

Nothing here judges how long it took. A try that says no is followed by a short rest, so that a
busy machine is left to those who are waited for; tests/test_no_clock.py holds that nobody else
rests.
"""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")
REST = 0.01  # seconds after a try that said no
TRIES = 24_000  # four minutes of rests: more than anything needs that comes at all


def until(
    what: Callable[[], Found],
    said: str,
    *,
    tries: int = TRIES,
    after: float = REST,
    told: Callable[[], object] = lambda: "",
) -> Found:
    """Ask until the answer is a yes, and return it; fail with what never came, and what is told.

    An assertion of `what` is not caught: it says that no more waiting helps.
    """
    for _try in range(tries):
        found = what()
        if found:
            return found
        rest(after)
    raise AssertionError(f"asked {tries} times, and never came: {said} {told()}".rstrip())


def rest(seconds: float = REST) -> None:
    """Leave the processor to others for a moment."""
    time.sleep(seconds)
