"""The ranking as it was before columns: every result by itself, a fraction for every figure.

Slow and plain, it is what the quick way is held against.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import attrgetter

from clubscore.ranking import EventFile, Result, TallyStanding
from clubscore.ranking.contestant import INDIVIDUALS, PERCENT_OF_TOP, Contestant
from clubscore.ranking.field import method_of
from clubscore.ranking.numbers import rounded
from clubscore.ranking.options import COMPARE, MINIMUM, MISSED_BOARDS, PARTS, PERCENT_FROM
from clubscore.ranking.result import Side, members
from clubscore.ranking.scorings import find_scoring
from clubscore.ranking.totals import Total
from clubscore.ranking.unit import Artificial, Method
from tests.ranking.tally_by_line import Tally

ONE = Fraction(1)
SCRATCH, HANDICAP = "scratch", "handicap"
Expected = dict[str, int]
# Direction, name, and each row: its place and its total.
OneList = tuple[str | None, str, list[tuple[str, Total]]]


def ranked_by_line(event: EventFile, scoring: str | None = None) -> list[OneList]:
    """All lists of an event, by its own scoring or by another."""
    own = scoring is None or scoring == event.scoring
    scoring = scoring or event.scoring
    found = find_scoring(scoring)
    found.check(event)
    field = _Field(event, method_of(event, scoring))
    others = {
        column.key: field
        if column.key == found.ranked_by(event.options)
        else _Field(event, column.method(event))
        for column in found.columns(event)
    }
    return _lists(event, _entries(field, others, own), field.method, handicaps=own)


class _Field:
    """All comparisons of an event, line by line."""

    def __init__(self, event: EventFile, method: Method) -> None:
        self.event, self.method = event, method
        section, expected = _section_of(event), _expected(event)
        self.units = {
            key: method.score(results, expected[section(results[0])])
            for key, results in _grouped(event.results, method.key).items()
        }
        self._tally = Tally.of(self.units.values())

    def standings(self) -> dict[str, TallyStanding]:
        """Every contestant's sums, in the order of the event, artificial scores among them."""
        standings = self.real_standings()
        awarded: dict[str, list[tuple[Fraction, int]]] = {}
        for unit in self.units.values():
            for artificial in unit.artificial:
                for number in members(artificial.side):
                    points = _award_points(self.method, artificial, standings[number])
                    awarded.setdefault(number, []).append((points, artificial.top))
        for number, each in awarded.items():
            standings[number] = _with_awards(standings[number], each)
        return standings

    def real_standings(self) -> dict[str, TallyStanding]:
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
            standings[number] = TallyStanding(
                sum(points.get(side, 0) for side in sides),
                denominator,
                sum(tops.get(side, 0) for side in sides),
                here,
                here + sum(absent.get(side, 0) for side in sides),
                sum(self._tally.matches.get(side, 0) for side in sides),
            )
        return standings


def _award_points(method: Method, artificial: Artificial, standing: TallyStanding) -> Fraction:
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


def _section_of(event: EventFile) -> Callable[[Result], str]:
    """The section within which a result is compared."""
    return attrgetter("section") if event.options.of(COMPARE) == "section" else _whole_field


def _whole_field(_result: Result) -> str:
    return ""


def _place(result: Result) -> tuple[int, str]:
    return result.board, result.section


def _expected(event: EventFile) -> Expected:
    """The most results that any board of a section, or of the field, has; not played ones too."""
    if event.options.of(COMPARE) != "section":
        return {"": max(Counter(map(attrgetter("board"), event.results)).values(), default=0)}
    most: Expected = {}
    counts = Counter(map(attrgetter("section", "board"), event.results))
    for (section, _board), count in counts.items():
        most[section] = max(most.get(section, 0), count)
    return most


def _lists(
    event: EventFile,
    entries: Sequence[Total],
    method: Method,
    *,
    handicaps: bool = True,
) -> list[OneList]:
    """Scratch, handicap where anybody has one, and each stratum; by direction with two winners."""
    wanted: list[tuple[str, Sequence[Total]]] = [(SCRATCH, entries)]
    if handicaps and any(entry.contestant.handicap is not None for entry in entries):
        wanted.append((HANDICAP, [_with_handicap(each, method) for each in entries]))
    wanted += _strata(entries)
    directions = ("NS", "EW") if event.winners == 2 else (None,)
    return [
        (
            direction,
            name,
            _with_minimum(
                [each for each in of if each.contestant.direction == direction],
                lambda entry: _value(entry, method),
                PARTS[event.options.of(MINIMUM)],
            ),
        )
        for name, of in wanted
        for direction in directions
    ]


def _value(entry: Total, method: Method) -> tuple[Fraction, ...] | None:
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


def _with_minimum(
    entries: Sequence[Total],
    value: Callable[[Total], tuple[Fraction, ...] | None],
    part: Fraction,
) -> list[tuple[str, Total]]:
    """The same where a place takes a part of the most boards: who has too few stands below."""
    if not part:
        return _placed(entries, value)
    most = max((entry.boards for entry in entries), default=0)
    enough = [entry for entry in entries if entry.boards >= part * most]
    few = [entry for entry in entries if entry.boards < part * most]
    above = [row for row in _placed(enough, value) if value(row[1]) is not None]
    others = [entry for entry in enough if value(entry) is None]
    below = [entry for _place, entry in _placed(few, value)]
    return above + [("", entry) for entry in (*below, *others)]


def _placed(
    entries: Sequence[Total], value: Callable[[Total], tuple[Fraction, ...] | None]
) -> list[tuple[str, Total]]:
    """The entries in order of value, the highest first; who has none comes last.

    Equal values share a place, the places after it are skipped, and they stand in the order of
    the contestants.
    """
    valued = [(value(entry), entry) for entry in entries]
    ranked = [(each, entry) for each, entry in valued if each is not None]
    last = [entry for each, entry in valued if each is None]
    groups = [[entry for _, entry in group] for _, group in groupby(
        sorted(_whole(ranked), key=lambda pair: pair[0], reverse=True), key=lambda pair: pair[0]
    )]  # fmt: skip
    if last:
        groups.append(last)
    rows: list[tuple[str, Total]] = []
    for group in groups:
        place = f"{len(rows) + 1}{'=' if len(group) > 1 else ''}"
        rows += [(place, entry) for entry in group]
    return rows


def _whole(
    ranked: Sequence[tuple[tuple[Fraction, ...], Total]],
) -> list[tuple[tuple[int, ...], Total]]:
    """The same order by whole numbers, which sort much faster than fractions."""
    columns = list(zip(*(value for value, _ in ranked), strict=True))
    common = [lcm(*{each.denominator for each in column}) for column in columns]

    def whole(value: tuple[Fraction, ...]) -> tuple[int, ...]:
        pairs = zip(value, common, strict=True)
        return tuple(each.numerator * (of // each.denominator) for each, of in pairs)

    return [(whole(value), entry) for value, entry in ranked]


def _strata(entries: Sequence[Total]) -> list[tuple[str, Sequence[Total]]]:
    """The first stratum's list holds everyone, each further one its own and those below."""
    found = sorted({each.contestant.stratum for each in entries} - {None}, key=str)
    named = [(str(stratum), list(entries)) for stratum in found[:1]]
    for stratum in found[1:]:
        inside = [each for each in entries if (each.contestant.stratum or "") >= str(stratum)]
        named.append((str(stratum), inside))
    return [*named]


def _with_handicap(entry: Total, method: Method) -> Total:
    handicap = entry.contestant.handicap or Fraction(0)
    if not method.in_percent:
        return entry._replace(score=entry.score + (-handicap if method.fewest else handicap))
    percent = None if entry.percent is None else entry.percent + handicap
    return entry._replace(percent=percent)


def _entries(field: _Field, others: Mapping[str, _Field], own: bool) -> list[Total]:
    """Everyone's total."""
    event = field.event
    standings = field.standings()
    by_match = field.method.by_match
    whole = max(
        (each.matches if by_match else each.scheduled for each in standings.values()), default=0
    )
    columns = {
        key: standings if other is field else other.standings() for key, other in others.items()
    }
    penalties = _penalties(field) if own else {}
    entries = []
    for number, contestant in event.contestants.items():
        standing = standings[number]
        made_up = (_matches_made_up if by_match else _boards_made_up)(event, standing, whole)
        off = penalties.get(number, Fraction(0))
        entry = _entry(field, contestant, standing, made_up, off, own)
        if columns:
            told = {key: _scaled(each[number], made_up) for key, each in columns.items()}
            entry = entry._replace(columns=told)
        entries.append(entry)
    return entries


def _entry(
    field: _Field,
    contestant: Contestant,
    standing: TallyStanding,
    made_up: tuple[int, int],
    penalty: Fraction,
    own: bool,
) -> Total:
    """One total: scaled, rounded where the event says so, penalties off, carried over."""
    method, options = field.method, field.event.options
    carried = (contestant.carry_over or 0) if own else 0
    score = _scaled(standing, made_up, method.factor)
    if method.in_percent and options.of(PERCENT_FROM) == "rounded":
        score = rounded(score)
    better = -1 if method.fewest else 1
    if penalty:
        score -= better * penalty
    if not method.in_percent:
        return Total(contestant, standing.boards, score + better * carried)
    top = standing._replace(points=standing.top, denominator=1)
    possible = _scaled(top, made_up, method.factor)
    percent = _percentage(score, possible, carried)
    return Total(contestant, standing.boards, score, possible, percent)


def _percentage(
    score: Fraction, possible: Fraction, carried: Fraction | int = 0
) -> Fraction | None:  # fmt: skip
    """Percent of what was possible, with what was carried over; None where nothing was."""
    if not possible:
        return None
    percent = Fraction(
        100 * score.numerator * possible.denominator, score.denominator * possible.numerator
    )
    return percent + carried if carried else percent


def _scaled(standing: TallyStanding, made_up: tuple[int, int], factor: Fraction = ONE) -> Fraction:
    """The points, brought to so many boards or matches from those played, times a factor."""
    target, played = made_up
    return Fraction(
        standing.points * target * factor.numerator,
        standing.denominator * max(1, played) * factor.denominator,
    )


def _boards_made_up(event: EventFile, standing: TallyStanding, whole: int) -> tuple[int, int]:
    """The number of boards to which a total is brought, and of those that were played."""
    manner, played = event.options.of(MISSED_BOARDS), standing.boards
    if manner == "none" or not played:
        return played, played
    return (standing.scheduled if manner == "scheduled" else whole), played


def _matches_made_up(event: EventFile, standing: TallyStanding, whole: int) -> tuple[int, int]:
    """The same of matches: only where all totals are made up, to the most that anybody played."""
    played = standing.matches
    return (whole if event.options.of(MISSED_BOARDS) == "all" else played), played


def _penalties(field: _Field) -> dict[str, Fraction]:
    """What is taken off each contestant's total, in the unit of the score."""
    top = max((unit.top for unit in field.units.values()), default=0) * field.method.factor
    off: dict[str, Fraction] = {}
    for penalty in field.event.penalties:
        amount = penalty.amount * top / 100 if penalty.unit == PERCENT_OF_TOP else penalty.amount
        off[penalty.contestant] = off.get(penalty.contestant, Fraction(0)) + amount
    return off
