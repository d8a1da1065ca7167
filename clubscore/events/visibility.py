"""Who may see the cards and results of a board, and from when.

Players see no card of a board before it has been played. Only here is that decided: every page,
sheet and file of deals for players asks `deals_seen`. A set that many clubs play stays sealed
until its hour. A room is covered once, where a page reads it for its reader; whatever is made of
a covered room then has nothing to show by mistake.
"""

import datetime as dt
import json
from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from functools import lru_cache

from django.db.models import Q

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import authored
from clubscore.deals.hands import DealtBoard, read_deal
from clubscore.events.board_state import BoardStage, BoardState, EventBoard, Spot
from clubscore.events.imported import told_of
from clubscore.events.models import (
    ContestSet,
    Event,
    EventHappening,
    EventTableLink,
    ResultRevision,
    SetHours,
    SetLookedAt,
)
from clubscore.events.models.facts import BidReached, BoardsLookedAt, CasePassedOn
from clubscore.events.result_form import result_gap
from clubscore.events.result_words import in_words
from clubscore.events.state import EventState, rooms_of
from clubscore.ranking import Board, EventFile, read_event

Kind = EventHappening.Kind
NOT_YET = (BoardStage.TO_COME, BoardStage.LATER)


def yet_to_play(room: EventState, section: int, number: int) -> frozenset[int]:
    """Return the boards that a pair, player or team still has to play; a team at both tables.

    None before the first round and after the end: then there is nothing to spoil.
    """
    plan = room.plans.get(section)
    if plan is None or not room.event.round or room.event.finished_at is not None:
        return frozenset()
    return frozenset(
        board
        for place in plan.of_pair(number)
        if place.is_played
        for board in place.boards
        if room.standing(Spot(section, place.round, place.table, board)).state in NOT_YET
    )


def viewed_boards(room: EventState, person: int) -> frozenset[int]:
    """Return the boards that somebody chose to see before playing them."""
    told = (each.told_as(BoardsLookedAt) for each in room.happenings if each.kind == Kind.LOOKED)
    return frozenset(board for each in told if each["person"] == person for board in each["boards"])


def passed_on(room: EventState, spot: Spot) -> EventHappening | None:
    """Return that somebody else was asked to settle a board at a table, as it was last asked."""
    cases = [each for each in room.happenings if each.kind == Kind.PASSED_ON]
    return next((each for each in reversed(cases) if _spot_of(each) == spot), None)


def _spot_of(case: EventHappening) -> Spot:
    said = case.told_as(CasePassedOn)
    return Spot(said["section"], said["round"], said["table"], said["board"])


def covered(room: EventState, boards: frozenset[int]) -> EventState:
    """Return a room in which nothing tells what became of these boards at any table.

    How far each is stays known: whether it is in, and whether there are two versions of it.
    """
    if not boards:
        return room
    standings = {
        spot: _covered(each) if spot.board in boards else each
        for spot, each in room.standings.items()
    }
    happenings = tuple(
        each
        for each in room.happenings
        # That there is a question stays known; its words are kept back where it is read.
        if each.kind == Kind.ASKED or not tells_of(each, boards)
    )
    return replace(room, standings=standings, happenings=happenings, hidden=boards)


def tells_of(happening: EventHappening, boards: Iterable[int]) -> bool:
    """Whether a happening names a contract of one of these boards, a ruling or a question on it."""
    if happening.kind not in (Kind.REACHED, Kind.RULING, Kind.APPEAL, Kind.ASKED):
        return False
    return happening.told_as(BidReached)["board"] in boards


def _covered(standing: BoardState) -> BoardState:
    return replace(
        standing,
        result=None,
        versions={side: _without_facts(each) for side, each in standing.versions.items()},
        revisions=tuple(_without_facts(each) for each in standing.revisions),
        contrary=tuple(_without_facts(each) for each in standing.contrary),
        proposed={side: _without_facts(each) for side, each in standing.proposed.items()},
        is_hidden=True,
    )


def _without_facts(revision: ResultRevision) -> ResultRevision:
    """A report without what it says; a reason may name the contract as well."""
    found = copy(revision)
    found.facts, found.reason = None, ""
    return found


def known_in_words(standing: BoardState) -> str:
    """Return what counts at a spot, or that it is not shown yet; "" where nothing counts."""
    if standing.is_hidden:
        return "" if standing.state in NOT_YET else result_gap().text
    return in_words(standing.facts) if standing.result else ""


# ---- The prepared set of an event.

# What a board's result says where it was played.
PLAYED = frozenset({"contract", "passed_out"})
SETS_READ = 16


def event_of(kept: ContestSet) -> EventFile:
    """Return a set that a club keeps: its boards with cards, pars, reasons and lines of play.

    The event gets those of a board only once its table has closed it: until then whatever is read
    of the event has nothing to give away.
    """
    return _read(kept.text)


@lru_cache(maxsize=SETS_READ)
def _read(text: str) -> EventFile:
    return read_event(json.loads(text))


def is_closed(standing: BoardState) -> bool:
    """Whether a table has played a board and both sides agree on its result."""
    return standing.state is BoardStage.IN and not PLAYED.isdisjoint(standing.facts)


def closed_here(room: EventState) -> frozenset[int]:
    """Return the boards that a table of an event has closed."""
    return frozenset(spot.board for spot, standing in room.standings.items() if is_closed(standing))


def all_are_in(room: EventState) -> bool:
    """Whether every board of the movement has a result, or was not played."""
    spots = [
        Spot(pk, place.round, place.table, board)
        for pk, plan in room.plans.items()
        for place in plan.places.values()
        for board in place.boards
    ]
    return bool(spots) and all(room.standing(spot).state is BoardStage.IN for spot in spots)


# ---- Who may see the cards, and when.


def in_play(room: EventState) -> set[int]:
    """Return the boards that the movement has."""
    return {board for plan in room.plans.values() for board in plan.boards}


def all_boards(room: EventState) -> list[EventBoard]:
    """Return every board that is in play or of which anything was written, in order."""
    numbers = in_play(room) | {*room.boards}
    return [room.boards.get(number) or EventBoard(number) for number in sorted(numbers)]


def played_anywhere(room: EventState) -> set[int]:
    """Return the boards of which anything was reported."""
    return {
        spot.board
        for spot, standing in room.standings.items()
        if standing.state not in (BoardStage.TO_COME, BoardStage.LATER)
    }


def closed_boards(room: EventState) -> set[int]:
    """Return the boards that every table which is to play them has played, in all rounds."""
    open_boards, found = set(), set()
    for pk, plan in room.plans.items():
        for place in plan.places.values():
            for board in place.boards if place.is_played else ():
                found.add(board)
                spot = Spot(pk, place.round, place.table, board)
                if room.standing(spot).state is not BoardStage.IN:
                    open_boards.add(board)
    return found - open_boards


def boards_seen(actor: Actor, room: EventState) -> set[int]:
    """Return the boards whose cards an actor may see now.

    The director sees all but those that their own side has yet to play; everyone else those of a
    finished event, and before that closed boards, if the club shows results and the ranking is
    open. Scorers often play too, so the same rule applies to them. At a table that plays a prepared
    set boards are seen as they are closed, by those from whom they are not `hidden`.
    """
    if room.event.contest_set_id is not None:
        return {*closed_here(room)} - room.hidden
    if actor.is_director or room.event.finished_at is not None:
        return {*room.made} - room.hidden
    if room.event.ranking_open and room.event.club.results_open:
        return closed_boards(room) - room.hidden
    return set()


def has_deals_to_see(actor: Actor, room: EventState, boards: Iterable[Board]) -> bool:
    """Whether there are cards that anyone can see by now; no query.

    `boards` are the event's: of one that came whole from a file they know their cards.
    """
    if room.event.told:
        return any(board.deal for board in boards)
    return not boards_seen(actor, room).isdisjoint(room.made)


def deals_seen(actor: Actor, room: EventState) -> dict[int, DealtBoard]:
    """Return the boards with cards that an actor may see, by number.

    Of an event that came whole from a file these are the file's, for all who may read its ranking.
    """
    if room.event.told:
        if not (actor.is_director or room.event.ranking_open):
            return {}
        return cards_of_file(told_of(room.event))
    seen = boards_seen(actor, room)
    found = (board.dealt for number, board in room.boards.items() if number in seen)
    return {board.number: board for board in found if board is not None}


def cards_of_file(event: EventFile) -> dict[int, DealtBoard]:
    """Return the boards whose cards an event has that came whole from a file, by number."""
    return {
        number: DealtBoard(number, read_deal(board.deal), board.dealer, board.vulnerable)
        for number, board in event.boards.items()
        if board.deal is not None
    }


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


def known_here(actor: Actor, room: EventState) -> frozenset[int]:
    """Return the boards that a reader closed at this event's table, or chose to look at there.

    A phone that lies on the table is of the table.
    """
    person, link = actor.person, actor.link
    sat = person is not None and any(person in entry.people for entry in room.entries)
    lies = isinstance(link, EventTableLink) and link.section_id in room.plans
    seen = closed_here(room) if sat or lies else frozenset[int]()
    return seen | viewed_boards(room, person.pk) if person is not None else seen


def will_not_play(actor: Actor, kept: ContestSet) -> bool:
    """Whether somebody said on purpose that they will not play a set; by whichever login."""
    said = SetLookedAt.objects.filter(contest_set=kept)
    if actor.user is not None and said.filter(user=actor.user).exists():
        return True
    if actor.person is None:
        return False
    return said.filter(user__memberships__person=actor.person).exists()


# ---- A set that many clubs play at once.


def hour_of(contest_set: int) -> SetHours | None:
    """Return the hour of a set that counts, by the set's key; None where it has none. One query."""
    return SetHours.objects.filter(contest_set=contest_set).order_by("pk").last()


def closes_at(contest_set: int | None) -> dt.datetime | None:
    """Return when a set, by its key, closes or closed for all clubs; None where it has no hour.

    One query; none without a set.
    """
    if contest_set is None:
        return None
    newest = hour_of(contest_set)
    return newest.closes_at if newest is not None else None


def is_sealed(contest_set: int | None) -> bool:
    """Whether nothing is told of a set yet but what each table has in its own hands."""
    until = closes_at(contest_set)
    return until is not None and clock.now() < until


def hours_of(club: int) -> dict[int, dt.datetime]:
    """Return when each of a club's sets that has an hour closes, by the set's key. One query."""
    return {
        one.contest_set_id: one.closes_at
        for one in SetHours.objects.filter(club=club).order_by("pk")
    }


def sealed_sets(club: int) -> set[int]:
    """Return the keys of a club's sets that are sealed. One query."""
    return {pk for pk, until in hours_of(club).items() if clock.now() < until}


def boards_closed_for(actor: Actor, kept: ContestSet) -> frozenset[int]:
    """Return the boards of a set that a reader has behind them.

    Those that their own table closed, wherever they played it; all, for a director who said that
    they will not play it. None, while the set is sealed for every club.
    """
    return frozenset() if is_sealed(kept.pk) else known_boards(actor, kept)


def look_at(*, kept: ContestSet, key: str, actor: Actor) -> None:
    """Note that a director will not play a set; said twice it counts once."""
    if not will_not_play(actor, kept):
        SetLookedAt.objects.get_or_create(
            key=key,
            club_id=kept.club_id,
            defaults={"contest_set": kept, **authored(actor, kept.club_id, key)},
        )
