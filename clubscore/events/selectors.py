"""Reading the duplicate room. Fetching an event for an actor is the check that they may see it."""

import datetime as dt
import re
from collections.abc import Iterable

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused
from clubscore.club.models import Club, Person
from clubscore.club.wording import listed
from clubscore.events.models import Entry, Event, EventTableLink, Section
from clubscore.events.state import EventState, room_of
from clubscore.events.visibility import (
    covered,
    is_sealed,
    known_boards,
    known_here,
    viewed_boards,
    yet_to_play,
)

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


def section_and_table(room: EventState, name: str) -> tuple[Section, int]:
    """Return what an address like A3 names. Raises Http404 where there is none such."""
    match = SPOT.fullmatch(name)
    section = room.section(match[1]) if match else None
    if match is None or section is None or section.pk not in room.plans:
        raise Http404
    table = int(match[2])
    if table > room.plan(section).tables:
        raise Http404
    return section, table


def own_entry(room: EventState, person: Person | None) -> Entry | None:
    """Return the pair that a person plays in."""
    if person is None:
        return None
    return next(
        (entry for entry in room.entries if entry.number and person in entry.people),
        None,
    )


class YetToPlay(Refused):
    """What was asked for tells what became of boards that the reader's own side has yet to play."""

    def __init__(self, event: int, boards: Iterable[int]) -> None:
        self.event, self.boards = event, sorted(boards)
        text = ngettext(
            "Your side has yet to play board %(boards)s, and this page says what others did on it.",
            "Your side has yet to play boards %(boards)s, and this page says what others did on"
            " them.",
            len(self.boards),
        )
        super().__init__(text % {"boards": listed(self.boards)})


def room_for(actor: Actor, event: Event) -> EventState:
    """Read the state of an event as a reader may see it: what a page shows is made of this.

    Whoever plays, a director too, is told nothing of boards that their own side has yet to play.
    `room_of` reads all there is, for whoever writes. As many queries.
    """
    return as_seen_by(actor, room_of(event))


def as_seen_by(actor: Actor, room: EventState) -> EventState:
    """Return a room as a reader may see it; no query."""
    return covered(room, not_to_see(actor, room))


def not_to_see(actor: Actor, room: EventState) -> frozenset[int]:
    """Return the boards that a reader has yet to play and has not chosen to look at.

    Of a phone that lies on a table, what either side there now has yet to play. Of a prepared set
    these are all boards that they have not closed at any table, after its end too; and all of them
    while the set is sealed for every club.
    """
    if room.event.contest_set is not None:
        if is_sealed(room.event.contest_set_id):
            return frozenset(room.made)
        there = known_boards(actor, room.event.contest_set, besides=room.event)
        return frozenset(room.made) - known_here(actor, room) - there
    entry, link = own_entry(room, actor.person), actor.link
    if entry is not None and actor.person is not None:
        own = yet_to_play(room, entry.section_id or 0, entry.number or 0)
        return own - viewed_boards(room, actor.person.pk)
    if not isinstance(link, EventTableLink) or link.section_id not in room.plans:
        return frozenset()
    at = room.plans[link.section_id].places.get((room.now(link.section_id), link.table))
    numbers = at.numbers if at else ()
    return frozenset().union(*(yet_to_play(room, link.section_id, each) for each in numbers))


def must_not_be_hidden(room: EventState, board: int | None = None) -> None:
    """Raise YetToPlay where the reader of a room is not to see a board, or any of them."""
    boards = room.hidden if board is None else room.hidden & {board}
    if boards:
        raise YetToPlay(room.event.pk, boards)


def events_of(club: Club, evenings: Iterable[dt.date] | None) -> QuerySet[Event]:
    """Return the events of some evenings, or all of a club, oldest first; none called off."""
    events = Event.sessions.filter(club=club, called_off_at=None).order_by("evening", "pk")
    return events if evenings is None else events.filter(evening__in=list(evenings))


def how_far(event: Event) -> str:
    """Return whether a ranking is final: "running", "provisional" or "final"."""
    if event.final_at is None:
        return "running"
    return "final" if event.final_at <= clock.now() else "provisional"
