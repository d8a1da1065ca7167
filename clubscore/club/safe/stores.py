"""Where locked backups are kept besides: a folder, or a store that speaks S3.

Both write a copy whole or not at all, and say its checksum as it was written and as it lies there.
What goes wrong is an OSError, whose text says why.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from clubscore.club.safe import backup_key

if TYPE_CHECKING:
    import boto3

S3 = "s3://"
PIECE = 1024 * 1024  # bytes read at once


class Store(Protocol):
    """A place for copies, each under its name."""

    def must_be_there(self) -> None:
        """Raise OSError where it cannot be reached."""

    def put(self, name: str, plain: Path, key: backup_key.Key) -> str:
        """Keep a file locked to a key; return the checksum of what was written."""

    def checksum(self, name: str) -> str:
        """Return the checksum of what is there, read back, "" where nothing is."""

    def remove(self, name: str) -> None:
        """Remove a copy, if it is there."""


def store_at(address: str) -> Store:
    """Return the store at an address: s3://bucket/prefix, or a folder."""
    if not address.startswith(S3):
        return Folder(Path(address).expanduser().resolve())
    parts = urlsplit(address)
    return Bucket(parts.netloc, f"{parts.path.strip('/')}/".lstrip("/"))


@dataclass
class Summed:
    """Writes to a file and counts the checksum of what was written."""

    file: BinaryIO

    def __post_init__(self) -> None:
        self.sum = hashlib.sha256()

    def write(self, content: bytes) -> int:
        """Write a piece."""
        self.sum.update(content)
        return self.file.write(content)

    def flush(self) -> None:
        """Pass it on."""
        self.file.flush()


def _lock_into(draft: Path, plain: Path, key: backup_key.Key) -> str:
    """Write a file locked to a key, through to the disk; return its checksum."""
    draft.touch(mode=0o600)
    with draft.open("wb") as handle:
        summed = Summed(handle)
        backup_key.lock(plain, summed, key)
        handle.flush()
        os.fsync(handle.fileno())
    return summed.sum.hexdigest()


def _sum_of(handle: "BinaryIO | boto3.Content") -> str:
    found = hashlib.sha256()
    while piece := handle.read(PIECE):
        found.update(piece)
    return found.hexdigest()


@dataclass(frozen=True)
class Folder:
    """A folder that is there already: of a disk that is not plugged in none is made here."""

    place: Path

    def must_be_there(self) -> None:
        """Raise OSError where it is no folder."""
        if not self.place.is_dir():
            raise FileNotFoundError(None, _("not found"))

    def put(self, name: str, plain: Path, key: backup_key.Key) -> str:
        """Write a copy, and give it its name once all of it is on the disk."""
        draft = self.place / f".{name}.{os.getpid()}"
        try:
            written = _lock_into(draft, plain, key)
            os.replace(draft, self.place / name)
        finally:
            with suppress(OSError):
                draft.unlink()
        return written

    def checksum(self, name: str) -> str:
        """Read a copy back, from the disk and not from what was just written."""
        try:
            with (self.place / name).open("rb") as handle:
                if hasattr(os, "posix_fadvise"):
                    os.posix_fadvise(handle.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                return _sum_of(handle)
        except FileNotFoundError:
            return ""

    def remove(self, name: str) -> None:
        """Remove a copy."""
        (self.place / name).unlink(missing_ok=True)


@dataclass(frozen=True)
class Bucket:
    """A bucket of a store that speaks S3, by boto3, which takes who asks from its environment."""

    bucket: str
    prefix: str

    def must_be_there(self) -> None:
        """Raise OSError where it does not answer, or boto3 is missing."""
        with self._client() as client:
            client.head_bucket(Bucket=self.bucket)

    def put(self, name: str, plain: Path, key: backup_key.Key) -> str:
        """Send a copy; it is there once the store has all of it."""
        with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".second-") as place:
            draft = Path(place) / name
            written = _lock_into(draft, plain, key)
            with self._client() as client:
                client.upload_file(str(draft), self.bucket, self.prefix + name)
        return written

    def checksum(self, name: str) -> str:
        """Read a copy back."""
        with self._client() as client:
            try:
                found = client.get_object(Bucket=self.bucket, Key=self.prefix + name)
            except client.exceptions.NoSuchKey:
                return ""
            return _sum_of(found["Body"])

    def remove(self, name: str) -> None:
        """Remove a copy."""
        with self._client() as client:
            client.delete_object(Bucket=self.bucket, Key=self.prefix + name)

    @contextmanager
    def _client(self) -> "Iterator[boto3.Store]":
        """Yield boto3's way to the store; whatever it raises is told as a fault of the place."""
        try:
            import boto3
            from boto3.exceptions import Boto3Error
            from botocore.exceptions import BotoCoreError, ClientError
        except ImportError:
            missing = _("the package boto3 is missing: python3 tools/setup.py s3")
            raise FileNotFoundError(None, missing) from None
        try:
            yield boto3.client("s3")
        except (Boto3Error, BotoCoreError, ClientError) as error:
            raise ConnectionError(None, str(error)) from error
