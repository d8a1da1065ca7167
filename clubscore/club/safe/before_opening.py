"""What holds before any server answers from this data: refused in words, or open."""

from django.conf import settings
from django.db import OperationalError, connections

from clubscore.club.safe import clock_behind, in_place, unwritable, versions
from clubscore.club.safe.at_work import server_of, share, this_group


def open_for_a_worker() -> None:
    """Share the data folder with the other workers of this server, and see that its club is there.

    Raises ImproperlyConfigured where another server has it, or the database cannot be ours.
    """
    share(settings.DATA_DIR, this_group())
    try:
        in_place.refuse_another()
        versions.refuse_newer()
        unwritable.begin_anew()
        clock_behind.begin()
        in_place.note_home()
    except OperationalError:
        # A database that does not answer yet is no reason to end: /readyz/ says it until it does.
        pass
    in_place.remember(server_of(settings.DATA_DIR))
    # A worker that is forked later must not share this connection.
    connections.close_all()
