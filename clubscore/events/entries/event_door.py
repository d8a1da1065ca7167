"""The room's door where events are played: players choose their name and find their table."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level, device_of
from clubscore.club.authorship import new_key
from clubscore.club.evening import evening_of
from clubscore.club.models import Club, Person
from clubscore.club.refused import Refused
from clubscore.events.models import Event
from clubscore.events.movement.reader_seat import own_place
from clubscore.events.names_taken import take_name
from clubscore.events.phones import let_in, let_phones_in, links_of
from clubscore.events.selectors import own_entry
from clubscore.events.state.event_now import Room, rooms_of
from clubscore.tableside.secret_addresses import EVENT_PHONE


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


def _rooms(club: Club) -> list[Room]:
    evening = evening_of(club, clock.now())
    events = Event.objects.filter(club=club, evening=evening, finished_at=None, called_off_at=None)
    return rooms_of(list(events.select_related("club").order_by("pk")))


def _seat(room: Room, person: Person) -> str:
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
