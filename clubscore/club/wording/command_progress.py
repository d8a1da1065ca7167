"""Long commands: how far they are, on the console, and what Ctrl-C leaves."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError, OutputWrapper

A_WHILE = 5.0  # seconds between two lines where a line cannot be written over
STOPPED = 130  # the code with which what was stopped ends, as shells have it


class Progress:
    """Says how far a command is, as a job is told: one line on a terminal, else one now and then.

    `words` have the places `done` and `total`.
    """

    def __init__(self, out: OutputWrapper, words: str) -> None:
        self._out, self._words = out, words
        self._said_at = time.monotonic()
        self._last = ""

    def __call__(self, done: int, total: int) -> None:
        """Say that so many of all are done."""
        told = self._words % {"done": done, "total": total}
        if told == self._last:
            return
        if self._out.isatty():
            room = " " * (len(self._last) - len(told))
            self._out.write(f"\r{told}{room}", ending="\n" if done == total else "")
        elif time.monotonic() - self._said_at >= A_WHILE:
            self._out.write(told)
            self._said_at = time.monotonic()
        else:
            return
        self._out.flush()
        self._last = told


@contextmanager
def can_be_stopped(words: str) -> Iterator[None]:
    """Let Ctrl-C end a command with what it leaves, in words. Raises CommandError then."""
    try:
        yield
    except KeyboardInterrupt:
        raise CommandError(words, returncode=STOPPED) from None
