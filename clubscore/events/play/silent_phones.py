"""Phones that fall silent all at once: then it is the Wi-Fi, not the tables."""

import datetime as dt
from typing import NamedTuple

from django.core.cache import caches

from clubscore.club import clock
from clubscore.events.models import Event, PhoneSeen
from clubscore.events.state.event_now import Room
from clubscore.events.state.spot_state import State

# A phone asks every four seconds; that it did is written down only so often.
WRITTEN_EVERY = 20  # seconds
SILENT_AFTER = dt.timedelta(seconds=75)
# Phones that go dark one by one lie on their tables; those that stop together lost the network.
TOGETHER = dt.timedelta(seconds=45)
WERE_THERE = dt.timedelta(minutes=10)
FEWEST = 2


class Silence(NamedTuple):
    """Phones that all stopped asking at one moment: how many, since when, with how much at most."""

    phones: int
    since: dt.datetime
    most_waiting: int


def note_phone(event: Event, device: str) -> None:
    """Remember that a phone asked just now. Seldom more than a look into this process's memory."""
    if device and caches["phones"].add(f"{event.pk}:{device}", True, WRITTEN_EVERY):
        PhoneSeen.objects.update_or_create(event=event, device=device, defaults={"at": clock.now()})


def silence_of(room: Room) -> Silence | None:
    """Return since when all phones of an event are silent, None while it is not the network.

    All means most of those that asked in the minutes before: a phone that went dark earlier
    proves nothing. One query.
    """
    event = room.event
    if not event.round or event.finished_at is not None:
        return None
    seen = list(PhoneSeen.objects.filter(event=event).values_list("at", flat=True))
    if not seen or max(seen) > clock.now() - SILENT_AFTER:
        return None
    last = max(seen)
    together = [at for at in seen if at > last - TOGETHER]
    there = [at for at in seen if at > last - WERE_THERE]
    if len(together) < FEWEST or 2 * len(together) <= len(there):
        return None
    to_come = (sum(b.state is State.TO_COME for b in table.boards) for table in room.tables())
    return Silence(len(together), last, max(to_come, default=0))
