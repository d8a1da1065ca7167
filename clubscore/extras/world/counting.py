"""A set's packages counted: the ranking, who played, each board, and how the count is kept."""

import datetime as dt
import json
import zlib
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from clubscore.events.models import ContestPackage, ContestSet, CountedWorld
from clubscore.events.visibility import event_of
from clubscore.extras.world.field import (
    GhostStanding,
    Moved,
    Order,
    PackageMove,
    SidePlace,
    counted,
    moves,
    standings,
    told_of,
    worth_of,
)
from clubscore.extras.world.package import Package
from clubscore.extras.world.packages import away_in, package_in
from clubscore.ranking import EventFile as RankedEvent
from clubscore.ranking.result import ResultFacts

MOVES_SHOWN = 8


class Mark(NamedTuple):
    """What changes with every package and every decision: how many, and the newest of each."""

    packages: int
    newest: int
    decided: int


class PlacedSide(NamedTuple):
    """A side in the ranking, its place, and whether it is of the club's own.

    Of a ranking that was kept, the package has no results.
    """

    place: int
    is_shared: bool
    standing: GhostStanding
    is_own: bool


class CountedSet(NamedTuple):
    """A ranking of a set: its sides, what moved it last, and by keys the rows that did."""

    placed: Sequence[PlacedSide]
    moves: Sequence[PackageMove]
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

    def counted(self) -> CountedSet:
        """Rank all, and say what moved the ranking last."""
        seen = [self._of_seen(package) for package in self.packages]
        moved = moves(self.contest, seen, self.own, MOVES_SHOWN)
        return CountedSet(
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


def _placed(ranked: Sequence[GhostStanding], own: Set[str]) -> list[PlacedSide]:
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
        PlacedSide(first[each], times[each] > 1, one, one.package.digest in own)
        for each, one in zip(worths, ranked, strict=True)
    ]


# A line of `told` is of one package: club, names of both sides, whether it is the club's own. Sides
# are said by the place of their package among those, and by 0 for North-South, 1 for East-West; a
# fraction by two numbers.
# Counted up when any of this is written otherwise: what an older program kept is then no one's.
FORM = 1
SENT, RANKING, BOARD = "sent", "ranking:", "board:"
SIDES = ("NS", "EW")
Ratio = tuple[int, int] | None
Json = Any


def ranking_word(boards: frozenset[int]) -> str:
    """What a ranking on these boards is kept as: a bit for each board."""
    return f"{RANKING}{sum(1 << number for number in boards):x}"


def mark_word(mark: Mark) -> str:
    """What tells of which packages something was counted."""
    return f"{FORM}.{mark.packages}.{mark.newest}.{mark.decided}"


class KeptWorld:
    """What is kept of a set; each part is read once."""

    def __init__(self, kept: ContestSet, mark: Mark) -> None:
        rows = CountedWorld.objects.filter(contest_set=kept, mark__startswith=f"{FORM}.")
        self._marks = dict(rows.values_list("what", "mark"))
        self._rows, self._now = rows, mark_word(mark)

    def is_fresh(self, what: str) -> bool:
        """Whether it was counted of the packages that there are now."""
        return self._marks.get(what) == self._now

    def mark(self, what: str) -> str:
        """Of which packages it was counted; nothing where it is not kept."""
        return self._marks.get(what, "")

    def content(self, what: str) -> Json:
        """What is kept; None where nothing is. One query."""
        if what not in self._marks:
            return None
        packed = self._rows.filter(what=what).values_list("content", flat=True).first()
        return json.loads(zlib.decompress(bytes(packed))) if packed is not None else None


def packed(content: Json) -> bytes:
    """What a row keeps."""
    return zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 1)


def sent_read(content: Json) -> list[int]:
    """The keys of rows, as they are kept."""
    return list(content or ())


class _KeptPackages:
    """Packages as they are kept, each once."""

    def __init__(self) -> None:
        self.lines: list[Json] = []
        self._at: dict[str, int] = {}

    def at(self, package: Package, is_own: bool) -> int:
        """The place of a package among those that are told."""
        known = self._at.get(package.digest)
        if known is None:
            known = self._at[package.digest] = len(self.lines)
            self.lines.append([package.club, *package.names, int(is_own)])
        return known


def _told_read(lines: Json, kept: ContestSet) -> list[tuple[Package, bool]]:
    name, day = kept.fingerprint, dt.date.min
    return [
        (Package(name, day, (), "", "", club, (tuple(ns), tuple(ew))), bool(own))
        for club, ns, ew, own in lines
    ]


def _ratio(value: Fraction | None) -> Ratio:
    return None if value is None else (value.numerator, value.denominator)


def _fraction(value: Json) -> Fraction | None:
    return None if value is None else Fraction(value[0], value[1])


def stored_ranking(counted: CountedSet, own: Set[str]) -> Json:
    """A ranking and its moves as they are kept; `own` are the digests of the club's packages."""
    told = _KeptPackages()
    placed = [
        [
            told.at(one.package, is_own), SIDES.index(one.side), place, int(is_shared), one.boards,
            one.losses, one.net, *map(_ratio, (one.percent, one.imps, one.percentile)), one.tasks,
        ]
        for place, is_shared, one, is_own in counted.placed
    ]  # fmt: skip

    def at(package: Package) -> int:
        return told.at(package, package.digest in own)

    moved = [
        [
            at(move.package),
            [[SIDES.index(side), place] for side, place in move.places.items()],
            [
                [at(one.package), SIDES.index(one.side), one.before.place,
                 _ratio(one.before.percent), one.after.place, _ratio(one.after.percent)]
                for one in move.moved
            ],
        ]
        for move in counted.moves
    ]  # fmt: skip
    return {"told": told.lines, "placed": placed, "moves": moved, "movers": list(counted.movers)}


def ranking_read(content: Json, kept: ContestSet) -> CountedSet:
    """A ranking as it was kept; an empty one where none is."""
    if content is None:
        return CountedSet([], [], [])
    told = _told_read(content["told"], kept)
    placed = [
        PlacedSide(
            place, bool(is_shared),
            GhostStanding(told[at][0], SIDES[side], boards, losses, net, _fraction(percent),
                     _fraction(imps), _fraction(percentile), tasks),
            told[at][1],
        )
        for at, side, place, is_shared, boards, losses, net, percent, imps, percentile, tasks
        in content["placed"]
    ]  # fmt: skip
    return CountedSet(placed, [_move(each, told) for each in content["moves"]], content["movers"])


def _move(kept: Json, told: Sequence[tuple[Package, bool]]) -> PackageMove:
    at, places, moved = kept
    return PackageMove(
        told[at][0],
        {SIDES[side]: place for side, place in places},
        [
            Moved(
                told[of][0],
                SIDES[side],
                SidePlace(was, _fraction(had)),
                SidePlace(now, _fraction(has)),
            )
            for of, side, was, had, now, has in moved
        ],
    )


def stored_board(made: Sequence[MadeOfBoard]) -> Json:
    """What all made of a board, as it is kept."""
    told = _KeptPackages()
    lines = [[told.at(one.package, one.is_own), one.score, one.facts] for one in made]
    return {"told": told.lines, "made": lines}


def board_read(content: Json, kept: ContestSet) -> list[MadeOfBoard]:
    """What all made of a board; nothing where nothing is kept."""
    if content is None:
        return []
    told = _told_read(content["told"], kept)
    return [
        MadeOfBoard(told[at][0], told[at][1], score, facts) for at, score, facts in content["made"]
    ]
