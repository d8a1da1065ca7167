"""Howells found by search, for sizes of which the data have none.

A cyclic Howell follows from its round 1. The numbers 0 to v-1 move, others stay; at the tables
without a stationary pair all differences of the two are unlike, so that no one meets twice; a
pair's set less its number is unlike for all, so that no one plays a set twice; and no two tables
have one set, so that no one shares.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from clubscore.movements.rows import Row, wrap

# A branch that meets more places than this is left for another order of trying.
NODES, RESTARTS = 60_000, 12


@lru_cache(maxsize=32)
def full_howell(pairs: int) -> tuple[Row, ...]:
    """Round 1 of a full Howell for an even number of pairs, eight or more."""
    moving = pairs - 1
    couples = _strong_starter(moving)
    sided = _even_sides(couples, moving)
    # With the sum of two numbers as their set each one's offset is the other's number.
    tables = sorted((((x + y) % moving, x, y) for x, y in sided), key=lambda each: each[0])
    first = Row(1, 1, (pairs,), (moving,), moving)
    rest = [
        Row(1, at, (_named(x, moving),), (_named(y, moving),), _named(of_set, moving))
        for at, (of_set, x, y) in enumerate(tables, 2)
    ]
    # All numbers up by one: the stationary pair begins against pair 1 with set 1, as on all cards.
    return tuple(
        row._replace(
            ns=tuple(each if each == pairs else wrap(each + 1, moving) for each in row.ns),
            ew=tuple(wrap(each + 1, moving) for each in row.ew),
            set=wrap(row.set + 1, moving),
        )
        for row in (first, *rest)
    )


def _named(residue: int, modulus: int) -> int:
    return residue or modulus


def _strong_starter(modulus: int) -> list[tuple[int, int]]:
    """The numbers 1 to v-1 in twos, all differences unlike, all sums unlike and none zero.

    Climbs: a random couple with a difference that is still wanted displaces what it clashes with;
    where it clashes with two couples, seldom, lest the way up ends below the top.
    """
    chance = random.Random(modulus)  # noqa: S311 - the same search each time, not a secret
    by_number: dict[int, tuple[int, int]] = {}
    by_sum: dict[int, tuple[int, int]] = {}
    wanted = set(range(1, modulus // 2 + 1))
    while wanted:
        step = chance.choice(sorted(wanted))
        free = [each for each in range(1, modulus) if each not in by_number]
        x = chance.choice(free)
        y = (x + chance.choice((step, -step))) % modulus
        total = (x + y) % modulus
        clashes = {each for each in (by_number.get(y), by_sum.get(total)) if each}
        if not y or not total or (len(clashes) > 1 and chance.random() > 0.02):
            continue
        for couple in clashes:
            _forget(couple, modulus, by_number, by_sum, wanted)
        by_number[x] = by_number[y] = by_sum[total] = (x, y)
        wanted.discard(step)
    return sorted(by_sum.values())


def _forget(
    couple: tuple[int, int],
    modulus: int,
    by_number: dict[int, tuple[int, int]],
    by_sum: dict[int, tuple[int, int]],
    wanted: set[int],
) -> None:
    x, y = couple
    del by_number[x], by_number[y], by_sum[(x + y) % modulus]
    wanted.add(min((x - y) % modulus, (y - x) % modulus))


def _even_sides(couples: Sequence[tuple[int, int]], modulus: int) -> list[tuple[int, int]]:
    """Who of each two sits North-South, so that all pairs compete about evenly."""
    chance = random.Random(modulus)  # noqa: S311 - the same search each time, not a secret
    best, least = list(couples), None
    for _ in range(RESTARTS):
        sided = [couple if chance.random() < 0.5 else couple[::-1] for couple in couples]
        unevenness = _unevenness(sided, modulus)
        better = True
        while better:
            better = False
            for at, couple in enumerate(sided):
                sided[at] = couple[::-1]
                turned = _unevenness(sided, modulus)
                if turned < unevenness:
                    unevenness, better = turned, True
                else:
                    sided[at] = couple
        if least is None or unevenness < least:
            best, least = list(sided), unevenness
    return best


def _unevenness(sided: Sequence[tuple[int, int]], modulus: int) -> int:
    """How far any two pairs are from sitting as often alike as all others do."""
    signs = [-1] * modulus
    for x, y in sided:
        signs[y], signs[x] = 1, -1
    return sum(
        (sum(signs[at] * signs[at - by] for at in range(modulus)) + 1) ** 2
        for by in range(1, modulus // 2 + 1)
    )


@dataclass
class _Search:
    """Round 1 of a reduced Howell, table by table; residues 0 to v-1 move."""

    moving: int
    stationary: int
    chance: random.Random
    nodes: int = 0
    seated: set[int] = field(default_factory=set)
    offsets: set[int] = field(default_factory=set)
    sets: set[int] = field(default_factory=set)
    differences: set[int] = field(default_factory=set)
    tables: list[tuple[int | None, int, int]] = field(default_factory=list)

    def go(self) -> bool:
        """Seat the lowest residue that stands; whether all came to sit."""
        self.nodes += 1
        if self.nodes > NODES:
            return False
        standing = [each for each in range(self.moving) if each not in self.seated]
        if not standing:
            return not self.stationary
        x, others = standing[0], standing[1:]
        choices: list[int | None] = [*others]
        self.chance.shuffle(choices)
        if self.stationary:
            choices.insert(self.chance.randrange(len(choices) + 1), None)
        return any(self._beside(x, y) for y in choices)

    def _beside(self, x: int, y: int | None) -> bool:
        """Seat x against y, or against a stationary pair where y is None."""
        if y is not None:
            step = min((x - y) % self.moving, (y - x) % self.moving)
            if step in self.differences or 2 * step == self.moving:
                return False
            self.differences.add(step)
        free = [each for each in range(self.moving) if each not in self.sets]
        self.chance.shuffle(free)
        two = (x,) if y is None else (x, y)
        self.stationary -= y is None
        self.seated.update(two)
        for of_set in free:
            offsets = {(of_set - each) % self.moving for each in two}
            if offsets & self.offsets:
                continue
            self.offsets |= offsets
            self.sets.add(of_set)
            self.tables.append((y, x, of_set))
            if self.go():
                return True
            self.tables.pop()
            self.sets.discard(of_set)
            self.offsets -= offsets
        self.seated.difference_update(two)
        self.stationary += y is None
        if y is not None:
            self.differences.discard(step)
        return False


@lru_cache(maxsize=64)
def reduced_howell(pairs: int, rounds: int) -> tuple[Row, ...] | None:
    """Round 1 of a reduced Howell without sharing; None where none is found."""
    for seed in range(RESTARTS):
        chance = random.Random(seed)  # noqa: S311 - the same search each time, not a secret
        search = _Search(rounds, pairs - rounds, chance)
        if search.go():
            return _seated(search.tables, rounds)
    return None


def _seated(found: Sequence[tuple[int | None, int, int]], moving: int) -> tuple[Row, ...]:
    """Tables by their sets; stationary pairs, numbered after the others, sit North-South."""
    rows = []
    stationary = moving
    for at, (y, x, of_set) in enumerate(sorted(found, key=lambda each: each[2]), 1):
        stationary += y is None
        ns = stationary if y is None else y + 1
        rows.append(Row(1, at, (ns,), (x + 1,), of_set + 1))
    return tuple(rows)
