"""Which boards of a prepared set a reader knows: those they closed at any table, or looked at."""

from django.db.models import Q

from clubscore.club.access import Actor
from clubscore.events.models import (
    ContestSet,
    Event,
    EventHappening,
    EventTableLink,
    SetLookedAt,
)
from clubscore.events.state.contest_boards import closed_here, event_of
from clubscore.events.state.event_now import Room, rooms_of
from clubscore.events.state.veil import looked_at


def known_boards(actor: Actor, kept: ContestSet, *, besides: Event | None = None) -> frozenset[int]:
    """Return the boards of a set that a reader has behind them, at all tables that play it.

    All, for somebody who said that they will not play it. `besides` leaves out one table's event.
    Six queries at most, however many tables they sat at.
    """
    if will_not_play(actor, kept):
        return frozenset(event_of(kept).boards)
    events = Event.everything.filter(_theirs(actor), contest_set=kept).select_related("club")
    if besides is not None:
        events = events.exclude(pk=besides.pk)
    found = list(events.distinct())
    return frozenset().union(*(known_here(actor, room) for room in rooms_of(found)))


def _theirs(actor: Actor) -> Q:
    """The events at which a reader sat, or looked at boards, or whose phone it is."""
    link, person = actor.link, actor.person
    theirs = Q(sections=link.section_id) if isinstance(link, EventTableLink) else Q(pk=None)
    if person is not None:
        theirs |= Q(entries__first=person) | Q(entries__second=person)
        looked = EventHappening.objects.filter(
            club=person.club_id, kind=EventHappening.Kind.LOOKED, data__person=person.pk
        )
        theirs |= Q(pk__in=looked.values("event"))
    return theirs


def known_here(actor: Actor, room: Room) -> frozenset[int]:
    """Return the boards that a reader closed at this event's table, or chose to look at there.

    A phone that lies on the table is of the table.
    """
    person, link = actor.person, actor.link
    sat = person is not None and any(person in entry.people for entry in room.entries)
    lies = isinstance(link, EventTableLink) and link.section_id in room.plans
    seen = closed_here(room) if sat or lies else frozenset[int]()
    return seen | looked_at(room, person.pk) if person is not None else seen


def will_not_play(actor: Actor, kept: ContestSet) -> bool:
    """Whether somebody said on purpose that they will not play a set; by whichever login."""
    said = SetLookedAt.objects.filter(contest_set=kept)
    if actor.user is not None and said.filter(user=actor.user).exists():
        return True
    if actor.person is None:
        return False
    return said.filter(user__memberships__person=actor.person).exists()
