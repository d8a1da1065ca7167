"""The events that a person played: when, with whom, and the result."""

from typing import NamedTuple

from django.db.models import Q

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.people.selectors import ids_and_merged
from clubscore.club.wording.names import named
from clubscore.events.models import Entry, Event
from clubscore.events.rankings.lists import CardLine, Lists
from clubscore.events.selectors import may_see_results
from clubscore.events.state.event_now import Room, rooms_of
from clubscore.events.state.scoring import contestant_of

NEWEST = 12  # events


class Played(NamedTuple):
    """An event as one of its players sees it; no place if the ranking is not open to them."""

    event: Event
    partner: str
    place: str = ""
    of: int = 0
    percent: str = ""


def events_played(person: Person, actor: Actor, most: int | None = NEWEST) -> list[Played]:
    """Return the newest events that a person played, under any entry. Six queries.

    `most` is how many; None is all.
    """
    theirs = ids_and_merged(person)
    return [
        _played(room, entry, theirs, _lists(room, actor))
        for room, entry in _entries(person, theirs, most)
        if room.event.called_off_at is None
    ]


def cards_played(person: Person, actor: Actor) -> list[tuple[Played, list[CardLine]]]:
    """Return all events that a person played, each with the card from `Lists`. Six queries.

    At a par contest one more. No card if the ranking is not open to the reader.
    """
    theirs = ids_and_merged(person)
    found = []
    for room, entry in _entries(person, theirs, None):
        lists = _lists(room, actor)
        card = lists.card(_key(room, entry)) if lists else []
        found.append((_played(room, entry, theirs, lists), card))
    return found


def _entries(person: Person, theirs: list[int], most: int | None) -> list[tuple[Room, Entry]]:
    took_part = Q(entries__first__in=theirs) | Q(entries__second__in=theirs)
    took_part |= Q(entries__further__person__in=theirs, entries__further__gone_at=None)
    events = (
        Event.objects.filter(took_part, club=person.club_id, entries__number__isnull=False)
        .select_related("club")
        .order_by("-evening", "-pk")
        .distinct()[:most]
    )
    return [
        (room, entry)
        for room in rooms_of(list(events))
        for entry in room.by_number.values()
        if {each.pk for each in entry.people} & set(theirs)
    ]


def _key(room: Room, entry: Entry) -> str:
    return contestant_of(room, entry.section_id or 0, entry.number or 0)


def _lists(room: Room, actor: Actor) -> Lists | None:
    """An event ranked, if the reader may see that."""
    return Lists(room) if may_see_results(actor, room.event) and room.event.round else None


def _played(room: Room, entry: Entry, theirs: list[int], lists: Lists | None) -> Played:
    partner = named(each.short_name for each in entry.people if each.pk not in theirs)
    key = _key(room, entry)
    for ranking in lists.rankings if lists else ():
        for row in ranking.rows:
            if row.key == key and row.boards:
                of = len(ranking.rows)
                return Played(room.event, partner, row.place, of, row.percent)
    return Played(room.event, partner)
