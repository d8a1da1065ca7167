"""A movement as plain values that JSON can keep, and made again from them.

A note is kept as its code. One that was kept as a sentence, before there were codes, stays so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from clubscore.laws.deal import Unverified
from clubscore.laws.words import Every, Listing, Phrase
from clubscore.movements.kept_notes import NOTES
from clubscore.movements.rows import Are, Movement, Row, Share

CODES = {phrase: code for code, phrase in NOTES.items()}
LISTS: Mapping[str, type[Listing]] = {"list": Listing, "every": Every}
_LIST_KEYS = {kind: key for key, kind in LISTS.items()}

# The fields of a row or of a share in their order; JSON has no tuples.
KeptFields = list[int | list[int]]


class KeptMovement(TypedDict):
    """A movement as plain values; a note is its code and what fills its places."""

    kind: str
    form: str
    contestants_are: Are
    contestants: int
    tables: int
    rounds: int
    sets: int
    boards_per_set: int
    copies: int
    winners: int
    meets: int
    played: int
    rows: list[KeptFields]
    shares: list[KeptFields]
    notes: list[list[str | Unverified]]


def written(movement: Movement) -> KeptMovement:
    """A movement as plain values: texts, numbers, lists."""
    return {
        "kind": movement.kind,
        "form": movement.form,
        "contestants_are": movement.contestants_are,
        "contestants": movement.contestants,
        "tables": movement.tables,
        "rounds": movement.rounds,
        "sets": movement.sets,
        "boards_per_set": movement.boards_per_set,
        "copies": movement.copies,
        "winners": movement.winners,
        "meets": movement.meets,
        "played": movement.played,
        "rows": [
            [row.round, row.table, [*row.ns], [*row.ew], row.set, [*row.boards]]
            for row in movement.rows
        ],
        "shares": [[each.round, each.set, [*each.tables]] for each in movement.shares],
        "notes": [
            [
                CODES.get(each.phrase, each.phrase),
                {key: _param(value) for key, value in each.params.items()},
            ]
            for each in movement.notes
        ],
    }


def _param(value: object) -> object:
    return {_LIST_KEYS[type(value)]: [*value]} if isinstance(value, Listing) else value


def _param_of(kept: object) -> object:
    if not isinstance(kept, dict):
        return kept
    # Before notes had codes, a word inside a sentence was kept under "word".
    return next(LISTS[key](value) if key in LISTS else str(value) for key, value in kept.items())


def read(kept: KeptMovement) -> Movement:
    """Make a movement again from what :func:`written` gave."""
    return Movement(
        kind=kept["kind"],
        form=kept["form"],
        contestants_are=kept["contestants_are"],
        contestants=kept["contestants"],
        tables=kept["tables"],
        rounds=kept["rounds"],
        sets=kept["sets"],
        boards_per_set=kept["boards_per_set"],
        copies=kept["copies"],
        winners=kept["winners"],
        meets=kept["meets"],
        played=kept["played"],
        rows=tuple(map(_row_of, kept["rows"])),
        shares=tuple(map(_share_of, kept["shares"])),
        notes=tuple(map(_note_of, kept["notes"])),
    )


def _row_of(kept: KeptFields) -> Row:
    at, table, ns, ew, of_set, boards = kept
    return Row(
        _number(at), _number(table), _numbers(ns), _numbers(ew), _number(of_set), _numbers(boards)
    )


def _share_of(kept: KeptFields) -> Share:
    at, of_set, tables = kept
    return Share(_number(at), _number(of_set), _numbers(tables))


def _note_of(kept: list[str | Unverified]) -> Phrase:
    note, params = kept
    assert isinstance(note, str) and not isinstance(params, str)  # noqa: S101 - as written
    return Phrase(NOTES.get(note, note), {key: _param_of(each) for key, each in params.items()})


def _number(kept: int | list[int]) -> int:
    assert isinstance(kept, int)  # noqa: S101 - as written
    return kept


def _numbers(kept: int | list[int]) -> tuple[int, ...]:
    assert isinstance(kept, list)  # noqa: S101 - as written
    return tuple(kept)
