"""What a reader who plays is not shown: what became of boards that their own side has yet to play.

A room is covered once, where a page reads it for its reader (`selectors.room_for`); whatever is
made of a covered room then has nothing to show by mistake.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from clubscore.events.models import EventHappening, ResultRevision
from clubscore.events.models.kept_facts import BidReached, BoardsLookedAt, CasePassedOn
from clubscore.events.results.result_form import not_shown_yet
from clubscore.events.results.result_words import in_words
from clubscore.events.state.event_now import Room
from clubscore.events.state.spot_state import Spot, Standing, State

Kind = EventHappening.Kind
NOT_YET = (State.TO_COME, State.LATER)


def yet_to_play(room: Room, section: int, number: int) -> frozenset[int]:
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


def looked_at(room: Room, person: int) -> frozenset[int]:
    """Return the boards that somebody chose to see before playing them."""
    told = (each.told_as(BoardsLookedAt) for each in room.happenings if each.kind == Kind.LOOKED)
    return frozenset(board for each in told if each["person"] == person for board in each["boards"])


def passed_on(room: Room, spot: Spot) -> EventHappening | None:
    """Return that somebody else was asked to settle a board at a table, as it was last asked."""
    cases = [each for each in room.happenings if each.kind == Kind.PASSED_ON]
    return next((each for each in reversed(cases) if _spot_of(each) == spot), None)


def _spot_of(case: EventHappening) -> Spot:
    said = case.told_as(CasePassedOn)
    return Spot(said["section"], said["round"], said["table"], said["board"])


def covered(room: Room, boards: frozenset[int]) -> Room:
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


def _covered(standing: Standing) -> Standing:
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


def known_in_words(standing: Standing) -> str:
    """Return what counts at a spot, or that it is not shown yet; "" where nothing counts."""
    if standing.is_hidden:
        return "" if standing.state in NOT_YET else not_shown_yet().text
    return in_words(standing.facts) if standing.result else ""
