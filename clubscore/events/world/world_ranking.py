"""The ranking of a set over all packages that came, as one reader may see it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Max

from clubscore.club.remembered import Remembered
from clubscore.contests.ghost_field import Order, Standing, counted, standings, told_of, worth_of
from clubscore.contests.moves import Move, moves
from clubscore.contests.package import Package
from clubscore.events.models import ContestPackage, ContestSet, PackageDecision
from clubscore.events.state.contest_boards import event_of
from clubscore.events.world.kept_packages import package_in
from clubscore.events.world.turning_away import away_in
from clubscore.ranking import Event as RankedEvent
from clubscore.ranking.result import Result

MOVES_SHOWN = 8

# What changes with every package and every decision: how many of each, and the newest.
Mark = tuple[int, int, int]


class Placed(NamedTuple):
    """A side in the ranking, its place, and the row of its package."""

    place: int
    is_shared: bool
    standing: Standing
    row: ContestPackage


class Counted(NamedTuple):
    """A ranking of a set as it is now."""

    placed: Sequence[Placed]
    moves: Sequence[Move]


class MadeOfBoard(NamedTuple):
    """What a table made of a board."""

    row: ContestPackage
    package: Package
    result: Result


_counted: Remembered[tuple[int, Mark, frozenset[int]], Counted] = Remembered(16)


@dataclass(frozen=True)
class WorldRanking:
    """All packages of a set, ranked on the boards that a reader may see; rows in order of coming.

    Packages that a director turned away do not count, nor those that another was sent instead of.
    """

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
        found = ContestPackage.objects.filter(contest_set=self.kept).select_related("event")
        return [row for row in found if row.digest not in away and row.signed_by not in away]

    @cached_property
    def packages(self) -> list[Package]:
        """Each row's package, whole."""
        return [package_in(row, self.contest) for row in self.rows]

    @cached_property
    def who_played(self) -> list[tuple[ContestPackage, Package]]:
        """Who sent what counts, the newest first: to be told without a score."""
        by_digest = {row.digest: row for row in self.rows}
        return [(by_digest[each.digest], each) for each in counted(self.packages)][::-1]

    @property
    def has_tasks(self) -> bool:
        """Whether points are given for tasks on any board of the set."""
        return any(board.tasks for board in self.contest.boards.values())

    @property
    def is_open(self) -> bool:
        """Whether a reader may see any board of it."""
        return bool(self.seen)

    @property
    def is_whole(self) -> bool:
        """Whether a reader may see all of its boards."""
        return self.seen >= self.contest.boards.keys()

    @cached_property
    def now(self) -> Counted:
        """The ranking and what moved it last, on the boards that may be seen."""
        key = (self.kept.pk, self._mark(), self.seen)
        known = _counted.get(key)
        if known is None:
            known = self._count()
            _counted.keep(key, known)
        return known

    @cached_property
    def clubs(self) -> list[str]:
        """The clubs of the ranking by name, where there are several."""
        found = {each.standing.package.club for each in self.now.placed} - {""}
        return sorted(found) if len(found) > 1 else []

    def stratum(self, club: str) -> list[Placed]:
        """The sides of one club in the order of the ranking, with their places among each other."""
        sides = [each for each in self.now.placed if each.standing.package.club == club]
        places = [each.place for each in sides]
        return [each._replace(place=places.index(each.place) + 1,
                              is_shared=places.count(each.place) > 1)
                for each in sides]  # fmt: skip

    def board(self, number: int) -> list[MadeOfBoard]:
        """What each table made of a board, the best for North-South first."""
        found = [
            MadeOfBoard(row, package, result)
            for row, package in self.who_played
            for result in package.results
            if result.board == number
        ]
        return sorted(found, key=lambda one: -(one.result.score or 0))

    def _mark(self) -> Mark:
        came = ContestPackage.objects.filter(contest_set=self.kept)
        told = came.aggregate(count=Count("pk"), newest=Max("pk"))
        decided = PackageDecision.objects.filter(club=self.kept.club_id)
        newest = decided.aggregate(newest=Max("pk"))["newest"]
        return told["count"], told["newest"] or 0, newest or 0

    def _count(self) -> Counted:
        seen = [self._of_seen(package) for package in self.packages]
        by_digest = {row.digest: row for row in self.rows}
        own = {row.digest for row in self.rows if row.source == ContestPackage.Source.OWN}
        return Counted(
            _placed(standings(self.contest, seen), by_digest),
            moves(self.contest, seen, own, MOVES_SHOWN),
        )

    def _of_seen(self, package: Package) -> Package:
        return replace(
            package, results=tuple(one for one in package.results if one.board in self.seen)
        )


def _placed(ranked: Sequence[Standing], rows: dict[str, ContestPackage]) -> list[Placed]:
    """Each side with its place; those that are worth the same share the best."""
    worth = worth_of([one.package for one in ranked]) if ranked else None
    if worth is None:
        return []
    worths = [worth(one.boards, told_of(one)) for one in ranked]
    first: dict[Order, int] = {}
    times: dict[Order, int] = {}
    for place, each in enumerate(worths, start=1):
        first.setdefault(each, place)
        times[each] = times.get(each, 0) + 1
    return [
        Placed(first[each], times[each] > 1, one, rows[one.package.digest])
        for each, one in zip(worths, ranked, strict=True)
    ]
