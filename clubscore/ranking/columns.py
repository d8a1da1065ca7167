"""An event's results by column: which score each stands for, and who sat there.

A score on a board is a *cell*. What a cell brings each side is worked out once, however
many made it; what somebody has is the sum of what their cells bring. Nothing here depends on the
way of scoring.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, count, islice
from operator import attrgetter, itemgetter
from typing import Any

from clubscore.ranking.result import Result
from clubscore.ranking.unit import Plain

SCORE: Callable[[Result], int] = attrgetter("score")
FOULED: Callable[[Result], str] = attrgetter("fouled_group")
# Who sat there: N-S, then E-W; where individuals play, the one and then the other of each.
OF_SIDES: tuple[Callable[[Result], Any], ...] = (attrgetter("ns"), attrgetter("ew"))
OF_PLAYERS: tuple[Callable[[Result], Any], ...] = (
    lambda result: result.ns[0],
    lambda result: result.ns[1],
    lambda result: result.ew[0],
    lambda result: result.ew[1],
)

# Whoever sits at tables side by side meets on one board after the other. So many lines of each
# board are taken together, and their names stay near to the processor.
STRETCH = 1024


class Columns:
    """The results of an event, compared where ``key`` is the same.

    ``plain`` are the boards that the columns hold; ``others``, by key, have a ruling, a fouled
    deal or a result without a score, and must be looked at line by line. ``sizes`` says how many
    results each of both has, ``seats`` how many in the columns each contestant has.
    """

    def __init__(
        self,
        results: Sequence[Result],
        contestants: Collection[str],
        key: Callable[[Result], Hashable],
        *,
        individuals: bool,
    ) -> None:
        boards = grouped(results, key)
        self.sizes = {each: len(here) for each, here in boards.items()}
        self.others: dict[Hashable, list[Result]] = {}
        places = _places(contestants)
        chairs = OF_PLAYERS if individuals else OF_SIDES
        self._who: list[list[int]] = [[] for _chair in chairs]
        self._cells: list[int] = []
        made: dict[Hashable, list[int]] = {}
        cells: dict[Hashable, list[int]] = {}
        some_fouled, length = any(map(FOULED, results)), 0
        for each, here in boards.items():
            scores = list(map(SCORE, here))
            different = set(scores)
            if None in different or (some_fouled and any(map(FOULED, here))):
                self.others[each] = here
                continue
            made[each] = sorted(different)
            numbers = dict(zip(made[each], count(length), strict=False))
            cells[each] = list(map(numbers.__getitem__, scores))
            length += len(numbers)
        for part in _stretches(max(map(len, cells.values()), default=0)):
            self._cells.extend(chain.from_iterable(each[part] for each in cells.values()))
            here = list(chain.from_iterable(boards[each][part] for each in cells))
            for chair, who in zip(chairs, self._who, strict=True):
                # Names are looked up much faster where all of them have been touched before.
                who.extend(map(places.__getitem__, list(map(chair, here))))
        self.plain = self._counted(boards, made)
        self._people = len(places)
        seats = Counter(chain.from_iterable(self._who))
        self.seats = [seats[at] for at in range(len(contestants))]
        self._pick: Callable[[Sequence[int]], Sequence[int]] | None = None

    def _counted(
        self, boards: Mapping[Hashable, Sequence[Result]], made: Mapping[Hashable, list[int]]
    ) -> dict[Hashable, Plain]:
        """The boards whose scores, the lowest first, are in the columns."""
        counts = Counter(self._cells)
        times = iter([counts[cell] for cell in range(sum(map(len, made.values())))])
        return {
            each: Plain(boards[each][0].board, scores, list(islice(times, len(scores))))
            for each, scores in made.items()
        }

    def put_in_order(self) -> None:
        """Put the cells in the order of the contestants who sat there, so that sums are quicker.

        It costs more than it saves a single ranking.
        """
        if self._pick is None:
            who = list(chain.from_iterable(self._who))
            in_order = sorted(range(len(who)), key=who.__getitem__)
            half = len(self._who) // 2
            length = sum(len(each.scores) for each in self.plain.values())
            for_ew = list(range(length, 2 * length))
            here = half * self._cells + half * list(map(for_ew.__getitem__, self._cells))
            self._pick = _picker(_picker(in_order)(here))
            self._who, self._cells = [], []

    def sums(self, ns: list[int], ew: list[int]) -> list[int]:
        """What each contestant has, where scores bring N-S and E-W so much.

        Both go board by board through the scores of ``plain``.
        """
        if self._pick is None:
            return self._sums_in_turn(ns, ew)
        won = self._pick(ns + ew)
        sums, start = [], 0
        for end in accumulate(self.seats):
            sums.append(sum(won[start:end]))
            start = end
        return sums

    def _sums_in_turn(self, ns: list[int], ew: list[int]) -> list[int]:
        """The same, result by result."""
        sums = [0] * self._people
        half = len(self._who) // 2
        for who, table in zip(self._who, half * [ns] + half * [ew], strict=True):
            for at, won in zip(who, map(table.__getitem__, self._cells), strict=True):
                sums[at] += won
        return sums[: len(self.seats)]


def grouped(
    results: Sequence[Result], key: Callable[[Result], Hashable]
) -> dict[Hashable, list[Result]]:
    """The results by comparison, in the order of entry."""
    found: defaultdict[Hashable, list[Result]] = defaultdict(list)
    for each, result in zip(map(key, results), results, strict=True):
        found[each].append(result)
    return found


def _stretches(lines: int) -> Iterator[slice]:
    """So many lines of a board, a stretch after the other."""
    return (slice(start, start + STRETCH) for start in range(0, lines, STRETCH))


def _places(contestants: Collection[str]) -> defaultdict[str, int]:
    """Contestants by their place; anybody else comes after them, where nobody asks."""
    after = count(len(contestants))
    return defaultdict(after.__next__, zip(contestants, count(), strict=False))


def _picker(places: Sequence[int]) -> Callable[[Sequence[int]], Sequence[int]]:
    """What stands at these places of a list."""
    if len(places) > 1:
        return itemgetter(*places)
    # Of a single place itemgetter makes no tuple, of none nothing at all.
    return lambda values: tuple(values[place] for place in places)
