"""A movement as everyone at it needs it: each contestant's way, each table's evening."""

from __future__ import annotations

from typing import NamedTuple

from clubscore.movements.rows import NO_TABLE, Movement, Row

SEATS = (("N", "S"), ("E", "W"))


class Stop(NamedTuple):
    """Where a contestant is in a round.

    `seat` is NS or EW, for an individual N, E, S or W. Without opponents the player sits out: at a
    table whose other side is empty, or at none (table 0).
    """

    round: int
    table: int
    seat: str
    partner: int | None
    opponents: tuple[int, ...]
    boards: tuple[int, ...]


class Going(NamedTuple):
    """Where somebody goes after a round: a table and a seat, or table 0 to sit out.

    With `left` the player has gone home and the others play on.
    """

    number: int
    table: int
    seat: str
    left: bool = False


class TableRound(NamedTuple):
    """A round at a table, and where its people and its boards go after it.

    `boards_to` is the table that plays them in the next round, 0 where they rest on a stand, None
    after the last round in which they are played.
    """

    round: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    boards: tuple[int, ...]
    going: tuple[Going, ...]
    boards_to: int | None


def left_since(movement: Movement) -> dict[int, int]:
    """Return from which round on contestants play no more while others do: {number: round}.

    Those who sit out have a row of their own; those who have left have none.
    """
    last = {number: row.round for row in movement.rows for number in row.seated}
    end = max(last.values(), default=0)
    everyone = range(1, movement.contestants + 1)
    return {number: last.get(number, 0) + 1 for number in everyone if last.get(number, 0) < end}


def guide(movement: Movement, number: int, half: str = "") -> tuple[Stop, ...]:
    """A contestant's way through the rounds; of a team one half's, NS or EW.

    A round without a place is a sit-out like any other.
    """
    stops = []
    for at in range(1, movement.rounds + 1):
        found = [
            stop
            for row in movement.rows_of_round(at)
            if (stop := _stop(movement, row, number)) and half in ("", stop.seat)
        ]
        stops.append(found[0] if found else Stop(at, NO_TABLE, "", None, (), ()))
    return tuple(stops)


def _stop(movement: Movement, row: Row, number: int) -> Stop | None:
    for own, (side, other) in enumerate(((row.ns, row.ew), (row.ew, row.ns))):
        if number in side:
            seat, partner = ("NS", "EW")[own], None
            if len(side) == 2:
                at = side.index(number)
                seat, partner = SEATS[own][at], side[1 - at]
            boards = movement.boards_of(row)
            return Stop(row.round, row.table, seat, partner, other, boards)
    return None


def table_rounds(movement: Movement, table: int) -> tuple[TableRound, ...]:
    """What a table sees in an evening."""
    gone = left_since(movement)
    return tuple(table_round(movement, row, gone) for row in movement.rows if row.table == table)


def table_round(movement: Movement, row: Row, gone: dict[int, int] | None = None) -> TableRound:
    """One row of a movement, and where all of it goes next.

    Whoever asks for many rows says once who has `gone`, as `left_since` returns it.
    """
    gone = left_since(movement) if gone is None else gone
    return TableRound(
        row.round,
        row.ns,
        row.ew,
        movement.boards_of(row) or movement.boards_of_set(row.set),
        tuple(_going(movement, row, gone)),
        boards_to(movement, row),
    )


def _going(movement: Movement, row: Row, gone: dict[int, int]) -> list[Going]:
    """Everyone's next place; a team's half looks for the side it sits."""
    after = movement.rows_of_round(row.round + 1)
    if not after:
        return []
    goings = []
    for side, numbers in (("NS", row.ns), ("EW", row.ew)):
        for number in numbers:
            stops = [stop for each in after if (stop := _stop(movement, each, number))]
            if movement.contestants_are == "teams":
                stops = [stop for stop in stops if stop.seat == side]
            table, seat = (stops[0].table, stops[0].seat) if stops else (NO_TABLE, "")
            goings.append(Going(number, table, seat, gone.get(number) == row.round + 1))
    return goings


def boards_to(movement: Movement, row: Row) -> int | None:
    """Return the next table of a row's set; with copies or sharing the one nearest below.

    Boards that no one plays at a half table lie there all the same. 0 where they rest on a stand,
    None after the last round in which they are played.
    """
    after = movement.rows_of_round(row.round + 1)
    there = [each for each in after if each.set == row.set and each.table != NO_TABLE]
    # Of several copies those of a match of which the other half comes now stay with it.
    now = [each for each in movement.rows_of_round(row.round) if each.set == row.set]
    own = [each for each in there if set(each.seated) == set(row.seated)]
    of_others = [set(each.seated) for each in now if each.is_played]
    there = own or [each for each in there if set(each.seated) not in of_others]
    tables = [each.table for each in there if each.is_played] or [each.table for each in there]
    if tables:
        lower = [table for table in tables if table <= row.table]
        return max(lower) if lower else max(tables)
    waiting = any(each.set == row.set and each.round > row.round for each in movement.rows)
    return NO_TABLE if waiting else None
