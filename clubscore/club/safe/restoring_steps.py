"""Putting a backup back, step by step: how far it is, how it is stopped, what a kill leaves.

Nothing of the club's is touched before a copy came through everything. So whatever stops it,
a key or a kill, leaves the data as it was, and a copy that the next one takes away.
"""

import gzip
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from clubscore.club.safe import backups
from clubscore.club.safe.at_work import one_at_a_time

Say = Callable[[str], None]
EVERY = 2.0  # seconds between two words of how far the copy is
PIECE = 4_000_000  # bytes
PLACE, LOCK = ".restore-", "lock"
LEFT = 3600.0  # seconds; a place without a lock that is older is nobody's


def silent(_text: str) -> None:
    """Say nothing."""


@contextmanager
def a_place() -> Iterator[Path]:
    """Yield a folder beside the data: on the same disk, so that taking its place is one step."""
    with (
        tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=PLACE) as place,
        one_at_a_time(Path(place) / LOCK),
    ):
        yield Path(place)


def clear_what_was_left() -> None:
    """Take away the copies of those who were killed; the lock of one that goes on is taken."""
    for place in settings.DATA_DIR.glob(f"{PLACE}*"):
        lock = place / LOCK
        if lock.exists():
            with one_at_a_time(lock) as is_left:
                pass
        else:
            is_left = time.time() - place.stat().st_mtime > LEFT
        if is_left:
            shutil.rmtree(place, ignore_errors=True)


def copy_file(file: Path, copy: Path, say: Say) -> None:
    """Copy a file piece by piece, a packed one unpacked, saying how much of it was read.

    Raises OSError, and EOFError or zlib.error where a packed one is damaged.
    """
    whole, done, said_at = file.stat().st_size, 0, time.monotonic()
    say(_("Copying the backup: %(whole)s MB") % {"whole": _megabytes(whole)})
    with file.open("rb") as source, copy.open("wb") as target:
        reader = gzip.open(source) if is_packed(file) else source  # noqa: SIM115 - source is closed
        while piece := reader.read(PIECE):
            target.write(piece)
            done = source.tell()
            if time.monotonic() - said_at >= EVERY:
                said_at = time.monotonic()
                told = {"done": _megabytes(done), "whole": _megabytes(whole)}
                say(_("Copying the backup: %(done)s of %(whole)s MB") % told)


def is_packed(file: Path) -> bool:
    """Return whether a file is packed, by how it begins."""
    with file.open("rb") as handle:
        return handle.read(len(backups.PACKED_MAGIC)) == backups.PACKED_MAGIC


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.0f}" if size >= 1e6 else f"{size / 1e6:.1f}"


def put_in_place(copy: Path, target: Path, kept: Path) -> None:
    """Let a file take the place of a database, of which all is kept in a folder.

    A kill in between leaves the one or the other in place, and what was there whole in the folder:
    a log never stays beside a database that is not its own.
    """
    if target.exists():
        try:
            os.link(target, kept / target.name)
        except OSError:  # a disk that knows no second name of a file
            os.replace(target, kept / target.name)
    for name in (f"{target.name}-wal", f"{target.name}-shm"):
        if (target.parent / name).exists():
            os.replace(target.parent / name, kept / name)
    os.replace(copy, target)


@contextmanager
def not_stopped() -> Iterator[None]:
    """Let Ctrl-C pass for the moment in which one thing takes the place of another."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
