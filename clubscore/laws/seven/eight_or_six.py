"""The seven become eight or six, or exchange places: what then becomes of their two tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.seven.two_tables import Crossing, Key, State, Table, other
from clubscore.laws.words import gettext_noop


def people_of(state: State[Key]) -> list[Key]:
    """Return everyone who sits or crosses."""
    people = [who for table in state.tables.values() for who in table.four.values()]
    crossing = state.crossing
    return people if crossing is None or crossing.who in people else [*people, crossing.who]


def table_of(state: State[Key], who: Key) -> int:
    """Return the table at which a player sits, or which they left if they sit at neither.

    RuleError if they are not one of the evening.
    """
    for number, table in state.tables.items():
        if table.seat_of(who) is not None:
            return number
    if state.crossing is not None and state.crossing.who == who:
        return state.crossing.start
    raise RuleError("stranger", gettext_noop("This player does not play here."), "who")


def eighth_comes(state: State[Key], who: Key) -> State[Key]:
    """Return the state with an eighth, who waits for the next rubber."""
    if state.eighth is not None or state.ordinary:
        raise RuleError("eighth", gettext_noop("There are already eight players."), "who")
    if state.last:
        raise RuleError("last", gettext_noop("These are the last deals."), "who")
    if who in people_of(state):
        raise RuleError("plays", gettext_noop("This player is already playing."), "who")
    return replace(state, eighth=who)


def two_tables(state: State[Key], number: int) -> State[Key]:
    """Seat the eighth where a rubber has just ended; no one crosses any more.

    A player on the way to this table goes back to the seat they left.
    """
    crossing = state.crossing
    if crossing is not None and crossing.to == number:
        state = _sits(state, crossing.start, state.tables[crossing.start].vacant, crossing.who)
        crossing = None
    elif crossing is not None and crossing.seat is not None:
        crossing = None
    state = _sits(state, number, state.tables[number].vacant, state.eighth)
    return replace(state, turn=None, crossing=crossing, eighth=None, ordinary=True)


def _sits(state: State[Key], number: int, seat: str | None, who: Key | None) -> State[Key]:
    """Seat a player; a substitute in their seat goes to the vacant one."""
    table = state.tables[number]
    if seat is None or who is None:
        return state
    seats = dict(table.seats)
    if seats[seat] is not None and table.vacant is not None:
        seats[table.vacant] = seats[seat]
    seats[seat] = who
    return replace(state, tables={**state.tables, number: replace(table, seats=seats)})


def leaves(state: State[Key], who: Key) -> State[Key]:
    """Return the state without a player: their table is closed, six belong to the other.

    A deal that is being played at their table is not counted. With an eighth waiting nothing is
    closed: they take the place, and what their predecessor began is still for that account.
    """
    if state.eighth == who:
        return replace(state, eighth=None)
    number = table_of(state, who)
    if state.eighth is not None:
        return replace(_renamed(state, {who: state.eighth}), eighth=None)
    rest = [p for p in people_of(state) if p != who and p not in _sitting(state, other(number))]
    closed: Table[Key] = replace(
        state.tables[number],
        seats=dict.fromkeys(COMPASS),
        originals={},
        declarer=None,
        players={},
        closed=True,
    )
    fills = _who_fills(state, number, rest)
    state = replace(state, tables={**state.tables, number: closed})
    if fills is not None:
        goes, seat = fills
        state = _sits(state, other(number), seat, goes)
        rest.remove(goes)
    return replace(state, turn=None, crossing=None, closed=number, waiting=tuple(rest))


def _sitting(state: State[Key], number: int) -> list[Key]:
    return list(state.tables[number].four.values())


def _who_fills(state: State[Key], closed: int, rest: list[Key]) -> tuple[Key, str] | None:
    """Return who takes the vacant seat of the table that goes on, and where they sit.

    The player dealt the cards of that seat, or one on the way between the tables, or an
    original of its rubber in their own seat, or the first clockwise.
    """
    table = state.tables[other(closed)]
    vacant = table.vacant
    if vacant is None or not rest:
        return None
    dealt = table.players.get(vacant)
    if dealt is not None and dealt in rest:
        return dealt, vacant
    if state.crossing is not None and state.crossing.who in rest:
        return state.crossing.who, vacant
    for seat, original in table.originals.items():
        if original in rest and not table.plays and state.home:
            return original, seat
    return rest[0], vacant


def swapped(state: State[Key], one: Key, two: Key) -> State[Key]:
    """Return the state with two people in each other's place."""
    here = people_of(state)
    if one == two or one not in here or two not in here:
        phrase = gettext_noop("Choose two who are playing.")
        raise RuleError("swap", phrase, "two")
    return _renamed(state, {one: two, two: one})


def _renamed(state: State[Key], names: Mapping[Key, Key]) -> State[Key]:
    """Put people in others' places; whose rubber it is stays as it was."""
    tables = {
        number: replace(
            table,
            seats={
                seat: None if who is None else names.get(who, who)
                for seat, who in table.seats.items()
            },
            players={seat: names.get(who, who) for seat, who in table.players.items()},
        )
        for number, table in state.tables.items()
    }
    crossing: Crossing[Key] | None = state.crossing
    if crossing is not None:
        crossing = replace(crossing, who=names.get(crossing.who, crossing.who), moved=None)
    return replace(state, tables=tables, crossing=crossing)
