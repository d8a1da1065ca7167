"""Where this ClubScore stands, which version and edition it is, and files for its owner alone.

Beside its sources it keeps its data in `data/` there and is called by `manage.py`; installed from
a wheel, what people type is `clubscore`. `pyproject.toml` reads the version from here.
"""

import hashlib
import os
import stat
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
# `pyproject.toml` puts there what stands beside the package in the sources.
_WITHIN = PACKAGE / "installed"
INSTALLED = _WITHIN.is_dir()
# The folder that holds templates/ and static/.
FILES = _WITHIN if INSTALLED else PACKAGE.parent


def usual_data() -> Path:
    """Return the folder of the data where nobody named one: the user's own for an installed one.

    An update takes the whole folder of an installed one away.
    """
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


EXTRAS = "CLUBSCORE_EXTRAS"


def named_extras() -> list[str]:
    """Return the extras that CLUBSCORE_EXTRAS names: whoever keeps the server wants these."""
    return os.environ.get(EXTRAS, "").replace(",", " ").split()


@cache
def extras() -> tuple[str, ...]:
    """Return which extras are installed, in order: all, or those that CLUBSCORE_EXTRAS names.

    Raises ValueError for a name that is none's; "none" installs none.
    """
    known = sorted(each.parent.name for each in (PACKAGE / "extras").glob("*/__init__.py"))
    named = named_extras()
    unknown = sorted({*named} - {*known, "none"})
    if unknown:
        raise ValueError(
            f"{EXTRAS} names {', '.join(unknown)}. There is: {', '.join(known)}; or none."
        )
    return tuple(each for each in known if each in named) if named else tuple(known)


def of_extras(file: str) -> dict[str, str]:
    """Return the module of each installed extra that has such a file, by the extra's name."""
    return {
        name: f"clubscore.extras.{name}.{file.replace('/', '.')}"
        for name in extras()
        if (PACKAGE / "extras" / name / f"{file}.py").is_file()
    }


# Names, addresses and password hashes are of no interest to other users of the machine. Only
# published pages are for all (`clubscore/server/kept_files.py`).
OTHERS = 0o077
DATABASE = "clubscore.sqlite3*"


def write_for_owner() -> None:
    """Let all that this process and its children write from now on be for their owner alone."""
    os.umask(OTHERS)


def close_to_others(data: Path) -> None:
    """Take the rights of others away from a data folder that is there, and from its database.

    Left alone is what is somebody else's, or a place that many share, as /tmp is.
    """
    for place in (data, *data.glob(DATABASE)):
        with suppress(OSError):
            mode = stat.S_IMODE(place.stat().st_mode)
            if mode & OTHERS and not mode & stat.S_ISVTX:
                place.chmod(mode & ~OTHERS)


# CHANGELOG.md has a section for it, and files that go out name it where their format has a place.
VERSION = "0.3.0"
PROGRAM = f"ClubScore {VERSION}"


def running() -> str:
    """Return the version that runs."""
    return VERSION


# By this name a page says which edition it is of, and an answer which one gave it.
HEADER = "X-Edition"
_MADE_OF = (("templates", "*.html"), ("static/js", "*.js"), ("static/css", "*.css"))


@cache
def page_edition() -> str:
    """Return the edition that runs, "0.2.0-1c2d3e4f": letters, figures, dots and one dash.

    Read once in each process: what is changed beneath a running program counts when it starts anew.
    A version is not enough: between two versions pages change as well.
    """
    read = hashlib.sha256()
    for folder, kind in _MADE_OF:
        for path in sorted((FILES / folder).rglob(kind)):
            read.update(f"{path.relative_to(FILES).as_posix()}\n".encode() + path.read_bytes())
    return f"{VERSION}-{read.hexdigest()[:8]}"
