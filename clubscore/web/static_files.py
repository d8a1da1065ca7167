"""Scripts and style sheets as browsers load them: several as one file, without comments.

A file more is a way there and back over a hall's network. Sources stay apart in `static/js` and
`static/css`; pages ask for what is made of them: `{% static 'made/frame.js' %}`.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import get_ident

from django.conf import settings
from django.contrib.staticfiles.finders import BaseStorageFinder, get_finders
from django.core.files.storage import FileSystemStorage, Storage
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from clubscore.places import FILES

# ---- Scripts and style sheets as browsers load them: several as one file, without comments.
#
# A phone that comes to its table for the first time loads everything over a hall's network, and a
# file more is some 500 bytes of heads and a way there and back. Sources stay apart and readable in
# `static/js` and `static/css`; pages ask for what is made of them: `{% static 'made/frame.js' %}`.

STATIC = FILES / "static"
KINDS = {"css": "text/css", "js": "application/javascript"}
FOLDER = "made"
# What each file is made of, in this order. What pages of several kinds load stands by itself, so
# that a phone that goes from one to another loads it once.
MADE = {
    "clubscore.css": ("css/tokens.css", "css/clubscore.css", "css/outbox.css"),
    "event.css": ("css/event.css", "css/event_desk.css"),
    "event_table.css": ("css/event.css",),
    "laws.css": ("css/laws.css",),
    "early.js": ("js/early.js",),
    "frame.js": (
        "vendor/htmx-2.0.11.min.js",
        "js/swaps.js",
        "js/ears.js",
        "js/look.js",
        "js/edition.js",
        "js/kept.js",
        "js/secure.js",
    ),
    "stay.js": ("js/stay.js",),
    "at_table.js": ("js/stay.js", "js/news.js"),
    "outbox.js": ("js/words.js", "js/queue.js", "js/outbox.js", "js/later.js"),
    "codes.js": ("vendor/qrcode-generator-2.0.4.js", "js/codes.js"),
    "entry.js": ("js/entry.js",),
    "deal.js": ("js/entry.js", "js/half.js", "js/tally.js"),
    "deals_away.js": ("js/figures.js", "js/deals.js", "js/waiting.js"),
    "result.js": ("js/entry.js", "js/half.js", "js/clock.js"),
    "results_away.js": ("js/away.js",),
    "desk.js": ("js/desk.js",),
    "wall.js": ("js/clock.js", "js/wall.js"),
    "names.js": ("js/names.js",),
    "seats.js": ("js/seats.js",),
    "by_law.js": ("js/by_law.js",),
    "trust.js": ("js/trust.js",),
}


def licence_of(part: str) -> str:
    """Return the comment that stays before what is not ours."""
    return f"/*! {part}: its licence lies beside it */\n" if part.startswith("vendor/") else ""


def make(name: str) -> str:
    """Return the text of a file made, such as "frame.js"; licences stay in it.

    Sources are only put together with DEBUG, and where what shortens them is not to be had.
    """
    whole = "\n".join(licence_of(part) + (STATIC / part).read_text("utf-8") for part in MADE[name])
    if settings.DEBUG:
        return whole
    try:
        import minify
    except ImportError:  # It is not made for every machine.
        return whole
    return minify.string(KINDS[name.rpartition(".")[2]], whole)


PARTS = frozenset(part for parts in MADE.values() for part in parts)


class CompressedFiles(CompressedManifestStaticFilesStorage):
    """Compresses what pages ask for: by the name with its digest, and nothing that is a part."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress those of these files that pages ask for."""
        named = self.hashed_files.items()
        asked_for = {digested for plain, digested in named if plain not in PARTS}
        return super().compress_files({*paths} & asked_for)


class MadeFiles(FileSystemStorage):
    """The files made, each written when it is asked for and is not there as it should be."""

    def exists(self, name: str) -> bool:
        """Say whether a file is one of those that are made, and make it."""
        folder, _slash, made = name.partition("/")
        if folder != FOLDER or made not in MADE:
            return False
        self._write(made)
        return True

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        """Return the folder at the top, or the files in it; all are there then."""
        if not path:
            return [FOLDER], []
        for name in MADE:
            self._write(name)
        return [], [*MADE]

    def _write(self, name: str) -> None:
        file = Path(self.path(f"{FOLDER}/{name}"))
        text = make(name)
        if not file.exists() or file.read_text("utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            # Servers or threads that write the same at once: none may read half of it.
            part = file.with_name(f"{name}.{os.getpid()}.{get_ident()}.part")
            part.write_text(text, "utf-8")
            part.replace(file)


class MadeFilesFinder(BaseStorageFinder):
    """Finds what is made, beside what lies in `static`: Django gathers and serves both alike."""

    def __init__(self) -> None:
        super().__init__(MadeFiles(location=settings.MADE_ROOT))


# ---- Style sheets, scripts and letters: gathered where they are served from, when they changed.

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
