"""The quick way to rank gives exactly what the slow one gives, for whatever is reported."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.laws.errors import RuleError
from clubscore.ranking import (
    EventFile,
    every_option,
    every_scoring,
    over_sessions,
    rank,
    read_event,
)
from clubscore.ranking.contestant import INDIVIDUALS, PAIRS, TEAMS
from clubscore.ranking.options import WIN_TIE
from clubscore.ranking.scorings import find_scoring
from tests.ranking.line_by_line import OneList, ranked_by_line
from tests.ranking.rooms import event as made
from tests.ranking.test_properties import Facts, outcomes, scores
from tests.walks import by_examples

PROFILE = by_examples(400)
KEYS = tuple(scoring.key for scoring in every_scoring())
TOLD = "match-vp"
TABLES, BOARDS = 5, 4
numbers = st.sampled_from(("0", "-3", "2.5", "7.25"))


def figures(event: EventFile, scoring: str | None = None) -> list[OneList]:
    """All lists as they are ranked by columns."""
    return [
        (one.direction, one.list, [(row.place, row.entry) for row in one.rows])
        for one in rank(event, scoring).rankings
    ]


@st.composite
def seated(draw: st.DrawFn, kind: str) -> list[Facts]:
    """Who met whom on which board: pairs at tables, players in fours, teams that met twice."""
    if kind == TEAMS:
        return [
            {"board": board, "round": 1, "ns": home, "ew": away}
            for match in range(1, TABLES)
            for board in range(1, BOARDS + 1)
            for home, away in ((f"{2 * match}", f"{2 * match + 1}"),
                               (f"{2 * match + 1}", f"{2 * match}"))
            if draw(st.integers(0, 9))
        ]  # fmt: skip
    results = []
    for board in range(1, BOARDS + 1):
        turned = draw(st.permutations(range(1, 4 * TABLES + 1)))
        for table in range(TABLES):
            if not draw(st.integers(0, 9)):
                continue
            four = [str(each) for each in turned[4 * table : 4 * table + 4]]
            sides = dict(zip("nesw", four, strict=True))
            if kind == PAIRS:
                sides = {"ns": str(table + 1), "ew": str(TABLES + (table + board) % TABLES + 1)}
            results.append({"board": board, "section": "AB"[table % 2], **sides})
    return results


@st.composite
def contestants(draw: st.DrawFn, number: int, winners: int) -> Facts:
    """A contestant, some with a handicap, something carried over or a stratum."""
    one: Facts = {"number": str(number)}
    if winners == 2:
        one["direction"] = "NS" if number <= TABLES else "EW"
    for key in ("handicap", "carry_over"):
        if not draw(st.integers(0, 7)):
            one[key] = draw(numbers)
    if not draw(st.integers(0, 3)):
        one["stratum"] = draw(st.sampled_from("ABC"))
    return one


@st.composite
def events(draw: st.DrawFn) -> EventFile:
    """An event with everything that a ranking takes in."""
    kind = draw(st.sampled_from((PAIRS, PAIRS, INDIVIDUALS, TEAMS)))
    winners = draw(st.sampled_from((1, 2))) if kind == PAIRS else 1
    # Published points of matches are of no result drawn here.
    allowed = [key for key in KEYS if find_scoring(key).only_for in ("", kind) and key != TOLD]
    scoring = draw(st.sampled_from(allowed))
    results = draw(seated(kind))
    plain = draw(st.booleans())
    results = [each | ({"score": draw(scores)} if plain else draw(outcomes())) for each in results]
    competing = range(1, (4 if kind == INDIVIDUALS else 2) * TABLES + 3)
    return read_event({
        "format": "clubscore-event/1",
        "game": "duplicate",
        "contestants_are": kind,
        "scoring": scoring,
        "winners": winners,
        "options": {
            option.key: draw(st.sampled_from(option.choices))
            for option in every_option()
            if option is not WIN_TIE and draw(st.booleans())
        } | ({"win_tie": ["1", "0.5"]} if draw(st.booleans()) else {}),
        "contestants": [draw(contestants(number, winners)) for number in competing],
        "boards": [
            {"number": number, "par": {"score": draw(scores)}} for number in range(1, BOARDS + 1)
        ],
        "results": results,
        "penalties": [
            {"contestant": str(draw(st.integers(1, 2 * TABLES))), "amount": draw(numbers),
             "unit": draw(st.sampled_from(find_scoring(scoring).units))}
            for _ in range(draw(st.integers(0, 2)))
        ],
    })  # fmt: skip


@PROFILE
@given(events(), st.sampled_from(KEYS))
def test_ranked_by_columns_as_line_by_line(event: EventFile, other: str) -> None:
    for scoring in (None, other, None):
        try:
            expected: Any = ranked_by_line(event, scoring)
        except RuleError as error:
            with pytest.raises(RuleError) as caught:
                rank(event, scoring)
            assert caught.value.where == error.where
            continue
        # The first time in turn, the second time in order.
        assert figures(event, scoring) == expected
        assert figures(event, scoring) == expected


@PROFILE
@given(events(), st.data())
def test_a_correction_keeps_every_figure(event: EventFile, data: st.DataObject) -> None:
    ranked = rank(event)
    if not event.results:
        return
    at = data.draw(st.integers(0, len(event.results) - 1))
    # Where teams play, a board of a match needs both its tables.
    other = event.results[data.draw(st.integers(0, len(event.results) - 1))]
    told = event.results[at]._replace(score=other.score, ruling=other.ruling)
    corrected = ranked.field.corrected(at, told)
    results = (*event.results[:at], told, *event.results[at + 1 :])
    fresh = rank(replace(event, results=results)).field
    for number in event.contestants:
        one, two = corrected.standings().of(number), fresh.standings().of(number)
        assert Fraction(one.points, one.denominator) == Fraction(two.points, two.denominator)
        assert one[2:] == two[2:]
    assert corrected.top == fresh.top


def test_a_list_is_told_row_by_row_and_compared_as_a_whole() -> None:
    event = read_event(made((420, -50, 420), (90, 90, 90)))
    rows = rank(event).rankings[0].rows
    assert [row.place for row in rows] == [row.place for row in rows[:3]] + [
        row.place for row in rows[3:]
    ]
    assert rows[-1] == rows[len(rows) - 1]
    assert rows == rank(event).rankings[0].rows
    assert hash(rows[0:0]) == hash(())
    other = read_event(made((420, -50, 430), (90, 90, 90)))
    assert rows != rank(other).rankings[0].rows


def test_one_ranking_of_sessions_that_were_ranked_before() -> None:
    event = read_event(made((420, -50, 0), (90, 110, 620)))
    once, again = over_sessions([rank(event)] * 2), over_sessions([rank(event)] * 2)
    assert once == again
