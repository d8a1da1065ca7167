"""Who settles with whom, and for how many points."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import ClassVar, NamedTuple, Protocol

from clubscore.laws.cards import Column
from clubscore.laws.house_rules import Rules

Rounding = Callable[[int], int]


class HasColumns(Protocol):
    """What settling asks of a game; `Game` says it, and everything else."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of its sheet."""

    @property
    def column_keys(self) -> tuple[str, ...]:
        """Their keys, in the order of the sheet."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of its players."""


class PairPoints(NamedTuple):
    """What one seat wins from another: whole points, and what they are worth, in half points.

    That is twice as many, unless an odd difference is halved.
    """

    winner: str
    loser: str
    points: int
    halves: int


class Settling(ABC):
    """Who settles with whom: each way is a class, and a game with one of its own overrides it.

    ``usual_round`` is how differences are rounded where a club says nothing ("ten"), None where
    they stay exact. ``ledgers`` are the accounts that a game keeps beside its sheet.
    """

    usual_round: ClassVar[str | None] = None
    ledgers: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def pairs(
        self, game: HasColumns, rules: Rules, totals: Mapping[str, int], rounding: Rounding
    ) -> list[PairPoints]:
        """What each two win from each other by these totals of the columns."""

    def counted_totals(self, rules: Rules, totals: Mapping[str, int]) -> Mapping[str, int] | None:
        """What the columns count for when play stops; None where it is what stands in them."""
        return None


class TwoSides(Settling):
    """Partners each settle the difference with one opponent: N with E, S with W."""

    def pairs(
        self, game: HasColumns, rules: Rules, totals: Mapping[str, int], rounding: Rounding
    ) -> list[PairPoints]:
        """The same difference for both."""
        one, other = game.columns
        difference = rounding(totals[one.key] - totals[other.key])
        return [
            PairPoints(mine, theirs, difference, 2 * difference)
            for mine, theirs in zip(one.seats, other.seats, strict=True)
        ]


class EveryPair(Settling):
    """Each player settles with each other player."""

    def pairs(
        self, game: HasColumns, rules: Rules, totals: Mapping[str, int], rounding: Rounding
    ) -> list[PairPoints]:
        """The difference of every two columns."""
        return [
            PairPoints(one, other, points := rounding(totals[one] - totals[other]), 2 * points)
            for one, other in combinations(game.column_keys, 2)
        ]
