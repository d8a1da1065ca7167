"""Few cases in which any two choices meet: what a fault of two things needs, and no product."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

Pair = tuple[int, Any, int, Any]


def pairs_of(case: Sequence[Any]) -> set[Pair]:
    """Return the pairs of choices that meet in a case, each with the place of its factor."""
    return {(a, case[a], b, case[b]) for a, b in combinations(range(len(case)), 2)}


def all_pairs(*factors: Sequence[Any]) -> set[Pair]:
    """Return every pair of choices of two factors."""
    return {
        (a, one, b, other)
        for (a, ones), (b, others) in combinations(enumerate(factors), 2)
        for one in ones
        for other in others
    }


def pairwise(*factors: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return cases, a choice of each factor, in which all pairs meet; none of them is idle.

    Each begins with two choices of the longest factors that have not met yet, and takes of every
    other factor what brings most new pairs, of equals what was taken least.
    """
    longest = sorted(range(len(factors)), key=lambda at: -len(factors[at]))
    left, cases = all_pairs(*factors), []
    taken = dict.fromkeys(((at, each) for at, some in enumerate(factors) for each in some), 0)
    for a, b in combinations(longest, 2):
        for one in factors[a]:
            for other in factors[b]:
                begun = {a: one, b: other}
                if not left & _met(begun):
                    continue
                for at in longest:
                    if at not in begun:
                        begun[at] = max(
                            factors[at],
                            key=lambda each, at=at: (
                                len(left & _met(begun | {at: each})), -taken[at, each],
                            ),
                        )  # fmt: skip
                left -= _met(begun)
                for chosen in begun.items():
                    taken[chosen] += 1
                cases.append(tuple(begun[at] for at in range(len(factors))))
    return _without_idle(cases)


def _met(begun: dict[int, Any]) -> set[Pair]:
    return {(a, begun[a], b, begun[b]) for a, b in combinations(sorted(begun), 2)}


def _without_idle(cases: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Leave out every case whose pairs all meet in others."""
    times: dict[Pair, int] = {}
    for case in cases:
        for pair in pairs_of(case):
            times[pair] = times.get(pair, 0) + 1
    kept = []
    for case in cases:
        if all(times[pair] > 1 for pair in pairs_of(case)):
            for pair in pairs_of(case):
                times[pair] -= 1
        else:
            kept.append(case)
    return kept
