"""Where this ClubScore stands, as its sources or installed, and what follows from that.

Beside its sources the program keeps its data in `data/` there and is called by `manage.py`. Where
it was installed from a wheel, its templates and static files lie within the package, an update
takes the whole folder away, and what people type is `clubscore`.
"""

import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
# `pyproject.toml` puts there what stands beside the package in the sources.
_WITHIN = PACKAGE / "files"
INSTALLED = _WITHIN.is_dir()
# The folder that holds templates/ and static/.
FILES = _WITHIN if INSTALLED else PACKAGE.parent


def usual_data() -> Path:
    """Return the folder of the data where nobody named one: the user's own for an installed one."""
    if not INSTALLED:
        return FILES / "data"
    from platformdirs import user_data_path

    return user_data_path("clubscore", appauthor=False)


def typed(words: str) -> str:
    """Return a command of ours as somebody types it, "python manage.py restore" or its like."""
    return f"clubscore {words}" if INSTALLED else f"python manage.py {words}"


def command(*words: str) -> list[str]:
    """Return what starts a command of ours as a process of its own."""
    # -P: what lies in the folder somebody happens to be in is not ours.
    ours = ["-P", "-m", "clubscore"] if INSTALLED else [str(PACKAGE.parent / "manage.py")]
    return [sys.executable, *ours, *words]
