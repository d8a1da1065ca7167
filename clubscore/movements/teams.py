"""Movements for teams of four, and for three teams who play each other over two rounds.

One half of a team sits North-South, the other plays the same boards East-West.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.rows import Movement, MovementRow, SharedSet, in_order, sharing_sets, wrap

TEAMS = ngettext_lazy(
    "A round robin is for %(least)s to %(most)s team, not %(teams)s.",
    "A round robin is for %(least)s to %(most)s teams, not %(teams)s.",
    "most",
)
HALVES = ngettext_lazy(
    "With one set of boards, rounds %(one)s and %(other)s belong together (teams: %(teams)s)."
    " Play %(most)s round, or leave out both.",
    "With one set of boards, rounds %(one)s and %(other)s belong together (teams: %(teams)s)."
    " Play %(most)s rounds, or leave out both.",
    "most",
)
ROUNDS = ngettext_lazy(
    "This number of teams (%(teams)s) can play at most %(most)s round, not %(rounds)s.",
    "This number of teams (%(teams)s) can play at most %(most)s rounds, not %(rounds)s.",
    "most",
)
HEAD_TO_HEAD = gettext_noop("The two tables exchange boards at half time.")
CIRCLE = gettext_noop(
    "The two tables of a match share the same boards; every match has its own copy. Team 1"
    " stays, the others move round."
)
WHIST = gettext_noop(
    "North–South stay. After every round East–West move down two tables and boards down one."
    " The two halves of a match play their boards in different rounds."
)
RELAY = gettext_noop(
    "North–South stay; East–West move up one table. Tables half the room apart share boards,"
    " with a bye-stand between them."
)
LEAST, MOST = 2, 30


def round_robin(teams: int, *, rounds: int | None = None) -> Movement:
    """Every team meets every other: an odd number as American Whist, an even number by the circle.

    RuleError for sizes that no one plays, or rounds that would leave half a match.
    """
    if not LEAST <= teams <= MOST:
        raise RuleError("teams", TEAMS, "teams", least=LEAST, most=MOST, teams=teams)
    if teams == 2:
        return head_to_head(rounds or 2)
    if rounds and rounds > teams - 1:
        raise RuleError("rounds", ROUNDS, "rounds", teams=teams, most=teams - 1, rounds=rounds)
    if teams % 2 == 0:
        return circle(teams, rounds or teams - 1)
    return american_whist(teams, rounds or teams - 1)


def head_to_head(sets: int) -> Movement:
    """Two teams, two tables; every set goes to both, each begins with another."""
    rows = [
        MovementRow(
            number, table, (table,), (3 - table,), wrap(number + (table - 1) * sets // 2, sets)
        )
        for number in range(1, sets + 1)
        for table in (1, 2)
    ]
    movement = _teams("head-to-head", 2, 2, sets, rows, Phrase(HEAD_TO_HEAD, {}))
    return sharing_sets(replace(movement, meets=sets))


def circle(teams: int, rounds: int) -> Movement:
    """An even number: team 1 stays, the rest rotate; each match has its own copy of the set."""
    rows, shares = [], []
    for by in range(rounds):
        ring = [1, *(2 + (each + by) % (teams - 1) for each in range(teams - 1))]
        for at in range(teams // 2):
            one, other, table = ring[at], ring[-1 - at], 2 * at + 1
            if at == 0 and by % 2:
                one, other = other, one
            rows.append(MovementRow(by + 1, table, (one,), (other,), by + 1))
            rows.append(MovementRow(by + 1, table + 1, (other,), (one,), by + 1))
            shares.append(SharedSet(by + 1, by + 1, (table, table + 1)))
    movement = _teams("circle", teams, teams, rounds, rows, Phrase(CIRCLE, {}))
    return replace(movement, copies=teams // 2, shares=tuple(shares))


def american_whist(teams: int, rounds: int) -> Movement:
    """An odd number of teams, one copy, no one shares."""
    numbers = _whole_matches(teams, rounds)
    rows = [
        MovementRow(at, table, (table,), (wrap(table + 2 * r, teams),), wrap(table + r, teams))
        for at, r in enumerate(numbers, 1)
        for table in range(1, teams + 1)
    ]
    return _teams("american-whist", teams, teams, rounds, rows, Phrase(WHIST, {}), sets=teams)


def new_england(teams: int, rounds: int | None = None) -> Movement:
    """An even number of teams, one copy: tables half the room apart share every round."""
    numbers = _whole_matches(teams, rounds or teams - 1)
    rows = [
        MovementRow(at, table, (table,), (wrap(table + r, teams),), wrap(2 * table - 1 + r, teams))
        for at, r in enumerate(numbers, 1)
        for table in range(1, teams + 1)
    ]
    said = Phrase(RELAY, {})
    return sharing_sets(_teams("new-england", teams, teams, len(numbers), rows, said, sets=teams))


def _whole_matches(teams: int, rounds: int) -> list[int]:
    """Which rounds of all are played: r and T-r hold the two halves of the same matches."""
    every = list(range(1, teams))
    middle = [each for each in every if 2 * each == teams]
    twos = [(each, teams - each) for each in every if 2 * each < teams]
    if rounds % 2 and not middle:
        params = {"one": 1, "other": teams - 1, "teams": teams, "most": rounds + 1}
        raise RuleError("rounds", HALVES, "rounds", **params)
    chosen = {each for two in twos[: rounds // 2] for each in two}
    return sorted(chosen | set(middle if rounds % 2 else ()))


def _teams(
    form: str,
    teams: int,
    tables: int,
    rounds: int,
    rows: list[MovementRow],
    said: Phrase,
    sets: int | None = None,
) -> Movement:
    return Movement(
        kind="teams-round-robin",
        form=form,
        contestants_are="teams",
        contestants=teams,
        tables=tables,
        rounds=rounds,
        sets=sets or rounds,
        rows=in_order(rows),
        notes=(said,),
    )


# Three teams who play each other over two rounds, where an odd number would leave one idle.

Three = tuple[int, int, int]
# How many rounds it takes until each of the three has met both others with both halves.
LASTS = 2
# Of more teams the lowest are looked at: four thousand threesomes are choice enough.
MOST_LOOKED_AT = 30


class Trio(NamedTuple):
    """A three-way match: the first of its two rounds, who plays, which sets, at which tables.

    The first set belongs to the match of the first two teams, the second to that of the second and
    the third, the third to that of the third and the first. `left` says who plays no more of it,
    and from which round on.
    """

    round: int
    teams: Three
    sets: Three
    tables: Three
    left: tuple[tuple[int, int], ...] = ()

    @property
    def last(self) -> int:
        """Its second round."""
        return self.round + LASTS - 1

    def here(self, number: int) -> list[int]:
        """Who is still to play of it in a round: two at least, for one has nobody to meet."""
        gone = {team for team, since in self.left if since <= number}
        here = [team for team in self.teams if team not in gone]
        # Who is left alone while it begins waits for its round; in the next it is drawn anew.
        return here if len(here) > 1 or number == self.round else []

    def goes_on(self, number: int) -> bool:
        """Whether a round is its second, and somebody plays it."""
        return number == self.last and bool(self.here(number))

    @property
    def byes(self) -> tuple[int, tuple[int, ...]]:
        """In which round somebody lost an opponent, and who did; round 0 where nobody left.

        However many opponents leave, each has one bye: a round's worth, for which it has no match.
        """
        if not self.left:
            return 0, ()
        first = min(since for _team, since in self.left)
        gone = {team for team, since in self.left if since == first}
        return first, tuple(team for team in self.teams if team not in gone)

    def rows(self) -> tuple[MovementRow, ...]:
        """Its rows; where somebody has left, the other half waits at the table."""
        found = []
        for row in three_way(self.teams, self.round, self.sets, self.tables):
            here = self.here(row.round)
            ns = tuple(each for each in row.ns if each in here)
            ew = tuple(each for each in row.ew if each in here)
            if ns or ew:
                found.append(row._replace(ns=ns, ew=ew))
        return tuple(found)


def three_way(
    teams: Three, number: int, sets: Three = (1, 2, 3), tables: Three = (1, 2, 3)
) -> tuple[MovementRow, ...]:
    """Three teams play each other over two rounds at three tables, where no one shall sit idle.

    The rows of rounds `number` and the next; a match is whole when both are played. North-South
    stay; East-West go down a table, the boards up one.
    """
    one, two, three = teams
    first, second, third = sets
    rounds = (
        ((one, two, first), (two, three, second), (three, one, third)),
        ((one, three, third), (two, one, first), (three, two, second)),
    )
    return tuple(
        MovementRow(number + later, table, (ns,), (ew,), of_set)
        for later, rows in enumerate(rounds)
        for table, (ns, ew, of_set) in zip(tables, rows, strict=True)
    )


def threes(
    ranking: Iterable[int], been: Collection[int], met: Collection[frozenset[int]]
) -> Iterator[tuple[Three, int]]:
    """Which three might play each other, first choice first, with how many of them have met.

    Those who were in no trio yet come before those who were, then those who have not met, then
    the lowest. Of a large field only the thirty lowest who come first are looked at.
    """
    order = list(ranking)
    lowest = sorted(reversed(order), key=lambda each: each in been)[:MOST_LOOKED_AT]
    found = []
    for at, three in enumerate(combinations(lowest, 3)):
        again = sum(frozenset(two) in met for two in combinations(three, 2))
        found.append((sum(each in been for each in three), again, at, three))
    for _been, again, _at, three in sorted(found):
        high, middle, low = sorted(three, key=order.index)
        yield (high, middle, low), again


def free_set(movement: Movement, teams: Three, first: int) -> int:
    """The first set from `first` on of which none of these teams has had or will have a board."""
    theirs = {row.set for row in movement.rows if set(row.seated) & set(teams)}
    number = first
    while number in theirs:
        number += 1
    return number
