"""Who settles with whom, and for how many points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, Protocol

from clubscore.laws.cards import Column
from clubscore.laws.house_rules import Rules

Rounding = Callable[[int], int]


class HasColumns(Protocol):
    """What settling asks of a game; `Game` says it, and all else."""

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
    """What one seat wins from another: whole points, and their exact worth for the money.

    The two differ only where an odd difference is halved.
    """

    winner: str
    loser: str
    points: int
    exact: int | Fraction


PairRule = Callable[["HasColumns", Rules, Mapping[str, int], Rounding], list[PairPoints]]


def two_sides(
    game: HasColumns, rules: Rules, totals: Mapping[str, int], rounding: Rounding
) -> list[PairPoints]:
    """Partners each settle the difference with one opponent: N with E, S with W."""
    one, other = game.columns
    difference = rounding(totals[one.key] - totals[other.key])
    return [
        PairPoints(mine, theirs, difference, difference)
        for mine, theirs in zip(one.seats, other.seats, strict=True)
    ]


def every_pair(
    game: HasColumns, rules: Rules, totals: Mapping[str, int], rounding: Rounding
) -> list[PairPoints]:
    """Each player settles the difference with each other player."""
    return [
        PairPoints(one, other, points := rounding(totals[one] - totals[other]), points)
        for one, other in combinations(game.column_keys, 2)
    ]


def one_against_each(
    game: HasColumns, rules: Rules, totals: Mapping[str, int], rounding: Rounding
) -> list[PairPoints]:
    """Dummy bridge: the dummy player settles with each adversary, or with both once."""
    alone, pair = game.columns
    (player,) = alone.seats
    difference = rounding(totals[alone.key] - totals[pair.key])
    if rules.get("dummy_stake") != "single":
        return [PairPoints(player, seat, difference, difference) for seat in pair.seats]
    # Half of it each; of an odd point the first adversary has the larger half.
    smaller = abs(difference) // 2
    sign = -1 if difference < 0 else 1
    halves = (abs(difference) - smaller, smaller)
    return [
        PairPoints(player, seat, sign * half, Fraction(difference, 2))
        for seat, half in zip(pair.seats, halves, strict=True)
    ]
