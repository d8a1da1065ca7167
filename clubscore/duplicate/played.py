"""What somebody played at events: when, with whom, and what it brought."""

from typing import NamedTuple

from django.db.models import Q

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.selectors import ids_and_merged
from clubscore.duplicate.lists import Lists
from clubscore.duplicate.models import Entry, Event
from clubscore.duplicate.room import Room, rooms_of
from clubscore.duplicate.scoring import contestant_of
from clubscore.duplicate.selectors import may_see_results

NEWEST = 12  # events


class Played(NamedTuple):
    """An event as one of its players sees it; no place where the ranking is not open to him."""

    event: Event
    partner: str
    place: str = ""
    of: int = 0
    percent: str = ""


def events_played(person: Person, actor: Actor, most: int | None = NEWEST) -> list[Played]:
    """Return the newest events that somebody played, under whatever entry. Six queries.

    `most` is how many; None is all.
    """
    his = ids_and_merged(person)
    took_part = Q(entries__first__in=his) | Q(entries__second__in=his)
    took_part |= Q(entries__further__person__in=his, entries__further__gone_at=None)
    events = (
        Event.objects.filter(took_part, club=person.club_id, entries__number__isnull=False)
        .select_related("club")
        .order_by("-evening", "-pk")
        .distinct()[:most]
    )
    rooms = rooms_of(list(events))
    return [
        _played(room, entry, set(his), actor)
        for room in rooms
        for entry in room.by_number.values()
        if {person.pk for person in entry.people} & set(his)
    ]


def _played(room: Room, entry: Entry, his: set[int], actor: Actor) -> Played:
    partner = " & ".join(each.short_name for each in entry.people if each.pk not in his)
    if not may_see_results(actor, room.event) or not room.event.round:
        return Played(room.event, partner)
    key = contestant_of(room, entry.section_id or 0, entry.number or 0)
    for ranking in Lists(room).rankings:
        for row in ranking["rows"]:
            if row.key == key and row.place:
                of = len(ranking["rows"])
                return Played(room.event, partner, row.place, of, row.percent)
    return Played(room.event, partner)
