"""What each new package moved: where its sides came in, and what became of others' places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from fractions import Fraction
from typing import NamedTuple

from clubscore.contests.ghost_field import (
    SIGN,
    BoardField,
    Order,
    Worth,
    against_par,
    counted,
    fields_of,
    standing_of,
    worth_of,
)
from clubscore.contests.package import Package
from clubscore.ranking.event import Event


class At(NamedTuple):
    """Where a side stands: its place, and its matchpoints in percent where it is compared."""

    place: int
    percent: Fraction | None


class Moved(NamedTuple):
    """What a package changed for a side of another."""

    package: Package
    side: str
    before: At
    after: At


class Move(NamedTuple):
    """A package that came, where its sides came in, and what it changed for the sides watched."""

    package: Package
    places: Mapping[str, int]
    moved: Sequence[Moved]


class _Then:
    """The ranking as it was when so many packages had come."""

    def __init__(self, played_set: Event, packages: Sequence[Package], worth: Worth) -> None:
        self.set, self.packages = played_set, counted(packages)
        self.fields: dict[int, BoardField] = fields_of(self.packages)
        self._worth = worth
        self._worths = [self._of(each, side) for each in self.packages for side in SIGN]

    def _of(self, package: Package, side: str) -> Order:
        return self._worth(len(package.results), against_par(package, side, self.set.boards))

    def at(self, package: Package, side: str) -> At:
        """Where a side of a package that had come stood."""
        own = self._of(package, side)
        place = 1 + sum(each < own for each in self._worths)
        standing = standing_of(package, side, self.set.boards, self.fields)
        return At(place, standing.percent)


def moves(
    played_set: Event, packages: Sequence[Package], watched: Set[str], most: int
) -> list[Move]:
    """The last packages that came, at most so many, the newest first.

    ``packages`` are in the order in which they came; ``watched`` are the digests of those of which
    it is told what became of them.
    """
    came = [package for package in packages if package.results]
    worth = worth_of(came)
    first = max(0, len(came) - most)
    thens = [_Then(played_set, came[:until], worth) for until in range(first, len(came) + 1)]
    found = []
    for at, package in enumerate(came[first:]):
        before, after = thens[at], thens[at + 1]
        places = {side: after.at(package, side).place for side in SIGN}
        found.append(Move(package, places, _moved(before, after, watched - {package.digest})))
    return found[::-1]


def _moved(before: _Then, after: _Then, watched: Set[str]) -> list[Moved]:
    stayed = {package.digest for package in before.packages}
    found = [
        Moved(package, side, before.at(package, side), after.at(package, side))
        for package in after.packages
        if package.digest in watched and package.digest in stayed
        for side in SIGN
    ]
    return [each for each in found if each.before != each.after]
