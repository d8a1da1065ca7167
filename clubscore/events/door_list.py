"""How people come in at an event's door: by the list they sign, or by the room's code.

A browser without a cookie counts as a new phone, and only so many are known at one door. So
whoever throws cookies away gains little.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.cache import caches
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level, device_of
from clubscore.club.entry import Given, Refused, new_key, text_of
from clubscore.club.models import Club, Person, evening_of
from clubscore.club.odd_names import odd_places
from clubscore.club.people import add_guest
from clubscore.club.record_words import THE_LIST
from clubscore.events.entries import (
    GUEST,
    LONGEST,
    PastedName,
    enter_pair,
    enter_players,
    enter_team,
    join_halves,
    name_pair,
    people_here,
    who_it_is,
)
from clubscore.events.formats import INDIVIDUALS, MOST_PEOPLE, TEAMS
from clubscore.events.locks import is_noted, note, taken_event
from clubscore.events.models import Entry, Event, EventHappening, EventList
from clubscore.events.models.facts import EntryChanged
from clubscore.events.needs import take_name
from clubscore.events.phones import let_in, let_phones_in, links_of
from clubscore.events.plan import plan_of
from clubscore.events.seats import own_place
from clubscore.events.selectors import own_entry
from clubscore.events.state import EventState, entries_of, rooms_of
from clubscore.web.forms import Problem
from clubscore.web.phones import EVENT_PHONE, hash_of, new_address, ours

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


# ---- What somebody types at the door.

SHORTEST = 2
FIELDS = tuple(f"player-{place}" for place in range(1, MOST_PEOPLE[TEAMS] + 1))


@dataclass(frozen=True)
class DoorName:
    """A field of the list with what was typed into it.

    `name` is whom that may mean, None where nothing was typed; `problem` what keeps it from the
    list, and `entry` where that person is entered already.
    """

    field: str
    label: str
    text: str
    name: PastedName | None = None
    entry: Entry | None = None
    problem: str = ""

    @property
    def who(self) -> Listed | None:
        """Whom it enters: a person, a guest by name, nobody."""
        if self.name is None or not self.name.chosen:
            return None
        return self.name.person or self.name.text


def read_door(event: Event, given: Given) -> list[DoorName]:
    """Return the fields that an event's list has, with whom each means. Three queries at most."""
    labels = _labels(event.contestants_are)
    if not any(text_of(given, field) for field in labels):
        return [DoorName(field, label, "") for field, label in labels.items()]
    here, entered = people_here(event), _entered(event)
    found: list[DoorName] = []
    for field, label in labels.items():
        one = _read(DoorName(field, label, typed_name(given, field)), given, here, entered)
        if one.who is not None and _same(one) in map(_same, found):
            one = replace(one, problem=_("Choose each player only once."))
        found.append(one)
    return found


def typed_name(given: Given, field: str) -> str:
    """Return what was typed into a field, in one line and no longer than a name may be."""
    return " ".join(text_of(given, field).split())[:LONGEST]


def whom_it_may_mean(
    text: str, here: list[Person], field: str, answer: str | None = None
) -> PastedName | None:
    """Return whom a name may mean; None where so little was typed that it may be anybody."""
    if len(text) < SHORTEST:
        return None
    return who_it_is(text, here, field=f"who-{field}", answer=answer, by_number=False)


def problems_at_the_door(event: Event, typed: list[DoorName]) -> list[Problem]:
    """Return what has to be answered before these people can be entered."""
    found = [Problem(one.field, one.problem) for one in typed if one.problem]
    first = typed[0]
    if not found and not first.text and event.contestants_are != TEAMS:
        found.append(Problem(first.field, _("Enter your name.")))
    return found


def _labels(are: str) -> Mapping[str, str]:
    first = {FIELDS[0]: _("Your name")}
    if are == INDIVIDUALS:
        return first
    if are == TEAMS:
        places = enumerate(FIELDS[1:], start=2)
        return first | {field: _("Player %(n)s") % {"n": place} for place, field in places}
    return first | {FIELDS[1]: _("Your partner")}


def _entered(event: Event) -> Mapping[int, Entry]:
    return {person.pk: entry for entry in listed_entries(event) for person in entry.people}


def _read(
    one: DoorName, given: Given, here: list[Person], entered: Mapping[int, Entry]
) -> DoorName:
    if not one.text:
        return one
    asked = f"who-{one.field}"
    answer = text_of(given, asked) if asked in given else None
    name = whom_it_may_mean(one.text, here, one.field, answer)
    if name is None:
        return replace(one, problem=_("Enter at least two letters of the name."))
    entry = entered.get(name.person.pk) if name.person else None
    one = replace(one, name=name, entry=entry)
    return replace(one, problem=_problem(one, alone=not typed_name(given, FIELDS[1])))


def _problem(one: DoorName, *, alone: bool) -> str:
    name = one.name
    if name is None or not name.chosen:
        return _("Choose who “%(name)s” is, or a guest.") % {"name": one.text}
    if name.chosen == GUEST and odd_places(name.text):
        return _("This name has hidden characters. Write it again without them.")
    if one.entry is None or name.person is None:
        return ""
    return _on_the_list(name.person, one.entry, alone=alone)


def _on_the_list(person: Person, entry: Entry, *, alone: bool) -> str:
    """What somebody is told who is on the list; who looks for a partner may be named with one."""
    who = {"name": person.name, "entry": str(entry)}
    if entry.seeks_partner:
        text = _("%(name)s is already on the list, looking for a partner.")
        return text % who if alone else ""
    if entry.people == [person]:
        return _("%(name)s is already on the list.") % who
    return _("%(name)s is already on the list: %(entry)s.") % who


def _same(one: DoorName) -> str:
    """Who is meant, so that two fields can be compared: a person by key, a guest by name."""
    if one.name is None:
        return ""
    return one.name.text.casefold() if one.name.chosen == GUEST else one.name.chosen


# ---- The room's door, where players find their table.


@dataclass(frozen=True)
class EventSeat:
    """Somebody who plays, and where they sit."""

    person: Person
    seat: str


@dataclass(frozen=True)
class EventPeople:
    """An event of tonight with its people."""

    event: Event
    people: list[EventSeat]


class EventDoor:
    """Who plays in tonight's events, and how players find their table."""

    def tonight(self, club: Club) -> list[EventPeople]:
        """Return the events that are not finished, each with its people and where they sit."""
        return [
            EventPeople(
                room.event,
                [
                    EventSeat(person, _seat(room, person))
                    for entry in room.entries
                    if entry.withdrawn_at is None
                    for person in entry.people
                ],
            )
            for room in _rooms(club)
        ]

    def come_in(self, request: HttpRequest, club: Club, person: Person) -> str | None:
        """Connect a player's own phone at the table of their pair, and return the page to open.

        None for a person in no event tonight. Raises Refused before the tables are set up.
        """
        for room in _rooms(club):
            entered = [entry for entry in room.entries if entry.withdrawn_at is None]
            if person.pk not in {each.pk for entry in entered for each in entry.people}:
                continue
            entry = own_entry(room, person)
            if entry is None or entry.section_id not in room.plans:
                text = _("%(name)s is entered for %(event)s. The tables are not set up yet.")
                raise Refused(text % {"name": person.name, "event": room.event})
            section = next(each for each in room.sections if each.pk == entry.section_id)
            if not links_of(section):
                actor = Actor(
                    level=Level.TABLE, club=club, person=person, device=device_of(request)
                )
                let_phones_in(section=section, key=new_key(), actor=actor)
            # The code of any table will do: the phone goes with the pair.
            link = links_of(section)[0]
            was = (request.session.get(EVENT_PHONE) or {}).get("person")
            let_in(request, link, person.pk)
            take_name(
                section=section, table=link.table, person=person, was=was, is_far=False,
                key=new_key(),
                actor=Actor(Level.TABLE, club, person=person, link=link, device=device_of(request)),
            )  # fmt: skip
            return reverse("event-mine", args=[room.event.pk])
        return None


def _rooms(club: Club) -> list[EventState]:
    evening = evening_of(club, clock.now())
    events = Event.objects.filter(club=club, evening=evening, finished_at=None, called_off_at=None)
    return rooms_of(list(events.select_related("club").order_by("pk")))


def _seat(room: EventState, person: Person) -> str:
    """Where a person sits in the current round, or in the first one before play starts."""
    seat = own_place(Actor(level=Level.PLAYER, club=room.event.club, person=person), room)
    if seat is None:
        entry = own_entry(room, person)
        if entry is None:
            return _("entered")
        plan = room.plans.get(entry.section_id or 0)
        gone = plan is not None and plan.has_left(entry.number, room.now(entry.section_id or 0))
        return _("has left") if gone else _("sits out")
    section, place = seat
    name = f"{section.letter if len(room.sections) > 1 else ''}{place.table}"
    return _("table %(table)s") % {"table": name}
