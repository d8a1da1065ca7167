"""The server's secret: made once, kept in the data folder, readable by its owner alone."""

import os
import secrets
from pathlib import Path


def secret_key(data: Path, given: str) -> str:
    """Return the given secret, or the one kept under `data`, made on the first call."""
    if given:
        return given
    place = data / "secret_key"
    try:
        return place.read_text().strip()
    except FileNotFoundError:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = secrets.token_urlsafe(64)
    # Written whole under another name and linked, so that two starts at once agree on one.
    draft = data / f"secret_key.{os.getpid()}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as handle:
        handle.write(made)
    try:
        os.link(draft, place)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return place.read_text().strip()
