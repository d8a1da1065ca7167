"""Bridge for seven players: W. O. Preston, in Auction Bridge Variations 1923, pp. 135-138.

Two tables, seven people, one vacant seat. As soon as the lead is made at one table its dummy
crosses to the vacant seat of the other. What happened is a log of events; where everyone sits is
the log folded, so that taking an event back needs nothing but the log. Nothing is scored here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.seating.cut_laws import LOWEST
from clubscore.laws.seating.cutting import Cut, run_cut
from clubscore.laws.seven.eight_or_six import eighth_comes, leaves, swapped, two_tables
from clubscore.laws.seven.two_tables import (
    PARTNER,
    AllPassed,
    Arrived,
    BrokenOff,
    Contract,
    Crossing,
    EighthComes,
    Event,
    Gone,
    Key,
    LastDeals,
    Leaves,
    Result,
    State,
    Swapped,
    Table,
    TakenBack,
    left_of,
    other,
)
from clubscore.laws.words import gettext_noop

PLAYERS = 7
# The order of the book: A and B against C and D; E and F, and G who deals first at table 2.
FIRST_SEATS = ("N", "S", "E", "W", "N", "S", "E")
FIRST_DEALERS = {1: "N", 2: "E"}


def begin(players: Sequence[Key], home: bool = True) -> State[Key]:
    """Return the seven in the order of the book. RuleError where they are not seven."""
    if len(players) != PLAYERS or len(set(players)) != PLAYERS:
        phrase = gettext_noop("The evening needs seven different people, not %(count)s.")
        raise RuleError("seven", phrase, "players", count=len(set(players)))
    nobody: dict[str, Key | None] = dict.fromkeys(COMPASS)
    tables = {
        number: Table(
            nobody | dict(zip(FIRST_SEATS[first:last], players[first:last], strict=True)),
            FIRST_DEALERS[number],
        )
        for number, first, last in ((1, 0, 4), (2, 4, PLAYERS))
    }
    return State(tables, home)


def resolve_order(draws: Sequence[Mapping[Key, str]]) -> Cut[Key]:
    """Return what some rounds of cutting for the order decide: those with equal cards cut again.

    RuleError as cutting for partners has it.
    """
    everybody = tuple(draws[0])

    def is_open(heights: Mapping[Key, list[int]]) -> Sequence[Key]:
        cut = list(heights.values())
        return [who for who, height in heights.items() if cut.count(height) > 1]

    heights, again, suits = run_cut(draws, everybody, LOWEST, is_open)
    return Cut(tuple(sorted(everybody, key=lambda who: heights[who])), again, suits)


def in_order_of_cut(lowest_first: Sequence[Key]) -> list[Key]:
    """Return the order of the book by the cards: the lowest deals at each of the tables.

    The two lowest are partners against the next two; of the other three the lowest is G.
    """
    a, b, c, d, g, e, f = lowest_first
    return [a, b, c, d, e, f, g]


def fold(players: Sequence[Key], log: Sequence[Event[Key]], home: bool = True) -> State[Key]:
    """Return where a log of events leads; what was undone never happened.

    RuleError at ``log[3]`` where an event cannot be.
    """
    gone: set[int] = set()
    for number, event in enumerate(log):
        if isinstance(event, TakenBack):
            earlier = log[event.number] if 0 <= event.number < number else event
            if isinstance(earlier, TakenBack):
                phrase = gettext_noop("Only something that happened can be undone.")
                raise RuleError("taken-back", phrase, f"log[{number}]")
            gone.add(event.number)
    state = begin(players, home)
    for number, event in enumerate(log):
        if number in gone or isinstance(event, TakenBack):
            continue
        try:
            state = happen(state, event)
        except RuleError as error:
            raise error.under(f"log[{number}]") from None
    return state


def happen(state: State[Key], event: Event[Key]) -> State[Key]:
    """Return the state after one event. RuleError where it cannot be now."""
    if state.closed is not None:
        raise RuleError("over", gettext_noop("The evening of the seven has ended."))
    if isinstance(event, Contract):
        return _contract(state, event)
    if isinstance(event, AllPassed):
        return _all_passed(state, event)
    if isinstance(event, Result):
        return _result(state, event)
    if isinstance(event, BrokenOff):
        return _broken_off(state, event)
    if isinstance(event, (Gone, Arrived)):
        return _on_the_way(state, event)
    return _of_the_evening(state, event)


def _of_the_evening(state: State[Key], event: Event[Key]) -> State[Key]:
    """What concerns both tables."""
    if isinstance(event, EighthComes):
        return eighth_comes(state, event.who)
    if isinstance(event, Leaves):
        return leaves(state, event.who)
    if isinstance(event, Swapped):
        return swapped(state, event.one, event.two)
    if isinstance(event, LastDeals):
        if state.last or state.ordinary:
            raise RuleError("last", gettext_noop("These are already the last deals."))
        return replace(state, last=True)
    raise TypeError(event)


def _with(state: State[Key], number: int, table: Table[Key]) -> State[Key]:
    return replace(state, tables={**state.tables, number: table})


def _dealing(state: State[Key], number: int) -> Table[Key]:
    """Return a table that deals now; with its first deal a rubber is its four players'."""
    table = state.tables[number]
    if table.plays:
        phrase = gettext_noop("This table is still playing; record its result first.")
        raise RuleError("plays", phrase, "table")
    if not state.deals(number):
        phrase = gettext_noop("This table is waiting for dummy from the other.")
        raise RuleError("waits", phrase, "table")
    return table if table.originals else replace(table, originals=table.four)


def _contract(state: State[Key], event: Contract) -> State[Key]:
    table = _dealing(state, event.table)
    if event.declarer not in COMPASS:
        phrase = gettext_noop("declarer must be N, E, S or W.")
        raise RuleError("seat", phrase, "declarer")
    playing = replace(table, declarer=event.declarer, players=table.four)
    if state.ordinary:
        return _with(state, event.table, playing)
    if state.last:
        # The last deal: no one waits for this dummy.
        return replace(_with(state, event.table, playing), turn=None, crossing=None)
    dummy = PARTNER[event.declarer]
    who = table.four[dummy]
    state = _with(state, event.table, replace(playing, seats={**table.seats, dummy: None}))
    state = replace(state, turn=other(event.table), crossing=Crossing(who, event.table))
    return _seated(state)


def _seated(state: State[Key]) -> State[Key]:
    """Seat the player who is crossing once the table they go to has finished its play.

    In their own seat if they are an original of its rubber ("he takes his old position", p. 138):
    the substitute there makes room. Otherwise in the vacant seat.
    """
    crossing = state.crossing
    if crossing is None or crossing.seat is not None:
        return state
    table = state.tables[crossing.to]
    vacant = table.vacant
    if table.plays or vacant is None:
        return state
    own = next((s for s, who in table.originals.items() if who == crossing.who), None)
    seat = own if own is not None and state.home else vacant
    seats = {**table.seats, vacant: table.seats[seat], seat: crossing.who}
    there = table.seats[seat]
    moved = None if there is None else (there, vacant)
    state = replace(state, crossing=replace(crossing, seat=seat, moved=moved))
    if state.ordinary:
        state = replace(state, crossing=None)
    return _with(state, crossing.to, replace(table, seats=seats))


def _all_passed(state: State[Key], event: AllPassed) -> State[Key]:
    table = _dealing(state, event.table)
    state = _with(state, event.table, replace(table, dealer=left_of(table.dealer)))
    if state.last and not state.ordinary:
        return replace(state, turn=None, crossing=None)
    if state.crossing is not None:
        state = replace(state, crossing=replace(state.crossing, here=True))
    return state


def _result(state: State[Key], event: Result) -> State[Key]:
    table = state.tables[event.table]
    if not table.plays:
        phrase = gettext_noop("No contract is being played at this table.")
        raise RuleError("no-play", phrase, "table")
    table = replace(
        table,
        declarer=None,
        players={},
        dealer=left_of(table.dealer),
        originals={} if event.rubber_over else table.originals,
    )
    state = _with(state, event.table, table)
    if event.rubber_over and state.eighth is not None and not state.last:
        state = two_tables(state, event.table)
    return _seated(state)


def _broken_off(state: State[Key], event: BrokenOff) -> State[Key]:
    table = state.tables[event.table]
    if table.plays:
        phrase = gettext_noop("This table is still playing; record its result first.")
        raise RuleError("plays", phrase, "table")
    return _with(state, event.table, replace(table, originals={}))


def _on_the_way(state: State[Key], event: Gone | Arrived) -> State[Key]:
    crossing = state.crossing
    if crossing is not None and isinstance(event, Gone) and crossing.start == event.table:
        return replace(state, crossing=replace(crossing, gone=True))
    if crossing is not None and isinstance(event, Arrived) and crossing.to == event.table:
        return replace(state, crossing=replace(crossing, gone=True, here=True))
    raise RuleError("nobody", gettext_noop("No one is crossing there now."), "table")
