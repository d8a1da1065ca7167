"""The clock of a section: the event's, or its own since somebody moved that in this round."""

import datetime as dt
from typing import NamedTuple

from clubscore.events.models import EventHappening
from clubscore.events.models.kept_facts import FOLLOWS, ClockSet
from clubscore.events.state.event_now import Room


class Clock(NamedTuple):
    """A round's clock, running towards `ends_at` or standing with `seconds_left`."""

    ends_at: dt.datetime | None
    seconds_left: int | None
    is_own: bool = False


def clock_of(room: Room, section: int) -> Clock:
    """Return the clock of a section in the round played now."""
    event = room.event
    for happening in reversed(room.happenings):
        if happening.kind != EventHappening.Kind.CLOCK:
            continue
        told = happening.told_as(ClockSet)
        if told.get("section") != section or told.get("round") != room.now(section):
            continue
        if told["what"] == FOLLOWS or event.finished_at is not None:
            break
        ends = told.get("ends")
        return Clock(dt.datetime.fromisoformat(ends) if ends else None, told.get("seconds"), True)
    return Clock(event.ends_at, event.seconds_left)
