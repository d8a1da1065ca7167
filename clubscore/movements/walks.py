"""A movement as those who follow it need it: each contestant's way, each table's, the caddy's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from clubscore.movements.rows import NO_TABLE, Movement, MovementRow

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


def _stop(movement: Movement, row: MovementRow, number: int) -> Stop | None:
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


def table_round(
    movement: Movement, row: MovementRow, gone: dict[int, int] | None = None
) -> TableRound:
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


def _going(movement: Movement, row: MovementRow, gone: dict[int, int]) -> list[Going]:
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


def boards_to(movement: Movement, row: MovementRow) -> int | None:
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


class Off(StrEnum):
    """Where a set is that lies on no table: not used yet, beside the tables, or done with."""

    NEW = "new"
    STAND = "stand"
    DONE = "done"


class SetMove(NamedTuple):
    """A set of boards, or one copy of it: the tables that have it before and after a change.

    Several tables share it. Where there is none, `off_before` or `off_after` says where it is.
    """

    boards: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    off_before: Off | None = None
    off_after: Off | None = None

    @property
    def stays(self) -> bool:
        """Whether nobody has to carry it."""
        return bool(self.before) and self.before == self.after


def at_change(movement: Movement, number: int) -> tuple[SetMove, ...]:
    """Return what moves after a round (0: before the first), by the tables it comes from.

    Nothing after the last round. Without copies all tables of a set share it; of copies each goes
    the shortest way down, and those declared as shared go together.
    """
    if number >= movement.rounds:
        return ()
    moves = [*_from_tables(movement, number), *_from_beside(movement, number)]
    return tuple(sorted(moves, key=lambda each: (not each.before, each.before, each.boards)))


def on_tables(movement: Movement, number: int) -> tuple[SetMove, ...]:
    """Return which sets lie on which tables in a round; `after` says nothing."""
    return tuple(
        SetMove(movement.boards_of_set(of_set), tables, ())
        for of_set, tables in _groups(movement, number)
    )


def _rows(movement: Movement, number: int) -> list[MovementRow]:
    return [row for row in movement.rows_of_round(number) if row.table != NO_TABLE]


def _groups(movement: Movement, number: int) -> list[tuple[int, tuple[int, ...]]]:
    """Each copy of a set in a round, with the tables that use it."""
    found: list[tuple[int, tuple[int, ...]]] = []
    lie = {row.table: row.set for row in _rows(movement, number)}
    # A movement that was changed may declare more than is left of it.
    shared = {
        (each.set, table): tuple(other for other in each.tables if lie.get(other) == each.set)
        for each in movement.shares
        if each.round == number
        for table in each.tables
    }
    for row in _rows(movement, number):
        if movement.copies == 1:
            tables = tuple(r.table for r in _rows(movement, number) if r.set == row.set)
        else:
            tables = shared.get((row.set, row.table), (row.table,))
        if (row.set, tables) not in found:
            found.append((row.set, tables))
    return found


def _from_tables(movement: Movement, number: int) -> Iterator[SetMove]:
    """What lies on tables in a round, with the tables of the next that get it."""
    following = _groups(movement, number + 1)
    rows = {row.table: row for row in _rows(movement, number)}
    for of_set, tables in _groups(movement, number):
        to = boards_to(movement, rows[tables[0]])
        after = next((t for s, t in following if s == of_set and to in t), ())
        off = None if after else _off_after(movement, of_set, number)
        yield SetMove(movement.boards_of_set(of_set), tables, after, None, off)


def _from_beside(movement: Movement, number: int) -> Iterator[SetMove]:
    """What comes onto tables in the next round from beside them."""
    carried = [each for each in _from_tables(movement, number) if each.after]
    brought = {(each.boards, each.after) for each in carried}
    # Of a set of which more copies are used now than ever before, the others are new.
    beside = _copies_used(movement, number)
    beside.subtract(each.boards for each in carried)
    for of_set, tables in _groups(movement, number + 1):
        boards = movement.boards_of_set(of_set)
        if (boards, tables) not in brought:
            yield SetMove(boards, (), tables, Off.STAND if beside[boards] > 0 else Off.NEW)
            beside[boards] -= 1


def _copies_used(movement: Movement, number: int) -> Counter[tuple[int, ...]]:
    """How many copies of each set have been on tables at once up to a round."""
    most: Counter[tuple[int, ...]] = Counter()
    for at in range(1, number + 1):
        most |= Counter(movement.boards_of_set(of_set) for of_set, _ in _groups(movement, at))
    return most


def _off_after(movement: Movement, of_set: int, number: int) -> Off:
    later = any(row.set == of_set and row.round > number for row in movement.rows)
    return Off.STAND if later else Off.DONE
