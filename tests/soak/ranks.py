"""The ranking of an event of pairs, reckoned once more: matchpoints by Neuberg's formula.

An independent model of duplicate scores (Law 77), matchpoints, boards with too few results and
artificial scores. It imports nothing of the program.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
VULNERABLE = ("", "NS", "EW", "NSEW", "NS", "EW", "NSEW", "", "EW", "NSEW", "", "NS", "NSEW", "",
              "NS", "EW")  # fmt: skip
AWARDS = {"A+": 60, "A": 50, "A-": 40}


class Row(NamedTuple):
    """A pair's line: its place, what it has of what, its percentage; exact.

    There is no percentage of boards that nobody else has played.
    """

    place: str
    pair: str
    boards: int
    score: Fraction
    top: int
    percent: Fraction | None


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


def _is_real(result: dict[str, Any]) -> bool:
    return "adjusted" not in result and "not_played" not in result


def ranking_of(results: list[dict[str, Any]], pairs: Iterable[str], side: str) -> list[Row]:
    """Return the list of one direction ("ns" or "ew"): first the best."""
    by_board = defaultdict(list)
    for result in results:
        by_board[result["board"]].append(result)
    expected = max((len(each) for each in by_board.values()), default=0)
    top = 2 * (expected - 1)
    points: dict[str, Fraction] = defaultdict(Fraction)
    boards: Counter[str] = Counter()
    awards: dict[str, list[str]] = defaultdict(list)
    for lines in by_board.values():
        real = [(score_of(each), each[side]) for each in lines if _is_real(each)]
        for score, pair in real:
            mine = [other for other, _pair in real]
            less = [other for other in mine if (other < score if side == "ns" else other > score)]
            beaten = 2 * len(less) + mine.count(score) - 1
            # Neuberg: from the results there are to those there should be.
            points[pair] += Fraction(beaten * expected + expected - len(real), len(real))
            boards[pair] += 1
        for each in lines:
            if "adjusted" in each:
                awards[each[side]].append(each["adjusted"][side])
    rows = [_row(pair, points[pair], boards[pair], top, awards[pair]) for pair in pairs]
    return _placed([row for row in rows if row.boards])


def _row(pair: str, points: Fraction, boards: int, top: int, awards: list[str]) -> Row:
    own = points * 100 / (boards * top) if boards and top else None
    for award in awards:
        percent = Fraction(AWARDS[award])
        if own is not None and award != "A":
            percent = max(percent, own) if award == "A+" else min(percent, own)
        points += percent / 100 * top
    boards += len(awards)
    possible = boards * top
    of_all = 100 * points / possible if possible else None
    return Row("", pair, boards, points, possible, of_all)


def _placed(rows: list[Row]) -> list[Row]:
    rows = sorted(rows, key=lambda row: -(row.percent or 0))
    percents = [row.percent for row in rows]
    places = [str(percents.index(each) + 1) for each in percents]
    ties = ["=" if percents.count(each) > 1 else "" for each in percents]
    return [
        row._replace(place=place + tie) for row, place, tie in zip(rows, places, ties, strict=True)
    ]
