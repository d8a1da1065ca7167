"""A movement as another program planned it: who sits where with which boards, round by round.

What it is called there is not told. Where one of our kinds makes the very same rows it is that
kind, so that it is named and kept as such; otherwise its rows are what is known of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.movements.checker import check
from clubscore.movements.kinds.every_kind import AS_TOLD, KINDS, build
from clubscore.movements.rows import (
    NO_TABLE,
    Are,
    Movement,
    Row,
    in_order,
    meant_to_share,
    opponents,
    tables_by_set,
)

MOST_ROUNDS, MOST_TABLES, MOST_BOARD = 60, 100, 200
OUT_OF_RANGE = {
    "round": gettext_noop("The round must be from 1 to %(most)s, not %(given)s."),
    "table": gettext_noop("The table must be from 1 to %(most)s, not %(given)s."),
    "board": gettext_noop("Board numbers must be from 1 to %(most)s, not %(given)s."),
}
NO_BOARDS = gettext_noop("Two sides meet here, but no boards are named.")
NO_ROUNDS = gettext_noop("No two sides meet in any round.")
BOARD_TWICE = gettext_noop("Board %(board)s is named twice here.")


class Told(NamedTuple):
    """A table in a round as it is told: both sides, their boards, and where that stands."""

    round: int
    table: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    boards: tuple[int, ...]
    where: str


def movement_told(told: Sequence[Told], are: Are, winners: int) -> Movement:
    """Return the movement that these tables make; contestants are numbered from 1 without gaps.

    RuleError at ``where`` it cannot be played: numbers out of range, anybody at two tables or
    with a board for the second time.
    """
    for each in told:
        _must_be_possible(each)
    if not any(each.ns and each.ew for each in told):
        raise RuleError("movement", NO_ROUNDS)
    sets, size = _sets_of(told)
    rows = [_row(each, sets, size) for each in told if each.ns or each.ew]
    contestants = max(number for row in rows for number in row.seated)
    rounds = max(row.round for row in rows)
    rows += _without_table(rows, contestants, rounds, are)
    movement = Movement(
        kind=AS_TOLD,
        form=AS_TOLD,
        contestants_are=are,
        contestants=contestants,
        tables=max(row.table for row in rows),
        rounds=rounds,
        sets=max(0, *sets.values(), -(-max(max(group) for group in sets) // size)),
        rows=in_order(rows),
        boards_per_set=size,
        winners=winners,
    )
    movement = _with_copies(replace(movement, meets=_most_meetings(movement)))
    places = {(each.round, each.table): each.where for each in told}
    for fault in check(movement):
        where = places.get((fault.round, fault.table), "")
        raise RuleError("movement", fault.phrase.phrase, where, **fault.phrase.params)
    return _known(movement)


def _must_be_possible(each: Told) -> None:
    for what, given, most in (
        ("round", each.round, MOST_ROUNDS),
        ("table", each.table, MOST_TABLES),
        *(("board", board, MOST_BOARD) for board in each.boards),
    ):
        if not 1 <= given <= most:
            raise RuleError("movement", OUT_OF_RANGE[what], each.where, given=given, most=most)
    if each.ns and each.ew and not each.boards:
        raise RuleError("movement", NO_BOARDS, each.where)
    for board, times in Counter(each.boards).items():
        if times > 1:
            raise RuleError("movement", BOARD_TWICE, each.where, board=board)


def _sets_of(told: Sequence[Told]) -> tuple[dict[tuple[int, ...], int], int]:
    """Return the sets of boards by number, and how many boards a set has.

    Boards that go round in equal sets are counted by them; otherwise each group of boards that is
    played together is a set of its own, and as many sets follow as all boards need.
    """
    groups = sorted({each.boards for each in told if each.ns and each.ew})
    size = max(map(len, groups))
    if all(len(group) == size and _is_whole_set(group) for group in groups):
        return {group: group[0] // size + 1 for group in groups}, size
    return {group: at for at, group in enumerate(groups, 1)}, size


def _is_whole_set(group: tuple[int, ...]) -> bool:
    first, size = group[0], len(group)
    return (first - 1) % size == 0 and group == tuple(range(first, first + size))


def _row(each: Told, sets: dict[tuple[int, ...], int], size: int) -> Row:
    number = sets.get(each.boards, 1)
    usual = tuple(range((number - 1) * size + 1, number * size + 1))
    played = bool(each.ns and each.ew)
    boards = each.boards if played and each.boards != usual else ()
    return Row(each.round, each.table, each.ns, each.ew, number, boards)


def _without_table(rows: Sequence[Row], contestants: int, rounds: int, are: Are) -> Iterator[Row]:
    """Yield the rows of those who sit out away from every table."""
    for number in range(1, rounds + 1):
        seated = {each for row in rows if row.round == number for each in row.seated}
        out = [each for each in range(1, contestants + 1) if each not in seated]
        for each in out:
            yield Row(number, NO_TABLE, (each,), (), 1)


def _most_meetings(movement: Movement) -> int:
    """Return how often two meet at most, or are partners at an individual."""
    met: Counter[frozenset[int]] = Counter()
    for row in movement.rows:
        if row.is_played:
            twos = [row.ns, row.ew] if movement.contestants_are == "individuals" else opponents(row)
            met.update(frozenset(two) for two in twos)
    return max(met.values(), default=1)


def _with_copies(movement: Movement) -> Movement:
    """Return it with what tables that play the same boards at once need.

    Two tables in a round may share one copy; where more play the same boards there are copies.
    """
    together = tables_by_set(movement.rows)
    rounds = Counter(number for (number, _), tables in together.items() if len(tables) > 1)
    most = max(map(len, together.values()))
    if most <= 2 and all(times == 1 for times in rounds.values()):
        return meant_to_share(movement)
    return replace(movement, copies=most)


def _known(movement: Movement) -> Movement:
    """Return the movement of a kind of ours that is this one, or as it was told."""
    boards = movement.sets * movement.boards_per_set
    for kind in KINDS.values():
        if kind.are != movement.contestants_are or not kind.suits(movement.contestants):
            continue
        made = _made(kind.key, movement.contestants, movement.rounds, boards, movement.winners)
        if made is not None and _played(made) == _played(movement):
            return made
    return movement


@lru_cache(maxsize=64)
def _made(kind: str, count: int, rounds: int, boards: int, winners: int) -> Movement | None:
    one = KINDS[kind]
    try:
        return build(
            kind, count, rounds=rounds, boards=boards, winners=winners if one.two_winners else None
        )
    except RuleError:
        return None


def _played(movement: Movement) -> set[tuple[int, int, tuple[int, ...], tuple[int, ...], object]]:
    """Everything that is played, and who waits at a table; notes and copies aside."""
    return {
        (row.round, row.table, row.ns, row.ew, movement.boards_of(row))
        for row in movement.rows
        if row.table != NO_TABLE
    }
