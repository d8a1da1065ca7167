"""The ranking: everyone's total put in order, in one list or several.

Places follow exact values; they are rounded when printed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, chain, count
from math import ceil
from operator import mul, ne
from typing import NamedTuple, cast, overload

from clubscore.ranking.contestant import Contestant
from clubscore.ranking.event import Event
from clubscore.ranking.field import Field
from clubscore.ranking.options import MINIMUM, PARTS
from clubscore.ranking.scorings import find_scoring
from clubscore.ranking.totals import Entry, Totals, totals_of_entries, totals_of_field
from clubscore.ranking.unit import Method

SCRATCH, HANDICAP = "scratch", "handicap"


class Row(NamedTuple):
    """A place, ``1=`` where it is shared, and who has it; "" who played too little for one."""

    place: str
    entry: Entry


class Ranking(NamedTuple):
    """One list: of everyone or of one direction; ``scratch``, ``handicap`` or a stratum."""

    direction: str | None
    list: str
    rows: Sequence[Row]


class Rows(Sequence[Row]):
    """The rows of a list in order, each told only when somebody reads it.

    Those for whom there is no number among ``places`` have no place, and stand last.
    """

    def __init__(self, totals: Totals, chosen: Sequence[int], places: Sequence[int]) -> None:
        self._totals = totals
        self.chosen = chosen
        self.places = places

    def __len__(self) -> int:
        return len(self.chosen)

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Row, ...]: ...

    def __getitem__(self, at: int | slice) -> Row | tuple[Row, ...]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(*at.indices(len(self))))
        at = range(len(self))[at]
        if at >= len(self.places):
            return Row("", self._totals.entry(self.chosen[at]))
        place = self.places[at]
        first = bisect_left(self.places, place)
        shared = self.places[first + 1 : first + 2] == [place]
        return Row(f"{place}{'=' if shared else ''}", self._totals.entry(self.chosen[at]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


class Ranked(NamedTuple):
    """An event, its results compared, its lists. ``net`` is the field that travellers show."""

    event: Event
    field: Field
    rankings: tuple[Ranking, ...]
    net: Field


def places_of(ranking: Ranking) -> list[str]:
    """Return the place of each row as people read it: none before anybody has played.

    Who has nothing yet stands last and has the place of that, once others have theirs.
    """
    entries = [row.entry for row in ranking.rows]
    begun = any(each.boards or each.contestant.carry_over is not None for each in entries)
    return [row.place if begun else "" for row in ranking.rows]


def rank(event: Event, scoring: str | None = None) -> Ranked:
    """Rank an event by its own scoring, or by another without what is in its own unit.

    Carry-over, handicaps and penalties belong to the event's own scoring. RuleError where the
    results cannot be scored so.
    """
    own = scoring is None or scoring == event.scoring
    scoring = scoring or event.scoring
    find_scoring(scoring).check(event)
    field = Field.of(event, scoring)
    return rank_field(field, scoring, own=own)


def rank_field(field: Field, scoring: str, *, own: bool = True) -> Ranked:
    """Rank a field that is compared already, one that was put right, say."""
    event, found = field.event, find_scoring(scoring)
    others = {
        column.key: field
        if column.key == found.ranked_by(event.options)
        else Field.counted_by(event, column.method(event))
        for column in found.columns(event)
    }
    totals = totals_of_field(field, others, own=own)
    rankings = lists(event, totals, field.method, handicaps=own)
    return Ranked(event, field, rankings, others.get(found.lines_show, field))


def lists(
    event: Event,
    totals: Totals,
    method: Method,
    *,
    handicaps: bool = True,
) -> tuple[Ranking, ...]:
    """Scratch, handicap where anybody has one, and each stratum; by direction with two winners."""
    everyone = range(len(totals.contestants))
    wanted: list[tuple[str, Totals, Sequence[int]]] = [(SCRATCH, totals, everyone)]
    if handicaps and any(each.handicap is not None for each in totals.contestants):
        entries = [_with_handicap(totals.entry(at), method) for at in everyone]
        wanted.append((HANDICAP, totals_of_entries(entries, method), everyone))
    wanted += [(name, totals, inside) for name, inside in _strata(totals.contestants)]
    directions = ("NS", "EW") if event.winners == 2 else (None,)
    part = PARTS[event.options.of(MINIMUM)]
    return tuple(
        Ranking(direction, name, placed(of, [
            at for at in inside if of.contestants[at].direction == direction
        ], part))
        for name, of, inside in wanted
        for direction in directions
    )  # fmt: skip


def least_boards(event: Event, ranking: Ranking) -> int:
    """How many boards a contestant of a list needs for a place; 0 where the event asks for none."""
    part = PARTS[event.options.of(MINIMUM)]
    return _least([row.entry.boards for row in ranking.rows], part) if part else 0


def _least(boards: Sequence[int], part: Fraction) -> int:
    return ceil(part * max(boards, default=0))


def placed(totals: Totals, chosen: Sequence[int], part: Fraction = Fraction(0)) -> Rows:
    """These contestants in order, the highest first; who has not played comes last.

    Equal values share a place, the places after it are skipped, and they stand in the order of
    the contestants. Who played less than this ``part`` of the most boards of the list has no place
    and stands below all others.
    """
    if part:
        return _placed_from(totals, chosen, part)
    keys = totals.keys
    ranked = [at for at in chosen if keys[at] is not None]
    order = sorted(ranked, key=cast("list[int]", keys).__getitem__, reverse=True)
    in_order = list(map(keys.__getitem__, order))
    begins = map(ne, in_order, chain((None,), in_order))
    # The number in the list where a value begins, nothing where it goes on: the most so far.
    places = list(accumulate(map(mul, count(1), begins), max))
    last = [at for at in chosen if keys[at] is None]
    return Rows(totals, order + last, places + [len(order) + 1] * len(last))


def _placed_from(totals: Totals, chosen: Sequence[int], part: Fraction) -> Rows:
    """The same with those apart who played too little, or nothing."""
    boards = {at: totals.entry(at).boards for at in chosen}
    least = _least([*boards.values()], part)
    enough = placed(totals, [at for at in chosen if boards[at] >= least])
    below = placed(totals, [at for at in chosen if boards[at] < least])
    has_place = [at for at in enough.chosen if totals.keys[at] is not None]
    order = [*has_place, *below.chosen, *enough.chosen[len(has_place) :]]
    return Rows(totals, order, enough.places[: len(has_place)])


def _strata(contestants: Sequence[Contestant]) -> list[tuple[str, Sequence[int]]]:
    """The first stratum's list holds everyone, each further one its own and those below."""
    found = sorted({each.stratum for each in contestants if each.stratum is not None})
    named: list[tuple[str, Sequence[int]]] = []
    for stratum in found:
        inside = [
            at
            for at, each in enumerate(contestants)
            if stratum == found[0] or (each.stratum or "") >= stratum
        ]
        named.append((stratum, inside))
    return named


def _with_handicap(entry: Entry, method: Method) -> Entry:
    handicap = entry.contestant.handicap or Fraction(0)
    if not method.in_percent:
        return entry._replace(score=entry.score + (-handicap if method.fewest else handicap))
    percent = None if entry.percent is None else entry.percent + handicap
    return entry._replace(percent=percent)
