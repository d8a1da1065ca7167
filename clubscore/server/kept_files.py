"""A folder of files that is kept up to date: what did not change since last time is not written.

The folder's index says of each file what its content followed from (its stamp) and its checksum.
A file whose stamp is the same is left alone, if it still has the checksum it had; one that is
missing, was altered or has another stamp is made anew. While a folder is brought up to date a
journal beside the index names each file before it is written, so that one whose process was killed
is known again. Of a folder that keeps what it had, what a file said before stays under `earlier/`,
a folder a day, for four weeks; else it is gone.
"""

import datetime as dt
import glob
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TextIO

from django.utils import timezone

INDEX, EARLIER = "index.json", "earlier"
JOURNAL = ".journal"  # the index's name and this
KEPT = dt.timedelta(weeks=4)


@dataclass(frozen=True)
class Keeping:
    """How a folder is kept: where its index is, whether what it had stays, who may read it.

    What others serve is open to all, and not forced to the disk file by file: it can be made again.
    """

    index: str = INDEX
    keeps_earlier: bool = True
    is_open: bool = False

    @property
    def folder_mode(self) -> int:
        """The rights of a folder."""
        return 0o755 if self.is_open else 0o700

    @property
    def file_mode(self) -> int:
        """The rights of a file."""
        return 0o644 if self.is_open else 0o600


USUAL = Keeping()


class FolderFile(NamedTuple):
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


class KeptFile(NamedTuple):
    """What the index says of a file: the stamp it was made at, the checksum it has."""

    stamp: str
    checksum: str


def bring_up_to_date(
    folder: Path, files: Iterable[FolderFile], keeping: Keeping = USUAL
) -> Updated:
    """Write what changed, and take away what is no longer there. Raises OSError.

    Files that others put into the folder are left alone.
    """
    make_folder(folder, keeping)
    _clear_drafts(folder, keeping)
    known, now = read_index(folder, keeping), dict[str, KeptFile]()
    written = 0
    try:
        with _journal(folder, keeping) as journal:
            for each in files:
                entry = known.get(each.name)
                # What is on the disk is read, not believed: disks err, and people edit.
                found = _checksum(folder / each.name)
                is_as_made = entry is not None and entry.checksum == found
                if entry is None or not is_as_made or not each.stamp or each.stamp != entry.stamp:
                    content = each.make()
                    entry = KeptFile(each.stamp, hashlib.sha256(content).hexdigest())
                    if entry != known.get(each.name):
                        journal.write(json.dumps([each.name, *entry]) + "\n")
                        journal.flush()
                    if entry.checksum != found:
                        _write(folder, each.name, content, keeping)
                        written += 1
                now[each.name] = entry
    except BaseException:
        # What was written before it broke off need not be made again.
        _write_index(folder, known, known | now, keeping)
        raise
    gone = [name for name in known if name not in now]
    for name in gone:
        _take_away(folder, name, keeping)
    _write_index(folder, known, now, keeping)
    _forget_earlier(folder)
    return Updated(len(now), written, len(gone))


def make_folder(folder: Path, keeping: Keeping) -> None:
    """Make a folder and those above it, where they are not there, for whom they are kept."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(mode=keeping.folder_mode, parents=True, exist_ok=True)
    for each in missing if keeping.is_open else ():
        each.chmod(keeping.folder_mode)  # whatever else this process writes is for its owner


def _touch(draft: Path, keeping: Keeping) -> None:
    draft.touch(mode=keeping.file_mode)
    if keeping.is_open:
        draft.chmod(keeping.file_mode)


def _clear_drafts(folder: Path, keeping: Keeping) -> None:
    """Take away what a process that was killed had half written: a draft stands in the journal."""
    for name, _entry in _journalled(Path(f"{folder / keeping.index}{JOURNAL}")):
        place = folder / name
        for draft in place.parent.glob(f".{glob.escape(place.name)}.*"):
            if draft.suffix[1:].isdigit():
                draft.unlink(missing_ok=True)


def _checksum(file: Path) -> str:
    """Return the checksum of a file, "" where there is none."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return ""


def _write(folder: Path, name: str, content: bytes, keeping: Keeping) -> None:
    """Put a file in its place, whole; where what it had stays, on the disk, and that aside."""
    target = folder / name
    make_folder(target.parent, keeping)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        _touch(draft, keeping)
        with draft.open("rb+") as handle:
            handle.write(content)
            if keeping.keeps_earlier:
                handle.flush()
                os.fsync(handle.fileno())
        if keeping.keeps_earlier:
            _put_aside(folder, name)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)


def _take_away(folder: Path, name: str, keeping: Keeping) -> None:
    """Take a file out of its place, and the folders that it leaves empty."""
    if keeping.keeps_earlier:
        _put_aside(folder, name)
        return
    (folder / name).unlink(missing_ok=True)
    for parent in (folder / name).parents:
        if parent == folder:
            return
        try:
            parent.rmdir()
        except OSError:  # something of somebody's is in it, or it has gone
            return


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


def read_index(folder: Path, keeping: Keeping = USUAL) -> dict[str, KeptFile]:
    """Return what the index and a journal that was left say of each file.

    Nothing where they cannot be read, so that all is made anew.
    """
    index = folder / keeping.index
    try:
        told: dict[str, tuple[str, str]] = json.loads(index.read_text("utf-8"))
        found = {str(name): KeptFile(str(stamp), str(sum_)) for name, (stamp, sum_) in told.items()}
    except (FileNotFoundError, ValueError, TypeError, AttributeError):
        found = {}
    found.update(_journalled(Path(f"{index}{JOURNAL}")))
    return found


def _journalled(journal: Path) -> Iterator[tuple[str, KeptFile]]:
    """Yield what a journal says, without a line that was not written to its end."""
    with suppress(FileNotFoundError):
        for line in journal.read_bytes().splitlines():
            with suppress(ValueError, TypeError):
                told: tuple[str, str, str] = json.loads(line)
                name, stamp, sum_ = told
                yield str(name), KeptFile(str(stamp), str(sum_))


@contextmanager
def _journal(folder: Path, keeping: Keeping) -> Iterator[TextIO]:
    """Open what names each file before it is written; what an earlier one says stays in it."""
    place = Path(f"{folder / keeping.index}{JOURNAL}")
    make_folder(place.parent, keeping)
    with place.open("a", encoding="utf-8") as journal:
        if journal.tell():  # its last line may be a part of one
            journal.write("\n")
        yield journal


def _write_index(
    folder: Path, known: dict[str, KeptFile], now: dict[str, KeptFile], keeping: Keeping
) -> None:
    """Write the index, and take the journal away: it says nothing more than that."""
    index = folder / keeping.index
    journal = Path(f"{index}{JOURNAL}")
    if now == known and not (journal.exists() and journal.stat().st_size):
        journal.unlink(missing_ok=True)
        return
    draft = index.with_name(f".{index.name}.{os.getpid()}")
    _touch(draft, keeping)
    with draft.open("w", encoding="utf-8") as handle:
        json.dump(now, handle, ensure_ascii=False, indent=0)
        handle.flush()
        os.fsync(handle.fileno())
    os.replace(draft, index)
    journal.unlink(missing_ok=True)
