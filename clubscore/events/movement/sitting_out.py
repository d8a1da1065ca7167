"""A pair that has no table in a round: a rover's, one whose place a rover has, or one that left."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clubscore.club.access import Actor
from clubscore.events.models import Entry
from clubscore.events.movement.reader_seat import own_places
from clubscore.events.selectors import own_entry
from clubscore.events.state.event_now import Room
from clubscore.events.state.plan import Place


@dataclass(frozen=True)
class Rest:
    """A round without a table, and the place to go to afterwards, none where none is known.

    It `is_open` where the next round is still to be drawn.
    """

    entry: Entry
    round: int
    is_open: bool
    has_left: bool
    next: Place | None = None
    table: str = ""
    way: str = ""
    against: Sequence[str] = ()
    first: int = 0
    last: int = 0


def rest_of(actor: Actor, room: Room) -> Rest | None:
    """Return where a player without a table goes next; None for a person who does not play here.

    `next` is None if the pair plays no more, or if the next round is still to be drawn.
    """
    entry = own_entry(room, actor.person)
    if entry is None or entry.section_id not in room.plans or entry.number is None:
        return None
    plan, now = room.plans[entry.section_id], max(1, room.now(entry.section_id))
    places = sorted(own_places(room, entry, actor.person), key=lambda place: place.round)
    after = next((place for place in places if place.round > now), None)
    section = next(each for each in room.sections if each.pk == entry.section_id)
    is_open = now < plan.rounds and not plan.is_drawn(now + 1)
    found = Rest(entry, now, is_open, plan.has_left(entry.number, now))
    if after is None:
        return found
    way = after.way_of(entry.number)
    return replace(
        found,
        next=after,
        table=room.table_name(section, after.table),
        way=way,
        against=room.names(section.pk, after.ew if way == "ns" else after.ns),
        first=after.boards[0],
        last=after.boards[-1],
    )
