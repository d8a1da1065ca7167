"""Backups kept at a second place: locked with the club's key, and read back every day.

The place is a folder, or a store that speaks S3. The format of the lock is age's
(age-encryption.org). The data folder keeps the public half of the key; the secret one is shown
once, and whoever keeps it proves that they have it by entering it.
"""

import datetime as dt
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Protocol, TypedDict
from urllib.parse import urlsplit

import pyrage
from django.conf import settings
from django.utils.translation import gettext as _
from pyrage import x25519

from clubscore.club import clock
from clubscore.club.entry import Refused
from clubscore.club.record_words import SECOND_AWAY, SECOND_WRONG, own
from clubscore.laws.words import Phrase
from clubscore.server import backups

FILE = "backup-key.json"
LOCKED = ".age"
WORD = b"ClubScore"


class WrongKey(Exception):
    """The secret is none, or opens something else."""


class Unopened(Exception):
    """What was locked is damaged, or cut off."""


@dataclass(frozen=True)
class BackupKey:
    """The public half of a key; when it was made, and when somebody proved to have the other."""

    public: str
    made_at: dt.datetime
    proved_at: dt.datetime | None = None


class _CopyTold(TypedDict):
    public: str
    made_at: str
    proved_at: str | None


def known() -> BackupKey | None:
    """Return the key to which backups are locked, None where none was made."""
    try:
        told: _CopyTold = json.loads(_file().read_text("utf-8"))
    except FileNotFoundError:
        return None
    proved = told["proved_at"]
    moment = dt.datetime.fromisoformat
    return BackupKey(told["public"], moment(told["made_at"]), moment(proved) if proved else None)


def make() -> str:
    """Make a key, and return its secret half, which is nowhere from then on.

    What was locked to a key of before is opened with that one's secret.
    """
    made = x25519.Identity.generate()
    _keep(BackupKey(str(made.to_public()), clock.now()))
    return str(made)


def prove(secret: str) -> None:
    """Note that somebody has the secret half. Raises WrongKey."""
    key = known()
    if key is None:
        raise WrongKey
    locked = pyrage.encrypt(WORD, [x25519.Recipient.from_str(key.public)])
    try:
        pyrage.decrypt(locked, [_identity(secret)])
    except pyrage.DecryptError:
        raise WrongKey from None
    _keep(replace(key, proved_at=clock.now()))


def _identity(secret: str) -> x25519.Identity:
    try:
        return x25519.Identity.from_str("".join(secret.split()).upper())
    except pyrage.IdentityError:
        raise WrongKey from None


def _keep(key: BackupKey) -> None:
    draft = _file().with_name(f".{FILE}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(asdict(key), default=dt.datetime.isoformat) + "\n", "utf-8")
    os.replace(draft, _file())


def _file() -> Path:
    return settings.DATA_DIR / FILE


def lock(plain: Path, writer: Any, key: BackupKey) -> None:
    """Write a file locked to a key, a piece after the other. Raises OSError."""
    with plain.open("rb") as reader:
        pyrage.encrypt_io(reader, writer, [x25519.Recipient.from_str(key.public)])


@contextmanager
def opened(locked: Path, secret: str) -> Iterator[Path]:
    """Yield what a locked file holds as a file in the data folder, which goes again.

    Raises WrongKey, or Unopened where the file is damaged.
    """
    identity = _identity(secret)
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".restore-") as place:
        plain = Path(place) / locked.name.removesuffix(LOCKED)
        plain.touch(mode=0o600)
        try:
            with locked.open("rb") as reader, plain.open("wb") as writer:
                pyrage.decrypt_io(reader, writer, [identity])
        except pyrage.DecryptError as error:
            if "matching keys" in str(error):
                raise WrongKey from None
            raise Unopened(str(error)) from error
        except OSError as error:
            raise Unopened(str(error)) from error
        yield plain


# ---- Where locked backups are kept besides.

if TYPE_CHECKING:
    import boto3

S3 = "s3://"
PIECE = 1024 * 1024  # bytes read at once


class Store(Protocol):
    """A place for copies, each under its name.

    It writes a copy whole or not at all, and says its checksum as it was written and as it lies
    there. What goes wrong is an OSError, whose text says why.
    """

    def must_be_there(self) -> None:
        """Raise OSError where it cannot be reached."""

    def put(self, name: str, plain: Path, key: BackupKey) -> str:
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


def _lock_into(draft: Path, plain: Path, key: BackupKey) -> str:
    """Write a file locked to a key, through to the disk; return its checksum."""
    draft.touch(mode=0o600)
    with draft.open("wb") as handle:
        summed = Summed(handle)
        lock(plain, summed, key)
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

    def put(self, name: str, plain: Path, key: BackupKey) -> str:
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

    def put(self, name: str, plain: Path, key: BackupKey) -> str:
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


# ---- Backups at the second place.

# What was sent is noted with its checksum in the data folder, so that a copy is proved by reading
# it back where it lies. That it can be opened rests on its key, which the director proves to have.
INDEX = "second-place.json"
DAYS, WEEKS, MONTHS = 7, 4, 12
EVERY = dt.timedelta(days=1)  # from one proof to the next
LATE = dt.timedelta(days=3)  # without one the director is asked to look


class SecondCopy(NamedTuple):
    """A copy at the second place: its checksum, when it was written, when it was last proved."""

    checksum: str
    at: dt.datetime
    proved_at: dt.datetime | None


def place() -> str:
    """Return where the second place is, "" where none was chosen."""
    return str(settings.CLUBSCORE_SECOND_PLACE or "")


def known_of_second_place() -> dict[str, SecondCopy]:
    """Return what was sent and is there, as far as we know, by its name; the newest first."""
    try:
        told: dict[str, tuple[str, str, str | None]] = json.loads(_index().read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    moment = dt.datetime.fromisoformat
    return {
        name: SecondCopy(checksum, moment(at), moment(proved) if proved else None)
        for name, (checksum, at, proved) in sorted(told.items(), reverse=True)
    }


def last_proved() -> dt.datetime | None:
    """Return when a copy was last read back and found as it was written."""
    return max(
        (each.proved_at for each in known_of_second_place().values() if each.proved_at),
        default=None,
    )


def is_due() -> bool:
    """Whether the newest backup is to be sent, or what is there to be proved."""
    if not place() or known() is None:
        return False
    proved = last_proved()
    return _to_send() is not None or (
        bool(known_of_second_place()) and (proved is None or clock.now() - proved > EVERY)
    )


def next_step() -> str:
    """Return what the director is to do: "key" make one, "proof" of it, "look" where it is late.

    "" where nothing is to be done, or no second place was chosen.
    """
    key, proved = known(), last_proved()
    if not place():
        return ""
    if key is None:
        return "key"
    if key.proved_at is None:
        return "proof"
    is_late = clock.now() - (proved or key.made_at) > LATE
    return "look" if is_late else ""


def send_and_prove(say: Callable[[int, int], None]) -> None:
    """Send the newest backup, thin what is there, and read the newest and one more of it back.

    Raises Refused where the place is away or full, or a copy there is missing or altered.
    """
    key = known()
    if not place() or key is None:
        return
    there = store_at(place())
    try:
        there.must_be_there()
        newest = _to_send()
        if newest is not None:
            _send(newest, there, key)
        say(1, 3)
        _thin(there)
        say(2, 3)
        wrong = _prove(there)
        say(3, 3)
    except OSError as error:
        why = error.strerror or error
        raise Refused(own(Phrase(SECOND_AWAY, {"place": place(), "why": why}))) from error
    if wrong:
        raise Refused(own(Phrase(SECOND_WRONG, {"file": wrong[0]})))


def _to_send() -> Path | None:
    """Return the newest backup where it was not sent."""
    newest = backups.list_backups(backups.folder())[:1]
    if not newest or f"{newest[0][1].name}{LOCKED}" in known_of_second_place():
        return None
    return newest[0][1]


def _send(backup: Path, there: Store, key: BackupKey) -> None:
    name = f"{backup.name}{LOCKED}"
    _note(
        known_of_second_place()
        | {name: SecondCopy(there.put(name, backup, key), clock.now(), None)}
    )


def _thin(there: Store) -> None:
    """Remove what need not stay: of each of the last days, weeks and months the newest stays."""
    taken = [
        (at, Path(name))
        for name in known_of_second_place()
        if (at := backups.taken_at(Path(name.removesuffix(LOCKED)))) is not None
    ]
    keep = to_keep(taken)
    for _at, file in taken:
        if file not in keep:
            there.remove(file.name)
    _note({name: sent for name, sent in known_of_second_place().items() if Path(name) in keep})


def to_keep(copies: list[tuple[dt.datetime, Path]]) -> set[Path]:
    """Return what stays of copies, the newest first: seven days, four weeks, twelve months."""
    by_month: dict[object, Path] = {}
    for at, file in copies:
        by_month.setdefault((at.year, at.month), file)
    return backups.to_keep(copies) | set(list(by_month.values())[:MONTHS])


def _prove(there: Store) -> list[str]:
    """Read the newest copy back, and the one that was not for longest; return what is wrong."""
    long_ago = dt.datetime.min.replace(tzinfo=dt.UTC)
    sent, wrong = known_of_second_place(), []
    in_turn = sorted(sent, key=lambda name: sent[name].proved_at or long_ago)
    for name in dict.fromkeys([*list(sent)[:1], *in_turn[:1]]):
        if there.checksum(name) == sent[name].checksum:
            sent[name] = sent[name]._replace(proved_at=clock.now())
        else:
            # Not known any more: the newest is sent again.
            del sent[name]
            wrong.append(name)
    _note(sent)
    return wrong


def _note(sent: dict[str, SecondCopy]) -> None:
    draft = _index().with_name(f".{INDEX}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(sent, default=dt.datetime.isoformat, indent=0) + "\n", "utf-8")
    os.replace(draft, _index())


def _index() -> Path:
    return settings.DATA_DIR / INDEX
