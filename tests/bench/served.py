"""A server for what is measured from outside: the whole program, in a folder of its own."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench.smallest import begun_in

SERVER = Path(__file__).with_name("page_server.py")


@contextmanager
def page_server(tables: int = 1) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield what a server with so many tables says of itself (port, pages) and its process; end it.

    Raises RuntimeError where it did not begin.
    """
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        begun_in(folder)
        mine = {k: v for k, v in os.environ.items() if not k.startswith(("CLUBSCORE", "DATABASE"))}
        server = subprocess.Popen(
            [sys.executable, str(SERVER), str(tables)],
            env=mine
            | {
                "CLUBSCORE_DATA": folder,
                "CLUBSCORE_PROFILE": "club-network",
                "CLUBSCORE_URL": "http://club.local",
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            if not said:
                raise RuntimeError("the server to measure did not begin")
            yield json.loads(said), server.pid
        finally:
            server.terminate()
            server.wait(30)
