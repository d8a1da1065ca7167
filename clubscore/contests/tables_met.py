"""What each two sides that met at an event made of a set's boards."""

from __future__ import annotations

from typing import NamedTuple

from clubscore.contests.package import Names, fields_of_play
from clubscore.ranking.event import Event
from clubscore.ranking.result import Result, ResultFacts


class TableMet(NamedTuple):
    """Two sides by their names, and their results without who, where and when."""

    names: Names
    results: list[ResultFacts]


def tables_of(event: Event, played_set: Event) -> list[TableMet]:
    """Each two sides that met. A board that was not played, or was ruled upon, is left out."""
    found: dict[tuple[str, str], list[ResultFacts]] = {}
    for result in event.results:
        if result.deal is not None:
            met = found.setdefault((str(result.ns), str(result.ew)), [])
            met.append(facts_of_play(event, result, played_set))
    return [
        TableMet((_names(event, ns), _names(event, ew)), results)
        for (ns, ew), results in found.items()
    ]


def facts_of_play(event: Event, result: Result, played_set: Event) -> ResultFacts:
    """What was played on a board at an event, without who, where and when.

    What the auction reached stands there only where it was not what was played.
    """
    facts = result.facts(event.contract(result))
    if "contract" not in facts or facts.get("reached") == facts["contract"]:
        facts.pop("reached", None)
    for name in facts.keys() - fields_of_play(played_set, result.board):
        facts.pop(name)  # type: ignore[misc]
    return facts


def _names(event: Event, number: str) -> tuple[str, ...]:
    return tuple(event.contestants[number].names)
