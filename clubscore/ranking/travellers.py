"""Travellers: every board with all its results and what each brought."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from clubscore.ranking.field import Field, award_points
from clubscore.ranking.options import COMPARE
from clubscore.ranking.ranked_lists import Ranked
from clubscore.ranking.result import Result, Side, members
from clubscore.ranking.scorings import find_scoring
from clubscore.ranking.unit import Unit


class TravellerRow(NamedTuple):
    """A result with its points, None where it brought none; ``status`` where the scoring has it."""

    result: Result
    ns_points: Fraction | None
    ew_points: Fraction | None
    status: str | None = None


class Traveller(NamedTuple):
    """A board, in one section where sections are compared apart; its top where it has one."""

    board: int
    section: str | None
    top: Fraction | None
    rows: tuple[TravellerRow, ...]


def travellers(ranked: Ranked, *, scoring: str | None = None) -> tuple[Traveller, ...]:
    """The travellers of an event as it was ranked, board by board, results in order of entry."""
    field, event = ranked.net, ranked.event
    apart = event.options.of(COMPARE) == "section"
    status_of = find_scoring(scoring or event.scoring).status
    rows: dict[tuple[int, str], list[TravellerRow]] = {}
    tops: dict[tuple[int, str], Fraction] = {}
    for unit in field.units.values():
        for line, result in enumerate(unit.results):
            key = (result.board, result.section if apart else "")
            ns = _points(field, unit, line, result.ns, unit.ns[line])
            ew = _points(field, unit, line, result.ew, unit.ew[line])
            status = status_of(event.boards, result) if status_of else None
            rows.setdefault(key, []).append(TravellerRow(result, ns, ew, status))
            tops[key] = max(tops.get(key, Fraction(0)), unit.top_of(line) * field.method.factor)
    places = {number: at for at, number in enumerate(event.boards)}
    return tuple(
        Traveller(
            board,
            section if apart else None,
            tops[board, section] if field.method.in_percent else None,
            tuple(rows[board, section]),
        )
        for board, section in sorted(rows, key=lambda key: (places[key[0]], key[1]))
    )


def _points(
    field: Field,
    unit: Unit,
    line: int,
    side: Side,
    won: int | None,
) -> Fraction | None:
    """What a side got on a line, an artificial score as it came out for those who sat there."""
    if won is not None:
        factor = field.method.factor
        return Fraction(won * factor.numerator, unit.denominator * factor.denominator)
    if not unit.results[line].played:
        return None
    for artificial in unit.artificial:
        if artificial.side == side:
            who = members(side)
            total = sum(
                award_points(field.method, artificial, field.real_standing(each)) for each in who
            )
            return total * field.method.factor / len(who)
    return None
