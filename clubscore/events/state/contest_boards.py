"""The prepared set that an event plays: its boards, and which of them its tables have closed.

The set has the cards and pars; the event gets those of a board only once its table has closed it.
Until then whatever is read of the event has nothing to give away.
"""

import json
from functools import lru_cache

from clubscore.events.models import ContestSet
from clubscore.events.state.event_now import Room
from clubscore.events.state.spot_state import Spot, Standing, State
from clubscore.ranking import Event, read_event

# What a board's result says where it was played.
PLAYED = frozenset({"contract", "passed_out"})
SETS_READ = 16


def event_of(kept: ContestSet) -> Event:
    """Return a set that a club keeps: its boards with cards, pars, reasons and lines of play."""
    return _read(kept.text)


@lru_cache(maxsize=SETS_READ)
def _read(text: str) -> Event:
    return read_event(json.loads(text))


def is_closed(standing: Standing) -> bool:
    """Whether a table has played a board and both sides agree on its result."""
    return standing.state is State.IN and not PLAYED.isdisjoint(standing.facts)


def closed_here(room: Room) -> frozenset[int]:
    """Return the boards that a table of an event has closed."""
    return frozenset(spot.board for spot, standing in room.standings.items() if is_closed(standing))


def all_are_in(room: Room) -> bool:
    """Whether every board of the movement has a result, or was not played."""
    spots = [
        Spot(pk, place.round, place.table, board)
        for pk, plan in room.plans.items()
        for place in plan.places.values()
        for board in place.boards
    ]
    return bool(spots) and all(room.standing(spot).state is State.IN for spot in spots)
