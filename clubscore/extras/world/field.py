"""A set against the world: every table against par and all others, and what moved its place.

A side loses to par a board on which it scored below it, as in 1917. Tables may have played a part
of the set: what counts is how many of its boards a side lost.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from clubscore.extras.world.package import Names, Package, fields_of_play
from clubscore.ranking.board import Board
from clubscore.ranking.event import EventFile
from clubscore.ranking.par import won_without_director
from clubscore.ranking.result import Result, ResultFacts
from clubscore.ranking.valuation import imps

NS, EW = "NS", "EW"
SIGN = {NS: 1, EW: -1}


class GhostStanding(NamedTuple):
    """How one side of a package stands.

    ``losses`` are boards below par, ``net`` the points over par, ``percent`` the matchpoints it won
    of those it could (None where no other table played its boards), ``imps`` those a board against
    the others, ``percentile`` how many of a hundred sides it is better than, or equal to by half.
    ``tasks`` are the points that it won for tasks, where the set has any.
    """

    package: Package
    side: str
    boards: int
    losses: int
    net: int
    percent: Fraction | None
    imps: Fraction | None
    percentile: Fraction | None = None
    tasks: int = 0


class AgainstPar(NamedTuple):
    """How many boards a side scored below par on, its points over par, and those for tasks."""

    losses: int = 0
    net: int = 0
    tasks: int = 0


class GhostField:
    """All results of a board: how a score of North-South compares with each other one."""

    def __init__(self, scores: Sequence[int]) -> None:
        self.scores = sorted(scores)
        self.counted = Counter(self.scores)
        self._known: dict[int, tuple[Fraction, Fraction]] = {}

    def against(self, score: int) -> tuple[Fraction, Fraction]:
        """Part of the top, and IMPs, of North-South's score; one of these results is its own."""
        if score not in self._known:
            others = len(self.scores) - 1
            below = bisect_left(self.scores, score)
            equal = bisect_right(self.scores, score) - below - 1
            won = sum(imps(score - each) * count for each, count in self.counted.items())
            self._known[score] = (Fraction(2 * below + equal, 2 * others), Fraction(won, others))
        return self._known[score]

    @property
    def is_compared(self) -> bool:
        """Whether more than one table played it."""
        return len(self.scores) > 1


def fields_of(packages: Sequence[Package]) -> dict[int, GhostField]:
    """All results by board."""
    scores: dict[int, list[int]] = {}
    for package in packages:
        for result in package.results:
            assert result.score is not None  # noqa: S101 - a package has only such
            scores.setdefault(result.board, []).append(result.score)
    return {number: GhostField(each) for number, each in scores.items()}


def counted(packages: Sequence[Package]) -> list[Package]:
    """Each package once, without those whose own club sent another instead of them."""
    once = {package.digest: package for package in packages}
    replaced = {(package.key, package.instead) for package in once.values() if package.instead}
    return [each for each in once.values() if (each.key, each.digest) not in replaced]


def standings(played_set: EventFile, packages: Sequence[Package]) -> list[GhostStanding]:
    """Both sides of every package, first those that lost the fewest of their boards.

    Of equal ones those with more points for tasks a board, then with more over par. A package that
    was brought twice counts once, and a table by its newest package.
    """
    once = [package for package in counted(packages) if package.results]
    fields = fields_of(once)
    found = [
        standing_of(package, side, played_set.boards, fields) for package in once for side in SIGN
    ]
    worth = worth_of(once)
    return sorted(_with_percentiles(found), key=lambda one: worth(one.boards, told_of(one)))


Order = tuple[int, int, int]
Worth = Callable[[int, AgainstPar], Order]


def worth_of(packages: Sequence[Package]) -> Worth:
    """What sides are ranked by, the least first: boards lost, tasks, points over par, each a board.

    It takes the boards of a side and how it did. All are made whole numbers of one measure. Where
    everybody plays the directed contract, those who had bid it come before those who had not.
    """
    measure = lcm(*{len(package.results) for package in packages if package.results})

    def worth(boards: int, told: AgainstPar) -> Order:
        return (
            told.losses * measure // boards,
            -told.tasks * measure // boards,
            -told.net * measure // boards,
        )

    return worth


def told_of(one: GhostStanding) -> AgainstPar:
    """What a side is ranked by, out of how it stands."""
    return AgainstPar(one.losses, one.net, one.tasks)


def against_par(package: Package, side: str, boards: Mapping[int, Board]) -> AgainstPar:
    """How many boards a side scored below par on, its points over par, those for tasks."""
    losses = net = tasks = 0
    for result in package.results:
        board, score = boards[result.board], result.score
        par = board.par
        assert par is not None and score is not None  # noqa: S101 - sets have pars, packages scores
        over = SIGN[side] * (score - par.score)
        losses, net = losses + (over < 0), net + over
        if board.tasks:
            tasks += won_without_director(board, result, side).points
    return AgainstPar(losses, net, tasks)


def standing_of(
    package: Package,
    side: str,
    boards: Mapping[int, Board],
    fields: Mapping[int, GhostField],
) -> GhostStanding:
    """How a side stands in a field, without how many of a hundred it is better than."""
    told = against_par(package, side, boards)
    compared = 0
    points, won = Fraction(0), Fraction(0)
    for result in package.results:
        field = fields[result.board]
        if field.is_compared and result.score is not None:
            part, each = field.against(result.score)
            compared += 1
            points += part if side == NS else 1 - part
            won += SIGN[side] * each
    return GhostStanding(
        package,
        side,
        len(package.results),
        told.losses,
        told.net,
        100 * points / compared if compared else None,
        won / compared if compared else None,
        tasks=told.tasks,
    )


def _with_percentiles(found: Sequence[GhostStanding]) -> list[GhostStanding]:
    """Each with how many of a hundred other sides it is better than, by matchpoints."""
    percents = sorted(one.percent for one in found if one.percent is not None)
    told = []
    for one in found:
        if one.percent is None or len(percents) < 2:
            told.append(one)
            continue
        below = bisect_left(percents, one.percent)
        equal = bisect_right(percents, one.percent) - below - 1
        percentile = Fraction(100 * (2 * below + equal), 2 * (len(percents) - 1))
        told.append(one._replace(percentile=percentile))
    return told


class SidePlace(NamedTuple):
    """Where a side stands: its place, and its matchpoints in percent where it is compared."""

    place: int
    percent: Fraction | None


class Moved(NamedTuple):
    """What a package changed for a side of another."""

    package: Package
    side: str
    before: SidePlace
    after: SidePlace


class PackageMove(NamedTuple):
    """A package that came, where its sides came in, and what it changed for the sides watched."""

    package: Package
    places: Mapping[str, int]
    moved: Sequence[Moved]


class _Then:
    """The ranking as it was when so many packages had come."""

    def __init__(self, played_set: EventFile, packages: Sequence[Package], worth: Worth) -> None:
        self.set, self.packages = played_set, counted(packages)
        self.fields: dict[int, GhostField] = fields_of(self.packages)
        self._worth = worth
        self._worths = [self._of(each, side) for each in self.packages for side in SIGN]

    def _of(self, package: Package, side: str) -> Order:
        return self._worth(len(package.results), against_par(package, side, self.set.boards))

    def at(self, package: Package, side: str) -> SidePlace:
        """Where a side of a package that had come stood."""
        own = self._of(package, side)
        place = 1 + sum(each < own for each in self._worths)
        standing = standing_of(package, side, self.set.boards, self.fields)
        return SidePlace(place, standing.percent)


def moves(
    played_set: EventFile, packages: Sequence[Package], watched: Set[str], most: int
) -> list[PackageMove]:
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
        found.append(
            PackageMove(package, places, _moved(before, after, watched - {package.digest}))
        )
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


class TableMet(NamedTuple):
    """Two sides by their names, and their results without who, where and when."""

    names: Names
    results: list[ResultFacts]


def tables_of(event: EventFile, played_set: EventFile) -> list[TableMet]:
    """Each two sides that met. A board that was not played, or was ruled upon, is left out."""
    found: dict[tuple[str, str], list[ResultFacts]] = {}
    for result in event.results:
        if result.deal is not None:
            met = found.setdefault((str(result.ns), str(result.ew)), [])
            met.append(facts_of_play(event, result, played_set))
    return [
        TableMet((_names(event, ns), _names(event, ew)), results)
        for (ns, ew), results in found.items()
    ]


def facts_of_play(event: EventFile, result: Result, played_set: EventFile) -> ResultFacts:
    """What was played on a board at an event, without who, where and when.

    What the auction reached stands there only where it was not what was played.
    """
    facts = result.facts(event.contract(result))
    if "contract" not in facts or facts.get("reached") == facts["contract"]:
        facts.pop("reached", None)
    for name in facts.keys() - fields_of_play(played_set, result.board):
        facts.pop(name)  # type: ignore[misc]
    return facts


def _names(event: EventFile, number: str) -> tuple[str, ...]:
    return tuple(event.contestants[number].names)
