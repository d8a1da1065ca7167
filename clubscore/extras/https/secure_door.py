"""https beside plain http: the files of the club's authority, and the door that speaks TLS.

    data/https/authority.key    whoever has it can speak for this machine on trusting phones
    data/https/authority.crt    what phones are asked to trust
    data/https/server.pem       key and certificate of this machine, made anew in time

Loads nothing that makes certificates before one has to be looked at: the package may be missing.
"""

import hashlib
import os
import ssl
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from clubscore.club import clock

FOLDER = "https"
KEY, AUTHORITY, SERVER = "authority.key", "authority.crt", "server.pem"
LOOKS_EVERY = 60.0  # seconds between two looks whether this machine is called otherwise by now

# What this machine is called in its network now: names and numbers.
Names = Callable[[], Sequence[str]]


class SecureDoor:
    """What a TLS door is opened with, kept good while it is open."""

    def __init__(self, data: Path, names: Names) -> None:
        self.data, self.names = data, names
        self.is_new = bring_up_to_date(data, names())
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(data / FOLDER / SERVER)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="certificate", daemon=True)

    def start(self) -> None:
        """Begin to look whether the certificate still fits."""
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._over.set()

    def renew(self) -> None:
        """Bring the certificate up to date; whoever calls from now on is shown the new one."""
        bring_up_to_date(self.data, self.names())
        self.context.load_cert_chain(self.data / FOLDER / SERVER)

    def _watch(self) -> None:
        while not self._over.wait(LOOKS_EVERY):
            try:
                self.renew()
            except (OSError, ImproperlyConfigured):
                continue  # the disk is full, say: what is there goes on being shown


def bring_up_to_date(data: Path, names: Sequence[str]) -> bool:
    """See that there is an authority, and a certificate of it for what this machine is called.

    Returns whether the authority is new, so that phones have to be told to trust it. What cannot
    be is an ImproperlyConfigured whose text says what to do.
    """
    try:
        from clubscore.extras.https import authority
    except ImportError as error:
        raise ImproperlyConfigured(
            "https needs one package more: .venv/bin/pip install -r requirements.txt"
            " (without https: leave out --https)"
        ) from error
    folder, now = data / FOLDER, clock.now()
    folder.mkdir(mode=0o700, exist_ok=True)
    paths = folder / KEY, folder / AUTHORITY
    try:
        is_there = all(path.exists() for path in paths)
        is_new = not (is_there and authority.holds(paths[1].read_bytes(), now))
        if is_new:
            for path, text in zip(paths, authority.make_authority(now), strict=True):
                _write(path, text)
        key, known = (path.read_bytes() for path in paths)
        server = folder / SERVER
        own = server.read_bytes() if server.exists() else b""
        if not authority.is_good(own, known, names, now):
            _write(server, authority.make_certificate(key, known, names, now))
    except ValueError as error:
        raise ImproperlyConfigured(
            f"The club's authority in {folder} cannot be read ({error}). Put the folder back from"
            " a copy; or remove it: a new one is made, and each phone has to trust it anew."
        ) from error
    return is_new


def _write(path: Path, text: bytes) -> None:
    """Write a file whole, for its owner alone."""
    draft = path.with_suffix(f".{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as handle:
        handle.write(text)
        handle.flush()
        os.fsync(descriptor)
    draft.replace(path)


def authority_of(data: Path) -> bytes | None:
    """Return the authority's certificate as phones take it (DER); None where there is none."""
    try:
        return ssl.PEM_cert_to_DER_cert((data / FOLDER / AUTHORITY).read_text("ascii"))
    except (FileNotFoundError, ValueError):
        return None


def fingerprint(certificate: bytes) -> str:
    """Return a certificate's SHA-256 as phones show it: pairs of figures with colons."""
    return ":".join(f"{byte:02X}" for byte in hashlib.sha256(certificate).digest())
