"""Three teams who play each other over two rounds, where an odd number would leave one idle."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from clubscore.movements.rows import Movement, Row

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

    def rows(self) -> tuple[Row, ...]:
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
) -> tuple[Row, ...]:
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
        Row(number + later, table, (ns,), (ew,), of_set)
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
