"""Counting a set's packages, all of them read: the ranking, who played, a board."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from clubscore.contests.ghost_field import Order, Standing, counted, standings, told_of, worth_of
from clubscore.contests.moves import Move, moves
from clubscore.contests.package import Package
from clubscore.events.models import ContestPackage, ContestSet
from clubscore.events.state.contest_boards import event_of
from clubscore.events.world.kept_packages import package_in
from clubscore.events.world.turning_away import away_in
from clubscore.ranking import Event as RankedEvent
from clubscore.ranking.result import ResultFacts

MOVES_SHOWN = 8


class Mark(NamedTuple):
    """What changes with every package and every decision: how many, and the newest of each."""

    packages: int
    newest: int
    decided: int


class Placed(NamedTuple):
    """A side in the ranking, its place, and whether it is of the club's own.

    Of a ranking that was kept, the package has no results.
    """

    place: int
    is_shared: bool
    standing: Standing
    is_own: bool


class Counted(NamedTuple):
    """A ranking of a set: its sides, what moved it last, and by keys the rows that did."""

    placed: Sequence[Placed]
    moves: Sequence[Move]
    movers: Sequence[int]


class MadeOfBoard(NamedTuple):
    """What a table made of a board: North-South's score, and what was played."""

    package: Package
    is_own: bool
    score: int
    facts: ResultFacts


@dataclass(frozen=True)
class LiveWorld:
    """All packages of a set that count, with the boards on which they are ranked."""

    kept: ContestSet
    seen: frozenset[int]

    @cached_property
    def contest(self) -> RankedEvent:
        """The set itself."""
        return event_of(self.kept)

    @cached_property
    def rows(self) -> list[ContestPackage]:
        """Every package of the set that counts, in the order in which they came. Two queries."""
        away = away_in(self.kept.club)
        found = ContestPackage.objects.filter(contest_set=self.kept)
        return [row for row in found if row.digest not in away and row.signed_by not in away]

    @cached_property
    def packages(self) -> list[Package]:
        """Each row's package, whole."""
        return [package_in(row, self.contest) for row in self.rows]

    @cached_property
    def _by_digest(self) -> dict[str, ContestPackage]:
        return {row.digest: row for row in self.rows}

    @cached_property
    def _once(self) -> list[tuple[ContestPackage, Package]]:
        """Each table's newest package with its row, the newest first."""
        return [(self._by_digest[each.digest], each) for each in counted(self.packages)][::-1]

    @cached_property
    def own(self) -> frozenset[str]:
        """The digests of what the club's own tables sent."""
        source = ContestPackage.Source.OWN
        return frozenset(row.digest for row in self.rows if row.source == source)

    @property
    def sent(self) -> list[int]:
        """Who sent what counts, the newest first, by keys of rows."""
        return [row.pk for row, _package in self._once]

    def counted(self) -> Counted:
        """Rank all, and say what moved the ranking last."""
        seen = [self._of_seen(package) for package in self.packages]
        moved = moves(self.contest, seen, self.own, MOVES_SHOWN)
        return Counted(
            _placed(standings(self.contest, seen), self.own),
            moved,
            [self._by_digest[each.package.digest].pk for each in moved],
        )

    def board(self, number: int) -> list[MadeOfBoard]:
        """What each table made of a board, the best for North-South first."""
        found = [
            MadeOfBoard(package, package.digest in self.own, result.score or 0,
                        result.facts(self.contest.contract(result)))
            for _row, package in self._once
            for result in package.results
            if result.board == number
        ]  # fmt: skip
        return sorted(found, key=lambda one: -one.score)

    def _of_seen(self, package: Package) -> Package:
        return replace(
            package, results=tuple(one for one in package.results if one.board in self.seen)
        )


def _placed(ranked: Sequence[Standing], own: Set[str]) -> list[Placed]:
    """Each side with its place; those that are worth the same share the best."""
    if not ranked:
        return []
    worth = worth_of([one.package for one in ranked])
    worths = [worth(one.boards, told_of(one)) for one in ranked]
    first: dict[Order, int] = {}
    times: dict[Order, int] = {}
    for place, each in enumerate(worths, start=1):
        first.setdefault(each, place)
        times[each] = times.get(each, 0) + 1
    return [
        Placed(first[each], times[each] > 1, one, one.package.digest in own)
        for each, one in zip(worths, ranked, strict=True)
    ]
