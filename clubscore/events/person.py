"""The events that one person played: when, with whom, where they came, imported ones as well."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import get_language

from clubscore.club.access import Actor
from clubscore.club.database import Remembered
from clubscore.club.models import Person
from clubscore.club.people import ids_and_merged
from clubscore.club.wording import named
from clubscore.events.imported import told_of
from clubscore.events.models import Entry, Event, TeamMember, ToldPlayer
from clubscore.events.rankings import CardLine, Lists
from clubscore.events.scoring import contestant_of
from clubscore.events.selectors import as_seen_by, may_see_results
from clubscore.events.state import EventState, grouped, rooms_of, with_people


class PersonEvent(NamedTuple):
    """An event as one of its players sees it; no place if the ranking is not open to them."""

    event: Event
    partner: str
    place: str = ""
    of: int = 0
    percent: str = ""


class FinalPlace(NamedTuple):
    """Where somebody came, of how many, with how much."""

    place: str
    of: int
    percent: str


def place_in(lists: Lists, key: str) -> FinalPlace | None:
    """Return where a contestant came in the first list that ranks it, None without a board."""
    for ranking in lists.rankings:
        for row in ranking.rows:
            if row.key == key and row.boards:
                return FinalPlace(row.place, len(ranking.rows), row.percent)
    return None


class _ImportedNames(NamedTuple):
    """What is read of an imported event once: everybody's names, and everybody's place."""

    names: dict[str, tuple[str, ...]]
    places: dict[str, FinalPlace]


# By event, its revision and the reader's language.
_read: Remembered[tuple[int, int, str | None], _ImportedNames] = Remembered()


def imported_events_of(theirs: list[int], actor: Actor, most: int | None) -> list[PersonEvent]:
    """Return the newest imported events of a person, by all their entries in the list.

    One query; four, and one for each event, where something was not read before.
    """
    links = _links(theirs, most)
    told = _told_of([each.event for each in links])
    return [
        PersonEvent(
            each.event,
            _partner(told[each.event.pk].names, each),
            *_place(told[each.event.pk], each, actor),
        )
        for each in links
    ]


def imported_cards_of(theirs: list[int], actor: Actor) -> list[tuple[PersonEvent, list[CardLine]]]:
    """Return all imported events of a person, each with the card if the ranking is open."""
    played = imported_events_of(theirs, actor, None)
    found = []
    for each, link in zip(played, _links(theirs, None), strict=True):
        card = []
        if may_see_results(actor, each.event):
            (room,) = rooms_of([each.event])
            card = Lists(room).card(link.contestant)
        found.append((each, card))
    return found


def _links(theirs: list[int], most: int | None) -> list[ToldPlayer]:
    rows = ToldPlayer.objects.filter(person__in=theirs, event__called_off_at=None)
    rows = rows.filter(event__deleted_at=None).select_related("event__club")
    return list(rows.order_by("-event__evening", "-event__pk")[:most])


def _told_of(events: Iterable[Event]) -> dict[int, _ImportedNames]:
    keys = {each: (each.pk, each.revision, get_language()) for each in events}
    known = {each: _read.get(key) for each, key in keys.items()}
    unknown = [each for each, told in known.items() if told is None]
    for room in rooms_of(unknown) if unknown else ():
        told = told_of(room.event)
        lists = Lists(room, told=told)
        names = {number: each.names for number, each in told.contestants.items()}
        places = {number: place_in(lists, number) for number in told.contestants}
        found = _ImportedNames(names, {number: each for number, each in places.items() if each})
        known[room.event] = found
        _read.keep(keys[room.event], found)
    return {event.pk: told for event, told in known.items() if told}


def _partner(names: dict[str, tuple[str, ...]], link: ToldPlayer) -> str:
    """Who played with somebody, by the names in the file."""
    everybody = names.get(link.contestant, ())
    return named(name for order, name in enumerate(everybody) if order != link.order)


def _place(
    told: _ImportedNames, link: ToldPlayer, actor: Actor
) -> tuple[str, int, str] | tuple[()]:
    place = told.places.get(link.contestant)
    return place if place and may_see_results(actor, link.event) else ()


NEWEST = 12  # events


# By event, its revision and the club's, and the reader's language: {entry: place}.
_placed: Remembered[tuple[int, int, int, str | None], dict[int, FinalPlace]] = Remembered()


def events_played(person: Person, actor: Actor, most: int = NEWEST) -> list[PersonEvent]:
    """Return the newest events that a person played, under any entry; `most` is how many.

    Imported ones too. Eight queries, four where the places at all of them are known; of an
    imported one that was not read before, two and four for them all.
    """
    theirs = ids_and_merged(person)
    events = [each for each in _events(person, theirs, most) if each.called_off_at is None]
    seen = [each for each in events if may_see_results(actor, each) and each.round]
    places = _places(seen)
    of_event = grouped(_own_entries(events, theirs), lambda each: each.event_id)
    played = [
        PersonEvent(event, _partner_of_person_events(entry, theirs), *places.get(entry.pk, ()))
        for event in events
        for entry in of_event[event.pk]
    ]
    found = [*played, *imported_events_of(theirs, actor, most)]
    return sorted(found, key=_newest_first)[:most]


def cards_played(person: Person, actor: Actor) -> list[tuple[PersonEvent, list[CardLine]]]:
    """Return all events that a person played, each with the card from `Lists`. Seven queries.

    At a par contest one more, of an imported one some. No card if the ranking is not open to the
    reader.
    """
    theirs = ids_and_merged(person)
    found = []
    for room, entry in _entries(person, theirs, None):
        lists = _lists(room, actor)
        card = lists.card(_key(room, entry)) if lists else []
        place = place_in(lists, _key(room, entry)) if lists else None
        found.append(
            (
                PersonEvent(room.event, _partner_of_person_events(entry, theirs), *(place or ())),
                card,
            )
        )
    return sorted(
        [*found, *imported_cards_of(theirs, actor)], key=lambda one: _newest_first(one[0])
    )


def _newest_first(played: PersonEvent) -> tuple[int, int]:
    return -played.event.evening.toordinal(), -played.event.pk


def _events(person: Person, theirs: list[int], most: int | None) -> list[Event]:
    entries = _entries_of(theirs).filter(number__isnull=False).order_by().values("event")
    events = Event.sessions.filter(pk__in=entries, club=person.club_id).select_related("club")
    return list(events.order_by("-evening", "-pk")[:most])


def _entries(person: Person, theirs: list[int], most: int | None) -> list[tuple[EventState, Entry]]:
    return [
        (room, entry)
        for room in rooms_of(_events(person, theirs, most))
        for entry in room.by_number.values()
        if {each.pk for each in entry.people} & set(theirs)
    ]


def _own_entries(events: Iterable[Event], theirs: list[int]) -> Iterable[Entry]:
    """Return the entries under which a person has a number at some events. One query, or three."""
    numbered = _entries_of(theirs).filter(section__isnull=False, number__isnull=False)
    return with_people(numbered.filter(event__in=events), events)


def _entries_of(theirs: list[int]) -> QuerySet[Entry]:
    """Return the entries under which somebody played; each way is looked up by its own index."""
    further = TeamMember.objects.filter(person__in=theirs, gone_at=None).values("entry")
    return Entry.objects.filter(Q(first__in=theirs) | Q(second__in=theirs) | Q(pk__in=further))


def _places(events: Iterable[Event]) -> dict[int, FinalPlace]:
    """Return {entry: place} of all who were ranked at some events.

    Four queries, none where they were read before: until something is changed at an event, its
    places stay.
    """
    keys = {
        each.pk: (each.pk, each.revision, each.club.revision, get_language()) for each in events
    }
    known = {pk: _placed.get(key) for pk, key in keys.items()}
    unknown = [each for each in events if known[each.pk] is None]
    for room in rooms_of(unknown) if unknown else ():
        lists = Lists(room)
        found = {entry.pk: place_in(lists, _key(room, entry)) for entry in room.by_number.values()}
        known[room.event.pk] = {entry: place for entry, place in found.items() if place}
        _placed.keep(keys[room.event.pk], known[room.event.pk] or {})
    return {entry: place for places in known.values() for entry, place in (places or {}).items()}


def _key(room: EventState, entry: Entry) -> str:
    return contestant_of(room, entry.section_id or 0, entry.number or 0)


def _lists(room: EventState, actor: Actor) -> Lists | None:
    """An event ranked, if the reader may see that."""
    if not may_see_results(actor, room.event) or not room.event.round:
        return None
    return Lists(as_seen_by(actor, room))


def _partner_of_person_events(entry: Entry, theirs: list[int]) -> str:
    return named(each.name for each in entry.people if each.pk not in theirs)
