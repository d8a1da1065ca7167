"""One comparison: the results that are scored against each other, and what each side gets.

Points are whole numbers over one denominator, so that nothing is rounded and adding is cheap.
What a score on a board brings is worked out once, however many made it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain, count, islice
from math import lcm
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, cast

from clubscore.ranking.result import Adjusted, Award, Result, Side, Weighted, members


class Credit(NamedTuple):
    """What a side gets of a comparison as a whole, where that is not line by line."""

    points: Fraction
    top: int
    boards: int


class Artificial(NamedTuple):
    """Awards of one side on one board; their mean is what it gets of ``top``."""

    side: Side
    awards: tuple[Award, ...]
    top: int


class Unit(NamedTuple):
    """A scored comparison.

    ``ns`` and ``ew`` are by line, over ``denominator``; None where nothing was played or an
    ``artificial`` score stands. ``tops`` are by line where they differ, else every line has
    ``top``. ``credits`` stand where points are not given line by line.
    """

    results: Sequence[Result]
    denominator: int
    ns: Sequence[int | None]
    ew: Sequence[int | None]
    top: int = 0
    tops: Sequence[int] | None = None
    artificial: tuple[Artificial, ...] = ()
    credits: Mapping[Side, Credit] | None = None

    def top_of(self, line: int) -> int:
        return self.top if self.tops is None else self.tops[line]


class PlainBoard(NamedTuple):
    """A board on which every result has a score, and all played the same cards.

    ``scores`` are the different ones, the lowest first, each made so many ``times``.
    """

    board: int
    scores: Sequence[int]
    times: Sequence[int]


class ScoreWorth(NamedTuple):
    """What each score of a plain board brings N-S and E-W, over ``denominator``, out of ``top``.

    ``usual_top`` is that of other boards, where this one has another.
    """

    denominator: int
    ns: Sequence[int]
    ew: Sequence[int]
    top: int = 0
    usual_top: int | None = None

    @property
    def board_top(self) -> int:
        """The top that a penalty in percent is a part of."""
        return self.top if self.usual_top is None else self.usual_top


class Method(NamedTuple):
    """A way of scoring.

    ``key`` says which results are compared with each other; ``score`` scores them, given how many
    a board should have; ``award`` turns percent of a top into points. Points and tops are printed
    ``factor`` times what they are here. ``in_percent`` says whether a total has a percentage,
    ``fewest`` whether fewer are better, ``by_match`` whether a total is made up by matches instead
    of by boards. ``ties_by`` is the column that parts equals, the higher first; empty for none.
    Where results are compared by boards ``plain`` may give the same as ``score``, much faster, on
    boards where points follow from the scores alone.
    """

    key: Callable[[Result], Hashable]
    score: Callable[[Sequence[Result], int], Unit]
    award: Callable[[Fraction, int], Fraction]
    factor: Fraction = Fraction(1)
    in_percent: bool = False
    fewest: bool = False
    by_match: bool = False
    ties_by: str = ""
    plain: Callable[[PlainBoard, int], ScoreWorth] | None = None

    def unit(self, results: Sequence[Result], expected: int) -> Unit:
        """Score one comparison, line by line."""
        scores = all_real(results)
        if self.plain is None or scores is None:
            return self.score(results, expected)
        counts = Counter(scores)
        different = sorted(counts)
        times = [counts[score] for score in different]
        worth = self.plain(PlainBoard(results[0].board, different, times), expected)
        ns = dict(zip(different, worth.ns, strict=True))
        ew = dict(zip(different, worth.ew, strict=True))
        return Unit(
            results,
            worth.denominator,
            [ns[score] for score in scores],
            [ew[score] for score in scores],
            worth.board_top,
            None if worth.board_top == worth.top else [worth.top] * len(results),
        )


class ComparisonGroup(NamedTuple):
    """The lines of a board that are compared: where they stand, and each side's scores."""

    lines: list[int]
    ns: list[Weighted]
    ew: list[Weighted]


def all_real(results: Sequence[Result]) -> list[int] | None:
    """The scores, where each result has one and the deal was not fouled; else None."""
    scores = [result.score for result in results]
    if None in scores or any(result.fouled_group for result in results):
        return None
    return cast("list[int]", scores)


def groups_of(results: Sequence[Result]) -> list[ComparisonGroup]:
    """The results that can be compared; a deal fouled on the way makes more than one group."""
    groups: dict[str, ComparisonGroup] = {}
    for line, result in enumerate(results):
        ns, ew = result.ns_scores, result.ew_scores
        if ns is not None and ew is not None:
            group = groups.setdefault(result.fouled_group, ComparisonGroup([], [], []))
            group.lines.append(line)
            group.ns.append(ns)
            group.ew.append(ew)
    return list(groups.values())


def counted(field: Sequence[Weighted]) -> dict[int, Fraction]:
    """How often each score was made, weights being parts of one."""
    counts: dict[int, Fraction] = {}
    for line in field:
        for score, weight in line:
            counts[score] = counts.get(score, Fraction(0)) + weight
    return counts


def mean_of(line: Weighted, worth: Callable[[int], Fraction | int]) -> Fraction:
    """What a line is worth: the weighted mean of what each of its scores is worth."""
    return sum((weight * worth(score) for score, weight in line), Fraction(0))


def artificial_scores(results: Sequence[Result], top: int) -> tuple[Artificial, ...]:
    """The awards on a board, each side's own."""
    return tuple(
        Artificial(side, (award,), top)
        for result in results
        if isinstance(result.ruling, Adjusted)
        for side, award in ((result.ns, result.ruling.ns), (result.ew, result.ruling.ew))
    )


def ruled_unit(
    results: Sequence[Result],
    points: Mapping[int, tuple[Fraction, Fraction]],
    top: int = 0,
    tops: Mapping[int, int] | None = None,
) -> Unit:
    """A unit from each compared line's points of N-S and of E-W."""
    denominator = lcm(*(each.denominator for pair in points.values() for each in pair))
    ns: list[int | None] = [None] * len(results)
    ew: list[int | None] = [None] * len(results)
    for line, (for_ns, for_ew) in points.items():
        ns[line] = int(for_ns * denominator)
        ew[line] = int(for_ew * denominator)
    by_line = None if tops is None else [tops.get(line, top) for line in range(len(results))]
    return Unit(results, denominator, ns, ew, top, by_line, artificial_scores(results, top))


# A score on a board is a *cell*: what somebody has is the sum of what their cells bring. Nothing
# here depends on the way of scoring.

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


class ComparedColumns:
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
    ) -> dict[Hashable, PlainBoard]:
        """The boards whose scores, the lowest first, are in the columns."""
        counts = Counter(self._cells)
        times = iter([counts[cell] for cell in range(sum(map(len, made.values())))])
        return {
            each: PlainBoard(boards[each][0].board, scores, list(islice(times, len(scores))))
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


class TallyStanding(NamedTuple):
    """A contestant's sum of points, before what is made up, added or taken off.

    It is ``points / denominator`` of ``top``, over so many ``boards`` of those ``scheduled``; at
    victory points from so many ``matches``.
    """

    points: int
    denominator: int
    top: int
    boards: int
    scheduled: int
    matches: int = 0


class Tally:
    """Sums by contestant, in the order of the event.

    Points are whole numbers over ``denominator``, which grows where it must.
    """

    def __init__(self, contestants: Collection[str]) -> None:
        self._contestants = contestants
        self.denominator = 1
        self.points = [0] * len(contestants)
        self.tops = self.points.copy()
        self.boards = self.points.copy()
        self.absent = self.points.copy()
        # How many comparisons brought points as a whole: at victory points the matches.
        self.matches = self.points.copy()

    @classmethod
    def of(
        cls,
        contestants: Collection[str],
        units: Iterable[Unit],
        columns: ComparedColumns | None = None,
        worths: Iterable[ScoreWorth] = (),
    ) -> Tally:
        """The sums of these comparisons, and of what the plain boards of columns are worth."""
        tally, by_line, by_score = cls(contestants), list(units), list(worths)
        denominators = {each.denominator for each in by_line} | {
            each.denominator for each in by_score
        }
        tally.denominator = lcm(*denominators)
        if columns is not None:
            tally._add_columns(columns, by_score)
        for unit in by_line:
            tally.count(unit, 1)
        return tally

    def _add_columns(self, columns: ComparedColumns, worths: list[ScoreWorth]) -> None:
        """The first to be counted: sums of nothing else."""
        ns: list[int] = []
        ew: list[int] = []
        for each in worths:
            factor = self.denominator // each.denominator
            if factor == 1:
                ns += each.ns
                ew += each.ew
                continue
            ns += [factor * points for points in each.ns]
            ew += [factor * points for points in each.ew]
        self.points = columns.sums(ns, ew)
        self.boards = columns.seats.copy()
        tops = {each.top for each in worths}
        if len(tops) > 1:
            by_score = [each.top for each in worths for _score in each.ns]
            self.tops = columns.sums(by_score, by_score)
        elif tops:
            (only,) = tops
            self.tops = [only * boards for boards in self.boards]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {number: at for at, number in enumerate(self._contestants)}

    def copy(self) -> Tally:
        """A tally of its own with the same sums."""
        other = Tally(self._contestants)
        other.denominator = self.denominator
        for key in ("points", "tops", "boards", "absent", "matches"):
            setattr(other, key, getattr(self, key).copy())
        return other

    def standing(self, number: str) -> TallyStanding:
        """The sums of one contestant."""
        at = self._places[number]
        return TallyStanding(
            self.points[at],
            self.denominator,
            self.tops[at],
            self.boards[at],
            self.boards[at] + self.absent[at],
            self.matches[at],
        )

    def count(self, unit: Unit, times: int) -> None:
        """Count a comparison in (1) or out again (-1)."""
        if unit.credits is not None:
            self._count_credits(unit, times)
            return
        factor = times * self._factor(unit.denominator)
        for line, result in enumerate(unit.results):
            for side, won in ((result.ns, unit.ns[line]), (result.ew, unit.ew[line])):
                for at in self._at(side):
                    if won is not None:
                        self.points[at] += factor * won
                        self.tops[at] += times * unit.top_of(line)
                        self.boards[at] += times
                    elif not result.played:
                        self.absent[at] += times

    def _factor(self, denominator: int) -> int:
        """What brings points over this denominator to the tally's."""
        if self.denominator % denominator:
            common = lcm(self.denominator, denominator)
            self.points = [each * (common // self.denominator) for each in self.points]
            self.denominator = common
        return self.denominator // denominator

    def _at(self, side: Side) -> list[int]:
        """Where the contestants of a side stand."""
        return [self._places[each] for each in members(side) if each in self._places]

    def _count_credits(self, unit: Unit, times: int) -> None:
        credits = unit.credits or {}
        for side, credit in credits.items():
            factor = times * self._factor(credit.points.denominator)
            for at in self._at(side):
                self.points[at] += factor * credit.points.numerator
                self.tops[at] += times * credit.top * credit.boards
                self.boards[at] += times * credit.boards
                self.matches[at] += times
        if not credits and not unit.artificial:
            for side in {side for result in unit.results for side in (result.ns, result.ew)}:
                for at in self._at(side):
                    self.absent[at] += times
