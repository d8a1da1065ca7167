"""Everyone's total: made up to the boards of others, percentages, carried over, taken off.

A total is told exactly, but only when it is asked for. To put all in order needs no fraction for
each: whoever had nothing carried over, awarded or taken off has points times the same weight as
others with as many boards out of the same top.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, count
from math import lcm
from operator import add
from typing import NamedTuple

from clubscore.ranking.contestant import PERCENT_OF_TOP, Contestant
from clubscore.ranking.field import Field, Standings
from clubscore.ranking.numbers import rounded
from clubscore.ranking.options import MISSED_BOARDS, PERCENT_FROM
from clubscore.ranking.tally import Standing
from clubscore.ranking.unit import Method

ONE = Fraction(1)
# What totals are put in order by, the higher first; of equals the second parts them.
Value = tuple[Fraction, ...]
# The same in whole numbers, None for who has not played.
Key = int | tuple[int, ...] | None


class Entry(NamedTuple):
    """A contestant's total. ``possible`` and ``percent`` are None where the scoring has none.

    ``columns`` are what else the scoring tells of it, the score among them.
    """

    contestant: Contestant
    boards: int
    score: Fraction
    possible: Fraction | None = None
    percent: Fraction | None = None
    columns: Mapping[str, Fraction] = {}


class Totals(NamedTuple):
    """All contestants, by what they are put in order, and each one's total, told when asked for."""

    contestants: Sequence[Contestant]
    keys: Sequence[Key]
    entry: Callable[[int], Entry]


def totals_of_entries(entries: Sequence[Entry], method: Method) -> Totals:
    """The totals that are told already."""
    keys = _keys([_value(each, method) for each in entries])
    return Totals([each.contestant for each in entries], keys, entries.__getitem__)


def totals_of_field(field: Field, others: Mapping[str, Field], *, own: bool) -> Totals:
    """Everyone's total of a field, its further columns from ``others``.

    ``own`` says whether carry-over and penalties count: not where it is another scoring's.
    """
    book = _Book(field, others, own=own)
    return Totals(book.contestants, book.keys(), cache(book.entry))


class _Book:
    """What totals are made of."""

    def __init__(self, field: Field, others: Mapping[str, Field], *, own: bool) -> None:
        self.method, self.event, self.own = field.method, field.event, own
        options = self.event.options
        self.missed = options.of(MISSED_BOARDS)
        self.is_rounded = self.method.in_percent and options.of(PERCENT_FROM) == "rounded"
        self.contestants = list(self.event.contestants.values())
        self.standings = field.standings()
        self.columns = {
            key: self.standings if other is field else other.standings()
            for key, other in others.items()
        }
        self.penalties = _penalties(field) if own else {}
        self.whole = _most(self.standings, by_match=self.method.by_match)

    def entry(self, at: int) -> Entry:
        """The total of the contestant at this place of the event."""
        contestant = self.contestants[at]
        number = contestant.number
        return self._told(
            contestant,
            self.standings.of(number),
            {key: each.of(number) for key, each in self.columns.items()},
            self.penalties.get(number, Fraction(0)),
        )

    def keys(self) -> list[Key]:
        """What everyone is put in order by."""
        method, tally = self.method, self.standings.tally
        # Contestants by what their points are out of: few differ, so that few weights are needed.
        if method.in_percent and not method.ties_by:
            out_of: defaultdict[int, int] = defaultdict(count().__next__)
            kind_of = list(map(out_of.__getitem__, tally.tops))
            weights = [self._percent_of(top) for top in out_of]
        else:
            kinds: defaultdict[tuple[int, ...], int] = defaultdict(count().__next__)
            counted = zip(tally.tops, tally.boards, tally.absent, tally.matches, strict=True)
            kind_of = list(map(kinds.__getitem__, counted))
            weights = [self._weight(*kind) for kind in kinds]
        values = {at: _value(self.entry(at), method) for at in self._apart()}
        common = _common([*weights, *values.values()])
        whole = [_whole(weight, common) for weight in weights]
        by_kind = map(whole.__getitem__, kind_of)
        keys: list[Key]
        if method.ties_by:
            parting = self.columns[method.ties_by].tally.points
            pairs = zip(tally.points, parting, by_kind, strict=True)
            keys = [each and (first * each[0], last * each[1]) for first, last, each in pairs]
        else:
            alone = zip(tally.points, by_kind, strict=True)
            keys = [each and points * each[0] for points, each in alone]
        for at, value in values.items():
            told = _whole(value, common)
            keys[at] = told if told is None or method.ties_by else told[0]
        return keys

    def _percent_of(self, top: int) -> Value | None:
        """What a single point out of this top is worth in percent.

        Points and top are brought to as many boards and have one factor: neither is left of it.
        """
        if not top:
            return None
        better = -1 if self.method.fewest else 1
        return (Fraction(better * 100, self.standings.tally.denominator * top),)

    def _weight(self, top: int, boards: int, absent: int, matches: int) -> Value | None:
        """What a single point is worth to whoever has played so many boards out of this top."""
        standing = Standing(
            1, self.standings.tally.denominator, top, boards, boards + absent, matches
        )
        columns = {
            key: standing._replace(denominator=each.tally.denominator)
            for key, each in self.columns.items()
        }
        return _value(self._told(Contestant(""), standing, columns, Fraction(0)), self.method)

    def _apart(self) -> Iterable[int]:
        """Whose total is not points times a weight: awarded, carried over, taken off, rounded."""
        everyone = range(len(self.contestants))
        if self.is_rounded:
            return everyone
        awarded = (each.awarded for each in (self.standings, *self.columns.values()))
        named = set(self.penalties).union(*awarded)
        return [
            at
            for at, each in enumerate(self.contestants)
            if each.carry_over is not None or each.number in named
        ]

    def _told(
        self,
        contestant: Contestant,
        standing: Standing,
        columns: Mapping[str, Standing],
        penalty: Fraction,
    ) -> Entry:
        """One total: scaled, rounded where the event says so, penalties off, carried over."""
        method = self.method
        made_up_as = _matches_made_up if method.by_match else _boards_made_up
        made_up = made_up_as(self.missed, standing, self.whole)
        told = {
            key: _scaled(each.points, each.denominator, made_up) for key, each in columns.items()
        }
        carried = (contestant.carry_over or 0) if self.own else 0
        score = _scaled(standing.points, standing.denominator, made_up, method.factor)
        if self.is_rounded:
            score = rounded(score)
        better = -1 if method.fewest else 1
        if penalty:
            score -= better * penalty
        if not method.in_percent:
            return Entry(contestant, standing.boards, score + better * carried, columns=told)
        possible = _scaled(standing.top, 1, made_up, method.factor)
        percent = percentage(score, possible, carried)
        return Entry(contestant, standing.boards, score, possible, percent, told)


def percentage(
    score: Fraction, possible: Fraction, carried: Fraction | int = 0
) -> Fraction | None:  # fmt: skip
    """Percent of what was possible, with what was carried over; None where nothing was."""
    if not possible:
        return None
    percent = Fraction(
        100 * score.numerator * possible.denominator, score.denominator * possible.numerator
    )
    return percent + carried if carried else percent


def _value(entry: Entry, method: Method) -> Value | None:
    """By exact percentage where there is one, else by the score; None for who has not played.

    What is better is higher; of equals, the column that parts them.
    """
    if method.in_percent:
        best = entry.percent
    else:
        best = entry.score if entry.boards or entry.contestant.carry_over is not None else None
    if best is None:
        return None
    higher = -best if method.fewest else best
    return (higher, entry.columns[method.ties_by]) if method.ties_by else (higher,)


def _keys(values: Sequence[Value | None]) -> list[Key]:
    """The same order by whole numbers, which sort much faster than fractions."""
    common = _common(values)
    return [_whole(value, common) for value in values]


def _common(values: Sequence[Value | None]) -> list[int]:
    """The least number of which each part of the values is so many."""
    parts = zip(*(value for value in values if value is not None), strict=True)
    return [lcm(*{each.denominator for each in part}) for part in parts]


def _whole(value: Value | None, common: Sequence[int]) -> tuple[int, ...] | None:
    if value is None:
        return None
    pairs = zip(value, common, strict=True)
    return tuple(each.numerator * (of // each.denominator) for each, of in pairs)


def _scaled(
    points: int, over: int, made_up: tuple[int, int], factor: Fraction = ONE
) -> Fraction:  # fmt: skip
    """Points, brought to so many boards or matches from those played, times a factor."""
    target, played = made_up
    return Fraction(
        points * target * factor.numerator, over * max(1, played) * factor.denominator
    )  # fmt: skip


def _boards_made_up(manner: str, standing: Standing, whole: int) -> tuple[int, int]:
    """The number of boards to which a total is brought, and of those that were played."""
    played = standing.boards
    if manner == "none" or not played:
        return played, played
    return (standing.scheduled if manner == "scheduled" else whole), played


def _matches_made_up(manner: str, standing: Standing, whole: int) -> tuple[int, int]:
    """The same of matches: only where all totals are made up, to the most that anybody played."""
    played = standing.matches
    return (whole if manner == "all" else played), played


def _most(standings: Standings, *, by_match: bool) -> int:
    """The most boards that anybody was due to play, or matches that anybody played."""
    tally, awarded = standings.tally, standings.awarded.values()
    if by_match:
        return max(chain(tally.matches, (each.matches for each in awarded)), default=0)
    due = map(add, tally.boards, tally.absent)
    return max(chain(due, (each.scheduled for each in awarded)), default=0)


def _penalties(field: Field) -> dict[str, Fraction]:
    """What is taken off each contestant's total, in the unit of the score."""
    top = field.top * field.method.factor
    off: dict[str, Fraction] = {}
    for penalty in field.event.penalties:
        amount = penalty.amount * top / 100 if penalty.unit == PERCENT_OF_TOP else penalty.amount
        off[penalty.contestant] = off.get(penalty.contestant, Fraction(0)) + amount
    return off
