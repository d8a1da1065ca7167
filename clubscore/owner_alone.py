"""Names, addresses and password hashes: of no interest to other users of the machine.

Whatever the program writes is its owner's alone, but the pages that it publishes
(`club/safe/kept_files.py`); and so is the data folder, whoever made it.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

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
