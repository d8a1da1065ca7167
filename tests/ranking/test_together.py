"""Rooms that played the same boards, compared as one field."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.laws.errors import RuleError
from clubscore.ranking import one_field, rank, read_event, show_number
from clubscore.ranking.sessions import _side
from tests.ranking.rooms import event
from tests.walks import by_examples

N_FIRST = "N:AKQJ.T98.765.432 5432.AKQ.T98.765 876.5432.AKQ.T98 T9.J76.J432.AKQJ"
E_FIRST = "E:5432.AKQ.T98.765 876.5432.AKQ.T98 T9.J76.J432.AKQJ AKQJ.T98.765.432"


def together(*events: Any) -> Any:
    return one_field([read_event(each) for each in events])


def percents(ranked: Any) -> dict[str, str]:
    rows = ranked.rankings[0].rows
    return {row.entry.contestant.number: show_number(row.entry.percent) for row in rows}


SCORES = st.lists(st.sampled_from([-800, -50, 0, 110, 420, 450, 980]), min_size=2, max_size=5)


@by_examples(30)
@given(
    leeds=st.lists(SCORES, min_size=2, max_size=2), york=st.lists(SCORES, min_size=2, max_size=2)
)
def test_two_rooms_rank_as_if_they_had_been_one(leeds: Any, york: Any) -> None:
    field = rank(together(event(*leeds), event(*york)))
    both = event(*leeds)
    for room, boards in (("1", leeds), ("2", york)):
        facts = event(*boards)
        both["contestants"] = [
            *(both["contestants"] if room == "2" else []),
            *({"number": f"{room}.{each['number']}"} for each in facts["contestants"]),
        ]
        told = [
            each | {"ns": f"{room}.{each['ns']}", "ew": f"{room}.{each['ew']}"}
            for each in facts["results"]
        ]
        both["results"] = [*(both["results"] if room == "2" else []), *told]
    assert percents(field) == percents(rank(read_event(both)))


def test_fouled_groups_sections_and_penalties_stay_those_of_their_room() -> None:
    one = event([420, 450], penalties=[{"contestant": "1", "amount": "5", "unit": "points"}])
    for result in one["results"]:
        result |= {"section": "A", "fouled_group": "B"}
    field = together(one, one)
    assert {each.fouled_group for each in field.results} == {"1.B", "2.B"}
    assert {each.section for each in field.results} == {"1.A", "2.A"}
    assert [each.contestant for each in field.penalties] == ["1.1", "2.1"]
    assert read_event(field.facts()).facts() == field.facts()


def test_a_par_or_a_deal_told_by_one_room_holds_for_all() -> None:
    one, other = event([420]), event([450])
    one["boards"][0] |= {"deal": N_FIRST, "par": {"score": 420}}
    board = together(one, other).boards[1]
    assert board.deal == N_FIRST
    assert board.par is not None
    assert board.par.score == 420
    other["boards"][0] |= {"deal": E_FIRST}
    assert together(one, other).boards[1].deal == N_FIRST


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"scoring": "cross-imps"}, "events[1].scoring"),
        ({"game": "duplicate-auction"}, "events[1].game"),
        ({"options": {"uneven_boards": "factor"}}, "events[1].options"),
        ({"boards": [{"number": 1, "dealer": "W"}]}, "events[1].boards[0].dealer"),
        ({"boards": [{"number": 1, "par": {"score": 50}}]}, "events[1].boards[0].par"),
        (
            {"boards": [{"number": 1, "deal": N_FIRST.replace("N:", "S:")}]},
            "events[1].boards[0].deal",
        ),
    ],
)
def test_what_differs_between_rooms_is_named(change: dict[str, Any], where: str) -> None:
    one = event([420])
    one["boards"][0] |= {"par": {"score": 420}, "deal": N_FIRST}
    with pytest.raises(RuleError) as refused:
        together(one, event([420]) | change)
    assert refused.value.where == where


def test_one_field_needs_an_event() -> None:
    with pytest.raises(RuleError):
        one_field([])


def test_a_par_contest_of_two_clubs_is_ranked_by_par_and_by_tasks() -> None:
    tasks = [{"side": "NS", "kind": "play", "points": 5, "least_tricks": 10}]
    par = {"contract": "4S", "declarer": "S", "score": 420}
    played = {"contract": "4S", "declarer": "S"}

    def club(tricks: int, **board: Any) -> dict[str, Any]:
        return {
            "format": "clubscore-event/1", "game": "duplicate", "scoring": "par", "winners": 2,
            "contestants": [{"number": "1", "direction": "NS"}, {"number": "2", "direction": "EW"}],
            "boards": [{"number": 1, "par": par, **board}],
            "results": [{"board": 1, "ns": "1", "ew": "2", **played, "tricks": tricks}],
        }  # fmt: skip

    field = together(club(10, tasks=tasks), club(9))
    rows = rank(field).rankings[0].rows
    assert [(row.place, row.entry.contestant.number) for row in rows] == [
        ("1", "1.1"),
        ("2", "2.1"),
    ]
    assert [row.entry.columns["tasks"] for row in rows] == [5, 0]
    with pytest.raises(RuleError, match="tasks"):
        together(club(10, tasks=tasks), club(9, tasks=[tasks[0] | {"points": 6}]))


def test_both_players_of_a_side_are_of_their_room() -> None:
    """Of an individual a side is two players who meet for a round."""
    assert _side(2, ("3", "11")) == ("2.3", "2.11")
    assert _side(1, "7") == "1.7"
