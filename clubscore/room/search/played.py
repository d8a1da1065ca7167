"""Searching the club itself: its people, evenings, events and boards."""

import re
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.people.selectors import people_in, with_words
from clubscore.club.wording.days import full_date
from clubscore.events.imported.imported import told_with_board
from clubscore.events.models import Entry, Event, ResultRevision
from clubscore.events.selectors import events_of, may_see_results
from clubscore.room.evenings_seen import EVENINGS_A_PAGE, evenings_seen
from clubscore.room.search.hits import MOST, Hit, has_words, words_of
from clubscore.room.search.typed_days import day_word, days_asked

# "13", "b 13 Tuesday", "board 13".
BOARD = re.compile(r"(?:(?:b|board)\s*)?([1-9][0-9]{0,2})(?:\s+(.*))?", re.IGNORECASE)


class Played(NamedTuple):
    """What was found of people, evenings, events and boards."""

    people: list[Hit]
    evenings: list[Hit]
    events: list[Hit]
    boards: list[Hit]


def played(actor: Actor, text: str) -> Played:
    """Return what a text finds. At most six queries."""
    words = words_of(text)
    events = list(events_of(actor.home, None).order_by("-evening", "-pk"))
    return Played(
        _people(actor, text),
        _evenings(actor, words),
        [_event_hit(each) for each in events if _is_meant(each, words)][:MOST],
        _boards(actor, text, events),
    )


def _people(actor: Actor, text: str) -> list[Hit]:
    """A scorer opens anybody's page; to a player the list of members says who somebody is."""
    everybody = people_in(actor.home).filter(active=True)
    found = with_words(everybody, text, federations=actor.is_director)
    own = actor.person.pk if actor.person else None
    players = reverse("players")
    return [
        Hit(
            person.name,
            reverse("person", args=[person.pk])
            if actor.is_scorer or person.pk == own
            else f"{players}?{urlencode({'q': person.name})}",
            # As in the list of players: numbers are for those who run the room.
            person.number if actor.is_scorer else "",
        )
        for person in found[:MOST]
    ]


def _evenings(actor: Actor, words: list[str]) -> list[Hit]:
    asked = days_asked(words)
    if asked is None:
        return []
    address, found = reverse("results"), []
    for place, day in enumerate(evenings_seen(actor)):
        if asked(day):
            page, card = divmod(place, EVENINGS_A_PAGE)
            found.append(Hit(full_date(day), f"{address}?page={page + 1}#d{card + 1}"))
    return found[:MOST]


def _is_meant(event: Event, words: list[str]) -> bool:
    """Whether each word is in its name or asks for its day; a number alone is no name."""
    if not any(not word.isdecimal() for word in words):
        return False
    return all(has_words(event.name, [word]) or _is_of(event, word) for word in words)


def _is_of(event: Event, word: str) -> bool:
    asked = day_word(word)
    return asked is not None and asked(event.evening)


def _event_hit(event: Event) -> Hit:
    page = "event-ranking" if event.finished_at or event.told else "event"
    return Hit(event.name, reverse(page, args=[event.pk]), full_date(event.evening))


def _boards(actor: Actor, text: str, events: list[Event]) -> list[Hit]:
    """Return boards with a result, newest first."""
    asked = BOARD.fullmatch(text)
    if asked is None:
        return []
    number, words = int(asked[1]), words_of(asked[2] or "")
    open_ones = [e for e in events if (not words or _is_meant(e, words)) and _may_look(actor, e)]
    has_it = set(
        ResultRevision.objects.filter(section__event__in=[e.pk for e in open_ones], board=number)
        .order_by()
        .values_list("section__event", flat=True)
        .distinct()
    )
    has_it |= told_with_board(open_ones, number)
    found = [event for event in open_ones if event.pk in has_it]
    running = [event.pk for event in found if event.finished_at is None]
    plays = _plays_in(actor, running)
    return [
        Hit(
            _("Board %(board)s") % {"board": number},
            reverse("event-board", args=[event.pk, number]),
            f"{event.name}, {full_date(event.evening)}",
        )
        for event in found
        if event.pk not in plays
    ][:MOST]


def _may_look(actor: Actor, event: Event) -> bool:
    """A finished event's boards are everybody's who sees its results, others those who run it."""
    return may_see_results(actor, event) and (actor.is_scorer or event.finished_at is not None)


def _plays_in(actor: Actor, running: list[int]) -> set[int]:
    """Return the events under way in which whoever runs them plays too: boards are yet to come."""
    if actor.person is None or not running:
        return set()
    own = Q(first=actor.person) | Q(second=actor.person) | Q(further__person=actor.person)
    return set(Entry.objects.filter(own, event__in=running).values_list("event", flat=True))
