"""Events to try the ranking at: a board's scores in, an event and its travellers out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from clubscore.laws.errors import RuleError
from clubscore.ranking import Ranked, rank, read_event, show_number, travellers

Facts = dict[str, Any]


def outcome(what: Any) -> Facts:
    """A result's outcome: a score, or the fields themselves."""
    return dict(what) if isinstance(what, Mapping) else {"score": what}


def event(*boards: Sequence[Any], **fields: Any) -> Facts:
    """An event in which pair 1 meets pair 101 at the first table, 2 meets 102 and so on."""
    results = [
        {"board": number, "ns": str(table), "ew": str(100 + table), **outcome(what)}
        for number, board in enumerate(boards, 1)
        for table, what in enumerate(board, 1)
        if what is not None
    ]
    tables = max((len(board) for board in boards), default=0)
    numbers = [*range(1, tables + 1), *range(101, 101 + tables)]
    return {
        "format": "clubscore-event/1",
        "game": "duplicate",
        "scoring": "matchpoints",
        "contestants": [{"number": str(number)} for number in numbers],
        "boards": [{"number": number} for number in range(1, len(boards) + 1)],
        "results": results,
    } | fields


def ranked(*boards: Sequence[Any], **fields: Any) -> Ranked:
    """The event ranked."""
    return rank(read_event(event(*boards, **fields)))


def points(*boards: Sequence[Any], board: int = 1, **fields: Any) -> list[tuple[str, str]]:
    """What both sides get on a board, table by table, as it is printed; "-" for nothing."""
    traveller = travellers(ranked(*boards, **fields))[board - 1]
    return [
        tuple("-" if each is None else show_number(each) for each in (row.ns_points, row.ew_points))
        for row in traveller.rows
    ]  # type: ignore[misc]


def ns(*boards: Sequence[Any], board: int = 1, **fields: Any) -> list[str]:
    """What N-S get on a board, table by table."""
    return [for_ns for for_ns, _ in points(*boards, board=board, **fields)]


def rows(facts: Facts, *, ranking: int = 0) -> dict[str, Facts]:
    """The rows of one list by contestant, as they are printed."""
    found = rank(read_event(facts)).rankings[ranking].rows
    return {
        row.entry.contestant.number: {
            "place": row.place,
            "boards": row.entry.boards,
            "score": show_number(row.entry.score),
            "possible": None if row.entry.possible is None else show_number(row.entry.possible),
            "percent": None if row.entry.percent is None else show_number(row.entry.percent),
            **{key: show_number(value) for key, value in row.entry.columns.items()},
        }
        for row in found
    }


def refused(facts: Any, where: str, text: str = "") -> str:
    """The sentence with which an event is refused, at this field."""
    with pytest.raises(RuleError) as caught:
        rank(read_event(facts))
    assert caught.value.where == where
    assert text in str(caught.value)
    return str(caught.value)
