"""What is known to keep this data folder's database from being written, told to every process.

What a look at the whole database found, by whichever process, stands in a file of the data folder,
because none of what may be wrong can be written into the database. Nothing is recorded while it
stands there; it goes when a look finds the database well, or another takes its place.
"""

import os
from contextlib import suppress
from pathlib import Path

from django.conf import settings

FILE = "trouble.txt"


def told() -> str:
    """Return the word for what is known, "" where nothing is."""
    try:
        return _file().read_text("utf-8").partition("\n")[0].strip()
    except OSError:
        return ""


def tell(word: str, said: str) -> None:
    """Tell every process what was found, with what the database said of it."""
    if told() == word:
        return
    draft = _file().with_name(f".{FILE}.{os.getpid()}")
    # On a disk that takes nothing each process finds out by itself.
    with suppress(OSError):
        draft.write_text(f"{word}\n{said}\n", "utf-8")
        os.replace(draft, _file())


def over(word: str) -> None:
    """Take back what was told, where it was this."""
    if told() == word:
        with suppress(OSError):
            _file().unlink()


def _file() -> Path:
    return settings.DATA_DIR / FILE
