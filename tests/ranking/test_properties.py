"""What holds for every event, however it was played: found by hypothesis, not by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clubscore.files.event_file import answer_event
from clubscore.ranking import Field, ResultReader, every_option, read_event, travellers
from clubscore.ranking.options import WIN_TIE
from clubscore.ranking.totals import rank, rank_field
from tests.walks import by_examples

PROFILE = by_examples(120)
SCORINGS = ("matchpoints", "cross-imps", "butler-imps", "total-points", "par", "board-a-match")
TABLES, BOARDS = 6, 4
Facts = dict[str, Any]

scores = st.sampled_from((-800, -620, -420, -100, -50, 0, 50, 90, 110, 140, 420, 430, 620, 1430))
awards = st.sampled_from(("A+", "A", "A-", "70", "37.5"))


@st.composite
def weighted(draw: st.DrawFn) -> list[list[str]]:
    first, second = draw(scores), draw(scores)
    part = draw(st.sampled_from((Fraction(1), Fraction(1, 3), Fraction(3, 5))))
    if part == 1:
        return [[str(first), "1"]]
    return [[str(first), str(part)], [str(second), str(1 - part)]]


@st.composite
def outcomes(draw: st.DrawFn) -> Facts:
    kind = draw(st.integers(0, 19))
    if kind == 0:
        return {"not_played": True}
    if kind == 1:
        return {"adjusted": {"ns": draw(awards), "ew": draw(awards)}}
    if kind == 2:
        return {"assigned": {"ns": draw(weighted()), "ew": draw(weighted())}}
    if kind == 3:
        return {"split": {"ns": draw(scores), "ew": draw(scores)}}
    if kind == 4:
        return {"contract": "3NTX", "declarer": draw(st.sampled_from("NESW")), "tricks": 8}
    return {"score": draw(scores)} | ({"fouled_group": "B"} if kind == 5 else {})


@st.composite
def events(draw: st.DrawFn, scoring: str | None = None) -> Facts:
    results = [
        {"board": board, "section": "AB"[table % 2], "ns": f"{table}", "ew": f"{table + 10}"}
        | draw(outcomes())
        for board in range(1, BOARDS + 1)
        for table in range(1, TABLES + 1)
        if draw(st.integers(0, 9))
    ]
    options = {
        option.key: draw(st.sampled_from(option.choices))
        for option in every_option()
        if option is not WIN_TIE and draw(st.booleans())
    }  # fmt: skip
    numbers = [*range(1, TABLES + 1), *range(11, 11 + TABLES)]
    return {
        "format": "clubscore-event/1",
        "game": "duplicate",
        "scoring": scoring or draw(st.sampled_from(SCORINGS)),
        "options": options,
        "contestants": [{"number": str(number)} for number in numbers],
        "boards": [
            {"number": number, "par": {"score": draw(scores)}}
            for number in range(1, BOARDS + 1)
        ],
        "results": results,
    }  # fmt: skip


@PROFILE
@given(events())
def test_the_same_bytes_after_export_and_import(facts: Facts) -> None:
    text = read_event(facts).written()
    assert read_event(json.loads(text)).written() == text
    assert answer_event(json.loads(text)) == answer_event(facts)


@PROFILE
@given(events(), st.randoms(use_true_random=False))
def test_the_order_of_entry_changes_no_total(facts: Facts, chance: Any) -> None:
    mixed = list(facts["results"])
    chance.shuffle(mixed)
    before, after = answer_event(facts), answer_event(facts | {"results": mixed})
    assert before["rankings"] == after["rankings"]


@PROFILE
@given(events(), st.data())
def test_a_correction_gives_what_a_new_beginning_gives(facts: Facts, data: st.DataObject) -> None:
    event = read_event(facts)
    if not event.results:
        return
    at = data.draw(st.integers(0, len(event.results) - 1))
    board = data.draw(st.integers(1, BOARDS))
    told = facts["results"][at]
    new = {key: told[key] for key in ("section", "ns", "ew")} | {"board": board}
    new |= data.draw(outcomes())
    reader = ResultReader(event.valuation, event.boards, event.contestants)
    corrected = Field.of(event).corrected(at, reader.read(new))
    fresh = [*facts["results"][:at], new, *facts["results"][at + 1 :]]
    expected = rank(read_event(facts | {"results": fresh}))
    found = rank_field(corrected, event.scoring)
    assert found.rankings == expected.rankings
    key = lambda row: (row.result.ns, row.result.board)  # noqa: E731
    for one, other in zip(travellers(found), travellers(expected), strict=True):
        assert sorted(one.rows, key=key) == sorted(other.rows, key=key)
        assert one[:3] == other[:3]


@PROFILE
@given(st.lists(scores, min_size=1, max_size=12), st.integers(0, 4))
def test_the_matchpoints_of_a_board_sum_to_what_they_must(board: list[int], absent: int) -> None:
    """Neuberg's formula gives each side of every result half the top on the whole."""
    tables = len(board) + absent
    facts: Facts = {
        "format": "clubscore-event/1",
        "game": "duplicate",
        "scoring": "matchpoints",
        "contestants": [{"number": f"{number}"} for number in range(2 * tables)],
        "boards": [{"number": 1}],
        "results": [
            {"board": 1, "ns": f"{2 * table}", "ew": f"{2 * table + 1}"}
            | ({"score": board[table]} if table < len(board) else {"not_played": True})
            for table in range(tables)
        ],
    }
    for uneven in ("neuberg", "factor"):
        ranked = rank(read_event(facts | {"options": {"uneven_boards": uneven}}))
        rows = [row for row in travellers(ranked)[0].rows if row.ns_points is not None]
        assert sum(row.ns_points or 0 for row in rows) == len(board) * (tables - 1)
        for row in rows:
            assert (row.ns_points or 0) + (row.ew_points or 0) == 2 * (tables - 1)


@PROFILE
@given(events("cross-imps"))
def test_imps_of_a_board_without_rulings_sum_to_nothing(facts: Facts) -> None:
    facts["results"] = [
        each for each in facts["results"] if "score" in each or "contract" in each
    ]  # fmt: skip
    for traveller in travellers(rank(read_event(facts))):
        assert sum(row.ns_points or 0 for row in traveller.rows) == 0
        assert all((row.ns_points or 0) + (row.ew_points or 0) == 0 for row in traveller.rows)


@PROFILE
@given(events())
def test_places_never_contradict_what_is_ranked(facts: Facts) -> None:
    for ranking in rank(read_event(facts)).rankings:
        # Who played too few boards for a place stands below all who have one.
        placed = [row for row in ranking.rows if row.place]
        assert list(ranking.rows)[: len(placed)] == placed
        places = [int(row.place.rstrip("=")) for row in placed]
        assert places == sorted(places)
        for row in placed:
            assert row.place.endswith("=") == (places.count(int(row.place.rstrip("="))) > 1)
        percents = [row.entry.percent for row in placed if row.entry.percent is not None]
        assert percents == sorted(percents, reverse=True)
