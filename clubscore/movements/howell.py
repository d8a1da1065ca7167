"""Howells and individuals: movements in which nearly everyone moves, known or found by search.

A cyclic Howell follows from its round 1: the numbers 0 to v-1 move, others stay. All differences
at the moving tables are unlike, so no one meets twice; a pair's set less its number is unlike for
all, so no one plays a set twice. The files in `data` say in their heads how they are read.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import gcd
from pathlib import Path
from typing import NamedTuple

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Either, Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.checker import balance_of
from clubscore.movements.rows import Movement, MovementRow, ended, in_order, sharing_sets, wrap

# A branch that meets more places than this is left for another order of trying.
NODES, RESTARTS = 60_000, 12


@lru_cache(maxsize=32)
def full_howell(pairs: int) -> tuple[MovementRow, ...]:
    """Round 1 of a full Howell for an even number of pairs, eight or more.

    No two tables have one set, so that no one shares.
    """
    moving = pairs - 1
    couples = _strong_starter(moving)
    sided = _even_sides(couples, moving)
    # With the sum of two numbers as their set each one's offset is the other's number.
    tables = sorted((((x + y) % moving, x, y) for x, y in sided), key=lambda each: each[0])
    first = MovementRow(1, 1, (pairs,), (moving,), moving)
    rest = [
        MovementRow(1, at, (_named(x, moving),), (_named(y, moving),), _named(of_set, moving))
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
def reduced_howell(pairs: int, rounds: int) -> tuple[MovementRow, ...] | None:
    """Round 1 of a reduced Howell without sharing; None where none is found."""
    for seed in range(RESTARTS):
        chance = random.Random(seed)  # noqa: S311 - the same search each time, not a secret
        search = _Search(rounds, pairs - rounds, chance)
        if search.go():
            return _seated(search.tables, rounds)
    return None


def _seated(found: Sequence[tuple[int | None, int, int]], moving: int) -> tuple[MovementRow, ...]:
    """Tables by their sets; stationary pairs, numbered after the others, sit North-South."""
    rows = []
    stationary = moving
    for at, (y, x, of_set) in enumerate(sorted(found, key=lambda each: each[2]), 1):
        stationary += y is None
        ns = stationary if y is None else y + 1
        rows.append(MovementRow(1, at, (ns,), (x + 1,), of_set + 1))
    return tuple(rows)


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
    rows: tuple[MovementRow, ...]
    turned: frozenset[tuple[int, int]]


def developed(pattern: Pattern) -> tuple[MovementRow, ...]:
    rows = cyclic_rows(pattern.rows, pattern.rounds) if pattern.cyclic else pattern.rows
    return in_order(
        row.turned() if (row.round, row.table) in pattern.turned else row for row in rows
    )


def cyclic_rows(first: Iterable[MovementRow], rounds: int) -> list[MovementRow]:
    """The rounds that follow from the first: moving numbers and sets go up by one."""

    def later(side: tuple[int, ...], by: int) -> tuple[int, ...]:
        return tuple(wrap(each + by, rounds) if each <= rounds else each for each in side)

    return [
        MovementRow(
            by + 1, row.table, later(row.ns, by), later(row.ew, by), wrap(row.set + by, rounds)
        )
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


def _round(number: int, text: str) -> list[MovementRow]:
    rows = []
    for table, each in enumerate(text.split(), 1):
        sides, _, of_set = each.partition("/")
        ns, ew = (tuple(int(one) for one in side.split(",")) for side in sides.split("-"))
        rows.append(MovementRow(number, table, ns, ew, int(of_set)))
    return rows


# Howells: one winner, pairs change direction and nearly all of them move.

FEWEST, MOST = 3, 60
MOST_REDUCED = 24
PAIRS = ngettext_lazy(
    "A Howell is for %(least)s to %(most)s pair, not %(pairs)s.",
    "A Howell is for %(least)s to %(most)s pairs, not %(pairs)s.",
    "most",
)
ROUNDS = ngettext_lazy(
    "A Howell of this size (pairs: %(pairs)s) has at most %(most)s round, not %(rounds)s.",
    "A Howell of this size (pairs: %(pairs)s) has at most %(most)s rounds, not %(rounds)s.",
    "most",
)
NO_REDUCED = ngettext_lazy(
    "There is no reduced Howell of %(rounds)s round (pairs: %(pairs)s). Choose %(choices)s.",
    "There is no reduced Howell of %(rounds)s rounds (pairs: %(pairs)s). Choose %(choices)s.",
    "rounds",
)
FOLLOWS = gettext_noop(
    "Pair %(last)s stays at table %(table)s. Every other pair follows the pair one lower;"
    " pair 1 follows pair %(before)s."
)
STAY = gettext_noop(
    "Pairs %(first)s to %(last)s stay. Every other pair follows the pair one lower; pair 1"
    " follows pair %(before)s."
)
CARDS = gettext_noop("Every pair follows its guide card.")
MISSING = gettext_noop("There is no pair %(missing)s: the pair due to meet it sits out that round.")
STOPPED = ngettext_lazy(
    "Play stops after %(rounds)s of %(most)s round, so not all boards are played equally often.",
    "Play stops after %(rounds)s of %(most)s rounds, so not all boards are played equally often.",
    "most",
)
TURNED = gettext_noop("Some tables are arrow-switched in some rounds to balance the movement.")
# Rounds that a club asks for first, by the number of pairs.
USUAL_REDUCED = {6: 4, 8: 6, 10: 8, 12: 9, 14: 9, 16: 12, 18: 12, 20: 12, 22: 13, 24: 14}


def howell(pairs: int, *, rounds: int | None = None, name: str = "full") -> Movement:
    """Everyone meets everyone once; RuleError for other sizes than 3 to 60 pairs.

    ``classic`` is the guide card that clubs have long had, for 8, 10, 12 and 14 pairs.
    """
    if not FEWEST <= pairs <= MOST:
        raise RuleError("pairs", PAIRS, "pairs", least=FEWEST, most=MOST, pairs=pairs)
    even = pairs + pairs % 2
    pattern = find_pattern("howell", even, name=name) or Pattern(
        "found", even, even - 1, True, full_howell(even), frozenset()
    )
    movement = _of_pattern("howell", pattern)
    if rounds and rounds > movement.rounds:
        params = {"pairs": pairs, "most": movement.rounds, "rounds": rounds}
        raise RuleError("rounds", ROUNDS, "rounds", **params)
    movement = without_last(movement) if pairs < even else movement
    return stopped(movement, rounds) if rounds and rounds < movement.rounds else movement


def three_quarter(pairs: int, *, rounds: int | None = None) -> Movement:
    """A Howell of fewer rounds in which some pairs never meet.

    RuleError where there is none of so many rounds.
    """
    even = pairs + pairs % 2
    if not 6 <= even <= MOST_REDUCED:
        raise RuleError("pairs", PAIRS, "pairs", least=5, most=MOST_REDUCED, pairs=pairs)
    rounds = rounds or USUAL_REDUCED[even]
    movement = _reduced(even, rounds)
    if movement is None:
        known = {each.rounds for each in patterns("reduced") if each.contestants == even}
        choices = sorted(known) or range(USUAL_REDUCED[even], even - 1)
        raise RuleError(
            "rounds",
            NO_REDUCED,
            "rounds",
            pairs=pairs,
            rounds=rounds,
            choices=Either(choices),
        )
    return without_last(movement) if pairs < even else movement


def _reduced(even: int, rounds: int) -> Movement | None:
    names = ("reduced", "irregular", "shared")
    for name in names:
        pattern = find_pattern("reduced", even, rounds, name)
        if pattern is not None:
            return _of_pattern("three-quarter-howell", pattern)
    # Up to twenty pairs the data have all that are worth the time of looking for them.
    if even <= 20 or not even // 2 < rounds <= even - 2:
        return None
    first = reduced_howell(even, rounds)
    if first is None:
        return None
    pattern = Pattern("found", even, rounds, True, first, frozenset())
    return _evened(_of_pattern("three-quarter-howell", pattern))


def _of_pattern(kind: str, pattern: Pattern) -> Movement:
    rows = developed(pattern)
    movement = Movement(
        kind=kind,
        form=pattern.name,
        contestants_are="pairs",
        contestants=pattern.contestants,
        tables=pattern.contestants // 2,
        rounds=pattern.rounds,
        sets=pattern.rounds,
        rows=rows,
        notes=_notes(pattern),
    )
    return sharing_sets(movement)


def _notes(pattern: Pattern) -> tuple[Phrase, ...]:
    last, rounds = pattern.contestants, pattern.rounds
    if not pattern.cyclic:
        return (Phrase(CARDS, {}),)
    if last - rounds > 1:
        said = Phrase(STAY, {"first": rounds + 1, "last": last, "before": rounds})
    else:
        table = next(row.table for row in pattern.rows if last in row.seated)
        said = Phrase(FOLLOWS, {"last": last, "table": table, "before": rounds})
    return (said, Phrase(TURNED, {})) if pattern.turned else (said,)


def without_last(movement: Movement) -> Movement:
    """One pair fewer: whoever should meet the last number sits out."""
    last = movement.contestants

    def gone(side: tuple[int, ...]) -> tuple[int, ...]:
        return () if last in side else side

    rows = [row._replace(ns=gone(row.ns), ew=gone(row.ew)) for row in movement.rows]
    missing = Phrase(MISSING, {"missing": last})
    return replace(movement.with_rows(rows), contestants=last - 1).noting(missing)


def stopped(movement: Movement, rounds: int) -> Movement:
    """The same, ended after so many rounds, with a word on what that costs."""
    said = Phrase(STOPPED, {"rounds": rounds, "most": movement.rounds})
    return ended(movement, rounds).noting(said)


def _evened(movement: Movement) -> Movement:
    """Turn tables, one after another, wherever pairs come to compete more evenly."""
    rows = list(movement.rows)
    best = before = balance_of(movement).quality
    for at, row in enumerate(rows):
        if row.is_played:
            rows[at] = row.turned()
            quality = balance_of(replace(movement, rows=tuple(rows))).quality
            best = max(best, quality)
            rows[at] = rows[at] if quality == best else row
    turned = movement.with_rows(rows)
    return turned.noting(Phrase(TURNED, {})) if best > before else turned


# Individuals: players change partners every round, each is ranked alone.

SIZES = (4, 8, 12, 16, 20, 28, 44, 52)
PLAYERS = gettext_noop(
    "The number of players in an individual must be %(choices)s, not %(players)s."
)
INDIVIDUAL_ROUNDS = ngettext_lazy(
    "This individual has at most %(most)s round, not %(rounds)s.",
    "This individual has at most %(most)s rounds, not %(rounds)s.",
    "most",
)
PARTNERS = gettext_noop(
    "Player %(last)s stays. Every other player follows the player one lower; player 1 follows"
    " player %(before)s. Everyone partners everyone once."
)
TOGETHER = gettext_noop("All tables play the same boards each round.")
COPIES = gettext_noop("Copies needed of every board: %(copies)s.")
RAINBOW = gettext_noop(
    "North stays; South moves up one table, East two, West three; boards move down one table."
    " No two players meet twice."
)


def individual(players: int, *, rounds: int | None = None, together: bool = False) -> Movement:
    """An individual for so many players; RuleError for other sizes.

    `together`: all tables play the same boards each round, which is the most even; otherwise one
    copy of every board does (with eight players both tables share it).
    """
    if players not in SIZES:
        raise RuleError("players", PLAYERS, "players", choices=Either(SIZES), players=players)
    movement = rainbow(players // 4) if players > 16 else _cyclic(players, together)
    if rounds and rounds > movement.rounds:
        raise RuleError("rounds", INDIVIDUAL_ROUNDS, "rounds", most=movement.rounds, rounds=rounds)
    return stopped(movement, rounds) if rounds and rounds < movement.rounds else movement


def _cyclic(players: int, together: bool) -> Movement:
    wanted = ("barometer", "plain") if together else ("plain", "barometer")
    pattern = next(
        pattern
        for pattern in (find_pattern("individual", players, name=name) for name in wanted)
        if pattern is not None
    )
    movement = Movement(
        kind="individual",
        form=pattern.name,
        contestants_are="individuals",
        contestants=players,
        tables=players // 4,
        rounds=pattern.rounds,
        sets=pattern.rounds,
        rows=developed(pattern),
        notes=(Phrase(PARTNERS, {"last": players, "before": players - 1}),),
    )
    if pattern.name == "barometer":
        movement = movement.noting(Phrase(TOGETHER, {}))
    if movement.form == "barometer" and movement.tables > 2:
        copies = movement.tables
        movement = replace(movement, copies=copies).noting(Phrase(COPIES, {"copies": copies}))
    return sharing_sets(movement)


def rainbow(tables: int) -> Movement:
    """Four colours, each moving at its own pace; for a number of tables without 2 or 3 in it."""
    if gcd(tables, 6) != 1:
        raise ValueError(f"no rainbow goes round {tables} tables")
    rows = [
        MovementRow(
            by + 1,
            table,
            (table, tables + wrap(table + by, tables)),
            (2 * tables + wrap(table + 2 * by, tables), 3 * tables + wrap(table + 3 * by, tables)),
            wrap(table - by, tables),
        )
        for by in range(tables)
        for table in range(1, tables + 1)
    ]
    return Movement(
        kind="individual",
        form="rainbow",
        contestants_are="individuals",
        contestants=4 * tables,
        tables=tables,
        rounds=tables,
        sets=tables,
        rows=tuple(rows),
        notes=(Phrase(RAINBOW, {}),),
    )
