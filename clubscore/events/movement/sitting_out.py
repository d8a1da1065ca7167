"""A pair that has no table in a round: a rover's, one whose place a rover has, or one that left."""

from typing import Any

from clubscore.club.access import Actor
from clubscore.events.movement.reader_seat import own_places
from clubscore.events.selectors import own_entry
from clubscore.events.state.event_now import Room


def rest_of(actor: Actor, room: Room) -> dict[str, Any] | None:
    """Return where a player without a table goes next; None for a person who does not play here.

    `next` is None if the pair plays no more, or if the next round is still to be drawn:
    then it `is_open`.
    """
    entry = own_entry(room, actor.person)
    if entry is None or entry.section_id not in room.plans or entry.number is None:
        return None
    plan, now = room.plans[entry.section_id], max(1, room.event.round)
    places = sorted(own_places(room, entry, actor.person), key=lambda place: place.round)
    after = next((place for place in places if place.round > now), None)
    section = next(each for each in room.sections if each.pk == entry.section_id)
    is_open = now < plan.rounds and not plan.is_drawn(now + 1)
    found: dict[str, Any] = {"entry": entry, "round": now, "next": after, "is_open": is_open}
    found["has_left"] = plan.has_left(entry.number, now)
    if after is not None:
        other = after.ew if after.way_of(entry.number) == "ns" else after.ns
        found |= {
            "table": room.table_name(section, after.table),
            "way": after.way_of(entry.number),
            "against": room.names(section.pk, other),
            "first": after.boards[0],
            "last": after.boards[-1],
        }
    return found
