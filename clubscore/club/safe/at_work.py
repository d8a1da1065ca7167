"""Who works on the data folder: one server with all its workers, or whoever puts a backup back.

The system lets go of the lock when a process ends, however it ends, so nothing is ever left over.
The lock's file says whose it is. The workers of one server share it; Windows can only lock for one
process, which is what a server is there.
"""

import errno
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext as _

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt  # Windows
except ImportError:
    msvcrt = None  # type: ignore[assignment]

NAME = "at-work.lock"
RESTORING = "a backup is being put back"
# What Windows locks nobody else can read, so what is locked there lies behind the words.
BEHIND = 1024
# What a disk answers that knows no locks; one that is taken answers otherwise.
NO_LOCKS = frozenset((errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.ENOLCK, errno.EINVAL))
TRIES, WAIT = 60, 0.05  # seconds; a server that just ended may have a worker that has not yet
_held: dict[Path, IO[bytes]] = {}


class InUse(Exception):
    """A server works on this data folder."""


def can_be_shared() -> bool:
    """Whether several processes can say that they serve a folder: not on Windows."""
    return fcntl is not None


def this_process() -> str:
    """Return the name of a server that is one process, with all that it starts."""
    return f"{socket.gethostname()} {os.getpid()}"


def this_group() -> str:
    """Return the name of a server whose workers one process starts, asked by a worker."""
    return f"{socket.gethostname()} {os.getppid()}"


def share(data: Path, server: str) -> None:
    """Say that this process serves the folder as part of a server, until it ends.

    Raises ImproperlyConfigured while another server does, or a backup is being put back there.
    """
    if data in _held:
        return
    for _try in range(TRIES):
        if _take_as(data, server):
            return
        time.sleep(WAIT)
    if server_of(data) == RESTORING:
        told = _("A backup is being restored in %(data)s. Start again when that is done.")
    else:
        told = _(
            "ClubScore is already running on %(data)s. Close it there first, or set"
            " CLUBSCORE_DATA to another folder."
        )
    raise ImproperlyConfigured(told % {"data": data})


@contextmanager
def alone(data: Path) -> Iterator[None]:
    """Have the folder for oneself until the block ends. Raises InUse while a server runs."""
    handle = (data / NAME).open("ab+")
    try:
        if not _lock(handle, shared=False):
            raise InUse
        _write(handle, RESTORING)
        yield
    finally:
        handle.close()


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[bool]:
    """Say whether this process has a lock until the block ends; others go on without waiting.

    On a disk that knows no locks, such as some that lie in a network, everybody has it.
    """
    with lock.open("ab+") as handle:
        yield _lock(handle, shared=False, where_unknown=True)


def let_go(data: Path) -> None:
    """Serve the folder no more."""
    _held.pop(data).close()


def _take_as(data: Path, server: str) -> bool:
    """Take the lock for a server, or share it where that server has it."""
    handle = (data / NAME).open("ab+")
    if _lock(handle, shared=False):
        _write(handle, server)
        if fcntl is not None:
            # Between the two locks another may have come first; then the words are its own.
            fcntl.flock(handle, fcntl.LOCK_SH)
    elif fcntl is None or not _lock(handle, shared=True):
        handle.close()
        return False
    if server_of(data) != server:
        handle.close()
        return False
    _held[data] = handle
    return True


def _lock(handle: IO[bytes], *, shared: bool, where_unknown: bool = False) -> bool:
    try:
        if fcntl is not None:
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        elif msvcrt is not None:
            handle.seek(BEHIND)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError as error:
        return where_unknown and error.errno in NO_LOCKS
    return True


def _write(handle: IO[bytes], words: str) -> None:
    handle.truncate(0)
    handle.write(words.encode())
    handle.flush()


def server_of(data: Path) -> str:
    """Return the name of the server, or of what else, that has the folder."""
    return (data / NAME).read_bytes().decode()
