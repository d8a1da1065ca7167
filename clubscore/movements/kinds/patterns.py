"""Movements as facts: the tables of round 1, from which the other rounds follow.

The files in ``data`` say in their heads how they are read.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from clubscore.movements.rows import Row, in_order, wrap

DATA = Path(__file__).parent / "data"


class Pattern(NamedTuple):
    """A movement from which all rows follow.

    Where it is `cyclic`, `rows` are those of round 1, and numbers up to `rounds` move. `turned`
    are the (round, table) at which the sides are exchanged.
    """

    name: str
    contestants: int
    rounds: int
    cyclic: bool
    rows: tuple[Row, ...]
    turned: frozenset[tuple[int, int]]


def developed(pattern: Pattern) -> tuple[Row, ...]:
    """All rows of a pattern."""
    rows = cyclic_rows(pattern.rows, pattern.rounds) if pattern.cyclic else pattern.rows
    return in_order(
        row.turned() if (row.round, row.table) in pattern.turned else row for row in rows
    )


def cyclic_rows(first: Iterable[Row], rounds: int) -> list[Row]:
    """The rounds that follow from the first: moving numbers and sets go up by one."""

    def later(side: tuple[int, ...], by: int) -> tuple[int, ...]:
        return tuple(wrap(each + by, rounds) if each <= rounds else each for each in side)

    return [
        Row(by + 1, row.table, later(row.ns, by), later(row.ew, by), wrap(row.set + by, rounds))
        for by in range(rounds)
        for row in first
    ]


@lru_cache(maxsize=4)
def patterns(family: str) -> tuple[Pattern, ...]:
    """All patterns of a file: ``howell``, ``reduced`` or ``individual``."""
    lines = (DATA / f"{family}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(_pattern(line) for line in lines if line and not line.startswith("#"))


def find_pattern(
    family: str, contestants: int, rounds: int | None = None, name: str | None = None
) -> Pattern | None:
    """The first pattern for so many contestants; None where there is none."""
    for pattern in patterns(family):
        fits = pattern.contestants == contestants and name in (None, pattern.name)
        if fits and rounds in (None, pattern.rounds):
            return pattern
    return None


def _pattern(line: str) -> Pattern:
    text, _, turned = line.partition(";")
    name, contestants, rounds, sign, *_ = text.split()
    body = text.split(sign, 1)[1]
    return Pattern(
        name,
        int(contestants),
        int(rounds),
        sign == ":",
        tuple(
            row for number, part in enumerate(body.split("|"), 1) for row in _round(number, part)
        ),
        frozenset(
            (int(number), int(table))
            for table, _, numbers in (each.partition(":") for each in turned.split())
            for number in numbers.split(",")
        ),
    )


def _round(number: int, text: str) -> list[Row]:
    rows = []
    for table, each in enumerate(text.split(), 1):
        sides, _, of_set = each.partition("/")
        ns, ew = (tuple(int(one) for one in side.split(",")) for side in sides.split("-"))
        rows.append(Row(number, table, ns, ew, int(of_set)))
    return rows
