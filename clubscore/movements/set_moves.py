"""Which boards go where between two rounds, as whoever carries them needs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from clubscore.movements.rows import NO_TABLE, Movement, Row
from clubscore.movements.walks import boards_to


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


def _rows(movement: Movement, number: int) -> list[Row]:
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
