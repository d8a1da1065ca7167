"""Damage that the side which did not offend inflicted on itself (Laws of 2017, law 12C1(e)).

A is what that side has for the result of the table, B for the score that was assigned, C for what
it could still have had after the infraction; all of them in what the event compares by. It keeps
what it inflicted on itself, and the other side never gains by it:

===========  ===================  =========
B <= A       A, no adjustment     A
A < B <= C   A                    B
C <= A < B   B                    B
A < C < B    A + B - C            B
===========  ===================  =========

The field is compared with the assigned score; what is left to deduct is a penalty of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from clubscore.ranking.contestant import POINTS, TEAMS, Penalty
from clubscore.ranking.event import EventFile
from clubscore.ranking.field import Field
from clubscore.ranking.result import Assigned, Result, Weighted, members

ONE = Fraction(1)


class CouldHaveHad(NamedTuple):
    """A ruling: which result of the event, whose damage ("ns", "ew"), and the scores of N-S.

    ``table`` is the score of the table, ``could`` what the side could still have had. The result
    itself has the assigned score. ``reason`` stands with what is deducted.
    """

    at: int
    side: str
    table: int
    could: Weighted
    reason: str = ""


class DamageParts(NamedTuple):
    """What the side has for the table's result, the assigned score, and what it could have had."""

    table: Fraction
    assigned: Fraction
    could: Fraction

    @property
    def case(self) -> int:
        """Which of the four cases it is, from 1, in the order of the table above."""
        if self.assigned <= self.table:
            return 1
        if self.assigned <= self.could:
            return 2
        return 3 if self.could <= self.table else 4


def parts_of(field: Field, ruled: CouldHaveHad) -> DamageParts | None:
    """Return A, B and C of a ruling; None while there is nothing to compare the board with."""
    result = field.event.results[ruled.at]
    scores = (((ruled.table, ONE),), None, ruled.could)
    found = []
    for score in scores:
        told = result if score is None else _assigned(result, score, score)
        both = field.worth(ruled.at, told)
        own = both[0 if ruled.side == "ns" else 1] if both else None
        if own is None:
            return None
        found.append(-own if field.method.fewest else own)
    return DamageParts(*found)


def settled(event: EventFile, rulings: Sequence[CouldHaveHad]) -> EventFile:
    """Return an event in which each such ruling is what follows from its four cases."""
    field = Field.of(event)
    results, penalties = list(event.results), list(event.penalties)
    for ruled in rulings:
        parts = parts_of(field, ruled)
        if parts is None:
            continue
        result = results[ruled.at]
        if parts.case < 4 or event.contestants_are == TEAMS:
            results[ruled.at] = _as_it_follows(result, ruled, parts.case)
            continue
        amount = (parts.could - parts.table) * field.method.factor
        side = result.ns if ruled.side == "ns" else result.ew
        reason = ruled.reason or None
        penalties += [Penalty(each, amount, POINTS, reason) for each in members(side)]
    return replace(event, results=tuple(results), penalties=tuple(penalties))


def _as_it_follows(result: Result, ruled: CouldHaveHad, case: int) -> Result:
    """The result of a case. Where teams meet, A + B - C is a list with parts below nothing."""
    ns, ew = result.ns_scores, result.ew_scores
    if ns is None or ew is None or case == 3:
        return result
    table: Weighted = ((ruled.table, ONE),)
    if case == 1:
        return result._replace(score=ruled.table, ruling=None)
    own, other = (ns, ew) if ruled.side == "ns" else (ew, ns)
    kept = table if case == 2 else _summed(table, own, ruled.could)
    return _assigned(result, kept, other) if ruled.side == "ns" else _assigned(result, other, kept)


def _summed(table: Weighted, assigned: Weighted, could: Weighted) -> Weighted:
    """The table's score and the assigned ones, less those that could have been had."""
    found: dict[int, Fraction] = {}
    for sign, scores in ((1, table), (1, assigned), (-1, could)):
        for score, weight in scores:
            found[score] = found.get(score, Fraction(0)) + sign * weight
    return tuple((score, weight) for score, weight in found.items() if weight)


def _assigned(result: Result, ns: Weighted, ew: Weighted) -> Result:
    return result._replace(score=None, deal=None, ruling=Assigned(ns, ew))
