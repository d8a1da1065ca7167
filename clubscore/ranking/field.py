"""The field of an event: its results compared, and what each contestant has of them.

A field remembers every comparison, so that one corrected result costs only the boards it touches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from clubscore.ranking.event import EventFile
from clubscore.ranking.options import COMPARE
from clubscore.ranking.result import Result, members
from clubscore.ranking.scoring import comparison_key
from clubscore.ranking.scorings import check_kind, find_scoring
from clubscore.ranking.unit import Artificial, Method, Tally, TallyStanding, Unit, grouped

Expected = dict[str, int]


class Standings(NamedTuple):
    """What each contestant has; whom an artificial score brought something stands in ``awarded``.

    All others are as ``tally`` has them.
    """

    tally: Tally
    awarded: Mapping[str, TallyStanding]

    def of(self, number: str) -> TallyStanding:
        """What this contestant has."""
        return self.awarded.get(number) or self.tally.standing(number)


class Field:
    """An event's results compared by one way of scoring; it never changes, see ``corrected``.

    ``by_line`` are the comparisons with a ruling, a fouled deal or a board not played, and all of
    those that are not by boards; ``tops`` says of each comparison what a penalty is a part of.
    """

    def __init__(self, event: EventFile, method: Method, tally: Tally, expected: Expected,
                 by_line: dict[Hashable, Unit], tops: dict[Hashable, int]) -> None:  # fmt: skip
        self.event = event
        self.method = method
        self._tally = tally
        self._expected = expected
        self._by_line = by_line
        self._tops = tops

    @classmethod
    def of(cls, event: EventFile, scoring: str | None = None) -> Field:
        """Compare all results of an event by its own scoring, or by another."""
        return cls.counted_by(event, method_of(event, scoring))

    @classmethod
    def counted_by(cls, event: EventFile, method: Method) -> Field:
        """Compare all results of an event in this way."""
        if method.plain is None or method.key is not comparison_key(event):
            expected = _expected(Counter(map(comparison_key(event), event.results)))
            units = _units(event, method, grouped(event.results, method.key), expected)
            tops = {key: unit.top for key, unit in units.items()}
            return cls(event, method, Tally.of(event.contestants, units.values()), expected,
                       units, tops)  # fmt: skip
        columns = event.columns(method.key)
        expected = _expected(columns.sizes)
        worths = {
            key: method.plain(board, expected[_section(key)])
            for key, board in columns.plain.items()
        }
        units = _units(event, method, columns.others, expected)
        tally = Tally.of(event.contestants, units.values(), columns, worths.values())
        tops = {key: unit.top for key, unit in units.items()}
        tops |= {key: worth.board_top for key, worth in worths.items()}
        return cls(event, method, tally, expected, units, tops)

    @cached_property
    def units(self) -> dict[Hashable, Unit]:
        """Every comparison, line by line, in the order of entry."""
        found = grouped(self.event.results, self.method.key)
        plain = {key: results for key, results in found.items() if key not in self._by_line}
        made = {**self._by_line, **_units(self.event, self.method, plain, self._expected)}
        return {key: made[key] for key in found}

    @property
    def top(self) -> int:
        """What a penalty in percent is a part of: the top of a board that everybody played."""
        return max(self._tops.values(), default=0)

    def corrected(self, at: int, result: Result) -> Field:
        """The field with the result at this place of the event put right.

        Only comparisons that it belonged or belongs to are scored again, unless the number of
        results that a board should have is another now.
        """
        old = self.event.results[at]
        results = (*self.event.results[:at], result, *self.event.results[at + 1 :])
        event = replace(self.event, results=results)
        moved, compared = _place(old) != _place(result), comparison_key(event)
        expected = _expected(Counter(map(compared, results))) if moved else self._expected
        if expected != self._expected:
            return self.counted_by(event, self.method)
        tally, by_line, tops = self._tally.copy(), self._by_line.copy(), self._tops.copy()
        section, key = _section_of(event), self.method.key
        for touched in dict.fromkeys((key(old), key(result))):
            by_line.pop(touched, None)
            tops.pop(touched, None)
            for times, told in ((-1, self.event.results), (1, results)):
                here = [each for each in told if key(each) == touched]
                if not here:
                    continue
                unit = self.method.unit(here, expected[section(here[0])])
                tally.count(unit, times)
                if times > 0:
                    by_line[touched], tops[touched] = unit, unit.top
        return Field(event, self.method, tally, expected, by_line, tops)

    def worth(self, at: int, result: Result) -> tuple[Fraction, Fraction] | None:
        """What N-S and E-W would get if this place of the event had this result.

        None where it is compared with nothing yet, or has an artificial score.
        """
        key = self.method.key(result)
        unit = self.corrected(at, result)._by_line[key]
        line = sum(self.method.key(each) == key for each in self.event.results[:at])
        ns, ew = unit.ns[line], unit.ew[line]
        if ns is None or ew is None:
            return None
        return Fraction(ns, unit.denominator), Fraction(ew, unit.denominator)

    def standings(self) -> Standings:
        """What every contestant has, artificial scores among it."""
        awards: dict[str, list[tuple[Fraction, int]]] = {}
        for unit in self._by_line.values():
            for artificial in unit.artificial:
                for number in members(artificial.side):
                    standing = self._tally.standing(number)
                    points = award_points(self.method, artificial, standing)
                    awards.setdefault(number, []).append((points, artificial.top))
        return Standings(self._tally, {
            number: _with_awards(self._tally.standing(number), each)
            for number, each in awards.items()
        })  # fmt: skip

    def real_standing(self, number: str) -> TallyStanding:
        """What a contestant has on boards without artificial scores."""
        return self._tally.standing(number)


def method_of(event: EventFile, scoring: str | None = None) -> Method:
    """The event's way of scoring, or another for the same results.

    RuleError at ``scoring`` where the results cannot be scored so.
    """
    found = find_scoring(scoring or event.scoring)
    check_kind(found, event.contestants_are)
    return found.method(event)


def award_points(method: Method, artificial: Artificial, standing: TallyStanding) -> Fraction:
    """What an artificial score brings a contestant who stands so on the other boards."""
    percents = [award.percent for award in artificial.awards]
    if method.in_percent and standing.top:
        own = Fraction(100 * standing.points, standing.denominator * standing.top)
        for at, award in enumerate(artificial.awards):
            if award.own:
                percents[at] = max(percents[at], own) if award.own > 0 else min(percents[at], own)
    percent = sum(percents, Fraction(0)) / len(percents)
    return method.award(percent, artificial.top)


def _with_awards(standing: TallyStanding, awards: Sequence[tuple[Fraction, int]]) -> TallyStanding:
    total = Fraction(standing.points, standing.denominator) + sum(points for points, _ in awards)
    return standing._replace(
        points=total.numerator,
        denominator=total.denominator,
        top=standing.top + sum(top for _, top in awards),
        boards=standing.boards + len(awards),
        scheduled=standing.scheduled + len(awards),
    )


def _units(
    event: EventFile,
    method: Method,
    grouped: Mapping[Hashable, Sequence[Result]],
    expected: Expected,
) -> dict[Hashable, Unit]:
    """These comparisons, line by line."""
    section = _section_of(event)
    return {
        key: method.unit(results, expected[section(results[0])]) for key, results in grouped.items()
    }


def _section_of(event: EventFile) -> Callable[[Result], str]:
    """The section within which a result is compared."""
    return attrgetter("section") if event.options.of(COMPARE) == "section" else _whole_field


def _whole_field(_result: Result) -> str:
    return ""


def _place(result: Result) -> tuple[int, str]:
    return result.board, result.section


def _section(key: Hashable) -> str:
    """The section of a key by which boards are compared; none where the whole field is."""
    return str(key[1]) if isinstance(key, tuple) else ""


def _expected(sizes: Mapping[Hashable, int]) -> Expected:
    """The most results that any board of a section, or of the field, has; not played ones too."""
    most: Expected = {}
    for key, size in sizes.items():
        section = _section(key)
        most[section] = max(most.get(section, 0), size)
    return most
