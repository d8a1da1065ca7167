"""The server's secret: made once, kept in the data folder, readable by its owner alone."""

import os
import secrets
from pathlib import Path

# Letters of the shortest secret that is taken from a file; one of ours has 86.
SHORTEST = 32


class NotSecret(ValueError):
    """What is kept is empty, as a power cut may leave it, or too short to be a secret."""


def secret_key(data: Path, given: str) -> str:
    """Return the given secret, or the one kept under `data`, made on the first call.

    Raises NotSecret where the one that is kept can be none.
    """
    if given:
        return given
    place = data / "secret_key"
    try:
        return _read(place)
    except FileNotFoundError:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = secrets.token_urlsafe(64)
    # Written whole under another name and linked, so that two starts at once agree on one.
    draft = data / f"secret_key.{os.getpid()}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as handle:
        handle.write(made)
        handle.flush()
        os.fsync(descriptor)
    try:
        os.link(draft, place)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    _fsync(data)
    return _read(place)


def _read(place: Path) -> str:
    """Return the secret of a file. Raises NotSecret for what can be none."""
    try:
        found = place.read_text().strip()
    except UnicodeDecodeError:
        found = ""
    if len(found) < SHORTEST:
        raise NotSecret(
            f"The secret in {place} is {'too short' if found else 'empty or damaged'}. Put it back"
            " from a copy of the data folder, or delete the file: the next start makes another."
            " Then everybody logs in again, and the codes of tables are printed anew."
        )
    return found


def _fsync(folder: Path) -> None:
    """See that a name in a folder outlives a power cut, where the system can say so."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
