"""One process at a time publishes into a folder, whichever command or job it does it for.

The system lets go of the lock when a process ends, however it ends: one that was killed leaves a
file behind and no lock.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.utils.translation import gettext as _

from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.club.safe.at_work import one_at_a_time
from clubscore.club.safe.kept_files import Keeping, make_folder
from clubscore.publishing.site_files import whose

OURS = ".clubscore"
KEEPING = Keeping(index=f"{OURS}/index.json", keeps_earlier=False, is_open=True)


def must_be_ours(folder: Path, club: Club) -> None:
    """Raise Refused for a place that has something in it and is not the site of this club."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    mark = folder / OURS / "club.txt"
    if not mark.is_file():
        raise Refused(
            _("%(folder)s has other files in it. Choose an empty folder, or a new one.")
            % {"folder": folder}
        )
    if mark.read_bytes() != whose(club):
        raise Refused(
            _("%(folder)s has the results of another club. Choose another folder.")
            % {"folder": folder}
        )


@contextmanager
def alone_in(folder: Path, club: Club) -> Iterator[None]:
    """Have the folder of a club's site for oneself until the block ends.

    From the first moment on the folder says whose it is, so that what broke off can go on. Raises
    Refused while another process is at it, and for a folder that is not the club's site.
    """
    must_be_ours(folder, club)
    mark = folder / OURS / "club.txt"
    make_folder(mark.parent, KEEPING)
    if not mark.exists():
        mark.write_bytes(whose(club))
    with one_at_a_time(folder / OURS / "lock") as is_mine:
        if not is_mine:
            raise Refused(
                _(
                    "Another process is publishing into %(folder)s. Nothing was changed. Try"
                    " again when it is done."
                )
                % {"folder": folder}
            )
        # Another club may have come first in between.
        must_be_ours(folder, club)
        yield
