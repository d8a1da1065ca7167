"""The reader of a table's page: which side they speak for, and where they sit now."""

from typing import NamedTuple

from clubscore.club.access import Actor, Level
from clubscore.club.models import Person
from clubscore.events.models import Entry, EventTableLink, Section
from clubscore.events.selectors import as_seen_by, own_entry
from clubscore.events.state.event_now import Room
from clubscore.events.state.plan import Place

BOTH = "both"


class Voice(NamedTuple):
    """The side a reader speaks for at a table: "ns", "ew", "both", or none ("")."""

    side: str

    @property
    def speaks(self) -> bool:
        """Whether they may report anything here."""
        return bool(self.side)

    def may_speak_for(self, side: str) -> bool:
        """Whether they may report for this side."""
        return side in ("ns", "ew") and self.side in (side, BOTH)

    def tells_as(self) -> str:
        """The side for which a first report counts: a phone of the table lies with North."""
        return "ns" if self.side == BOTH else self.side


def voice_at(actor: Actor, room: Room, section: Section, place: Place | None) -> Voice:
    """Return the side a reader speaks for at a table in a round."""
    entry = own_entry(room, actor.person)
    if place is not None and entry is not None and entry.section_id == section.pk:
        way = place.way_of(entry.number or 0)
        if way:
            return Voice(way)
    if actor.is_scorer or _seats_people(actor, room):
        return Voice(BOTH)
    lies_here = (
        actor.level == Level.TABLE
        and entry is None
        and place is not None
        and isinstance(actor.link, EventTableLink)
        and (actor.link.section_id, actor.link.table) == (section.pk, place.table)
    )
    return Voice(BOTH if lies_here else "")


def _seats_people(actor: Actor, room: Room) -> bool:
    """Whether a member may say who sits at a table without a director: until all are named."""
    if room.event.contest_set_id is None or actor.level < Level.PLAYER:
        return False
    return any(entry.lacks_names for entry in room.entries)


def seen_at(actor: Actor, room: Room, section: Section, place: Place | None) -> Room:
    """Return a room as a reader may see it on a table's page: all of it at their own table.

    There nothing is shown that did not happen there; a phone that lies on a table is of the table.
    """
    entry, link = own_entry(room, actor.person), actor.link
    is_own = False
    if entry is not None and place is not None:
        is_own = entry.section_id == section.pk and entry.number in place.numbers
    elif isinstance(link, EventTableLink) and place is not None:
        is_own = (link.section_id, link.table) == (section.pk, place.table)
    return room if is_own else as_seen_by(actor, room)


def reads_as(actor: Actor, room: Room, section: Section, place: Place | None) -> tuple[object, ...]:
    """Return who reads a table's page, as far as that decides what it says.

    At their own table both of a pair read the same, each on a phone of their own. Anywhere else it
    counts what one of them chose to look at; of a team who sits where changes from round to round,
    and at a contest everyone is shown their own cards.
    """
    person, link = actor.person, actor.link
    entry = own_entry(room, person) if actor.level == Level.TABLE else None
    if entry is not None and place is not None and entry.section_id == section.pk:
        alike = not entry.name and room.event.contest_set_id is None
        if alike and place.way_of(entry.number or 0):
            return ("pair", entry.pk)
    at = (link.section_id, link.table) if isinstance(link, EventTableLink) else None
    return ("alone", person and person.pk, at)


def named_speaker(
    actor: Actor, room: Room, place: tuple[Section, Place] | None, side: str, by: str
) -> Actor:
    """Return who speaks for a side: one of its players by name, else the reader of the page."""
    if place is None:
        return actor
    section, at = place
    people = room.people(section.pk, at, side)
    chosen = next((person for person in people if str(person.pk) == by), None)
    if chosen is None:
        return actor
    return Actor(actor.level, actor.club, actor.user, chosen, actor.link, actor.device)


def own_place(actor: Actor, room: Room) -> tuple[Section, Place] | None:
    """Return where a reader's pair sits in this round, or in the first one before play starts."""
    entry = own_entry(room, actor.person)
    if entry is None:
        return None
    for section in room.sections:
        if section.pk != entry.section_id or section.pk not in room.plans:
            continue
        for place in own_places(room, entry, actor.person):
            if place.round == max(1, room.now(section.pk)):
                return section, place
    return None


def own_places(room: Room, entry: Entry, person: Person | None) -> list[Place]:
    """Return where a person sits round by round; in a team, with their half of it."""
    section, number = entry.section_id or 0, entry.number or 0
    places = room.plans[section].of_pair(number)
    if not entry.name:
        return places
    return [
        place for place in places
        if person in room.people(section, place, place.way_of(number))
    ]  # fmt: skip
