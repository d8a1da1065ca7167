"""The one checker that every movement must pass, wherever it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from clubscore.laws.words import Every, Phrase, gettext_noop
from clubscore.movements.rows import (
    NO_TABLE,
    Movement,
    Player,
    Row,
    Share,
    opponents,
    players_of,
    tables_by_set,
)

TABLE_TWICE = gettext_noop("Table %(table)s appears twice in round %(round)s.")
CONTESTANT_TWICE = gettext_noop("Number %(number)s sits in two places in round %(round)s.")
SET_AGAIN = gettext_noop(
    "Number %(number)s plays board %(board)s again in round %(round)s, at table %(table)s."
)
MEETS_AGAIN = gettext_noop("Numbers %(one)s and %(other)s meet again in round %(round)s.")
PARTNERS_AGAIN = gettext_noop(
    "Players %(one)s and %(other)s are partners again in round %(round)s."
)
MEETS_ITSELF = gettext_noop(
    "Number %(number)s meets itself in round %(round)s, at table %(table)s."
)
OUT_OF_RANGE = {
    "round": gettext_noop(
        "Round %(round)s, table %(table)s: the round is %(number)s; it must be from 1 to %(most)s."
    ),
    "number": gettext_noop(
        "Round %(round)s, table %(table)s: a number is %(number)s; it must be from 1 to %(most)s."
    ),
    "table": gettext_noop(
        "Round %(round)s, table %(table)s: the table is %(number)s; it must be from 1 to %(most)s."
    ),
    "set": gettext_noop(
        "Round %(round)s, table %(table)s: the set is %(number)s; it must be from 1 to %(most)s."
    ),
}
TOO_FEW_COPIES = gettext_noop(
    "Set %(set)s is needed at tables %(tables)s in round %(round)s, but there are too few copies."
)
NOT_RETURNED = gettext_noop(
    "Team %(one)s plays set %(set)s North–South against team %(other)s, but never East–West."
)


class Fault(NamedTuple):
    """What is wrong with a movement: a code from E1 to E8, and the sentence."""

    code: str
    phrase: Phrase
    round: int
    table: int

    def __str__(self) -> str:
        return f"{self.code}: {self.phrase}"


def check(movement: Movement) -> tuple[Fault, ...]:
    """Everything that is wrong with a movement; nothing where it may be played.

    E1 a table twice in a round, E2 a contestant twice in a round, E3 a board played twice by a
    contestant, E4 two contestants (individuals: two partners) meet too often, E5 meets itself,
    E6 a number out of range, E7 a set at more tables than copies where no sharing is declared,
    E8 a team's set that its other half does not play. What was played already is not reproached
    but with E3, E5 and E6; what is still to come must fit to it.
    """
    faults = [*_ranges(movement)]
    if not faults:
        faults += _rounds(movement)
        faults += _boards(movement)
        faults += _meetings(movement)
        faults += _copies(movement)
        if movement.contestants_are == "teams":
            faults += _returned(movement)
    return tuple(faults)


def is_sound(movement: Movement) -> bool:
    """Whether a movement passes the checker."""
    return not check(movement)


def _fault(code: str, phrase: str, row: Row, **params: object) -> Fault:
    said = Phrase(phrase, {"round": row.round, "table": row.table, **params})
    return Fault(code, said, row.round, row.table)


def _ranges(movement: Movement) -> Iterator[Fault]:
    for row in movement.rows:
        numbers = [
            ("round", row.round, movement.rounds),
            *(("number", each, movement.contestants) for each in row.seated),
        ]
        if row.table != NO_TABLE or row.is_played:
            numbers.append(("table", row.table, movement.tables))
            numbers.append(("set", row.set, movement.sets))
        for what, number, most in numbers:
            if not 1 <= number <= most:
                yield _fault("E6", OUT_OF_RANGE[what], row, number=number, most=most)
        for number, times in Counter(row.seated).items():
            if times > 1:
                yield _fault("E5", MEETS_ITSELF, row, number=number)


def _rounds(movement: Movement) -> Iterator[Fault]:
    """E1 and E2. A team has two halves: one sits North-South, the other East-West."""
    tables: set[tuple[int, int]] = set()
    places: set[tuple[int, int, bool]] = set()
    halves = movement.contestants_are == "teams"
    for row in movement.rows:
        if row.round <= movement.played:
            continue
        if row.table != NO_TABLE and (row.round, row.table) in tables:
            yield _fault("E1", TABLE_TWICE, row)
        tables.add((row.round, row.table))
        for side, numbers in ((False, row.ns), (halves, row.ew)):
            for number in numbers:
                if (row.round, number, side) in places:
                    yield _fault("E2", CONTESTANT_TWICE, row, number=number)
                places.add((row.round, number, side))


def _boards(movement: Movement) -> Iterator[Fault]:
    """E3, by boards: what was played before counts as well as what was meant."""
    seen: set[tuple[Player, int]] = set()
    for row in movement.rows:
        boards = movement.boards_of(row)
        for player in players_of(movement, row):
            mine = {(player, board) for board in boards}
            again = mine & seen
            if again:
                board = min(board for _, board in again)
                yield _fault("E3", SET_AGAIN, row, number=player[0], board=board)
            seen |= mine


def _meetings(movement: Movement) -> Iterator[Fault]:
    """E4: pairs and teams meet, individuals are partners, at most so often."""
    met: Counter[tuple[int, int]] = Counter()
    individuals = movement.contestants_are == "individuals"
    for row in movement.rows:
        if not row.is_played:
            continue
        meetings = [row.ns, row.ew] if individuals else list(opponents(row))
        for meeting in meetings:
            one, other = meeting
            key = (one, other) if movement.contestants_are == "teams" else _both(one, other)
            met[key] += 1
            if met[key] > movement.meets and row.round > movement.played:
                phrase = PARTNERS_AGAIN if individuals else MEETS_AGAIN
                yield _fault("E4", phrase, row, one=one, other=other)


def _both(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _copies(movement: Movement) -> Iterator[Fault]:
    """E7: tables that share as declared need one copy between them."""
    for (number, of_set), tables in sorted(tables_by_set(movement.rows).items()):
        if number <= movement.played:
            continue
        declared = [each for each in movement.shares if each[:2] == (number, of_set)]
        if _needed(tables, declared) > movement.copies:
            params = {"round": number, "set": of_set, "tables": Every(sorted(tables))}
            yield Fault("E7", Phrase(TOO_FEW_COPIES, params), number, tables[0])


def _needed(tables: list[int], declared: list[Share]) -> int:
    """How many copies these tables need: those that share as declared count as one."""
    return len(tables) - sum(max(0, len(set(tables) & set(share.tables)) - 1) for share in declared)


def _returned(movement: Movement) -> Iterator[Fault]:
    """E8: a match is two halves with the same boards."""
    for row in half_played(movement):
        if row.round > movement.played:
            yield _fault("E8", NOT_RETURNED, row, one=row.ns[0], other=row.ew[0], set=row.set)


def half_played(movement: Movement) -> list[Row]:
    """The rows of teams whose other halves do not play their boards at any time."""
    halves = {
        (*row.ns, *row.ew, board) for row in movement.rows for board in movement.boards_of(row)
    }
    return [
        row
        for row in movement.rows
        if any((*row.ew, *row.ns, board) not in halves for board in movement.boards_of(row))
    ]
