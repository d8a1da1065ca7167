"""A movement as rows: who meets whom at which table with which boards, round by round.

Contestants, tables, rounds and sets count from 1. Set s of b boards is boards (s-1)*b+1 to s*b.
All else (who moves where, what rests on a stand) is read off the rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from typing import Literal, NamedTuple

from clubscore.laws.words import Phrase, ngettext_lazy

Are = Literal["pairs", "individuals", "teams"]
# A contestant, and which half where it is a team: the one that sits East-West.
Player = tuple[int, bool]
# A row of a contestant who sits out away from every table.
NO_TABLE = 0
ROUND = attrgetter("round")


def wrap(number: int, modulus: int) -> int:
    """Count round and round: 1 to `modulus`, after which comes 1 again."""
    return (number - 1) % modulus + 1


class MovementRow(NamedTuple):
    """One table in one round.

    A side holds one pair or team, two players (North and South; East and West), or no one: then
    the other side sits out and the boards are not played. `boards` names what was played where
    that was not just the whole set.
    """

    round: int
    table: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    set: int
    boards: tuple[int, ...] = ()

    @property
    def is_played(self) -> bool:
        """Whether two sides meet here."""
        return bool(self.ns and self.ew)

    @property
    def seated(self) -> tuple[int, ...]:
        """Everyone at the table."""
        return self.ns + self.ew

    def turned(self) -> MovementRow:
        """The same table with the sides exchanged."""
        return self._replace(ns=self.ew, ew=self.ns)


class SharedSet(NamedTuple):
    """Tables that use one copy of a set together in a round."""

    round: int
    set: int
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Movement:
    """Rows with what is needed to judge them.

    `kind` is what was asked for (``mitchell``), `form` how it is done (``skip``). `meets` is how
    often two contestants may meet, `shares` the sharing that is meant. The first `played` rounds
    are history: they happened, however they were meant.
    """

    kind: str
    form: str
    contestants_are: Are
    contestants: int
    tables: int
    rounds: int
    sets: int
    rows: tuple[MovementRow, ...]
    boards_per_set: int = 1
    copies: int = 1
    winners: int = 1
    meets: int = 1
    shares: tuple[SharedSet, ...] = ()
    notes: tuple[Phrase, ...] = ()
    played: int = 0
    # The rows by round, once somebody asked: papers and choosers ask for each table of each round.
    _by_round: dict[int, tuple[MovementRow, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def boards_of(self, row: MovementRow) -> tuple[int, ...]:
        """The boards that the two sides of a row play; none where one sits out."""
        if not row.is_played:
            return ()
        return row.boards or self.boards_of_set(row.set)

    def boards_of_set(self, number: int) -> tuple[int, ...]:
        first = (number - 1) * self.boards_per_set + 1
        return tuple(range(first, first + self.boards_per_set))

    def rows_of_round(self, number: int) -> tuple[MovementRow, ...]:
        """The rows of one round, by tables."""
        if not self._by_round:
            for at, rows in groupby(sorted(self.rows, key=ROUND), key=ROUND):
                self._by_round[at] = tuple(rows)
        return self._by_round.get(number, ())

    def with_rows(self, rows: Iterable[MovementRow]) -> Movement:
        """The same with other rows, in the order of rounds and tables."""
        return replace(self, rows=in_order(rows))

    def noting(self, *phrases: Phrase) -> Movement:
        """The same with more to say about it."""
        return replace(self, notes=(*self.notes, *phrases))


def in_order(rows: Iterable[MovementRow]) -> tuple[MovementRow, ...]:
    """Rows by rounds, then tables; who sits out away from the tables comes last."""
    return tuple(sorted(rows, key=lambda row: (row.round, row.table or 10**6, row.seated)))


def tables_by_set(rows: Iterable[MovementRow]) -> dict[tuple[int, int], list[int]]:
    """Which tables play a set in a round: {(round, set): tables}."""
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for row in rows:
        if row.is_played:
            found[row.round, row.set].append(row.table)
    return found


def sharing_sets(movement: Movement) -> Movement:
    """The movement, declaring the sharing that its rows need.

    Where there are more tables than copies, the last of them use one copy together.
    """
    shares = tuple(
        SharedSet(*key, tuple(sorted(tables)[movement.copies - 1 :]))
        for key, tables in sorted(tables_by_set(movement.rows).items())
        if len(tables) > movement.copies
    )
    return replace(movement, shares=shares)


def ended(movement: Movement, rounds: int) -> Movement:
    """The first rounds only."""
    rows = tuple(row for row in movement.rows if row.round <= rounds)
    shares = tuple(share for share in movement.shares if share.round <= rounds)
    return replace(movement, rounds=rounds, rows=rows, shares=shares)


def barometer(movement: Movement) -> Movement:
    """All tables play the same boards each round, with a copy for every table."""
    rows = tuple(row._replace(set=row.round) for row in movement.rows)
    return replace(movement, rows=rows, sets=movement.rounds, copies=movement.tables, shares=())


def players_of(movement: Movement, row: MovementRow) -> list[Player]:
    """Who has seen a row's boards. Of a team one half sits North-South, the other East-West."""
    halves = movement.contestants_are == "teams"
    return [*((each, False) for each in row.ns), *((each, halves) for each in row.ew)]


def boards_had(movement: Movement, players: Iterable[Player]) -> dict[int, set[int]]:
    """Which boards any of these have in the plan or had: {round: boards}."""
    wanted, found = set(players), defaultdict[int, set[int]](set)
    for row in movement.rows:
        if wanted & set(players_of(movement, row)):
            found[row.round] |= set(movement.boards_of(row))
    return found


def opponents(row: MovementRow) -> Iterator[tuple[int, int]]:
    """Whom a row brings against each other, North-South's number first."""
    for one in row.ns:
        for other in row.ew:
            yield one, other


# How many there are, each a phrase of its own, so that a line may hold several of them.

CONTESTANTS: Mapping[Are, str] = {
    "pairs": ngettext_lazy("%(n)s pair", "%(n)s pairs", "n"),
    "individuals": ngettext_lazy("%(n)s player", "%(n)s players", "n"),
    "teams": ngettext_lazy("%(n)s team", "%(n)s teams", "n"),
}
TABLES = ngettext_lazy("%(n)s table", "%(n)s tables", "n")
ROUNDS = ngettext_lazy("%(n)s round", "%(n)s rounds", "n")
BOARDS_A_ROUND = ngettext_lazy("%(n)s board a round", "%(n)s boards a round", "n")
BOARDS_IN_PLAY = ngettext_lazy("%(n)s board in play", "%(n)s boards in play", "n")


def counted(phrase: str, number: int) -> Phrase:
    """``7 tables``: one of these with its number."""
    return Phrase(phrase, {"n": number})
