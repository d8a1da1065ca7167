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

# ---- Where this ClubScore stands, as its sources or installed, and what follows from that.
#
# Beside its sources the program keeps its data in `data/` there and is called by `manage.py`. Where
# it was installed from a wheel, its templates and static files lie within the package, an update
# takes the whole folder away, and what people type is `clubscore`.

PACKAGE = Path(__file__).resolve().parent
# `pyproject.toml` puts there what stands beside the package in the sources.
_WITHIN = PACKAGE / "installed"
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


# ---- Extras: parts of the program that a server can do without, a folder each.

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


# ---- Names, addresses and password hashes: of no interest to other users of the machine.
#
# Whatever the program writes is its owner's alone, but the pages that it publishes
# (`server/kept_files.py`); and so is the data folder, whoever made it.

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


# ---- Which ClubScore this is: the one place that says it.
#
# `pyproject.toml` reads it from here, CHANGELOG.md has a section for it, and every file that goes
# out names it where its format has a place.

VERSION = "0.2.0"
PROGRAM = f"ClubScore {VERSION}"


def running() -> str:
    """Return the version that runs."""
    return VERSION


# ---- Which pages, scripts and styles these are: what tells an open page that the program was
# updated.
#
# A version is not enough, because between two versions pages change as well.

# By this name a page says which edition it is of, and an answer which one gave it.
HEADER = "X-Edition"
_MADE_OF = (("templates", "*.html"), ("static/js", "*.js"), ("static/css", "*.css"))


@cache
def page_edition() -> str:
    """Return the edition that runs, "0.2.0-1c2d3e4f": letters, figures, dots and one dash.

    Read once in each process: what is changed beneath a running program counts when it starts anew.
    """
    read = hashlib.sha256()
    for folder, kind in _MADE_OF:
        for path in sorted((FILES / folder).rglob(kind)):
            read.update(f"{path.relative_to(FILES).as_posix()}\n".encode() + path.read_bytes())
    return f"{VERSION}-{read.hexdigest()[:8]}"
