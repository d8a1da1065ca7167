"""An event as it stands: entries, tables, clocks and reports, read in a handful of queries.

Reports and happenings are only ever added, so a newer revision reads only what came since.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeVar

from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils.translation import get_language

from clubscore.club.database import Remembered
from clubscore.club.models import Person
from clubscore.club.wording import named
from clubscore.events.board_state import (
    BoardStage,
    BoardState,
    EventBoard,
    Spot,
    boards_of_event,
    fold,
    folded,
    spot_of,
)
from clubscore.events.formats import TEAMS
from clubscore.events.models import (
    Call,
    Entry,
    Event,
    EventHappening,
    ResultRevision,
    Section,
    TeamMember,
)
from clubscore.events.models.facts import (
    FOLLOWS,
    AllHere,
    BidReached,
    BoardFouled,
    BoardsSet,
    ClockSet,
    LineupSet,
    PenaltyLifted,
    Side,
    SlipsSet,
    TakenDown,
    members,
)
from clubscore.events.par_tables import EventPar, pars_of
from clubscore.events.plan import MovementPlan, PlannedMeeting, plan_of, sitting
from clubscore.ranking import Board

Kind = EventHappening.Kind
T = TypeVar("T")
SAID_TO_ALL = (Kind.ANNOUNCED, Kind.TAKEN_DOWN)


@dataclass(frozen=True)
class RoundTable:
    """A table of a section in a round: who sits there, and how far each of its boards is."""

    section: Section
    place: PlannedMeeting
    boards: tuple[BoardState, ...]

    @property
    def name(self) -> str:
        """What an address calls it: A3."""
        return f"{self.section.letter}{self.place.table}"

    @property
    def number(self) -> int:
        """Its number in its section."""
        return self.place.table

    @property
    def count_in(self) -> int:
        """How many boards are in."""
        return sum(each.state is BoardStage.IN for each in self.boards)

    @property
    def missing(self) -> list[BoardState]:
        """The boards that keep the round open: not reported, or disputed."""
        open_states = (BoardStage.TO_COME, BoardStage.DISPUTED)
        return [each for each in self.boards if each.state in open_states]


@dataclass(frozen=True)
class EventState:
    """An event with everything that was entered. Everything else is derived from it."""

    event: Event
    sections: tuple[Section, ...]
    entries: tuple[Entry, ...]
    standings: Mapping[Spot, BoardState]
    happenings: tuple[EventHappening, ...]
    # What was worked out of sections, entries and the event's terms, for as long as they hold.
    lasting: dict[Hashable, object] = field(default_factory=dict, compare=False, repr=False)
    # The boards that the reader has yet to play, so that nothing here says what became of them.
    hidden: frozenset[int] = frozenset()

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Who calls the director. One query, for the pages that show it."""
        open_calls = Call.objects.filter(section__event=self.event, answered_at=None)
        return tuple(open_calls)

    @cached_property
    def boards(self) -> dict[int, EventBoard]:
        """The boards with any revision, by number. One query.

        Their cards are for the director; for anyone else there is `boards_seen`.
        """
        return boards_of_event(self.event)

    @cached_property
    def pars(self) -> dict[int, EventPar]:
        """What an organiser set for boards: par, tasks, commentary, by number. One query.

        It is the director's until its board may be seen, as the cards are.
        """
        return pars_of(self.event)

    def _said(self, kind: str, of_kind: type[T]) -> Iterator[T]:
        """What was kept of the happenings of a kind, oldest first."""
        return (each.told_as(of_kind) for each in self.happenings if each.kind == kind)

    @cached_property
    def made(self) -> dict[int, tuple[str, str]]:
        """Dealer and vulnerability of the boards with cards; no query."""
        return {
            int(number): (dealer, vulnerable)
            for said in self._said(Kind.BOARDS, BoardsSet)
            for number, (dealer, vulnerable) in said["boards"].items()
        }

    def board(self, number: int) -> Board:
        """A board as it was made, without its cards: by its number unless it was set."""
        return Board(number, *self.made.get(number, (None, None)))

    @property
    def hidden_boards(self) -> list[int]:
        """The boards that the reader has yet to play, in order."""
        return sorted(self.hidden)

    @cached_property
    def plans(self) -> dict[int, MovementPlan]:
        """The movement of each section that has one."""
        found = {section.pk: plan_of(section.plan) for section in self.sections}
        return {pk: plan for pk, plan in found.items() if plan is not None}

    @cached_property
    def plays(self) -> Counter[int]:
        """How many tables play each board, by its number, in all sections."""
        return Counter(
            board
            for plan in self.plans.values()
            for place in plan.places.values()
            if place.is_played
            for board in place.boards
        )

    @cached_property
    def by_number(self) -> dict[tuple[int, int], Entry]:
        """The entry of each pair: {(section, number): entry}."""
        return {
            (entry.section_id, entry.number): entry
            for entry in self.entries
            if entry.section_id and entry.number
        }

    @cached_property
    def rounds(self) -> int:
        """How many rounds there are."""
        return max((plan.rounds for plan in self.plans.values()), default=0)

    @cached_property
    def swiss(self) -> list[Section]:
        """The sections whose next round is drawn from the ranking, or may be drawn again."""
        plans = {pk: plan for pk, plan in self.plans.items() if plan.is_swiss}
        known = (each for each in self.sections if each.pk in plans)
        return [each for each in known if self.now(each.pk) < plans[each.pk].rounds]

    @property
    def to_draw(self) -> list[Section]:
        """The sections whose next round is still to be drawn."""
        return [each for each in self.swiss if not self.plan(each).is_drawn(self.now(each.pk) + 1)]

    def now(self, section: int) -> int:
        """Return the round that a section plays, by its key; 0 before the first."""
        letters = (each.letter for each in self.sections if each.pk == section)
        return self.event.round_in(next(letters, ""))

    def section(self, letter: str) -> Section | None:
        return next((each for each in self.sections if each.letter == letter), None)

    def plan(self, section: Section) -> MovementPlan:
        return self.plans[section.pk]

    def standing(self, spot: Spot) -> BoardState:
        return self.standings.get(spot) or BoardState(spot)

    def names(self, section: int, side: Side | None) -> list[str]:
        """Return the names of a side, or numbers if they are not known."""
        return [name for number in members(side) for name in self._names_of(section, number)]

    def _names_of(self, section: int, number: int) -> list[str]:
        entry = self.by_number.get((section, number))
        return [str(number)] if entry is None else entry.names or [entry.note]

    def called(self, section: int, side: Side | None) -> str:
        """Return a side with its numbers, as lists write it: 3 Ann & Bob, 8 Ann & 1 Bob."""
        return named(self._called(section, number) for number in members(side))

    def _called(self, section: int, number: int) -> str:
        entry, names = self.by_number.get((section, number)), named(self._names_of(section, number))
        # "Pair 7" says its number already.
        return names if entry and entry.by_seats and not entry.people else f"{number} {names}"

    def people(self, section: int, place: PlannedMeeting | None, way: str) -> list[Person]:
        """Return who sits one way at a place, as far as names are known; of a team its two."""
        found: list[Person] = []
        for number in members(place.side(way) if place else None):
            entry = self.by_number.get((section, number))
            if entry is not None and entry.name and place is not None:
                found += sitting(entry.people, self.lineups.get((section, number), ()), place, way)
            elif entry is not None:
                found += entry.people
        return found

    def seated(self, section: int, place: PlannedMeeting | None) -> dict[str, str]:
        """Return {seat: name} of a place, as the sides were entered: first North or East.

        A side of which less than two names are known leaves its seats to go by their own names.
        """
        both = {way: self.people(section, place, way) for way in ("ns", "ew")}
        return {
            seat: person.short_name
            for way, people in both.items()
            if len(people) == len(way)
            for seat, person in zip(way.upper(), people, strict=True)
        }

    def sitters(self, section: int, place: PlannedMeeting | None, way: str) -> list[str]:
        """Return the same by name, or what lists call the side if they are not known."""
        names = [person.name for person in self.people(section, place, way)]
        return names or self.names(section, place.side(way) if place else None)

    @cached_property
    def lineups(self) -> dict[tuple[int, int], list[LineupSet]]:
        """The line-ups set for teams: {(section, team): line-ups}, oldest first."""
        found: dict[tuple[int, int], list[LineupSet]] = {}
        for said in self._said(Kind.LINEUP, LineupSet):
            found.setdefault((said["section"], said["team"]), []).append(said)
        return found

    def table_name(self, section: Section, table: int) -> str:
        """Return what people call a table: 3, or B3 where there are more sections."""
        return f"{section.letter}{table}" if len(self.sections) > 1 else str(table)

    def board_name(self, section: Section, board: int) -> str:
        """Return what a section's copy of a board is called: 14, or B 14."""
        return f"{section.letter} {board}" if len(self.sections) > 1 else str(board)

    def tables(self, number: int | None = None) -> list[RoundTable]:
        """Return the tables of a round at which two pairs meet; of the one played now."""
        return [
            self.table_at(section, place)
            for section in self.sections
            if section.pk in self.plans
            for place in self.plan(section).of_round(number or self.now(section.pk))
            if place.is_played
        ]

    def begun_tables(self) -> Iterator[RoundTable]:
        """Return the tables of every round that has begun in their section, by rounds."""
        for number in range(1, self.event.round + 1):
            yield from (each for each in self.tables(number) if number <= self.now(each.section.pk))

    def table_at(self, section: Section, place: PlannedMeeting) -> RoundTable:
        """Return a place of the movement with how far its boards are."""
        spots = (Spot(section.pk, place.round, place.table, board) for board in place.boards)
        return RoundTable(section, place, tuple(self.standing(spot) for spot in spots))

    def holes(self) -> Iterator[BoardState]:
        """Every board of a round that was played, of which nothing is known yet."""
        for table in self.begun_tables():
            yield from (each for each in table.boards if each.state is not BoardStage.IN)

    @cached_property
    def here(self) -> set[tuple[int, int, int]]:
        """Where all four said that they are here: (section, table, round)."""
        return {
            (said["section"], said["table"], said["round"])
            for said in self._said(Kind.HERE, AllHere)
        }

    @cached_property
    def reached(self) -> dict[Spot, str]:
        """What the auction reached where a table of a par contest noted it before play."""
        return {
            Spot(said["section"], said["round"], said["table"], said["board"]): said["reached"]
            for said in self._said(Kind.REACHED, BidReached)
        }

    @cached_property
    def announcements(self) -> tuple[EventHappening, ...]:
        """The announcements that were not removed, oldest first."""
        return standing_announcements(self.happenings)

    @cached_property
    def by_slip(self) -> set[tuple[int, int]]:
        """The tables without a phone, whose slips are typed: (section, table)."""
        said = {
            (each["section"], each["table"]): each["by_slip"]
            for each in self._said(Kind.BY_SLIP, SlipsSet)
        }
        return {at for at, by_slip in said.items() if by_slip}

    @cached_property
    def fouled(self) -> dict[tuple[int, int], list[int]]:
        """From which rounds on a board was fouled: {(section, board): rounds}."""
        found: dict[tuple[int, int], list[int]] = {}
        for each in self.happenings:
            if each.kind not in (Kind.FOULED, Kind.MENDED):
                continue
            said = each.told_as(BoardFouled)
            key = (said["section"], said["board"])
            if each.kind == Kind.MENDED or said["round"] is None:
                found.pop(key, None)
            else:
                found.setdefault(key, []).append(said["round"])
        return found

    @cached_property
    def penalties(self) -> list[EventHappening]:
        """The penalties that were given and not removed."""
        lifted = {said["penalty"] for said in self._said(Kind.LIFTED, PenaltyLifted)}
        given = (each for each in self.happenings if each.kind == Kind.PENALTY)
        return [each for each in given if each.pk not in lifted]


# What every table's page shows at once.
SEEN_BY_ALL = (*SAID_TO_ALL, Kind.MOVEMENT, Kind.CLOCK)
# What the page of that table shows.
SEEN_AT_TABLE = (
    Kind.HERE, Kind.REACHED, Kind.PASSED_ON, Kind.SEATED, Kind.PHONE_IN, Kind.STOP,
)  # fmt: skip
# Of everything that happened, what a page needs to know.
KINDS_READ = (
    Kind.HERE, Kind.FOULED, Kind.MENDED, Kind.PENALTY, Kind.LIFTED, Kind.BOARDS,
    Kind.LINEUP, Kind.BY_SLIP, Kind.REACHED, Kind.LOOKED, Kind.PASSED_ON, Kind.SEATED,
    Kind.ASKED, Kind.PHONE_IN, Kind.STOP,
    *SEEN_BY_ALL,
)  # fmt: skip


def standing_announcements(happenings: Iterable[EventHappening]) -> tuple[EventHappening, ...]:
    """Return the announcements among some happenings that were not taken down, oldest first."""
    found = {each.pk: each for each in happenings if each.kind == Kind.ANNOUNCED}
    for each in happenings:
        if each.kind == Kind.TAKEN_DOWN:
            found.pop(each.told_as(TakenDown)["announcement"], None)
    return tuple(found.values())


def entries_of(event: Event) -> QuerySet[Entry]:
    """Return an event's entries with their people, in the order of entry."""
    return with_people(event.entries.all(), [event])


def with_people(entries: QuerySet[Entry], events: Iterable[Event]) -> QuerySet[Entry]:
    """Return entries of some events with their people; of teams with all of them."""
    found = entries.select_related("first", "second")
    teams = any(event.contestants_are == TEAMS for event in events)
    return found.prefetch_related("further__person") if teams else found


def rooms_of(events: Sequence[Event]) -> list[EventState]:
    """Read the state of events, in their order. Four queries, for any number of events.

    Two more where teams play.
    """
    by_key = {event.pk: event for event in events}
    sections = list(Section.objects.filter(event__in=by_key))
    for section in sections:
        section.event = by_key[section.event_id]
    whose = {section.pk: section.event_id for section in sections}
    entries = list(with_people(Entry.objects.filter(event__in=by_key), events))
    for entry in entries:
        entry.event = by_key[entry.event_id]
    results = ResultRevision.objects.filter(section__event__in=by_key).order_by("pk")
    happenings = EventHappening.objects.filter(event__in=by_key, kind__in=KINDS_READ)
    told = grouped(folded(results).items(), lambda each: whose[each[0].section])
    of_section = grouped(sections, lambda each: each.event_id)
    of_entry = grouped(entries, lambda each: each.event_id)
    of_happening = grouped(happenings, lambda each: each.event_id)
    return [
        EventState(
            event,
            tuple(of_section[event.pk]),
            tuple(of_entry[event.pk]),
            dict(told[event.pk]),
            tuple(of_happening[event.pk]),
        )
        for event in events
    ]


def grouped(rows: Iterable[T], key: Callable[[T], int]) -> dict[int, list[T]]:
    """Return rows by a key that each has, in their order."""
    found: dict[int, list[T]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return found


# ---- States kept by each process.

# Events at a time; one of twenty tables comes to some six megabytes, with what was worked out.
EVENTS_KEPT = 12

# What changes from minute to minute, and nothing that is worked out of the movement.
CLOCK = frozenset({"revision", "round", "behind", "ends_at", "seconds_left"})
# Happenings by which what was worked out of sections and entries is no longer so.
CHANGES_PLANS = (Kind.MOVEMENT, Kind.LINEUP, Kind.BOARDS, Kind.SEATED)
Rows = tuple[tuple[object, ...], ...]


class _KeptRoom(NamedTuple):
    """A room, and by what is known whether it still is so.

    Reports and happenings are only added, by whoever has the event for themselves: what stands
    after the newest that was read is all there is to read. Entries and sections are compared as
    they stand in the database.
    """

    room: EventState
    # Of its people's names.
    club_revision: int
    # The newest report of a result that it has.
    newest: int
    # Entries and sections as they stood in the database.
    rows: Rows


# By event and language: authors are read in the reader's words.
_kept: Remembered[tuple[int, str | None], _KeptRoom] = Remembered(EVENTS_KEPT)


def room_of(event: Event) -> EventState:
    """Return the state of an event at its committed revision, shared by all who read it.

    No query where it is known, four small ones where an earlier revision is; else as many as
    `rooms_of`, which whoever writes asks. It is the event's row as it was given that counts.
    """
    if transaction.get_connection().in_atomic_block:
        return rooms_of([event])[0]
    kept = _kept.get((event.pk, get_language()))
    if kept is None or kept.club_revision != event.club.revision:
        return _read(event)
    if kept.room.event.revision < event.revision:
        rows = _rows(event)
        return _add(kept, event) if rows == kept.rows else _read(event)
    is_the_same = kept.room.event.revision == event.revision
    if is_the_same and _terms(kept.room.event) == _terms(event):
        return kept.room
    return rooms_of([event])[0]


def _read(event: Event) -> EventState:
    before = _rows(event)
    room = rooms_of([event])[0]
    numbers = (each.pk for standing in room.standings.values() for each in standing.revisions)
    # Somebody may have written between one query and the next.
    if _rows(event) == before:
        newest = max(numbers, default=0)
        _kept.keep((event.pk, get_language()), _KeptRoom(room, event.club.revision, newest, before))
    return room


def _rows(event: Event) -> Rows:
    models = (Section, Entry, TeamMember) if event.contestants_are == TEAMS else (Section, Entry)
    return tuple(row for model in models for row in _rows_of(model, event))


def _rows_of(model: type[Model], event: Event) -> Rows:
    with connection.cursor() as cursor:
        table = connection.ops.quote_name(model._meta.db_table)
        cursor.execute(f"SELECT * FROM {table} WHERE event_id = %s ORDER BY id", [event.pk])  # noqa: S608
        return tuple(cursor.fetchall())


def _add(kept: _KeptRoom, event: Event) -> EventState:
    """Keep and return a room of the same sections and entries, with what was added since."""
    before = kept.room
    sections = tuple(copy(section) for section in before.sections)
    for section in sections:
        section.event = event
    results = ResultRevision.objects.filter(section__in=sections, pk__gt=kept.newest)
    standings, newest = dict(before.standings), kept.newest
    for each in results.order_by("pk"):
        spot, newest = spot_of(each), each.pk
        earlier = standings[spot].revisions if spot in standings else ()
        standings[spot] = fold(spot, [*earlier, each])
    happened = EventHappening.objects.filter(event=event, kind__in=KINDS_READ)
    last = before.happenings[-1].pk if before.happenings else 0
    happenings = tuple(happened.filter(pk__gt=last).order_by("pk"))
    holds = _terms(event) == _terms(before.event)
    holds = holds and not any(each.kind in CHANGES_PLANS for each in happenings)
    lasting = before.lasting if holds else {}
    happenings = (*before.happenings, *happenings)
    room = EventState(event, sections, before.entries, standings, happenings, lasting)
    _kept.keep((event.pk, get_language()), _KeptRoom(room, kept.club_revision, newest, kept.rows))
    return room


def _terms(event: Event) -> dict[str, object]:
    """Everything that an event's row says, but its clock."""
    fields = (field.attname for field in Event._meta.concrete_fields)
    return {name: getattr(event, name) for name in fields if name not in CLOCK}


class Clock(NamedTuple):
    """A round's clock, running towards `ends_at` or standing with `seconds_left`."""

    ends_at: dt.datetime | None
    seconds_left: int | None
    is_own: bool = False


def clock_of(room: EventState, section: int) -> Clock:
    """Return a section's clock now: the event's, or its own since that was moved in this round."""
    event = room.event
    for happening in reversed(room.happenings):
        if happening.kind != EventHappening.Kind.CLOCK:
            continue
        told = happening.told_as(ClockSet)
        if told.get("section") != section or told.get("round") != room.now(section):
            continue
        if told["what"] == FOLLOWS or event.finished_at is not None:
            break
        ends = told.get("ends")
        return Clock(dt.datetime.fromisoformat(ends) if ends else None, told.get("seconds"), True)
    return Clock(event.ends_at, event.seconds_left)
