"""The imported events that a person played, where their file was tied to the club's people."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import get_language

from clubscore.club.access import Actor
from clubscore.club.remembered import Remembered
from clubscore.club.wording.names import named
from clubscore.events.imported.imported import told_of
from clubscore.events.models import Event, ToldPlayer
from clubscore.events.rankings.event_played import Place, Played, place_in
from clubscore.events.rankings.lists import CardLine, Lists
from clubscore.events.selectors import may_see_results
from clubscore.events.state.event_now import rooms_of


class _Told(NamedTuple):
    """What is read of an imported event once: everybody's names, and everybody's place."""

    names: dict[str, tuple[str, ...]]
    places: dict[str, Place]


# By event, its revision and the reader's language.
_read: Remembered[tuple[int, int, str | None], _Told] = Remembered()


def told_events_played(theirs: list[int], actor: Actor, most: int | None) -> list[Played]:
    """Return the newest imported events of a person, by all their entries in the list.

    One query; four, and one for each event, where something was not read before.
    """
    links = _links(theirs, most)
    told = _told_of([each.event for each in links])
    return [
        Played(
            each.event,
            _partner(told[each.event.pk].names, each),
            *_place(told[each.event.pk], each, actor),
        )
        for each in links
    ]


def told_cards_played(theirs: list[int], actor: Actor) -> list[tuple[Played, list[CardLine]]]:
    """Return all imported events of a person, each with the card if the ranking is open."""
    played = told_events_played(theirs, actor, None)
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


def _told_of(events: Iterable[Event]) -> dict[int, _Told]:
    keys = {each: (each.pk, each.revision, get_language()) for each in events}
    known = {each: _read.get(key) for each, key in keys.items()}
    unknown = [each for each, told in known.items() if told is None]
    for room in rooms_of(unknown) if unknown else ():
        told = told_of(room.event)
        lists = Lists(room, told=told)
        names = {number: each.names for number, each in told.contestants.items()}
        places = {number: place_in(lists, number) for number in told.contestants}
        found = _Told(names, {number: each for number, each in places.items() if each})
        known[room.event] = found
        _read.keep(keys[room.event], found)
    return {event.pk: told for event, told in known.items() if told}


def _partner(names: dict[str, tuple[str, ...]], link: ToldPlayer) -> str:
    """Who played with somebody, by the names in the file."""
    everybody = names.get(link.contestant, ())
    return named(name for order, name in enumerate(everybody) if order != link.order)


def _place(told: _Told, link: ToldPlayer, actor: Actor) -> tuple[str, int, str] | tuple[()]:
    place = told.places.get(link.contestant)
    return place if place and may_see_results(actor, link.event) else ()
