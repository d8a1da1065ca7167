"""Where a server hears that the database changed, whoever changed it.

SQLite counts what other connections wrote (`PRAGMA data_version`); to look costs microseconds.
PostgreSQL calls out (LISTEN), from triggers on the tables whose rows tell of a change. Each has a
connection of its own. Whatever goes wrong is raised: whoever hears nothing must know it.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import psycopg

LOOKS_EVERY = 0.05  # seconds
CHANNEL = "clubscore_news"
# A server that was cut off from its network says nothing, as one does to which nothing happens.
ASKS_EVERY = 5.0  # seconds
ANSWERS_WITHIN = 3.0  # seconds


class Feed(Protocol):
    """Something that can wait for a change."""

    def wait(self) -> bool:
        """Return True when something changed, False after a while without."""
        ...

    def close(self) -> None:
        """Let go of the database."""
        ...


class FileFeed:
    """Changes of an SQLite file."""

    def __init__(self, file: Path) -> None:
        # Only to look: it makes no file where there is none, and holds no lock between two looks.
        self._file = sqlite3.connect(
            f"{file.as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
        )
        self._seen = -1

    def wait(self) -> bool:
        """Look once more, a little later."""
        time.sleep(LOOKS_EVERY)
        (now,) = self._file.execute("PRAGMA data_version").fetchone()
        changed = bool(now != self._seen)
        self._seen = now
        return changed

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class ServerFeed:
    """Changes that a PostgreSQL server calls out.

    The connection goes to the server itself: a pooler of transactions would lose what is called.
    """

    def __init__(self, address: str) -> None:
        import psycopg

        self._server: psycopg.Connection = psycopg.connect(
            address, autocommit=True, connect_timeout=5, application_name="clubscore news"
        )
        self._server.execute(f"LISTEN {CHANNEL}")
        self._is_new, self._asks_at = True, time.monotonic() + ASKS_EVERY

    def wait(self) -> bool:
        """Listen for as long as a look at a file would wait; the first time, look."""
        if self._is_new:
            self._is_new = False
            return True
        if time.monotonic() >= self._asks_at:
            self._ask()
            self._asks_at = time.monotonic() + ASKS_EVERY
        heard = list(self._server.notifies(timeout=LOOKS_EVERY, stop_after=1))
        return bool(heard)

    def _ask(self) -> None:
        """See that the server is there; what it calls out meanwhile is heard next."""
        hangs_up = threading.Timer(ANSWERS_WITHIN, self._hang_up)
        hangs_up.start()
        try:
            self._server.execute("SELECT 1")
        finally:
            hangs_up.cancel()

    def _hang_up(self) -> None:
        """Let whoever waits for the server hear that it is gone."""
        with suppress(OSError), socket.socket(fileno=os.dup(self._server.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up."""
        self._server.close()
