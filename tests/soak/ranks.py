"""The ranking of an event, reckoned once more: duplicate scores, matchpoints, what is awarded.

An independent model of duplicate scores (Law 77), matchpoints by Neuberg's formula, boards with too
few results and artificial scores, of pairs and of individuals. It imports nothing of the program.
IMPs are in `imps`, what is set for a par contest in `par_points`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
VULNERABLE = ("", "NS", "EW", "NSEW", "NS", "EW", "NSEW", "", "EW", "NSEW", "", "NS", "NSEW", "",
              "NS", "EW")  # fmt: skip
AWARDS = {"A+": 60, "A": 50, "A-": 40}


SIDES = ("ns", "ew")
SEATS = {"ns": ("n", "s"), "ew": ("e", "w")}
Result = dict[str, Any]


class Row(NamedTuple):
    """A contestant's line: its place, what it has of what, its percentage; exact.

    There is no percentage of boards that no one else has played, and neither percentage nor `top`
    where points are not out of anything. `more` is what stands beside it, by its name.
    """

    place: str
    pair: str
    boards: int
    score: Fraction
    top: Fraction | None
    percent: Fraction | None
    more: Mapping[str, Fraction] = {}


class Line(NamedTuple):
    """What a result brings each side, None under an artificial score, and out of what."""

    points: Mapping[str, Fraction] | None
    top: Mapping[str, int]


@dataclass(frozen=True)
class Way:
    """A way of scoring: what the results bring one by one, and what is awarded of a top."""

    lines: Callable[[Sequence[Result]], list[Line]]
    award: Callable[[Fraction, int], Fraction]
    in_percent: bool


@dataclass
class Total:
    """What a contestant has, so far without what was awarded."""

    points: Fraction = Fraction(0)
    top: int = 0
    boards: int = 0
    awards: list[tuple[str, int]] = field(default_factory=list)

    def percent(self, award: str, way: Way) -> Fraction:
        """Return the percentage of an award, which may follow that of the other boards."""
        percent = Fraction(AWARDS[award])
        own = self.points * 100 / self.top if way.in_percent and self.top else percent
        if award == "A":
            return percent
        return max(percent, own) if award == "A+" else min(percent, own)

    def awarded(self, award: str, top: int, way: Way) -> Fraction:
        """Return what an award brings in points."""
        return way.award(self.percent(award, way), top)

    def whole(self, way: Way) -> Total:
        """Return it with what was awarded."""
        points = sum((self.awarded(*each, way) for each in self.awards), self.points)
        top = self.top + sum(top for _award, top in self.awards)
        return Total(points, top, self.boards + len(self.awards))


def score_of(result: dict[str, Any]) -> int:
    """Return the score of North and South."""
    if result.get("passed_out"):
        return 0
    contract = result["contract"]
    bare = contract.rstrip("X")
    doubled, level = len(contract) - len(bare), int(bare[0])
    by_ns = result["declarer"] in "NS"
    is_vulnerable = ("NS" if by_ns else "EW") in VULNERABLE[(result["board"] - 1) % 16]
    over = result["tricks"] - 6 - level
    if over < 0:
        points = -_down(-over, doubled, is_vulnerable)
    else:
        points = _made(level, bare[1:], doubled, over, is_vulnerable)
    return points if by_ns else -points


def _down(tricks: int, doubled: int, is_vulnerable: bool) -> int:
    if not doubled:
        return (100 if is_vulnerable else 50) * tricks
    steps = (200, 300, 300) if is_vulnerable else (100, 200, 200)
    points = sum((*steps, *[300] * tricks)[:tricks])
    return points * doubled


def _made(level: int, denomination: str, doubled: int, over: int, is_vulnerable: bool) -> int:
    times = (1, 2, 4)[doubled]
    tricks = (TRICK[denomination] * level + (10 if denomination == "NT" else 0)) * times
    points = tricks + (50, (500 if is_vulnerable else 300))[tricks >= 100] + 50 * doubled
    if level >= 6:
        slam = (500, 750) if level == 6 else (1000, 1500)
        points += slam[is_vulnerable]
    each = TRICK[denomination] if not doubled else (100, 200)[is_vulnerable] * doubled
    return points + each * over


def is_real(result: Result) -> bool:
    """Whether it was played, and no artificial score stands instead."""
    return "adjusted" not in result


def members(result: Result, side: str) -> list[str]:
    """Return who sat there: a pair, or two players."""
    return [result[side]] if side in result else [result[seat] for seat in SEATS[side]]


def of_top(percent: Fraction, top: int) -> Fraction:
    """Return an award in points of a board's top."""
    return percent / 100 * top


def matchpoints(results: Sequence[Result]) -> list[Line]:
    """Return two points for each result beaten, one for each equal; Neuberg's to a full board."""
    by_board = defaultdict(list)
    for result in results:
        by_board[result["board"]].append(result)
    expected = max((len(each) for each in by_board.values()), default=0)
    tops = dict.fromkeys(SIDES, 2 * (expected - 1))
    lines = []
    for result in results:
        if not is_real(result):
            lines.append(Line(None, tops))
            continue
        real = [score_of(each) for each in by_board[result["board"]] if is_real(each)]
        mine, points = score_of(result), {}
        for side, better in (("ns", 1), ("ew", -1)):
            less = [each for each in real if better * each < better * mine]
            beaten = 2 * len(less) + real.count(mine) - 1
            # Neuberg: from the results there are to those there should be.
            points[side] = Fraction(beaten * expected + expected - len(real), len(real))
        lines.append(Line(points, tops))
    return lines


MATCHPOINTS = Way(matchpoints, of_top, in_percent=True)


def _there(result: Result) -> list[tuple[str, str]]:
    return [(side, who) for side in SIDES for who in members(result, side)]


def totals_of(results: Sequence[Result], way: Way) -> dict[str, Total]:
    """Return what everyone has, awards apart."""
    found: dict[str, Total] = defaultdict(Total)
    for result, line in zip(results, way.lines(results), strict=True):
        for side, who in _there(result):
            if line.points is None:
                found[who].awards.append((result["adjusted"][side], line.top[side]))
            else:
                found[who].points += line.points[side]
                found[who].top += line.top[side]
                found[who].boards += 1
    return found


def points_of(results: Sequence[Result], way: Way) -> list[tuple[Fraction, ...]]:
    """Return what each result brings North-South and East-West, two players' awards as a mean."""
    totals, found = totals_of(results, way), []
    for result, line in zip(results, way.lines(results), strict=True):
        pair = []
        for side in SIDES:
            if line.points is not None:
                pair.append(line.points[side])
                continue
            award, who = result["adjusted"][side], members(result, side)
            both = [totals[each].awarded(award, line.top[side], way) for each in who]
            pair.append(sum(both, Fraction(0)) / len(both))
        found.append((*pair,))
    return found


def ranking_of(
    results: Sequence[Result], numbers: Iterable[str], way: Way = MATCHPOINTS
) -> list[Row]:
    """Return the list of these contestants: first the best, none who has not played."""
    totals, rows = totals_of(results, way), []
    for number in numbers:
        total = totals[number].whole(way)
        percent = 100 * total.points / total.top if way.in_percent and total.top else None
        top = Fraction(total.top) if way.in_percent else None
        rows.append(Row("", number, total.boards, total.points, top, percent))
    best = _by_percent if way.in_percent else _by_score
    return placed([row for row in rows if row.boards], best)


def _by_percent(row: Row) -> Fraction:
    return row.percent or Fraction(0)


def _by_score(row: Row) -> Fraction:
    return row.score


def placed(rows: list[Row], best: Callable[[Row], Any]) -> list[Row]:
    """Return lines in their order, with their places: the highest is the first, equals share."""
    rows = sorted(rows, key=best, reverse=True)
    values = [best(row) for row in rows]
    return [
        row._replace(place=f"{values.index(each) + 1}{'=' if values.count(each) > 1 else ''}")
        for row, each in zip(rows, values, strict=True)
    ]
