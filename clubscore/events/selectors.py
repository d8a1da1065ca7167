"""Reading the duplicate room. Fetching an event for an actor is the check that they may see it."""

import datetime as dt
import re
from collections.abc import Iterable

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.models import Club, Person
from clubscore.club.refused import Refused
from clubscore.events.models import Entry, Event, EventTableLink, Section
from clubscore.events.state.event_now import Room

SPOT = re.compile(r"([A-Z])([1-9][0-9]{0,2})")


def event_for(actor: Actor, pk: int, *, told_too: bool = False) -> Event:
    """Return an event that an actor may see. Raises Http404 for another club's or phone's.

    Pages that only read also take imported events; the others refuse them.
    """
    event = _event_for(actor, pk)
    if event.told and not told_too:
        raise Refused(
            _("This event was imported from a file. You can read it here, but not play it.")
        )
    return event


def _event_for(actor: Actor, pk: int) -> Event:
    if actor.level == Level.TABLE:
        link = actor.link
        if not isinstance(link, EventTableLink) or link.section.event_id != pk:
            raise Http404
        return link.section.event
    found = Event.objects.select_related("club").filter(club=actor.club, pk=pk).first()
    if actor.club is None or found is None:
        raise Http404
    return found


def directed_by(actor: Actor, pk: int, *, told_too: bool = False) -> Event:
    """Return an event for a scorer or a director."""
    event = event_for(actor, pk, told_too=told_too)
    if not actor.is_scorer:
        raise PermissionDenied
    return event


def may_see_results(actor: Actor, event: Event) -> bool:
    """Whether an actor may see the ranking now: those who run the room always may."""
    return actor.is_scorer or (event.ranking_open and event.called_off_at is None)


def section_and_table(room: Room, name: str) -> tuple[Section, int]:
    """Return what an address like A3 names. Raises Http404 where there is none such."""
    match = SPOT.fullmatch(name)
    section = room.section(match[1]) if match else None
    if match is None or section is None or section.pk not in room.plans:
        raise Http404
    table = int(match[2])
    if table > room.plan(section).tables:
        raise Http404
    return section, table


def own_entry(room: Room, person: Person | None) -> Entry | None:
    """Return the pair that a person plays in."""
    if person is None:
        return None
    return next(
        (entry for entry in room.entries if entry.number and person in entry.people),
        None,
    )


def events_of(club: Club, evenings: Iterable[dt.date] | None) -> QuerySet[Event]:
    """Return the events of some evenings, or all of a club, oldest first; none called off."""
    events = Event.objects.filter(club=club, called_off_at=None).order_by("evening", "pk")
    return events if evenings is None else events.filter(evening__in=list(evenings))


def how_far(event: Event) -> str:
    """Return whether a ranking is final: "running", "provisional" or "final"."""
    if event.final_at is None:
        return "running"
    return "final" if event.final_at <= clock.now() else "provisional"
