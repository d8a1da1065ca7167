"""When an event may be started: everyone is here, and a movement is chosen everywhere."""

from types import SimpleNamespace
from typing import Any

import pytest

from clubscore.events import directing as module
from clubscore.events.directing import before_start


def room(*arrived: bool, planned: int, sections: int = 1, round_: int = 0) -> Any:
    """An event with so many sections, some of them with a movement, and who is here."""
    return SimpleNamespace(
        event=SimpleNamespace(round=round_),
        entries=[
            SimpleNamespace(withdrawn_at=None, plays=True, arrived_at=here or None)
            for here in arrived
        ],
        sections=[SimpleNamespace(pk=number) for number in range(sections)],
        plans=dict.fromkeys(range(planned)),
    )


@pytest.mark.parametrize(
    ("found", "may_start", "proposes"),
    [
        (room(True, True, planned=1), True, False),
        (room(True, True, planned=0), False, True),
        (room(True, False, planned=1), False, False),
        (room(True, False, planned=0), False, False),
        # Of two sections each needs its own.
        (room(True, True, planned=1, sections=2), False, False),
        (room(True, True, planned=2, sections=2), True, False),
        (room(True, True, planned=0, sections=2), False, False),
    ],
)
def test_it_starts_once_everyone_is_here_and_every_section_has_a_movement(
    found: Any, may_start: bool, proposes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "movements_chosen", lambda _event: 4)
    monkeypatch.setattr(module, "offers", lambda _event, here: [f"for {here}"])
    waits = before_start(found)
    assert waits is not None
    assert waits.may_start is may_start
    assert waits.proposal == ("for 2" if proposes else None)
    assert waits.seen == 4
    missing = sum(entry.arrived_at is None for entry in found.entries)
    assert waits.to_come == missing
    assert waits.words == (f"{2 - missing} here, {missing} to come" if missing else
                           "Everyone is here.")  # fmt: skip
    assert waits.asks is bool(missing or may_start or proposes)


def test_who_withdrew_or_does_not_play_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "movements_chosen", lambda _event: 0)
    found = room(True, False, False, planned=1)
    found.entries[1].withdrawn_at, found.entries[2].plays = 1, False
    waits = before_start(found)
    assert waits is not None and waits.may_start
    assert before_start(room(planned=1)) is None
    assert before_start(room(True, planned=1, round_=1)) is None
