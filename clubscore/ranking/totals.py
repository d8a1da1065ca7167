"""From results to places: everyone's total, the ranked lists, and each board's traveller.

Places follow exact values; they are rounded when printed. A total is told exactly, but only when
it is asked for.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, chain, count
from math import ceil, lcm
from operator import add, mul, ne
from typing import NamedTuple, cast, overload

from clubscore.ranking.contestant import PERCENT_OF_TOP, Contestant
from clubscore.ranking.event import EventFile
from clubscore.ranking.field import Field, Standings, award_points
from clubscore.ranking.numbers import rounded
from clubscore.ranking.options import COMPARE, MINIMUM, MISSED_BOARDS, PARTS, PERCENT_FROM
from clubscore.ranking.result import Result, Side, members
from clubscore.ranking.scorings import find_scoring
from clubscore.ranking.unit import Method, TallyStanding, Unit

# To put all in order needs no fraction for each: whoever had nothing carried over, awarded or taken
# off has points times the same weight as others with as many boards out of the same top.

ONE = Fraction(1)
# What totals are put in order by, the higher first; of equals the second parts them.
Value = tuple[Fraction, ...]
# The same in whole numbers, None for who has not played.
Key = int | tuple[int, ...] | None


class Total(NamedTuple):
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
    entry: Callable[[int], Total]


def totals_of_entries(entries: Sequence[Total], method: Method) -> Totals:
    """The totals that are told already."""
    keys = _keys([_value(each, method) for each in entries])
    return Totals([each.contestant for each in entries], keys, entries.__getitem__)


def totals_of_field(field: Field, others: Mapping[str, Field], *, own: bool) -> Totals:
    """Everyone's total of a field, its further columns from ``others``.

    ``own`` says whether carry-over and penalties count: not where it is another scoring's.
    """
    book = _TotalsBook(field, others, own=own)
    return Totals(book.contestants, book.keys(), cache(book.entry))


class _TotalsBook:
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

    def entry(self, at: int) -> Total:
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
        standing = TallyStanding(
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
        standing: TallyStanding,
        columns: Mapping[str, TallyStanding],
        penalty: Fraction,
    ) -> Total:
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
            return Total(contestant, standing.boards, score + better * carried, columns=told)
        possible = _scaled(standing.top, 1, made_up, method.factor)
        percent = percentage(score, possible, carried)
        return Total(contestant, standing.boards, score, possible, percent, told)


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


def _value(entry: Total, method: Method) -> Value | None:
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


def _boards_made_up(manner: str, standing: TallyStanding, whole: int) -> tuple[int, int]:
    """The number of boards to which a total is brought, and of those that were played."""
    played = standing.boards
    if manner == "none" or not played:
        return played, played
    return (standing.scheduled if manner == "scheduled" else whole), played


def _matches_made_up(manner: str, standing: TallyStanding, whole: int) -> tuple[int, int]:
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


SCRATCH, HANDICAP = "scratch", "handicap"


class RankedRow(NamedTuple):
    """A place, ``1=`` where it is shared, and who has it; "" who played too little for one."""

    place: str
    entry: Total


class Ranking(NamedTuple):
    """One list: of everyone or of one direction; ``scratch``, ``handicap`` or a stratum."""

    direction: str | None
    list: str
    rows: Sequence[RankedRow]


class LazyRows(Sequence[RankedRow]):
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
    def __getitem__(self, at: int) -> RankedRow: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[RankedRow, ...]: ...

    def __getitem__(self, at: int | slice) -> RankedRow | tuple[RankedRow, ...]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(*at.indices(len(self))))
        at = range(len(self))[at]
        if at >= len(self.places):
            return RankedRow("", self._totals.entry(self.chosen[at]))
        place = self.places[at]
        first = bisect_left(self.places, place)
        shared = self.places[first + 1 : first + 2] == [place]
        return RankedRow(f"{place}{'=' if shared else ''}", self._totals.entry(self.chosen[at]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LazyRows) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


class Ranked(NamedTuple):
    """An event, its results compared, its lists. ``net`` is the field that travellers show."""

    event: EventFile
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


def rank(event: EventFile, scoring: str | None = None) -> Ranked:
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
    event: EventFile,
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


def least_boards(event: EventFile, ranking: Ranking) -> int:
    """How many boards a contestant of a list needs for a place; 0 where the event asks for none."""
    part = PARTS[event.options.of(MINIMUM)]
    return _least([row.entry.boards for row in ranking.rows], part) if part else 0


def _least(boards: Sequence[int], part: Fraction) -> int:
    return ceil(part * max(boards, default=0))


def placed(totals: Totals, chosen: Sequence[int], part: Fraction = Fraction(0)) -> LazyRows:
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
    return LazyRows(totals, order + last, places + [len(order) + 1] * len(last))


def _placed_from(totals: Totals, chosen: Sequence[int], part: Fraction) -> LazyRows:
    """The same with those apart who played too little, or nothing."""
    boards = {at: totals.entry(at).boards for at in chosen}
    least = _least([*boards.values()], part)
    enough = placed(totals, [at for at in chosen if boards[at] >= least])
    below = placed(totals, [at for at in chosen if boards[at] < least])
    has_place = [at for at in enough.chosen if totals.keys[at] is not None]
    order = [*has_place, *below.chosen, *enough.chosen[len(has_place) :]]
    return LazyRows(totals, order, enough.places[: len(has_place)])


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


def _with_handicap(entry: Total, method: Method) -> Total:
    handicap = entry.contestant.handicap or Fraction(0)
    if not method.in_percent:
        return entry._replace(score=entry.score + (-handicap if method.fewest else handicap))
    percent = None if entry.percent is None else entry.percent + handicap
    return entry._replace(percent=percent)


class ScoredTravellerRow(NamedTuple):
    """A result with its points, None where it brought none; ``status`` where the scoring has it."""

    result: Result
    ns_points: Fraction | None
    ew_points: Fraction | None
    status: str | None = None


class Traveller(NamedTuple):
    """A board, in one section where sections are compared apart; its top where it has one."""

    board: int
    section: str | None
    top: Fraction | None
    rows: tuple[ScoredTravellerRow, ...]


def travellers(ranked: Ranked, *, scoring: str | None = None) -> tuple[Traveller, ...]:
    """The travellers of an event as it was ranked, board by board, results in order of entry."""
    field, event = ranked.net, ranked.event
    apart = event.options.of(COMPARE) == "section"
    status_of = find_scoring(scoring or event.scoring).status
    rows: dict[tuple[int, str], list[ScoredTravellerRow]] = {}
    tops: dict[tuple[int, str], Fraction] = {}
    for unit in field.units.values():
        for line, result in enumerate(unit.results):
            key = (result.board, result.section if apart else "")
            ns = _points(field, unit, line, result.ns, unit.ns[line])
            ew = _points(field, unit, line, result.ew, unit.ew[line])
            status = status_of(event.boards, result) if status_of else None
            rows.setdefault(key, []).append(ScoredTravellerRow(result, ns, ew, status))
            tops[key] = max(tops.get(key, Fraction(0)), unit.top_of(line) * field.method.factor)
    places = {number: at for at, number in enumerate(event.boards)}
    return tuple(
        Traveller(
            board,
            section if apart else None,
            tops[board, section] if field.method.in_percent else None,
            tuple(rows[board, section]),
        )
        for board, section in sorted(rows, key=lambda key: (places[key[0]], key[1]))
    )


def _points(
    field: Field,
    unit: Unit,
    line: int,
    side: Side,
    won: int | None,
) -> Fraction | None:
    """What a side got on a line, an artificial score as it came out for those who sat there."""
    if won is not None:
        factor = field.method.factor
        return Fraction(won * factor.numerator, unit.denominator * factor.denominator)
    if not unit.results[line].played:
        return None
    for artificial in unit.artificial:
        if artificial.side == side:
            who = members(side)
            total = sum(
                award_points(field.method, artificial, field.real_standing(each)) for each in who
            )
            return total * field.method.factor / len(who)
    return None
