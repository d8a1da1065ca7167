"""The day's backup, taken by the clock for as long as something works on the jobs."""

from pathlib import Path

from django.conf import settings

from clubscore.club.own_phrases import NO_BACKUP
from clubscore.club.own_words import own
from clubscore.club.safe import backups, in_place, unwritable
from clubscore.club.safe.at_work import one_at_a_time
from clubscore.laws.words import Phrase


def is_due() -> bool:
    """Whether the day has no backup yet."""
    return backups.is_due(backups.folder())


def take_if_due() -> Path | None:
    """Take the day's backup if there is none yet, and remove those that need not stay.

    Returns its file, None where none is due or another process is at it. Raises BackupRefused.
    """
    if in_place.gone() or not in_place.has_club() or not is_due():
        return None
    with one_at_a_time(settings.DATA_DIR / "backup.lock") as is_mine:
        if not is_mine or not is_due():
            return None
        # The copy may be sound where the original is not: an index is written anew in it.
        damage = unwritable.look()
        if damage:
            raise backups.BackupRefused(own(Phrase(NO_BACKUP, {"why": damage})))
        made = backups.make_backup()
        backups.prune(made.parent)
    return made
