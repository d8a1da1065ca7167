"""Who may see the cards of an event's boards, and when.

Players see no card of a board before it has been played. Only this module decides that:
every page, sheet and file of deals for players asks `deals_seen`.
"""

from collections.abc import Iterable

from clubscore.club.access import Actor
from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.hands import read_deal
from clubscore.events.imported.imported import told_of
from clubscore.events.state.boards import EventBoard
from clubscore.events.state.contest_boards import closed_here
from clubscore.events.state.event_now import Room
from clubscore.events.state.spot_state import Spot, State
from clubscore.ranking import Board
from clubscore.ranking import Event as RankedEvent


def in_play(room: Room) -> set[int]:
    """Return the boards that the movement has."""
    return {board for plan in room.plans.values() for board in plan.boards}


def all_boards(room: Room) -> list[EventBoard]:
    """Return every board that is in play or of which anything was written, in order."""
    numbers = in_play(room) | {*room.boards}
    return [room.boards.get(number) or EventBoard(number) for number in sorted(numbers)]


def played_anywhere(room: Room) -> set[int]:
    """Return the boards of which anything was reported."""
    return {
        spot.board
        for spot, standing in room.standings.items()
        if standing.state not in (State.TO_COME, State.LATER)
    }


def closed_boards(room: Room) -> set[int]:
    """Return the boards that every table which is to play them has played, in all rounds."""
    open_boards, found = set(), set()
    for pk, plan in room.plans.items():
        for place in plan.places.values():
            for board in place.boards if place.is_played else ():
                found.add(board)
                spot = Spot(pk, place.round, place.table, board)
                if room.standing(spot).state is not State.IN:
                    open_boards.add(board)
    return found - open_boards


def boards_seen(actor: Actor, room: Room) -> set[int]:
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


def has_deals_to_see(actor: Actor, room: Room, boards: Iterable[Board]) -> bool:
    """Whether there are cards that anyone can see by now; no query.

    `boards` are the event's: of one that came whole from a file they know their cards.
    """
    if room.event.told:
        return any(board.deal for board in boards)
    return not boards_seen(actor, room).isdisjoint(room.made)


def deals_seen(actor: Actor, room: Room) -> dict[int, DealtBoard]:
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


def cards_of_file(event: RankedEvent) -> dict[int, DealtBoard]:
    """Return the boards whose cards an event has that came whole from a file, by number."""
    return {
        number: DealtBoard(number, read_deal(board.deal), board.dealer, board.vulnerable)
        for number, board in event.boards.items()
        if board.deal is not None
    }
