"""The seven at two tables: what can happen, and where everyone then is.

Bridge for seven players, W. O. Preston, in Auction Bridge Variations 1923, pp. 135-138. Seven
people, eight seats; :mod:`clubscore.laws.seven.crossing` folds what happened into a :class:`State`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from clubscore.laws.cards import COMPASS

Key = TypeVar("Key", bound=Hashable)

TABLES = (1, 2)
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}


def other(table: int) -> int:
    """Return the number of the other table."""
    return 3 - table


def left_of(seat: str) -> str:
    """Return the seat that deals next."""
    return COMPASS[(COMPASS.index(seat) + 1) % len(COMPASS)]


# What happens


@dataclass(frozen=True)
class Contract:
    """A contract and the opening lead: the partner of the declarer is dummy and crosses."""

    table: int
    declarer: str


@dataclass(frozen=True)
class AllPassed:
    """Passed out: no one moves, the deal passes to the left at the same table."""

    table: int


@dataclass(frozen=True)
class Result:
    """The play is over; with `rubber_over` so is the rubber, and the score is closed."""

    table: int
    rubber_over: bool = False


@dataclass(frozen=True)
class BrokenOff:
    """A rubber is broken off: the next deal there begins another."""

    table: int


@dataclass(frozen=True)
class Gone:
    """The dummy of a table has left it."""

    table: int


@dataclass(frozen=True)
class Arrived:
    """The player who was crossing is at this table."""

    table: int


@dataclass(frozen=True)
class EighthComes(Generic[Key]):
    """An eighth has come: they take a seat where the next rubber begins."""

    who: Key


@dataclass(frozen=True)
class Leaves(Generic[Key]):
    """A player leaves: their table closes, six go on at the other.

    An eighth who waits takes the place, and seven go on.
    """

    who: Key


@dataclass(frozen=True)
class Swapped(Generic[Key]):
    """Two people exchange places, by hand: they sat otherwise than the rule would have it."""

    one: Key
    two: Key


@dataclass(frozen=True)
class LastDeals:
    """Each table finishes; no one crosses any more."""


@dataclass(frozen=True)
class TakenBack:
    """An earlier event, counted from 0, did not happen after all."""

    number: int


Event = (
    Contract
    | AllPassed
    | Result
    | BrokenOff
    | Gone
    | Arrived
    | EighthComes[Key]
    | Leaves[Key]
    | Swapped[Key]
    | LastDeals
    | TakenBack
)


# Where everyone is


class Place(NamedTuple):
    """A seat at a table."""

    table: int
    seat: str


@dataclass(frozen=True)
class Crossing(Generic[Key]):
    """A player on the way from the table where they are dummy.

    seat: where they sit at the other table, None while it still plays; moved: the substitute who
    made room for them, with the new seat; gone, here: what was said of their way.
    """

    who: Key
    start: int
    seat: str | None = None
    moved: tuple[Key, str] | None = None
    gone: bool = False
    here: bool = False

    @property
    def to(self) -> int:
        """The table they go to."""
        return other(self.start)


@dataclass(frozen=True)
class Table(Generic[Key]):
    """One table.

    seats: who sits where, None where no one does; originals: whose rubber it is, no one between
    rubbers; dealer: who deals next, or dealt the deal in play; declarer: of the deal in play;
    players: who was dealt its cards, dummy too; closed: whether nothing more is dealt here.
    """

    seats: Mapping[str, Key | None]
    dealer: str
    originals: Mapping[str, Key] = field(default_factory=dict)
    declarer: str | None = None
    players: Mapping[str, Key] = field(default_factory=dict)
    closed: bool = False

    @property
    def plays(self) -> bool:
        """Whether a contract is being played."""
        return self.declarer is not None

    @property
    def vacant(self) -> str | None:
        """The first seat in which no one sits."""
        return next((seat for seat in COMPASS if self.seats[seat] is None), None)

    @property
    def four(self) -> Mapping[str, Key]:
        """Who sits there, seat by seat."""
        return {seat: who for seat, who in self.seats.items() if who is not None}

    def seat_of(self, who: Key) -> str | None:
        """The seat of a player, None if they do not sit here."""
        return next((seat for seat in COMPASS if self.seats[seat] == who), None)


@dataclass(frozen=True)
class State(Generic[Key]):
    """An evening of the seven as it stands.

    turn: the table that deals next, None where each deals on its own; eighth: who waits for the
    next rubber; ordinary: whether two ordinary tables of four go on; last: whether these are the
    last deals; closed: the table that a departure closed; waiting: who sits nowhere then.
    """

    tables: Mapping[int, Table[Key]]
    home: bool
    turn: int | None = 1
    crossing: Crossing[Key] | None = None
    eighth: Key | None = None
    ordinary: bool = False
    last: bool = False
    closed: int | None = None
    waiting: tuple[Key, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether no one crosses any more and the tables go on, or ended, as any others."""
        return self.closed is not None or (self.ordinary and self.crossing is None)

    def deals(self, table: int) -> bool:
        """Return whether a table may deal now: four sit there, and it is its turn."""
        here = self.tables[table]
        if here.closed or here.plays or here.vacant is not None:
            return False
        return self.ordinary or self.turn == table
