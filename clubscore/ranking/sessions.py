"""Several sessions in one ranking, and one session ranked in several ways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clubscore.ranking.event import Event
from clubscore.ranking.table import (
    SCRATCH,
    Entry,
    Ranked,
    Ranking,
    by_losses,
    by_value,
    lists,
    percentage,
    rank,
)


def over_sessions(sessions: Iterable[Ranked]) -> tuple[Ranking, ...]:
    """One ranking of several sessions, or of several rooms: scores and what was possible added.

    Contestants are told apart by number; names and directions are those of the first session.
    Percentages are of all that was possible; handicaps and carry-over count once, by the first.
    """
    ranked = list(sessions)
    first = ranked[0]
    total: dict[str, Entry] = {}
    for session in ranked:
        for entry in _once(session):
            number = entry.contestant.number
            total[number] = _added(total[number], entry) if number in total else entry
    method = first.field.method
    value = by_losses if method.fewest else by_value
    return lists(first.event, list(total.values()), value, in_percent=method.in_percent)


def _once(ranked: Ranked) -> Iterable[Entry]:
    """Every contestant's scratch entry, in the order of the event."""
    found = {
        row.entry.contestant.number: row.entry
        for ranking in ranked.rankings
        if ranking.list == SCRATCH
        for row in ranking.rows
    }
    return [found[number] for number in ranked.event.contestants]


def _added(one: Entry, other: Entry) -> Entry:
    possible = None
    percent = None
    if one.possible is not None and other.possible is not None:
        possible = one.possible + other.possible
        carried = one.contestant.carry_over or 0
        percent = percentage(one.score + other.score, possible, carried)
    columns = {key: each + other.columns.get(key, 0) for key, each in one.columns.items()}
    return Entry(
        one.contestant,
        one.boards + other.boards,
        one.score + other.score,
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
