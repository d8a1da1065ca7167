"""A movement as plain values that JSON can keep, and made again from them.

A note is kept as its code. One that was kept as a sentence, before there were codes, stays so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from clubscore.laws.words import Every, Listing, Phrase
from clubscore.movements.kept_notes import NOTES
from clubscore.movements.rows import Movement, Row, Share

CODES = {phrase: code for code, phrase in NOTES.items()}
LISTS: Mapping[str, type[Listing]] = {"list": Listing, "every": Every}
_LIST_KEYS = {kind: key for key, kind in LISTS.items()}
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
        [
            CODES.get(each.phrase, each.phrase),
            {key: _param(value) for key, value in each.params.items()},
        ]
        for each in movement.notes
    ]
    return kept


def _param(value: object) -> object:
    return {_LIST_KEYS[type(value)]: [*value]} if isinstance(value, Listing) else value


def _param_of(kept: Any) -> object:
    if not isinstance(kept, dict):
        return kept
    # Before notes had codes, a word inside a sentence was kept under "word".
    return next(LISTS[key](value) if key in LISTS else str(value) for key, value in kept.items())


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
            Phrase(NOTES.get(note, note), {key: _param_of(value) for key, value in params.items()})
            for note, params in kept["notes"]
        ),
    )
