"""A movement as plain values that JSON can keep, and one that another program planned.

A note is kept as its code; one that was kept as a sentence, before there were codes, stays so.
Rows told by another program are named as one of our kinds where they are the very same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypedDict

from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Every, Listing, Phrase, gettext_noop
from clubscore.movements.checker import check
from clubscore.movements.chooser import NOTES
from clubscore.movements.kinds import AS_TOLD, KINDS, build
from clubscore.movements.rows import (
    NO_TABLE,
    Are,
    Movement,
    MovementRow,
    SharedSet,
    in_order,
    opponents,
    sharing_sets,
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


class ImportedRow(NamedTuple):
    """A table in a round as it is told: both sides, their boards, and where that stands."""

    round: int
    table: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    boards: tuple[int, ...]
    where: str


def imported_movement(told: Sequence[ImportedRow], are: Are, winners: int) -> Movement:
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


def _must_be_possible(each: ImportedRow) -> None:
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


def _sets_of(told: Sequence[ImportedRow]) -> tuple[dict[tuple[int, ...], int], int]:
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


def _row(each: ImportedRow, sets: dict[tuple[int, ...], int], size: int) -> MovementRow:
    number = sets.get(each.boards, 1)
    usual = tuple(range((number - 1) * size + 1, number * size + 1))
    played = bool(each.ns and each.ew)
    boards = each.boards if played and each.boards != usual else ()
    return MovementRow(each.round, each.table, each.ns, each.ew, number, boards)


def _without_table(
    rows: Sequence[MovementRow], contestants: int, rounds: int, are: Are
) -> Iterator[MovementRow]:
    """Yield the rows of those who sit out away from every table."""
    for number in range(1, rounds + 1):
        seated = {each for row in rows if row.round == number for each in row.seated}
        out = [each for each in range(1, contestants + 1) if each not in seated]
        for each in out:
            yield MovementRow(number, NO_TABLE, (each,), (), 1)


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
        return sharing_sets(movement)
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


CODES = {phrase: code for code, phrase in NOTES.items()}
LISTS: Mapping[str, type[Listing]] = {"list": Listing, "every": Every}
_LIST_KEYS = {kind: key for key, kind in LISTS.items()}

# The fields of a row or of a share in their order; JSON has no tuples.
KeptFields = list[int | list[int]]


class KeptMovement(TypedDict):
    """A movement as plain values; a note is its code and what fills its places."""

    kind: str
    form: str
    contestants_are: Are
    contestants: int
    tables: int
    rounds: int
    sets: int
    boards_per_set: int
    copies: int
    winners: int
    meets: int
    played: int
    rows: list[KeptFields]
    shares: list[KeptFields]
    notes: list[list[str | Unverified]]


def written(movement: Movement) -> KeptMovement:
    """A movement as plain values: texts, numbers, lists."""
    return {
        "kind": movement.kind,
        "form": movement.form,
        "contestants_are": movement.contestants_are,
        "contestants": movement.contestants,
        "tables": movement.tables,
        "rounds": movement.rounds,
        "sets": movement.sets,
        "boards_per_set": movement.boards_per_set,
        "copies": movement.copies,
        "winners": movement.winners,
        "meets": movement.meets,
        "played": movement.played,
        "rows": [
            [row.round, row.table, [*row.ns], [*row.ew], row.set, [*row.boards]]
            for row in movement.rows
        ],
        "shares": [[each.round, each.set, [*each.tables]] for each in movement.shares],
        "notes": [
            [
                CODES.get(each.phrase, each.phrase),
                {key: _param(value) for key, value in each.params.items()},
            ]
            for each in movement.notes
        ],
    }


def _param(value: object) -> object:
    return {_LIST_KEYS[type(value)]: [*value]} if isinstance(value, Listing) else value


def _param_of(kept: object) -> object:
    if not isinstance(kept, dict):
        return kept
    # Before notes had codes, a word inside a sentence was kept under "word".
    return next(LISTS[key](value) if key in LISTS else str(value) for key, value in kept.items())


def read(kept: KeptMovement) -> Movement:
    """Make a movement again from what :func:`written` gave."""
    return Movement(
        kind=kept["kind"],
        form=kept["form"],
        contestants_are=kept["contestants_are"],
        contestants=kept["contestants"],
        tables=kept["tables"],
        rounds=kept["rounds"],
        sets=kept["sets"],
        boards_per_set=kept["boards_per_set"],
        copies=kept["copies"],
        winners=kept["winners"],
        meets=kept["meets"],
        played=kept["played"],
        rows=tuple(map(_row_of, kept["rows"])),
        shares=tuple(map(_share_of, kept["shares"])),
        notes=tuple(map(_note_of, kept["notes"])),
    )


def _row_of(kept: KeptFields) -> MovementRow:
    at, table, ns, ew, of_set, boards = kept
    return MovementRow(
        _number(at), _number(table), _numbers(ns), _numbers(ew), _number(of_set), _numbers(boards)
    )


def _share_of(kept: KeptFields) -> SharedSet:
    at, of_set, tables = kept
    return SharedSet(_number(at), _number(of_set), _numbers(tables))


def _note_of(kept: list[str | Unverified]) -> Phrase:
    note, params = kept
    assert isinstance(note, str) and not isinstance(params, str)  # noqa: S101 - as written
    return Phrase(NOTES.get(note, note), {key: _param_of(each) for key, each in params.items()})


def _number(kept: int | list[int]) -> int:
    assert isinstance(kept, int)  # noqa: S101 - as written
    return kept


def _numbers(kept: int | list[int]) -> tuple[int, ...]:
    assert isinstance(kept, list)  # noqa: S101 - as written
    return tuple(kept)
