"""A movement as plain values that JSON can keep, and made again from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from clubscore.laws.words import Phrase, Word
from clubscore.movements.rows import Movement, Row, Share

WORD = "word"
_WITH_PARTS = ("rows", "shares", "notes")
_PLAIN = tuple(each.name for each in fields(Movement) if each.name not in _WITH_PARTS)


def written(movement: Movement) -> dict[str, Any]:
    """A movement as plain values: texts, numbers, lists."""
    kept: dict[str, Any] = {name: getattr(movement, name) for name in _PLAIN}
    kept["rows"] = [
        [row.round, row.table, [*row.ns], [*row.ew], row.set, [*row.boards]]
        for row in movement.rows
    ]
    kept["shares"] = [[each.round, each.set, [*each.tables]] for each in movement.shares]
    kept["notes"] = [
        [each.phrase, {key: _param(value) for key, value in each.params.items()}]
        for each in movement.notes
    ]
    return kept


def _param(value: object) -> object:
    return {WORD: str(value)} if isinstance(value, Word) else value


def read(kept: Mapping[str, Any]) -> Movement:
    """Make a movement again from what :func:`written` gave."""
    return Movement(
        **{name: kept[name] for name in _PLAIN},
        rows=tuple(
            Row(at, table, tuple(ns), tuple(ew), of_set, tuple(boards))
            for at, table, ns, ew, of_set, boards in kept["rows"]
        ),
        shares=tuple(Share(at, of_set, tuple(tables)) for at, of_set, tables in kept["shares"]),
        notes=tuple(
            Phrase(
                phrase,
                {key: Word(v[WORD]) if isinstance(v, dict) else v for key, v in params.items()},
            )
            for phrase, params in kept["notes"]
        ),
    )
