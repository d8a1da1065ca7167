"""The rest of an evening from what was played: who can still meet whom with which boards."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from clubscore.movements.rows import NO_TABLE, Movement, Row, in_order, meant_to_share, opponents

# A try that meets more places than this begins again in another order.
NODES, TRIES = 2_000, 6


def completed(
    movement: Movement,
    rounds: int,
    *,
    playing: Collection[int],
    sides: Mapping[int, str] | None = None,
    copies: int | None = None,
) -> Movement | None:
    """The movement with new rounds after those played, up to `rounds`; None where none is found.

    `playing` are the pairs from now on. `sides` says NS or EW of each where there are two
    winners: then only unlike sides meet. With more `copies` than there are tables share. No one
    meets anybody or plays a board again; the plan so far is kept where it can be, rests go to
    those who had the fewest.
    """
    past = [row for row in movement.rows if row.round <= movement.played]
    for seed in range(TRIES):
        chance = random.Random(seed)  # noqa: S311 - the same search each time, not a secret
        plan = _Plan(
            movement, past, sorted(playing), dict(sides or {}), chance, copies or movement.copies
        )
        if all(plan.add_round(at) for at in range(movement.played + 1, rounds + 1)):
            tables = max(movement.tables, len(playing) // 2)
            found = replace(
                movement,
                rows=in_order([*past, *plan.rows]),
                rounds=rounds,
                tables=tables,
                contestants=max(movement.contestants, *playing),
            )
            return meant_to_share(found)
    return None


@dataclass
class _Plan:
    """Rounds as they are found, with what everyone has met and played so far."""

    movement: Movement
    past: list[Row]
    playing: list[int]
    sides: dict[int, str]
    chance: random.Random
    copies: int
    rows: list[Row] = field(default_factory=list)
    met: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    had: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    rests: Counter[int] = field(default_factory=Counter)
    homes: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._remember(self.past)

    def _remember(self, rows: Iterable[Row]) -> None:
        for row in rows:
            if not row.is_played:
                self.rests.update(row.seated)
                continue
            for one, other in opponents(row):
                self.met[one].add(other)
                self.met[other].add(one)
            size = self.movement.boards_per_set
            sets = {(board - 1) // size + 1 for board in self.movement.boards_of(row)}
            for number in row.seated:
                self.had[number] |= sets
            self.homes[row.ns[0]] = row.table

    def add_round(self, number: int) -> bool:
        """Find one more round; whether there is one."""
        planned = self.movement.rows_of_round(number)
        for resting in self._resting():
            standing = [each for each in self.playing if each != resting]
            round_ = _Round(self, planned)
            if round_.seat(standing):
                rows = self._at_tables(number, round_.found)
                if resting:
                    rows.append(Row(number, NO_TABLE, (resting,), (), 0))
                self.rows += rows
                self._remember(rows)
                return True
        return False

    def _resting(self) -> list[int]:
        """Who may sit out, first choice first; 0 where no one must."""
        if self.sides:
            ways = Counter(self.sides[each] for each in self.playing)
            if ways["NS"] == ways["EW"]:
                return [0]
            longer = max(ways, key=lambda way: ways[way])
            several = [each for each in self.playing if self.sides[each] == longer]
        elif len(self.playing) % 2 == 0:
            return [0]
        else:
            several = list(self.playing)
        self.chance.shuffle(several)
        return sorted(several, key=lambda each: self.rests[each])

    def _at_tables(self, number: int, found: list[tuple[int, int, int]]) -> list[Row]:
        """Who sat North-South stays put; others take the tables that are left."""
        rows: list[Row] = []
        left = []
        for ns, ew, of_set in found:
            home = self.homes.get(ns, 0)
            if home and all(row.table != home for row in rows):
                rows.append(Row(number, home, (ns,), (ew,), of_set))
            else:
                left.append((ns, ew, of_set))
        taken = {row.table for row in rows}
        free = [at for at in range(1, len(found) + len(taken) + 1) if at not in taken]
        for table, (ns, ew, of_set) in zip(free, left, strict=False):
            rows.append(Row(number, table, (ns,), (ew,), of_set))
        return rows


class _Round:
    """One round, sought depth first: whoever has the fewest choices is seated first."""

    def __init__(self, plan: _Plan, planned: Iterable[Row]) -> None:
        self.plan = plan
        self.found: list[tuple[int, int, int]] = []
        self.used: Counter[int] = Counter()
        self.nodes = 0
        self.meant = {
            number: (other, row.set)
            for row in planned
            if row.is_played
            for number, other in ((row.ns[0], row.ew[0]), (row.ew[0], row.ns[0]))
        }
        self.ns = {row.ns[0] for row in planned if row.is_played}

    def seat(self, standing: list[int]) -> bool:
        """Seat everyone who stands; whether that went."""
        self.nodes += 1
        if not standing:
            return True
        if self.nodes > NODES:
            return False
        choices = {each: self._opponents(each, standing) for each in standing}
        one = min(standing, key=lambda each: len(choices[each]))
        for other in choices[one]:
            rest = [each for each in standing if each not in (one, other)]
            for of_set in self._sets(one, other):
                self.used[of_set] += 1
                self.found.append((*self._sided(one, other), of_set))
                if self.seat(rest):
                    return True
                self.found.pop()
                self.used[of_set] -= 1
        return False

    def _opponents(self, one: int, standing: list[int]) -> list[int]:
        """Whom one may still meet, the one that was planned first."""
        sides = self.plan.sides
        several = [
            each
            for each in standing
            if each != one
            and each not in self.plan.met[one]
            and (not sides or sides[each] != sides[one])
        ]
        self.plan.chance.shuffle(several)
        meant = self.meant.get(one, (0, 0))[0]
        return sorted(several, key=lambda each: each != meant)

    def _sets(self, one: int, other: int) -> list[int]:
        """What both may still play and no table has, as planned first."""
        plan = self.plan
        several = [
            each
            for each in range(1, plan.movement.sets + 1)
            if each not in plan.had[one]
            and each not in plan.had[other]
            and self.used[each] < plan.copies
        ]
        plan.chance.shuffle(several)
        meant = {self.meant.get(one, (0, 0))[1], self.meant.get(other, (0, 0))[1]}
        return sorted(several, key=lambda each: each not in meant)

    def _sided(self, one: int, other: int) -> tuple[int, int]:
        """Who sits North-South: as that side is, as was planned, else who sat there before."""
        sides = self.plan.sides
        if sides:
            return (one, other) if sides[one] == "NS" else (other, one)
        if (one in self.ns) != (other in self.ns):
            return (one, other) if one in self.ns else (other, one)
        return (one, other) if one in self.plan.homes else (other, one)
