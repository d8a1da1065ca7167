"""Tables counted before anybody is entered: pairs without names, who are named from their seats."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.events.entries.fees import enter_in_book
from clubscore.events.entries.opening_event import enter
from clubscore.events.locks import is_noted, must_not_be_final, note, taken_event
from clubscore.events.models import Entry, Event, EventHappening, Section
from clubscore.events.models.kept_facts import EntryChanged, SeatsNamed
from clubscore.events.state.event_now import Room, entries_of, room_of
from clubscore.events.state.seat_claims import (
    OTHERWISE,
    TWICE,
    Doubt,
    Seats,
    seats_of,
    table_now,
)
from clubscore.events.terms.event_words import how_many
from clubscore.events.terms.formats import TEAMS

Kind = EventHappening.Kind


@dataclass(frozen=True)
class Said:
    """What a table says of an entry: people by seat, North or East first, None for "later".

    `typed` is what it says of a seat that names nobody for certain; `seen` is how often something
    was said of the entry on the page; `settles` says that it counts, whatever was said before.
    """

    entry: int
    people: Sequence[Person | None]
    typed: Sequence[str] = ()
    seen: int = 0
    settles: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing of anybody."""
        return not any(self.people) and not any(self.typed)


@dataclass(frozen=True)
class Where:
    """Where something is said of seats: a table in a round; 0 for the director's desk."""

    section: Section
    table: int = 0
    round: int = 0


def enter_counted(*, event: Event, count: int, key: str, actor: Actor) -> None:
    """Add entries without names until there are so many. The same key again changes nothing.

    Refuses teams, which have names of their own, and fewer than are entered.
    """
    with taken_event(event) as found:
        if is_noted(found, key):
            return
        if found.contestants_are == TEAMS:
            raise Refused(_("Teams are entered by name. Enter each team."))
        here = sum(entry.plays for entry in entries_of(found))
        many = how_many(found.contestants_are, here)
        if here > count:
            raise Refused(_("Already entered: %(many)s. Count all tables.") % {"many": many})
        if here == count:
            return
        note(found, Kind.ENTRY, key, actor, EntryChanged(what="counted", many=count - here))
        for _each in range(count - here):
            entry = enter(found, [], "", actor, by_seats=True)
            # Who sits at a table that was counted is here.
            entry.arrived_at = entry.entered_at
            entry.save(update_fields=["arrived_at"])


def name_seats(*, where: Where, said: Sequence[Said], key: str, actor: Actor) -> None:
    """Record who a table says that its pairs are. The same key again changes nothing.

    What contradicts another table's word, or names a player of another pair, waits to be settled
    (`state/seat_claims.py`) and changes nothing until then. Refuses once the ranking is final.
    """
    with taken_event(where.section.event) as event:
        must_not_be_final(event)
        room = room_of(event)
        for each in said:
            if each.settles:
                _take_from_others(room, where, each, key, actor)
            _note(room, where, each, f"{key}:{each.entry}", actor)
        _write(event, actor)


def ask_later(*, where: Where, key: str, actor: Actor) -> None:
    """A table asks not to be asked again; its players can still be named."""
    with taken_event(where.section.event) as event:
        told = SeatsNamed(
            section=where.section.pk,
            table=where.table,
            said_at=where.table,
            round=where.round,
            later=True,
        )
        note(event, Kind.SEATED, key, actor, told)


def settle(*, where: Where, doubt: int, counts: bool, key: str, actor: Actor) -> None:
    """Settle what contradicts: what was said counts, or what stood before it does.

    `doubt` is the key of the happening. Refuses one that is settled already.
    """
    with taken_event(where.section.event) as event:
        must_not_be_final(event)
        if is_noted(event, key):
            return
        room = room_of(event)
        for entry, seats in seats_of(room).items():
            for each in seats.doubts:
                if each.claim.pk == doubt:
                    said = Said(entry, _settled(room, seats, each, counts=counts), settles=True)
                    _take_from_others(room, where, said, key, actor)
                    _note(room, where, said, key, actor)
                    _write(event, actor)
                    return
        raise Refused(_("This was settled already. The names shown are those that count."))


def _settled(room: Room, seats: Seats, doubt: Doubt, *, counts: bool) -> list[Person | None]:
    """Who sits there once a doubt is settled: what was said of it, or what stood before."""
    people = seats.people
    if counts and doubt.why == OTHERWISE:
        people = doubt.claim.people
    elif counts and doubt.why == TWICE:
        both = zip(doubt.claim.people, seats.people, strict=True)
        people = tuple(new or old for new, old in both)
    found = Person.objects.filter(club=room.event.club_id).in_bulk([one for one in people if one])
    return [found.get(one or 0) for one in people]


def _take_from_others(room: Room, where: Where, said: Said, key: str, actor: Actor) -> None:
    """Whoever sits here sits in no other pair: each that loses somebody has it noted."""
    here = {person.pk for person in said.people if person}
    for entry, seats in seats_of(room).items():
        if entry != said.entry and here.intersection(seats.people):
            left = [None if one in here else one for one in seats.people]
            found = Person.objects.filter(club=room.event.club_id).in_bulk(filter(None, left))
            people = [found.get(one or 0) for one in left]
            other = Said(entry, people, settles=True)
            _note(room, where, other, f"{key}:from{entry}", actor)


def _write(event: Event, actor: Actor) -> None:
    """Give entries the people whom their seats have by now, and charge them after the end."""
    room = room_of(event)
    changed = {}
    for pk, seats in seats_of(room).items():
        people = [one for one in seats.people if one]
        changed[pk] = (*people, None, None)[:2]
    old = {entry.pk: (entry.first_id, entry.second_id) for entry in room.entries}
    changed = {pk: people for pk, people in changed.items() if old[pk] != people}
    # Nobody is in two entries, not even from one row to the next.
    Entry.objects.filter(pk__in=changed).update(first=None, second=None)
    for pk, (first, second) in changed.items():
        Entry.objects.filter(pk=pk).update(first=first, second=second)
    if event.finished_at is not None:
        enter_in_book(event=event, actor=actor)


def _note(room: Room, where: Where, said: Said, key: str, actor: Actor) -> None:
    entry = next((each for each in room.entries if each.pk == said.entry), None)
    if entry is None:
        raise Refused(_("This entry no longer exists."))
    told = SeatsNamed(
        section=where.section.pk,
        table=table_now(room, entry),
        said_at=where.table,
        round=where.round,
        entry=said.entry,
        people=[person.pk if person else None for person in said.people],
        seen=said.seen,
    )
    if any(said.typed):
        told["typed"] = [*said.typed]
    if said.settles:
        told["settles"] = True
    note(room.event, Kind.SEATED, key, actor, told)
