"""Open an event that another program set up: its sections, their movements, who plays in them."""

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.models import Club, Person
from clubscore.club.refused import Refused
from clubscore.events.entries.opening_event import enter, open_event
from clubscore.events.entries.seat_names import Said, Where, name_seats
from clubscore.events.locks import note
from clubscore.events.models import Event, EventHappening, Section
from clubscore.events.models.kept_facts import EntryChanged, MovementSet
from clubscore.events.state.plan import as_rows, recipe
from clubscore.events.terms.event_terms import Terms
from clubscore.events.terms.formats import LEAST_PEOPLE
from clubscore.movements import KINDS, Movement
from clubscore.movements.chooser import minutes_of

Kind = EventHappening.Kind


class SectionSetUp(NamedTuple):
    """A section: its letter, its movement, and the people of each number by seat.

    None is a player whom the file does not name; a table says later who it is.
    """

    letter: str
    movement: Movement
    people: dict[int, list[Person | None]]


def open_set_up(
    *,
    club: Club,
    evening: dt.date,
    terms: Terms,
    sections: Sequence[SectionSetUp],
    key: str,
    actor: Actor,
) -> Event:
    """Open an event whose movement is planned already, all or nothing; nothing is played yet.

    The same key again is the same event. Refuses somebody who is named twice.
    """
    _must_be_once(sections)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        known = EventHappening.objects.filter(club=club, key=key, kind=Kind.OPENED)
        for happening in known.select_related("event"):
            return happening.event
        event = open_event(club=club, evening=evening, terms=terms, key=key, actor=actor)
        Section.objects.filter(event=event).delete()
        first = sections[0].movement
        event.boards_a_round = first.boards_per_set
        event.minutes_a_round = max(1, minutes_of(first) // first.rounds)
        event.save(update_fields=["boards_a_round", "minutes_a_round"])
        for each in sections:
            _add_section(event, each, f"{key}:{each.letter}", actor)
    return event


def _must_be_once(sections: Sequence[SectionSetUp]) -> None:
    found: set[int] = set()
    for section in sections:
        for person in (one for people in section.people.values() for one in people):
            if person is not None and person.pk in found:
                text = _("%(name)s is named twice. Choose a different player for one of the names.")
                raise Refused(text % {"name": person.name})
            if person is not None:
                found.add(person.pk)


def _add_section(event: Event, told: SectionSetUp, key: str, actor: Actor) -> None:
    """Write a section with its movement and its entries, who have their numbers at once."""
    movement = told.movement
    plan = recipe(movement) if movement.kind in KINDS else as_rows(movement)
    section = Section.objects.create(
        club_id=event.club_id, event=event, letter=told.letter, plan=plan
    )
    note(event, Kind.MOVEMENT, key, actor, MovementSet(section=told.letter, plan=plan))
    said = []
    for number in range(1, movement.contestants + 1):
        people = told.people.get(number, [])
        named = [one for one in people if one is not None]
        whole = len(named) == LEAST_PEOPLE[event.contestants_are]
        entry = enter(event, named if whole else [], "", actor, by_seats=not whole)
        if whole:
            who = " & ".join(person.name for person in named)
            entered = EntryChanged(what="entered", who=who)
            note(event, Kind.ENTRY, f"{key}:{number}", actor, entered)
        entry.section, entry.number = section, number
        entry.save(update_fields=["section", "number"])
        if named and not whole:
            said.append(Said(entry.pk, people, settles=True))
    if said:
        name_seats(where=Where(section), said=said, key=f"{key}:names", actor=actor)
