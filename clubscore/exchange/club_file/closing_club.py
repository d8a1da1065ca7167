"""Closing a club that plays on another server now: only once its file was read back whole.

Read back means held, byte by byte, against what the club would write now. What is recorded in the
meantime makes the two differ; then nothing is closed.
"""

import time
from collections.abc import Iterator
from pathlib import Path

from django.db import transaction
from django.db.models import Max, Sum

from clubscore.club import clock
from clubscore.club.models import Club
from clubscore.club.one_moment import one_moment
from clubscore.events.models import Event, EventList, EventShare, EventTableLink, SeveralShare
from clubscore.exchange.club_file.carried import CARRIED
from clubscore.exchange.club_file.reading_club import check_file
from clubscore.exchange.club_file.writing_club import FileOfClub, rows_of
from clubscore.mailing.models import FeedAddress
from clubscore.rubbers.models import RoomLink, SevenEvening, Sitting, TableLink

# For what was let in a moment before, and writes a moment after: no entry takes so long.
A_MOMENT = 2.0
LINKS = (TableLink, RoomLink, EventTableLink, EventShare, SeveralShare, EventList, FeedAddress)
COUNTED = (Sitting, SevenEvening, Event)


class NotClosed(Exception):
    """The club stays open: the file is not what the club is; the text says which line differs."""


def close_club(*, club: Club, file: Path, moved_to: str, wait: float = A_MOMENT) -> None:
    """Close a club whose file is whole and says all that the club is.

    Its codes and links end at once. Raises BadFile, OSError, NotWritten and NotClosed; then the
    club is open as before, but for codes and links where somebody wrote at the last moment.
    """
    check_file(file)
    with one_moment():
        state = _state_of(club)
        _compare(club, file)
    with transaction.atomic():
        found = Club.objects.select_for_update().get(pk=club.pk)
        _must_be(state, club)
        found.closed_at, found.moved_to = clock.now(), moved_to
        found.save(update_fields=["closed_at", "moved_to"])
        for link in LINKS:
            link._base_manager.filter(club=club, revoked_at=None).update(revoked_at=clock.now())
    time.sleep(wait)
    try:
        _must_be(state, club)
    except NotClosed:
        reopen_club(club=club)
        raise


def reopen_club(*, club: Club) -> None:
    """Let a club play here again; its phones are let in anew."""
    Club.objects.filter(pk=club.pk).update(closed_at=None, moved_to="")


def _compare(club: Club, file: Path) -> None:
    """Hold a file that was checked against the lines of a club. Raises NotClosed."""
    with file.open("rb") as source:
        for number, line in enumerate(_lines_of(club), 1):
            if source.readline() != line:
                raise NotClosed(number)


def _lines_of(club: Club) -> Iterator[bytes]:
    """Yield all lines but the last, which was found right when the file was checked."""
    return FileOfClub(Club.objects.get(pk=club.pk)).lines()


def _must_be(state: object, club: Club) -> None:
    if _state_of(club) != state:
        raise NotClosed(0)


def _state_of(club: Club) -> list[object]:
    """Return what changes whenever anything is recorded, found in no time.

    Whoever writes adds rows, or counts up the table's, the event's or the club's revision.
    """
    newest = [rows_of(model, club).aggregate(last=Max("pk"))["last"] for model in CARRIED]
    revisions = [
        model._base_manager.filter(club=club).aggregate(sum=Sum("revision"))["sum"]
        for model in COUNTED
    ]
    return [*newest, *revisions, Club.objects.get(pk=club.pk).revision]
