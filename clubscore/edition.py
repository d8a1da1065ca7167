"""Which pages, scripts and styles these are: what tells an open page that the program was updated.

A version is not enough, because between two versions pages change as well.
"""

import hashlib
from functools import cache

from clubscore.places import FILES
from clubscore.version import VERSION

# By this name a page says which edition it is of, and an answer which one gave it.
HEADER = "X-Edition"
_MADE_OF = (("templates", "*.html"), ("static/js", "*.js"), ("static/css", "*.css"))


@cache
def running() -> str:
    """Return the edition that runs, "0.2.0-1c2d3e4f": letters, figures, dots and one dash.

    Read once in each process: what is changed beneath a running program counts when it starts anew.
    """
    read = hashlib.sha256()
    for folder, kind in _MADE_OF:
        for path in sorted((FILES / folder).rglob(kind)):
            read.update(f"{path.relative_to(FILES).as_posix()}\n".encode() + path.read_bytes())
    return f"{VERSION}-{read.hexdigest()[:8]}"
