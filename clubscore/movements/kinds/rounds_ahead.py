"""Whether rounds still to come can be drawn so that no two meet twice, and how this one must be.

A round is a set of meetings in which everyone stands once; the bye is met like a contestant. Rounds
are drawn together, each opponent used once: where a place has the fewest opponents left, they are
tried first. The search is exact, and gives up after a number of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import NamedTuple

# Larger fields have never painted themselves into a corner, and would need more steps.
MOST_LOOKED_AHEAD = 12
MOST_STEPS = 20_000
# Whom one meets who sits out.
BYE = 0
Meeting = tuple[int, int]


class TooManyStepsError(Exception):
    """The search was given up."""


class _Rounds(NamedTuple):
    """Rounds that are being drawn: who is free in each, and whom each may still meet, as bits."""

    free: list[int]
    may_meet: list[int]


def round_ahead(
    ranking: Sequence[int],
    met: Container[frozenset[int]],
    byes: Sequence[int],
    to_come: int,
    *,
    fold: bool,
) -> tuple[tuple[Meeting, ...], int | None] | None:
    """Return this round by first choice, after which as many as can be of those to come follow.

    In none of them do two meet who have ``met``, and the bye is of one of ``byes``, the first
    choice first; who has it, None in an even field. The best meets the highest such that the rest
    can be drawn, with ``fold`` the lowest. None where no round can follow, or too many steps are
    needed to see it.
    """

    def may_meet(one: int, other: int) -> bool:
        if BYE in (one, other):
            return max(one, other) in byes
        return frozenset((one, other)) not in met

    look = LookingAhead(ranking, may_meet, MOST_STEPS)
    try:
        for ahead in range(min(to_come, look.most), 0, -1):
            now = look.round(ahead)
            if now is not None:
                return look.by_choice(now, ahead, byes, fold=fold)
    except TooManyStepsError:
        pass
    return None


class LookingAhead:
    """Draws of this round and some to come, among whom no two meet twice.

    ``may_meet`` says whether two may meet; one of them is ``BYE`` where it is asked who may sit
    out. ``steps`` is how many of the search are left.
    """

    def __init__(
        self, everyone: Sequence[int], may_meet: Callable[[int, int], bool], steps: int
    ) -> None:
        self.everyone = [*everyone, BYE] if len(everyone) % 2 else [*everyone]
        self.steps = steps
        self._at = {each: at for at, each in enumerate(self.everyone)}
        self._may_meet = [
            sum(1 << at for at, other in enumerate(self.everyone)
                if other != each and may_meet(each, other))
            for each in self.everyone
        ]  # fmt: skip

    @property
    def most(self) -> int:
        """To how many rounds someone still has opponents, this one not counted."""
        return min(others.bit_count() for others in self._may_meet) - 1

    def may_meet(self, one: int, other: int) -> bool:
        """Whether two may meet."""
        return bool(self._may_meet[self._at[one]] >> self._at[other] & 1)

    def round(self, to_come: int, fixed: Sequence[Meeting] = ()) -> set[frozenset[int]] | None:
        """Return this round such that as many to come can follow it; None where none can.

        ``fixed`` are meetings that it must hold. Raises TooManyStepsError.
        """
        everyone = (1 << len(self.everyone)) - 1
        rounds = _Rounds([everyone] * (to_come + 1), self._may_meet.copy())
        for one, other in fixed:
            self._meet(rounds, 0, self._at[one], self._at[other])
        found = self._drawn(rounds)
        return None if found is None else {*found, *(frozenset(each) for each in fixed)}

    def by_choice(
        self, now: set[frozenset[int]], to_come: int, byes: Sequence[int], *, fold: bool
    ) -> tuple[tuple[Meeting, ...], int | None]:
        """Return a round like ``now`` in which the first has the first choice, then the next."""
        fixed: list[Meeting] = []
        left = [each for each in self.everyone if each != BYE]
        bye = None
        if BYE in self.everyone:
            now, bye = self._choose(now, to_come, fixed, BYE, byes)
            fixed.append((BYE, bye))
            left.remove(bye)
        meetings: list[Meeting] = []
        while left:
            first, *others = left
            wanted = others[::-1] if fold else others
            so_far = [*fixed, *meetings]
            now, other = self._choose(now, to_come, so_far, first, wanted)
            meetings.append((first, other))
            left = [each for each in others if each != other]
        return tuple(meetings), bye

    def _choose(
        self,
        now: set[frozenset[int]],
        to_come: int,
        fixed: Sequence[Meeting],
        one: int,
        others: Iterable[int],
    ) -> tuple[set[frozenset[int]], int]:
        """The first whom someone can meet, and a round in which they do."""
        for other in others:
            if frozenset((one, other)) in now:
                return now, other
            if self.may_meet(one, other):
                found = self.round(to_come, [*fixed, (one, other)])
                if found is not None:
                    return found, other
        raise ValueError("a round that could be drawn was lost")

    @staticmethod
    def _meet(rounds: _Rounds, at: int, one: int, other: int) -> None:
        """Let two meet in a round, or take that back."""
        rounds.free[at] ^= 1 << one | 1 << other
        rounds.may_meet[one] ^= 1 << other
        rounds.may_meet[other] ^= 1 << one

    def _drawn(self, rounds: _Rounds, lowest: int = 0) -> list[frozenset[int]] | None:
        """The meetings of the first round that are still to be drawn, if all rounds can be."""
        self.steps -= 1
        if self.steps < 0:
            raise TooManyStepsError
        place = self._tightest(rounds)
        if place is None:
            return []
        at, one = place
        others = rounds.may_meet[one] & rounds.free[at]
        if one == 0 and at > 0:
            others = others >> lowest << lowest
        while others:
            bit = others & -others
            others ^= bit
            other = bit.bit_length() - 1
            self._meet(rounds, at, one, other)
            found = self._drawn(rounds, other + 1 if one == 0 and at > 0 else lowest)
            self._meet(rounds, at, one, other)
            if found is not None:
                if at == 0:
                    found.append(frozenset((self.everyone[one], self.everyone[other])))
                return found
        return None

    @staticmethod
    def _tightest(rounds: _Rounds) -> tuple[int, int] | None:
        """The round and the place with the fewest opponents left; None where all are drawn.

        The first place comes first, so that rounds that are alike are drawn in one order.
        """
        for at, free in enumerate(rounds.free):
            if free & 1:
                return at, 0
        fewest, found = 1 << 30, None
        for at, free in enumerate(rounds.free):
            left = free
            while left:
                bit = left & -left
                left ^= bit
                one = bit.bit_length() - 1
                count = (rounds.may_meet[one] & free).bit_count()
                if count < fewest:
                    fewest, found = count, (at, one)
                    if not count:
                        return found
        return found
