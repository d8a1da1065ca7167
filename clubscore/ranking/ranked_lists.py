"""The ranking: totals made up, carried over and taken off; percentages, places, lists.

Places follow exact values; they are rounded when printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import NamedTuple

from clubscore.ranking.contestant import PERCENT_OF_TOP, Contestant
from clubscore.ranking.event import Event
from clubscore.ranking.field import Field, Standing
from clubscore.ranking.numbers import rounded
from clubscore.ranking.options import MISSED_BOARDS, PERCENT_FROM
from clubscore.ranking.scorings import find_scoring
from clubscore.ranking.unit import Method

ONE = Fraction(1)
SCRATCH, HANDICAP = "scratch", "handicap"


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


class Row(NamedTuple):
    """A place, ``1=`` where it is shared, and who has it."""

    place: str
    entry: Entry


class Ranking(NamedTuple):
    """One list: of everyone or of one direction; ``scratch``, ``handicap`` or a stratum."""

    direction: str | None
    list: str
    rows: tuple[Row, ...]


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
    rankings = lists(event, _entries(field, others, own), field.method, handicaps=own)
    return Ranked(event, field, rankings, others.get(found.lines_show, field))


def lists(
    event: Event,
    entries: Sequence[Entry],
    method: Method,
    *,
    handicaps: bool = True,
) -> tuple[Ranking, ...]:
    """Scratch, handicap where anybody has one, and each stratum; by direction with two winners."""
    wanted: list[tuple[str, Sequence[Entry]]] = [(SCRATCH, entries)]
    if handicaps and any(entry.contestant.handicap is not None for entry in entries):
        wanted.append((HANDICAP, [_with_handicap(each, method) for each in entries]))
    wanted += _strata(entries)
    directions = ("NS", "EW") if event.winners == 2 else (None,)
    return tuple(
        Ranking(
            direction,
            name,
            placed([each for each in of if each.contestant.direction == direction],
                   lambda entry: _value(entry, method)),
        )
        for name, of in wanted
        for direction in directions
    )  # fmt: skip


def _value(entry: Entry, method: Method) -> tuple[Fraction, ...] | None:
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


def placed(
    entries: Sequence[Entry], value: Callable[[Entry], tuple[Fraction, ...] | None]
) -> tuple[Row, ...]:
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
    rows: list[Row] = []
    for group in groups:
        place = f"{len(rows) + 1}{'=' if len(group) > 1 else ''}"
        rows += [Row(place, entry) for entry in group]
    return tuple(rows)


def _whole(
    ranked: Sequence[tuple[tuple[Fraction, ...], Entry]],
) -> list[tuple[tuple[int, ...], Entry]]:
    """The same order by whole numbers, which sort much faster than fractions."""
    columns = list(zip(*(value for value, _ in ranked), strict=True))
    common = [lcm(*{each.denominator for each in column}) for column in columns]

    def whole(value: tuple[Fraction, ...]) -> tuple[int, ...]:
        pairs = zip(value, common, strict=True)
        return tuple(each.numerator * (of // each.denominator) for each, of in pairs)

    return [(whole(value), entry) for value, entry in ranked]


def _strata(entries: Sequence[Entry]) -> list[tuple[str, Sequence[Entry]]]:
    """The first stratum's list holds everyone, each further one its own and those below."""
    found = sorted({each.contestant.stratum for each in entries} - {None}, key=str)
    named = [(str(stratum), list(entries)) for stratum in found[:1]]
    for stratum in found[1:]:
        inside = [each for each in entries if (each.contestant.stratum or "") >= str(stratum)]
        named.append((str(stratum), inside))
    return [*named]


def _with_handicap(entry: Entry, method: Method) -> Entry:
    handicap = entry.contestant.handicap or Fraction(0)
    if not method.in_percent:
        return entry._replace(score=entry.score + (-handicap if method.fewest else handicap))
    percent = None if entry.percent is None else entry.percent + handicap
    return entry._replace(percent=percent)


def _entries(field: Field, others: Mapping[str, Field], own: bool) -> list[Entry]:
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
    field: Field,
    contestant: Contestant,
    standing: Standing,
    made_up: tuple[int, int],
    penalty: Fraction,
    own: bool,
) -> Entry:
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
        return Entry(contestant, standing.boards, score + better * carried)
    top = standing._replace(points=standing.top, denominator=1)
    possible = _scaled(top, made_up, method.factor)
    percent = percentage(score, possible, carried)
    return Entry(contestant, standing.boards, score, possible, percent)


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


def _scaled(standing: Standing, made_up: tuple[int, int], factor: Fraction = ONE) -> Fraction:
    """The points, brought to so many boards or matches from those played, times a factor."""
    target, played = made_up
    return Fraction(
        standing.points * target * factor.numerator,
        standing.denominator * max(1, played) * factor.denominator,
    )


def _boards_made_up(event: Event, standing: Standing, whole: int) -> tuple[int, int]:
    """The number of boards to which a total is brought, and of those that were played."""
    manner, played = event.options.of(MISSED_BOARDS), standing.boards
    if manner == "none" or not played:
        return played, played
    return (standing.scheduled if manner == "scheduled" else whole), played


def _matches_made_up(event: Event, standing: Standing, whole: int) -> tuple[int, int]:
    """The same of matches: only where all totals are made up, to the most that anybody played."""
    played = standing.matches
    return (whole if event.options.of(MISSED_BOARDS) == "all" else played), played


def _penalties(field: Field) -> dict[str, Fraction]:
    """What is taken off each contestant's total, in the unit of the score."""
    top = max((unit.top for unit in field.units.values()), default=0) * field.method.factor
    off: dict[str, Fraction] = {}
    for penalty in field.event.penalties:
        amount = penalty.amount * top / 100 if penalty.unit == PERCENT_OF_TOP else penalty.amount
        off[penalty.contestant] = off.get(penalty.contestant, Fraction(0)) + amount
    return off
