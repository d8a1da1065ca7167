"""A folder of files that is kept up to date: what did not change since last time is not written.

The folder's index says of each file what its content followed from (its stamp) and its checksum.
A file whose stamp is the same is left alone, if it still has the checksum it had; one that is
missing, was altered or has another stamp is made anew. What a file said before stays under
`earlier/`, a folder a day, for four weeks.
"""

import datetime as dt
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from django.utils import timezone

INDEX, EARLIER = "index.json", "earlier"
KEPT = dt.timedelta(weeks=4)


class OneFile(NamedTuple):
    """A file of the folder: its name with "/", its stamp, and how its content is made.

    The same stamp promises the same content. One without a stamp is made each time.
    """

    name: str
    stamp: str
    make: Callable[[], bytes]


class Updated(NamedTuple):
    """What became of a folder: how many files it has, was written, and no longer has."""

    files: int
    written: int
    gone: int


class Entry(NamedTuple):
    """What the index says of a file: the stamp it was made at, the checksum it has."""

    stamp: str
    checksum: str


def bring_up_to_date(folder: Path, files: Iterable[OneFile]) -> Updated:
    """Write what changed, and take away what is no longer there. Raises OSError.

    Files that others put into the folder are left alone.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    known, now = _read_index(folder), dict[str, Entry]()
    written = 0
    try:
        for each in files:
            entry = known.get(each.name)
            # What is on the disk is read, not believed: disks err, and people edit.
            found = _checksum(folder / each.name)
            is_as_made = entry is not None and entry.checksum == found
            if entry is None or not is_as_made or not each.stamp or each.stamp != entry.stamp:
                content = each.make()
                entry = Entry(each.stamp, hashlib.sha256(content).hexdigest())
                if entry.checksum != found:
                    _write(folder, each.name, content)
                    written += 1
            now[each.name] = entry
    except BaseException:
        # What was written before it broke off need not be made again.
        _write_index(folder, known, known | now)
        raise
    gone = [name for name in known if name not in now]
    for name in gone:
        _put_aside(folder, name)
    _write_index(folder, known, now)
    _forget_earlier(folder)
    return Updated(len(now), written, len(gone))


def _checksum(file: Path) -> str:
    """Return the checksum of a file, "" where there is none."""
    try:
        with file.open("rb") as handle:
            return hashlib.file_digest(handle, "sha256").hexdigest()
    except (FileNotFoundError, IsADirectoryError):
        return ""


def _write(folder: Path, name: str, content: bytes) -> None:
    """Put a file in its place, whole and on the disk; what stood there is kept."""
    target = folder / name
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600)
        with draft.open("rb+") as handle:
            handle.write(content)
            handle.flush()
            os.fsync(handle.fileno())
        _put_aside(folder, name)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)


def _put_aside(folder: Path, name: str) -> None:
    """Keep what a file said, the first of each day."""
    aside = folder / EARLIER / timezone.now().date().isoformat() / name
    if aside.exists():
        (folder / name).unlink(missing_ok=True)
        return
    aside.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        os.replace(folder / name, aside)


def _forget_earlier(folder: Path) -> None:
    """Take away what was put aside more than four weeks ago."""
    for day, place in _days(folder / EARLIER):
        if day < timezone.now().date() - KEPT:
            shutil.rmtree(place)


def _days(place: Path) -> Iterator[tuple[dt.date, Path]]:
    for each in place.iterdir() if place.is_dir() else ():
        with suppress(ValueError):
            yield dt.date.fromisoformat(each.name), each


def _read_index(folder: Path) -> dict[str, Entry]:
    """Return what the index says; nothing where it cannot be read, so that all is made anew."""
    try:
        told = json.loads((folder / INDEX).read_text("utf-8"))
        return {str(name): Entry(str(stamp), str(sum_)) for name, (stamp, sum_) in told.items()}
    except (FileNotFoundError, ValueError, TypeError, AttributeError):
        return {}


def _write_index(folder: Path, known: dict[str, Entry], now: dict[str, Entry]) -> None:
    if now == known:
        return
    draft = folder / f".{INDEX}.{os.getpid()}"
    draft.touch(mode=0o600)
    with draft.open("w", encoding="utf-8") as handle:
        json.dump(now, handle, ensure_ascii=False, indent=0)
        handle.flush()
        os.fsync(handle.fileno())
    os.replace(draft, folder / INDEX)
