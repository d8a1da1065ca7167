"""Passwords are looked at one after the other: each look costs a tenth of a second and 100 MB.

Every process has two queues of its own, so that whoever guesses holds up neither pages nor browsers
in which somebody has logged in before. After a wrong password the queue of new browsers rests, so
that guessing takes at most a fifth of the time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

WAITING = 1  # beside the one whose password is looked at; everybody else is turned away
PATIENCE = 10.0  # seconds that one waits at most
RESTS = 4  # times as long as the look at a wrong password took
LONGEST_REST = 2.0  # seconds


class Turn:
    """What somebody got who asked for a turn: whether it is theirs; they say how it ended."""

    def __init__(self, *, theirs: bool) -> None:
        self.theirs = theirs
        self.was_wrong = False


class Queue:
    """One at a time, a few who wait, and nobody else."""

    def __init__(self, *, rests: int) -> None:
        self._rests = rests
        self._places = threading.BoundedSemaphore(1 + WAITING)
        self._counter = threading.Lock()
        self._open_again = 0.0

    @contextmanager
    def turn(self) -> Iterator[Turn]:
        """Yield a turn. It is not theirs where too many wait already."""
        if not self._places.acquire(blocking=False):
            yield Turn(theirs=False)
            return
        try:
            yield from self._served()
        finally:
            self._places.release()

    def _served(self) -> Iterator[Turn]:
        turn = Turn(theirs=self._counter.acquire(timeout=PATIENCE))
        if not turn.theirs:
            yield turn
            return
        try:
            time.sleep(max(0.0, self._open_again - time.monotonic()))
            begun = time.monotonic()
            yield turn
            if turn.was_wrong:
                now = time.monotonic()
                self._open_again = now + min(LONGEST_REST, self._rests * (now - begun))
        finally:
            self._counter.release()


NEW_BROWSERS = Queue(rests=RESTS)
KNOWN_BROWSERS = Queue(rests=0)
