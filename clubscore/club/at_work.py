"""Who works on the data folder: servers share it, whoever puts a backup back has it alone.

The system lets go of the lock when a process ends, however it ends, so nothing is ever left over.
Windows has no such lock; there SQLite itself refuses a file that is in use.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext as _

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

NAME = "at-work.lock"
_held: list[IO[bytes]] = []


class InUse(Exception):
    """A server works on this data folder."""


def share(data: Path) -> None:
    """Say that this process serves the folder, until it ends.

    Raises ImproperlyConfigured while a backup is being put back there.
    """
    if not _take(data, alone=False):
        raise ImproperlyConfigured(
            _("A backup is being put back in %(data)s. Start again when that is done.")
            % {"data": data}
        )


@contextmanager
def alone(data: Path) -> Iterator[None]:
    """Have the folder for oneself until the block ends. Raises InUse while a server runs."""
    if not _take(data, alone=True):
        raise InUse
    try:
        yield
    finally:
        if _held:
            _held.pop().close()


def _take(data: Path, *, alone: bool) -> bool:
    if fcntl is None:
        return True
    handle = (data / NAME).open("ab")
    try:
        fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        handle.close()
        return False
    _held.append(handle)
    return True
