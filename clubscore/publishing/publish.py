"""Publishing: a club's site brought up to date in a folder, packed as a zip, or taken down."""

import hashlib
import os
import shutil
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from django.conf import settings

from clubscore.club.models import Club
from clubscore.club.safe.kept_files import (
    Entry,
    Updated,
    bring_up_to_date,
    read_index,
)
from clubscore.publishing.one_publisher import KEEPING, OURS, alone_in, must_be_ours
from clubscore.publishing.site_files import Site

ZIP = ".zip"
# The same site gives the same bytes, whenever it is packed.
NO_TIME = (1980, 1, 1, 0, 0, 0)
READABLE_BY_ALL = 0o644 << 16


def nobody(_done: int, _total: int) -> None:
    """Whoever publishes by a command waits for it."""


def folder_of(club: Club) -> Path:
    """Return where the program keeps a club's site."""
    return settings.DATA_DIR / "published" / club.slug


def zip_of(club: Club) -> Path:
    """Return the same site as one file."""
    return folder_of(club).with_name(f"{club.slug}{ZIP}")


def publish_into(folder: Path, club: Club, say: Callable[[int, int], None] = nobody) -> Updated:
    """Bring a club's site in a folder up to date. `say` is told how many events of all are done.

    Raises Refused for a folder that is not the club's site, and while another process publishes
    into it; OSError where it cannot be written. What it had written when it was stopped stays, and
    is not made again.
    """
    with alone_in(folder, club):
        return _publish(folder, club, say)


def publish_as_zip(club: Club, file: Path, say: Callable[[int, int], None] = nobody) -> bool:
    """Bring the folder that the program keeps up to date and pack it; return whether it changed.

    Raises Refused and OSError as `publish_into` does.
    """
    folder = folder_of(club)
    with alone_in(folder, club):
        _publish(folder, club, say)
        return pack(folder, file)


def _publish(folder: Path, club: Club, say: Callable[[int, int], None]) -> Updated:
    site = Site(club, folder, read_index(folder, KEEPING), say)
    return bring_up_to_date(folder, site.files(), KEEPING)


def pack(folder: Path, file: Path) -> bool:
    """Write a folder's site as a zip, without the index; return whether it had changed.

    The zip says of which files it is made, so that one of the same is left alone.
    """
    index = read_index(folder, KEEPING)
    made_of = _digest(index)
    if _packed_of(file) == made_of:
        return False
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.comment = made_of
            for name in sorted(index):
                if not name.startswith(OURS):
                    member = zipfile.ZipInfo(name, NO_TIME)
                    member.compress_type = zipfile.ZIP_DEFLATED
                    member.external_attr = READABLE_BY_ALL
                    archive.writestr(member, (folder / name).read_bytes())
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)
    return True


def _digest(index: Mapping[str, Entry]) -> bytes:
    told = "\n".join(f"{name} {each.checksum}" for name, each in sorted(index.items()))
    return hashlib.sha256(told.encode()).hexdigest().encode()


def _packed_of(file: Path) -> bytes:
    try:
        with zipfile.ZipFile(file) as archive:
            return archive.comment
    except (FileNotFoundError, zipfile.BadZipFile):
        return b""


def pages_in(folder: Path) -> int:
    """Return how many pages the site in a folder has."""
    return sum(name.endswith(".html") for name in read_index(folder, KEEPING))


def take_down(folder: Path, club: Club) -> int:
    """Take a club's site out of a folder, and return how many files went; those of others stay.

    Raises Refused for a folder that is not the club's site, and while another process publishes
    into it.
    """
    must_be_ours(folder, club)
    if not folder.exists():
        return 0
    with alone_in(folder, club):
        gone = bring_up_to_date(folder, (), KEEPING).gone
    shutil.rmtree(folder / OURS, ignore_errors=True)
    if not any(folder.iterdir()):
        folder.rmdir()
    return gone
