"""Names that phones took, and what a director is told of it: a name is only what a phone says.

Whoever has the code of one table can take any name, and a second name after the first. That is
let through, for people do scan the wrong code; but the director reads it in one line.
"""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.events.locks import note, taken_event
from clubscore.events.models import Entry, EventHappening, ResultRevision, Section
from clubscore.events.models.contest_facts import PhoneIn
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.spot_state import Kind as Result
from clubscore.events.state.spot_state import Standing

Kind = EventHappening.Kind


class NameTaken(NamedTuple):
    """A name that a phone took in a way that the director should know, and why, in words."""

    happening: EventHappening
    table: str
    text: str


def take_name(
    *,
    section: Section,
    table: int,
    person: Person,
    was: int | None,
    is_far: bool | None,
    key: str,
    actor: Actor,
) -> None:
    """Note that a phone took a player's name by a table's code.

    `was` is the person that the same phone was before; `is_far` whether that player sits at
    another table in this round and the next ones, None where it is to be found out here.
    """
    room = room_of(section.event)
    told = PhoneIn(section=section.pk, table=table, person=person.pk)
    if is_far is None:
        is_far = not _sits_near(room, section, table, person)
    if is_far:
        told["far"] = True
    if was is not None and was != person.pk:
        told["was"] = was
    if was != person.pk and any(each["person"] == person.pk for each in _told(room)):
        told["second"] = True
    if not _why(room, told):
        # Nothing that any page shows: no phone needs to ask for it.
        note(section.event, Kind.PHONE_IN, key, actor, told)
        return
    with taken_event(section.event) as event:
        note(event, Kind.PHONE_IN, key, actor, told)


def names_are_right(*, room: Room, happening: int, key: str, actor: Actor) -> None:
    """Say that the director has seen to a phone that took a name; raises Refused of any other."""
    for each in names_in_doubt(room):
        if each.happening.pk == happening:
            told = each.happening.told_as(PhoneIn)
            with taken_event(room.event) as event:
                note(event, Kind.PHONE_IN, key, actor, {**told, "settles": happening})
            return
    raise Refused(_("This line is not here any more. Check the list again."))


def names_in_doubt(room: Room) -> list[NameTaken]:
    """Return the names taken in a way that the director should know and has not seen to yet."""
    if room.event.contest_set_id is not None or room.event.finished_at is not None:
        return []
    seen = {told.get("settles") for told in _told(room)}
    letters = {section.pk: section.letter for section in room.sections}
    return [
        NameTaken(each, f"{letters.get(told['section'], '')}{told['table']}", text)
        for each in room.happenings
        if each.kind == Kind.PHONE_IN and each.pk not in seen
        and (told := each.told_as(PhoneIn)).get("settles") is None
        and (text := _why(room, told))
    ]  # fmt: skip


def by_one_phone(room: Room, standing: Standing) -> bool:
    """Whether both sides of an agreed result spoke by one phone that took two names."""
    agreed = standing.result
    if agreed is None or agreed.kind != Result.AGREED or room.event.contest_set_id is not None:
        return False
    phones = {each.device: each.told_as(PhoneIn) for each in _taken(room)}
    told: list[ResultRevision] = [e for e in standing.revisions if e.kind == Result.TOLD]
    mine, first = phones.get(agreed.device), phones.get(told[-1].device) if told else None
    return mine is not None and first is not None and mine.get("was") == first["person"]


def _taken(room: Room) -> Iterator[EventHappening]:
    for each in room.happenings:
        if each.kind == Kind.PHONE_IN and "settles" not in each.told_as(PhoneIn):
            yield each


def _told(room: Room) -> list[PhoneIn]:
    return [each.told_as(PhoneIn) for each in room.happenings if each.kind == Kind.PHONE_IN]


def _sits_near(room: Room, section: Section, table: int, person: Person) -> bool:
    """Whether a player sits at a table in this round or beside it, or has no seat to compare."""
    entry, now = _entry_of(room, person.pk), max(1, room.now(section.pk))
    plan = room.plans.get(section.pk)
    if entry is None or plan is None:
        return True
    rounds = range(now - 1, now + 2)
    tables = [
        place.table
        for place in (plan.of_pair(entry.number or 0) if entry.section_id == section.pk else ())
        if place.round in rounds
    ]
    sits_out = entry.section_id == section.pk and not tables
    return sits_out or table in tables


def _why(room: Room, told: PhoneIn) -> str:
    """What the director should know of a name that was taken, in words; nothing of most."""
    entry = _entry_of(room, told["person"])
    names = {"name": _name_of(room, told["person"])}
    before = _entry_of(room, told.get("was", 0))
    if before is not None and before != entry:
        names["before"] = _name_of(room, told["was"])
        return _("the phone of %(before)s took the name of %(name)s") % names
    if told.get("far"):
        return _("a phone here took the name of %(name)s, who sits at another table") % names
    if told.get("second"):
        return _("%(name)s has a second phone") % names
    return ""


def _entry_of(room: Room, person: int) -> Entry | None:
    found = (e for e in room.entries if any(each.pk == person for each in e.people))
    return next(found, None)


def _name_of(room: Room, person: int) -> str:
    entry = _entry_of(room, person)
    return next((each.name for each in entry.people if each.pk == person), "") if entry else ""
