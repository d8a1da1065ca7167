"""The day's backup, taken by the clock for as long as a server runs.

Every process of a server looks whether one is due; one of them takes it.
"""

import logging
import threading
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from clubscore.club.safe import backups, in_place
from clubscore.club.safe.at_work import one_at_a_time

NAME = "daily-backup"
EVERY = 300.0  # seconds between two looks
AFTER_A_FAULT = 3600.0  # so that a missing tool or a full disk does not fill the log

logger = logging.getLogger("clubscore.backups")


def start() -> None:
    """Look for the day's backup in a thread of its own, until the process ends."""
    never = threading.Event()
    threading.Thread(target=watch, args=(never,), name=NAME, daemon=True).start()


def watch(stop: threading.Event, every: float = EVERY) -> None:
    """Take each day's backup when it is due, until told to stop; looks every so many seconds."""
    while not stop.wait(every):
        try:
            take_if_due()
        except (backups.BackupRefused, DatabaseError, OSError) as fault:
            logger.error("%s", fault)
            stop.wait(AFTER_A_FAULT)
        finally:
            connection.close()


def take_if_due() -> Path | None:
    """Take the day's backup if there is none yet, and remove those that need not stay.

    Returns its file, None where none is due or another process is at it. Raises BackupRefused.
    """
    place = backups.folder()
    if in_place.gone() or not in_place.has_club() or not backups.is_due(place):
        return None
    with one_at_a_time(settings.DATA_DIR / "backup.lock") as is_mine:
        if not is_mine or not backups.is_due(place):
            return None
        made = backups.make_backup()
        backups.prune(place)
    return made
