"""A series: several events of a season as one table, by the best of what each made there.

Everything is exact; rounding is left to the output. The rules follow what clubs publish (ladders of
Auckland, Christchurch and Cheltenham, the club champion of North Shore, absence as at Heeg); where
sources leave it open it is said here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

# What an event is worth to whoever played it.
VALUES = ("percent", "by-boards", "handicap", "places", "score", "awards")
PERCENT, BY_BOARDS, HANDICAP, PLACES, SCORE, AWARDS = VALUES
# Percentages are averaged.
AVERAGED = (PERCENT, BY_BOARDS, HANDICAP)
# Which events count: all, the best so many, all but the lowest so many, or all but half of those
# beyond five (Auckland).
ALL, BEST, DROP, HALF_BEYOND_FIVE = COUNTS = ("all", "best", "drop", "half-beyond-five")
# What an event that was missed is worth: nothing, or a falling share of the own average (Heeg).
MISSED_NOTHING, MISSED_AVERAGE = MISSED = ("nothing", "own-average")
# With notice the own average, at most so much the first time, the second ...; without notice this.
MOST_WITH_NOTICE = (50, 45, 40, 35)
WITHOUT_NOTICE = Fraction(25)
FREE = 5


@dataclass(frozen=True)
class SeriesRules:
    """How a series is counted. ``number`` is how many are best, or dropped.

    ``minimum`` events and ``partners`` (different ones) are needed for a place. So many of the
    first go ``up``, of the last ``down``. ``points`` are those of the places, the first first.
    """

    value: str = PERCENT
    count: str = ALL
    number: int = 0
    minimum: int = 0
    partners: int = 0
    missed: str = MISSED_NOTHING
    substitutes: int = 0
    points: tuple[int, ...] = (10, 7, 5, 4, 3, 2, 1)
    up: int = 0
    down: int = 0

    @property
    def is_sum(self) -> bool:
        """Whether what counts is added up; else it is averaged."""
        return self.value in (PLACES, SCORE, AWARDS)


class SeriesResult(NamedTuple):
    """What somebody made of an event: the number of the event in the series, value and boards.

    ``partner`` tells partners apart; ``by_substitute`` where somebody else sat there.
    """

    event: int
    value: Fraction
    boards: int
    partner: Hashable = None
    by_substitute: bool = False


class Missed(NamedTuple):
    """An event that somebody missed, with notice or without."""

    event: int
    with_notice: bool


class SeriesCell(NamedTuple):
    """An event in somebody's line: its worth, whether it counts, and whether it was played."""

    event: int
    value: Fraction
    counts: bool
    is_missed: bool = False
    by_substitute: bool = False


class SeriesLine(NamedTuple):
    """Somebody's line of the table; ``place`` is "" for those below the line, who lack ``wants``.

    ``moves`` is 1 where the line goes up, −1 where it goes down.
    """

    who: Hashable
    place: str
    total: Fraction
    played: int
    partners: int
    cells: Sequence[SeriesCell]
    moves: int = 0


def points_for_place(points: Sequence[int], place: int, tied: int) -> Fraction:
    """Return the points of a place that so many share: the mean of the places that they take."""
    worth = [points[at - 1] if at <= len(points) else 0 for at in range(place, place + tied)]
    return Fraction(sum(worth), tied)


def counted(rules: SeriesRules, many: int) -> int:
    """Return how many of so many events count."""
    if rules.count == BEST:
        return min(many, rules.number)
    if rules.count == DROP:
        return max(1, many - rules.number) if many else 0
    if rules.count == HALF_BEYOND_FIVE:
        return many - max(0, many - FREE) // 2
    return many


def series_table(
    rules: SeriesRules,
    made: Mapping[Hashable, Sequence[SeriesResult]],
    missed: Mapping[Hashable, Sequence[Missed]] | None = None,
) -> list[SeriesLine]:
    """Return the table: those with a place in their order, then those below the line.

    Of equals the one with more of the better results stands first (all that they made are put in
    order and compared); of two who are equal then, the one who was ahead at more of the events
    that both played; else they share the place.
    """
    lines = [
        _line(rules, who, events, (missed or {}).get(who, ()))
        for who, events in made.items()
        if events
    ]
    enough = [
        line
        for line in lines
        if line.played >= max(1, rules.minimum) and line.partners >= rules.partners
    ]
    below = [line for line in lines if line not in enough]
    return [*_moved(rules, _placed(enough)), *sorted(below, key=_order, reverse=True)]


def _line(
    rules: SeriesRules, who: Hashable, events: Sequence[SeriesResult], missed: Sequence[Missed]
) -> SeriesLine:
    found = _within(rules, events)
    boards = {each.event: each.boards for each in found}
    cells = [
        *(SeriesCell(each.event, each.value, False, False, each.by_substitute) for each in found),
        *_for_missed(rules, found, missed),
    ]
    best = sorted(cells, key=lambda cell: (cell.value, -cell.event), reverse=True)
    counting = {cell.event for cell in best[: counted(rules, len(cells))]}
    cells = [cell._replace(counts=cell.event in counting) for cell in cells]
    partners = {each.partner for each in found if each.partner is not None}
    total = _total(rules, [cell for cell in cells if cell.counts], boards)
    in_order = sorted(cells, key=lambda cell: cell.event)
    return SeriesLine(who, "", total, len(found), len(partners), in_order)


def _within(rules: SeriesRules, events: Sequence[SeriesResult]) -> list[SeriesResult]:
    """What counts as played: of the events with a substitute the first that the rules allow."""
    left, found = rules.substitutes, []
    for each in sorted(events, key=lambda one: one.event):
        if not each.by_substitute or left > 0:
            left -= each.by_substitute
            found.append(each)
    return found


def _for_missed(
    rules: SeriesRules, played: Sequence[SeriesResult], missed: Sequence[Missed]
) -> Iterable[SeriesCell]:
    """What missed events are worth: the own average of those played, at most a falling share."""
    if rules.missed != MISSED_AVERAGE or not played:
        return
    own = sum((each.value for each in played), Fraction(0)) / len(played)
    there = {each.event for each in played}
    times = 0
    for each in sorted(missed):
        if each.event in there:
            continue
        worth = WITHOUT_NOTICE
        if each.with_notice:
            worth = min(own, Fraction(MOST_WITH_NOTICE[min(times, len(MOST_WITH_NOTICE) - 1)]))
            times += 1
        yield SeriesCell(each.event, worth, False, is_missed=True)


def _total(rules: SeriesRules, cells: Sequence[SeriesCell], boards: Mapping[int, int]) -> Fraction:
    if not cells:
        return Fraction(0)
    if rules.is_sum:
        return sum((cell.value for cell in cells), Fraction(0))
    # An event that was missed has no boards: it weighs as much as the others on average.
    usual = Fraction(sum(boards.values()), len(boards) or 1)
    of = usual if rules.value == BY_BOARDS else Fraction(1)
    weights = [
        Fraction(boards[cell.event]) if rules.value == BY_BOARDS and cell.event in boards else of
        for cell in cells
    ]
    whole = sum(weights, Fraction(0))
    if not whole:
        return Fraction(0)
    return sum((cell.value * weight for cell, weight in zip(cells, weights, strict=True)),
               Fraction(0)) / whole  # fmt: skip


def _order(line: SeriesLine) -> tuple[Fraction, list[Fraction]]:
    return line.total, sorted((cell.value for cell in line.cells), reverse=True)


def _placed(lines: Sequence[SeriesLine]) -> list[SeriesLine]:
    groups: list[list[SeriesLine]] = []
    for line in sorted(lines, key=_order, reverse=True):
        if groups and _order(groups[-1][0]) == _order(line):
            groups[-1].append(line)
        else:
            groups.append([line])
    apart = [part for group in groups for part in _head_to_head(group)]
    found: list[SeriesLine] = []
    for group in apart:
        place = f"{len(found) + 1}{'=' if len(group) > 1 else ''}"
        found += [line._replace(place=place) for line in group]
    return found


def _head_to_head(group: list[SeriesLine]) -> list[list[SeriesLine]]:
    """Part two equals by the events that both played; of three nothing would follow for sure."""
    if len(group) != 2:
        return [group]
    one, other = group
    own, theirs = ({c.event: c.value for c in line.cells if not c.is_missed} for line in group)
    ahead = sum((own[at] > theirs[at]) - (own[at] < theirs[at]) for at in own.keys() & theirs)
    if not ahead:
        return [group]
    return [[one], [other]] if ahead > 0 else [[other], [one]]


def _moved(rules: SeriesRules, lines: list[SeriesLine]) -> list[SeriesLine]:
    """Say who goes up and who down; those who share the place at the border stay, all of them."""
    up = {line.who for line in _first(lines, rules.up)}
    down = {line.who for line in _first(lines[::-1], rules.down)} - up
    return [line._replace(moves=(line.who in up) - (line.who in down)) for line in lines]


def _first(lines: Sequence[SeriesLine], many: int) -> list[SeriesLine]:
    if many <= 0 or many >= len(lines):
        return []
    border = lines[many].place
    return [line for line in lines[:many] if line.place != border]
