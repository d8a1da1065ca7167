"""Phones that fall silent all at once: then it is the Wi-Fi, not the tables."""

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple

from django.core.cache import caches

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.events.models import Event, EventTableLink, PhoneSeen
from clubscore.events.play.directing import part_gone
from clubscore.events.state.event_now import Room, Table
from clubscore.events.state.section_clocks import clock_of
from clubscore.events.state.spot_state import State

# A phone asks every four seconds; that it did is written down only so often.
WRITTEN_EVERY = 20  # seconds
# Which table a phone lies on changes seldom.
REMEMBERED = 600  # seconds
# A table's phone that said nothing for so long, while a result is due, needs somebody to look.
LONG = dt.timedelta(minutes=10)
SILENT_AFTER = dt.timedelta(seconds=75)
# Phones that go dark one by one lie on their tables; those that stop together lost the network.
TOGETHER = dt.timedelta(seconds=45)
WERE_THERE = dt.timedelta(minutes=10)
FEWEST = 2


class Seen(NamedTuple):
    """When a phone was last heard of, and the section and table on which it lies, if on one."""

    at: dt.datetime
    section: int | None
    table: int | None


class Silence(NamedTuple):
    """Phones that all stopped asking at one moment: how many, since when, with how much at most."""

    phones: int
    since: dt.datetime
    most_waiting: int


def note_phone(event: Event, device: str) -> None:
    """Remember that a phone asked just now. Seldom more than a look into this process's memory."""
    if device and caches["phones"].add(f"{event.pk}:{device}", True, WRITTEN_EVERY):
        PhoneSeen.objects.update_or_create(
            club_id=event.club_id, event=event, device=device, defaults={"at": clock.now()}
        )


def note_whose(event: Event, actor: Actor) -> None:
    """Remember that a phone opened its page just now, and on which table it lies, if on one."""
    lies = actor.link if actor.person is None and isinstance(actor.link, EventTableLink) else None
    key = f"{event.pk}:{actor.device}:{lies.pk if lies else 0}"
    if actor.level == Level.TABLE and actor.device and caches["phones"].add(key, True, REMEMBERED):
        now = {"at": clock.now(), "link": lies}
        PhoneSeen.objects.update_or_create(
            club_id=event.club_id, event=event, device=actor.device, defaults=now
        )


def seen_phones(room: Room) -> list[Seen]:
    """Return when each phone of an event was last heard of; none while nothing is played.

    One query.
    """
    event = room.event
    if not event.round or event.finished_at is not None:
        return []
    phones = PhoneSeen.objects.filter(event=event)
    return [Seen(*each) for each in phones.values_list("at", "link__section", "link__table")]


def silent_tables(room: Room, phones: Sequence[Seen]) -> dict[tuple[int, int], dt.datetime]:
    """Return since when the phones of tables are silent: {(section, table): since}.

    Only where they were silent long, nothing came in since, and a result is due by the clock;
    a phone may well go dark during a board. None while all are silent at once.
    """
    last: dict[tuple[int, int], dt.datetime] = {}
    for at, section, table in phones:
        if section is not None and table is not None:
            last[section, table] = max(at, last.get((section, table), at))
    tables = {(each.section.pk, each.number): each for each in room.tables()} if last else {}
    found = {
        where: at
        for where, at in last.items()
        if where in tables and at < clock.now() - LONG and _is_due(room, tables[where], at)
    }
    return {} if found and silence_of(room, phones) else found


def _is_due(room: Room, table: Table, since: dt.datetime) -> bool:
    """Whether a table without slips should have more boards in by now, and has had none since."""
    if (table.section.pk, table.number) in room.by_slip:
        return False
    reported = [each for each in table.boards if each.state is not State.TO_COME]
    gone = part_gone(room.event, clock_of(room, table.section.pk))
    is_behind = len(reported) < int(gone * len(table.boards))
    return is_behind and not any(each.revisions[-1].at > since for each in reported)


def silence_of(room: Room, phones: Sequence[Seen]) -> Silence | None:
    """Return since when all phones of an event are silent, None while it is not the network.

    All means most of those that asked in the minutes before: a phone that went dark earlier
    proves nothing.
    """
    seen = [each.at for each in phones]
    if not seen or max(seen) > clock.now() - SILENT_AFTER:
        return None
    last = max(seen)
    together = [at for at in seen if at > last - TOGETHER]
    there = [at for at in seen if at > last - WERE_THERE]
    if len(together) < FEWEST or 2 * len(together) <= len(there):
        return None
    to_come = (sum(b.state is State.TO_COME for b in table.boards) for table in room.tables())
    return Silence(len(together), last, max(to_come, default=0))
