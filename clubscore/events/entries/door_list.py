"""A list at the door: an address at which people enter themselves until the movement is chosen."""

import datetime as dt
from collections.abc import Sequence

from django.core.cache import caches
from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.models import Person
from clubscore.club.own_words import THE_LIST
from clubscore.club.people.guests import add_guest
from clubscore.club.refused import Refused
from clubscore.events.entries.opening_event import (
    enter_pair,
    enter_players,
    join_halves,
    name_pair,
)
from clubscore.events.entries.teams import enter_team
from clubscore.events.locks import is_noted, note, taken_event
from clubscore.events.models import Entry, Event, EventHappening, EventList
from clubscore.events.models.kept_facts import EntryChanged
from clubscore.events.state.event_now import entries_of
from clubscore.events.state.plan import plan_of
from clubscore.events.terms.formats import INDIVIDUALS, TEAMS
from clubscore.tableside.secret_addresses import hash_of, new_address, ours

Kind = EventHappening.Kind
# What one list takes: in all, and within a short while. The largest room is half of it.
MOST, MOST_AT_ONCE, AT_ONCE = 200, 40, dt.timedelta(minutes=5)
# How often names are looked for by one address within an hour, in each process.
MOST_LOOKS, HOUR = 3000, 60 * 60
# Whom the list enters: somebody of the club, or a guest by name.
Listed = Person | str


def list_of(event: Event) -> EventList | None:
    """Return the open list of an event, None where none is open."""
    if why_closed(event):
        return None
    good = EventList.objects.filter(event=event, revoked_at=None, expires_at__gt=clock.now())
    return ours(good.first())


def list_by_token(token: str) -> EventList | None:
    """Return the list behind a token, closed ones too, if its evening is not over."""
    good = EventList.objects.filter(expires_at__gt=clock.now(), event__deleted_at=None)
    return good.filter(token_hash=hash_of(token)).select_related("event__club").first()


def why_closed(event: Event, at: EventList | None = None) -> str:
    """Return why nobody enters themselves (by this list) any more, "" while they do."""
    if event.called_off_at is not None:
        return _("The event was called off.")
    if event.round or event.finished_at is not None:
        return _("Play has begun. Ask the director whether there is still a seat.")
    if any(plan_of(section.plan) is not None for section in event.sections.all()):
        return _("The seats have been allotted. Ask the director whether one is left.")
    if at is not None and at.revoked_at is not None:
        return _("The director has closed the list. Ask the director.")
    return ""


def open_list(*, event: Event, key: str, actor: Actor) -> None:
    """Open a list at the door; the same key again, or an open one, changes nothing.

    Refuses where numbers are given or play has begun, and where the tables were counted.
    """
    with taken_event(event) as found:
        if is_noted(found, key):
            return
        closed = why_closed(found)
        if closed:
            raise Refused(_("The list at the door is for before the movement is chosen."))
        if found.entries.filter(by_seats=True, withdrawn_at=None).exists():
            raise Refused(_("The tables are counted: players are named at their seats."))
        if list_of(found) is None:
            note(found, Kind.ENTRY, key, actor, EntryChanged(what="list", now=True))
            _revoke(found)
            address = new_address(found.club, found.evening, actor.label)
            EventList.objects.create(event=found, **address)


def close_list(*, event: Event, key: str, actor: Actor) -> None:
    """Close the list: its address enters nobody any more. Who is on it stays entered."""
    with taken_event(event) as found:
        if note(found, Kind.ENTRY, key, actor, EntryChanged(what="list", now=False)):
            _revoke(found)


def _revoke(event: Event) -> None:
    EventList.objects.filter(event=event, revoked_at=None).update(revoked_at=clock.now())


def may_look(at: EventList) -> bool:
    """Whether names may be looked for once more by this address, and count it."""
    looks, name = caches["phones"], f"looked-by-{at.token_hash}"
    looks.add(name, 0, HOUR)
    try:
        return looks.incr(name) <= MOST_LOOKS
    except ValueError:  # the hour ended just now
        return True


def listed_entries(event: Event) -> list[Entry]:
    """Return who is on the list, in the order of entry; nobody whose names are not known."""
    entries = entries_of(event).filter(withdrawn_at=None)
    return [entry for entry in entries if entry.people or entry.name]


def enter_at_the_door(
    *, at: EventList, people: Sequence[Listed], name: str, key: str, device: str
) -> int | None:
    """Enter people who say so themselves, as a pair, a player or the team `name`.

    Guests are added by name. Who named as a partner somebody that looks for one, or looks for one
    too, plays with them. Returns the key of the entry, None where this form was sent before.
    Refuses once the list is closed or full, and people who are on it already.
    """
    actor = Actor(level=Level.TABLE, club=at.event.club, link=at, device=device)
    with transaction.atomic():
        known = [
            each if isinstance(each, Person)
            else add_guest(club=at.event.club, name=each, actor=actor)
            for each in people
        ]  # fmt: skip
        with taken_event(at.event) as event:
            at.refresh_from_db(fields=["revoked_at"])
            if is_noted(event, key):
                return None
            closed = why_closed(event, at)
            if closed:
                raise Refused(closed)
            _must_have_room(event)
            _enter(event, known, name, key, actor)
            return _entry_of(event, known, name)


def _must_have_room(event: Event) -> None:
    """Refuse more than a room holds, and more at once than come through a door."""
    by_list = EventHappening.objects.filter(event=event, kind=Kind.ENTRY, author=THE_LIST)
    if by_list.count() >= MOST:
        raise Refused(_("The list is full. Ask the director."))
    if by_list.filter(at__gt=clock.now() - AT_ONCE).count() >= MOST_AT_ONCE:
        raise Refused(_("Too many have come in at once. Try again in five minutes."))


def _enter(event: Event, people: list[Person], name: str, key: str, actor: Actor) -> None:
    if event.contestants_are == TEAMS:
        enter_team(event=event, name=name, people=people, key=key, actor=actor)
    elif event.contestants_are == INDIVIDUALS:
        enter_players(event=event, people=people, key=key, actor=actor)
    else:
        _enter_pair(event, people, key, actor)


def _enter_pair(event: Event, people: list[Person], key: str, actor: Actor) -> None:
    """Enter a pair; one of whom half was on the list, looking for a partner, becomes whole."""
    halves = [half for half in halves_of(event) if half.first in people]
    if len(people) < 2 or not halves:
        enter_pair(event=event, people=people, expected="", key=key, actor=actor)
    elif len(halves) == 2:
        join_halves(event=event, one=halves[0].pk, other=halves[1].pk, key=key, actor=actor)
    else:
        (half,) = halves
        both = sorted(people, key=lambda one: one.pk != half.first_id)
        name_pair(
            event=event, entry=half.pk, people=both, key=key, actor=actor, seen=str(half)
        )  # fmt: skip


def halves_of(event: Event) -> list[Entry]:
    """Return who is on the list and looks for a partner, in the order of entry."""
    entries = entries_of(event).filter(withdrawn_at=None)
    return [entry for entry in entries if entry.seeks_partner]


def _entry_of(event: Event, people: list[Person], name: str) -> int | None:
    """The entry that these people have now, by its key."""
    for entry in listed_entries(event):
        if (people and people[0] in entry.people) or (not people and entry.name == name):
            return entry.pk
    return None
