"""What somebody played over the years, as a reader may see it, read from what is kept."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Q

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.people.selectors import ids_and_merged, merged_entries
from clubscore.events.models import Entry, Event, PersonBoards, TeamMember, ToldPlayer
from clubscore.events.over_years.keeping import countable, mark_of, worked_out
from clubscore.events.over_years.played_board import PlayedBoard, read
from clubscore.events.selectors import may_see_results

AT_ONCE = 3  # events that a page works out by itself, where nothing is kept of them


@dataclass(frozen=True)
class PlayedEvent:
    """An event of somebody's, with its boards as they have them; people are who they are now."""

    event: Event
    unit: str
    contestant: str
    place: str
    of: int
    percent: str
    boards: tuple[PlayedBoard, ...]

    @property
    def partners(self) -> list[int]:
        """With whom they sat, by key and in the order of the boards; 0 is not known."""
        return list(dict.fromkeys(board.partner for board in self.boards))


class OneBoard(NamedTuple):
    """A board with the event that it was played in."""

    played: PlayedEvent
    board: PlayedBoard


@dataclass(frozen=True)
class PlayedYears:
    """Events of somebody's, the newest first.

    `waiting` counts events that are still to be worked out, so that nothing here has them; `behind`
    says that some are not kept yet.
    """

    events: Sequence[PlayedEvent]
    waiting: int = 0
    behind: bool = False

    @cached_property
    def all_boards(self) -> list[OneBoard]:
        """Every board, with its event."""
        return [OneBoard(each, board) for each in self.events for board in each.boards]

    def in_unit(self, unit: str) -> Iterator[OneBoard]:
        """Yield the boards of the events that are averaged in a unit."""
        return (each for each in self.all_boards if each.played.unit == unit)


def events_seen(person: Person, actor: Actor) -> list[Event]:
    """Return the events that somebody played under any entry, as a reader may see them.

    The newest first; two queries. Only events that are over count, so that no board is among them
    that the reader has yet to play.
    """
    theirs = ids_and_merged(person)
    further = TeamMember.objects.filter(person__in=theirs, gone_at=None).values("entry")
    entered = Entry.objects.filter(
        Q(first__in=theirs) | Q(second__in=theirs) | Q(pk__in=further),
        section__isnull=False,
        number__isnull=False,
    )
    told = ToldPlayer.objects.filter(person__in=theirs)
    either = Q(pk__in=entered.order_by().values("event"))
    either |= Q(pk__in=told.order_by().values("event"))
    events = list(countable(person.club).filter(either).order_by("-evening", "-pk"))
    for each in events:
        each.club = person.club
    return [each for each in events if may_see_results(actor, each)]


def played_years(person: Person, seen: Sequence[Event], year: int | None = None) -> PlayedYears:
    """Return what somebody played in a year, or ever, of the events that a reader may see.

    Three queries, however many events; some more where up to three events are not kept yet.
    """
    theirs = ids_and_merged(person)
    events = {each.pk: each for each in seen if year is None or each.evening.year == year}
    merged = merged_entries(person)
    rows = _kept(events, theirs, year)
    known = {row.event_id for row in rows}
    late = [each for pk, each in events.items() if pk not in known]
    if late:
        rows += [row for row in worked_out(late[:AT_ONCE]) if row.person_id in theirs]
    played = [_played(events[row.event_id], row, merged) for row in rows]
    played.sort(key=lambda each: (each.event.evening, each.event.pk), reverse=True)
    return PlayedYears(played, len(late[AT_ONCE:]), bool(late))


def _kept(events: dict[int, Event], theirs: Iterable[int], year: int | None) -> list[PersonBoards]:
    """Return what is kept of these events and counts."""
    rows = PersonBoards.objects.filter(person__in=theirs).order_by()
    if year is not None:
        rows = rows.filter(event__evening__range=(dt.date(year, 1, 1), dt.date(year, 12, 31)))
    return [
        row for row in rows if row.event_id in events and row.mark == mark_of(events[row.event_id])
    ]


def _played(event: Event, row: PersonBoards, merged: dict[int, int]) -> PlayedEvent:
    boards = read(row.boards)
    if merged:
        boards = [_as_now(each, merged) for each in boards]
    return PlayedEvent(
        event, row.unit, row.contestant, row.place, row.of, row.percent, tuple(boards)
    )


def _as_now(board: PlayedBoard, merged: dict[int, int]) -> PlayedBoard:
    facing = tuple(merged.get(each, each) for each in board.opponents)
    return board._replace(partner=merged.get(board.partner, board.partner), opponents=facing)
