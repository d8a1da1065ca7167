"""Style sheets, scripts and letters: gathered where they are served from, when they changed."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.storage import Storage
from django.core.management import call_command

# Beside the folder, not in it: what lies in the folder is served.
GATHERED = "static_gathered.txt"


def gather() -> bool:
    """Gather and compress the static files; return whether that was necessary.

    Compressing takes seconds, and all that changes the files is an update of the program.
    """
    told = Path(settings.STATIC_ROOT).parent / GATHERED
    key = _key()
    if Path(settings.STATIC_ROOT).is_dir() and told.exists() and told.read_text() == key:
        return False
    told.unlink(missing_ok=True)
    for path, _storage in _found():
        # Django compares dates, and an update may bring an older one. What pages of the version
        # before ask for lies beside it, under another name, and stays.
        (Path(settings.STATIC_ROOT) / path).unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    told.write_text(key)
    return True


def _key() -> str:
    """Return what tells one set of files, and one way of keeping them, from another."""
    read = hashlib.sha256(repr(settings.STORAGES).encode())
    for path, storage in _found():
        with storage.open(path) as file:
            read.update(f"{path}\n".encode() + file.read())
    return read.hexdigest()


def _found() -> list[tuple[str, Storage]]:
    """Return every file by its path, and where it lies."""
    found = [each for finder in get_finders() for each in finder.list(None)]
    return sorted(found, key=lambda each: each[0])
