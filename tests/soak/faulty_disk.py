"""A disk that fails when it is told to, and a server that is killed at a named point.

`faulty_disk.c` is compiled into a folder of the run and laid under SQLite and PostgreSQL's client
by LD_PRELOAD, so the program itself knows nothing of it. Linux only, with a C compiler; where there
is none, `Missing` says so.
"""

from __future__ import annotations

import mmap
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path

SOURCE = Path(__file__).with_name("faulty_disk.c")
LAYOUT = struct.Struct("4i")  # mode, after so many writes, how often it was done, committed


class Missing(Exception):
    """There is no compiler."""


class Fault(IntEnum):
    """What goes wrong, as the layer numbers it."""

    NONE = 0
    FULL = 1
    BROKEN = 2
    SHORT = 3
    KILL_BEFORE_COMMIT = 4
    KILL_AFTER_COMMIT = 5
    KILL_BEFORE_SENDING = 6
    KILL_BEFORE_ANSWERING = 7


class FaultyDisk:
    """The layer of one run: the environment that lays it, and what it is told."""

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            raise Missing("a faulty disk needs a C compiler (Debian: apt-get install gcc)")
        library, self.told = folder / "faulty_disk.so", folder / "faulty-disk"
        command = [compiler, "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"]
        subprocess.run(command, check=True)
        self.told.write_bytes(bytes(LAYOUT.size))
        self.environment = {"LD_PRELOAD": str(library), "FAULTY_DISK": str(self.told)}

    @contextmanager
    def _shared(self) -> Iterator[mmap.mmap]:
        with self.told.open("r+b") as file, mmap.mmap(file.fileno(), LAYOUT.size) as shared:
            yield shared

    def set(self, fault: Fault, after: int = 0) -> None:
        """Have this go wrong after so many writes more, until told otherwise."""
        with self._shared() as shared:
            LAYOUT.pack_into(shared, 0, fault, after, 0, 0)

    def done(self) -> int:
        """Return how often it went wrong since it was last told."""
        with self._shared() as shared:
            done: int = LAYOUT.unpack_from(shared)[2]
            return done
