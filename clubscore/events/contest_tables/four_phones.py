"""The four phones of a contest's table: whose is which, and the thirteen cards that each shows.

A hand is shown only once all four are in, only of the board that is due, and only to the phone of
the player who holds it. One phone speaks for one player of a table as long as it is played.
"""

import datetime as dt
from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.deals.hands import read_deal
from clubscore.events.boards.boards_page import ShownSuit, suits_of
from clubscore.events.locks import must_be_playing, note, taken_event
from clubscore.events.models import EventHappening, Section
from clubscore.events.models.contest_facts import PhoneIn
from clubscore.events.state.closed_before import known_boards
from clubscore.events.state.contest_boards import event_of
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.plan import Place
from clubscore.events.state.spot_state import State
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS

Kind = EventHappening.Kind
OPEN = (State.TO_COME, State.TOLD)
# So long the others are told on the table's page; the history keeps it for good.
TOLD_FOR = dt.timedelta(minutes=45)


class Seated(NamedTuple):
    """A seat of the table: who sits there, and whether their phone is in."""

    seat: str
    name: str
    person: Person
    is_in: bool


class TakenOver(NamedTuple):
    """That a player of the table has another phone here than before, and since when."""

    seat: str
    person: Person
    at: dt.datetime


class OwnHand(NamedTuple):
    """The thirteen cards of a player for the board that is due."""

    board: int
    seat: str
    suits: list[ShownSuit]


class FourPhones:
    """The phones of a contest's table, as one of its readers may see them."""

    def __init__(self, room: Room, section: Section, place: Place | None, actor: Actor) -> None:
        self.room, self.section, self.place, self.actor = room, section, place, actor
        self.devices = devices_in(room)

    @property
    def seats(self) -> list[Seated]:
        """Who sits where, North and South first; only seats that have a name."""
        return [
            Seated(seat, _(SEATS[seat]), person, person.pk in self.devices)
            for seat, person in seats_at(self.room, self.section, self.place).items()
        ]

    @property
    def all_in(self) -> bool:
        """Whether all four players are known and each has a phone here."""
        seats = self.seats
        return len(seats) == len(COMPASS) and all(each.is_in for each in seats)

    @property
    def own(self) -> Seated | None:
        """The seat of the reader; None for a phone of the whole table, and for who watches."""
        person = self.actor.person
        return next((each for each in self.seats if each.person == person), None)

    @property
    def is_own_phone(self) -> bool:
        """Whether this very phone is the one that its player has here."""
        own = self.own
        return (
            own is not None
            and bool(self.actor.device)
            and self.devices.get(own.person.pk) == self.actor.device
        )

    @property
    def asks(self) -> bool:
        """Whether the reader is still to say that this is their phone."""
        return self.own is not None and not self.is_own_phone

    @property
    def taken_over(self) -> list[TakenOver]:
        """The seats that another phone took over of late; not to that phone, which knows."""
        found, since = devices_in(self.room), clock.now() - TOLD_FOR
        return [
            TakenOver(seat.name, seat.person, moment)
            for seat in self.seats
            if (moment := taken_over_at(self.room).get(seat.person.pk)) is not None
            and moment > since
            and not (self.actor.device and found[seat.person.pk] == self.actor.device)
        ]

    @property
    def due(self) -> int | None:
        """The board that is played now: the first that is neither agreed nor disputed."""
        if self.place is None:
            return None
        table = self.room.table_at(self.section, self.place)
        return next((each.spot.board for each in table.boards if each.state in OPEN), None)

    @property
    def hand(self) -> OwnHand | None:
        """The reader's own cards of the board that is due; None where they are not to see any."""
        event, own, due = self.room.event, self.own, self.due
        if event.contest_set is None or own is None or due is None:
            return None
        if not (self.all_in and self.is_own_phone) or event.finished_at is not None:
            return None
        deal = read_deal(event_of(event.contest_set).boards[due].deal or "")
        return OwnHand(due, own.name, suits_of(deal.hand(own.seat)))


def devices_in(room: Room) -> dict[int, str]:
    """Return the phone that each player has at a contest's table, as it was last said: {person}."""
    return {
        each.told_as(PhoneIn)["person"]: str(each.device)
        for each in room.happenings
        if each.kind == Kind.PHONE_IN
    }


def taken_over_at(room: Room) -> dict[int, dt.datetime]:
    """Return when each player's seat went to another phone last; {person} where it ever did."""
    had: dict[int, str] = {}
    found: dict[int, dt.datetime] = {}
    for each in room.happenings:
        if each.kind == Kind.PHONE_IN:
            person, device = each.told_as(PhoneIn)["person"], str(each.device)
            if had.get(person, device) != device:
                found[person] = each.at
            had[person] = device
    return found


def seats_at(room: Room, section: Section, place: Place | None) -> dict[str, Person]:
    """Return {seat: person} of a place, as far as both of a side are known."""
    both = {way: room.people(section.pk, place, way) for way in ("ns", "ew")}
    return {
        seat: person
        for way, people in both.items()
        if len(people) == len(way)
        for seat, person in zip(way.upper(), people, strict=True)
    }


def bring_phone(*, section: Section, table: int, key: str, actor: Actor) -> None:
    """Say that this phone is its player's at a contest's table; a second one takes over.

    Refuses a phone that is another player's here, and a player who knows boards of the set.
    """
    with taken_event(section.event) as event:
        must_be_playing(event)
        room = room_of(event)
        place = room.plan(section).places.get((1, table))
        person, kept = actor.person, event.contest_set
        if kept is None or person is None or person not in seats_at(room, section, place).values():
            raise Refused(_("Choose your name at this table first."))
        _must_be_nobodys(devices_in(room), person, actor.device)
        if known_boards(actor, kept, besides=event):
            text = _("%(name)s has seen boards of this set. Another player takes this seat.")
            raise Refused(text % {"name": person.name})
        told = PhoneIn(section=section.pk, table=table, person=person.pk)
        if devices_in(room).get(person.pk) != actor.device:
            note(event, Kind.PHONE_IN, key, actor, told)


def _must_be_nobodys(devices: Mapping[int, str], person: Person, device: str) -> None:
    """Refuse a phone that another player of the table has."""
    if not device or any(has == device for pk, has in devices.items() if pk != person.pk):
        raise Refused(_("This phone is another player's. Each player needs a phone of their own."))


def another_players(room: Room, session_person: object, person: Person | None) -> bool:
    """Whether a phone that has come in as one player now says that it is another's."""
    devices = devices_in(room)
    return session_person in devices and (person is None or person.pk != session_person)
