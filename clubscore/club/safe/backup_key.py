"""The key to backups that leave this machine: locked here, opened only with what is not kept here.

The format is age's (age-encryption.org), which its own program opens too. The data folder keeps
the public half. The secret one is shown once, when it is made; whoever keeps it proves that they
have it by entering it, which opens a locked word and is not kept either.
"""

import datetime as dt
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypedDict

import pyrage
from django.conf import settings
from pyrage import x25519

from clubscore.club import clock

FILE = "backup-key.json"
LOCKED = ".age"
WORD = b"ClubScore"


class WrongKey(Exception):
    """The secret is none, or opens something else."""


class Unopened(Exception):
    """What was locked is damaged, or cut off."""


@dataclass(frozen=True)
class Key:
    """The public half of a key; when it was made, and when somebody proved to have the other."""

    public: str
    made_at: dt.datetime
    proved_at: dt.datetime | None = None


class _Told(TypedDict):
    public: str
    made_at: str
    proved_at: str | None


def known() -> Key | None:
    """Return the key to which backups are locked, None where none was made."""
    try:
        told: _Told = json.loads(_file().read_text("utf-8"))
    except FileNotFoundError:
        return None
    proved = told["proved_at"]
    moment = dt.datetime.fromisoformat
    return Key(told["public"], moment(told["made_at"]), moment(proved) if proved else None)


def make() -> str:
    """Make a key, and return its secret half, which is nowhere from then on.

    What was locked to a key of before is opened with that one's secret.
    """
    made = x25519.Identity.generate()
    _keep(Key(str(made.to_public()), clock.now()))
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


def _keep(key: Key) -> None:
    draft = _file().with_name(f".{FILE}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(asdict(key), default=dt.datetime.isoformat) + "\n", "utf-8")
    os.replace(draft, _file())


def _file() -> Path:
    return settings.DATA_DIR / FILE


def lock(plain: Path, writer: Any, key: Key) -> None:
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
