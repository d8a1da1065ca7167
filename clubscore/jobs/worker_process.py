"""The worker as a process of its own, started by a server and ending with it.

It has one core and gives way to whatever answers phones. A pipe holds it: a server that closes
writes a word and lets the job in hand come to a good place; of one that was killed only the end is
read, and the worker goes at once, so that nobody works on data that another server may take over.
A worker that ends by itself is started again. Nothing here needs Django, so that any server can
start it.
"""

import os
import subprocess
import sys
import threading
from contextlib import suppress

from clubscore.places import command

NICE = 10  # of 19
START_AFTER = 2.0  # seconds, so that whoever waits for the server is answered first
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0  # seconds until it is started again
STOP_WITHIN = 10.0  # seconds that a job in hand may take to stop
PLEASE = b"stop\n"
# How Windows is asked to let others go first.
BELOW_NORMAL: int = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)


class WorkerProcess:
    """Keeps one worker running until it is closed."""

    def __init__(self, server: str) -> None:
        self.command = command("work", "--for", server)
        self._closing = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._keeper = threading.Thread(target=self._keep, name="keeps the worker", daemon=True)

    def start(self) -> None:
        """Start the worker, and again whenever it ends."""
        self._keeper.start()

    def close(self) -> None:
        """Let the worker go; returns when it has gone."""
        self._closing.set()
        process = self._process
        if process is None or process.stdin is None:
            return
        with suppress(OSError):  # it has ended by itself
            process.stdin.write(PLEASE)
            process.stdin.flush()
        self._keeper.join(STOP_WITHIN)
        process.kill()

    def _keep(self) -> None:
        wait = FIRST_WAIT
        self._closing.wait(START_AFTER)
        while not self._closing.is_set():
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                self.command, stdin=subprocess.PIPE, creationflags=BELOW_NORMAL
            )
            # One that ran for a while and ended is started again at once, one that cannot is not.
            try:
                self._process.wait(LONGEST_WAIT)
                wait = min(wait * 2, LONGEST_WAIT)
            except subprocess.TimeoutExpired:
                wait = FIRST_WAIT
                self._process.wait()
            self._closing.wait(wait)


def give_way() -> None:
    """Have this process use one core, and let others go first, as far as the system knows how."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def end_with_the_server(stop: threading.Event) -> None:
    """Set `stop` when the server that started this process closes; end at once if it was killed."""

    def wait() -> None:
        if sys.stdin.buffer.readline() == PLEASE:
            stop.set()
        else:
            os._exit(0)

    threading.Thread(target=wait, name="held", daemon=True).start()
