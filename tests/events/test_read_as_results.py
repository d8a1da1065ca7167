"""What a report is told with when it is read as a result: what was bid, ticked, ruled."""

from types import SimpleNamespace
from typing import Any

import pytest

from clubscore.events import scoring
from clubscore.events.board_state import Spot
from clubscore.events.scoring import Scorer

SPOT = Spot(1, 2, 3, 4)
PLAYED: dict[str, Any] = {"contract": "4S", "declarer": "N", "tricks": 10}


def told(
    facts: Any, *, reached: str = "", tasks: Any = (), ruling: Any = None, group: str = ""
) -> Any:
    """Return what the reader of results is given for a report of pair 5 against pair 6."""
    scorer: Any = object.__new__(Scorer)
    scorer.room = SimpleNamespace(
        reached={SPOT: reached} if reached else {},
        sections=[SPOT.section],
        event=SimpleNamespace(contestants_are="pairs"),
    )
    scorer.boards = {SPOT.board: SimpleNamespace(tasks=tasks)}
    scorer.rulings = {SPOT: ruling} if ruling else {}
    scorer._reader = SimpleNamespace(read=lambda about: about)
    scorer._group = lambda _spot: group
    return scorer.read(SPOT, facts, 5, 6)


AT = {"board": 4, "round": 2, "table": 3, "ns": "5", "ew": "6"}


def test_a_report_is_told_where_it_was_made_and_by_whom() -> None:
    assert told(PLAYED) == AT | PLAYED
    assert told({"not_played": True}) == AT | {"not_played": True}


def test_at_a_directed_contract_what_the_director_entered_was_reached() -> None:
    assert told(PLAYED, reached="3NT") == AT | PLAYED | {"reached": "3NT"}
    # The table's own word stands where it gave one.
    own = PLAYED | {"reached": "2S"}
    assert told(own, reached="3NT") == AT | own
    # What was not played reached nothing.
    assert told({"passed_out": True}, reached="3NT") == AT | {"passed_out": True}


def test_only_tasks_that_there_still_are_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "tickable", lambda tasks: tasks)
    ticked = PLAYED | {"ticked": [1, 2, 3]}
    assert told(ticked, tasks=(1, 3))["ticked"] == [1, 3]
    assert told(ticked)["ticked"] == []


def test_a_ruling_and_the_group_of_a_fouled_board_go_with_it_and_no_fault_does() -> None:
    ruled: dict[str, Any] = {"adjusted": {"ns": "A+", "ew": "A-"}}
    why = {"why": "a revoke"}
    assert told(ruled | {"self_inflicted": "ns"}, ruling=why, group="b") == (
        AT | ruled | {"ruling": why, "fouled_group": "b"}
    )
    # A result that was played has no ruling.
    assert told(PLAYED, ruling=why) == AT | PLAYED
