"""Scripts and style sheets as browsers load them: several as one file, without comments.

A phone that comes to its table for the first time loads everything over a hall's network, and a
file more is some 500 bytes of heads and a way there and back. Sources stay apart and readable in
`static/js` and `static/css`; pages ask for what is made of them: `{% static 'made/frame.js' %}`.
"""

import os
from pathlib import Path
from threading import get_ident

from django.conf import settings
from django.contrib.staticfiles.finders import BaseStorageFinder
from django.core.files.storage import FileSystemStorage

from clubscore.places import FILES

STATIC = FILES / "static"
KINDS = {"css": "text/css", "js": "application/javascript"}
FOLDER = "made"
# What each file is made of, in this order. What pages of several kinds load stands by itself, so
# that a phone that goes from one to another loads it once.
MADE = {
    "clubscore.css": ("css/clubscore.css", "css/outbox.css"),
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
