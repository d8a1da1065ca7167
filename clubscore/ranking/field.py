"""The field of an event: its results compared, and what each contestant has of them.

A field remembers every comparison, so that one corrected result costs only the boards it touches.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from clubscore.ranking.contestant import INDIVIDUALS
from clubscore.ranking.event import Event
from clubscore.ranking.options import COMPARE
from clubscore.ranking.result import Result, Side, members
from clubscore.ranking.scorings import check_kind, find_scoring
from clubscore.ranking.tally import Tally
from clubscore.ranking.unit import Artificial, Method, Unit

Expected = dict[str, int]


class Standing(NamedTuple):
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


class Field:
    """An event's results compared by one way of scoring; it never changes, see ``corrected``."""

    def __init__(self, event: Event, method: Method, units: dict[Hashable, Unit],
                 tally: Tally, expected: Expected) -> None:  # fmt: skip
        self.event = event
        self.method = method
        self.units = units
        self._tally = tally
        self._expected = expected

    @classmethod
    def of(cls, event: Event, scoring: str | None = None) -> Field:
        """Compare all results of an event by its own scoring, or by another."""
        return cls.counted_by(event, method_of(event, scoring))

    @classmethod
    def counted_by(cls, event: Event, method: Method) -> Field:
        """Compare all results of an event in this way."""
        return cls._scored(event, method, _expected(event))

    @classmethod
    def _scored(cls, event: Event, method: Method, expected: Expected) -> Field:
        """Everything from the beginning."""
        section = _section_of(event)
        units = {
            key: method.score(results, expected[section(results[0])])
            for key, results in _grouped(event.results, method.key).items()
        }
        return cls(event, method, units, Tally.of(units.values()), expected)

    def corrected(self, at: int, result: Result) -> Field:
        """The field with the result at this place of the event put right.

        Only comparisons that it belonged or belongs to are scored again, unless the number of
        results that a board should have is another now.
        """
        old = self.event.results[at]
        results = (*self.event.results[:at], result, *self.event.results[at + 1 :])
        event = replace(self.event, results=results)
        expected = _expected(event) if _place(old) != _place(result) else self._expected
        if expected != self._expected:
            return self._scored(event, self.method, expected)
        units, tally = self.units.copy(), self._tally.copy()
        section, key = _section_of(event), self.method.key
        for touched in dict.fromkeys((key(old), key(result))):
            if touched in units:
                tally.count(units.pop(touched), -1)
            left = [each for each in results if key(each) == touched]
            if left:
                unit = units[touched] = self.method.score(left, expected[section(left[0])])
                tally.count(unit, 1)
        return Field(event, self.method, units, tally, expected)

    def standings(self) -> dict[str, Standing]:
        """Every contestant's sums, in the order of the event, artificial scores among them."""
        standings = self.real_standings()
        awarded: dict[str, list[tuple[Fraction, int]]] = {}
        for unit in self.units.values():
            for artificial in unit.artificial:
                for number in members(artificial.side):
                    points = award_points(self.method, artificial, standings[number])
                    awarded.setdefault(number, []).append((points, artificial.top))
        for number, each in awarded.items():
            standings[number] = _with_awards(standings[number], each)
        return standings

    def real_standings(self) -> dict[str, Standing]:
        """Every contestant's sums on boards without artificial scores."""
        points, denominator = self._tally.points, self._tally.denominator
        tops = _summed(self._tally.tops, lambda key: key)
        boards = _summed(self._tally.tops, lambda key: 1)
        absent = self._tally.absent
        players = self.event.contestants_are == INDIVIDUALS
        formed = _by_member(boards, absent) if players else {}
        standings = {}
        for number in self.event.contestants:
            sides = formed.get(number, ()) if players else (number,)
            here = sum(boards.get(side, 0) for side in sides)
            standings[number] = Standing(
                sum(points.get(side, 0) for side in sides),
                denominator,
                sum(tops.get(side, 0) for side in sides),
                here,
                here + sum(absent.get(side, 0) for side in sides),
                sum(self._tally.matches.get(side, 0) for side in sides),
            )
        return standings


def method_of(event: Event, scoring: str | None = None) -> Method:
    """The event's way of scoring, or another for the same results.

    RuleError at ``scoring`` where the results cannot be scored so.
    """
    found = find_scoring(scoring or event.scoring)
    check_kind(found, event.contestants_are)
    return found.method(event)


def award_points(method: Method, artificial: Artificial, standing: Standing) -> Fraction:
    """What an artificial score brings a contestant who stands so on the other boards."""
    percents = [award.percent for award in artificial.awards]
    if method.in_percent and standing.top:
        own = Fraction(100 * standing.points, standing.denominator * standing.top)
        for at, award in enumerate(artificial.awards):
            if award.own:
                percents[at] = max(percents[at], own) if award.own > 0 else min(percents[at], own)
    percent = sum(percents, Fraction(0)) / len(percents)
    return method.award(percent, artificial.top)


def _with_awards(standing: Standing, awards: Sequence[tuple[Fraction, int]]) -> Standing:
    total = Fraction(standing.points, standing.denominator) + sum(points for points, _ in awards)
    return standing._replace(
        points=total.numerator,
        denominator=total.denominator,
        top=standing.top + sum(top for _, top in awards),
        boards=standing.boards + len(awards),
        scheduled=standing.scheduled + len(awards),
    )


def _summed(
    parts: Mapping[int, Mapping[Side, int]], weight: Callable[[int], int]
) -> dict[Side, int]:
    """Sums by side over all keys, each key weighing so much."""
    total: dict[Side, int] = {}
    for key, sums in parts.items():
        times = weight(key)
        for side, number in sums.items():
            total[side] = total.get(side, 0) + times * number
    return total


def _by_member(*tallies: Mapping[Side, int]) -> dict[str, tuple[Side, ...]]:
    """The sides that each player was one of."""
    found: dict[str, list[Side]] = {}
    for side in dict.fromkeys(side for tally in tallies for side in tally):
        for number in members(side):
            found.setdefault(number, []).append(side)
    return {number: tuple(sides) for number, sides in found.items()}


def _grouped(
    results: Iterable[Result], key: Callable[[Result], Hashable]
) -> dict[Hashable, list[Result]]:
    """The results by comparison, in the order of entry."""
    grouped: dict[Hashable, list[Result]] = defaultdict(list)
    for result in results:
        grouped[key(result)].append(result)
    return grouped


def _section_of(event: Event) -> Callable[[Result], str]:
    """The section within which a result is compared."""
    return attrgetter("section") if event.options.of(COMPARE) == "section" else _whole_field


def _whole_field(_result: Result) -> str:
    return ""


def _place(result: Result) -> tuple[int, str]:
    return result.board, result.section


def _expected(event: Event) -> Expected:
    """The most results that any board of a section, or of the field, has; not played ones too."""
    if event.options.of(COMPARE) != "section":
        return {"": max(Counter(map(attrgetter("board"), event.results)).values(), default=0)}
    most: Expected = {}
    counts = Counter(map(attrgetter("section", "board"), event.results))
    for (section, _board), count in counts.items():
        most[section] = max(most.get(section, 0), count)
    return most
