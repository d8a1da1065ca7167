"""Several sessions in one ranking, and one session ranked in several ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import Contestant
from clubscore.ranking.event import Event
from clubscore.ranking.ranked_lists import (
    SCRATCH,
    Ranked,
    Ranking,
    lists,
    rank,
)
from clubscore.ranking.totals import Entry, percentage, totals_of_entries


def over_sessions(sessions: Iterable[Ranked], *, only_all: bool = False) -> tuple[Ranking, ...]:
    """One ranking of several sessions, or of several rooms: scores and what was possible added.

    A contestant is the same by its names, in any order, else by its number; what a later session
    calls as somebody else was called already stands there as ``2.7``. Percentages are of all that
    was possible; handicaps and carry-over count once, by the first. Where not all have two
    winners, or somebody sat in both directions, there is one list of all. ``only_all`` leaves out
    those who missed a session.

    RuleError at ``events[n]``, counted from 0, for sessions that are not scored alike, and where
    names and numbers leave it open who is who.
    """
    ranked = list(sessions)
    _must_add_up([each.event for each in ranked])
    first = ranked[0]
    total: dict[Hashable, Entry] = {}
    numbers: set[str] = set()
    played: Counter[Hashable] = Counter()
    turned = len({session.event.winners for session in ranked}) > 1
    for at, session in enumerate(ranked, start=1):
        for who, entry in _told_apart(_once(session)):
            played[who] += bool(entry.boards)
            if who in total:
                turned |= total[who].contestant.direction != entry.contestant.direction
                total[who] = _added(total[who], entry, fewest=first.field.method.fewest)
                continue
            number = entry.contestant.number
            called = f"{at}.{number}" if number in numbers else number
            numbers.add(called)
            total[who] = entry._replace(contestant=entry.contestant._replace(number=called))
    least = len(ranked) if only_all else 0
    event, entries = first.event, [total[who] for who in total if played[who] >= least]
    if turned:
        event = replace(event, winners=1)
        entries = [
            each._replace(contestant=each.contestant._replace(direction=None)) for each in entries
        ]
    method = first.field.method
    return lists(event, totals_of_entries(entries, method), method)


def _must_add_up(events: Sequence[Event]) -> None:
    """What is added is counted in the same way, and everyone is told apart in the same way."""
    named: dict[str, bool] = {}
    for at, event in enumerate(events):
        for key in ("scoring", "contestants_are"):
            if getattr(event, key) != getattr(events[0], key):
                raise RuleError(
                    "sessions",
                    gettext_noop(
                        "Sessions added together must have the same %(field)s; this one differs."
                    ),
                    f"events[{at}].{key}",
                    field=key,
                )
        for place, each in enumerate(event.contestants.values()):
            if named.setdefault(each.number, bool(each.names)) != bool(each.names):
                raise RuleError(
                    "sessions",
                    gettext_noop(
                        "Contestant %(number)s has names in one session and none in another."
                        " Give names in all sessions, or in none."
                    ),
                    f"events[{at}].contestants[{place}].names",
                    number=each.number,
                )


def _told_apart(entries: Iterable[Entry]) -> Iterable[tuple[Hashable, Entry]]:
    """Each entry of a session with what tells it from all others; namesakes in their order."""
    met: dict[Hashable, int] = {}
    for entry in entries:
        who = _who(entry.contestant)
        met[who] = met.get(who, 0) + 1
        yield (who, met[who]), entry


def _who(one: Contestant) -> Hashable:
    return tuple(sorted(name.casefold() for name in one.names)) or one.number


def _once(ranked: Ranked) -> Iterable[Entry]:
    """Every contestant's scratch entry, in the order of the event."""
    found = {
        row.entry.contestant.number: row.entry
        for ranking in ranked.rankings
        if ranking.list == SCRATCH
        for row in ranking.rows
    }
    return [found[number] for number in ranked.event.contestants]


def _added(one: Entry, other: Entry, *, fewest: bool) -> Entry:
    """Two sessions' totals; the score of the second without what was carried over into it."""
    score, possible, percent = one.score + other.score, None, None
    if other.possible is None:
        again = other.contestant.carry_over or Fraction(0)
        score += again if fewest else -again
    if one.possible is not None and other.possible is not None:
        possible = one.possible + other.possible
        carried = one.contestant.carry_over or 0
        percent = percentage(score, possible, carried)
    columns = {key: each + other.columns.get(key, 0) for key, each in one.columns.items()}
    return Entry(
        one.contestant,
        one.boards + other.boards,
        score,
        possible,
        percent,
        columns,
    )


def side_by_side(event: Event, scorings: Sequence[str]) -> dict[str, Ranked]:
    """One event ranked in several ways at once; its own scoring stands first.

    RuleError for a scoring that these results do not allow.
    """
    wanted = dict.fromkeys((event.scoring, *scorings))
    return {scoring: rank(event, scoring) for scoring in wanted}
